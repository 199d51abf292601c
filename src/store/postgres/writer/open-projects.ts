// The projects of a transaction, locked and known, with their limits.

import type { Digest, ReachedLimit } from '../../../messages.js';
import type { Rejection } from '../../../outcome.js';
import type { SettingsRow } from '../../sqlite/tables/project-settings.js';
import { type LimitRun, startLimits } from '../../sqlite/writer/project-limits.js';
import { openBulk } from '../bulk.js';
import type { Queries } from '../connection.js';
import { lockProjects } from '../locks.js';
import {
  type KnownProject,
  NO_PROJECT_NAME,
  type ProjectRow,
  readProjects,
  registerProjects,
} from '../tables/projects.js';

type Refusal = Rejection & { readonly projectName: string | null };

/** Thrown when a transaction must be begun again and hold these projects alone: their events are being moved. */
export class HoldNeeded extends Error {
  constructor(readonly projectNames: readonly string[]) {
    super('projects are being grouped anew');
  }
}

export interface OpenProjects {
  /** The project of a digest, or why none of its items is taken. */
  find(digest: Digest): KnownProject | Refusal;
  readonly limits: LimitRun;
  reached(): readonly ReachedLimit[];
  /** Writes what was counted of limits. Sent at once. */
  flush(): Promise<unknown>;
}

export interface OpenFacts {
  readonly nowMs: number;
  /** Projects that the transaction has to itself. */
  readonly held: ReadonlySet<string>;
}

export const nameOf = ({ projectName }: Digest): string => projectName ?? NO_PROJECT_NAME;

/** Throws `HoldNeeded`. */
export async function openProjects(
  transaction: Queries,
  digests: readonly Digest[],
  { nowMs, held }: OpenFacts,
): Promise<OpenProjects> {
  const names = [...new Set(digests.map(nameOf))];
  const locked = lockProjects(transaction, names, held);
  // Sent behind it: what it reads is what there is when the lock is held.
  const [, read] = await Promise.all([locked, readProjects(transaction, names)]);
  const { limits, flush } = await openLimits(transaction, [...read.values()], nowMs);
  // A project of which every item is refused must not be made. A known one may send duplicates.
  const refusals = new Map<string, Refusal>();
  for (const row of read.values()) {
    const refusal = row.id === null ? limits.refusalOf(row.name) : null;
    if (refusal !== null) refusals.set(row.name, refusal);
  }
  const unknown = names.filter((name) => read.get(name)?.id === null && !refusals.has(name));
  const projects = unknown.length === 0 ? read : await register(transaction, { names, unknown, nowMs });
  const moving = [...projects.values()].filter(({ name, isDue }) => isDue === 1 && !held.has(name));
  if (moving.length > 0) throw new HoldNeeded([...held, ...moving.map(({ name }) => name)]);
  return {
    limits,
    flush,
    reached: () => limits.reached(),
    find(digest) {
      const row = projects.get(nameOf(digest));
      if (row !== undefined && isKnown(row)) return row;
      const { projectName } = digest;
      return refusals.get(nameOf(digest)) ?? { kind: 'rejected', reason: 'project_limit', projectName };
    },
  };
}

const isKnown = (row: ProjectRow): row is KnownProject => row.id !== null && row.epoch !== null;

async function register(
  transaction: Queries,
  facts: { readonly names: readonly string[]; readonly unknown: readonly string[]; readonly nowMs: number },
): Promise<Map<string, ProjectRow>> {
  await registerProjects(transaction, facts.unknown, facts.nowMs);
  return readProjects(transaction, facts.names);
}

const USAGE = `/* reference */ SELECT name, events_per_minute, bytes_per_day, retention_days, grouping, minute_start_ms,
    minute_items, day_start_ms, day_bytes, (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now_ms
  FROM project_settings WHERE name = ANY($1::text[]) ORDER BY name FOR UPDATE`;
const bulk = openBulk<SettingsRow>({
  name: 'text',
  minute_start_ms: 'bigint',
  minute_items: 'bigint',
  day_start_ms: 'bigint',
  day_bytes: 'bigint',
});
const WRITE_USAGE = `/* reference */ UPDATE project_settings s SET minute_start_ms = c.minute_start_ms,
    minute_items = c.minute_items, day_start_ms = c.day_start_ms, day_bytes = c.day_bytes
  FROM unnest(${bulk.arrays}) AS c (${bulk.names}) WHERE s.name = c.name`;

type LimitedRow = SettingsRow & { readonly nowMs: number };

/** What limited projects have used is locked: they are counted over all daemons. */
async function openLimits(
  transaction: Queries,
  projects: readonly ProjectRow[],
  nowMs: number,
): Promise<{ limits: LimitRun; flush: () => Promise<unknown> }> {
  const limited = projects.filter((row) => row.eventsPerMinute !== null || row.bytesPerDay !== null);
  const rows =
    limited.length === 0 ? [] : await transaction.query<LimitedRow>(USAGE, [limited.map(({ name }) => name)]);
  const byName = new Map(rows.map((row) => [row.name, { ...row }]));
  const counted: SettingsRow[] = [];
  const limits = startLimits(
    {
      isEmpty: () => byName.size === 0,
      find: (name) => (name === null ? null : (byName.get(name) ?? null)),
      writeUsage: (row) => void counted.push(row),
    },
    // By one clock: daemons whose clocks are in two minutes would each begin the count anew.
    rows[0]?.nowMs ?? nowMs,
  );
  return {
    limits,
    async flush() {
      limits.finish();
      if (counted.length > 0) await transaction.change(WRITE_USAGE, bulk.parameters(counted));
    },
  };
}
