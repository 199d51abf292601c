import type { Grouping } from '../../schemas/error-group.js';
import type { StackFrame } from '../../schemas/event.js';
import type { EventPrint, FingerprintRule, StoredEventText, StoredPrint } from '../messages.js';
import { parseTimestampMs } from '../timestamp.js';
import { replaceFrames } from './content.js';
import type { Fingerprint } from './domain/fingerprint/fingerprint.js';
import { type StoredEvent, toStoredGroupingFacts } from './domain/fingerprint/grouping-facts.js';
import {
  fromParts,
  type MappedFingerprint,
  toGroupingFrames,
  toMappedFingerprint,
} from './domain/fingerprint/mapped.js';
import { fingerprint } from './domain/fingerprint/v1.js';
import { fingerprintV2 } from './domain/fingerprint/v2.js';
import type { RedactedSite } from './domain/redact-site.js';
import type { RedactRules } from './domain/redact-text.js';
import { parseStackText } from './domain/stacks/parse-stack.js';
import type { MapBook } from './source-maps/map-book.js';
import { mapFrames, unmapFrames } from './source-maps/map-frames.js';
import { toPlaces } from './source-maps/places.js';

/** What stored events are mapped with. */
export interface StoredMaps {
  readonly book: MapBook;
  readonly rules: RedactRules;
}

/**
 * What a version groups a stored event by; null where a bug of ours keeps it from being told. What a rule of its project has
 * grouped stays with that, whatever the rules are now.
 */
export function toStoredPrint(stored: StoredEventText, rule: FingerprintRule, maps: StoredMaps): StoredPrint | null {
  try {
    // Both were written by the store, by their schemas.
    const grouping = JSON.parse(stored.grouping) as Partial<Grouping>;
    const event = JSON.parse(stored.event) as StoredEvent & { readonly receivedAt?: string };
    if (rule.version <= 2) {
      const asSent = { ...event, stackFrames: [...unmapFrames(event.stackFrames)] };
      return toEventPrint(keepRule(fingerprintV2(toStoredGroupingFacts(asSent, grouping.custom)), grouping));
    }
    const receivedAtMs = event.receivedAt === undefined ? 0 : parseTimestampMs(event.receivedAt);
    const work = { ...maps, places: toPlaces(rule.sourceMaps), receivedAtMs };
    const { frames, isMapped } = mapFrames(event.stackFrames, work);
    const mapped = { ...event, stackFrames: [...frames] };
    const isNew = frames.some((frame, index) => frame !== event.stackFrames[index]);
    const stack = isNew && stored.stack !== null ? replaceFrames(stored.stack, frames) : null;
    const print =
      rule.version === 3
        ? fingerprintByFirst(mapped, grouping, isMapped)
        : toMappedFingerprint(fingerprintV2(toStoredGroupingFacts(mapped, grouping.custom)));
    return { ...toEventPrint(keepRule(print, grouping)), ...(stack !== null && { stack }) };
  } catch {
    return null;
  }
}

/** By version 1's rule. An event without a map has the parts that it came with, as far as they are known. */
function fingerprintByFirst(event: StoredEvent, grouping: Partial<Grouping>, isMapped: boolean): MappedFingerprint {
  if (!isMapped && (grouping.version === 1 || grouping.version === 3))
    return toMappedFingerprint(fromParts(grouping as Grouping));
  const { type, message, stack, stackFrames } = event;
  const site: RedactedSite = {
    stage: 'redacted',
    type,
    message,
    stack,
    stackFrames,
    groupingFrames: isMapped ? toGroupingFrames(stackFrames) : toSentGroupingFrames(stack, stackFrames),
    clientFingerprint: grouping.custom,
    language: undefined,
    causes: [],
  };
  return toMappedFingerprint(fingerprint(site));
}

/** Frames that were read from the text group where those of their language do. */
function toSentGroupingFrames(stack: string | undefined, frames: readonly StackFrame[]): readonly StackFrame[] {
  const parsed = stack === undefined ? null : parseStackText(stack);
  const isOfText =
    parsed !== null &&
    parsed.stackFrames.length === frames.length &&
    parsed.stackFrames.every(
      ({ filename, lineno }, at) => filename === frames[at]?.filename && lineno === frames[at]?.lineno,
    );
  return isOfText ? parsed.groupingFrames : toGroupingFrames(frames);
}

function keepRule<T extends Fingerprint | MappedFingerprint>(print: T, { rule }: Partial<Grouping>): T {
  return { ...print, parts: withRule(print.parts, rule) };
}

/** The parts with the name of the rule that decided, where one did. */
export function withRule(parts: Grouping, name: string | undefined): Grouping {
  return name === undefined ? parts : { ...parts, rule: name };
}

/** A fingerprint as digests and stores have it. */
export function toEventPrint({ value, version, parts }: Fingerprint | MappedFingerprint): EventPrint {
  return { fingerprint: value, fingerprintVersion: version, grouping: JSON.stringify(parts) };
}
