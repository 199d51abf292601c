// What a commit does: digests to rows, counters and feed messages. Runs inside one transaction, in few round trips: what it
// must know is read for all digests together, then each is looked at in its order, then all rows are written together.

import { type AlertWatch, openActivities } from '../../../answers/alerts.js';
import { toLevelRow, toSourceRow } from '../../../answers/enums.js';
import { eventMessage, logMessage, newErrorMessage, requestMessage } from '../../../answers/feed-messages.js';
import { type GroupChange, toChangeBits, toGroupChange } from '../../../answers/group-change.js';
import { mayBeLouder, noteLoudness, noteNews, noteRecent } from '../../../answers/group-signals.js';
import { isFailure } from '../../../answers/stats.js';
import type { HistoryFacts } from '../../../answers/triage.js';
import type { AppendOutcome, Digest, EventDigest, LogDigest, ReachedLimit, RequestDigest } from '../../../messages.js';
import { receivedAtMsOf, toPublicId } from '../../sqlite/row-id.js';
import { type GroupHead, headToErrorGroup } from '../../sqlite/tables/error-groups.js';
import { NO_SOURCE } from '../../sqlite/tables/logs.js';
import type { GroupPlace } from '../../sqlite/tables/triage.js';
import { type FeedItems, openFeedItems } from '../../sqlite/writer/feed-items.js';
import type { Queries } from '../connection.js';
import { COMMIT_ALIVE_RECORDS } from '../limits.js';
import { RECORD_TABLES, toPartition } from '../partitions.js';
import type { RowIds } from '../row-id.js';
import { noteActivities } from '../tables/alerts.js';
import { type ContentCache, type ContentRun, startContents } from '../tables/contents.js';
import { type CounterDeltas, openCounterDeltas } from '../tables/counters.js';
import { type PendingRun, startPending } from '../tables/facets.js';
import type { KnownProject } from '../tables/projects.js';
import {
  type EventRow,
  insertRecords,
  type LogRow,
  type RequestRow,
  toEventRow,
  toLogRow,
  toRequestRow,
} from '../tables/records.js';
import { noteFirst, noteHistory } from '../tables/triage.js';
import { type Admitted, openAdmission } from './admission.js';
import type { FeedPart } from './feed-writer.js';
import { type OpenFacts, openProjects } from './open-projects.js';
import { openPlacing, type Placing } from './placing.js';
import type { WrittenRows } from './statistics.js';
import { readUsual, type UsualCache } from './usual.js';

export interface AppendFacts extends OpenFacts {
  /** Of the counters that this daemon writes. */
  readonly shard: number;
  readonly ids: RowIds;
  readonly part: FeedPart;
  readonly contents: ContentCache;
  readonly watch: AlertWatch;
  readonly usual: UsualCache;
}

export interface Appended {
  /** In the order of the digests. */
  readonly outcomes: readonly AppendOutcome[];
  /** Projects of which an item was refused because a limit is used up. */
  readonly reachedLimits: readonly ReachedLimit[];
  readonly written: WrittenRows;
  /** To be called when it is committed. */
  readonly remember: () => void;
}

/** Another daemon has made a group at the same moment: the transaction has to be done again. */
export class GroupMadeElsewhere extends Error {}

/** Nothing is asked: a transaction that says nothing is ended. */
export const SAY_ALIVE = '/* reference */ SELECT';

