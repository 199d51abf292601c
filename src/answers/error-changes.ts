// What happened to groups since a moment, as the answer `ErrorChanges`.

import { ErrorChanges } from '../../schemas/error-group.js';
import { compileStringify } from '../stringify.js';
import { parseTimestampMs, toIsoText } from '../timestamp.js';
import { rowToNews } from './group-signals.js';

const stringify = compileStringify(ErrorChanges);

/** A group, and what was news of it last. */
export interface ChangedRow {
  /** As the API shows it. */
  readonly id: string;
  readonly kind: number;
}

export interface NewsCount {
  readonly kind: number;
  readonly count: number;
}

/** Since when changes are told: from now on, where nothing is asked for. */
export function toSinceMs(since: string | undefined, nowMs: number): number {
  return since === undefined ? nowMs : parseTimestampMs(since);
}

export function errorChangesJson(
  { sinceMs, nowMs }: { readonly sinceMs: number; readonly nowMs: number },
  counts: readonly NewsCount[],
  groups: readonly ChangedRow[],
): string {
  const countOf = (news: 'new' | 'regressed' | 'louder'): number =>
    counts.find(({ kind }) => rowToNews(kind) === news)?.count ?? 0;
  return stringify({
    since: toIsoText(sinceMs),
    at: toIsoText(nowMs),
    new: countOf('new'),
    regressed: countOf('regressed'),
    louder: countOf('louder'),
    groups: groups.flatMap(({ id, kind }) => {
      const change = rowToNews(kind);
      return change === null ? [] : [{ id, change }];
    }),
  });
}
