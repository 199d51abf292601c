// The events of a group that a query leaves: no index has what they say, so the newest are looked at, some at a time.

import { when } from '../../../answers/condition.js';
import { type EventFilter, openEventLook } from '../../../answers/event-filter.js';
import type { Queries } from '../connection.js';
import { EVENT_QUERY_STEP_ROWS } from '../limits.js';
import { EVENTS, type EventRow } from './event-texts.js';
import { type ListShape, type Place, readRows, type Sized } from './lists.js';
import { ofProject } from './scope.js';
import { ask } from './statement.js';

export interface FilteredEventsPlan {
  readonly group: { readonly id: number; readonly projectId: number };
  readonly filter: EventFilter;
  /** The place that it goes on behind. */
  readonly before: Place | undefined;
  readonly page: number;
  readonly pageSize: number;
}

export interface FilteredEvents {
  /** Of the page, newest first, and maybe some more than go into an answer: see `takePage`. */
  readonly found: Sized<EventRow & Place>[];
  /** Of the events that were looked at, those that the filter leaves. */
  readonly total: number;
  /** The last event that was looked at, where there are more. */
  readonly end: Place | null;
}

interface LookedRow extends Place {
  readonly contextHash: string | null;
  readonly details: string | null;
}

const toLooked = (details: string): ListShape => ({
  from: 'events AS e',
  alias: 'e',
  time: 'e.timestamp_ms',
  columns: { context_hash: 'e.context_hash', details },
  joins: 'LEFT JOIN contents AS c ON c.project_id = e.project_id AND c.hash = e.context_hash',
  bytes: `coalesce(octet_length(${details}), 0) + coalesce(octet_length(c.body), 0)`,
});
const WHOLE = toLooked('e.details');
const SHARED = toLooked('NULL::text');

export async function readFilteredEvents(
  db: Queries,
  { group, filter, before, page, pageSize }: FilteredEventsPlan,
): Promise<FilteredEvents> {
  const { left, end } = await look(db, { group, filter, before });
  const ids = left.slice((page - 1) * pageSize, page * pageSize).map(({ id }) => id);
  const found =
    ids.length === 0
      ? []
      : await readRows<EventRow & Place>(db, EVENTS, {
          scope: group.projectId,
          conditions: [ofProject('e', group.projectId), { sql: 'e.id = ANY(:ids::bigint[])', values: { ids } }],
          before: undefined,
          page: 1,
          pageSize: ids.length,
        });
  return { found, total: left.length, end };
}

async function look(
  db: Queries,
  { group: { id, projectId }, filter, before }: Pick<FilteredEventsPlan, 'group' | 'filter' | 'before'>,
): Promise<{ readonly left: readonly Place[]; readonly end: Place | null }> {
  const contexts = new Map<string, string>();
  const { isOver, leaves } = openEventLook<string>(filter, (hash) => contexts.get(hash));
  const known = new Set<string>();
  const left: Place[] = [];
  let end: Place | null = null;
  for (;;) {
    const rows: Sized<LookedRow>[] = await readRows<LookedRow>(db, filter.readsDetails ? WHOLE : SHARED, {
      scope: projectId,
      conditions: [ofProject('e', projectId), when('e.group_id = :groupId', 'groupId', id)],
      before: end ?? before,
      page: 1,
      pageSize: EVENT_QUERY_STEP_ROWS,
    });
    await readContexts(db, projectId, { rows, contexts, known });
    for (const row of rows) {
      if (isOver()) return { left, end };
      end = { id: row.id, sortMs: row.sortMs };
      if (leaves({ contextKey: row.contextHash, details: row.details })) left.push(end);
    }
    if ((rows[0]?.pageRows ?? 0) < EVENT_QUERY_STEP_ROWS && rows.length === (rows[0]?.pageRows ?? 0))
      return { left, end: null };
  }
}

interface Read {
  readonly rows: readonly LookedRow[];
  /** Those of the rows alone: what was read of them before is known. */
  readonly contexts: Map<string, string>;
  readonly known: Set<string>;
}

async function readContexts(db: Queries, projectId: number, { rows, contexts, known }: Read): Promise<void> {
  contexts.clear();
  const hashes = [...new Set(rows.map(({ contextHash }) => contextHash))].filter((hash) => hash !== null);
  const unknown = hashes.filter((hash) => !known.has(hash));
  if (unknown.length === 0) return;
  const found = await ask<{ hash: string; body: string }>(
    db,
    '/* project */ SELECT hash, body FROM contents WHERE project_id = :projectId AND hash = ANY(:hashes::uuid[])',
    { projectId, hashes: unknown },
  );
  for (const hash of unknown) known.add(hash);
  for (const { hash, body } of found) contexts.set(hash, body);
}
