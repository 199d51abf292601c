// The way of an event's site through the domain functions, remembered: an application under load fails in few places,
// and comparing what is equal is far cheaper than normalizing, redacting, hashing and serialising it again.

import type { EventPayload } from '../../schemas/event.js';
import { KNOWN_SITE_CHARS_MAX, KNOWN_SITES_MAX } from '../limits.js';
import type { ErrorSite } from '../messages.js';
import { toStackContent } from './content.js';
import { openBoundedCache } from './domain/bounded-cache.js';
import { explain } from './domain/explain.js';
import { fingerprint } from './domain/fingerprint/v1.js';
import { normalizeSite, type SitePayload } from './domain/normalize.js';
import { DEFAULT_RULES } from './domain/redact-rules.js';
import { redactSite } from './domain/redact-site.js';
import type { RedactRules } from './domain/redact-text.js';
import { areSameFrames, type ComparedFrame, copyFrames, countFrameChars, toStackKey } from './same-stack.js';

interface PlainPayload extends Pick<SitePayload, 'type' | 'message'> {
  readonly stack: string | null;
  readonly stackFrames: readonly ComparedFrame[];
  /** Null for what is no text: that says nothing. */
  readonly platform: string | null;
  /** Then the text of the stack need not tell them. */
  readonly hasCauses: boolean;
}

interface KnownSite {
  readonly payload: PlainPayload;
  /** A thread has one set of rules; what others would have made of the payload is not known. */
  readonly rules: RedactRules;
  readonly site: ErrorSite;
}

/** Different sites may have one key: what is found is compared. */
const known = openBoundedCache<number, KnownSite>(KNOWN_SITES_MAX);

export type EventSitePayload = SitePayload & Pick<EventPayload, 'causes'>;

/** Normalized, redacted, grouped and explained. Equal payloads get the same object while it is remembered. */
export function toSite(payload: EventSitePayload, rules: RedactRules = DEFAULT_RULES): ErrorSite {
  // A client that sends its own grouping may send another with each event.
  if (payload.fingerprint) return digestSite(payload, rules);
  const { type, message, stack = null } = payload;
  const stackFrames = payload.stackFrames ?? [];
  const platform = typeof payload.platform === 'string' ? payload.platform : null;
  const plain = { type, message, stack, stackFrames, platform, hasCauses: hasCauses(payload) };
  const key = toStackKey(message, stack ?? '', stackFrames);
  const found = known.get(key);
  if (found?.rules === rules && isSameSite(found.payload, plain)) return found.site;
  const site = digestSite(payload, rules);
  if (isWorthKnowing(plain, site)) {
    known.set(key, { payload: { ...plain, stackFrames: copyFrames(stackFrames) }, rules, site });
  }
  return site;
}

function hasCauses({ causes }: EventSitePayload): boolean {
  return Array.isArray(causes) && causes.length > 0;
}

function digestSite(payload: EventSitePayload, rules: RedactRules): ErrorSite {
  const site = redactSite(normalizeSite(payload), rules);
  const print = fingerprint(site);
  return {
    type: site.type,
    message: site.message,
    fingerprint: print.value,
    fingerprintVersion: print.version,
    grouping: JSON.stringify(print.parts),
    explanation: explain(site.type, site.message, site.language),
    stack: toStackContent(hasCauses(payload) ? { ...site, causes: [] } : site),
  };
}

/** What is remembered must not hold on to much memory: neither what is stored, nor what was sent and cut. */
function isWorthKnowing({ message, stack, stackFrames }: PlainPayload, site: ErrorSite): boolean {
  const sentChars = message.length + (stack?.length ?? 0) + countFrameChars(stackFrames);
  return Math.max(sentChars, site.message.length + (site.stack?.text.length ?? 0)) <= KNOWN_SITE_CHARS_MAX;
}

function isSameSite(one: PlainPayload, other: PlainPayload): boolean {
  return (
    one.message === other.message &&
    one.stack === other.stack &&
    one.type === other.type &&
    one.platform === other.platform &&
    one.hasCauses === other.hasCauses &&
    areSameFrames(one.stackFrames, other.stackFrames)
  );
}
