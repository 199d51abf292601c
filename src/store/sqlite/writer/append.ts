// What a commit does: digests to rows, counters and feed messages. Runs inside one transaction.

import { openActivities } from '../../../answers/alerts.js';
import { toLevelRow, toSourceRow } from '../../../answers/enums.js';
import { eventMessage, logMessage, newErrorMessage, requestMessage } from '../../../answers/feed-messages.js';
import { type GroupChange, toChangeBits, toGroupChange } from '../../../answers/group-change.js';
import { mayBeLouder, noteLoudness, noteNews, noteRecent } from '../../../answers/group-signals.js';
import { isFailure } from '../../../answers/stats.js';
import type { Clock } from '../../../clock.js';
import { assertNever } from '../../../errors.js';
import type { FeedDemand } from '../../../feed-demand.js';
import type {
  AppendOutcome,
  ContentText,
  Digest,
  EventDigest,
  FeedItem,
  LogDigest,
  ReachedLimit,
  RequestDigest,
} from '../../../messages.js';
import type { Rejection } from '../../../outcome.js';
import type { WritableDb } from '../connection.js';
import { packId } from '../packed-id.js';
import { correctedReceivedAtMs, openRowIds, type RowIdCorrection, receivedAtMsOf, toPublicId } from '../row-id.js';
import { type AlertCommands, openAlertCommands } from '../tables/alerts.js';
import { type ContentCommands, openContentCommands } from '../tables/contents.js';
import type { CounterDeltas } from '../tables/counters.js';
import { type GroupCommands, type GroupHead, headToErrorGroup, openGroupCommands } from '../tables/error-groups.js';
import {
  type EventHomeCommands,
  type GroupRedirectCommands,
  openEventHomeCommands,
  openGroupRedirectCommands,
} from '../tables/event-homes.js';
import { type EventCommands, openEventCommands } from '../tables/events.js';
import { type FacetCommands, openFacetCommands } from '../tables/facets.js';
import { type GatheredCounts, type Gathering, openGatheredCounts } from '../tables/gathered-counts.js';
import { type GroupPartCommands, openGroupPartCommands } from '../tables/group-parts.js';
import { type GroupSplitCommands, openGroupSplitCommands } from '../tables/group-splits.js';
import { type GroupingCommands, openGroupingCommands } from '../tables/groupings.js';
import type { WrittenInParts } from '../tables/index-backlog.js';
import { type LogCommands, NO_SOURCE, openLogCommands } from '../tables/logs.js';
import { openProjectSettingsCommands, type ProjectSettingsCommands } from '../tables/project-settings.js';
import { openProjectCommands, type ProjectCommands } from '../tables/projects.js';
import { openRequestCommands, type RequestCommands } from '../tables/requests.js';
import { openRowIdCorrectionCommands } from '../tables/row-id-corrections.js';
import { openViewCommands, type ViewCommands } from '../tables/saved-views.js';
import { openShelvedGroupCommands, type ShelvedGroupCommands } from '../tables/shelved-groups.js';
import { openTriageCommands, type TriageCommands } from '../tables/triage.js';
import { openUsualCounts, type UsualCounts } from '../tables/usual-counts.js';
import { type FeedItems, openFeedItems } from './feed-items.js';
import { placeEvent } from './placing.js';
import { type LimitRun, startLimits } from './project-limits.js';
import { openReleaseHolds, type ReleaseHolds } from './release-holds.js';

