// The groups of version 1 of a project that uses version 2, kept up to date, so that the choice can be taken back. An event
// of which nothing is said in `event_homes` is in the shelved group that has the id of the group that shows it.

import { LRUCache } from '#lru-cache';
import { toSeverityRow, toSourceRow, toStatusRow } from '../../../answers/enums.js';
import type { EventDigest } from '../../../messages.js';
import type { WritableDb } from '../connection.js';
import { GROUP_CACHE_MAX } from '../limits.js';
import { type GroupFacts, joinGroup, toHex } from './error-groups.js';
import { toExplanationRow } from './group-insert.js';
import { openGroupSearch } from './search-index.js';

export interface ShelvedHead extends GroupFacts {
  readonly id: number;
}

export interface ShelvedGroupCommands {
  find(projectId: number, fingerprint: string): ShelvedHead | null;
  /** The fingerprint of the group with this id, in hex; null where it is not on the shelf. */
  printOf(id: number): string | null;
  /** A group that is only on the shelf, with one event in it. */
  insert(id: number, projectId: number, digest: EventDigest): void;
  /** Counts one more event; written by `flush`. */
  join(head: ShelvedHead, digest: EventDigest, seenAtMs: number): void;
  flush(): void;
  /** Puts a copy of a group that is shown on the shelf. */
  keep(groupId: number): void;
  /** Shows the group again, without events: they are counted as they come back. */
  restore(id: number): void;
  /** Makes the shown group with the same id what the one on the shelf is, but for its events. */
  restoreInPlace(id: number): void;
  /** Takes deleted events off; a group without events goes. */
  subtract(id: number, count: number): void;
  deleteProject(projectId: number): void;
  reload(): void;
}

const COLUMNS = `id, project_id, fingerprint, type, message, source, severity, status, first_seen_at_ms, last_seen_at_ms,
  event_count, reopened_at_ms, explanation, explanation_title, suggestion, explanation_evidence, grouping, culprit`;
const HEAD = `id, severity, status, first_seen_at_ms AS firstSeenAtMs, last_seen_at_ms AS lastSeenAtMs,
  event_count AS eventCount, reopened_at_ms AS reopenedAtMs, culprit`;

export function openShelvedGroupCommands(db: WritableDb): ShelvedGroupCommands {
  const byKey = db.prepare<{ projectId: number; fingerprint: Buffer }, ShelvedHead>(
    `SELECT ${HEAD} FROM shelved_groups WHERE project_id = :projectId AND fingerprint = :fingerprint`,
  );
  const printOf = db
    .prepare<{ id: number }, Uint8Array>('SELECT fingerprint FROM shelved_groups WHERE id = :id')
    .pluck();
  const update = db.prepare<ShelvedHead>(
    `UPDATE shelved_groups SET severity = :severity, status = :status, first_seen_at_ms = :firstSeenAtMs,
       last_seen_at_ms = :lastSeenAtMs, event_count = :eventCount, reopened_at_ms = :reopenedAtMs,
       culprit = :culprit WHERE id = :id`,
  );
  const lower = db.prepare<{ id: number; count: number }>(
    'UPDATE shelved_groups SET event_count = event_count - :count WHERE id = :id',
  );
  const deleteEmpty = db.prepare<{ id: number }>('DELETE FROM shelved_groups WHERE id = :id AND event_count <= 0');
  const ofProject = db.prepare<{ projectId: number }>('DELETE FROM shelved_groups WHERE project_id = :projectId');
  const cache = new LRUCache<string, ShelvedHead>({ max: GROUP_CACHE_MAX });
  const changed = new Map<number, ShelvedHead>();
  const forget = (): void => {
    cache.clear();
    changed.clear();
  };
  return {
    find(projectId, fingerprint) {
      const key = `${projectId}:${fingerprint}`;
      const known = cache.get(key) ?? byKey.get({ projectId, fingerprint: Buffer.from(fingerprint, 'hex') });
      if (known === undefined) return null;
      // The cache may have dropped a head that is not written yet.
      const head = changed.get(known.id) ?? known;
      cache.set(key, head);
      return head;
    },
    printOf(id) {
      const bytes = printOf.get({ id });
      return bytes === undefined ? null : toHex(bytes);
    },
    insert: openShelfInsert(db),
    join(head, digest, seenAtMs) {
      joinGroup(head, digest, seenAtMs);
      changed.set(head.id, head);
    },
    flush() {
      for (const {
        id,
        severity,
        status,
        firstSeenAtMs,
        lastSeenAtMs,
        eventCount,
        reopenedAtMs,
        culprit,
      } of changed.values())
        update.run({ id, severity, status, firstSeenAtMs, lastSeenAtMs, eventCount, reopenedAtMs, culprit });
      changed.clear();
    },
    ...openShelfMoves(db, forget),
    subtract(id, count) {
      // Most projects have nothing on the shelf.
      if (lower.run({ id, count }).changes === 0) return;
      deleteEmpty.run({ id });
      forget();
    },
    deleteProject(projectId) {
      ofProject.run({ projectId });
      forget();
    },
    reload: forget,
  };
}

