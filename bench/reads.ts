// Reads one route after the other. Runs as a process of its own; started by query.ts.

import { Agent, get } from 'node:http';
import { answerJob } from './child-processes.js';
import { Latencies, type LatencySummary } from './latencies.js';

export interface ReadJob {
  readonly port: number;
  /** Paths by name. */
  readonly routes: Readonly<Record<string, string>>;
  readonly secondsPerRead: number;
  /** Reads at fixed times, and latency from the time a read was due: for a server that is busy with something else. */
  readonly isPaced?: boolean;
}

const WARM_UP_READS = 3;
const READS_MAX = 200;
/**
 * Between two reads that are due. More than the slowest read takes while the server is busy: a pace that it cannot keep
 * would measure the queue that builds up on this one connection, which grows with the time measured, and not the read.
 */
const PACE_MS = 40;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

answerJob(async ({ port, routes, secondsPerRead, isPaced = false }: ReadJob) => {
  const answers: Record<string, { answerBytes: number; latencyMs: LatencySummary }> = {};
  for (const [name, path] of Object.entries(routes)) {
    const latencies = new Latencies();
    let answerBytes = 0;
    for (let read = 0; read < WARM_UP_READS; read++) answerBytes = await readOnce(port, path);
    const startedAtMs = performance.now();
    for (let read = 0; read < READS_MAX && performance.now() - startedAtMs < secondsPerRead * 1000; read++) {
      const dueAtMs = isPaced ? await waitUntil(startedAtMs + read * PACE_MS) : performance.now();
      await readOnce(port, path);
      latencies.add(performance.now() - dueAtMs);
    }
    answers[name] = { answerBytes, latencyMs: latencies.summary() };
  }
  agent.destroy();
  return answers;
});

/** Resolves at that time, or at once when it has passed, with the time. */
async function waitUntil(atMs: number): Promise<number> {
  const waitMs = atMs - performance.now();
  if (waitMs <= 0) return atMs;
  await new Promise((resolve) => {
    setTimeout(resolve, waitMs);
  });
  // A timer fires up to a millisecond late; that is not the server's doing.
  return performance.now();
}

/** Bytes of the body. Rejects on anything but 200. */
function readOnce(port: number, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, agent, timeout: 30_000 }, (response) => {
      let byteCount = 0;
      response.on('data', (chunk: Buffer) => (byteCount += chunk.length));
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode === 200) resolve(byteCount);
        else reject(new Error(`${path} was answered with ${String(response.statusCode)}`));
      });
    })
      .on('error', reject)
      .on('timeout', () => reject(new Error(`${path} had no answer in time`)));
  });
}
