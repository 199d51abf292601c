// Groups that people made of others: what each part was, and where the events with its fingerprint go. Whoever changes a row
// holds the project alone.

import { BY_HAND_VERSION } from '../../../grouping-versions.js';
import { PART_LEAVING, type PartRow, type PartsMade, type ShownPart } from '../../sqlite/tables/group-parts.js';
import type { MergedPartRow } from '../../sqlite/tables/merged-parts.js';
import type { Queries } from '../connection.js';

export type { PartRow } from '../../sqlite/tables/group-parts.js';

const COLUMNS = `id, project_id, into_id, encode(fingerprint, 'hex') AS fingerprint, fingerprint_version, status, severity,
  last_seen_at_ms, reopened_at_ms, state, boundary_id, after_ms, after_id`;
const RANDOM = "decode(md5(random()::text) || md5(random()::text), 'hex')";

export interface PartPrint {
  readonly fingerprint: string;
  readonly fingerprintVersion: number;
}

export const toPartKey = ({ fingerprint, fingerprintVersion }: PartPrint): string =>
  `${fingerprintVersion}/${fingerprint}`;

/** The parts that events with these fingerprints belong to, by `toPartKey`. Those that leave have none any more. */
export async function findParts(
  transaction: Queries,
  projectId: number,
  fingerprints: readonly string[],
): Promise<Map<string, PartRow>> {
  const rows = await transaction.query<PartRow>(
    `/* project */ SELECT ${COLUMNS} FROM group_parts WHERE project_id = $1 AND state <> ${PART_LEAVING}
       AND fingerprint IN (SELECT decode(f, 'hex') FROM unnest($2::text[]) AS f)`,
    [projectId, fingerprints],
  );
  return new Map(rows.map((row) => [toPartKey(row), row]));
}

/** A project with events on their way. */
export async function findDueParts(db: Queries): Promise<number | null> {
  const [row] = await db.query<{ projectId: number }>(
    '/* reference */ SELECT project_id FROM groupings WHERE parts_due = 1 ORDER BY project_id LIMIT 1',
  );
  return row?.projectId ?? null;
}

export async function countParts(db: Queries): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    '/* reference */ SELECT coalesce(sum(part_count), 0)::bigint AS count FROM groupings',
  );
  return row?.count ?? 0;
}

/** The parts of a group, the one that it has its id of first. */
export function readShownParts(db: Queries, projectId: number, groupId: number): Promise<ShownPart[]> {
  return db.query<ShownPart>(
    `/* project */ SELECT id, type, message, event_count, merged_at_ms, merged_by, state FROM group_parts
     WHERE project_id = $1 AND into_id = $2 ORDER BY id <> $2, id`,
    [projectId, groupId],
  );
}

/** The parts of a group as they were, in the order of their ids. */
export function readMergedParts(db: Queries, projectId: number, groupId: number): Promise<MergedPartRow[]> {
  return db.query<MergedPartRow>(
    `/* project */ SELECT id, encode(fingerprint, 'hex') AS fingerprint, type, message, source, severity, status, explanation,
       first_seen_at_ms, last_seen_at_ms, event_count, reopened_at_ms, culprit, state
     FROM group_parts WHERE project_id = $1 AND into_id = $2 ORDER BY id`,
    [projectId, groupId],
  );
}

/** The parts of one project, in a transaction. */
export interface PartTables {
  ofGroups(intoIds: readonly number[]): Promise<PartRow[]>;
  byIds(ids: readonly number[]): Promise<PartRow[]>;
  findDue(): Promise<PartRow | null>;
  /** Has the group be a part, as it is now. */
  add(groupId: number, made: PartsMade): Promise<void>;
  /** The parts of a group are those of another from now on. */
  moveAll(fromId: number, intoId: number): Promise<void>;
  setState(id: number, state: number, boundaryId: number): Promise<void>;
  /** Events of the group up to there have been looked at. */
  advance(intoId: number, place: { readonly afterMs: number; readonly afterId: number }): Promise<void>;
  /** No version of the grouping touches the group any more. */
  pin(groupId: number): Promise<void>;
  /** The group has the fingerprint that it had as this part. */
  unpin(id: number): Promise<void>;
  /** Shows the part as a group again, without events; `isWhole` where it is what the whole was. */
  show(id: number, isWhole: boolean): Promise<void>;
  remove(id: number): Promise<void>;
  /** Of stored events. */
  readPartIds(eventRowIds: readonly number[]): Promise<Map<number, number | null>>;
  mark(eventRowId: number, partId: number | null): Promise<void>;
  /** Tells commits and other daemons of what there is. Last step of each change. */
  note(): Promise<void>;
}

