import type { ErrorGroup } from '../../../../schemas/error-group.js';
import type { Status } from '../../../../schemas/words.js';
import { rowToSeverity, rowToSource, rowToStatus, toSeverityRow, toStatusRow } from '../../../answers/enums.js';
import { toErrorGroup } from '../../../answers/error-group.js';
import type { Joined } from '../../../answers/group-change.js';
import { type GroupSignals, noteNews } from '../../../answers/group-signals.js';
import type { EventDigest, EventPrint } from '../../../messages.js';
import type { WritableDb } from '../connection.js';
import { GROUP_CACHE_MAX } from '../limits.js';
import { toPublicId } from '../row-id.js';
import { openGroupDeletes } from './group-deletes.js';
import { type NewGroupKeys, openGroupInsert } from './group-insert.js';
import { openHeadCache } from './head-cache.js';
import { openHeadWriter, toHeadRow } from './head-rows.js';

/** A group as the writer keeps it in memory while events join it. */
export interface GroupHead extends GroupFacts, GroupSignals {
  readonly id: number;
  readonly projectId: number;
  readonly projectName: string | null;
  readonly fingerprint: string;
  /** 0 while its events wait to be grouped. */
  readonly fingerprintVersion: number;
  readonly type: string;
  readonly message: string;
  readonly source: number;
  readonly explanation: string | null;
}

/** What changes with the events of a group, and by hand. */
export interface GroupFacts {
  severity: number;
  status: number;
  firstSeenAtMs: number;
  lastSeenAtMs: number;
  eventCount: number;
  /** When an event last reopened the group; null unless that was after it was last resolved. */
  reopenedAtMs: number | null;
  /** The text of `toCulpritText` of its latest event. */
  culprit: string | null;
}

export interface GroupRow extends Omit<GroupHead, 'fingerprint' | 'projectName'> {
  readonly fingerprint: Uint8Array;
}

/** Groups with their texts. */
export const GROUPS = 'error_groups g JOIN error_group_texts t ON t.id = g.id';

/** The columns of `GroupRow`, of `GROUPS`. */
export const GROUP_COLUMNS = `g.id, g.project_id AS projectId, g.fingerprint,
  g.fingerprint_version AS fingerprintVersion, g.type, g.message, g.source,
  t.explanation, g.severity, g.status, g.first_seen_at_ms AS firstSeenAtMs, g.last_seen_at_ms AS lastSeenAtMs,
  g.event_count AS eventCount, g.reopened_at_ms AS reopenedAtMs, g.culprit,
  g.recent_from_ms AS recentFromMs, g.recent_count AS recentCount, g.louder_until_ms AS louderUntilMs,
  g.louder_factor AS louderFactor, g.news_at_ms AS newsAtMs, g.news_kind AS newsKind`;

type HeadKeys = Pick<GroupHead, 'projectId' | 'projectName' | 'fingerprint' | 'fingerprintVersion'>;

export function rowToGroupHead(row: GroupRow, projectName: string | null): GroupHead {
  const { projectId, fingerprintVersion } = row;
  return toGroupHead(row, { projectId, projectName, fingerprint: toHex(row.fingerprint), fingerprintVersion });
}

/** Heads have their fields in one order, so that V8 has one class for all of them. */
export function toGroupHead(
  row: Omit<GroupRow, keyof HeadKeys>,
  { projectId, projectName, fingerprint, fingerprintVersion }: HeadKeys,
): GroupHead {
  return {
    id: row.id,
    projectId,
    projectName,
    fingerprint,
    fingerprintVersion,
    type: row.type,
    message: row.message,
    source: row.source,
    explanation: row.explanation,
    severity: row.severity,
    status: row.status,
    firstSeenAtMs: row.firstSeenAtMs,
    lastSeenAtMs: row.lastSeenAtMs,
    eventCount: row.eventCount,
    reopenedAtMs: row.reopenedAtMs,
    culprit: row.culprit,
    recentFromMs: row.recentFromMs,
    recentCount: row.recentCount,
    louderUntilMs: row.louderUntilMs,
    louderFactor: row.louderFactor,
    newsAtMs: row.newsAtMs,
    newsKind: row.newsKind,
  };
}

