import { LRUCache } from '#lru-cache';
import type { ContentText } from '../../../messages.js';
import type { ReadableDb, WritableDb } from '../connection.js';
import { CONTENT_CACHE_MAX } from '../limits.js';

/** Use is noted to the hour: noting it at every record would write a page per record. */
export const USE_NOTED_MS = 3_600_000;

interface ContentHead {
  readonly id: number;
  readonly lastUsedAtMs: number;
}

interface OwnedHead {
  readonly projectId: number;
  readonly head: ContentHead;
}

export interface ContentCommands {
  /** The id of the stored text; stores it when it is new to the project. `usedAtMs` never falls from call to call. */
  intern(projectId: number, content: ContentText, usedAtMs: number): number;
  /** Deletes up to `limit` texts, of these projects or of all, that nothing received since has used. Answers how many went. */
  deleteUnusedSince(receivedAtMs: number, limit: number, isOwner?: (projectId: number) => boolean): number;
  /** From now on the first use after `sinceMs` of every text is noted, so that use before and after can be told apart. */
  noteUseSince(sinceMs: number): void;
  /** Deletes up to `limit` texts of the project that were not used since. Needs `noteUseSince` with the same time. */
  deleteProject(projectId: number, sinceMs: number, limit: number): number;
  deleteAll(): void;
  /** Forgets ids that a rolled-back or deleting transaction made wrong. */
  reload(): void;
}

export function openContentCommands(db: WritableDb): ContentCommands {
  const find = db.prepare<{ projectId: number; hash: Buffer }, ContentHead>(
    'SELECT id, last_used_at_ms AS lastUsedAtMs FROM contents WHERE project_id = :projectId AND hash = :hash',
  );
  const insert = db.prepare<{ projectId: number; hash: Buffer; body: string; usedAtMs: number }>(
    'INSERT INTO contents (project_id, hash, body, last_used_at_ms) VALUES (:projectId, :hash, :body, :usedAtMs)',
  );
  const noteUse = db.prepare<{ id: number; usedAtMs: number }>(
    'UPDATE contents SET last_used_at_ms = :usedAtMs WHERE id = :id',
  );
  const cache = new LRUCache<string, ContentHead>({ max: CONTENT_CACHE_MAX });
  // A digest thread posts a text once and names it from then on (`digest-channel.ts`), so most are met again as the same object.
  // Those are found without a key, which takes longer to make than all the rest.
  let met = new WeakMap<ContentText, OwnedHead>();
  let notedSinceMs = 0;
  /** Whether this use is to be noted. */
  const isNews = ({ lastUsedAtMs }: ContentHead, usedAtMs: number): boolean =>
    usedAtMs - lastUsedAtMs > USE_NOTED_MS || lastUsedAtMs < notedSinceMs;
  const use = (head: ContentHead, usedAtMs: number): ContentHead => {
    if (!isNews(head, usedAtMs)) return head;
    noteUse.run({ id: head.id, usedAtMs });
    return { id: head.id, lastUsedAtMs: usedAtMs };
  };
  const add = (projectId: number, { bytes, text }: { bytes: Buffer; text: string }, usedAtMs: number): ContentHead => {
    const { lastInsertRowid } = insert.run({ projectId, hash: bytes, body: text, usedAtMs });
    return { id: Number(lastInsertRowid), lastUsedAtMs: usedAtMs };
  };

  const toHead = (projectId: number, { hash, text }: ContentText, usedAtMs: number): ContentHead => {
    const key = `${projectId}:${hash}`;
    const known = cache.get(key);
    if (known !== undefined && !isNews(known, usedAtMs)) return known;
    const bytes = Buffer.from(hash, 'base64url');
    const found = known ?? find.get({ projectId, hash: bytes });
    const head = found === undefined ? add(projectId, { bytes, text }, usedAtMs) : use(found, usedAtMs);
    cache.set(key, head);
    return head;
  };

  return {
    intern(projectId, content, usedAtMs) {
      const before = met.get(content);
      if (before?.projectId === projectId && !isNews(before.head, usedAtMs)) return before.head.id;
      const head = toHead(projectId, content, usedAtMs);
      met.set(content, { projectId, head });
      return head.id;
    },
    noteUseSince(sinceMs) {
      notedSinceMs = Math.max(notedSinceMs, sinceMs);
    },
    ...openContentDeletes(db),
    reload() {
      cache.clear();
      met = new WeakMap();
    },
  };
}

export interface ContentQueries {
  /** The stored text, in UTF-8. */
  read(id: number): Uint8Array | undefined;
}

export function openContentQueries(db: ReadableDb): ContentQueries {
  // As a blob, the bytes pass through as they are stored instead of being decoded and encoded again.
  const read = db.prepare<{ id: number }, Uint8Array>('SELECT CAST(body AS BLOB) FROM contents WHERE id = :id').pluck();
  return { read: (id) => read.get({ id }) };
}

function openContentDeletes(db: WritableDb) {
  const nextProject = db
    .prepare<{ id: number }, number | null>('SELECT min(project_id) FROM contents WHERE project_id > :id')
    .pluck();
  const ofProject = db.prepare<{ projectId: number; sinceMs: number; limit: number }>(
    `DELETE FROM contents WHERE id IN (
       SELECT id FROM contents WHERE project_id = :projectId AND last_used_at_ms < :sinceMs LIMIT :limit)`,
  );
  const all = db.prepare('DELETE FROM contents');
  const deleteProject = (projectId: number, sinceMs: number, limit: number): number =>
    ofProject.run({ projectId, sinceMs, limit }).changes;
  return {
    deleteUnusedSince(receivedAtMs: number, limit: number, isOwner?: (projectId: number) => boolean): number {
      let left = limit;
      for (let id = nextProject.get({ id: -1 }) ?? null; id !== null && left > 0; id = nextProject.get({ id }) ?? null)
        if (isOwner?.(id) !== false) left -= deleteProject(id, receivedAtMs - USE_NOTED_MS, left);
      return limit - left;
    },
    deleteProject,
    deleteAll: () => void all.run(),
  };
}
