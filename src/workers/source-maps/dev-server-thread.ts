// The thread side of `dev-server.ts`: asks loopback addresses and no others, follows nothing, sends nothing along. Started by
// path; imported by nobody.

import { get as getPlain, type IncomingMessage, type RequestOptions } from 'node:http';
import { get as getSecure } from 'node:https';
import type { LookupFunction } from 'node:net';
import { type MessagePort, workerData } from 'node:worker_threads';
import { DEV_SERVER_MS_MAX } from '../../limits.js';
import type { DevServerAnswer, DevServerRequest } from './dev-server.js';

const { flag, port } = workerData as { readonly flag: Int32Array; readonly port: MessagePort };

port.on('message', ({ id, address, bytesMax }: DevServerRequest) => {
  void ask(address, bytesMax)
    .catch(() => null)
    .then((bytes) => {
      port.postMessage({ id, bytes } satisfies DevServerAnswer);
      Atomics.store(flag, 0, 1);
      Atomics.notify(flag, 0);
    });
});

/** By whatever name it was listed, only this machine is asked: a name says nothing of where it leads. */
const toLoopback: LookupFunction = (_, options, done) => {
  const both = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ];
  if (options.all === true) done(null, both);
  else done(null, '127.0.0.1', 4);
};

function ask(address: string, bytesMax: number): Promise<Uint8Array | null> {
  const url = new URL(address);
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (!isLoopback || !/^https?:$/.test(url.protocol)) return Promise.resolve(null);
  const options: RequestOptions & { readonly rejectUnauthorized: boolean } = {
    lookup: toLoopback,
    headers: { accept: '*/*', 'accept-encoding': 'identity' },
    signal: AbortSignal.timeout(DEV_SERVER_MS_MAX),
    // A dev server makes its own certificate, and on this machine there is nobody in between.
    rejectUnauthorized: false,
    agent: false,
  };
  return new Promise((resolve, reject) => {
    const take = (response: IncomingMessage): void => void readBody(response, bytesMax).then(resolve, reject);
    const request = url.protocol === 'https:' ? getSecure(url, options, take) : getPlain(url, options, take);
    request.on('error', reject);
  });
}

async function readBody(response: IncomingMessage, bytesMax: number): Promise<Uint8Array | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  if (response.statusCode !== 200) {
    response.destroy();
    return null;
  }
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > bytesMax) {
      response.destroy();
      return null;
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
