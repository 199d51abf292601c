// The parts of the writer without its thread.

import { strict as assert } from 'node:assert';
import { join } from 'node:path';
import type { ErrorGroupDetail } from '../../schemas/error-group.js';
import { FeedDemand } from '../../src/feed-demand.js';
import type { Digest } from '../../src/messages.js';
import type { WritableDb } from '../../src/store/sqlite/connection.js';
import { openWritable } from '../../src/store/sqlite/database.js';
import { registerUnpacking } from '../../src/store/sqlite/packed-details.js';
import { openErrorGroupReads } from '../../src/store/sqlite/queries/error-groups.js';
import { registerSearchFunction } from '../../src/store/sqlite/reader/search.js';
import { openWriterTables } from '../../src/store/sqlite/writer/append.js';
import { openCommitter } from '../../src/store/sqlite/writer/commit.js';
import { openDeletion, type Steps } from '../../src/store/sqlite/writer/deletion.js';
import { tempDir } from './sqlite-place.js';

const NO_ROOM = { release: () => false, isTight: () => false };

/** The writer's parts on one connection. */
export interface WriterParts {
  /** As a reader has it: what commits have noted is written before a statement is prepared. */
  readonly db: WritableDb;
  /** What its clock says; a test may set it. */
  readonly time: { nowMs: number };
  readonly tables: ReturnType<typeof openWriterTables>;
  readonly committer: ReturnType<typeof openCommitter>;
  readonly deletion: ReturnType<typeof openDeletion>;
  /** The rows of a table. */
  count(table: 'contents' | 'events' | 'error_groups'): unknown;
  /** Stores digests in one transaction. */
  commit(...digests: Digest[]): unknown;
  /** Goes through steps, and tells how many there were. */
  run(steps: Steps): number;
  /** The stacks of the only group, newest first. */
  stacks(): (string | undefined)[];
}

export interface WriterPartsOptions {
  readonly dbPath?: string | undefined;
  /** What the clock says until the test moves it: it stands still. */
  readonly nowMs?: number;
  /** Busy ones delete in small steps. */
  readonly isBusy?: boolean;
}

export function openWriterParts(options: WriterPartsOptions = {}): WriterParts {
  const { dbPath = join(tempDir(), 'service.db'), nowMs = Date.now(), isBusy = true } = options;
  const time = { nowMs };
  const clock = (): number => time.nowMs;
  const db = openWritable(dbPath);
  // Commits after the first note what they count, until somebody reads or changes it.
  const tables = openWriterTables(db, clock, { clock: () => 0 });
  const committer = openCommitter({
    db,
    tables,
    clock,
    demand: new FeedDemand(),
    watch: { assertUndamaged: () => undefined, assertDurable: () => undefined },
    tellCounts: () => undefined,
    onFailure: (error) => assert.fail(String(error)),
    onSuccess: () => undefined,
  });
  const settle = (): void => {
    if (tables.counts.isWaiting()) committer.transact(() => undefined);
  };
  const count = (table: 'contents' | 'events' | 'error_groups'): unknown =>
    db.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
  return {
    db: afterSettling(db, settle),
    time,
    tables,
    committer,
    count,
    deletion: openDeletion({ db, tables, committer, clock, room: NO_ROOM, isBusy: () => isBusy }),
    commit: (...digests: Digest[]) => committer.commit([{ ticket: 1, items: digests, bodyRefused: false }]),
    run: (steps: Steps): number => Array.from(steps).length,
    stacks() {
      // As connections that read have it.
      registerSearchFunction(db);
      registerUnpacking(db);
      settle();
      const reads = openErrorGroupReads(db);
      const list = JSON.parse(reads.list({ page: 1, pageSize: 50 }, Date.now())) as { errors: { id: string }[] };
      const json = reads.detail(list.errors[0]?.id ?? '', { page: 1, pageSize: 1000 });
      if (json === null) return [];
      const { events } = JSON.parse(Buffer.from(json).toString()) as ErrorGroupDetail;
      return events.map(({ stack }) => stack);
    },
  };
}

function afterSettling(db: WritableDb, settle: () => void): WritableDb {
  return new Proxy(db, {
    get(target, name) {
      if (name === 'prepare') settle();
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
