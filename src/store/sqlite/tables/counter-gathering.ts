// Changes of counters, gathered in memory: each counter is written once for all that changes it.

import { HOUR_MS, SLOT_MS, startOf } from '../../../answers/spans.js';
import { EVERY_PROJECT_ID } from './projects.js';

export type EventChange = [projectId: number, slotMs: number, type: string, source: number, count: number];
export type GroupChange = [groupId: number, hourMs: number, count: number];
export type RequestChange = [projectId: number, slotMs: number, total: number, failed: number];
export type LogChange = [projectId: number, hourMs: number, level: number, source: number, count: number];

/** Of each counter its key, then by how much. Plain data. */
export interface CounterChanges {
  readonly events: readonly EventChange[];
  readonly groups: readonly GroupChange[];
  readonly requests: readonly RequestChange[];
  readonly logs: readonly LogChange[];
}

export function isNothing({ events, groups, requests, logs }: CounterChanges): boolean {
  return events.length + groups.length + requests.length + logs.length === 0;
}

/** Records are counted under their project and under all of them together. */
export interface CounterGathering {
  countEvent(projectId: number, atMs: number, kind: { type: string; source: number }): void;
  /** One more event of a group. */
  countGroup(groupId: number, atMs: number): void;
  countRequest(projectId: number, atMs: number, failed: boolean): void;
  countLog(projectId: number, atMs: number, kind: { level: number; source: number }): void;
  add(changes: CounterChanges): void;
  /** How many counters have changed. */
  size(): number;
  /** Forgets what was counted, and answers it. */
  take(): CounterChanges;
  discard(): void;
}

export function openCounterGathering(): CounterGathering {
  const events = openEventChanges();
  const groups = openGroupChanges();
  const requests = new Map<string, RequestChange>();
  const logs = new Map<string, LogChange>();
  const addRequests = ([projectId, slotMs, total, failed]: RequestChange): void => {
    const change = getOrInsert<string, RequestChange>(requests, `${projectId}/${slotMs}`, () => [
      projectId,
      slotMs,
      0,
      0,
    ]);
    change[2] += total;
    change[3] += failed;
  };
  const addLogs = ([projectId, hourMs, level, source, count]: LogChange): void => {
    const key = `${projectId}/${hourMs}/${level}/${source}`;
    getOrInsert<string, LogChange>(logs, key, () => [projectId, hourMs, level, source, 0])[4] += count;
  };
  const discard = (): void => {
    for (const kind of [events, groups, requests, logs]) kind.clear();
  };
  return {
    countEvent(project, atMs, { type, source }) {
      const slotMs = startOf(atMs, SLOT_MS);
      for (const projectId of [project, EVERY_PROJECT_ID]) events.add([projectId, slotMs, type, source, 1]);
    },
    countGroup(groupId, atMs) {
      groups.add([groupId, startOf(atMs, HOUR_MS), 1]);
    },
    countRequest(project, atMs, failed) {
      const slotMs = startOf(atMs, SLOT_MS);
      for (const projectId of [project, EVERY_PROJECT_ID]) addRequests([projectId, slotMs, 1, failed ? 1 : 0]);
    },
    countLog(project, atMs, { level, source }) {
      const hourMs = startOf(atMs, HOUR_MS);
      for (const projectId of [project, EVERY_PROJECT_ID]) addLogs([projectId, hourMs, level, source, 1]);
    },
    add(more) {
      more.events.forEach(events.add);
      more.groups.forEach(groups.add);
      more.requests.forEach(addRequests);
      more.logs.forEach(addLogs);
    },
    size: () => events.all().length + groups.all().length + requests.size + logs.size,
    take() {
      const taken = {
        events: events.all(),
        groups: groups.all(),
        requests: [...requests.values()],
        logs: [...logs.values()],
      };
      discard();
      return taken;
    },
    discard,
  };
}

interface Changes<Change> {
  readonly add: (change: Change) => void;
  all(): readonly Change[];
  clear(): void;
}

/** By numbers, as far as it goes: texts of ids and times take longer to make than to count. */
function openEventChanges(): Changes<EventChange> {
  const byKey = new Map<number, Map<number, Map<string, Map<number, EventChange>>>>();
  let all: EventChange[] = [];
  return {
    add([projectId, slotMs, type, source, count]) {
      const ofType = childOf(childOf(childOf(byKey, projectId), slotMs), type);
      let change = ofType.get(source);
      if (change === undefined) {
        change = [projectId, slotMs, type, source, 0];
        ofType.set(source, change);
        all.push(change);
      }
      change[4] += count;
    },
    all: () => all,
    clear() {
      byKey.clear();
      all = [];
    },
  };
}

function openGroupChanges(): Changes<GroupChange> {
  const byKey = new Map<number, Map<number, GroupChange>>();
  let all: GroupChange[] = [];
  return {
    add([groupId, hourMs, count]) {
      const ofHour = childOf(byKey, hourMs);
      let change = ofHour.get(groupId);
      if (change === undefined) {
        change = [groupId, hourMs, 0];
        ofHour.set(groupId, change);
        all.push(change);
      }
      change[2] += count;
    },
    all: () => all,
    clear() {
      byKey.clear();
      all = [];
    },
  };
}

function childOf<K, K2, V>(map: Map<K, Map<K2, V>>, key: K): Map<K2, V> {
  return getOrInsert(map, key, () => new Map<K2, V>());
}

function getOrInsert<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
