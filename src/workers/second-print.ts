// The fingerprint of version 2 of an event that comes in. What the site of an event decides of it is remembered with the site.

import type { EventPrint } from '../messages.js';
import type { Fingerprint } from './domain/fingerprint/fingerprint.js';
import { toGroupingFacts, toPlaceFacts } from './domain/fingerprint/grouping-facts.js';
import { fingerprintAt, type SitePrint, toSitePrint } from './domain/fingerprint/v2.js';
import type { RedactedEvent } from './domain/redact.js';
import type { RedactRules } from './domain/redact-text.js';
import { toRedactedSite } from './redacted-site.js';
import type { DigestedSite, EventSitePayload } from './site.js';
import { toEventPrint, withRule } from './stored-print.js';

interface KnownPrint {
  readonly site: SitePrint;
  /** Of all its events, where nothing else decides. */
  readonly print: EventPrint | null;
}

/** A site is of one source in almost every application, but its fingerprint may differ by it. */
export type SecondPrints = Partial<Record<RedactedEvent['source'], KnownPrint>>;

/** An event, what it was made of, and what `toSite` made of that. */
export interface SecondPrintFacts {
  readonly payload: EventSitePayload;
  readonly event: RedactedEvent;
  readonly digested: DigestedSite;
  readonly rules: RedactRules;
}

/** What version 2 groups the event by. */
export function toSecondPrint({ payload, event, digested, rules }: SecondPrintFacts): EventPrint {
  const { secondPrints, redacted, rule } = digested;
  // A site whose client sends its own parts is not remembered, so what is known has none but those of a rule.
  const ofRule = rule === undefined ? undefined : [rule.fingerprint];
  const toPrint = ({ value, version, parts }: Fingerprint): EventPrint =>
    toEventPrint({ value, version, parts: withRule(parts, rule?.name) });
  const found = secondPrints[event.source];
  if (found !== undefined) return found.print ?? toPrint(fingerprintAt(found.site, toPlaceFacts(event), ofRule));
  const facts = toGroupingFacts(redacted ?? toRedactedSite(payload, rules), event);
  const site = toSitePrint(facts);
  const print = toPrint(fingerprintAt(site, facts, ofRule ?? facts.clientFingerprint));
  secondPrints[event.source] = { site, print: site.asks.request || site.asks.component ? null : print };
  return print;
}
