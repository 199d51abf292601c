import { LRUCache } from 'lru-cache';
import { CONTENT_CACHE_MAX } from '../../limits.js';
import type { ContentText } from '../../messages.js';
import type { WritableDb } from '../database.js';

/** Use is noted to the hour: noting it at every record would write a page per record. */
export const USE_NOTED_MS = 3_600_000;

interface ContentHead {
  readonly id: number;
  readonly lastUsedAtMs: number;
}

export interface ContentCommands {
  /** The id of the stored text; stores it when it is new to the project. */
  intern(projectId: number, content: ContentText, nowMs: number): number;
  /** Deletes up to `limit` texts that nothing received since has used. Answers how many went. */
  deleteUnusedSince(receivedAtMs: number, limit: number): number;
  deleteProject(projectId: number, limit: number): number;
  deleteAll(): void;
  /** Forgets ids that a rolled-back or deleting transaction made wrong. */
  reload(): void;
}

export function openContentCommands(db: WritableDb): ContentCommands {
  const find = db.prepare<{ projectId: number; hash: Buffer }, ContentHead>(
    'SELECT id, last_used_at_ms AS lastUsedAtMs FROM contents WHERE project_id = :projectId AND hash = :hash',
  );
  const insert = db.prepare<{ projectId: number; hash: Buffer; body: string; nowMs: number }>(
    'INSERT INTO contents (project_id, hash, body, last_used_at_ms) VALUES (:projectId, :hash, :body, :nowMs)',
  );
  const noteUse = db.prepare<{ id: number; nowMs: number }>(
    'UPDATE contents SET last_used_at_ms = :nowMs WHERE id = :id',
  );
  const cache = new LRUCache<string, ContentHead>({ max: CONTENT_CACHE_MAX });

  return {
    intern(projectId, { hash, text }, nowMs) {
      const key = `${projectId}:${hash}`;
      const bytes = (): Buffer => Buffer.from(hash, 'base64url');
      let head = cache.get(key) ?? find.get({ projectId, hash: bytes() });
      if (head === undefined) {
        const { lastInsertRowid } = insert.run({ projectId, hash: bytes(), body: text, nowMs });
        head = { id: Number(lastInsertRowid), lastUsedAtMs: nowMs };
      } else if (nowMs - head.lastUsedAtMs > USE_NOTED_MS) {
        noteUse.run({ id: head.id, nowMs });
        head = { id: head.id, lastUsedAtMs: nowMs };
      }
      cache.set(key, head);
      return head.id;
    },
    ...openContentDeletes(db),
    reload: () => cache.clear(),
  };
}

function openContentDeletes(db: WritableDb) {
  const unused = db.prepare<{ beforeMs: number; limit: number }>(
    `DELETE FROM contents WHERE id IN (
       SELECT id FROM contents WHERE last_used_at_ms < :beforeMs ORDER BY last_used_at_ms LIMIT :limit)`,
  );
  const ofProject = db.prepare<{ projectId: number; limit: number }>(
    'DELETE FROM contents WHERE id IN (SELECT id FROM contents WHERE project_id = :projectId LIMIT :limit)',
  );
  const all = db.prepare('DELETE FROM contents');
  return {
    deleteUnusedSince: (receivedAtMs: number, limit: number) =>
      unused.run({ beforeMs: receivedAtMs - USE_NOTED_MS, limit }).changes,
    deleteProject: (projectId: number, limit: number) => ofProject.run({ projectId, limit }).changes,
    deleteAll: () => void all.run(),
  };
}