/** Throws `HoldNeeded` and `GroupMadeElsewhere`. */
export async function appendAll(
  transaction: Queries,
  digests: readonly Digest[],
  facts: AppendFacts,
): Promise<Appended> {
  const { ids, nowMs, shard } = facts;
  const projects = await openProjects(transaction, digests, facts);
  const admission = await openAdmission(transaction, { digests, projects, ids });
  const { admitted } = admission;
  const arrivals = admitted.filter(isEvent);
  const demand = await facts.part.demand;
  const run: Run = {
    transaction,
    facts,
    placing: await openPlacing(transaction, arrivals, { ids, isTold: demand.isListening }),
    contents: startContents(facts.contents, nowMs),
    deltas: openCounterDeltas(),
    facets: startPending(),
    activities: openActivities(facts.watch),
    feed: openFeedItems(demand),
    events: [],
    requests: [],
    logs: [],
    newGroups: 0,
    histories: [],
  };
  for (const [index, one] of admitted.entries()) {
    // The server would end a large commit on a slow machine, and the same again each time that it is tried.
    if (index > 0 && index % COMMIT_ALIVE_RECORDS === 0) await transaction.query(SAY_ALIVE);
    await appendOne(run, one, admission.answer);
  }
  let newContents = 0;
  const [isMade] = await Promise.all([
    run.placing.flush(),
    run.contents.flush(transaction, (projectId, bytes) => {
      run.deltas.countBytes(projectId, bytes);
      newContents += 1;
    }),
  ]);
  if (!isMade) throw new GroupMadeElsewhere();
  await Promise.all([
    insertRecords(transaction, run),
    run.deltas.flush(transaction, { nowMs, sign: 1, shard }),
    run.facets.flush(transaction),
    noteActivities(transaction, toActivities(run), { nowMs, shard }),
    projects.flush(),
    noteLastId(transaction, { shard, lastId: ids.last, nowMs }),
    noteFirst(transaction, run.histories),
    facts.part.tell(run.feed.finish()),
  ]);
  return {
    outcomes: admission.finish(),
    reachedLimits: projects.reached(),
    written: new Map([
      ...toRecordRows(run, nowMs),
      ['client_ids', admitted.filter(hasClientId).length],
      ['contents', newContents],
      ['error_groups', run.newGroups],
      ['error_group_texts', run.newGroups],
      ['shelved_groups', run.newGroups],
    ]),
    remember: () => run.contents.remember(),
  };
}

interface Run {
  readonly transaction: Queries;
  readonly facts: Pick<AppendFacts, 'nowMs' | 'usual'>;
  readonly placing: Placing;
  readonly contents: ContentRun;
  readonly deltas: CounterDeltas;
  readonly facets: PendingRun;
  readonly activities: ReturnType<typeof openActivities<GroupHead>>;
  readonly feed: FeedItems;
  readonly events: EventRow[];
  readonly requests: RequestRow[];
  readonly logs: LogRow[];
  newGroups: number;
  /** Of groups that the commit makes. */
  readonly histories: (HistoryFacts & GroupPlace)[];
}

/** What alerts are decided from, off this path; each group once. */
function toActivities({ activities }: Run) {
  return [...activities.all()].map(([{ projectId, id: groupId }, activity]) => ({ projectId, groupId, ...activity }));
}

function toRecordRows({ events, requests, logs }: Run, nowMs: number): [string, number][] {
  const rows = { events: events.length, requests: requests.length, logs: logs.length };
  return RECORD_TABLES.map((table) => [toPartition(table, nowMs).name, rows[table]]);
}

const hasClientId = ({ digest }: Admitted): boolean => digest.kind === 'event' || digest.recordId !== null;

type Answer = (one: Admitted, outcome: AppendOutcome) => void;
type AdmittedEvent = Admitted & { readonly digest: EventDigest };

const isEvent = (one: Admitted): one is AdmittedEvent => one.digest.kind === 'event';

async function appendOne(run: Run, one: Admitted, answer: Answer): Promise<void> {
  if (isEvent(one)) answer(one, await appendEvent(run, one));
  else answer(one, appendRecord(run, one));
}