function openShelfInsert(db: WritableDb): ShelvedGroupCommands['insert'] {
  const insert = db.prepare(
    `INSERT INTO shelved_groups (${COLUMNS}) VALUES (:id, :projectId, :fingerprint, :type, :message, :source, :severity,
       :status, :seenAtMs, :seenAtMs, 1, NULL, :explanation, :title, :suggestion, :evidenceJson, :grouping,
       :culprit)`,
  );
  return (id, projectId, digest) => {
    const { site } = digest;
    insert.run({
      id,
      projectId,
      fingerprint: Buffer.from(site.fingerprint, 'hex'),
      type: site.type,
      message: site.message,
      source: toSourceRow(digest.source),
      severity: toSeverityRow(digest.severity),
      // Decisions about a group of another version are not those about one of version 1, a rule's neither.
      status: toStatusRow('unresolved'),
      seenAtMs: Math.min(digest.timestampMs, digest.receivedAtMs),
      ...toExplanationRow(site.explanation),
      grouping: site.grouping,
      culprit: site.culprit,
    });
  };
}

function openShelfMoves(db: WritableDb, forget: () => void) {
  const keep = db.prepare<{ id: number }>(
    `INSERT OR REPLACE INTO shelved_groups (${COLUMNS})
     SELECT g.id, g.project_id, g.fingerprint, g.type, g.message, g.source, g.severity, g.status, g.first_seen_at_ms,
       g.last_seen_at_ms, g.event_count + (SELECT count(*) FROM event_homes h WHERE h.group_id = g.id), g.reopened_at_ms,
       t.explanation, t.explanation_title, t.suggestion, t.explanation_evidence, t.grouping,
       g.culprit
     FROM error_groups g JOIN error_group_texts t ON t.id = g.id WHERE g.id = :id`,
  );
  const show = db.prepare<{ id: number }>(
    `INSERT INTO error_groups (id, project_id, fingerprint, fingerprint_version, type, message, source, severity, status,
       first_seen_at_ms, last_seen_at_ms, event_count, reopened_at_ms, culprit)
     SELECT id, project_id, fingerprint, 1, type, message, source, severity, status, first_seen_at_ms, last_seen_at_ms, 0,
       reopened_at_ms, culprit FROM shelved_groups WHERE id = :id`,
  );
  const showTexts = db.prepare<{ id: number }>(
    `INSERT INTO error_group_texts (id, explanation, explanation_title, suggestion, explanation_evidence, grouping)
     SELECT id, explanation, explanation_title, suggestion, explanation_evidence, grouping
     FROM shelved_groups WHERE id = :id`,
  );
  const showSearch = openGroupSearch(db);
  const become = db.prepare<{ id: number }>(
    `UPDATE error_groups SET fingerprint_version = 1,
       (fingerprint, severity, status, first_seen_at_ms, last_seen_at_ms, reopened_at_ms, culprit) =
       (SELECT fingerprint, severity, status, first_seen_at_ms, last_seen_at_ms, reopened_at_ms, culprit
        FROM shelved_groups s WHERE s.id = error_groups.id) WHERE id = :id`,
  );
  const becomeTexts = db.prepare<{ id: number }>(
    `UPDATE error_group_texts SET grouping = (SELECT grouping FROM shelved_groups s WHERE s.id = error_group_texts.id)
     WHERE id = :id`,
  );
  const take = db.prepare<{ id: number }>('DELETE FROM shelved_groups WHERE id = :id');
  const inTurn = (statements: readonly { run(keys: { id: number }): unknown }[]) => (id: number) => {
    for (const statement of statements) statement.run({ id });
    forget();
  };
  return {
    keep: inTurn([keep]),
    restore: inTurn([show, showTexts, showSearch, take]),
    restoreInPlace: inTurn([become, becomeTexts, take]),
  };
}