/** A fingerprint as it is on the wire. */
export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}

/** The group as answers show it. */
export function headToErrorGroup(head: GroupHead): ErrorGroup {
  return toErrorGroup(rowToFacts(head));
}

/** A group in the words of answers. */
export function rowToFacts<
  Row extends {
    readonly id: number;
    readonly source: number;
    readonly severity: number;
    readonly status: number;
  },
>(row: Row) {
  return {
    ...row,
    id: toPublicId(row.id),
    source: rowToSource(row.source),
    severity: rowToSeverity(row.severity),
    status: rowToStatus(row.status),
  };
}

const UNRESOLVED = toStatusRow('unresolved');
const RESOLVED = toStatusRow('resolved');
const IGNORED = toStatusRow('ignored');

/** What a group learns from an event that joins it. */
export interface JoiningEvent extends Pick<EventDigest, 'severity' | 'receivedAtMs' | 'ignoredBy'> {
  readonly site: Pick<EventDigest['site'], 'culprit'>;
}

export function isResolved({ status }: Pick<GroupFacts, 'status'>): boolean {
  return status === RESOLVED;
}

/**
 * Counts one more event. A resolved group opens again, and its severity starts over with the event that did it; where a rule
 * ignores the event, the group is ignored instead.
 */
export function joinGroup(head: GroupFacts, event: JoiningEvent, seenAtMs: number): Joined {
  const isResolvedNow = head.status === RESOLVED;
  const isIgnored = isResolvedNow && event.ignoredBy !== undefined;
  if (isIgnored) head.status = IGNORED;
  const reopens = isResolvedNow && !isIgnored;
  if (reopens) {
    head.status = UNRESOLVED;
    // Not the event's own time: what waited in a client may be older than the resolution.
    head.reopenedAtMs = event.receivedAtMs;
    head.severity = toSeverityRow(event.severity);
  }
  countInGroup(head, event, seenAtMs);
  if (reopens) return 'reopened';
  return isIgnored ? 'ignored' : 'counted';
}

/** The same without a look at the status. */
export function countInGroup(head: GroupFacts, { severity, site }: JoiningEvent, seenAtMs: number): void {
  head.severity = Math.max(head.severity, toSeverityRow(severity));
  head.eventCount += 1;
  head.firstSeenAtMs = Math.min(head.firstSeenAtMs, seenAtMs);
  if (seenAtMs >= head.lastSeenAtMs) head.culprit = site.culprit;
  head.lastSeenAtMs = Math.max(head.lastSeenAtMs, seenAtMs);
}

/** What a group of a project is found by. */
export type GroupKey = Pick<EventPrint, 'fingerprint' | 'fingerprintVersion'>;

export interface GroupCommands {
  find(projectId: number, print: GroupKey, projectName: string | null): GroupHead | null;
  findById(id: number): GroupHead | null;
  /** Creates a group with one event in it. */
  insert(keys: NewGroupKeys, digest: EventDigest, print: EventPrint): GroupHead;
  /** Writes what may have changed of a head: counts, times, severity, status and signals. */
  update(head: GroupHead): void;
  /** Resolving forgets that the group was reopened; the other statuses leave it. */
  setStatus(head: GroupHead, status: Status): void;
  /** What it was before a change of its status. */
  giveBack(head: GroupHead, before: Pick<GroupFacts, 'status' | 'reopenedAtMs'>): void;
  /** Ends a snooze: unresolved, and reopened then. */
  wake(head: GroupHead, nowMs: number): void;
  /** Has the events of a group wait to be grouped anew. */
  setAside(id: number): void;
  /** Takes pruned events off the counts; a group without events goes. */
  subtract(groupId: number, count: number): void;
  deleteProject(projectId: number, limit: number): number;
  deleteAll(): void;
  reload(): void;
}

