// Digests gather while a commit runs, and the next commit takes them all: no timers, small commits when idle, large ones
// when busy.

import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import type { DigestBatch, DigestMessage } from '../../../messages.js';
import { COMMIT_RECORDS_MAX } from '../limits.js';
import type { CommitMessage } from '../thread-messages.js';
import type { Committer } from './commit.js';

/** Bounded by what the gateway admits: every batch in here belongs to a call that is not answered yet. */
export interface CommitQueue {
  /** Commits what comes in over the port, until either end is closed. */
  accept(port: MessagePort): void;
  /** Commits all that has gathered. */
  flush(): void;
  /** Takes in what was posted so far, commits it, and lets go of the ports. */
  close(): void;
}

export interface CommitQueueOptions {
  readonly committer: Committer;
  readonly report: (report: CommitMessage) => void;
  readonly afterFlush: (recordCount: number) => void;
}

export function openCommitQueue({ committer, report, afterFlush }: CommitQueueOptions): CommitQueue {
  const waiting: DigestBatch[] = [];
  const ports = new Set<MessagePort>();
  let scheduled = false;
  const flush = (): void => {
    scheduled = false;
    let recordCount = 0;
    while (waiting.length > 0) {
      const group = takeGroup(waiting);
      report(committer.commit(group));
      for (const { items } of group) recordCount += items.length;
    }
    afterFlush(recordCount);
  };
  return {
    accept(port) {
      ports.add(port);
      port.on('close', () => ports.delete(port));
      port.on('message', (batches: DigestMessage) => {
        for (const batch of batches) waiting.push(batch);
        if (scheduled) return;
        scheduled = true;
        // After all messages that are already here have been taken in.
        setImmediate(flush);
      });
    },
    flush,
    close() {
      for (const port of ports) {
        for (const batches of receiveAll(port)) waiting.push(...batches);
        // A port that listens keeps its thread alive.
        port.close();
      }
      flush();
    },
  };
}

/** A batch is never split; the first one always goes. */
function takeGroup(waiting: DigestBatch[]): DigestBatch[] {
  let records = 0;
  const end = waiting.findIndex(({ items }, index) => {
    records += items.length;
    return index > 0 && records > COMMIT_RECORDS_MAX;
  });
  return waiting.splice(0, end === -1 ? waiting.length : end);
}

function receiveAll(port: MessagePort): DigestMessage[] {
  const received: DigestMessage[] = [];
  for (;;) {
    const next = receiveMessageOnPort(port) as { message: DigestMessage } | undefined;
    if (next === undefined) return received;
    received.push(next.message);
  }
}
