// The part of the port that is about saved views.

import type { Direction, GroupSort } from '../../schemas/words.js';

export interface ViewFacts {
  /** Null for a view of all projects. */
  readonly project: string | null;
  readonly name: string;
  readonly query: string;
  readonly sort: GroupSort;
  readonly direction: Direction;
}

export interface StoredView extends ViewFacts {
  readonly id: string;
}

/** What somebody wants of the views; what is absent of a change stays. */
export type ViewCommand =
  | { readonly kind: 'add'; readonly view: ViewFacts }
  | { readonly kind: 'change'; readonly id: string; readonly change: Partial<Omit<ViewFacts, 'project'>> }
  | { readonly kind: 'remove'; readonly id: string };

/** The view as it is then, or was. */
export type ViewOutcome =
  | { readonly kind: 'done'; readonly view: StoredView }
  | { readonly kind: 'refused'; readonly code: 'view_name_taken' | 'view_limit' | 'view_not_found' };