/** The writer's tables and what it remembers between commits. */
export interface WriterTables {
  readonly projects: ProjectCommands;
  readonly settings: ProjectSettingsCommands;
  readonly contents: ContentCommands;
  readonly groups: GroupCommands;
  readonly groupings: GroupingCommands;
  readonly parts: GroupPartCommands;
  readonly splits: GroupSplitCommands;
  readonly shelf: ShelvedGroupCommands;
  readonly homes: EventHomeCommands;
  readonly redirects: GroupRedirectCommands;
  readonly views: ViewCommands;
  readonly events: EventCommands;
  readonly requests: RequestCommands;
  readonly logs: LogCommands;
  readonly deltas: CounterDeltas;
  readonly counts: GatheredCounts;
  readonly facets: FacetCommands;
  readonly alerts: AlertCommands;
  readonly triage: TriageCommands;
  readonly usual: UsualCounts;
  readonly holds: ReleaseHolds;
  /** All that is written in parts. */
  readonly indexes: readonly WrittenInParts[];
  nextId(): number;
  /** Parts what is stored so far from what comes; see `RowIdSource`. */
  nextBoundary(): number;
  /** Sets ids right that are ahead of the clock. Takes a transaction of its own. */
  correctIds(): void;
  /** In the order of their ids. */
  idCorrections(): readonly RowIdCorrection[];
  /** When the newest record was received that was stored at the opening; null when there was none. */
  readonly newestAtOpenMs: number | null;
}

export function openWriterTables(db: WritableDb, clock: Clock, gathering: Gathering = {}): WriterTables {
  const newest = db.prepare<[], number | null>(
    `SELECT max(id) FROM (
       SELECT max(id) AS id FROM events UNION ALL SELECT max(id) FROM error_groups
       UNION ALL SELECT max(id) FROM shelved_groups UNION ALL SELECT max(id) FROM group_parts
       UNION ALL SELECT max(id) FROM group_splits UNION ALL SELECT max(id) FROM requests
       UNION ALL SELECT max(id) FROM logs UNION ALL SELECT max(id) FROM projects
       UNION ALL SELECT max(max(indexed_to, merging_to)) FROM index_marks)`,
  );
  const endOfRecords = (end: 'min' | 'max') =>
    db
      .prepare<[], number | null>(
        `SELECT ${end}(id) FROM (SELECT ${end}(id) AS id FROM events UNION ALL SELECT ${end}(id) FROM requests
           UNION ALL SELECT ${end}(id) FROM logs)`,
      )
      .pluck();
  const oldest = endOfRecords('min');
  const stored = openRowIdCorrectionCommands(db);
  let corrections = stored.all();
  const ids = openRowIds(newest.pluck().get() ?? 0, clock, corrections.at(-1) ?? null);
  const newestId = endOfRecords('max').get() ?? null;
  const projects = openProjectCommands(db);
  const [events, requests, logs] = [openEventCommands(db), openRequestCommands(db), openLogCommands(db)];
  const facets = openFacetCommands(db, clock);
  const contents = openContentCommands(db);
  const alerts = openAlertCommands(db);
  const triage = openTriageCommands(db);
  const counts = openGatheredCounts(db, gathering);
  const nameOf = db.prepare<{ id: number }, string>('SELECT name FROM projects WHERE id = :id').pluck();
  return {
    projects,
    settings: openProjectSettingsCommands(db),
    contents: {
      ...contents,
      reload() {
        contents.reload();
        facets.forgetContexts();
      },
    },
    groups: openGroupCommands(db, (id) => nameOf.get({ id }) ?? null, counts.heads),
    groupings: openGroupingCommands(db),
    parts: openGroupPartCommands(db),
    splits: openGroupSplitCommands(db),
    shelf: openShelvedGroupCommands(db),
    homes: openEventHomeCommands(db),
    redirects: openGroupRedirectCommands(db),
    views: openViewCommands(db),
    events,
    requests,
    logs,
    deltas: counts.deltas,
    counts,
    alerts,
    triage,
    usual: openUsualCounts(alerts.earlierCount, counts),
    holds: openReleaseHolds(db, { triage, facets }),
    facets,
    indexes: [events, requests.ids, logs.ids, facets],
    nextId: () => ids.next(),
    nextBoundary: () => ids.nextBoundary(),
    correctIds() {
      const due = ids.dueCorrection();
      if (due === null || !stored.insert(due, oldest.get() ?? due.fromId)) return;
      corrections = stored.all();
      ids.correct(due);
    },
    idCorrections: () => corrections,
    newestAtOpenMs: newestId === null ? null : correctedReceivedAtMs(newestId, corrections),
  };
}