export function openPartTables(transaction: Queries, projectId: number): PartTables {
  const read = (condition: string, parameters: readonly (readonly number[] | number)[] = []): Promise<PartRow[]> =>
    transaction.query<PartRow>(
      `/* project */ SELECT ${COLUMNS} FROM group_parts WHERE project_id = $1 AND ${condition} ORDER BY id`,
      [projectId, ...parameters],
    );
  const change = async (text: string, ...parameters: readonly (string | number | null)[]): Promise<void> => {
    await transaction.change(text, [projectId, ...parameters]);
  };
  return {
    ofGroups: (intoIds) => read('into_id = ANY($2::bigint[])', [intoIds]),
    byIds: (ids) => read('id = ANY($2::bigint[])', [ids]),
    findDue: async () => (await read('state <> 0'))[0] ?? null,
    add: (id, { intoId, atMs, by }) => change(ADD, id, intoId, atMs, by),
    moveAll: (fromId, intoId) =>
      change(
        '/* project */ UPDATE group_parts SET into_id = $3 WHERE project_id = $1 AND into_id = $2',
        fromId,
        intoId,
      ),
    setState: (id, state, boundaryId) =>
      change(
        `/* project */ UPDATE group_parts SET state = $3::smallint, boundary_id = $4::bigint, after_ms = $5::bigint, after_id = 0
         WHERE project_id = $1 AND id = $2`,
        id,
        state,
        boundaryId,
        Number.MIN_SAFE_INTEGER,
      ),
    advance: (intoId, { afterMs, afterId }) =>
      change(
        `/* project */ UPDATE group_parts SET after_ms = $3::bigint, after_id = $4::bigint
         WHERE project_id = $1 AND into_id = $2 AND state = ${PART_LEAVING}`,
        intoId,
        afterMs,
        afterId,
      ),
    remove: (id) => change('/* project */ DELETE FROM group_parts WHERE project_id = $1 AND id = $2', id),
    async readPartIds(ids) {
      const rows = await transaction.query<{ id: number; partId: number | null }>(
        '/* project */ SELECT id, part_id FROM events WHERE project_id = $1 AND id = ANY($2::bigint[])',
        [projectId, ids],
      );
      return new Map(rows.map(({ id, partId }) => [id, partId]));
    },
    mark: (id, partId) =>
      change('/* project */ UPDATE events SET part_id = $3::bigint WHERE project_id = $1 AND id = $2', id, partId),
    ...openShown(change),
    note: () => note(transaction, projectId),
  };
}

const ADD = `/* project */ INSERT INTO group_parts (project_id, id, into_id, fingerprint, fingerprint_version, type, message, source, severity,
    status, first_seen_at_ms, last_seen_at_ms, event_count, reopened_at_ms, culprit, explanation, explanation_title,
    suggestion, explanation_evidence, grouping, searched, merged_at_ms, merged_by)
  SELECT g.project_id, g.id, $3::bigint, g.fingerprint, g.fingerprint_version, g.type, g.message, g.source, g.severity,
    g.status, g.first_seen_at_ms, g.last_seen_at_ms, g.event_count, g.reopened_at_ms, g.culprit, t.explanation,
    t.explanation_title, t.suggestion, t.explanation_evidence, t.grouping, t.searched, $4::bigint, $5::text
  FROM error_groups g JOIN error_group_texts t ON t.project_id = g.project_id AND t.id = g.id
  WHERE g.project_id = $1 AND g.id = $2`;

type Change = (text: string, ...parameters: readonly (string | number | null)[]) => Promise<void>;

function openShown(change: Change): Pick<PartTables, 'pin' | 'unpin' | 'show'> {
  // Parts of a client's own may give groups of two versions one fingerprint.
  const pin = (id: number): Promise<void> =>
    change(
      `/* project */ UPDATE error_groups g SET fingerprint_version = ${BY_HAND_VERSION}, fingerprint = CASE WHEN EXISTS (
           SELECT FROM error_groups o WHERE o.project_id = $1 AND o.fingerprint_version = ${BY_HAND_VERSION}
             AND o.fingerprint = g.fingerprint AND o.id <> g.id) THEN ${RANDOM} ELSE g.fingerprint END
       WHERE g.project_id = $1 AND g.id = $2`,
      id,
    );
  // Where another group has its fingerprint, it waits to be grouped.
  const isTaken = `EXISTS (SELECT FROM error_groups o WHERE o.project_id = $1 AND o.id <> $2
    AND o.fingerprint_version = p.fingerprint_version AND o.fingerprint = p.fingerprint)`;
  const unpin = (id: number): Promise<void> =>
    change(
      `/* project */ UPDATE error_groups g SET fingerprint_version = CASE WHEN ${isTaken} THEN 0 ELSE p.fingerprint_version END,
         fingerprint = CASE WHEN ${isTaken} THEN ${RANDOM} ELSE p.fingerprint END
       FROM group_parts p WHERE g.project_id = $1 AND g.id = $2 AND p.project_id = g.project_id AND p.id = g.id`,
      id,
    );
  return {
    pin,
    unpin,
    async show(id, isWhole) {
      await change(
        `/* project */ INSERT INTO error_groups (project_id, id, fingerprint, fingerprint_version, type, message, source, severity, status,
           first_seen_at_ms, last_seen_at_ms, event_count, reopened_at_ms, culprit)
         SELECT project_id, id, ${RANDOM}, 0, type, message, source, severity, status, first_seen_at_ms,
           last_seen_at_ms, 0, reopened_at_ms, culprit FROM group_parts WHERE project_id = $1 AND id = $2
         ON CONFLICT DO NOTHING`,
        id,
      );
      await change(
        `/* project */ INSERT INTO error_group_texts (project_id, id, explanation, explanation_title, suggestion, explanation_evidence,
           grouping, searched)
         SELECT project_id, id, explanation, explanation_title, suggestion, explanation_evidence, grouping, searched
         FROM group_parts WHERE project_id = $1 AND id = $2
         ON CONFLICT DO NOTHING`,
        id,
      );
      await unpin(id);
      if (isWhole) await pin(id);
    },
  };
}

async function note(transaction: Queries, projectId: number): Promise<void> {
  const [row] = await transaction.query<{ parts: number; due: number }>(
    `/* project */ SELECT count(*) AS parts, count(*) FILTER (WHERE state <> 0) AS due FROM group_parts WHERE project_id = $1`,
    [projectId],
  );
  await transaction.change(
    '/* reference */ UPDATE groupings SET part_count = $2::integer, parts_due = $3::smallint WHERE project_id = $1',
    [projectId, row?.parts ?? 0, (row?.due ?? 0) > 0 ? 1 : 0],
  );
}
