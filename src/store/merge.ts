// The part of the port that is about groups that people make of others, and take apart again.

import type { ErrorGroup } from '../../schemas/error-group.js';
import type { Actor } from './access.js';

export interface MergeRequest {
  /** The first takes in the others. */
  readonly groupIds: readonly string[];
  /** Changes nothing. */
  readonly isPreview: boolean;
}

export interface UnmergeRequest {
  readonly groupId: string;
  /** Null for all of them. */
  readonly partIds: readonly string[] | null;
}

/** Why groups cannot be one, or one cannot be taken apart. */
export type MergeRefusal =
  | 'unknown'
  /** They are of several projects. */
  | 'projects'
  /** They are one already. */
  | 'same'
  /** Events of one of them are on their way. */
  | 'busy'
  /** The project is grouped anew. */
  | 'regrouping'
  /** There are as many parts as can be. */
  | 'limit'
  /** The group has no such part. */
  | 'parts';

export type MergeOutcome =
  | { readonly kind: 'refused'; readonly reason: MergeRefusal }
  | {
      readonly kind: 'done';
      /** The whole, as it is then or would be. */
      readonly group: ErrorGroup;
      /** The groups that it is, or was, made of. */
      readonly groups: readonly ErrorGroup[];
      /** False while events of these groups are on their way. */
      readonly isComplete: boolean;
      /** Of a preview of taking apart: the events that were counted, and whether these are all. */
      readonly looked?: { readonly events: number; readonly isWhole: boolean };
    };

export interface MergeStore {
  /**
   * Has groups of one project be one: new events of each come into the first, and the stored ones follow in steps, which
   * `RegroupStore.step` goes on with where the call ends before they are through. The first keeps its id and what people
   * decided about it; the ids of the others lead to it.
   */
  merge(request: MergeRequest, by?: Actor): Promise<MergeOutcome>;
  /** Takes parts out of a group: each is what it was, with its events, also those that came since. */
  unmerge(request: UnmergeRequest, by?: Actor): Promise<MergeOutcome>;
  /**
   * What `unmerge` would answer when all events are where they belong, counted from the newest events of the whole. A part of
   * which no event is stored would be none. Changes nothing.
   */
  previewUnmerge(request: UnmergeRequest): Promise<MergeOutcome>;
}