/** One transaction's work in progress. */
export interface AppendRun {
  append(digest: Digest): AppendOutcome;
  /** Writes or notes group heads and counters once each, and tells the feed messages. Last step before COMMIT. */
  finish(): readonly FeedItem[];
  /** Projects of which an item was refused because a limit is used up. */
  reachedLimits(): readonly ReachedLimit[];
}

const PROJECT_LIMIT: Rejection = { kind: 'rejected', reason: 'project_limit' };

export function startAppend(tables: WriterTables, { nowMs, demand }: { nowMs: number; demand: FeedDemand }): AppendRun {
  const changed = new Map<number, GroupHead>();
  const feed = openFeedItems(demand);
  const limits = startLimits(tables.settings, nowMs);
  const activities = openActivities<GroupHead>(tables.alerts.watch);
  const run = { tables, nowMs, limits, changed, feed, activities };
  return {
    reachedLimits: () => limits.reached(),
    append(digest) {
      // Before the project is registered: one whose every item is refused must not be. A known one may send duplicates.
      const refusal = limits.refusalOf(digest.projectName);
      if (refusal !== null && tables.projects.find(refusal.projectName ?? '') === null) return refusal;
      const projectId = tables.projects.register(digest.projectName, () => tables.nextId(), nowMs);
      if (projectId === null) return { ...PROJECT_LIMIT, projectName: digest.projectName };
      switch (digest.kind) {
        case 'event':
          return appendEvent(run, projectId, digest);
        case 'request':
          return appendRequest(run, projectId, digest);
        case 'log':
          return appendLog(run, projectId, digest);
        default:
          return assertNever(digest);
      }
    },
    finish() {
      tables.shelf.flush();
      tables.counts.add(changed);
      // What alerts are decided from, off this path.
      for (const [group, activity] of activities.all())
        tables.alerts.note({ projectId: group.projectId, groupId: group.id }, activity, nowMs);
      limits.finish();
      for (const index of tables.indexes) index.index();
      return feed.finish();
    },
  };
}

interface Run {
  readonly tables: WriterTables;
  readonly nowMs: number;
  readonly limits: LimitRun;
  /** By id. The cache may drop a head that is not written yet; this does not. */
  readonly changed: Map<number, GroupHead>;
  readonly feed: FeedItems;
  readonly activities: ReturnType<typeof openActivities<GroupHead>>;
}

function appendEvent(run: Run, projectId: number, digest: EventDigest): AppendOutcome {
  const { tables, feed } = run;
  const { eventId, projectName, site } = digest;
  const packedId = packId(eventId);
  const earlier = tables.events.find(projectId, eventId, packedId);
  if (earlier !== null) {
    // A retry may come with another fingerprint (a newer client): the answer is that of the first call.
    const stored = tables.events.readFingerprint(earlier) ?? site.fingerprint;
    return { kind: 'duplicate', id: eventId, fingerprint: stored, isNew: false, projectName };
  }
  const refusal = run.limits.admit(digest);
  if (refusal !== null) return refusal;
  const { known, head, homeId, partId = null } = placeEvent(tables, { projectId, digest, changed: run.changed });
  const id = tables.nextId();
  const contextId = intern(tables, { id, projectId }, digest.context);
  tables.events.insert(digest, {
    id,
    packedId,
    projectId,
    groupId: head.id,
    stackId: intern(tables, { id, projectId }, site.stack),
    contextId,
    type: site.type === head.type ? null : site.type,
    message: site.message === head.message ? null : site.message,
  });
  if (homeId !== null) tables.homes.set(id, homeId);
  if (partId !== null) tables.parts.mark(id, partId);
  const seenAtMs = Math.min(digest.timestampMs, digest.receivedAtMs);
  const change = toGroupChange(digest, known ? tables.holds.join(head, digest, seenAtMs) : 'new');
  run.changed.set(head.id, head);
  noteSignals(run, head, { seenAtMs, change });
  const { details, facets } = digest;
  tables.facets.count({ id, projectId, groupId: head.id, contextId, timestampMs: seenAtMs, details }, facets);
  run.activities.note(head, toChangeBits(change));
  tables.deltas.countGroup(head.id, seenAtMs);
  tables.deltas.countEvent(projectId, seenAtMs, { type: site.type, source: toSourceRow(digest.source) });
  if (!known) feed.say(projectName, () => newErrorMessage(headToErrorGroup(head)));
  else {
    feed.sayIfRoom(projectName, () =>
      eventMessage(headToErrorGroup(head), digest, correctedReceivedAtMs(id, tables.idCorrections())),
    );
  }
  return { kind: 'stored', id: eventId, fingerprint: head.fingerprint, isNew: !known, projectName };
}

