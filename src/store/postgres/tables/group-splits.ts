// Groups that people made of some events of others: which events, and where they go. Whoever changes a row holds the project alone.

import { type EventConditions, toEventCondition } from '../../../event-conditions.js';
import {
  type GroupSplits,
  type NewSplit,
  parseConditions,
  type ShownSplit,
  SPLIT_DONE,
  SPLIT_MOVING,
  type SplitRow,
  toGroupSplits,
} from '../../sqlite/tables/group-splits.js';
import type { Queries } from '../connection.js';

interface StoredSplit extends Omit<SplitRow, 'conditions' | 'condition'> {
  readonly conditions: string;
}

const COLUMNS = `id, project_id, from_id, encode(fingerprint, 'hex') AS fingerprint, fingerprint_version,
  encode(own_fingerprint, 'hex') AS own_fingerprint, conditions, state, boundary_id, after_ms, after_id`;

/** A project with stored events on their way. */
export async function findDueSplits(db: Queries): Promise<number | null> {
  const [row] = await db.query<{ projectId: number }>(
    '/* reference */ SELECT project_id FROM groupings WHERE splits_due = 1 ORDER BY project_id LIMIT 1',
  );
  return row?.projectId ?? null;
}

export async function countSplits(db: Queries): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    '/* reference */ SELECT coalesce(sum(split_count), 0)::bigint AS count FROM groupings',
  );
  return row?.count ?? 0;
}

/** What was taken out of the group, and by what it was taken out of another. */
export async function readShownSplits(db: Queries, projectId: number, groupId: number): Promise<GroupSplits> {
  const rows = await db.query<ShownSplit>(
    `/* project */ SELECT id, from_id, conditions, split_at_ms AS at_ms, split_by AS by, state FROM group_splits
     WHERE project_id = $1 AND (from_id = $2 OR id = $2) ORDER BY id`,
    [projectId, groupId],
  );
  return toGroupSplits(
    rows.filter(({ fromId }) => fromId === groupId),
    rows.find(({ id }) => id === groupId),
  );
}

/** The splits of one project, in a transaction. */
export interface SplitTables {
  /** In the order of their ids, in which events are tried. */
  all(): Promise<SplitRow[]>;
  ofGroup(fromId: number): Promise<SplitRow[]>;
  /** Whether stored events are on their way out of one of the groups, or into it. */
  isMoving(groupIds: readonly number[]): Promise<boolean>;
  findDue(): Promise<SplitRow | null>;
  add(split: NewSplit): Promise<void>;
  advance(id: number, place: { readonly afterMs: number; readonly afterId: number }): Promise<void>;
  /** All stored events are where they belong. */
  finish(id: number): Promise<void>;
  /** Tells commits and other daemons of what there is. Last step of each change. */
  note(): Promise<void>;
}

export function openSplitTables(transaction: Queries, projectId: number): SplitTables {
  const read = async (condition: string, parameters: readonly (number | readonly number[])[] = []) => {
    const rows = await transaction.query<StoredSplit>(
      `/* project */ SELECT ${COLUMNS} FROM group_splits WHERE project_id = $1 AND ${condition} ORDER BY id`,
      [projectId, ...parameters],
    );
    return rows.map(toSplit);
  };
  return {
    all: () => read('true'),
    ofGroup: (fromId) => read('from_id = $2', [fromId]),
    isMoving: async (ids) =>
      (await read(`state <> ${SPLIT_DONE} AND (from_id = ANY($2::bigint[]) OR id = ANY($2::bigint[]))`, [ids])).length >
      0,
    findDue: async () => (await read(`state <> ${SPLIT_DONE}`))[0] ?? null,
    async add({ id, fromId, fingerprint, fingerprintVersion, ownFingerprint, conditions, atMs, by, boundaryId }) {
      await transaction.change(
        `/* project */ INSERT INTO group_splits (project_id, id, from_id, fingerprint, fingerprint_version, own_fingerprint,
           conditions, split_at_ms, split_by, state, boundary_id, after_ms)
         VALUES ($1, $2, $3, decode($4, 'hex'), $5::smallint, decode($6, 'hex'), $7, $8::bigint, $9::text, ${SPLIT_MOVING},
           $10::bigint, $11::bigint)`,
        [
          projectId,
          id,
          fromId,
          fingerprint,
          fingerprintVersion,
          ownFingerprint,
          JSON.stringify(conditions satisfies EventConditions),
          atMs,
          by,
          boundaryId,
          Number.MIN_SAFE_INTEGER,
        ],
      );
    },
    async advance(id, { afterMs, afterId }) {
      await transaction.change(
        `/* project */ UPDATE group_splits SET after_ms = $3::bigint, after_id = $4::bigint
         WHERE project_id = $1 AND id = $2`,
        [projectId, id, afterMs, afterId],
      );
    },
    async finish(id) {
      await transaction.change(
        `/* project */ UPDATE group_splits SET state = ${SPLIT_DONE} WHERE project_id = $1 AND id = $2`,
        [projectId, id],
      );
    },
    note: () => note(transaction, projectId),
  };
}

function toSplit({ conditions: json, ...row }: StoredSplit): SplitRow {
  const conditions = parseConditions(json);
  return { ...row, conditions, condition: toEventCondition(conditions) };
}

async function note(transaction: Queries, projectId: number): Promise<void> {
  const [row] = await transaction.query<{ splits: number; due: number }>(
    `/* project */ SELECT count(*) AS splits, count(*) FILTER (WHERE state <> ${SPLIT_DONE}) AS due FROM group_splits
     WHERE project_id = $1`,
    [projectId],
  );
  await transaction.change(
    '/* reference */ UPDATE groupings SET split_count = $2::integer, splits_due = $3::smallint WHERE project_id = $1',
    [projectId, row?.splits ?? 0, (row?.due ?? 0) > 0 ? 1 : 0],
  );
}
