// What the writer does about alerts.

import { type AlertWatch, CHANGE_BACK, CHANGE_NEW } from '../../../answers/alerts.js';
import { ALERT_GROUPS_MAX } from '../../../limits.js';
import type { FeedItem } from '../../../messages.js';
import type { AlertTurn, AlertWork, ChangedGroup } from '../../alerts.js';
import type { ActivityRow } from '../../sqlite/tables/alerts.js';
import { headToErrorGroup } from '../../sqlite/tables/error-groups.js';
import { toCounts } from '../../sqlite/writer/alert-calls.js';
import type { Queries } from '../connection.js';
import {
  countWaiting,
  type DueGroup,
  finishAlerts,
  finishSeen,
  putSetting,
  readActivity,
  readDue,
  readEarlierCounts,
  readSettings,
  removeSetting,
  takeMessages,
  watchOf,
} from '../tables/alerts.js';
import { findGroupsById } from '../tables/error-groups.js';
import { followRedirect } from '../tables/group-changes.js';
import { NO_PROJECT_NAME } from '../tables/projects.js';
import type { WriterCall } from '../thread-messages.js';
import { toNote } from './access-calls.js';
import type { StatusWriter } from './changes.js';
import type { WriterConnection } from './connection.js';
import { wakeGroups } from './triage-changes.js';

/** What of commits is noted; other daemons may have changed the rules since it was read. */
export interface WatchState {
  watch: AlertWatch;
}

export interface AlertWriter extends StatusWriter {
  readonly connection: WriterConnection;
  readonly alerts: WatchState;
}

type AlertCall = 'readAlertSettings' | 'putAlertSetting' | 'removeAlertSetting' | 'finishAlerts';

type AlertCalls = {
  readonly [K in AlertCall]: (input: WriterCall[K]['in'], writer: AlertWriter) => Promise<WriterCall[K]['out']>;
};

export const ALERT_CALLS: AlertCalls = {
  readAlertSettings: (_, { connection }) =>
    connection.transact(async (transaction) => ({
      settings: await readSettings(transaction),
      waiting: await countWaiting(transaction),
    })),
  putAlertSetting: async ({ setting, max, by }, writer) => {
    const detail = { kind: setting.kind, name: setting.name };
    const note = toNote(writer.nowMs, by, { action: 'alerts_changed', project: null, detail });
    const isPut = await writer.connection.transact(async (transaction) => {
      if (!(await putSetting(transaction, setting, max))) return false;
      await note(transaction);
      return true;
    });
    await readWatch(writer);
    return isPut;
  },
  removeAlertSetting: async ({ kind, name, by }, writer) => {
    const detail = { kind, name, removed: true };
    const note = toNote(writer.nowMs, by, { action: 'alerts_changed', project: null, detail });
    const isRemoved = await writer.connection.transact(async (transaction) => {
      if (!(await removeSetting(transaction, kind, name))) return false;
      await note(transaction);
      return true;
    });
    await readWatch(writer);
    return isRemoved;
  },
  finishAlerts: (done, { connection }) => connection.transact((transaction) => finishAlerts(transaction, done)),
};

/** To be called before the first commit too. */
export async function readWatch({ connection, alerts }: Pick<AlertWriter, 'connection' | 'alerts'>): Promise<void> {
  alerts.watch = watchOf(await connection.between(readSettings));
}

/** Ends snoozes first, so that a group that wakes is among those that changed. */
export async function takeAlerts(
  turn: AlertTurn,
  writer: AlertWriter,
): Promise<{ readonly feed: readonly FeedItem[]; readonly work: AlertWork }> {
  await readWatch(writer);
  const feed = await wakeGroups(writer, turn.nowMs);
  const work = await writer.connection.transact(async (transaction) => {
    const settings = await readSettings(transaction);
    const due = await readDue(transaction, ALERT_GROUPS_MAX);
    const changed: ChangedGroup[] = [];
    for (const projectId of new Set(due.map((one) => one.projectId))) {
      const own = due.filter((one) => one.projectId === projectId);
      changed.push(...(await readChanged(transaction, own, turn.nowMs)));
    }
    return { settings, changed, messages: await takeMessages(transaction, turn) };
  });
  return { feed, work };
}

/** All of one project. Of groups that are gone nobody asks again. */
async function readChanged(transaction: Queries, own: readonly DueGroup[], nowMs: number): Promise<ChangedGroup[]> {
  const [{ projectId, projectName: name } = { projectId: 0, projectName: NO_PROJECT_NAME }] = own;
  const groupIds = own.map(({ groupId }) => groupId);
  const rows = await readActivity(transaction, projectId, { groupIds, nowMs });
  const homes = new Map<number, number>();
  for (const id of groupIds) homes.set(id, await followRedirect(transaction, projectId, id));
  const project = { projectId, projectName: name === NO_PROJECT_NAME ? null : name };
  const heads = await findGroupsById(transaction, project, [...new Set(homes.values())]);
  const earlier = await readEarlierCounts(transaction, projectId, { groupIds: [...homes.values()], nowMs });
  const changed: ChangedGroup[] = [];
  for (const [groupKey, home] of homes) {
    const ofGroup = rows.filter((row) => row.groupKey === groupKey);
    const seen = ofGroup.filter(({ isDue }) => isDue === 1);
    const head = heads.get(home);
    if (head === undefined) await finishSeen(transaction, seen);
    else
      changed.push({
        group: headToErrorGroup(head),
        projectKey: projectId,
        groupKey,
        isNew: isWith(seen, CHANGE_NEW),
        isBack: isWith(seen, CHANGE_BACK),
        ...toCounts(ofGroup),
        earlierCount: earlier.get(home) ?? 0,
        seen,
      });
  }
  return changed;
}

const isWith = (rows: readonly ActivityRow[], bit: number): boolean => rows.some(({ change }) => (change & bit) !== 0);
