// Digests gather while a commit runs, and the next commit takes them all: small commits when idle, large ones when busy.
// Between the two, a commit is followed by a pause. Callers whose answers have just gone out send again at once, and without it
// the next commit would begin with the others alone: two halves take turns for good, and each pays for the same round trips and
// the same rows of counters.

import { setTimeout } from 'node:timers/promises';
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { type Clock, monotonicClock } from '../../../clock.js';
import { type DigestReceiver, openDigestReceiver } from '../../../digest-channel.js';
import type { DigestBatch, DigestMessage } from '../../../messages.js';
import { COMMIT_CALLS_FEW, COMMIT_CALLS_MANY, COMMIT_PAUSE_MS_MAX, COMMIT_RECORDS_MAX } from '../limits.js';
import type { CommitMessage } from '../thread-messages.js';
import type { Committer } from './commit.js';

/** Bounded by what the gateway admits: every batch in here belongs to a call that is not answered yet. */
export interface CommitQueue {
  /** Commits what comes in over the port, until either end is closed. */
  accept(port: MessagePort): void;
  /** Resolves when all that has gathered so far is committed, or has failed. */
  flush(): Promise<void>;
  /** Takes in what was posted so far, commits it, and lets go of the ports. */
  close(): Promise<void>;
}

export interface CommitQueueOptions {
  readonly committer: Committer;
  readonly report: (report: CommitMessage) => void;
  readonly clock?: Clock;
  readonly pause?: (ms: number) => Promise<unknown>;
}

export function openCommitQueue(options: CommitQueueOptions): CommitQueue {
  const { committer, report, clock = monotonicClock, pause = setTimeout } = options;
  const waiting: DigestBatch[] = [];
  const ports = new Map<MessagePort, DigestReceiver>();
  let running: Promise<void> | null = null;
  let pauseEndsAtMs = 0;
  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      const pauseMs = Math.round(pauseEndsAtMs - clock());
      if (pauseMs > 0) await pause(pauseMs);
      // After all messages that are already here have been taken in.
      else await new Promise(setImmediate);
      const group = takeGroup(waiting);
      const startedAtMs = clock();
      report(await committer.commit(group));
      const endedAtMs = clock();
      pauseEndsAtMs = endedAtMs + toPauseMs(group.length + waiting.length, endedAtMs - startedAtMs);
    }
    running = null;
  };
  const flush = (): Promise<void> => {
    if (waiting.length > 0) running ??= run();
    return running ?? Promise.resolve();
  };
  return {
    accept(port) {
      const receiver = openDigestReceiver();
      ports.set(port, receiver);
      port.on('close', () => ports.delete(port));
      port.on('message', (message: DigestMessage) => {
        for (const batch of receiver.read(message)) waiting.push(batch);
        void flush();
      });
    },
    flush,
    close() {
      for (const [port, receiver] of ports) {
        for (const message of receiveAll(port)) waiting.push(...receiver.read(message));
        // A port that listens keeps its thread alive.
        port.close();
      }
      return flush();
    },
  };
}

/** Milliseconds until the next commit may begin, by the calls that were committed or came meanwhile, and what that took. */
export function toPauseMs(callCount: number, tookMs: number): number {
  if (callCount < COMMIT_CALLS_FEW || callCount >= COMMIT_CALLS_MANY) return 0;
  return Math.min(tookMs, COMMIT_PAUSE_MS_MAX);
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
