// What rules of a project's own would have done to its newest events. Nothing of what is stored changes by it.

import type { Grouping } from '../schemas/error-group.js';
import type { GroupingRulesPreview } from '../schemas/grouping.js';
import type { GroupingRule } from '../schemas/project-settings.js';
import { ErrordError } from './errors.js';
import { type PreviewedGroup, toPreviewFigures } from './grouping-preview.js';
import {
  PREVIEW_CHANGES_MAX,
  PREVIEW_MS_MAX,
  PREVIEW_NAMES_MAX,
  RULES_PREVIEW_EVENTS_MAX,
  RULES_PREVIEW_PAGE_EVENTS,
} from './limits.js';
import type { RuleMatch } from './messages.js';
import type { RedactSettings } from './redact-settings.js';
import type { GroupOfEvents, NewestEvents } from './store/regroup.js';
import type { Store } from './store/store.js';
import { type Fingerprinter, openFingerprinter } from './workers/fingerprinter.js';

export interface RulesPreviewOptions {
  readonly store: Pick<Store, 'regroup'>;
  readonly redaction: RedactSettings;
  /** Milliseconds that never go back. */
  readonly monotonic: () => number;
}

export interface RulesPreviewRequest {
  readonly projectName: string;
  /** In the order in which they are tried. */
  readonly rules: readonly GroupingRule[];
}

/** Null for a project that nobody has named. */
export type PreviewRules = (request: RulesPreviewRequest) => Promise<GroupingRulesPreview | null>;

/** One look at a time, as each has a thread: a second one meanwhile is refused with `queue_full`. */
export function openRulesPreview(options: RulesPreviewOptions): PreviewRules {
  let isBusy = false;
  return async (request) => {
    if (isBusy) throw new ErrordError('queue_full', 'another preview of rules is under way');
    isBusy = true;
    const fingerprinter = openFingerprinter({ redaction: options.redaction, hasMaps: false });
    try {
      return await lookAt(request, options, fingerprinter);
    } finally {
      isBusy = false;
      await fingerprinter.close();
    }
  };
}

/** Page by page, as long as one may wait for it. */
async function lookAt(
  { projectName, rules }: RulesPreviewRequest,
  { store, monotonic }: RulesPreviewOptions,
  fingerprinter: Fingerprinter,
): Promise<GroupingRulesPreview | null> {
  const endMs = monotonic() + PREVIEW_MS_MAX;
  const tally = new RulesTally(rules);
  for (let after: string | null = null; ; ) {
    const eventsMax = Math.min(RULES_PREVIEW_PAGE_EVENTS, RULES_PREVIEW_EVENTS_MAX - tally.eventCount);
    const page: NewestEvents | null = await store.regroup.newest({ projectName, after, eventsMax });
    if (page === null) return null;
    const texts = page.events.map(({ event }) => event);
    tally.add(page, texts.length === 0 ? [] : await fingerprinter.matchRules(texts, rules));
    after = page.next;
    const isWhole = after === null || tally.eventCount >= RULES_PREVIEW_EVENTS_MAX;
    if (isWhole || monotonic() >= endMs) return tally.toPreview(projectName, isWhole);
  }
}

interface SeenGroup {
  readonly facts: GroupOfEvents;
  /** What its events would be grouped by: those of a rule, and those that stay. */
  readonly keys: Set<string>;
}

/** Counts what the rules decide. Groups that people made stay: they stand above rules. */
class RulesTally {
  eventCount = 0;
  readonly #groups = new Map<string, SeenGroup>();
  readonly #rules: (Pick<GroupingRule, 'name' | 'ignore'> & { events: number; readonly groupIds: Set<string> })[];

  constructor(rules: readonly GroupingRule[]) {
    this.#rules = rules.map(({ name, ignore }) => ({
      name,
      ...(ignore === true && { ignore }),
      events: 0,
      groupIds: new Set(),
    }));
  }

  add({ events, groups }: NewestEvents, matches: readonly (RuleMatch | null)[]): void {
    this.eventCount += events.length;
    for (const facts of groups) if (!this.#groups.has(facts.id)) this.#groups.set(facts.id, { facts, keys: new Set() });
    for (const [index, { groupId }] of events.entries()) {
      const group = this.#groups.get(groupId);
      if (group !== undefined) this.#count(group, matches[index] ?? null);
    }
  }

  #count({ facts, keys }: SeenGroup, match: RuleMatch | null): void {
    const rule = match === null || facts.isByHand ? undefined : this.#rules[match.index];
    if (match === null || rule === undefined) {
      keys.add(toStayingKey(facts));
      return;
    }
    rule.events += 1;
    rule.groupIds.add(facts.id);
    keys.add(match.fingerprint === null ? toStayingKey(facts) : OF_RULE + match.fingerprint);
  }

  toPreview(projectName: string, isWhole: boolean): GroupingRulesPreview {
    const groups = [...this.#groups.values()].map(
      ({ facts: { id, type, message, count }, keys }): PreviewedGroup => ({
        id,
        type,
        message,
        count,
        keys: [...keys],
      }),
    );
    const figures = toPreviewFigures(groups);
    return {
      projectId: projectName,
      groups: figures.groups,
      joined: figures.joined,
      split: figures.split,
      changes: figures.changes.slice(0, PREVIEW_CHANGES_MAX).map(({ before, after, groups: named, keys }) => ({
        before,
        after,
        groups: named,
        fingerprints: toFingerprints(keys),
      })),
      rules: this.#rules.map(({ groupIds, ...rule }) => ({ ...rule, groups: groupIds.size })),
      looked: { groups: groups.length, events: this.eventCount, isWhole },
    };
  }
}

const OF_RULE = 'rule ';

/**
 * A client's own single text, or an earlier rule, groups as a rule of the same text does: what comes would meet it. Two braces stand in
 * a rule for what is grouped by else.
 */
function toStayingKey({ id, grouping, isByHand }: GroupOfEvents): string {
  // The store wrote it, by its schema.
  const { custom } = JSON.parse(grouping) as Partial<Grouping>;
  const [only] = custom ?? [];
  const isText = custom?.length === 1 && only?.startsWith('{{') === false;
  return isText && !isByHand ? OF_RULE + only : `group ${id}`;
}

function toFingerprints(keys: ReadonlySet<string>): string[] {
  return [...keys]
    .filter((key) => key.startsWith(OF_RULE))
    .slice(0, PREVIEW_NAMES_MAX)
    .map((key) => key.slice(OF_RULE.length));
}
