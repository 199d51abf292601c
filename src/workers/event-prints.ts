// What an event that comes in is grouped by: by the version that its project uses, by the frames that its source maps tell,
// and by the rules that people wrote for it.

import type { EventDigest, EventPrint, PrintKey } from '../messages.js';
import type { GroupingRules } from './domain/fingerprint/grouping-rules.js';
import { type SourceMaps, toMappedSite, toMappedVersion } from './mapped-site.js';
import { toRuledSite } from './ruled-site.js';
import { type SecondPrintFacts, toSecondPrint } from './second-print.js';

export type EventPrints = Pick<EventDigest, 'site' | 'second' | 'unruled' | 'ignoredBy'>;

/** How projects are grouped. */
export interface PrintTools {
  /** Whether events of a project are grouped by version 2; none where it is absent. */
  readonly usesSecond?: (projectName: string | null) => boolean;
  /** Absent where no project has source maps. */
  readonly maps?: SourceMaps;
  /** Rules of a project's own; absent where no project has some. */
  readonly groupingRulesOf?: (projectName: string | null) => GroupingRules | undefined;
}

/** The rules of a project stand above what else it is grouped by, and what its clients send. */
export function toEventPrints(facts: SecondPrintFacts, tools: PrintTools): EventPrints {
  const { projectName } = facts.event;
  const usesSecond = tools.usesSecond?.(projectName) === true;
  const places = tools.maps?.placesOf(projectName);
  const mapped = tools.maps === undefined || places === undefined ? undefined : toMappedSite(facts, tools.maps, places);
  const whole = mapped === undefined ? facts : { ...facts, digested: mapped.digested };
  const usual = toPrints(whole, usesSecond, mapped?.print);
  const own = tools.groupingRulesOf?.(projectName);
  const ruled = own === undefined ? null : toRuledSite(whole, own);
  if (ruled === null) return usual;
  const { rule, digested } = ruled;
  const ignored = rule.ignores ? { ignoredBy: rule.name } : {};
  if (digested === null) return { ...usual, ...ignored };
  const first = mapped === undefined ? undefined : toMappedVersion(digested.site);
  const { site, second } = usual;
  const unruled = { site: toKey(site), ...(second !== undefined && { second: toKey(second) }) };
  return { ...toPrints({ ...whole, digested }, usesSecond, first), unruled, ...ignored };
}

/** `mapped` is what the rule of version 1 makes of mapped frames, where the project has source maps. */
function toPrints(facts: SecondPrintFacts, usesSecond: boolean, mapped: EventPrint | undefined): EventPrints {
  const { site } = facts.digested;
  if (!usesSecond) return mapped === undefined ? { site } : { site, second: mapped };
  const second = toSecondPrint(facts);
  return { site, second: mapped === undefined ? second : toMappedVersion(second) };
}

function toKey({ fingerprint, fingerprintVersion }: EventPrint): PrintKey {
  return { fingerprint, fingerprintVersion };
}
