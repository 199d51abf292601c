// The site of an event as it is grouped, explained and stored. Where the message alone is new, as where it holds an id, the
// frames are those of the event before: they are redacted once.

import { normalizeSite, type SitePayload } from './domain/normalize.js';
import { type RedactedFrames, type RedactedSite, redactSite } from './domain/redact-site.js';
import type { RedactRules } from './domain/redact-text.js';
import { addRepeatedFrames, areRepeatedFrames } from './domain/repeated-frames.js';
import { toLanguage } from './domain/stacks/languages.js';
import type { Language } from './domain/stacks/text-stack.js';

interface KnownFrames extends RedactedFrames {
  /** What decides besides which frames are the application's own: that of the platform. */
  readonly language: Language | undefined;
  /** A thread has one set of rules. */
  readonly rules: RedactRules;
}

/** By the frames as they are sent again. */
const known = new WeakMap<object, KnownFrames>();

/** Normalized, redacted and bounded. Frames that are sent again are the same array again. */
export function toRedactedSite(payload: SitePayload, rules: RedactRules): RedactedSite {
  const { stackFrames: sent } = payload;
  const normalized = normalizeSite(payload);
  if (!sent || normalized.stackFrames.length === 0 || !areRepeatedFrames(sent)) return redactSite(normalized, rules);
  const language = toLanguage(payload.platform);
  const found = known.get(sent);
  if (found !== undefined && found.rules === rules && found.language === language)
    return redactSite(normalized, rules, found);
  const site = redactSite(normalized, rules);
  const { stackFrames, groupingFrames } = site;
  addRepeatedFrames(stackFrames);
  known.set(sent, { stackFrames, groupingFrames, language, rules });
  return site;
}
