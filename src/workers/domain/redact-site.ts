// A site is what an event is grouped by: type, message, stack, frames.

import { MAX_MESSAGE_LENGTH } from '../../constants.js';
import type { NormalizedSite, SiteFields } from './normalize.js';
import { redactFrame, redactProse } from './redact-prose.js';
import { DEFAULT_RULES } from './redact-rules.js';
import type { RedactRules } from './redact-text.js';
import { cutText } from './text.js';

/** Free of secrets and bounded. Only this kind of site is grouped, explained and stored. */
export interface RedactedSite extends SiteFields {
  readonly stage: 'redacted';
}

export function redactSite(site: NormalizedSite, rules: RedactRules = DEFAULT_RULES): RedactedSite {
  return {
    stage: 'redacted',
    type: site.type,
    message: cutText(redactProse(site.message, rules), MAX_MESSAGE_LENGTH),
    stack: redactOptionalProse(site.stack, rules),
    stackFrames: site.stackFrames.map((frame) => redactFrame(frame, rules)),
    // They are stored too, as what the fingerprint was computed from.
    groupingFrames: site.groupingFrames.map((frame) => redactFrame(frame, rules)),
    clientFingerprint: site.clientFingerprint?.map((part) => redactProse(part, rules)),
  };
}

export function redactOptionalProse(text: string | undefined, rules: RedactRules): string | undefined {
  return text === undefined ? undefined : redactProse(text, rules);
}
