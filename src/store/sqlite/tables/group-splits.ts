// Groups that people made of some events of others: which events, and where they go. Read once and kept in memory, because every
// event asks.

import type { SplitFacts } from '../../../answers/error-group.js';
import {
  type ConditionFrame,
  type EventCondition,
  type EventConditions,
  openConditionFrames,
  toEventCondition,
} from '../../../event-conditions.js';
import type { ContentText, PrintKey } from '../../../messages.js';
import type { ReadableDb, WritableDb } from '../connection.js';
import { toPublicId } from '../row-id.js';
import { toHex } from './error-groups.js';

export const SPLIT_DONE = 0;
/** Stored events are on their way. */
export const SPLIT_MOVING = 1;

export interface SplitRow {
  /** Of the group that has the events. */
  readonly id: number;
  readonly projectId: number;
  /** The group that they were taken out of, and what it was found by then. In hex. */
  readonly fromId: number;
  readonly fingerprint: string;
  readonly fingerprintVersion: number;
  /** What the group that has them is found by; in hex. */
  readonly ownFingerprint: string;
  readonly conditions: EventConditions;
  readonly condition: EventCondition;
  readonly state: number;
  /** Events received later are where they belong, and those up to here have been looked at. */
  readonly boundaryId: number;
  readonly afterMs: number;
  readonly afterId: number;
}

/** A split that is about to be. */
export interface NewSplit extends Pick<SplitRow, 'id' | 'projectId' | 'fromId' | 'boundaryId'> {
  readonly fingerprint: string;
  readonly fingerprintVersion: number;
  readonly ownFingerprint: string;
  readonly conditions: EventConditions;
  readonly atMs: number;
  readonly by: string | null;
}

/** What is asked of an event; the frames are parsed when a condition asks for them. */
export interface SplitEvent {
  readonly type: string;
  readonly message: string;
  frames(): readonly ConditionFrame[];
}

/** Whether the event is one of those that were taken out. */
export function isOfSplit({ condition }: Pick<SplitRow, 'condition'>, event: SplitEvent): boolean {
  return condition.ofTexts(event) && (condition.ofFrames === null || condition.ofFrames(event.frames()));
}

export interface GroupSplitCommands {
  /** The frames of a stack, for `find`. */
  readonly framesOf: (stack: ContentText | null) => readonly ConditionFrame[];
  /** Whether there is any in the project. */
  has(projectId: number): boolean;
  /**
   * The first of the project, in the order of their ids, that has the event, of those with a larger id than `afterId` that were
   * made of one of the groups, or of a group with one of the prints.
   */
  find(place: SplitPlace, event: SplitEvent): SplitRow | null;
  ofGroup(fromId: number): SplitRow[];
  count(): number;
  /** Whether stored events are on their way out of the group, or into it. */
  isMoving(groupId: number): boolean;
  /** One with events on their way. */
  findDue(): SplitRow | null;
  add(split: NewSplit): void;
  advance(id: number, place: { readonly afterMs: number; readonly afterId: number }): void;
  /** All stored events are where they belong. */
  finish(id: number): void;
  /** Forgets projects that are gone. */
  deleteGone(): void;
  deleteAll(): void;
  reload(): void;
}

export interface SplitPlace {
  readonly projectId: number;
  readonly groupIds: readonly number[];
  readonly prints: readonly PrintKey[];
  readonly afterId: number;
}

interface StoredSplit extends Omit<SplitRow, 'fingerprint' | 'ownFingerprint' | 'conditions' | 'condition'> {
  readonly fingerprint: Uint8Array;
  readonly ownFingerprint: Uint8Array;
  readonly conditions: string;
}

const COLUMNS = `id, project_id AS projectId, from_id AS fromId, fingerprint, fingerprint_version AS fingerprintVersion,
  own_fingerprint AS ownFingerprint, conditions, state, boundary_id AS boundaryId, after_ms AS afterMs, after_id AS afterId`;

export function openGroupSplitCommands(db: WritableDb): GroupSplitCommands {
  const readAll = db.prepare<[], StoredSplit>(`SELECT ${COLUMNS} FROM group_splits ORDER BY id`);
  const gone = db.prepare(
    'DELETE FROM group_splits WHERE project_id > 0 AND project_id NOT IN (SELECT id FROM projects)',
  );
  const all = db.prepare('DELETE FROM group_splits');
  let remembered: ReadonlyMap<number, SplitRow[]> | null = null;
  const known = (): ReadonlyMap<number, SplitRow[]> => {
    remembered ??= toProjects(readAll.all().map(toSplit));
    return remembered;
  };
  const forget = (): void => {
    remembered = null;
  };
  const every = (): SplitRow[] => [...known().values()].flat();
  return {
    framesOf: openConditionFrames(),
    has: (projectId) => known().has(projectId),
    find: (place, event) => findSplit(known().get(place.projectId) ?? [], place, event),
    ofGroup: (fromId) => every().filter((split) => split.fromId === fromId),
    count: () => every().length,
    isMoving: (groupId) =>
      every().some(({ id, fromId, state }) => state !== SPLIT_DONE && (id === groupId || fromId === groupId)),
    findDue: () => every().find(({ state }) => state !== SPLIT_DONE) ?? null,
    ...openSplitWrites(db, forget),
    deleteGone() {
      if (gone.run().changes > 0) forget();
    },
    deleteAll() {
      all.run();
      forget();
    },
    reload: forget,
  };
}

