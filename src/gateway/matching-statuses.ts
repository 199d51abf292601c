import type {
  ErrorGroup,
  ErrorGroupList,
  MatchingStatusChange,
  MatchingStatusesChanged,
  StatusChange,
} from '../../schemas/error-group.js';
import type { ErrorDetail } from '../../schemas/error-reply.js';
import { STATUS_GROUPS_MAX, STATUS_MATCHING_MAX } from '../../schemas/limits.js';
import type { Clock } from '../clock.js';
import { ErrordError } from '../errors.js';
import { MATCHING_PAGE_SIZE } from '../limits.js';
import type { Actor } from '../store/access.js';
import type { Store } from '../store/store.js';
import type { Exchange } from './exchange.js';
import { checkErrorList } from './group-query.js';
import type { QueryGate } from './query-gate.js';

export interface MatchingStatusesOptions {
  readonly store: Pick<Store, 'query' | 'setStatuses'>;
  readonly gate: QueryGate;
  readonly clock: Clock;
}

type Filter = MatchingStatusChange['filter'];
type Found = Pick<ErrorGroup, 'id' | 'status'>;

interface Step {
  readonly groups: readonly Found[];
  readonly change: StatusChange;
  readonly by: Actor;
}

export type MatchingOutcome =
  | { readonly kind: 'changed'; readonly answer: MatchingStatusesChanged }
  | { readonly kind: 'refused'; readonly details: readonly ErrorDetail[] }
  | { readonly kind: 'busy' };

/** Answers the change of all groups that a filter finds. Rejects when the store does. */
export async function answerMatchingStatuses(
  { reply }: Exchange,
  { change, by }: { readonly change: MatchingStatusChange; readonly by: Actor },
  statuses: MatchingStatuses,
): Promise<void> {
  const outcome = await statuses.change(change, by);
  if (outcome.kind === 'changed') reply.json(200, JSON.stringify(outcome.answer));
  else if (outcome.kind === 'refused') reply.error('invalid_query', { details: outcome.details });
  else reply.error('queue_full', { message: 'Another change of all matching errors is under way; try again shortly.' });
}

/** Changes the status of all groups that a filter finds, in steps between which others are served. */
export class MatchingStatuses {
  readonly #options: MatchingStatusesOptions;
  #isBusy = false;

  constructor(options: MatchingStatusesOptions) {
    this.#options = options;
  }

  /**
   * Tells what was changed, also when the store fails after the first step; rejects when it does before. One call at a
   * time: what it has found is in memory, and two of them would undo each other.
   */
  async change({ filter, ...change }: MatchingStatusChange, by: Actor): Promise<MatchingOutcome> {
    const nowMs = this.#options.clock();
    const checked = checkErrorList({ ...filter, page: 1, pageSize: MATCHING_PAGE_SIZE }, nowMs);
    if (!checked.ok) return { kind: 'refused', details: checked.details };
    if (this.#isBusy) return { kind: 'busy' };
    this.#isBusy = true;
    try {
      const { groups, isWhole } = await this.#find(checked.value, nowMs);
      const changing = groups.filter((group) => group.status !== change.status);
      const before: MatchingStatusesChanged['before'] = { unresolved: [], acknowledged: [], resolved: [], ignored: [] };
      const isDone = await this.#change({ groups: changing, change, by }, before);
      const updated = Object.values(before).reduce((sum, ids) => sum + ids.length, 0);
      return { kind: 'changed', answer: { success: true, updated, complete: isWhole && isDone, before } };
    } finally {
      this.#isBusy = false;
    }
  }

  /** In the order of the first time: what arrives meanwhile moves no group from one page to another. */
  async #find(
    filter: Filter,
    nowMs: number,
  ): Promise<{ readonly groups: readonly Found[]; readonly isWhole: boolean }> {
    const groups = new Map<string, Found>();
    let before: string | undefined;
    do {
      const page = await this.#read(filter, { before, nowMs });
      for (const { id, status } of page.errors) groups.set(id, { id, status });
      before = page.next;
    } while (before !== undefined && groups.size < STATUS_MATCHING_MAX);
    return { groups: [...groups.values()].slice(0, STATUS_MATCHING_MAX), isWhole: before === undefined };
  }

  async #read(
    filter: Filter,
    { before, nowMs }: { readonly before: string | undefined; readonly nowMs: number },
  ): Promise<ErrorGroupList> {
    const place = {
      sort: 'firstSeen',
      page: 1,
      pageSize: MATCHING_PAGE_SIZE,
      ...(before !== undefined && { before }),
    } as const;
    const read: ErrorGroupList[] = [];
    await this.#options.gate.run(async () => {
      const json = await this.#options.store.query({
        name: 'listErrorGroups',
        id: '',
        parameters: { ...filter, ...place },
        nowMs,
      });
      if (json === null) throw new Error('the list was not found');
      // What the store answers is what its schema says, because it writes it by that schema.
      read.push(
        JSON.parse(Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString('utf8')) as ErrorGroupList,
      );
    });
    const [list] = read;
    if (list === undefined) throw new Error('the list was not read');
    return list;
  }

  /** Fills `before` step by step. False when the store failed after the first one. */
  async #change({ groups, change, by }: Step, before: MatchingStatusesChanged['before']): Promise<boolean> {
    for (let from = 0; from < groups.length; from += STATUS_GROUPS_MAX) {
      const step = groups.slice(from, from + STATUS_GROUPS_MAX);
      try {
        const ids = step.map(({ id }) => id);
        const { missingIds } = await this.#options.store.setStatuses(ids, change, by);
        const missing = new Set(missingIds);
        for (const group of step) if (!missing.has(group.id)) before[group.status].push(group.id);
      } catch (error) {
        if (from === 0 || !(error instanceof ErrordError)) throw error;
        return false;
      }
    }
    return true;
  }
}
