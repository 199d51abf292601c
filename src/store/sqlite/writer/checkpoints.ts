// When the write-ahead log is written back into the database file.

import { statSync } from 'node:fs';
import { ErrordError } from '../../../errors.js';
import type { WritableDb } from '../connection.js';
import { checkpoint, type LogPosition, openLogPosition } from '../database.js';
import { WAL_BYTES_BUSY, WAL_BYTES_MAX, WAL_BYTES_STUCK, WAL_STUCK_WAIT_MS } from '../limits.js';
import type { CheckpointReply } from '../thread-messages.js';
import type { Checkpointer } from './checkpointer.js';

/** A log that a reader keeps from starting over is tried again after it has grown by this much, not at every commit. */
const RETRY_BYTES = WAL_BYTES_MAX / 8;
/** What a record adds to the log, where only records tell how far it is: the most that was seen, in commits of one call. */
const RECORD_BYTES = 8192;

export interface Checkpoints {
  /** When idle: as far as readers allow. A log that has become long gives its space back. */
  run(): void;
  /** Writes everything back and gives the log's space back, unless a reader is at work. */
  truncate(): void;
  /** After commits of so many records: keeps the log from growing without bound under a load that never pauses. */
  afterCommits(recordCount: number): void;
  /** When nobody else is writing the log back: until then it cannot be emptied. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export interface CheckpointOptions {
  /** Does the bulk of the work on a thread of its own, so that commits need not wait for it. */
  readonly checkpointer: Checkpointer;
  readonly db: WritableDb;
  readonly dbPath: string;
  /** That of the database by default. */
  readonly position?: (() => LogPosition) | null;
  /**
   * The first failure since a success. A checkpoint that fails (full disk) loses nothing: the log keeps what it holds, and
   * the next one tries again.
   */
  readonly onFailure: (error: unknown) => void;
}

export function openCheckpoints(options: CheckpointOptions): Checkpoints {
  const { db, dbPath, checkpointer, position = openLogPosition(options.db), onFailure } = options;
  let triedAtBytes = 0;
  let recordsSince = 0;
  let failing = false;
  const fail = (error: unknown): void => {
    if (!failing) onFailure(error);
    failing = true;
  };
  const run = (mode: 'PASSIVE' | 'RESTART' | 'TRUNCATE', waitMs = 0): void => {
    try {
      checkpoint(db, mode, waitMs);
      failing = false;
    } catch (error) {
      fail(error);
    }
  };
  // What has been committed during the last pass is left: little. Once nothing is, the next commit starts the log over from
  // its beginning.
  const finish = (reply: CheckpointReply): void => {
    if (reply.ok) run('PASSIVE');
    else fail(new ErrordError(reply.code, reply.message));
  };
  const fileBytes = (): number => statSync(`${dbPath}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  const read =
    position ?? ((): LogPosition => ({ usedBytes: fileBytes(), unwrittenBytes: recordsSince * RECORD_BYTES }));
  const startWhenDue = ({ usedBytes, unwrittenBytes }: LogPosition): void => {
    // A reader that was at work when the log could have started over may not be the next time, soon.
    const bytesMax = usedBytes > WAL_BYTES_MAX / 2 ? WAL_BYTES_BUSY / 8 : WAL_BYTES_BUSY;
    if (unwrittenBytes > bytesMax && checkpointer.start(finish)) recordsSince = 0;
  };
  return {
    settled: () => checkpointer.settled(),
    close: () => checkpointer.close(),
    run: () => run(fileBytes() > WAL_BYTES_BUSY ? 'TRUNCATE' : 'PASSIVE'),
    truncate: () => run('TRUNCATE'),
    afterCommits(recordCount) {
      recordsSince += recordCount;
      const now = read();
      startWhenDue(now);
      if (now.usedBytes <= WAL_BYTES_MAX) triedAtBytes = 0;
      else if (now.usedBytes >= triedAtBytes + RETRY_BYTES || triedAtBytes === 0) {
        triedAtBytes = now.usedBytes;
        // Giving the space back and taking it again makes commits wait for 12 to 16 ms, so the file stays as it is. But where
        // nothing else tells what is in use, its size has to.
        run(position === null ? 'TRUNCATE' : 'RESTART', now.usedBytes > WAL_BYTES_STUCK ? WAL_STUCK_WAIT_MS : 0);
      }
    },
  };
}
