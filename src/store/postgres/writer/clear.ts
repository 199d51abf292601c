// Clearing: what somebody asked to be gone. A project that is cleared loses its row, and its records the name with it: what
// arrives from then on names it anew, under another id.

import type { Queries } from '../connection.js';
import { PRUNE_STEP_ROWS } from '../limits.js';
import { holdProjects } from '../locks.js';
import { openCounterDeltas } from '../tables/counters.js';
import { NO_PROJECT_ID } from '../tables/projects.js';
import { deleteOldest } from '../tables/record-deletes.js';
import { type DeletionRun, type Steps, stepAlone } from './deletion-run.js';

/** Writes down who asked for a deletion; in the first transaction. */
export type Note = (transaction: Queries) => Promise<void>;

/** By which rows lead that are nobody's once their project is gone. */
const OF_PROJECTS = [
  'client_ids',
  'contents',
  'error_group_texts',
  'error_groups',
  'shelved_groups',
  'group_redirects',
  'groupings',
  'event_counts',
  'group_counts',
  'request_counts',
  'log_counts',
  'project_sizes',
  'group_triage',
  'group_history',
  'alert_activity',
  'alert_messages',
  'alert_marks',
];

/** Everything that is stored but for settings, keys and the audit. */
export async function clearEverything({ connection }: DeletionRun, note: Note): Promise<void> {
  await connection.transact(async (transaction) => {
    await holdProjects(transaction, null);
    await note(transaction);
    const others = OF_PROJECTS.filter((table) => table !== 'groupings');
    await transaction.exec(`/* fan-out */ TRUNCATE events, requests, logs, gone_projects, ${others.join(', ')}`);
    await transaction.change(`/* fan-out */ DELETE FROM groupings WHERE project_id >= ${NO_PROJECT_ID}`);
    await transaction.change(`/* reference */ DELETE FROM projects WHERE id > ${NO_PROJECT_ID}`);
    await transaction.change('/* reference */ UPDATE projects SET epoch = epoch + 1');
  });
}

export async function clearEveryLog({ connection, clock }: DeletionRun, note: Note): Promise<void> {
  await connection.transact(async (transaction, { shard }) => {
    await holdProjects(transaction, null);
    await note(transaction);
    const sizes = await transaction.query<{ projectId: number; bytes: number }>(
      '/* fan-out */ SELECT project_id, sum(bytes) AS bytes FROM logs GROUP BY project_id',
    );
    const deltas = openCounterDeltas();
    for (const { projectId, bytes } of sizes) deltas.countBytes(projectId, bytes);
    await deltas.flush(transaction, { nowMs: clock(), shard, sign: -1 });
    await transaction.exec('/* fan-out */ TRUNCATE logs, log_counts');
    await transaction.change('/* fan-out */ DELETE FROM client_ids WHERE kind = 2');
  });
}

/** Nothing where nobody has named the project. */
export async function* clearProject(run: DeletionRun, projectName: string, note: Note): Steps {
  const goneId = await run.connection.transact(async (transaction) => {
    await holdProjects(transaction, [projectName]);
    await note(transaction);
    const [row] = await transaction.query<{ id: number }>(
      '/* reference */ DELETE FROM projects WHERE name = $1 RETURNING id',
      [projectName],
    );
    if (row === undefined) return null;
    await transaction.change('/* reference */ INSERT INTO gone_projects (project_id, at_ms) VALUES ($1, $2)', [
      row.id,
      run.clock(),
    ]);
    return row.id;
  });
  if (goneId !== null) yield* deleteGone(run, goneId);
}

/** Goes on with the clearing of projects that a daemon has not finished. */
export async function* resumeClearing(run: DeletionRun): Steps {
  const gone = await run.connection.between((db) =>
    db.query<{ projectId: number }>('/* reference */ SELECT project_id FROM gone_projects ORDER BY project_id'),
  );
  for (const { projectId } of gone) yield* deleteGone(run, projectId);
}

/** Nobody writes to a project that is gone. */
async function* deleteGone({ connection, clock }: DeletionRun, projectId: number): Steps {
  for (;;) {
    const old = { projectId, toId: Number.MAX_SAFE_INTEGER, limit: PRUNE_STEP_ROWS };
    const deleted = await connection.transact((transaction, { shard }) =>
      deleteOldest(transaction, old, { nowMs: clock(), shard }),
    );
    if (deleted === 0) break;
    yield deleted;
  }
  await connection.transact(async (transaction) => {
    for (const table of OF_PROJECTS)
      await transaction.change(`/* project */ DELETE FROM ${table} WHERE project_id = $1`, [projectId]);
    await transaction.change('/* reference */ DELETE FROM gone_projects WHERE project_id = $1', [projectId]);
  });
}

/** The logs that the project has now; what arrives meanwhile stays. */
export async function* clearProjectLogs(run: DeletionRun, projectName: string, note: Note): Steps {
  const begun = await run.connection.transact(async (transaction) => {
    await holdProjects(transaction, [projectName]);
    await note(transaction);
    const [row] = await transaction.query<{ id: number; lastId: number | null }>(
      `/* project */ SELECT p.id, (SELECT max(id) FROM logs WHERE project_id = p.id) AS last_id FROM projects p
       WHERE p.name = $1`,
      [projectName],
    );
    return row;
  });
  if (begun === undefined || begun.lastId === null) return;
  const { id, lastId: toId } = begun;
  for (;;) {
    const old = { projectId: id, toId, limit: PRUNE_STEP_ROWS };
    const { count } = await stepAlone(run, { id, name: projectName }, async (transaction, { shard }) => ({
      count: await deleteOldest(transaction, old, { nowMs: run.clock(), shard, kinds: ['logs'] }),
    }));
    if (count === 0) return;
    yield count;
  }
}
