// What the Node client adds to a hot route of Express, in processor time of the application.

import { setTimeout as pause } from 'node:timers/promises';
import { openConnection } from './http-connection.js';
import { readThreadTimes } from './process-stats.js';
import { type BenchOptions, type Spread, toSpreads } from './report.js';
import { type BenchServer, readStoredCounts, startWatched } from './servers.js';

/** Fewer than five rounds say little on a machine that does other things too. */
const ROUNDS_MIN = 5;
/** Until V8 has compiled what is hot, in both applications. */
const WARM_UP = { count: 20_000, perSecond: 2_500 };
/** A busy application that has time left: at saturation, a request's time is a matter of what else waits. */
const ROUND = { count: 4_000, perSecond: 1_000 };
const BURST_MS = 5;
const DELIVERY_TIMEOUT_MS = 10_000;
const DELIVERY_LOOK_MS = 100;

/** What a browser sends with a request, and the least that a program does. */
const HEADERS = {
  browser: [
    'User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36',
    'Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
    'Accept-Encoding: gzip, deflate, br, zstd',
    'Accept-Language: en-US,en;q=0.9',
    'Cookie: session=0123456789abcdef0123456789abcdef; theme=dark',
    'Referer: https://shop.example/orders',
    'Sec-Ch-Ua: "Chromium";v="143", "Not A(Brand";v="24"',
    'Sec-Ch-Ua-Mobile: ?0',
    'Sec-Ch-Ua-Platform: "Linux"',
    'Sec-Fetch-Dest: document',
    'Sec-Fetch-Mode: navigate',
    'Sec-Fetch-Site: same-origin',
    'Upgrade-Insecure-Requests: 1',
  ],
  bare: ['User-Agent: bench', 'Accept: application/json'],
} as const;

type Load = typeof WARM_UP;
type HeaderSet = keyof typeof HEADERS;

/** Microseconds of processor time for one request, all threads of the application, delivery included. */
export type RouteFigures = Readonly<Record<HeaderSet, Record<'with' | 'without' | 'overhead', Spread>>>;

/**
 * Two applications stand side by side, one with the client, and are asked in turns: a fixed number of requests at a fixed
 * pace. The overhead is the median of the differences of neighbours. The daemon is a process of its own; a turn ends when it has
 * stored the records of the turn.
 */
export async function measureRoute(dir: string, options: BenchOptions, daemon: BenchServer): Promise<RouteFigures> {
  const without = await startWatched(dir, null);
  const watched = await startWatched(dir, `http://127.0.0.1:${daemon.port}`);
  const rounds = Math.max(ROUNDS_MIN, options.trials);
  const ask = async (server: BenchServer, headers: HeaderSet, load: Load): Promise<number> => {
    const stored = server === watched ? (await readStoredCounts(daemon.port)).requests : null;
    const before = readCpuUs(server);
    await callAtPace(server.port, toRequest(server.port, headers), load);
    if (stored !== null) await waitUntilStored(daemon, stored + load.count);
    return (readCpuUs(server) - before) / load.count;
  };
  const measure = async (headers: HeaderSet): Promise<RouteFigures[HeaderSet]> => {
    for (const server of [without, watched]) await ask(server, headers, WARM_UP);
    const trials: Record<'with' | 'without' | 'overhead', number>[] = [];
    for (let round = 0; round < rounds; round++) {
      const cost = { with: 0, without: 0 };
      for (const name of round % 2 === 0 ? (['without', 'with'] as const) : (['with', 'without'] as const)) {
        cost[name] = await ask(name === 'with' ? watched : without, headers, ROUND);
      }
      trials.push({ ...cost, overhead: cost.with - cost.without });
    }
    return toSpreads(trials);
  };
  const figures = { browser: await measure('browser'), bare: await measure('bare') };
  await without.stop();
  await watched.stop();
  return figures;
}

function readCpuUs({ pid }: BenchServer): number {
  const times = readThreadTimes(pid);
  if (times === null) throw new Error('this system does not tell the processor time of a process');
  return [...times.values()].reduce((sum, seconds) => sum + seconds, 0) * 1e6;
}

function toRequest(port: number, headers: HeaderSet): Buffer {
  const lines = ['GET /orders/7?page=2&sort=price HTTP/1.1', `Host: 127.0.0.1:${port}`, ...HEADERS[headers]];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
}

/** One after the other on one connection, some in each burst. */
async function callAtPace(port: number, request: Buffer, { count, perSecond }: Load): Promise<void> {
  let settle: { resolve(): void; reject(error: Error): void } | undefined;
  const connection = await openConnection(port, {
    answer: () => settle?.resolve(),
    failed: (reason) => settle?.reject(new Error(reason)),
  });
  const startedAtMs = performance.now();
  for (let done = 0; done < count; done++) {
    const dueAtMs = startedAtMs + Math.floor((done * 1000) / perSecond / BURST_MS) * BURST_MS;
    const waitMs = dueAtMs - performance.now();
    if (waitMs > 0) await pause(waitMs);
    await new Promise<void>((resolve, reject) => {
      settle = { resolve, reject };
      connection.send(request);
    });
  }
  settle = undefined;
  connection.close();
}

/** Nothing may be lost: that would be cheap. */
async function waitUntilStored({ port }: BenchServer, count: number): Promise<void> {
  const endsAtMs = performance.now() + DELIVERY_TIMEOUT_MS;
  for (;;) {
    const { requests } = await readStoredCounts(port);
    if (requests >= count) return;
    if (performance.now() > endsAtMs) throw new Error(`${count - requests} request records were not delivered`);
    await pause(DELIVERY_LOOK_MS);
  }
}
