// Which records are stored, by the id that their client gave them: whichever daemon takes a retry, it finds the first one.

import { byProject, openProjectBulk, toInsert } from '../bulk.js';
import { toClientIdHash } from '../client-id.js';
import type { Queries } from '../connection.js';

export interface ClientIdEntry {
  readonly projectId: number;
  readonly kind: number;
  /** See `toClientIdHash`. */
  readonly hash: string;
  /** Of the record that it is the id of. */
  readonly rowId: number;
}

const bulk = openProjectBulk<ClientIdEntry>({ kind: 'smallint', hash: 'uuid', row_id: 'bigint' });
const INSERT = toInsert(
  'client_ids',
  bulk,
  'ORDER BY kind, hash ON CONFLICT (project_id, kind, hash) DO NOTHING RETURNING row_id',
);
const keys = openProjectBulk<ClientIdEntry>({ kind: 'smallint', hash: 'uuid' });
const FIND = `/* project */ SELECT c.project_id, c.kind, c.hash, c.row_id, g.fingerprint
  FROM unnest(${keys.arrays}) AS wanted (${keys.names})
    JOIN client_ids c ON c.project_id = $1 AND c.kind = wanted.kind AND c.hash = wanted.hash
    LEFT JOIN events e ON c.kind = 0 AND e.project_id = $1 AND e.id = c.row_id
    LEFT JOIN error_groups g ON g.project_id = $1 AND g.id = e.group_id`;
const DELETE = `/* project */ DELETE FROM client_ids c USING unnest(${bulk.arrays}) AS gone (${bulk.names})
  WHERE c.project_id = $1 AND c.kind = gone.kind AND c.hash = gone.hash AND c.row_id = gone.row_id`;

export interface FoundClientId extends ClientIdEntry {
  /** Of the group of an event. */
  readonly fingerprint: Buffer | null;
}

export const toClientIdKey = ({ projectId, kind, hash }: Omit<ClientIdEntry, 'rowId'>): string =>
  `${projectId}/${kind}/${hash}`;

/** Stores those that are new; answers the records that are stored under the others, by `toClientIdKey`. */
export async function insertClientIds(
  transaction: Queries,
  entries: readonly ClientIdEntry[],
): Promise<Map<string, FoundClientId>> {
  if (entries.length === 0) return new Map();
  const insert = (projectId: number, own: readonly ClientIdEntry[]): Promise<{ rowId: number }[]> =>
    transaction.query(INSERT, bulk.parameters(projectId, own));
  const inserted = (await byProject(entries, insert)).flat();
  if (inserted.length === entries.length) return new Map();
  const fresh = new Set(inserted.map(({ rowId }) => rowId));
  const known = entries.filter(({ rowId }) => !fresh.has(rowId));
  const found = await byProject(known, (projectId, own) =>
    transaction.query<FoundClientId>(FIND, keys.parameters(projectId, own)),
  );
  return new Map(found.flat().map((row) => [toClientIdKey(row), row]));
}

/** Forgets the ids of records that go, or were refused. */
export async function deleteClientIds(transaction: Queries, entries: readonly ClientIdEntry[]): Promise<void> {
  await byProject(entries, (projectId, own) => transaction.change(DELETE, bulk.parameters(projectId, own)));
}

/** The entry of a record; null for one without an id of its client. */
export function toClientIdEntry(
  projectId: number,
  record: { readonly kind: number; readonly clientId: string | null; readonly rowId: number },
): ClientIdEntry | null {
  const { kind, clientId, rowId } = record;
  return clientId === null ? null : { projectId, kind, hash: toClientIdHash(clientId), rowId };
}
