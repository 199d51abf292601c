// Grouping anew without the thread of the writer: each step is a call, and a test may do something between two.

import { rowToStatus } from '../../src/answers/enums.js';
import type { RegroupPage, RegroupPrints } from '../../src/store/regroup.js';
import { openRegroupCommands } from '../../src/store/sqlite/tables/regrouping.js';
import { openAccessTables } from '../../src/store/sqlite/writer/access-calls.js';
import { changeSettings } from '../../src/store/sqlite/writer/changes.js';
import type { Committer } from '../../src/store/sqlite/writer/commit.js';
import { openRegrouping } from '../../src/store/sqlite/writer/regroup.js';
import { storedPrint } from '../store/suite/regrouping.js';
import { openWriterParts } from './writer-parts.js';

/** The writer's parts with what groups anew; `transact` may fail in the place of the committer's. */
export function openRegroupParts(dbPath?: string, wrap = (transact: Committer['transact']) => transact) {
  const parts = openWriterParts({ dbPath });
  const { db, tables, committer } = parts;
  // Nothing here is about a power failure.
  db.pragma('synchronous = OFF');
  const nowMs = (): number => parts.time.nowMs;
  const regroup = openRegroupCommands(db);
  const regrouping = openRegrouping({
    db,
    tables,
    committer: { transact: wrap(committer.transact) },
    nowMs,
    announce: () => undefined,
  });
  const writer = { tables, regroup, committer, access: openAccessTables(db), nowMs, announce: () => undefined };
  const answer = (page: RegroupPage): RegroupPrints => ({ pageId: page.id, prints: page.events.map(storedPrint) });
  return {
    ...parts,
    writer,
    regroup,
    choose: (grouping: number) => changeSettings({ projectName: 'shop', change: { grouping }, by: undefined }, writer),
    /** Does steps until nothing is due, `between` each. Answers how many events each step asked the fingerprints of. */
    regroupAll(between: (step: number) => void = () => undefined): number[] {
      const asked: number[] = [];
      for (let page = regrouping.step(null); page !== null; page = regrouping.step(answer(page))) {
        asked.push(page.events.length);
        between(asked.length);
      }
      return asked;
    },
    /** Of all groups, or those of a message, the oldest first. */
    idsOf: (message?: string): number[] =>
      db
        .prepare<{ message: string | null }, number>(
          'SELECT id FROM error_groups WHERE :message IS NULL OR message = :message ORDER BY id',
        )
        .pluck()
        .all({ message: message ?? null }),
    /** Messages of the groups with their statuses. */
    statuses: (): string[] =>
      db
        .prepare<[], { message: string; status: number }>('SELECT message, status FROM error_groups ORDER BY id')
        .all()
        .map(({ message, status }) => `${message}: ${rowToStatus(status)}`),
    /** Messages of the groups with their counts. */
    groups: () =>
      db
        .prepare<[], string>("SELECT message || ': ' || event_count FROM error_groups ORDER BY message, id")
        .pluck()
        .all(),
  };
}
