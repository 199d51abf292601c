// Groups as a transaction reads and writes them: all that it needs in one statement, each locked until it ends.

import { toSeverityRow, toSourceRow, toStatusRow } from '../../../answers/enums.js';
import { foldText } from '../../../answers/search-text.js';
import type { EventDigest, EventPrint } from '../../../messages.js';
import { type GroupHead, type GroupRow, rowToGroupHead, toExplanationRow } from '../../sqlite/tables/error-groups.js';
import { openBulk, toInsert } from '../bulk.js';
import type { Queries } from '../connection.js';

/** What a group of a project is found by. */
export interface GroupKey {
  readonly projectId: number;
  readonly fingerprintVersion: number;
  /** In hex. */
  readonly fingerprint: string;
}

/** A group that is not stored yet, with its texts. */
export interface NewGroup {
  readonly head: GroupHead;
  readonly texts: GroupTextsRow;
}

export interface GroupTextsRow {
  readonly explanation: string | null;
  readonly explanationTitle: string | null;
  readonly suggestion: string | null;
  readonly explanationEvidence: string | null;
  readonly grouping: string;
  /** The message as searches compare it. */
  readonly searched: string;
}

export const toGroupKey = ({ projectId, fingerprintVersion, fingerprint }: GroupKey): string =>
  `${projectId}/${fingerprintVersion}/${fingerprint}`;

/** The columns of `GroupRow`, of `GROUPS`. */
export const GROUP_COLUMNS = `g.id, g.project_id, g.fingerprint, g.fingerprint_version, g.type, g.message, g.source,
  t.explanation, g.severity, g.status, g.first_seen_at_ms, g.last_seen_at_ms, g.event_count, g.reopened_at_ms, g.culprit`;
/** Groups with their texts. */
export const GROUPS = 'error_groups g JOIN error_group_texts t ON t.project_id = g.project_id AND t.id = g.id';

const keys = openBulk<GroupKey>({ project_id: 'integer', fingerprint_version: 'smallint', fingerprint: 'text' });
// In order, so that each fingerprint is decoded once, even where the groups are read before what is wanted of them.
const FIND = `/* project */ SELECT ${GROUP_COLUMNS} FROM ${GROUPS}
  JOIN (SELECT project_id, fingerprint_version, decode(fingerprint, 'hex') AS fingerprint
        FROM unnest(${keys.arrays}) AS wanted (${keys.names}) ORDER BY 1, 2, 3) AS w
    ON g.project_id = w.project_id AND g.fingerprint_version = w.fingerprint_version AND g.fingerprint = w.fingerprint
  ORDER BY g.project_id, g.fingerprint_version, g.fingerprint FOR NO KEY UPDATE OF g`;

/** Those that there are, by `toGroupKey`, locked until the transaction ends. */
export async function findGroups(
  transaction: Queries,
  wanted: readonly GroupKey[],
  nameOf: (projectId: number) => string | null,
): Promise<Map<string, GroupHead>> {
  if (wanted.length === 0) return new Map();
  const rows = await transaction.query<GroupRow>(FIND, keys.parameters(wanted));
  return new Map(rows.map((row) => [toGroupKey(toHead(row, nameOf)), toHead(row, nameOf)]));
}

function toHead(row: GroupRow, nameOf: (projectId: number) => string | null): GroupHead {
  return rowToGroupHead(row, nameOf(row.projectId));
}

/** By id, within their projects; locked. */
export async function findGroupsById(
  transaction: Queries,
  { projectId, projectName }: { readonly projectId: number; readonly projectName: string | null },
  ids: readonly number[],
): Promise<Map<number, GroupHead>> {
  if (ids.length === 0) return new Map();
  const rows = await transaction.query<GroupRow>(
    `/* project */ SELECT ${GROUP_COLUMNS} FROM ${GROUPS} WHERE g.project_id = $1 AND g.id = ANY($2::bigint[])
     ORDER BY g.id FOR NO KEY UPDATE OF g`,
    [projectId, ids],
  );
  return new Map(rows.map((row) => [row.id, rowToGroupHead(row, projectName)]));
}

