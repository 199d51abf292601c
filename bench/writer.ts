// What the writer thread takes alone: fed with ready digests over a channel, as the digest threads feed it, so that neither
// sockets nor digestion are the limit. This is the wall that more cores run into.

import { askModule } from './child-processes.js';
import { type BenchOptions, type Spread, say, toSpreads, toText } from './report.js';
import { makeTrialDir } from './servers.js';
import type { WorkKind } from './workload.js';
import type { WriterJob, WriterReport } from './writer-feed.js';

/** Events that say little of themselves, and events with a user and tags. */
const KINDS = ['event_batch', 'event_users_batch'] as const satisfies readonly WorkKind[];
const OVERHEAD_MS = 60_000;

export interface WriterFigures {
  readonly kind: WorkKind;
  readonly figures: Record<string, Spread>;
}

/** Trials alternate. Each has a fresh database. */
export async function benchWriter(options: BenchOptions): Promise<{ cases: readonly WriterFigures[] }> {
  const trials = new Map<WorkKind, WriterReport[]>(KINDS.map((kind) => [kind, []]));
  for (let trial = 0; trial < options.trials; trial++) {
    for (const [kind, done] of trials) {
      const report = await runTrial(kind, options);
      done.push(report);
      const { eventsPerSecond, usPerEvent, bytesPerEvent } = report;
      say(
        `  ${kind}: ${toText(eventsPerSecond)} events/s, ${toText(usPerEvent ?? 0)} µs of the writer's processor time and ` +
          `${toText(bytesPerEvent)} bytes an event`,
      );
    }
  }
  return { cases: [...trials].map(([kind, done]) => ({ kind, figures: toSpreads(done.map((one) => ({ ...one }))) })) };
}

async function runTrial(kind: WorkKind, { seconds, warmUpSeconds }: BenchOptions): Promise<WriterReport> {
  const { dir, remove } = makeTrialDir();
  try {
    const job: WriterJob = { kind, dir, seconds, warmUpSeconds };
    return await askModule<WriterReport>(
      'writer-feed',
      { ...job },
      { timeoutMs: (seconds + warmUpSeconds) * 1000 + OVERHEAD_MS },
    );
  } finally {
    remove();
  }
}
