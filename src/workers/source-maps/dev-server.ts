// What a dev server on this machine answers, for a thread that cannot wait for anything but a flag: another thread asks.

import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { DEV_SERVER_MS_MAX } from '../../limits.js';
import { toThreadFile } from '../../threads.js';

export interface DevServerRequest {
  readonly id: number;
  readonly address: string;
  readonly bytesMax: number;
}

export interface DevServerAnswer {
  readonly id: number;
  readonly bytes: Uint8Array | null;
}

/** Answers bytes, or null where the server does not; holds up its caller for `DEV_SERVER_MS_MAX` at most. */
export function openDevServers(): (address: string, bytesMax: number) => Uint8Array | null {
  let ask: ReturnType<typeof startThread> | null = null;
  return (address, bytesMax) => {
    ask ??= startThread();
    return ask(address, bytesMax);
  };
}

function startThread() {
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(toThreadFile('dev-server'), {
    name: 'errord-dev-server',
    workerData: { flag, port: port2 },
    transferList: [port2],
  });
  worker.unref();
  port1.unref();
  // One that cannot start answers nothing, as a server that is not there.
  worker.on('error', () => undefined);
  let lastId = 0;
  return (address: string, bytesMax: number): Uint8Array | null => {
    lastId += 1;
    Atomics.store(flag, 0, 0);
    port1.postMessage({ id: lastId, address, bytesMax } satisfies DevServerRequest);
    Atomics.wait(flag, 0, 0, DEV_SERVER_MS_MAX);
    for (let message = receiveMessageOnPort(port1); message !== undefined; message = receiveMessageOnPort(port1)) {
      const { id, bytes } = message.message as DevServerAnswer;
      // Those of requests that were given up come late.
      if (id === lastId) return bytes;
    }
    return null;
  };
}
