// Groups that people made of others: what each part was, and where the events with its fingerprint go. Read once and kept in
// memory, because every event asks.

import type { PartFacts } from '../../../answers/error-group.js';
import { BY_HAND_VERSION } from '../../../grouping-versions.js';
import type { EventDigest, PrintKey } from '../../../messages.js';
import type { ReadableDb, WritableDb } from '../connection.js';
import { toPublicId } from '../row-id.js';
import { toHex } from './error-groups.js';
import { openGroupSearch } from './search-index.js';

export const PART_JOINED = 0;
/** Its events are on their way into the whole. */
export const PART_JOINING = 1;
/** They are on their way out of it. */
export const PART_LEAVING = 2;

/** A group as it was when it became a part. */
export interface PartRow {
  readonly id: number;
  readonly projectId: number;
  /** The group that has its events; its own id for the part that the whole has the id of. */
  readonly intoId: number;
  /** In hex. */
  readonly fingerprint: string;
  readonly fingerprintVersion: number;
  readonly status: number;
  readonly severity: number;
  readonly lastSeenAtMs: number;
  readonly reopenedAtMs: number | null;
  readonly state: number;
  /** Of a part that leaves: events received later are where they belong, and those up to here have been looked at. */
  readonly boundaryId: number;
  readonly afterMs: number;
  readonly afterId: number;
}

export interface PartsMade {
  readonly intoId: number;
  readonly atMs: number;
  readonly by: string | null;
}

export interface GroupPartCommands {
  /** The part that an event belongs to, where people decided that. */
  find(projectId: number, digest: Pick<EventDigest, 'site' | 'second' | 'unruled'>): PartRow | null;
  ofGroup(intoId: number): PartRow[];
  byId(id: number): PartRow | null;
  count(): number;
  /** One with events on their way. */
  findDue(): PartRow | null;
  /** Has the group be a part, as it is now. */
  add(groupId: number, made: PartsMade): void;
  /** The parts of a group are those of another from now on. */
  moveAll(fromId: number, intoId: number): void;
  setState(id: number, state: number, boundaryId: number): void;
  /** Events of the group up to there have been looked at. */
  advance(intoId: number, place: { readonly afterMs: number; readonly afterId: number }): void;
  /** No version of the grouping touches the group any more. */
  pin(groupId: number): void;
  /** The group has the fingerprint that it had as this part. */
  unpin(id: number): void;
  /** Shows the part as a group again, without events; `isWhole` where it is what the whole was. */
  show(id: number, isWhole: boolean): void;
  remove(id: number): void;
  mark(eventRowId: number, partId: number | null): void;
  readPart(eventRowId: number): number | null;
  /** Forgets projects that are gone. */
  deleteGone(): void;
  deleteAll(): void;
  /** Grows when some wait or none do any more. */
  readonly revision: number;
  reload(): void;
}

/**
 * By which an event may belong to a part, the first that does counts. What people made one stays one: what a rule of the
 * project has decided comes behind what the event would have been without it.
 */
export function toHandPrints({
  site,
  second,
  unruled,
}: Pick<EventDigest, 'site' | 'second' | 'unruled'>): readonly PrintKey[] {
  const prints: readonly (PrintKey | undefined)[] = [unruled?.site, unruled?.second, site, second];
  return prints.filter((print) => print !== undefined);
}

interface StoredPart extends Omit<PartRow, 'fingerprint'> {
  readonly fingerprint: Uint8Array;
}

const COLUMNS = `id, project_id AS projectId, into_id AS intoId, fingerprint, fingerprint_version AS fingerprintVersion, status,
  severity, last_seen_at_ms AS lastSeenAtMs, reopened_at_ms AS reopenedAtMs, state, boundary_id AS boundaryId,
  after_ms AS afterMs, after_id AS afterId`;

interface Known {
  readonly byId: ReadonlyMap<number, PartRow>;
  readonly byPrint: ReadonlyMap<string, PartRow>;
  readonly byGroup: ReadonlyMap<number, PartRow[]>;
}

const toKey = (projectId: number, version: number, fingerprint: string): string =>
  `${projectId}:${version}:${fingerprint}`;

