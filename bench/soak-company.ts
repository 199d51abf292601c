// Who else is there during a soak: clients that follow the feed, a reader that goes from list to list, and somebody who clears a
// project now and then. Runs as a process of its own; started by soak.ts.

import { answerJob } from './child-processes.js';
import { subscribe } from './feed-socket.js';
import { Latencies, type LatencySummary } from './latencies.js';
import { WORKLOAD } from './workload.js';

export interface CompanyJob {
  readonly port: number;
  readonly seconds: number;
  /** A project is cleared after each of them. */
  readonly clearEverySeconds: number;
}

export interface CompanyReport {
  readonly feedClients: number;
  readonly feedMessages: number;
  /** Feed clients that were disconnected. */
  readonly closed: number;
  readonly reads: number;
  readonly readMs: LatencySummary;
  readonly clears: number;
}

const FEED_CLIENTS = 3;
/** As somebody who goes through the dashboard does. */
const READ_EVERY_MS = 250;
const PATHS = [
  '/api/errors?pageSize=50',
  '/api/errors?pageSize=50&sort=attention',
  '/api/errors?pageSize=50&query=timeout',
  '/api/stats?timeRange=24h',
  `/api/errors?pageSize=50&projectId=${WORKLOAD.projects[0]}`,
  '/api/projects',
] as const;

answerJob(async ({ port, seconds, clearEverySeconds }: CompanyJob): Promise<CompanyReport> => {
  const origin = `http://127.0.0.1:${port}`;
  let feedMessages = 0;
  let closed = 0;
  const onMessage = (): void => void (feedMessages += 1);
  const onClose = (): void => void (closed += 1);
  await Promise.all(Array.from({ length: FEED_CLIENTS }, () => subscribe(port, onMessage, onClose)));
  const latencies = new Latencies();
  const startedAtMs = performance.now();
  const endAtMs = startedAtMs + seconds * 1000;
  let reads = 0;
  let clears = 0;
  for (let dueAtMs = startedAtMs; dueAtMs < endAtMs; dueAtMs += READ_EVERY_MS) {
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueAtMs - performance.now())));
    const sentAtMs = performance.now();
    await read(`${origin}${PATHS[reads % PATHS.length] ?? PATHS[0]}`);
    latencies.add(performance.now() - sentAtMs);
    reads += 1;
    if (dueAtMs - startedAtMs < (clears + 1) * clearEverySeconds * 1000) continue;
    await clear(origin, WORKLOAD.projects[clears % WORKLOAD.projects.length] ?? WORKLOAD.projects[0]);
    clears += 1;
  }
  return { feedClients: FEED_CLIENTS, feedMessages, closed, reads, readMs: latencies.summary(), clears };
});

async function read(url: string): Promise<void> {
  const response = await fetch(url);
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${url} was answered with ${String(response.status)}`);
}

async function clear(origin: string, project: string): Promise<void> {
  const response = await fetch(`${origin}/api/clear`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ projectId: project }),
  });
  if (response.status !== 200) throw new Error(`clearing ${project} was answered with ${await response.text()}`);
}
