// The site of an event of a project with source maps: its frames mapped, and what they are grouped by then. Version 1's
// fingerprint stays that of the frames as they were sent: by it the choice can be taken back.

import type { Grouping } from '../../schemas/error-group.js';
import { MAPPED_SITE_CHARS_MAX, SOURCE_FOLDER_LOOK_MS } from '../limits.js';
import type { ErrorSite, EventPrint } from '../messages.js';
import { toMappedStackContent } from './content.js';
import { toReasonFacts } from './domain/cause-facts.js';
import { toGroupingFrames, toMappedFingerprint } from './domain/fingerprint/mapped.js';
import { fingerprint } from './domain/fingerprint/v1.js';
import type { RedactedSite } from './domain/redact-site.js';
import { toRedactedSite } from './redacted-site.js';
import type { SecondPrintFacts } from './second-print.js';
import { type DigestedSite, explainSite } from './site.js';
import type { MapBook, SourceMapPlaces, UsedFile } from './source-maps/map-book.js';
import { mapFrames } from './source-maps/map-frames.js';
import { toEventPrint } from './stored-print.js';

export interface MappedSite {
  readonly places: SourceMapPlaces;
  readonly used: readonly UsedFile[];
  /** Until then it is made again where a frame has no map: one may be there by now. */
  readonly freshUntilMs: number;
  /** Its fingerprint is version 1's. */
  readonly digested: DigestedSite;
  /** By the rule of version 1. */
  readonly print: EventPrint;
}

/** What maps the frames of a thread. */
export interface SourceMaps {
  readonly book: MapBook;
  readonly nowMs: () => number;
  /** Of one task, equal as long as a project lists the same. */
  readonly placesOf: (projectName: string | null) => SourceMapPlaces | undefined;
}

/** A fingerprint that the rule of version 1 or 2 made of mapped frames. */
export function toMappedVersion({ fingerprint: value, grouping }: EventPrint): EventPrint {
  return toEventPrint(toMappedFingerprint({ value, parts: JSON.parse(grouping) as Grouping }));
}

/** The site with mapped frames; remembered with the site of those that were sent. */
export function toMappedSite(facts: SecondPrintFacts, maps: SourceMaps, places: SourceMapPlaces): MappedSite {
  const { digested } = facts;
  const known = digested.mapped;
  if (known !== undefined && isCurrent(known, maps, places)) return known;
  const made = makeMapped(facts, maps, places);
  if ((made.digested.site.stack?.text.length ?? 0) <= MAPPED_SITE_CHARS_MAX) digested.mapped = made;
  return made;
}

function isCurrent(known: MappedSite, { book, nowMs }: SourceMaps, { folders, servers }: SourceMapPlaces): boolean {
  return (
    areSame(known.places.folders, folders) &&
    areSame(known.places.servers, servers) &&
    nowMs() < known.freshUntilMs &&
    known.used.every((used) => book.isCurrent(used))
  );
}

function areSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index]);
}

function makeMapped(
  { payload, digested, rules }: SecondPrintFacts,
  { book, nowMs }: SourceMaps,
  places: SourceMapPlaces,
): MappedSite {
  const redacted = digested.redacted ?? toRedactedSite(payload, rules);
  const { frames, isMapped, used } = mapFrames(redacted.stackFrames, { book, places, rules });
  const isWhole = frames.every(({ minified, inApp }) => minified !== undefined || !inApp);
  const freshUntilMs = isWhole ? Number.POSITIVE_INFINITY : nowMs() + SOURCE_FOLDER_LOOK_MS;
  if (!isMapped) {
    const print = toEventPrint(toMappedFingerprint(fingerprint(redacted)));
    const same = { site: digested.site, redacted, secondPrints: {} };
    return { places, used, freshUntilMs, digested: same, print };
  }
  const site: RedactedSite = { ...redacted, stackFrames: frames, groupingFrames: toGroupingFrames(frames) };
  const reasons = toReasonFacts(payload);
  const made: ErrorSite = {
    ...digested.site,
    explanation: explainSite(site, reasons, rules),
    stack: toMappedStackContent(reasons.causes.length > 0 ? { ...site, causes: [] } : site),
  };
  const print = toEventPrint(toMappedFingerprint(fingerprint(site)));
  return { places, used, freshUntilMs, digested: { site: made, redacted: site, secondPrints: {} }, print };
}
