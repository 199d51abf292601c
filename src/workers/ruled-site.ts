// The site of an event that a rule of its project decides: what its client, or a version of the grouping, would have grouped
// it by counts no more, where the rule has a fingerprint of its own.

import { findRule, type GroupingRules, type MatchedRule } from './domain/fingerprint/grouping-rules.js';
import { fingerprint } from './domain/fingerprint/v1.js';
import type { RedactedSite } from './domain/redact-site.js';
import { toRedactedSite } from './redacted-site.js';
import type { SecondPrintFacts } from './second-print.js';
import type { DigestedSite } from './site.js';
import { toEventPrint, withRule } from './stored-print.js';

/** What rules made of a site. */
export interface RuledSite {
  readonly rules: GroupingRules;
  /** Null where none of them decides. */
  readonly ruled: Ruled | null;
}

interface Ruled {
  /** The one that decides. */
  readonly rule: MatchedRule;
  /** Null where it leaves the event what it is grouped by. */
  readonly digested: DigestedSite | null;
}

/** Null where no rule decides. Remembered with the site; rules are compared by identity. */
export function toRuledSite(
  { payload, digested, rules }: Pick<SecondPrintFacts, 'payload' | 'digested' | 'rules'>,
  own: GroupingRules,
): Ruled | null {
  const known = digested.ruled;
  if (known?.rules === own) return known.ruled;
  const redacted = digested.redacted ?? toRedactedSite(payload, rules);
  const rule = findRule(own, redacted);
  const ruled = rule === null ? null : { rule, digested: toDigested(digested, redacted, rule) };
  digested.ruled = { rules: own, ruled };
  return ruled;
}

function toDigested(
  digested: DigestedSite,
  redacted: RedactedSite,
  { name, fingerprint: ofRule }: MatchedRule,
): DigestedSite | null {
  if (ofRule === null) return null;
  const { value, version, parts } = fingerprint({ ...redacted, clientFingerprint: [ofRule] });
  const print = toEventPrint({ value, version, parts: withRule(parts, name) });
  // Of a mapped site its frames are what is shown.
  const { redacted: kept } = digested;
  return {
    site: { ...digested.site, ...print },
    secondPrints: {},
    rule: { name, fingerprint: ofRule },
    ...(kept !== undefined && { redacted: kept }),
  };
}
