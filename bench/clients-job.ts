// What single calls into the Node client cost. Runs as a process of its own; started by clients.ts.

import { AsyncResource } from 'node:async_hooks';
import { channel } from 'node:diagnostics_channel';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as errord from '@errord/node';
import { answerJob } from './child-processes.js';
import { Latencies, type LatencySummary } from './latencies.js';

export interface ClientJob {
  readonly kind: 'request' | 'error' | 'queue';
  /** Null measures the same without the client. */
  readonly daemonUrl: string | null;
  readonly seconds: number;
  readonly warmUpSeconds: number;
}

export interface CallReport {
  /** Of the calls alone, in microseconds. */
  readonly us: LatencySummary;
  /** Processor time for one call and all that it causes, delivery included, in microseconds. */
  readonly cpuUs: number;
}

export interface QueueReport {
  readonly queuedCount: number;
  readonly heapBytes: number;
  readonly rssBytes: number;
}

/** So many calls without a turn of the event loop. */
const CALLS_PER_TURN = 10;
/** So many turns until everything is delivered, so that nothing is dropped. */
const TURNS_PER_FLUSH = 20;
const QUEUE_FILL_COUNT = 15_000;

answerJob((job: ClientJob): Promise<CallReport | QueueReport> => {
  if (job.daemonUrl !== null) errord.init({ serverUrl: job.daemonUrl, projectId: 'bench' });
  if (job.kind === 'queue') return fillQueue();
  return measure(job, job.kind === 'request' ? serveOne : captureOne);
});

async function measure({ seconds, warmUpSeconds }: ClientJob, call: () => () => void): Promise<CallReport> {
  await repeat(call, warmUpSeconds);
  const before = process.cpuUsage();
  const us = await repeat(call, seconds);
  const { user, system } = process.cpuUsage(before);
  const { dropped } = errord.stats();
  if (Object.keys(dropped).length > 0) throw new Error(`records were dropped: ${JSON.stringify(dropped)}`);
  return { us, cpuUs: (user + system) / Math.max(1, us.count) };
}

/** `prepare` makes what is then timed. */
async function repeat(prepare: () => () => void, seconds: number): Promise<LatencySummary> {
  const latencies = new Latencies();
  const endsAtMs = performance.now() + seconds * 1000;
  for (let turns = 1; performance.now() < endsAtMs; turns++) {
    for (let index = 0; index < CALLS_PER_TURN; index++) {
      const run = prepare();
      const startedAt = performance.now();
      run();
      latencies.add((performance.now() - startedAt) * 1000);
    }
    await turn();
    if (turns % TURNS_PER_FLUSH === 0) await errord.flush(10_000);
  }
  await errord.flush(10_000);
  return latencies.summary();
}

const START = channel('http.server.request.start');
const SOCKET = new Socket();

/** Both ends of one request, as `node:http` tells of them, with the headers of a browser. */
function serveOne(): () => void {
  const request = new IncomingMessage(SOCKET);
  request.method = 'GET';
  request.url = '/orders/7?page=2&sort=price';
  Object.assign(request.headers, {
    host: 'shop.example',
    'user-agent':
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36',
    accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
    'accept-encoding': 'gzip, deflate, br',
    'accept-language': 'en-US,en;q=0.9',
    cookie: 'session=0123456789abcdef0123456789abcdef; theme=dark',
    referer: 'https://shop.example/orders',
    'x-service-correlation-id': '0f4a6c1e-8a39-4f6b-9c3d-2f1e5b7a9d10',
  });
  const response = new ServerResponse(request);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 345, etag: '"abc"' });
  const resource = new AsyncResource('request');
  return () => {
    resource.runInAsyncScope(() => {
      START.publish({ request, response, socket: SOCKET, server: null });
    });
    response.emit('close');
  };
}

function captureOne(): () => void {
  const error = place(8);
  return () => {
    errord.captureError(error, { orderId: 7 });
  };
}

function place(depth: number): Error {
  return depth === 0 ? new TypeError('the order has no price') : place(depth - 1);
}

/** With a daemon that is away, and records of many places. */
async function fillQueue(): Promise<QueueReport> {
  setFlagsFromString('--expose_gc');
  const collect = runInNewContext('gc') as () => void;
  const read = (): NodeJS.MemoryUsage => {
    collect();
    return process.memoryUsage();
  };
  errord.captureError(place(8));
  await turn();
  const before = read();
  for (let index = 0; index < QUEUE_FILL_COUNT; index++) {
    errord.captureError(place(index % 32), { index });
    if (index % CALLS_PER_TURN === 0) await turn();
  }
  await errord.flush(100);
  const after = read();
  const report = {
    queuedCount: errord.stats().queuedCount,
    heapBytes: after.heapUsed + after.external - before.heapUsed - before.external,
    rssBytes: after.rss - before.rss,
  };
  await errord.close(0);
  return report;
}
