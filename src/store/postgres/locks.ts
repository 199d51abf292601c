// Advisory locks: what daemons do one at a time. Numbers of the first kind name what is locked.

import type { Queries } from './connection.js';
import { PROJECT_LOCKS } from './limits.js';

export const MIGRATION_LOCK = 7301;
/** The number of a daemon, for as long as it is connected. */
export const DAEMON_LOCK = 7302;
export const PROJECT_LOCK = 7303;
/** Making projects, and partitions. */
export const REGISTRY_LOCK = 7304;
/** Deleting what is too old: one daemon does it for all. */
export const PRUNE_LOCK = 7305;

/**
 * Shared by transactions that may tell something on the feed, and had alone by a daemon that begins to listen. Taken before any
 * other lock.
 */
export const FEED_LOCK = 7306;

/** Counting the facets of a project; the second number is its id. Taken behind the locks of projects. */
export const FACET_LOCK = 7310;

/** Moving a file into the database. */
export const IMPORT_LOCK = 7309;

/** Projects share locks; '' is that of records without one. FNV-1a. */
export function toProjectSlot(projectName: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < projectName.length; index += 1) {
    hash = Math.imul(hash ^ projectName.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0) % PROJECT_LOCKS;
}

/**
 * Until the transaction ends, nobody deletes or moves what these projects have; of those in `held`, nobody else writes
 * anything. In one order, so that two transactions never wait for each other.
 */
export function lockProjects(
  transaction: Queries,
  projectNames: Iterable<string>,
  held: ReadonlySet<string>,
): Promise<unknown> {
  const slots = new Map<number, 0 | 1>();
  for (const name of projectNames) {
    const slot = toProjectSlot(name);
    slots.set(slot, held.has(name) || slots.get(slot) === 1 ? 1 : 0);
  }
  return lockSlots(transaction, slots);
}

/** Until the transaction ends, nobody else writes anything of these projects; of all, where none is named. */
export function holdProjects(transaction: Queries, projectNames: Iterable<string> | null): Promise<unknown> {
  const slots =
    projectNames === null
      ? Array.from({ length: PROJECT_LOCKS }, (_, slot) => slot)
      : [...projectNames].map(toProjectSlot);
  return lockSlots(transaction, new Map(slots.map((slot) => [slot, 1])));
}

function lockSlots(transaction: Queries, slots: ReadonlyMap<number, 0 | 1>): Promise<unknown> {
  const inOrder = [...slots].sort(([one], [other]) => one - other);
  return transaction.query(
    `/* reference */ SELECT CASE alone WHEN 1 THEN pg_advisory_xact_lock(${PROJECT_LOCK}, slot)::text
       ELSE pg_advisory_xact_lock_shared(${PROJECT_LOCK}, slot)::text END
     FROM unnest($1::int[], $2::int[]) AS wanted (slot, alone)`,
    [inOrder.map(([slot]) => slot), inOrder.map(([, alone]) => alone)],
  );
}
