// What clients cost that read the feed under load, and those that read nothing.

import { askModule } from './child-processes.js';
import { SATURATION_CASE } from './ingest.js';
import { runLoad } from './load.js';
import type { OutgoingJob, OutgoingReport } from './outgoing-clients.js';
import { type BenchOptions, type Spread, say, shorten, toSpreads, toText } from './report.js';
import { type BenchServer, makeTrialDir, type ServerCost, startDaemon, watchServer } from './servers.js';

const OVERHEAD_MS = 60_000;
/** Clients open before the load begins. */
const OPENING_SECONDS = 2;
const LARGE_EVENTS = 1000;
const LARGE_CHARS = 60_000;
const MIB = 1024 * 1024;

interface OutgoingCase {
  readonly name: string;
  readonly clients: number;
  readonly reads: boolean;
  readonly kind: 'feed' | 'answer';
}

const CASES: readonly OutgoingCase[] = [
  { name: 'feed-none', clients: 0, reads: true, kind: 'feed' },
  { name: 'feed-1-reads', clients: 1, reads: true, kind: 'feed' },
  { name: 'feed-500-read', clients: 500, reads: true, kind: 'feed' },
  { name: 'feed-1000-silent', clients: 1000, reads: false, kind: 'feed' },
  { name: 'answers-100-silent', clients: 100, reads: false, kind: 'answer' },
];

export interface OutgoingFigures extends OutgoingCase {
  readonly figures: Record<string, Spread>;
  /** Of the last trial. */
  readonly threads: ServerCost['cpu'];
}

/** The feed's clients follow everything while the daemon takes as many events as it can. */
export async function benchOutgoing(options: BenchOptions): Promise<{ cases: readonly OutgoingFigures[] }> {
  const trials = new Map<OutgoingCase, Trial[]>(CASES.map((one) => [one, []]));
  for (let trial = 0; trial < options.trials; trial++) {
    for (const [one, done] of trials) {
      const result = await runTrial(one, shorten(options));
      done.push(result);
      sayTrial(one, result);
    }
  }
  const cases = [...trials].map(([one, done]) => ({
    ...one,
    figures: toSpreads(done.map(({ numbers }) => numbers)),
    threads: done.at(-1)?.threads ?? null,
  }));
  return { cases };
}

interface Trial {
  readonly numbers: Record<string, number | null>;
  readonly threads: ServerCost['cpu'];
}

async function runTrial(one: OutgoingCase, options: BenchOptions): Promise<Trial> {
  const { dir, remove } = makeTrialDir();
  try {
    const server = await startDaemon(dir, ['--retention-days', '0', '--max-db-size-mb', '0']);
    const trial = one.kind === 'feed' ? await runFeed(server, one, options) : await runAnswers(server, one, options);
    await server.stop();
    return trial;
  } finally {
    remove();
  }
}

async function runFeed(server: BenchServer, one: OutgoingCase, options: BenchOptions): Promise<Trial> {
  const { port } = server;
  const { seconds, warmUpSeconds } = options;
  const { result, cost } = await watchServer(server, async () => {
    const clients = runClients({ ...one, port, path: null, seconds: OPENING_SECONDS + warmUpSeconds + seconds });
    await sleep(OPENING_SECONDS);
    const { kind, connections, engine } = SATURATION_CASE;
    const load = runLoad({ kind, connections, engine, port, ratePerSecond: null, warmUpSeconds, seconds, seed: 1 });
    return { load: await load, clients: await clients };
  });
  return toTrial(cost, result.clients, result.load.itemsPerSecond);
}

/** The largest answer there is: a group of events that share nothing. */
async function runAnswers(server: BenchServer, one: OutgoingCase, { seconds }: BenchOptions): Promise<Trial> {
  const { port } = server;
  const id = await fillGroup(port);
  const { result, cost } = await watchServer(server, () =>
    runClients({ ...one, port, path: `/api/errors/${id}`, seconds }),
  );
  return toTrial(cost, result, null);
}

async function fillGroup(port: number): Promise<string> {
  const url = `http://127.0.0.1:${port}/api`;
  for (let sent = 0; sent < LARGE_EVENTS; sent += 100) {
    const events = Array.from({ length: 100 }, (_, index) => ({
      type: 'Large',
      message: 'The same',
      source: 'backend',
      extra: {
        a: `${sent + index}`.padEnd(LARGE_CHARS / 4, 'a'),
        b: 'b'.repeat(LARGE_CHARS / 4),
        c: 'c'.repeat(LARGE_CHARS / 4),
        d: 'd'.repeat(LARGE_CHARS / 4),
      },
    }));
    const answer = await fetch(`${url}/events/batch`, { method: 'POST', body: JSON.stringify(events) });
    await answer.arrayBuffer();
    if (answer.status !== 201) throw new Error(`the events were answered with ${answer.status}`);
  }
  const { errors } = (await (await fetch(`${url}/errors`)).json()) as { errors: readonly { id: string }[] };
  return errors[0]?.id ?? '';
}

function runClients(job: OutgoingJob): Promise<OutgoingReport> {
  return askModule<OutgoingReport>('outgoing-clients', { ...job }, { timeoutMs: job.seconds * 1000 + OVERHEAD_MS });
}

function toTrial(cost: ServerCost, clients: OutgoingReport, itemsPerSecond: number | null): Trial {
  const { messages, bytes, closed, clientCores } = clients;
  const numbers = {
    itemsPerSecond,
    rssPeakBytes: cost.rssPeakBytes,
    serverCores: cost.cpu?.cores ?? null,
    clientCores,
    messages,
    messageBytes: bytes,
    closedClients: closed,
  };
  return { numbers, threads: cost.cpu };
}

function sayTrial({ name }: OutgoingCase, { numbers }: Trial): void {
  const { itemsPerSecond, rssPeakBytes, messages, closedClients } = numbers;
  const taken = itemsPerSecond == null ? '' : `${toText(itemsPerSecond)} events/s, `;
  say(
    `  ${name}: ${taken}${toText((rssPeakBytes ?? 0) / MIB)} MiB at most, ` +
      `${toText(messages ?? 0)} messages read, ${toText(closedClients ?? 0)} clients closed`,
  );
}

function sleep(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}