/** See `GroupSplitCommands.find`. */
export function findSplit(
  splits: readonly SplitRow[],
  { groupIds, prints, afterId }: Omit<SplitPlace, 'projectId'>,
  event: SplitEvent,
): SplitRow | null {
  const isFrom = (split: SplitRow): boolean =>
    groupIds.includes(split.fromId) ||
    prints.some(
      ({ fingerprint, fingerprintVersion: version }) =>
        fingerprint === split.fingerprint && version === split.fingerprintVersion,
    );
  return splits.find((split) => split.id > afterId && isFrom(split) && isOfSplit(split, event)) ?? null;
}

function toSplit({ conditions: json, ...row }: StoredSplit): SplitRow {
  const conditions = parseConditions(json);
  return {
    ...row,
    fingerprint: toHex(row.fingerprint),
    ownFingerprint: toHex(row.ownFingerprint),
    conditions,
    condition: toEventCondition(conditions),
  };
}

/** The store wrote it. */
export function parseConditions(json: string): EventConditions {
  return JSON.parse(json) as EventConditions;
}

function toProjects(splits: readonly SplitRow[]): Map<number, SplitRow[]> {
  const projects = new Map<number, SplitRow[]>();
  for (const split of splits) projects.set(split.projectId, [...(projects.get(split.projectId) ?? []), split]);
  return projects;
}

function openSplitWrites(db: WritableDb, forget: () => void): Pick<GroupSplitCommands, 'add' | 'advance' | 'finish'> {
  const add = db.prepare<Record<string, string | number | Buffer | null>>(
    `INSERT INTO group_splits (id, project_id, from_id, fingerprint, fingerprint_version, own_fingerprint, conditions,
       split_at_ms, split_by, state, boundary_id, after_ms)
     VALUES (:id, :projectId, :fromId, :fingerprint, :fingerprintVersion, :ownFingerprint, :conditions, :atMs, :by,
       ${SPLIT_MOVING}, :boundaryId, ${Number.MIN_SAFE_INTEGER})`,
  );
  const advance = db.prepare<{ id: number; afterMs: number; afterId: number }>(
    'UPDATE group_splits SET after_ms = :afterMs, after_id = :afterId WHERE id = :id',
  );
  const finish = db.prepare<{ id: number }>(`UPDATE group_splits SET state = ${SPLIT_DONE} WHERE id = :id`);
  return {
    add({ conditions, ...split }) {
      add.run({
        ...split,
        conditions: JSON.stringify(conditions),
        fingerprint: Buffer.from(split.fingerprint, 'hex'),
        ownFingerprint: Buffer.from(split.ownFingerprint, 'hex'),
      });
      forget();
    },
    advance(id, place) {
      advance.run({ id, ...place });
      forget();
    },
    finish(id) {
      finish.run({ id });
      forget();
    },
  };
}

/** A split as answers show it. */
export interface ShownSplit {
  readonly id: number;
  readonly fromId: number;
  readonly conditions: string;
  readonly atMs: number;
  readonly by: string | null;
  readonly state: number;
}

/** `id` is that of the other group: of the one that was made, or of the one that it was made of. */
export function toSplitFacts({ conditions, state, ...split }: ShownSplit, id: number): SplitFacts {
  const { atMs, by } = split;
  return { id: toPublicId(id), conditions: parseConditions(conditions), atMs, by, isMoving: state !== SPLIT_DONE };
}

export interface GroupSplits {
  /** What was taken out of the group, and by what it was taken out of another. */
  readonly splits: readonly SplitFacts[];
  readonly splitFrom: SplitFacts | null;
}

export function openShownSplits(db: ReadableDb): (groupId: number) => GroupSplits {
  const columns = 'id, from_id AS fromId, conditions, split_at_ms AS atMs, split_by AS by, state';
  const ofGroup = db.prepare<{ groupId: number }, ShownSplit>(
    `SELECT ${columns} FROM group_splits WHERE from_id = :groupId ORDER BY id`,
  );
  const own = db.prepare<{ groupId: number }, ShownSplit>(`SELECT ${columns} FROM group_splits WHERE id = :groupId`);
  return (groupId) => toGroupSplits(ofGroup.all({ groupId }), own.get({ groupId }));
}

export function toGroupSplits(made: readonly ShownSplit[], own: ShownSplit | undefined): GroupSplits {
  return {
    splits: made.map((split) => toSplitFacts(split, split.id)),
    splitFrom: own === undefined ? null : toSplitFacts(own, own.fromId),
  };
}
