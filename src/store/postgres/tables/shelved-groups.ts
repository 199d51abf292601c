// The groups of version 1 of a project that uses version 2, kept up to date, so that the choice can be taken back. An event
// without a `home_id` is in the shelved group that has the id of the group that shows it.

import { toSeverityRow, toSourceRow, toStatusRow } from '../../../answers/enums.js';
import type { EventDigest } from '../../../messages.js';
import type { ShelvedHead } from '../../sqlite/tables/shelved-groups.js';
import { byProject, openProjectBulk } from '../bulk.js';
import type { Queries } from '../connection.js';
import { type GroupTextsRow, toTextsRow } from './error-groups.js';

export interface ShelfKey {
  readonly projectId: number;
  /** Of version 1, in hex. */
  readonly fingerprint: string;
}

export type ShelfHead = ShelvedHead & { readonly projectId: number };
export type ShelfRow = ShelfHead & ShelfKey & GroupTextsRow & ShelfFacts;
interface ShelfFacts {
  readonly type: string;
  readonly message: string;
  readonly source: number;
}

export const toShelfKey = ({ projectId, fingerprint }: ShelfKey): string => `${projectId}/${fingerprint}`;

const HEAD_COLUMNS = `project_id, id, severity, status, first_seen_at_ms, last_seen_at_ms, event_count, reopened_at_ms,
  culprit, fingerprint`;
const HEAD = `s.project_id, s.id, s.severity, s.status, s.first_seen_at_ms, s.last_seen_at_ms, s.event_count,
  s.reopened_at_ms, s.culprit`;
const keys = openProjectBulk<ShelfKey>({ fingerprint: 'text' });
// One look for each that is wanted, as for groups that are shown.
const FIND = `/* project */ SELECT ${HEAD}, encode(s.fingerprint, 'hex') AS fingerprint
  FROM (SELECT decode(fingerprint, 'hex') AS fingerprint FROM unnest(${keys.arrays}) AS wanted (${keys.names}) ORDER BY 1) AS w
    CROSS JOIN LATERAL (SELECT ${HEAD_COLUMNS} FROM shelved_groups
      WHERE project_id = $1 AND fingerprint = w.fingerprint FOR NO KEY UPDATE) AS s`;

/** Those that there are, by `toShelfKey`, locked until the transaction ends. */
export async function findShelved(transaction: Queries, wanted: readonly ShelfKey[]): Promise<Map<string, ShelfHead>> {
  const rows = await byProject(wanted, (projectId, own) =>
    transaction.query<ShelfHead & ShelfKey>(FIND, keys.parameters(projectId, own)),
  );
  return new Map(rows.flat().map((row) => [toShelfKey(row), row]));
}

/** A group that is only on the shelf, with one event in it. */
export function toNewShelved(id: number, projectId: number, digest: EventDigest): ShelfRow {
  const { site } = digest;
  const seenAtMs = Math.min(digest.timestampMs, digest.receivedAtMs);
  return {
    id,
    projectId,
    fingerprint: site.fingerprint,
    type: site.type,
    message: site.message,
    source: toSourceRow(digest.source),
    severity: toSeverityRow(digest.severity),
    // As in the SQLite store: a rule does not decide about groups of another version.
    status: toStatusRow('unresolved'),
    firstSeenAtMs: seenAtMs,
    lastSeenAtMs: seenAtMs,
    eventCount: 1,
    reopenedAtMs: null,
    culprit: site.culprit,
    ...toTextsRow(site, site.grouping),
  };
}

const bulk = openProjectBulk<ShelfRow>({
  id: 'bigint',
  fingerprint: 'text',
  type: 'text',
  message: 'text',
  source: 'smallint',
  severity: 'smallint',
  status: 'smallint',
  first_seen_at_ms: 'bigint',
  last_seen_at_ms: 'bigint',
  event_count: 'bigint',
  reopened_at_ms: 'bigint',
  culprit: 'text',
  explanation: 'text',
  explanation_title: 'text',
  suggestion: 'text',
  explanation_evidence: 'text',
  grouping: 'text',
  searched: 'text',
});
const INSERT = `/* project */ INSERT INTO shelved_groups (project_id, ${bulk.names})
  SELECT $1::integer, ${bulk.names.replace(', fingerprint,', ", decode(fingerprint, 'hex'),")}
  FROM unnest(${bulk.arrays}) AS new (${bulk.names}) ORDER BY fingerprint
  ON CONFLICT (project_id, fingerprint) DO NOTHING`;

