// Delivery for a process that ends now: the event loop will not turn again, so another thread sends while this one waits.

import type * as http from 'node:http';
import { Worker } from 'node:worker_threads';
import type { Parcel } from '../../core/outbox.js';

export interface LastCall {
  readonly serverUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly parcels: readonly Parcel[];
  readonly timeoutMs: number;
}

/** Where the threads meet in `Delivery.state`: whether it is over, and the status of the last answer. */
const OVER = 0;
const STATUS = 1;

/**
 * Returns when all parcels were answered, the daemon turned out to be away, or the time is over: the status of the last answer,
 * 0 when a parcel got none. May throw.
 */
export function deliverNow({ serverUrl, headers, parcels, timeoutMs }: LastCall): number {
  const state = new Int32Array(new SharedArrayBuffer(8));
  const worker = new Worker(PROGRAM, {
    eval: true,
    workerData: { serverUrl, headers, parcels, state } satisfies Delivery,
    // Nothing of the application is loaded there: neither its preloads nor, through them, this library once more.
    execArgv: [],
    env: {},
    stdout: true,
    stderr: true,
  });
  worker.unref();
  const isOver = Atomics.wait(state, OVER, 0, timeoutMs) !== 'timed-out';
  void worker.terminate();
  return isOver ? Atomics.load(state, STATUS) : 0;
}

interface Delivery {
  readonly serverUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly parcels: readonly Parcel[];
  readonly state: Int32Array;
}

/** Runs in the other thread, as the text of this function: it may use nothing of this module. */
function deliver(require: NodeJS.Require, { serverUrl, headers, parcels, state }: Delivery): void {
  const name = serverUrl.startsWith('https:') ? 'node:https' : 'node:http';
  const { request, Agent } = require(name) as typeof http;
  const agent = new Agent({ keepAlive: true });
  const end = (status: number): void => {
    Atomics.store(state, 1, status);
    Atomics.store(state, 0, 1);
    Atomics.notify(state, 0);
    agent.destroy();
  };
  const lose = (): void => {
    end(0);
  };
  const next = (index: number, status: number): void => {
    const parcel = parcels[index];
    if (parcel === undefined) {
      end(status);
      return;
    }
    const call = request(`${serverUrl}${parcel.path}`, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.once('end', () => {
        next(index + 1, response.statusCode ?? 0);
      });
      response.once('error', lose);
    });
    call.once('error', lose);
    call.end(parcel.body);
  };
  next(0, 0);
}

/** A tool that has rewritten this module may have made that function depend on what is not there: then nobody waits. */
const PROGRAM = `
  const { workerData } = require('node:worker_threads');
  try {
    (${deliver.toString()})(require, workerData);
  } catch {
    Atomics.store(workerData.state, 0, 1);
    Atomics.notify(workerData.state, 0);
  }
`;
