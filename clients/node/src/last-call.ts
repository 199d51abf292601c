// Delivery for a process that ends now: the event loop will not turn again, so another thread sends while this one waits.

import type * as http from 'node:http';
import { Worker } from 'node:worker_threads';
import type { Parcel } from '../../core/outbox.js';
import { LAST_REASON_BYTES_MAX } from './limits.js';

export interface LastCall {
  readonly serverUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly parcels: readonly Parcel[];
  readonly timeoutMs: number;
}

export interface LastAnswer {
  /** The highest of the answers, so that one refusal among them shows; 0 when a parcel got none. */
  readonly status: number;
  /** Why there was none; empty when there was. */
  readonly reason: string;
}

/** Where the threads meet in `Delivery.state`: whether it is over, and the status. Behind it stands why there is none. */
const OVER = 0;
const STATUS = 1;
const REASON_AT = 8;

/** Returns when all parcels were answered, the daemon turned out to be away, or the time is over. May throw. */
export function deliverNow({ serverUrl, headers, parcels, timeoutMs }: LastCall): LastAnswer {
  const shared = new SharedArrayBuffer(REASON_AT + LAST_REASON_BYTES_MAX);
  const state = new Int32Array(shared, 0, 2);
  const reason = new Uint8Array(shared, REASON_AT);
  const worker = new Worker(PROGRAM, {
    eval: true,
    workerData: { serverUrl, headers, parcels, state, reason } satisfies Delivery,
    // Nothing of the application is loaded there: neither its preloads nor, through them, this library once more.
    execArgv: [],
    env: {},
    stdout: true,
    stderr: true,
  });
  worker.unref();
  const isOver = Atomics.wait(state, OVER, 0, timeoutMs) !== 'timed-out';
  void worker.terminate();
  if (!isOver) return { status: 0, reason: `none came within ${timeoutMs} ms` };
  const status = Atomics.load(state, STATUS);
  if (status > 0) return { status, reason: '' };
  // What was not written to is zero.
  const told = new TextDecoder().decode(reason.slice()).replace(/\0+$/, '');
  return { status, reason: told === '' ? 'the thread that sends could not run' : told };
}

interface Delivery {
  readonly serverUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly parcels: readonly Parcel[];
  readonly state: Int32Array;
  readonly reason: Uint8Array;
}

/** Runs in the other thread, as the text of this function: it may use nothing of this module. */
function deliver(require: NodeJS.Require, { serverUrl, headers, parcels, state, reason }: Delivery): void {
  const name = serverUrl.startsWith('https:') ? 'node:https' : 'node:http';
  const { request, Agent } = require(name) as typeof http;
  const agent = new Agent({ keepAlive: true });
  const end = (status: number): void => {
    Atomics.store(state, 1, status);
    Atomics.store(state, 0, 1);
    Atomics.notify(state, 0);
    agent.destroy();
  };
  const lose = ({ message, code }: NodeJS.ErrnoException): void => {
    // One that stands for the attempts at several addresses has no message.
    const told = message === '' ? (code ?? 'unknown') : message;
    reason.set(new TextEncoder().encode(told).subarray(0, reason.length));
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
        next(index + 1, Math.max(status, response.statusCode ?? 0));
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
