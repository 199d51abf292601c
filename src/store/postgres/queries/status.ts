import type { StoreStatus } from '../../store.js';
import type { Queries } from '../connection.js';
import { type LivingDaemon, readLivingDaemons } from '../living-daemons.js';
import { EVERY_PROJECT_ID, NO_PROJECT_ID } from '../tables/projects.js';
import { ask } from './statement.js';

const ALL_TIME_OF_ALL = `WHERE project_id = ${EVERY_PROJECT_ID} AND span_ms = 0`;

/** Counts of what is stored, and what it takes. */
export async function readStatus(db: Queries): Promise<StoreStatus> {
  const daemons = (await readLivingDaemons(db)).map(toDaemon);
  const [row] = await ask<StoreStatus>(
    db,
    `/* fan-out */ SELECT (SELECT coalesce(sum(bytes), 0) FROM project_sizes) AS bytes,
       (SELECT count(*) FROM error_groups) AS errors,
       (SELECT coalesce(sum(count), 0) FROM event_counts ${ALL_TIME_OF_ALL}) AS events,
       (SELECT coalesce(sum(total), 0) FROM request_counts ${ALL_TIME_OF_ALL}) AS requests,
       (SELECT coalesce(sum(count), 0) FROM log_counts ${ALL_TIME_OF_ALL}) AS logs,
       (SELECT count(*) FROM projects WHERE id > ${NO_PROJECT_ID}) AS projects`,
  );
  return { ...(row ?? { bytes: 0, errors: 0, events: 0, requests: 0, logs: 0, projects: 0 }), daemons };
}

function toDaemon({ number, name, version, startedAtMs, seenAtMs }: LivingDaemon) {
  return {
    number,
    name,
    ...(version !== null && { version }),
    startedAt: new Date(startedAtMs).toISOString(),
    seenAt: new Date(seenAtMs).toISOString(),
  };
}
