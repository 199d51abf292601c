// Whether a database is what it should be, and making again what is made of its records.

import { ErrordError } from '../../errors.js';
import { sqliteCodeOf } from './binding/error-code.js';
import type { Check, Fault } from './checks/check.js';
import { counters } from './checks/counters.js';
import { derived } from './checks/derived.js';
import { pages } from './checks/pages.js';
import { references } from './checks/references.js';
import type { ReadableDb, WritableDb } from './connection.js';
import { checkpoint, lockDatabase, openForReading, openWritable } from './database.js';
import { MIGRATIONS } from './migrations/migrate.js';
import { isCorruption, messageOf } from './sqlite-error.js';
import { forgetCounts, settleCounts } from './tables/noted-counts.js';

export type { Fault } from './checks/check.js';

export interface VerifyOptions {
  readonly nowMs: number;
  /** Called with what is looked at, or made again, before it is. */
  readonly onStep?: ((name: string) => void) | undefined;
}

export interface VerifyReport {
  readonly faults: readonly Fault[];
  /** False when an older errord has written it: then only its pages can be judged, until it is brought up to date. */
  readonly isCurrent: boolean;
}

/** First the file itself: what is wrong with it explains what else is. */
const CHECKS: readonly Check[] = [pages, ...references, ...derived, ...counters];

/** Looks at everything, also beside a daemon. Throws an `ErrordError` when the file is no database that this errord knows. */
export function verifyDatabase(path: string, { nowMs, onStep }: VerifyOptions): VerifyReport {
  const db = openForReading(path);
  try {
    // 64 MB of pages. No mapping: a file that was cut short would end the process.
    db.pragma('cache_size = -65536');
    const isCurrent = readIsCurrent(db, path);
    const checks = isCurrent ? CHECKS : [pages];
    return { faults: checks.flatMap((check) => findFaults(db, check, { nowMs, onStep })), isCurrent };
  } catch (error) {
    if (sqliteCodeOf(error) === null) throw error;
    // Not even what tables there are.
    return {
      faults: [{ text: `the file cannot be read (${messageOf(error)})`, isRepairable: false }],
      isCurrent: true,
    };
  } finally {
    db.close();
  }
}

/**
 * Makes again what differs from the records it is made of, each kind in one transaction, and verifies once more: the
 * report tells what is left. Refuses with `database_in_use` while a daemon runs on it.
 */
export function repairDatabase(path: string, options: VerifyOptions): VerifyReport {
  // The lock, and a connection that may write, would make a file where there is none.
  openForReading(path).close();
  const lock = lockDatabase(path);
  try {
    const db = openWritable(path);
    try {
      if (settleOrForget(db, options.nowMs)) for (const check of CHECKS) repairFaults(db, check, options);
      checkpoint(db, 'TRUNCATE');
    } finally {
      db.close();
    }
    return verifyDatabase(path, { nowMs: options.nowMs });
  } finally {
    lock.release();
  }
}

/**
 * Has noted counts written, or, where a page of what counts is damaged, forgotten: what they count is counted anew, and what else
 * they tell of the last second, as how severe a group has become, is lost. False when neither can be done: with counts that are
 * noted besides, counting anew would count them twice.
 */
function settleOrForget(db: WritableDb, nowMs: number): boolean {
  for (const work of [settleCounts, forgetCounts]) {
    try {
      work(db, nowMs);
      return true;
    } catch (error) {
      if (sqliteCodeOf(error) === null) throw error;
      // A full disk may be read again another time.
      if (!isCorruption(error)) return false;
    }
  }
  return false;
}

function repairFaults(db: WritableDb, check: Check, { nowMs, onStep }: VerifyOptions): void {
  const { repair } = check;
  if (repair === undefined || !findFaults(db, check, { nowMs }).some(({ isRepairable }) => isRepairable)) return;
  onStep?.(check.name);
  try {
    db.transaction(() => repair(db, nowMs)).immediate();
  } catch (error) {
    // A page that cannot be read cannot be given up either. The fault is found again, and told.
    if (sqliteCodeOf(error) === null) throw error;
  }
}

function findFaults(db: ReadableDb, check: Check, { nowMs, onStep }: VerifyOptions): readonly Fault[] {
  onStep?.(check.name);
  try {
    return check.find(db, nowMs);
  } catch (error) {
    if (sqliteCodeOf(error) === null) throw error;
    return [{ text: `${check.name}: cannot be read (${messageOf(error)})`, isRepairable: false }];
  }
}

function readIsCurrent(db: ReadableDb, path: string): boolean {
  const version = Number(db.pragma('user_version', { simple: true }));
  const newest = MIGRATIONS.at(-1)?.version ?? 0;
  if (version <= newest) return version === newest;
  const text = `it was written by a newer errord (schema ${version}, this one knows ${newest})`;
  throw new ErrordError('database_newer', `Cannot verify ${path}: ${text}.`);
}