/** A group that one event makes. */
export function toNewGroup(
  { id, projectId }: { readonly id: number; readonly projectId: number },
  digest: EventDigest,
  print: EventPrint,
): NewGroup {
  const { site } = digest;
  const texts = toTextsRow(site, print.grouping);
  const seenAtMs = Math.min(digest.timestampMs, digest.receivedAtMs);
  const head: GroupHead = {
    id,
    projectId,
    projectName: digest.projectName,
    fingerprint: print.fingerprint,
    fingerprintVersion: print.fingerprintVersion,
    type: site.type,
    message: site.message,
    source: toSourceRow(digest.source),
    explanation: texts.explanation,
    severity: toSeverityRow(digest.severity),
    status: toStatusRow('unresolved'),
    firstSeenAtMs: seenAtMs,
    lastSeenAtMs: seenAtMs,
    eventCount: 1,
    reopenedAtMs: null,
    culprit: site.culprit,
  };
  return { head, texts };
}

export function toTextsRow({ explanation: given, message }: EventDigest['site'], grouping: string): GroupTextsRow {
  const { explanation, title, suggestion, evidenceJson } = toExplanationRow(given);
  return {
    explanation,
    explanationTitle: title,
    suggestion,
    explanationEvidence: evidenceJson,
    grouping,
    searched: foldText(message),
  };
}

const groupBulk = openBulk<GroupHead>({
  id: 'bigint',
  project_id: 'integer',
  fingerprint_version: 'smallint',
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
});
const INSERT = `/* project */ INSERT INTO error_groups (${groupBulk.names})
  SELECT ${groupBulk.names.replace(', fingerprint,', ", decode(fingerprint, 'hex'),")}
  FROM unnest(${groupBulk.arrays}) AS new (${groupBulk.names}) ORDER BY project_id, fingerprint_version, fingerprint
  ON CONFLICT (project_id, fingerprint_version, fingerprint) DO NOTHING`;
const textsBulk = openBulk<GroupTextsRow & { readonly id: number; readonly projectId: number }>({
  id: 'bigint',
  project_id: 'integer',
  explanation: 'text',
  explanation_title: 'text',
  suggestion: 'text',
  explanation_evidence: 'text',
  grouping: 'text',
  searched: 'text',
});
const INSERT_TEXTS = toInsert('error_group_texts', textsBulk);

/** False when another daemon has just made one of them: then the transaction has to be done again. */
export async function insertGroups(transaction: Queries, groups: readonly NewGroup[]): Promise<boolean> {
  if (groups.length === 0) return true;
  const rows = groups.map(({ head }) => head);
  const texts = groups.map(({ head: { id, projectId }, texts: own }) => ({ id, projectId, ...own }));
  const [inserted] = await Promise.all([
    transaction.change(INSERT, groupBulk.parameters(rows)),
    transaction.change(INSERT_TEXTS, textsBulk.parameters(texts)),
  ]);
  return inserted === groups.length;
}

type ChangedRow = Pick<
  GroupHead,
  | 'projectId'
  | 'id'
  | 'severity'
  | 'status'
  | 'firstSeenAtMs'
  | 'lastSeenAtMs'
  | 'eventCount'
  | 'reopenedAtMs'
  | 'culprit'
>;

const changedBulk = openBulk<ChangedRow>({
  project_id: 'integer',
  id: 'bigint',
  severity: 'smallint',
  status: 'smallint',
  first_seen_at_ms: 'bigint',
  last_seen_at_ms: 'bigint',
  event_count: 'bigint',
  reopened_at_ms: 'bigint',
  culprit: 'text',
});
const toUpdate = (
  table: string,
): string => `/* project */ UPDATE ${table} g SET severity = c.severity, status = c.status,
    first_seen_at_ms = c.first_seen_at_ms, last_seen_at_ms = c.last_seen_at_ms, event_count = c.event_count,
    reopened_at_ms = c.reopened_at_ms, culprit = c.culprit
  FROM unnest(${changedBulk.arrays}) AS c (${changedBulk.names}) WHERE g.project_id = c.project_id AND g.id = c.id`;
const UPDATE = { error_groups: toUpdate('error_groups'), shelved_groups: toUpdate('shelved_groups') };

/** Writes what may have changed of groups that the transaction has locked. */
export async function updateGroups(
  transaction: Queries,
  heads: readonly ChangedRow[],
  table: keyof typeof UPDATE = 'error_groups',
): Promise<void> {
  if (heads.length > 0) await transaction.change(UPDATE[table], changedBulk.parameters(heads));
}
