// What the parts of a deletion share.

import type { Clock } from '../../../clock.js';
import type { Queries } from '../connection.js';
import { holdProjects } from '../locks.js';
import { raiseEpochs } from '../tables/projects.js';
import type { WriterConnection, Writing } from './connection.js';

/** Work cut into steps; each `yield` is a point where it may be ended. The value is how many rows the step deleted. */
export type Steps = AsyncGenerator<number, void, undefined>;

export interface DeletionRun {
  readonly connection: WriterConnection;
  readonly clock: Clock;
}

export interface HeldProject {
  readonly id: number;
  readonly name: string;
}

/**
 * Does a step in a transaction that has the project to itself. What daemons remember of it is void when the step deleted
 * something. Between two steps, commits go on.
 */
export function stepAlone<T extends { readonly count: number }>(
  { connection }: DeletionRun,
  { id, name }: HeldProject,
  work: (transaction: Queries, writing: Writing) => Promise<T>,
): Promise<T> {
  return connection.transact(async (transaction, writing) => {
    await holdProjects(transaction, [name]);
    const done = await work(transaction, writing);
    if (done.count > 0) await raiseEpochs(transaction, [id]);
    return done;
  });
}

/** Live bytes of all that is stored. */
export async function readBytes(db: Queries): Promise<number> {
  const [row] = await db.query<{ bytes: number }>(
    '/* reference */ SELECT greatest(coalesce(sum(bytes), 0), 0) AS bytes FROM project_sizes',
  );
  return row?.bytes ?? 0;
}
