// Saturation by autocannon. Part of the generator process.

import autocannon, { type Result } from 'autocannon';
import { Latencies } from './latencies.js';
import type { LoadJob, LoadReport, RefusalReport } from './load.js';
import { makeBodies, openStamper } from './workload.js';

const BODIES = 512;
const TIMEOUT_SECONDS = 10;
const NOTHING_REFUSED: RefusalReport = {
  calls: 0,
  callsPerSecond: 0,
  latencyMs: new Latencies().summary(),
  callsInAll: 0,
};

/** Rejects when a call failed. Calls under way at the end are cut off, so the server may have stored a few more. */
export async function runAutocannon(job: LoadJob): Promise<LoadReport> {
  if (job.ratePerSecond !== null) throw new Error('fixed rates are measured with the raw generator');
  const host = `127.0.0.1:${job.port}`;
  const bodies = makeBodies({ kind: job.kind, seed: job.seed, count: Math.max(BODIES, job.connections * 2), host });
  const stamper = openStamper();
  const path = bodies[0]?.bytes.toString('latin1', 0, 100).split(' ')[1] ?? '/';
  let next = 0;
  const run = (seconds: number): PromiseLike<Result> =>
    autocannon({
      url: `http://${host}`,
      connections: job.connections,
      duration: seconds,
      timeout: TIMEOUT_SECONDS,
      requests: [
        {
          method: 'POST',
          path,
          headers: { 'content-type': 'application/json' },
          setupRequest(request) {
            const body = bodies[next++ % bodies.length];
            if (body === undefined) return request;
            stamper.stamp(body);
            return { ...request, body: body.bytes.subarray(body.bytes.length - body.bodyByteCount) };
          },
        },
      ],
    });
  const warmUp = job.warmUpSeconds > 0 ? await run(Math.max(1, job.warmUpSeconds)) : null;
  const cpuBefore = process.cpuUsage();
  const result = await run(job.seconds);
  const { user, system } = process.cpuUsage(cpuBefore);
  for (const part of [warmUp, result]) if (part !== null) checkResult(part);
  return toReport(job, {
    result,
    itemCount: bodies[0]?.itemCount ?? 1,
    payloadBytes: Math.round(bodies.reduce((sum, body) => sum + body.bodyByteCount, 0) / bodies.length),
    acknowledgedCalls: result['2xx'] + (warmUp?.['2xx'] ?? 0),
    generatorCores: (user + system) / 1e6 / result.duration,
  });
}

function checkResult({ errors, timeouts, non2xx }: Result): void {
  if (errors + timeouts + non2xx === 0) return;
  throw new Error(`autocannon saw ${errors} errors, ${timeouts} timeouts, ${non2xx} answers that were no success`);
}

interface Facts {
  readonly result: Result;
  readonly itemCount: number;
  readonly payloadBytes: number;
  readonly acknowledgedCalls: number;
  readonly generatorCores: number;
}

function toReport(job: LoadJob, facts: Facts): LoadReport {
  const { result, itemCount, payloadBytes, acknowledgedCalls, generatorCores } = facts;
  const { mean, p50, p90, p99, p99_9: p999, max } = result.latency;
  const calls = result['2xx'];
  return {
    engine: job.engine,
    seconds: result.duration,
    calls,
    callsPerSecond: calls / result.duration,
    itemsPerSecond: (calls * itemCount) / result.duration,
    payloadBytes,
    latencyMs: { count: calls, mean, p50, p90, p99, p999, max },
    acknowledgedItems: acknowledgedCalls * itemCount,
    acknowledgedCalls,
    refused: NOTHING_REFUSED,
    sentCalls: acknowledgedCalls,
    lateCalls: 0,
    endedAtMs: Date.now(),
    samples: [],
    generatorCores: Math.round(generatorCores * 1000) / 1000,
  };
}
