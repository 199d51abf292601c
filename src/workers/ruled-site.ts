// The site of an event that a rule of its project decides: what its client, or a version of the grouping, would have grouped
// it by counts no more.

import { findRule, type GroupingRules, type MatchedRule } from './domain/fingerprint/grouping-rules.js';
import { fingerprint } from './domain/fingerprint/v1.js';
import { normalizeSite } from './domain/normalize.js';
import { type RedactedSite, redactSite } from './domain/redact-site.js';
import type { SecondPrintFacts } from './second-print.js';
import type { DigestedSite } from './site.js';
import { toEventPrint, withRule } from './stored-print.js';

/** What rules made of a site. */
export interface RuledSite {
  readonly rules: GroupingRules;
  /** Null where none of them decides. */
  readonly digested: DigestedSite | null;
}

/** Null where no rule decides. Remembered with the site; rules are compared by identity. */
export function toRuledSite(
  { payload, digested, rules }: Pick<SecondPrintFacts, 'payload' | 'digested' | 'rules'>,
  own: GroupingRules,
): DigestedSite | null {
  const known = digested.ruled;
  if (known?.rules === own) return known.digested;
  const redacted = digested.redacted ?? redactSite(normalizeSite(payload), rules);
  const rule = findRule(own, redacted);
  const made = rule === null ? null : toDigested(digested, redacted, rule);
  digested.ruled = { rules: own, digested: made };
  return made;
}

function toDigested(digested: DigestedSite, redacted: RedactedSite, rule: MatchedRule): DigestedSite {
  const { value, version, parts } = fingerprint({ ...redacted, clientFingerprint: [rule.fingerprint] });
  const print = toEventPrint({ value, version, parts: withRule(parts, rule.name) });
  // Of a mapped site its frames are what is shown.
  const { redacted: kept } = digested;
  return {
    site: { ...digested.site, ...print },
    secondPrints: {},
    rule,
    ...(kept !== undefined && { redacted: kept }),
  };
}
