// Digests gather while a commit runs, and the next commit takes them all: small commits when idle, large ones when busy.
// Between the two, a small commit is followed by a pause as long as itself. Every commit writes the pages that it touches
// anew, however few records it brings: at half of saturation the pause saves a tenth of the processor time and half of
// the log, and the wait of some calls is less than what the others no longer wait for.

import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { type Clock, monotonicClock } from '../../../clock.js';
import { type DigestReceiver, openDigestReceiver } from '../../../digest-channel.js';
import type { DigestBatch, DigestMessage } from '../../../messages.js';
import { COMMIT_CALLS_FEW, COMMIT_PAUSE_MS_MAX, COMMIT_QUIET_MS, COMMIT_RECORDS_MAX } from '../limits.js';
import type { CommitMessage } from '../thread-messages.js';
import type { Committer } from './commit.js';

/** Bounded by what the gateway admits: every batch in here belongs to a call that is not answered yet. */
export interface CommitQueue {
  /** Commits what comes in over the port, until either end is closed. */
  accept(port: MessagePort): void;
  /** Commits all that has gathered. */
  flush(): void;
  /** The same between two steps of other work, unless the pause after the last commit is not over. */
  flushDue(): void;
  /** Milliseconds that commits have taken so far. */
  spentMs(): number;
  /** Whether calls have come in a short time ago. */
  isBusy(): boolean;
  /** Takes in what was posted so far, commits it, and lets go of the ports. */
  close(): void;
}

export interface CommitQueueOptions {
  readonly committer: Committer;
  readonly report: (report: CommitMessage) => void;
  readonly afterFlush: (recordCount: number) => void;
  readonly clock?: Clock;
}

export function openCommitQueue(options: CommitQueueOptions): CommitQueue {
  const { committer, report, afterFlush, clock = monotonicClock } = options;
  const waiting: DigestBatch[] = [];
  const ports = new Map<MessagePort, DigestReceiver>();
  let scheduled = false;
  let pauseEndsAtMs = 0;
  let lastCallAtMs = Number.NEGATIVE_INFINITY;
  let spentMs = 0;
  const flush = (): void => {
    scheduled = false;
    const startedAtMs = clock();
    const callCount = waiting.length;
    let recordCount = 0;
    while (waiting.length > 0) {
      const group = takeGroup(waiting);
      report(committer.commit(group));
      for (const { items } of group) recordCount += items.length;
    }
    const endedAtMs = clock();
    spentMs += endedAtMs - startedAtMs;
    pauseEndsAtMs = endedAtMs + toPauseMs(callCount, endedAtMs - startedAtMs);
    afterFlush(recordCount);
  };
  const schedule = (): void => {
    scheduled = true;
    const pauseMs = Math.round(pauseEndsAtMs - clock());
    if (pauseMs > 0) setTimeout(flush, pauseMs);
    // After all messages that are already here have been taken in.
    else setImmediate(flush);
  };
  return {
    accept(port) {
      const receiver = openDigestReceiver();
      ports.set(port, receiver);
      port.on('close', () => ports.delete(port));
      port.on('message', (message: DigestMessage) => {
        for (const batch of receiver.read(message)) waiting.push(batch);
        lastCallAtMs = clock();
        if (!scheduled) schedule();
      });
    },
    flush,
    spentMs: () => spentMs,
    isBusy: () => waiting.length > 0 || clock() - lastCallAtMs < COMMIT_QUIET_MS,
    flushDue() {
      if (waiting.length > 0 && clock() >= pauseEndsAtMs) flush();
      // The other work fills the log too.
      else afterFlush(0);
    },
    close() {
      for (const [port, receiver] of ports) {
        for (const message of receiveAll(port)) waiting.push(...receiver.read(message));
        // A port that listens keeps its thread alive.
        port.close();
      }
      flush();
    },
  };
}

/** Milliseconds until the next commit may begin. A call that comes alone has nobody to share one with; many share one as it is. */
export function toPauseMs(callCount: number, tookMs: number): number {
  return callCount > 1 && callCount < COMMIT_CALLS_FEW ? Math.min(tookMs, COMMIT_PAUSE_MS_MAX) : 0;
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
    const next: { message: DigestMessage } | undefined = receiveMessageOnPort(port);
    if (next === undefined) return received;
    received.push(next.message);
  }
}