/** What is news of a group: it is new, came back, or is louder than usual. */
function noteSignals(
  { tables, nowMs }: Run,
  head: GroupHead,
  { seenAtMs, change }: { readonly seenAtMs: number; readonly change: GroupChange },
): void {
  noteRecent(head, seenAtMs, nowMs);
  if (change.news !== null) noteNews(head, change.news, nowMs);
  if (change.history !== null) {
    const place = { projectId: head.projectId, groupId: head.id };
    tables.triage.note(place, { atMs: nowMs, actor: null, ...change.history });
  }
  if (mayBeLouder(head, nowMs)) noteLoudness(head, tables.usual(head.id, nowMs), nowMs);
}

function appendRequest(run: Run, projectId: number, digest: RequestDigest): AppendOutcome {
  const { tables, feed } = run;
  const earlier = tables.requests.ids.find(projectId, digest.recordId);
  if (earlier !== null) return toDuplicate(earlier, digest);
  const refusal = run.limits.admit(digest);
  if (refusal !== null) return refusal;
  const id = tables.nextId();
  tables.requests.insert(digest, {
    id,
    projectId,
    headersId: intern(tables, { id, projectId }, digest.headers),
    responseHeadersId: intern(tables, { id, projectId }, digest.responseHeaders),
  });
  const atMs = Math.min(digest.timestampMs, digest.receivedAtMs);
  tables.deltas.countRequest(projectId, atMs, isFailure(digest.statusCode));
  feed.sayIfRoom(digest.projectName, () => requestMessage(toPublicId(id), digest));
  return { kind: 'stored', id: toPublicId(id), projectName: digest.projectName };
}

function appendLog(run: Run, projectId: number, digest: LogDigest): AppendOutcome {
  const { tables, feed } = run;
  const earlier = tables.logs.ids.find(projectId, digest.recordId);
  if (earlier !== null) return toDuplicate(earlier, digest);
  const refusal = run.limits.admit(digest);
  if (refusal !== null) return refusal;
  const id = tables.nextId();
  tables.logs.insert(digest, { id, projectId, environmentId: intern(tables, { id, projectId }, digest.environment) });
  tables.deltas.countLog(projectId, Math.min(digest.timestampMs, digest.receivedAtMs), {
    level: toLevelRow(digest.level),
    source: digest.source === null ? NO_SOURCE : toSourceRow(digest.source),
  });
  feed.sayIfRoom(digest.projectName, () => logMessage(toPublicId(id), digest));
  return { kind: 'stored', id: toPublicId(id), projectName: digest.projectName };
}

/** A retry is answered as the first call was, whatever else it says now. */
function toDuplicate(earlierId: number, { projectName }: Digest): AppendOutcome {
  return { kind: 'duplicate', id: toPublicId(earlierId), projectName };
}

/** Use is dated by the id of the record that uses the text, because the deletion of unused texts compares the two. */
function intern(
  { contents }: WriterTables,
  { id, projectId }: { id: number; projectId: number },
  content: ContentText | null,
): number | null {
  return content === null ? null : contents.intern(projectId, content, receivedAtMsOf(id));
}
