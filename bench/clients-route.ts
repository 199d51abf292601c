// What the Node client adds to a hot route of Express, in processor time of the application.

import { setTimeout as pause } from 'node:timers/promises';
import { openConnection } from './http-connection.js';
import { readThreadTimes } from './process-stats.js';
import { type BenchOptions, type Spread, toSpreads } from './report.js';
import { type BenchServer, readStoredCounts, startWatched } from './servers.js';

/** Fewer than nine rounds say little on a machine that does other things too. */
const ROUNDS_MIN = 9;
/** Until V8 has compiled what is hot, in both applications. */
const WARM_UP = { count: 20_000, perSecond: 2_000 };
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
 * Two applications stand side by side, one with the client, and are asked in turns of a burst each, so that whatever else this
 * machine does slows both alike: turns of seconds told the daemon's own work, which only the one with the client has beside
 * it, as overhead of the client. The overhead is the median of the rounds' differences. A round ends when the daemon has
 * stored its records.
 */
export async function measureRoute(dir: string, options: BenchOptions, daemon: BenchServer): Promise<RouteFigures> {
  const without = await startWatched(dir, null);
  const watched = await startWatched(dir, `http://127.0.0.1:${daemon.port}`);
  const servers = [without, watched] as const;
  const rounds = Math.max(ROUNDS_MIN, options.trials);
  const ask = async (headers: HeaderSet, load: Load): Promise<RoundCost> => {
    const { requests: stored } = await readStoredCounts(daemon.port);
    const before = servers.map(readCpuUs);
    await callInTurns(servers, headers, load);
    await waitUntilStored(daemon, stored + load.count);
    const [withoutUs = Number.NaN, withUs = Number.NaN] = servers.map(
      (server, index) => (readCpuUs(server) - (before[index] ?? 0)) / load.count,
    );
    return { with: withUs, without: withoutUs, overhead: withUs - withoutUs };
  };
  const measure = async (headers: HeaderSet): Promise<RouteFigures[HeaderSet]> => {
    await ask(headers, WARM_UP);
    const trials: RoundCost[] = [];
    for (let round = 0; round < rounds; round++) trials.push(await ask(headers, ROUND));
    return toSpreads(trials);
  };
  const figures = { browser: await measure('browser'), bare: await measure('bare') };
  await without.stop();
  await watched.stop();
  return figures;
}

type RoundCost = Record<'with' | 'without' | 'overhead', number>;

function readCpuUs({ pid }: BenchServer): number {
  const times = readThreadTimes(pid);
  if (times === null) throw new Error('this system does not tell the processor time of a process');
  return [...times.values()].reduce((sum, seconds) => sum + seconds, 0) * 1e6;
}

function toRequest(port: number, headers: HeaderSet): Buffer {
  const lines = ['GET /orders/7?page=2&sort=price HTTP/1.1', `Host: 127.0.0.1:${port}`, ...HEADERS[headers]];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
}

/** Each has one connection and one request at a time, and some in each burst; who comes first changes with every burst. */
async function callInTurns(
  servers: readonly BenchServer[],
  headers: HeaderSet,
  { count, perSecond }: Load,
): Promise<void> {
  const callers = await Promise.all(servers.map(({ port }) => openCaller(port, toRequest(port, headers))));
  const burstCount = (perSecond * BURST_MS) / 1000;
  const startedAtMs = performance.now();
  for (let burst = 0; burst * burstCount < count; burst++) {
    const waitMs = startedAtMs + burst * BURST_MS - performance.now();
    if (waitMs > 0) await pause(waitMs);
    for (const { call } of burst % 2 === 0 ? callers : callers.toReversed()) {
      for (let left = Math.min(burstCount, count - burst * burstCount); left > 0; left--) await call();
    }
  }
  for (const { close } of callers) close();
}

interface Caller {
  /** Resolves with the answer. */
  readonly call: () => Promise<void>;
  readonly close: () => void;
}

async function openCaller(port: number, request: Buffer): Promise<Caller> {
  let settle: { resolve(): void; reject(error: Error): void } | undefined;
  const connection = await openConnection(port, {
    answer: () => settle?.resolve(),
    failed: (reason) => settle?.reject(new Error(reason)),
  });
  return {
    call: () =>
      new Promise((resolve, reject) => {
        settle = { resolve, reject };
        connection.send(request);
      }),
    close: () => {
      settle = undefined;
      connection.close();
    },
  };
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