/** False when another daemon has just put one of them there: then the transaction has to be done again. */
export async function insertShelved(transaction: Queries, rows: readonly ShelfRow[]): Promise<boolean> {
  const inserted = await byProject(rows, (projectId, own) =>
    transaction.change(INSERT, bulk.parameters(projectId, own)),
  );
  return inserted.reduce((sum, count) => sum + count, 0) === rows.length;
}

/** The fingerprint of the group with this id, in hex; null where it is not on the shelf. */
export async function shelvedPrintOf(transaction: Queries, projectId: number, id: number): Promise<string | null> {
  const [row] = await transaction.query<{ fingerprint: string }>(
    `/* project */ SELECT encode(fingerprint, 'hex') AS fingerprint FROM shelved_groups WHERE project_id = $1 AND id = $2`,
    [projectId, id],
  );
  return row?.fingerprint ?? null;
}

const COLUMNS = `id, project_id, fingerprint, type, message, source, severity, status, first_seen_at_ms, last_seen_at_ms,
  event_count, reopened_at_ms, explanation, explanation_title, suggestion, explanation_evidence, grouping, searched, culprit`;

/** Puts a copy of a group that is shown on the shelf. */
export async function keepOnShelf(transaction: Queries, projectId: number, id: number): Promise<void> {
  await transaction.change(
    `/* project */ INSERT INTO shelved_groups (${COLUMNS})
     SELECT g.id, g.project_id, g.fingerprint, g.type, g.message, g.source, g.severity, g.status,
       g.first_seen_at_ms, g.last_seen_at_ms,
       g.event_count + (SELECT count(*) FROM events e WHERE e.project_id = g.project_id AND e.home_id = g.id),
       g.reopened_at_ms, t.explanation, t.explanation_title, t.suggestion, t.explanation_evidence, t.grouping, t.searched,
       g.culprit
     FROM error_groups g JOIN error_group_texts t ON t.project_id = g.project_id AND t.id = g.id
     WHERE g.project_id = $1 AND g.id = $2
     ON CONFLICT (project_id, id) DO UPDATE SET (severity, status, first_seen_at_ms, last_seen_at_ms, event_count,
         reopened_at_ms, culprit) = (excluded.severity, excluded.status, excluded.first_seen_at_ms,
         excluded.last_seen_at_ms, excluded.event_count, excluded.reopened_at_ms, excluded.culprit)`,
    [projectId, id],
  );
}

/** Shows the group again, without events: they are counted as they come back. */
export async function showShelved(transaction: Queries, projectId: number, id: number): Promise<void> {
  const where = 'WHERE project_id = $1 AND id = $2';
  await transaction.change(
    `/* project */ INSERT INTO error_groups (id, project_id, fingerprint, fingerprint_version, type, message,
       source, severity, status, first_seen_at_ms, last_seen_at_ms, event_count, reopened_at_ms, culprit)
     SELECT id, project_id, fingerprint, 1, type, message, source, severity, status, first_seen_at_ms,
       last_seen_at_ms, 0, reopened_at_ms, culprit FROM shelved_groups ${where}`,
    [projectId, id],
  );
  await transaction.change(
    `/* project */ INSERT INTO error_group_texts (id, project_id, explanation, explanation_title, suggestion,
       explanation_evidence, grouping, searched)
     SELECT id, project_id, explanation, explanation_title, suggestion, explanation_evidence, grouping, searched
     FROM shelved_groups ${where}`,
    [projectId, id],
  );
  await transaction.change(`/* project */ DELETE FROM shelved_groups ${where}`, [projectId, id]);
}

/** Makes the shown group with the same id what the one on the shelf is, but for its events. */
export async function showShelvedInPlace(transaction: Queries, projectId: number, id: number): Promise<void> {
  const where = 's.project_id = $1 AND s.id = $2';
  await transaction.change(
    `/* project */ UPDATE error_groups g SET fingerprint_version = 1, fingerprint = s.fingerprint, severity = s.severity,
       status = s.status, first_seen_at_ms = s.first_seen_at_ms, last_seen_at_ms = s.last_seen_at_ms,
       reopened_at_ms = s.reopened_at_ms, culprit = s.culprit
     FROM shelved_groups s WHERE ${where} AND g.project_id = s.project_id AND g.id = s.id`,
    [projectId, id],
  );
  await transaction.change(
    `/* project */ UPDATE error_group_texts t SET grouping = s.grouping
     FROM shelved_groups s WHERE ${where} AND t.project_id = s.project_id AND t.id = s.id`,
    [projectId, id],
  );
  await transaction.change('/* project */ DELETE FROM shelved_groups WHERE project_id = $1 AND id = $2', [
    projectId,
    id,
  ]);
}
