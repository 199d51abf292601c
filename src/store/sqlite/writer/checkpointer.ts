import { Worker } from 'node:worker_threads';
import { toThreadFile } from '../../../threads.js';
import type { CheckpointReply } from '../thread-messages.js';

/** The writer's side of the checkpoint thread. */
export interface Checkpointer {
  /** Starts a pass and calls back when it is over; false when one is under way. */
  start(done: (reply: CheckpointReply) => void): boolean;
  /** When no pass is under way. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** The thread is started at the first pass: a daemon that is seldom busy never needs it. */
export function openCheckpointer(dbPath: string): Checkpointer {
  let worker: Worker | null = null;
  let onDone: ((reply: CheckpointReply) => void) | null = null;
  let waiting: (() => void)[] = [];
  const settle = (reply: CheckpointReply): void => {
    const done = onDone;
    onDone = null;
    done?.(reply);
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
  };
  const open = (): Worker => {
    const opened = new Worker(toThreadFile('sqlite-checkpoint'), {
      name: 'errord-checkpoint',
      workerData: { dbPath },
    });
    opened.unref();
    opened.on('message', settle);
    opened.on('error', (error) => {
      settle({ ok: false, code: 'internal', message: error instanceof Error ? error.message : String(error) });
    });
    // The next pass starts another thread.
    opened.on('exit', () => {
      worker = null;
      settle({ ok: false, code: 'worker_lost', message: 'the checkpoint thread ended' });
    });
    return opened;
  };
  return {
    start(done) {
      if (onDone !== null) return false;
      // One that cannot be made leaves no pass that would never end.
      worker ??= open();
      onDone = done;
      worker.postMessage(null);
      return true;
    },
    async settled() {
      if (onDone !== null) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    async close() {
      onDone = null;
      await worker?.terminate();
    },
  };
}
