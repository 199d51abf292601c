// What the writer does about alerts. Each call is one transaction.

import type { ErrorGroup } from '../../../../schemas/error-group.js';
import { CHANGE_BACK, CHANGE_NEW } from '../../../answers/alerts.js';
import { toStatusItem } from '../../../answers/feed-messages.js';
import { ALERT_GROUPS_MAX } from '../../../limits.js';
import type { FeedItem } from '../../../messages.js';
import type { AlertTurn, AlertWork, ChangedGroup } from '../../alerts.js';
import { headToErrorGroup } from '../tables/error-groups.js';
import type { GroupPlace } from '../tables/triage.js';
import type { WriterCall } from '../thread-messages.js';
import { toNote } from './access-calls.js';
import type { WriterTables } from './append.js';
import type { ChangeWriter } from './changes.js';
import { changeTriage, wakeGroups } from './triage-changes.js';

type AlertCall =
  | 'readAlertSettings'
  | 'putAlertSetting'
  | 'removeAlertSetting'
  | 'finishAlerts'
  | 'takeAlerts'
  | 'changeTriage';

type AlertCalls = {
  readonly [K in AlertCall]: (input: WriterCall[K]['in'], writer: ChangeWriter) => WriterCall[K]['out'];
};

/** `announce` tells the feed. */
export const toAlertCalls = (announce: (item: FeedItem) => void): AlertCalls => ({
  readAlertSettings: (_, { tables: { alerts } }) => ({ settings: alerts.settings(), waiting: alerts.waiting() }),
  putAlertSetting: ({ setting, max, by }, writer) =>
    writer.committer.transact(() => {
      const isPut = writer.tables.alerts.put(setting, max);
      const detail = { kind: setting.kind, name: setting.name };
      if (isPut) toNote(writer, by, { action: 'alerts_changed', project: null, detail })();
      return isPut;
    }),
  removeAlertSetting: ({ kind, name, by }, writer) =>
    writer.committer.transact(() => {
      const isRemoved = writer.tables.alerts.remove(kind, name);
      const detail = { kind, name, removed: true };
      if (isRemoved) toNote(writer, by, { action: 'alerts_changed', project: null, detail })();
      return isRemoved;
    }),
  finishAlerts: (done, { tables: { alerts }, committer }) => committer.transact(() => alerts.finish(done)),
  takeAlerts: (turn, writer) => {
    const { woken, work } = takeAlerts(turn, writer);
    for (const group of woken) announce(toStatusItem(group));
    return work;
  },
  changeTriage: ({ groupId, ...change }, writer) => {
    const { changed, json } = changeTriage(writer, groupId, change);
    if (changed.kind === 'changed' && json !== null) announce({ projectName: changed.group.projectId ?? null, json });
    return changed;
  },
});

/** Ends snoozes first, so that a group that wakes is among those that changed. */
function takeAlerts(
  turn: AlertTurn,
  writer: ChangeWriter,
): { readonly woken: readonly ErrorGroup[]; readonly work: AlertWork } {
  const { tables, committer } = writer;
  const { alerts } = tables;
  return committer.transact(() => {
    const woken = wakeGroups(writer, turn.nowMs);
    const changed = alerts
      .due(ALERT_GROUPS_MAX)
      .map((place) => toChanged(tables, place, turn.nowMs))
      .filter((group) => group !== null);
    return { woken, work: { settings: alerts.settings(), changed, messages: alerts.takeMessages(turn) } };
  });
}

/** Null for a group that is gone by now: nobody asks for it again. */
function toChanged(tables: WriterTables, place: GroupPlace, nowMs: number): ChangedGroup | null {
  const { alerts, groups } = tables;
  const rows = alerts.activity(place, nowMs);
  const due = rows.filter(({ isDue }) => isDue === 1);
  const head = groups.findById(tables.redirects.follow(place.groupId));
  if (head === null) {
    alerts.finish({ nowMs, seen: due, messages: [], settled: [] });
    return null;
  }
  const isWith = (bit: number): boolean => due.some(({ change }) => (change & bit) !== 0);
  return {
    group: headToErrorGroup(head),
    projectKey: place.projectId,
    groupKey: place.groupId,
    isNew: isWith(CHANGE_NEW),
    isBack: isWith(CHANGE_BACK),
    ...toCounts(rows),
    earlierCount: alerts.earlierCount(head.id, nowMs),
    seen: due,
  };
}

/** Several daemons count one minute in a row each. */
export function toCounts(
  rows: readonly { readonly minuteMs: number; readonly count: number; readonly isDue: number }[],
): Pick<ChangedGroup, 'minuteCount' | 'recentCount'> {
  const minutes = new Map<number, { count: number; isDue: boolean }>();
  for (const { minuteMs, count, isDue } of rows) {
    const minute = minutes.get(minuteMs) ?? { count: 0, isDue: false };
    minutes.set(minuteMs, { count: minute.count + count, isDue: minute.isDue || isDue === 1 });
  }
  const all = [...minutes.values()];
  return {
    minuteCount: Math.max(0, ...all.filter(({ isDue }) => isDue).map(({ count }) => count)),
    recentCount: all.reduce((sum, { count }) => sum + count, 0),
  };
}