function toKnown(rows: readonly StoredPart[]): Known {
  const parts: PartRow[] = rows.map((row) => ({ ...row, fingerprint: toHex(row.fingerprint) }));
  // Events of a part that leaves go into the group that it is again.
  const staying = parts.filter(({ state }) => state !== PART_LEAVING);
  return {
    byId: new Map(parts.map((part) => [part.id, part])),
    byPrint: new Map(staying.map((part) => [toKey(part.projectId, part.fingerprintVersion, part.fingerprint), part])),
    byGroup: toGroups(parts),
  };
}

function toGroups(parts: readonly PartRow[]): Map<number, PartRow[]> {
  const groups = new Map<number, PartRow[]>();
  for (const part of parts) groups.set(part.intoId, [...(groups.get(part.intoId) ?? []), part]);
  return groups;
}

export function openGroupPartCommands(db: WritableDb): GroupPartCommands {
  const readAll = db.prepare<[], StoredPart>(`SELECT ${COLUMNS} FROM group_parts ORDER BY id`);
  const gone = db.prepare(
    'DELETE FROM group_parts WHERE project_id > 0 AND project_id NOT IN (SELECT id FROM projects)',
  );
  const all = db.prepare('DELETE FROM group_parts');
  let remembered: Known | null = null;
  let revision = 0;
  const known = (): Known => {
    remembered ??= toKnown(readAll.all());
    return remembered;
  };
  const forget = (): void => {
    remembered = null;
    revision += 1;
  };
  return {
    find(projectId, digest) {
      const { byPrint } = known();
      if (byPrint.size === 0) return null;
      for (const { fingerprintVersion, fingerprint } of toHandPrints(digest)) {
        const part = byPrint.get(toKey(projectId, fingerprintVersion, fingerprint));
        if (part !== undefined) return part;
      }
      return null;
    },
    ofGroup: (intoId) => [...(known().byGroup.get(intoId) ?? [])],
    byId: (id) => known().byId.get(id) ?? null,
    count: () => known().byId.size,
    findDue: () => [...known().byId.values()].find(({ state }) => state !== PART_JOINED) ?? null,
    ...openPartWrites(db, forget),
    ...openShown(db),
    ...openMarks(db),
    deleteGone() {
      if (gone.run().changes > 0) forget();
    },
    deleteAll() {
      all.run();
      forget();
    },
    get revision() {
      return revision;
    },
    reload: forget,
  };
}

type PartWrites = Pick<GroupPartCommands, 'add' | 'moveAll' | 'setState' | 'advance' | 'remove'>;

function openPartWrites(db: WritableDb, forget: () => void): PartWrites {
  const add = db.prepare<PartsMade & { id: number }>(
    `INSERT INTO group_parts (id, project_id, into_id, fingerprint, fingerprint_version, type, message, source, severity,
       status, first_seen_at_ms, last_seen_at_ms, event_count, reopened_at_ms, culprit, explanation, explanation_title,
       suggestion, explanation_evidence, grouping, merged_at_ms, merged_by)
     SELECT g.id, g.project_id, :intoId, g.fingerprint, g.fingerprint_version, g.type, g.message, g.source, g.severity,
       g.status, g.first_seen_at_ms, g.last_seen_at_ms, g.event_count, g.reopened_at_ms, g.culprit, t.explanation,
       t.explanation_title, t.suggestion, t.explanation_evidence, t.grouping, :atMs, :by
     FROM error_groups g JOIN error_group_texts t ON t.id = g.id WHERE g.id = :id`,
  );
  const moveAll = db.prepare<{ fromId: number; intoId: number }>(
    'UPDATE group_parts SET into_id = :intoId WHERE into_id = :fromId',
  );
  const setState = db.prepare<{ id: number; state: number; boundaryId: number; afterMs: number }>(
    `UPDATE group_parts SET state = :state, boundary_id = :boundaryId, after_ms = :afterMs, after_id = 0 WHERE id = :id`,
  );
  const advance = db.prepare<{ intoId: number; afterMs: number; afterId: number }>(
    `UPDATE group_parts SET after_ms = :afterMs, after_id = :afterId WHERE into_id = :intoId AND state = ${PART_LEAVING}`,
  );
  const remove = db.prepare<{ id: number }>('DELETE FROM group_parts WHERE id = :id');
  return {
    add(id, made) {
      add.run({ id, ...made });
      forget();
    },
    moveAll(fromId, intoId) {
      moveAll.run({ fromId, intoId });
      forget();
    },
    setState(id, state, boundaryId) {
      setState.run({ id, state, boundaryId, afterMs: Number.MIN_SAFE_INTEGER });
      forget();
    },
    advance(intoId, place) {
      advance.run({ intoId, ...place });
      forget();
    },
    remove(id) {
      remove.run({ id });
      forget();
    },
  };
}

