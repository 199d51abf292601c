// The way of an event's site through the domain functions, remembered: an application under load fails in few places,
// and comparing what is equal is far cheaper than normalizing, redacting, hashing and serialising it again.

import type { EventPayload } from '../../schemas/event.js';
import { toCulpritText } from '../culprit.js';
import { KNOWN_SITE_CHARS_MAX, KNOWN_SITES_CHARS_MAX, KNOWN_SITES_MAX } from '../limits.js';
import type { ErrorSite } from '../messages.js';
import { toStackContent } from './content.js';
import { openBoundedCache } from './domain/bounded-cache.js';
import {
  areSameReasons,
  countReasonChars,
  type ReasonFacts,
  redactReasons,
  toReasonFacts,
} from './domain/cause-facts.js';
import type { ErrorFacts } from './domain/evidence/evidence.js';
import { explain } from './domain/explain.js';
import type { FindingFacts } from './domain/findings/finding.js';
import { findings, withFindings } from './domain/findings/findings.js';
import type { MatchedRule } from './domain/fingerprint/grouping-rules.js';
import { fingerprint } from './domain/fingerprint/v1.js';
import type { SitePayload } from './domain/normalize.js';
import { DEFAULT_RULES } from './domain/redact-rules.js';
import type { RedactedSite } from './domain/redact-site.js';
import type { RedactRules } from './domain/redact-text.js';
import { areRepeatedFrames } from './domain/repeated-frames.js';
import type { MappedSite } from './mapped-site.js';
import { toRedactedSite } from './redacted-site.js';
import type { RuledSite } from './ruled-site.js';
import { areSameFrames, type ComparedFrame, copyFrames, countFrameChars, toStackKey } from './same-stack.js';
import type { SecondPrints } from './second-print.js';

interface PlainPayload extends Pick<SitePayload, 'type' | 'message'> {
  readonly stack: string | null;
  readonly stackFrames: readonly ComparedFrame[];
  /** Null for what is no text: that says nothing. */
  readonly platform: string | null;
  /** What findings are made from besides. Where causes are sent, the text of the stack need not tell them. */
  readonly reasons: ReasonFacts;
}

/** What was made of the site of an event. */
export interface DigestedSite {
  readonly site: ErrorSite;
  /** Only of one that was not remembered. */
  readonly redacted?: RedactedSite;
  /** What `toSecondPrint` remembers of the site, as long as the site is remembered; filled there. */
  readonly secondPrints: SecondPrints;
  /** As that, of `toMappedSite`; absent until a project with source maps has such a site. */
  mapped?: MappedSite;
  /** As that, of `toRuledSite`; absent until a project with rules has such a site. */
  ruled?: RuledSite;
  /** The rule of the project that decides what it is grouped by, and by what. */
  readonly rule?: Pick<MatchedRule, 'name'> & { readonly fingerprint: string };
}

interface KnownSite extends Omit<DigestedSite, 'redacted' | 'rule'> {
  readonly payload: PlainPayload;
  /** The array of equal frames that is sent again, once there is one: it is equal to itself at a glance. */
  repeated?: WeakRef<object>;
  readonly chars: number;
  /** A thread has one set of rules; what others would have made of the payload is not known. */
  readonly rules: RedactRules;
}

/** Different sites may have one key: what is found is compared. */
const known = openBoundedCache<number, KnownSite>(KNOWN_SITES_MAX, {
  sizeMax: KNOWN_SITES_CHARS_MAX,
  sizeOf: ({ chars }) => chars,
});

export type EventSitePayload = SitePayload & Pick<EventPayload, 'causes' | 'code'>;

/** Normalized, redacted, grouped and explained. Equal payloads get the same `site` while it is remembered. */
export function toSite(payload: EventSitePayload, rules: RedactRules = DEFAULT_RULES): DigestedSite {
  const reasons = toReasonFacts(payload);
  // A client that sends its own grouping may send another with each event.
  if (payload.fingerprint) return digestSite(payload, reasons, rules);
  const { type, message, stack = null } = payload;
  const stackFrames = payload.stackFrames ?? [];
  const platform = typeof payload.platform === 'string' ? payload.platform : null;
  const plain = { type, message, stack, stackFrames, platform, reasons };
  const key = toStackKey(message, stack ?? '', stackFrames);
  const found = known.get(key);
  if (found?.rules === rules && isSameSite(found, plain)) return found;
  const digested = digestSite(payload, reasons, rules);
  const { site, secondPrints } = digested;
  const chars = countChars(plain, site);
  if (chars > KNOWN_SITE_CHARS_MAX) return digested;
  known.set(key, { payload: { ...plain, stackFrames: copyFrames(stackFrames) }, chars, rules, site, secondPrints });
  return digested;
}

function digestSite(payload: EventSitePayload, sent: ReasonFacts, rules: RedactRules): DigestedSite {
  const redacted = toRedactedSite(payload, rules);
  const hasCauses = sent.causes.length > 0;
  const print = fingerprint(redacted);
  const site = {
    type: redacted.type,
    message: redacted.message,
    fingerprint: print.value,
    fingerprintVersion: print.version,
    grouping: JSON.stringify(print.parts),
    explanation: explainSite(redacted, sent, rules),
    stack: toStackContent(hasCauses ? { ...redacted, causes: [] } : redacted),
    culprit: toCulpritText(redacted.groupingFrames[0]),
  };
  return { site, redacted, secondPrints: {} };
}

/** JSON text of an `EventExplanation`, by what the site and its causes say. */
export function explainSite(redacted: RedactedSite, sent: ReasonFacts, rules: RedactRules): string | null {
  const { code, causes } = redactReasons(sent, rules);
  const { type, message, language, stack, stackFrames } = redacted;
  return toExplanation({
    type,
    message,
    language,
    stack,
    stackFrames,
    frames: stackFrames,
    code,
    causes: sent.causes.length > 0 ? causes : redacted.causes,
  });
}

/** Findings are looked for only where something is explained: an error that nothing explains gets none of them. */
function toExplanation(facts: ErrorFacts & FindingFacts): string | null {
  const explanation = explain(facts);
  return explanation === null ? null : JSON.stringify(withFindings(explanation, findings(facts)));
}

/** Of what was sent or of what is stored: what is remembered must not hold on to much of either. */
function countChars(sent: PlainPayload, site: ErrorSite): number {
  const texts = [sent.message, sent.stack, sent.platform].reduce((sum, text) => sum + (text?.length ?? 0), 0);
  const sentChars = texts + countFrameChars(sent.stackFrames) + countReasonChars(sent.reasons);
  return Math.max(sentChars, site.message.length + (site.stack?.text.length ?? 0));
}

function isSameSite(known: KnownSite, other: PlainPayload): boolean {
  const { payload: one } = known;
  return (
    one.message === other.message &&
    one.stack === other.stack &&
    one.type === other.type &&
    one.platform === other.platform &&
    areSameReasons(one.reasons, other.reasons) &&
    hasSameFrames(known, other.stackFrames)
  );
}

function hasSameFrames(known: KnownSite, frames: readonly ComparedFrame[]): boolean {
  if (known.repeated?.deref() === frames) return true;
  if (!areSameFrames(known.payload.stackFrames, frames)) return false;
  if (areRepeatedFrames(frames)) known.repeated = new WeakRef(frames);
  return true;
}
