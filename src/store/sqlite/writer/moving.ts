// Stored events on their way from one group into another because people decided it: what goes along with each of them.

import type { GroupHead } from '../tables/error-groups.js';
import type { FileEvent, RegroupCommands } from '../tables/regrouping.js';
import type { WriterTables } from './append.js';
import type { RegroupOptions } from './regroup.js';

/** The heads that a step changes, and what it moved; within one transaction. */
export interface MovingStep {
  readonly tables: WriterTables;
  readonly regroup: RegroupCommands;
  head(id: number): GroupHead | null;
  move(event: FileEvent, way: Way): void;
  /** Writes what was changed so far. */
  flush(): void;
}

interface Way {
  readonly from: GroupHead;
  readonly to: GroupHead;
  /** That the event belongs to; the id of `to` where it is no part of it. */
  readonly partId: number;
}

export function openMovingStep({ tables, regroup, nowMs }: RegroupOptions, projectId: number): MovingStep {
  const heads = new Map<number, GroupHead>();
  const isFirst = (tables.groupings.find(projectId)?.version ?? 1) === 1;
  let moved: { readonly from: number; readonly to: number; readonly atMs: number }[] = [];
  return {
    tables,
    regroup,
    head(id) {
      const found = heads.get(id) ?? tables.groups.findById(id);
      if (found !== null) heads.set(id, found);
      return found;
    },
    move(event, { from, to, partId }) {
      const { id, timestampMs: atMs } = event;
      tables.events.move({
        id,
        timestampMs: atMs,
        fromGroupId: from.id,
        groupId: to.id,
        type: event.type === to.type ? null : event.type,
        message: event.message === to.message ? null : event.message,
      });
      tables.parts.mark(id, partId === to.id ? null : partId);
      // A part of version 1 is on no shelf.
      const isKept = !isFirst && tables.parts.byId(partId)?.fingerprintVersion !== 1;
      const homeId = event.homeId ?? (isKept ? from.id : null);
      tables.homes.set(id, homeId === to.id ? null : homeId);
      from.eventCount -= 1;
      to.eventCount += 1;
      tables.facets.move({ ...event, groupId: from.id }, to.id);
      moved.push({ from: from.id, to: to.id, atMs });
    },
    flush() {
      for (const changed of heads.values()) tables.groups.update(changed);
      for (const { from, atMs } of moved) tables.deltas.countGroup(from, atMs);
      tables.deltas.flush(nowMs(), -1);
      for (const { to, atMs } of moved) tables.deltas.countGroup(to, atMs);
      tables.deltas.flush(nowMs(), 1);
      // A snooze waits for as many more as before.
      for (const { from, to } of moved) {
        tables.triage.subtract(from, 1);
        tables.triage.subtract(to, -1);
      }
      moved = [];
    },
  };
}
