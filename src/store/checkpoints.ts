// When the write-ahead log is written back into the database file.

import { statSync } from 'node:fs';
import { ErrordError } from '../errors.js';
import { WAL_BYTES_BUSY, WAL_BYTES_MAX } from '../limits.js';
import type { CheckpointReply } from '../messages.js';
import type { Checkpointer } from './checkpointer.js';
import type { WritableDb } from './connection.js';
import { checkpoint } from './database.js';

/** A log that a reader keeps from being cut is tried again after it has grown by this much, not at every commit. */
const RETRY_BYTES = WAL_BYTES_MAX / 8;

export interface Checkpoints {
  /** When idle: as far as readers allow. */
  run(): void;
  /** Writes everything back and gives the log's space back, unless a reader is at work. */
  truncate(): void;
  /** After a commit: keeps the log from growing without bound under a load that never pauses. */
  whenLarge(): void;
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
  let failing = false;
  const fail = (error: unknown): void => {
    if (!failing) onFailure(error);
    failing = true;
  };
  const run = (mode: 'PASSIVE' | 'TRUNCATE'): void => {
    try {
      checkpoint(db, mode);
      failing = false;
    } catch (error) {
      fail(error);
    }
  };
  // What has been committed during the pass is left: little, and the log can be cut only between two commits.
  const finish = (reply: CheckpointReply): void => {
    if (reply.ok) run('TRUNCATE');
    else fail(new ErrordError(reply.code, reply.message));
  };
  const startWhenGrown = (bytes: number): void => {
    if (bytes < startedAtBytes) startedAtBytes = 0;
    if (bytes > startedAtBytes + WAL_BYTES_BUSY && checkpointer.start(finish)) startedAtBytes = bytes;
  };
  return {
    close: () => checkpointer.close(),
    run: () => run('PASSIVE'),
    truncate: () => run('TRUNCATE'),
    whenLarge() {
      const bytes = statSync(`${dbPath}-wal`, { throwIfNoEntry: false })?.size ?? 0;
      startWhenGrown(bytes);
      if (bytes <= WAL_BYTES_MAX) triedAtBytes = 0;
      else if (bytes >= triedAtBytes + RETRY_BYTES || triedAtBytes === 0) {
        triedAtBytes = bytes;
        run('TRUNCATE');
      }
    },
  };
}
