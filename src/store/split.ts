// The part of the port that is about groups that people make of some events of another.

import type { ErrorGroup } from '../../schemas/error-group.js';
import type { Severity } from '../../schemas/words.js';
import type { EventConditions } from '../event-conditions.js';
import type { Actor } from './access.js';

export interface SplitRequest {
  readonly groupId: string;
  readonly conditions: EventConditions;
}

/** Why a group cannot be split. */
export type SplitRefusal =
  | 'unknown'
  /** Events of it are on their way. */
  | 'busy'
  /** The project is grouped anew. */
  | 'regrouping'
  /** There are as many splits as can be. */
  | 'limit'
  /** No event that was looked at meets the conditions. */
  | 'none'
  /** Each of its events does. */
  | 'all';

/** The group that is made of the events, or would be. */
export interface MadeGroup {
  /** Null where it would be. */
  readonly id: string | null;
  readonly type: string;
  readonly message: string;
  readonly severity: Severity;
  readonly count: number;
  readonly firstSeenAtMs: number;
  readonly lastSeenAtMs: number;
}

export type SplitOutcome =
  | { readonly kind: 'refused'; readonly reason: SplitRefusal }
  | {
      readonly kind: 'done';
      /** What is left, or would be. */
      readonly group: ErrorGroup;
      readonly made: MadeGroup;
      /** False while events are on their way. */
      readonly isComplete: boolean;
      /** Of a preview: the events that were looked at, the newest, and whether these are all. */
      readonly looked?: { readonly events: number; readonly isWhole: boolean };
    };

/** What a look through the newest events of a group has found; with the row of an event that would go. */
export type SplitLook =
  | Extract<SplitOutcome, { kind: 'refused' }>
  | (Extract<SplitOutcome, { kind: 'done' }> & { readonly eventRowId: number });

export interface SplitStore {
  /**
   * Has the events of a group that meet the conditions be a group of their own: new ones from now on, and the stored ones in
   * steps, which `RegroupStore.step` goes on with where the call ends before they are through. The group is looked through as by
   * `preview` first, and what that refuses is refused.
   */
  split(request: SplitRequest, by?: Actor): Promise<SplitOutcome>;
  /** What `split` would answer when all events are where they belong, counted from the newest events. Changes nothing. */
  preview(request: SplitRequest): Promise<SplitOutcome>;
}
