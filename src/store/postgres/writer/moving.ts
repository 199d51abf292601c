// Stored events on their way from one group into another because people decided it: what goes along with each of them.

import type { GroupHead } from '../../sqlite/tables/error-groups.js';
import type { WaitingEvent } from '../../sqlite/tables/regrouping.js';
import type { Queries } from '../connection.js';
import { holdProjects } from '../locks.js';
import { openCounterDeltas } from '../tables/counters.js';
import { findGroupsById, updateGroups } from '../tables/error-groups.js';
import { holdFacets, moveFacets } from '../tables/facets.js';
import { openPartTables, type PartRow, type PartTables } from '../tables/group-parts.js';
import { findGrouping } from '../tables/groupings.js';
import { NO_PROJECT_NAME, raiseEpochs } from '../tables/projects.js';
import { openRegroupTables, type RegroupTables } from '../tables/regrouping.js';
import { subtractFromTriage } from '../tables/triage.js';
import type { Writing } from './connection.js';
import type { RegroupOptions } from './regroup.js';

/** What a step changes; within a transaction that holds the project. */
export interface MovingStep {
  readonly transaction: Queries;
  readonly projectId: number;
  readonly parts: PartTables;
  readonly tables: RegroupTables;
  head(id: number): Promise<GroupHead | null>;
  move(event: WaitingEvent, way: Way): Promise<void>;
  /** Writes what was changed so far. */
  flush(): Promise<void>;
}

interface Way {
  readonly from: GroupHead;
  readonly to: GroupHead;
  /** That the event belongs to; null where it is no part of `to`. */
  readonly part: PartRow | null;
}

interface StepFacts {
  readonly transaction: Queries;
  readonly writing: Writing;
  readonly projectId: number;
  readonly projectName: string | null;
  readonly nowMs: number;
}

/**
 * Does a step of what people decided for a project, in a transaction that holds it; nothing where the project has gone meanwhile.
 * Clients read their lists again, as when stored events are grouped anew.
 */
export async function stepProject(
  writer: RegroupOptions,
  projectId: number,
  work: (transaction: Queries, openStep: () => Promise<MovingStep>) => Promise<void>,
): Promise<void> {
  const { feed } = await writer.feedWriter.transact(async (transaction, writing, part) => {
    const [project] = await transaction.query<{ name: string }>(
      '/* reference */ SELECT name FROM projects WHERE id = $1',
      [projectId],
    );
    if (project === undefined) return;
    await holdProjects(transaction, [project.name]);
    const projectName = project.name === NO_PROJECT_NAME ? null : project.name;
    const facts = { transaction, writing, projectId, projectName, nowMs: writer.nowMs() };
    await work(transaction, () => openMovingStep(facts));
    await raiseEpochs(transaction, [projectId]);
    if ((await part.demand).isListening) await part.tell([{ projectName, json: '', skippedBefore: 2 }]);
  });
  writer.publish(feed);
}

export async function openMovingStep({
  transaction,
  writing,
  projectId,
  projectName,
  nowMs,
}: StepFacts): Promise<MovingStep> {
  const heads = new Map<number, GroupHead>();
  const tables = openRegroupTables(transaction, projectId);
  const parts = openPartTables(transaction, projectId);
  const isFirst = ((await findGrouping(transaction, projectId))?.version ?? 1) === 1;
  await holdFacets(transaction, projectId);
  const [left, come] = [openCounterDeltas(), openCounterDeltas()];
  const moved: { readonly event: WaitingEvent; readonly groupId: number }[] = [];
  const taken = new Map<number, number>();
  const take = (id: number, count: number): void => void taken.set(id, (taken.get(id) ?? 0) + count);
  return {
    transaction,
    projectId,
    parts,
    tables,
    async head(id) {
      const known = heads.get(id);
      if (known !== undefined) return known;
      const found = (await findGroupsById(transaction, { projectId, projectName }, [id])).get(id) ?? null;
      if (found !== null) heads.set(id, found);
      return found;
    },
    async move(event, { from, to, part }) {
      // A part of version 1 is on no shelf.
      const isKept = !isFirst && part?.fingerprintVersion !== 1;
      const homeId = event.homeId ?? (isKept ? from.id : null);
      await tables.move({
        id: event.id,
        groupId: to.id,
        type: event.type === to.type ? null : event.type,
        message: event.message === to.message ? null : event.message,
        homeId: homeId === to.id ? null : homeId,
      });
      await parts.mark(event.id, part === null || part.id === to.id ? null : part.id);
      moved.push({ event: { ...event, groupId: from.id }, groupId: to.id });
      from.eventCount -= 1;
      to.eventCount += 1;
      left.countGroup(from, event.timestampMs);
      come.countGroup(to, event.timestampMs);
      take(from.id, 1);
      take(to.id, -1);
    },
    async flush() {
      await updateGroups(transaction, [...heads.values()]);
      await left.flush(transaction, { nowMs, shard: writing.shard, sign: -1 });
      await come.flush(transaction, { nowMs, shard: writing.shard, sign: 1 });
      await moveFacets(transaction, projectId, moved);
      // A snooze waits for as many more as before.
      await subtractFromTriage(transaction, projectId, taken);
    },
  };
}