/** `gathered`: heads that are not written yet, by id; see gathered-counts.ts. */
export function openGroupCommands(
  db: WritableDb,
  nameOf: (projectId: number) => string | null,
  gathered: ReadonlyMap<number, GroupHead> = new Map(),
): GroupCommands {
  const byKey = db.prepare<{ projectId: number; version: number; fingerprint: Buffer }, GroupRow>(
    `SELECT ${GROUP_COLUMNS} FROM ${GROUPS}
     WHERE g.project_id = :projectId AND g.fingerprint_version = :version AND g.fingerprint = :fingerprint`,
  );
  const byId = db.prepare<{ id: number }, GroupRow>(`SELECT ${GROUP_COLUMNS} FROM ${GROUPS} WHERE g.id = :id`);
  const writeHead = openHeadWriter(db);
  const update: GroupCommands['update'] = (head) => {
    writeHead(toHeadRow(head));
  };
  const insertRow = openGroupInsert(db);
  const deletes = openGroupDeletes(db);
  const cache = openHeadCache<GroupHead>(GROUP_CACHE_MAX);
  return {
    find(projectId, { fingerprint, fingerprintVersion: version }, projectName) {
      const key = toCacheKey(projectId, { fingerprint, fingerprintVersion: version });
      const cached = cache.get(key);
      const found =
        cached ?? toHead(byKey.get({ projectId, version, fingerprint: Buffer.from(fingerprint, 'hex') }), projectName);
      if (found === null) return null;
      const head = gathered.get(found.id) ?? found;
      // Once it is written, nothing but the cache has it.
      if (head !== cached) cache.set(key, head);
      return head;
    },
    findById(id) {
      const unwritten = gathered.get(id);
      if (unwritten !== undefined) return unwritten;
      const row = byId.get({ id });
      return row === undefined ? null : rowToGroupHead(row, nameOf(row.projectId));
    },
    insert(keys, digest, print) {
      const head = insertRow(keys, digest, print);
      cache.set(toCacheKey(keys.projectId, print), head);
      return head;
    },
    update,
    ...openStatusCommands((head) => {
      update(head);
      cache.delete(toCacheKey(head.projectId, head));
    }),
    setAside: openSetAside(db),
    ...deletes,
    subtract(groupId, count) {
      const isLeft = deletes.subtract(groupId, count);
      const head = cache.findById(groupId);
      if (head === undefined) return;
      if (isLeft) head.eventCount -= count;
      else cache.delete(toCacheKey(head.projectId, head));
    },
    reload: () => cache.clear(),
  };
}

function toHead(row: GroupRow | undefined, projectName: string | null): GroupHead | null {
  return row === undefined ? null : rowToGroupHead(row, projectName);
}

/** With the version: parts of a client's own may give two of them the same fingerprint, and one would push the other out. */
function toCacheKey(
  projectId: number,
  { fingerprint, fingerprintVersion }: Pick<GroupHead, 'fingerprint' | 'fingerprintVersion'>,
): string {
  return `${projectId}:${fingerprintVersion}:${fingerprint}`;
}

/** `update` writes a head, and has it read anew by who joins its group. */
function openStatusCommands(update: (head: GroupHead) => void): Pick<GroupCommands, 'setStatus' | 'giveBack' | 'wake'> {
  return {
    setStatus(head, status) {
      head.status = toStatusRow(status);
      if (head.status === RESOLVED) head.reopenedAtMs = null;
      update(head);
    },
    giveBack(head, { status, reopenedAtMs }) {
      Object.assign(head, { status, reopenedAtMs });
      update(head);
    },
    wake(head, nowMs) {
      head.status = UNRESOLVED;
      head.reopenedAtMs = nowMs;
      noteNews(head, 'regressed', nowMs);
      update(head);
    },
  };
}

function openSetAside(db: WritableDb): (id: number) => void {
  const setAside = db.prepare<{ id: number }>(
    'UPDATE OR IGNORE error_groups SET fingerprint_version = 0 WHERE id = :id',
  );
  // Two groups that wait may have parts of a client's own, which have one fingerprint in both versions.
  const setAsideAlone = db.prepare<{ id: number }>(
    'UPDATE error_groups SET fingerprint_version = 0, fingerprint = randomblob(32) WHERE id = :id',
  );
  return (id) => {
    if (setAside.run({ id }).changes === 0) setAsideAlone.run({ id });
  };
}