async function appendEvent(run: Run, { project, digest, id }: AdmittedEvent): Promise<AppendOutcome> {
  const { contents, deltas, feed } = run;
  const { eventId, projectName, site } = digest;
  const { head, known, homeId, partId = null } = await run.placing.place({ project, digest });
  const row = toEventRow(digest, {
    id,
    projectId: project.id,
    groupId: head.id,
    homeId,
    partId,
    stackHash: contents.intern(project, site.stack),
    contextHash: contents.intern(project, digest.context),
    type: site.type === head.type ? null : site.type,
    message: site.message === head.message ? null : site.message,
  });
  run.events.push(row);
  const change = toGroupChange(digest, known ? await run.placing.join(head, digest) : 'new');
  await noteSignals(run, head, { seenAtMs: row.timestampMs, isNew: !known, change });
  if (!known) run.newGroups += 1;
  run.facets.count(row, digest.facets);
  run.activities.note(head, toChangeBits(change));
  deltas.countBytes(project.id, row.bytes);
  deltas.countGroup(head, row.timestampMs);
  deltas.countEvent(project.id, row.timestampMs, { type: site.type, source: toSourceRow(digest.source) });
  if (known) feed.sayIfRoom(projectName, () => eventMessage(headToErrorGroup(head), digest, receivedAtMsOf(id)));
  else feed.say(projectName, () => newErrorMessage(headToErrorGroup(head)));
  return { kind: 'stored', id: eventId, fingerprint: head.fingerprint, isNew: !known, projectName };
}

/** What is news of a group: it is new, came back, or is louder than usual. */
async function noteSignals(
  { transaction, facts: { nowMs, usual }, histories }: Run,
  head: GroupHead,
  { seenAtMs, isNew, change }: { readonly seenAtMs: number; readonly isNew: boolean; readonly change: GroupChange },
): Promise<void> {
  noteRecent(head, seenAtMs, nowMs);
  if (change.news !== null) noteNews(head, change.news, nowMs);
  if (change.history !== null) {
    const place = { projectId: head.projectId, groupId: head.id };
    const entry = { atMs: nowMs, actor: null, ...change.history };
    if (isNew) histories.push({ ...place, ...entry });
    else await noteHistory(transaction, place, entry);
  }
  if (mayBeLouder(head, nowMs)) noteLoudness(head, await readUsual(transaction, usual, { head, nowMs }), nowMs);
}

function appendRecord(run: Run, { project, digest, id }: Admitted): AppendOutcome {
  if (digest.kind === 'request') appendRequest(run, { project, digest, id });
  if (digest.kind === 'log') appendLog(run, { project, digest, id });
  return { kind: 'stored', id: toPublicId(id), projectName: digest.projectName };
}

interface Keyed<D> {
  readonly project: KnownProject;
  readonly digest: D;
  readonly id: number;
}

function appendRequest(run: Run, { project, digest, id }: Keyed<RequestDigest>): void {
  const { contents, deltas, feed } = run;
  const row = toRequestRow(digest, {
    id,
    projectId: project.id,
    headersHash: contents.intern(project, digest.headers),
    responseHeadersHash: contents.intern(project, digest.responseHeaders),
  });
  run.requests.push(row);
  deltas.countBytes(project.id, row.bytes);
  deltas.countRequest(project.id, row.timestampMs, isFailure(digest.statusCode));
  feed.sayIfRoom(digest.projectName, () => requestMessage(toPublicId(id), digest));
}

function appendLog(run: Run, { project, digest, id }: Keyed<LogDigest>): void {
  const { contents, deltas, feed } = run;
  const row = toLogRow(digest, {
    id,
    projectId: project.id,
    environmentHash: contents.intern(project, digest.environment),
  });
  run.logs.push(row);
  deltas.countBytes(project.id, row.bytes);
  deltas.countLog(project.id, row.timestampMs, {
    level: toLevelRow(digest.level),
    source: digest.source === null ? NO_SOURCE : toSourceRow(digest.source),
  });
  feed.sayIfRoom(digest.projectName, () => logMessage(toPublicId(id), digest));
}

/** This daemon lives, and who takes its number after it makes later ids. */
export function noteLastId(
  transaction: Queries,
  { shard, lastId, nowMs }: { readonly shard: number; readonly lastId: number; readonly nowMs: number },
): Promise<unknown> {
  return transaction.change(
    '/* reference */ UPDATE daemons SET last_id = greatest(last_id, $2), seen_at_ms = $3 WHERE number = $1',
    [shard, lastId, nowMs],
  );
}