function openShown(db: WritableDb): Pick<GroupPartCommands, 'pin' | 'unpin' | 'show'> {
  const pin = db.prepare<{ id: number }>(
    `UPDATE OR IGNORE error_groups SET fingerprint_version = ${BY_HAND_VERSION} WHERE id = :id`,
  );
  // Parts of a client's own may give groups of two versions one fingerprint.
  const pinAlone = db.prepare<{ id: number }>(
    `UPDATE error_groups SET fingerprint_version = ${BY_HAND_VERSION}, fingerprint = randomblob(32) WHERE id = :id`,
  );
  const unpin = db.prepare<{ id: number }>(
    `UPDATE OR IGNORE error_groups SET (fingerprint, fingerprint_version) =
       (SELECT p.fingerprint, p.fingerprint_version FROM group_parts p WHERE p.id = error_groups.id) WHERE id = :id`,
  );
  // Another group has its fingerprint: it waits to be grouped.
  const unpinAlone = db.prepare<{ id: number }>(
    'UPDATE error_groups SET fingerprint_version = 0, fingerprint = randomblob(32) WHERE id = :id',
  );
  const show = db.prepare<{ id: number }>(
    `INSERT INTO error_groups (id, project_id, fingerprint, fingerprint_version, type, message, source, severity, status,
       first_seen_at_ms, last_seen_at_ms, event_count, reopened_at_ms, culprit)
     SELECT id, project_id, randomblob(32), 0, type, message, source, severity, status, first_seen_at_ms, last_seen_at_ms,
       0, reopened_at_ms, culprit FROM group_parts WHERE id = :id`,
  );
  const showTexts = db.prepare<{ id: number }>(
    `INSERT INTO error_group_texts (id, explanation, explanation_title, suggestion, explanation_evidence, grouping)
     SELECT id, explanation, explanation_title, suggestion, explanation_evidence, grouping FROM group_parts WHERE id = :id`,
  );
  const showSearch = openGroupSearch(db);
  const isShown = db.prepare<{ id: number }, number>('SELECT 1 FROM error_groups WHERE id = :id').pluck();
  const own = (id: number): void => {
    if (unpin.run({ id }).changes === 0) unpinAlone.run({ id });
  };
  return {
    pin(id) {
      if (pin.run({ id }).changes === 0) pinAlone.run({ id });
    },
    unpin: own,
    show(id, isWhole) {
      if (isShown.get({ id }) !== undefined) return;
      for (const statement of [show, showTexts, showSearch]) statement.run({ id });
      own(id);
      if (isWhole && pin.run({ id }).changes === 0) pinAlone.run({ id });
    },
  };
}

function openMarks(db: WritableDb): Pick<GroupPartCommands, 'mark' | 'readPart'> {
  const mark = db.prepare<[number | null, number]>('UPDATE events SET part_id = ? WHERE id = ?');
  const read = db.prepare<[number], number | null>('SELECT part_id FROM events WHERE id = ?').pluck();
  return {
    mark: (eventRowId, partId) => void mark.run(partId, eventRowId),
    readPart: (eventRowId) => read.get(eventRowId) ?? null,
  };
}

/** A part as answers show it. */
export interface ShownPart {
  readonly id: number;
  readonly type: string;
  readonly message: string;
  readonly eventCount: number;
  readonly mergedAtMs: number;
  readonly mergedBy: string | null;
  readonly state: number;
}

export function toPartFacts({ id, state, ...part }: ShownPart): PartFacts {
  return { ...part, id: toPublicId(id), isMoving: state !== PART_JOINED };
}

/** The parts of a group, the one that it has its id of first. */
export function openShownParts(db: ReadableDb): (groupId: number) => ShownPart[] {
  const read = db.prepare<{ groupId: number }, ShownPart>(
    `SELECT id, type, message, event_count AS eventCount, merged_at_ms AS mergedAtMs, merged_by AS mergedBy, state
     FROM group_parts WHERE into_id = :groupId ORDER BY id <> :groupId, id`,
  );
  return (groupId) => read.all({ groupId });
}
