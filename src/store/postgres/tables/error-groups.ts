// Groups as a transaction reads and writes them: all that it needs in one statement, each locked until it ends.

import type { GroupSignals } from '../../../answers/group-signals.js';
import { foldText } from '../../../answers/search-text.js';
import type { EventDigest, EventPrint } from '../../../messages.js';
import { type GroupHead, type GroupRow, rowToGroupHead, toGroupHead } from '../../sqlite/tables/error-groups.js';
import { type NewGroupKeys, toExplanationRow, toNewHead } from '../../sqlite/tables/group-insert.js';
import { byProject, openProjectBulk, toInsert } from '../bulk.js';
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
  t.explanation, g.severity, g.status, g.first_seen_at_ms, g.last_seen_at_ms, g.event_count, g.reopened_at_ms, g.culprit,
  g.recent_from_ms, g.recent_count, g.louder_until_ms, g.louder_factor, g.news_at_ms, g.news_kind`;
/** Groups with their texts. */
export const GROUPS = 'error_groups g JOIN error_group_texts t ON t.project_id = g.project_id AND t.id = g.id';

const keys = openProjectBulk<GroupKey>({ fingerprint_version: 'smallint', fingerprint: 'text' });
const FOUND_COLUMNS = `id, type, message, source, severity, status, first_seen_at_ms, last_seen_at_ms, event_count, reopened_at_ms,
  culprit, recent_from_ms, recent_count, louder_until_ms, louder_factor, news_at_ms, news_kind`;

/**
 * One look into the index for each that is wanted, whatever the statistics say: with the project given, the planner may else read
 * all groups that it has. In order, in which they are locked. What the key says is told by its place.
 */
function toFind(texts: string, join = ''): string {
  return `/* project */ SELECT w.place, g.*, ${texts} AS explanation
    FROM (SELECT place, fingerprint_version, decode(fingerprint, 'hex') AS fingerprint
          FROM unnest(${keys.arrays}) WITH ORDINALITY AS wanted (${keys.names}, place) ORDER BY 2, 3) AS w
      CROSS JOIN LATERAL (SELECT ${FOUND_COLUMNS} FROM error_groups WHERE project_id = $1
        AND fingerprint_version = w.fingerprint_version AND fingerprint = w.fingerprint FOR NO KEY UPDATE) AS g${join}`;
}

const FIND = toFind('NULL::text');
const FIND_WITH_TEXTS = toFind(
  't.explanation',
  `
      CROSS JOIN LATERAL (SELECT explanation FROM error_group_texts WHERE project_id = $1 AND id = g.id OFFSET 0) AS t`,
);

type FoundRow = Omit<GroupRow, keyof GroupKey> & { readonly place: number };

export interface FindOptions {
  readonly nameOf: (projectId: number) => string | null;
  /** Whether somebody is told of the groups: else their explanations are not read, and are null. */
  readonly isTold: boolean;
}

/** Those that there are, by `toGroupKey`, locked until the transaction ends. */
export async function findGroups(
  transaction: Queries,
  wanted: readonly GroupKey[],
  { nameOf, isTold }: FindOptions,
): Promise<Map<string, GroupHead>> {
  const heads = new Map<string, GroupHead>();
  await byProject(wanted, async (projectId, own) => {
    const projectName = nameOf(projectId);
    const found = await transaction.query<FoundRow>(isTold ? FIND_WITH_TEXTS : FIND, keys.parameters(projectId, own));
    for (const row of found) {
      const key = own[row.place - 1];
      if (key === undefined) continue;
      const { fingerprint, fingerprintVersion } = key;
      heads.set(toGroupKey(key), toGroupHead(row, { projectId, projectName, fingerprint, fingerprintVersion }));
    }
  });
  return heads;
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
export function toNewGroup(keys: NewGroupKeys, digest: EventDigest, print: EventPrint): NewGroup {
  const texts = toTextsRow(digest.site, print.grouping);
  return { head: toNewHead({ ...keys, explanation: texts.explanation }, digest, print), texts };
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

const SIGNALS = {
  recent_from_ms: 'bigint',
  recent_count: 'bigint',
  louder_until_ms: 'bigint',
  louder_factor: 'integer',
  news_at_ms: 'bigint',
  news_kind: 'smallint',
} as const;
const groupBulk = openProjectBulk<GroupHead>({
  id: 'bigint',
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
  ...SIGNALS,
});
const INSERT = `/* project */ INSERT INTO error_groups (project_id, ${groupBulk.names})
  SELECT $1::integer, ${groupBulk.names.replace(', fingerprint,', ", decode(fingerprint, 'hex'),")}
  FROM unnest(${groupBulk.arrays}) AS new (${groupBulk.names}) ORDER BY fingerprint_version, fingerprint
  ON CONFLICT (project_id, fingerprint_version, fingerprint) DO NOTHING`;
const textsBulk = openProjectBulk<GroupTextsRow & { readonly id: number }>({
  id: 'bigint',
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
  const rows = groups.map(({ head }) => head);
  const texts = groups.map(({ head: { id, projectId }, texts: own }) => ({ id, projectId, ...own }));
  const [inserted] = await Promise.all([
    byProject(rows, (projectId, own) => transaction.change(INSERT, groupBulk.parameters(projectId, own))),
    byProject(texts, (projectId, own) => transaction.change(INSERT_TEXTS, textsBulk.parameters(projectId, own))),
  ]);
  return inserted.reduce((sum, count) => sum + count, 0) === groups.length;
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

const CHANGED = {
  id: 'bigint',
  severity: 'smallint',
  status: 'smallint',
  first_seen_at_ms: 'bigint',
  last_seen_at_ms: 'bigint',
  event_count: 'bigint',
  reopened_at_ms: 'bigint',
  culprit: 'text',
} as const;
const shelvedBulk = openProjectBulk<ChangedRow>(CHANGED);
const changedBulk = openProjectBulk<ChangedRow & GroupSignals>({ ...CHANGED, ...SIGNALS });
const toUpdate = (
  table: string,
  { arrays, names }: Pick<typeof shelvedBulk, 'arrays' | 'names'>,
): string => `/* project */ UPDATE ${table} g SET ${names
  .split(', ')
  .filter((name) => name !== 'id')
  .map((name) => `${name} = c.${name}`)
  .join(', ')}
  FROM unnest(${arrays}) AS c (${names}) WHERE g.project_id = $1 AND g.id = c.id`;
const UPDATE = toUpdate('error_groups', changedBulk);
const UPDATE_SHELVED = toUpdate('shelved_groups', shelvedBulk);

/** Writes what may have changed of groups that the transaction has locked. */
export async function updateGroups(transaction: Queries, heads: readonly (ChangedRow & GroupSignals)[]): Promise<void> {
  await byProject(heads, (projectId, own) => transaction.change(UPDATE, changedBulk.parameters(projectId, own)));
}

/** The same of those on the shelf. */
export async function updateShelved(transaction: Queries, heads: readonly ChangedRow[]): Promise<void> {
  await byProject(heads, (projectId, own) =>
    transaction.change(UPDATE_SHELVED, shelvedBulk.parameters(projectId, own)),
  );
}
