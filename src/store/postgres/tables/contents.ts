// Texts that many records share, stored once for each project under their hash.

import { LRUCache } from '#lru-cache';
import type { ContentText } from '../../../messages.js';
import { byProject, openProjectBulk, toInsert } from '../bulk.js';
import { toContentKey } from '../client-id.js';
import type { Queries } from '../connection.js';
import { CONTENT_CACHE_MAX } from '../limits.js';

/** Use is noted to the hour: noting it at every record would write a row per record. */
export const USE_NOTED_MS = 3_600_000;
/** What a text takes besides its bytes: its row, and two indexes. */
export const CONTENT_ROW_BYTES = 130;

interface NewContent {
  readonly projectId: number;
  readonly hash: string;
  readonly body: string;
  readonly lastUsedAtMs: number;
}

const bulk = openProjectBulk<NewContent>({ hash: 'uuid', body: 'text', last_used_at_ms: 'bigint' });
const INSERT = toInsert(
  'contents',
  bulk,
  `ORDER BY hash ON CONFLICT (project_id, hash) DO UPDATE SET last_used_at_ms = excluded.last_used_at_ms
     WHERE contents.last_used_at_ms < excluded.last_used_at_ms
   RETURNING project_id, xmax = 0 AS is_new, octet_length(body) AS bytes`,
);

/** What the writer knows to be stored, and when its use was last noted. Void with the epoch of the project. */
export type ContentCache = LRUCache<string, number>;

export const openContentCache = (): ContentCache => new LRUCache<string, number>({ max: CONTENT_CACHE_MAX });

/** The texts of one transaction. */
export interface ContentRun {
  /** What the text is stored under; null for none. `usedAtMs` dates its use. */
  intern(project: { readonly id: number; readonly epoch: number }, content: ContentText | null): string | null;
  /** Stores those that are not known to be stored; `onNew` hears how much was added. */
  flush(transaction: Queries, onNew: (projectId: number, bytes: number) => void): Promise<void>;
  /** After the commit: what was stored is known from now on. */
  remember(): void;
}

export function startContents(cache: ContentCache, usedAtMs: number): ContentRun {
  const wanted = new Map<string, NewContent>();
  return {
    intern({ id, epoch }, content) {
      if (content === null) return null;
      const hash = toContentKey(content.hash);
      const key = `${id}/${epoch}/${content.hash}`;
      const notedAtMs = cache.get(key);
      const isNoted = notedAtMs !== undefined && usedAtMs - notedAtMs <= USE_NOTED_MS;
      if (!isNoted && !wanted.has(key))
        wanted.set(key, { projectId: id, hash, body: content.text, lastUsedAtMs: usedAtMs });
      return hash;
    },
    async flush(transaction, onNew) {
      const rows = await byProject([...wanted.values()], (projectId, own) =>
        transaction.query<{ projectId: number; isNew: boolean; bytes: number }>(
          INSERT,
          bulk.parameters(projectId, own),
        ),
      );
      for (const { projectId, isNew, bytes } of rows.flat()) if (isNew) onNew(projectId, bytes + CONTENT_ROW_BYTES);
    },
    remember() {
      for (const key of wanted.keys()) cache.set(key, usedAtMs);
    },
  };
}

/** Deletes up to `limit` texts of a project that were last used before this time; answers what they took. */
export async function deleteContents(
  transaction: Queries,
  { projectId, beforeMs, limit }: { readonly projectId: number; readonly beforeMs: number; readonly limit: number },
): Promise<{ readonly count: number; readonly bytes: number }> {
  const [row] = await transaction.query<{ count: number; bytes: number }>(
    `/* project */ WITH gone AS (
       DELETE FROM contents WHERE project_id = $1 AND hash IN (
         SELECT hash FROM contents WHERE project_id = $1 AND last_used_at_ms < $2 LIMIT $3)
       RETURNING octet_length(body) AS bytes)
     SELECT count(*) AS count, coalesce(sum(bytes), 0) + ${CONTENT_ROW_BYTES} * count(*) AS bytes FROM gone`,
    [projectId, beforeMs, limit],
  );
  return row ?? { count: 0, bytes: 0 };
}
