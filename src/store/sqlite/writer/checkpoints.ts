// When the write-ahead log is written back into the database file.

import { statSync } from 'node:fs';
import { ErrordError } from '../../../errors.js';
import type { WritableDb } from '../connection.js';
import { checkpoint } from '../database.js';
import { WAL_BYTES_BUSY, WAL_BYTES_MAX, WAL_BYTES_STUCK, WAL_RECORDS_BUSY, WAL_STUCK_WAIT_MS } from '../limits.js';
import type { CheckpointReply } from '../thread-messages.js';
import type { Checkpointer } from './checkpointer.js';

/** A log that a reader keeps from being cut is tried again after it has grown by this much, not at every commit. */
const RETRY_BYTES = WAL_BYTES_MAX / 8;

export interface Checkpoints {
  /** When idle: as far as readers allow. */
  run(): void;
  /** Writes everything back and gives the log's space back, unless a reader is at work. */
  truncate(): void;
  /** After commits of so many records: keeps the log from growing without bound under a load that never pauses. */
  afterCommits(recordCount: number): void;
  close(): Promise<void>;
}

export interface CheckpointOptions {
  /** Does the bulk of the work on a thread of its own, so that commits need not wait for it. */
  readonly checkpointer: Checkpointer;
  readonly db: WritableDb;
  readonly dbPath: string;
  /**
   * The first failure since a success. A checkpoint that fails (full disk) loses nothing: the log keeps what it holds, and
   * the next one tries again.
   */
  readonly onFailure: (error: unknown) => void;
}

export function openCheckpoints({ db, dbPath, checkpointer, onFailure }: CheckpointOptions): Checkpoints {
  let triedAtBytes = 0;
  let startedAtBytes = 0;
  let recordsSince = 0;
  let failing = false;
  const fail = (error: unknown): void => {
    if (!failing) onFailure(error);
    failing = true;
  };
  const run = (mode: 'PASSIVE' | 'TRUNCATE', waitMs = 0): void => {
    try {
      checkpoint(db, mode, waitMs);
      failing = false;
    } catch (error) {
      fail(error);
    }
  };
  // What has been committed during the pass is left: little. Once nothing is, the next commit starts the log over from its
  // beginning. Not TRUNCATE: giving the file's space back and taking it again makes commits wait three times as long.
  const finish = (reply: CheckpointReply): void => {
    if (reply.ok) run('PASSIVE');
    else fail(new ErrordError(reply.code, reply.message));
  };
  // The size of a log that was started over tells nothing until it grows, so records count as well.
  const startWhenDue = (bytes: number): void => {
    if (bytes < startedAtBytes) startedAtBytes = 0;
    const isDue = bytes > startedAtBytes + WAL_BYTES_BUSY || recordsSince >= WAL_RECORDS_BUSY;
    if (!isDue || !checkpointer.start(finish)) return;
    startedAtBytes = bytes;
    recordsSince = 0;
  };
  return {
    close: () => checkpointer.close(),
    run: () => run('PASSIVE'),
    truncate: () => run('TRUNCATE'),
    afterCommits(recordCount) {
      recordsSince += recordCount;
      const bytes = statSync(`${dbPath}-wal`, { throwIfNoEntry: false })?.size ?? 0;
      startWhenDue(bytes);
      if (bytes <= WAL_BYTES_MAX) triedAtBytes = 0;
      else if (bytes >= triedAtBytes + RETRY_BYTES || triedAtBytes === 0) {
        triedAtBytes = bytes;
        run('TRUNCATE', bytes > WAL_BYTES_STUCK ? WAL_STUCK_WAIT_MS : 0);
      }
    },
  };
}
