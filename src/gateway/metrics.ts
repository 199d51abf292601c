// What the daemon tells of itself, for Prometheus.

import type { DaemonStatus, OutcomeCounts } from '../../schemas/stats.js';
import type { HeaderList } from '../http-answer.js';
import { INGEST_IN_FLIGHT_BYTES_MAX, INGEST_QUEUE_WORK_BYTES_MAX, METRICS_PROJECTS_MAX } from '../limits.js';
import type { ThreadMemory } from '../thread-memory.js';
import type { Admission } from './admission.js';
import { Histogram, type Labels, type MetricFamily, type Sample, toExposition } from './exposition.js';
import type { Feed } from './feed.js';
import { OTHER_PROJECTS, type OutcomeCounters } from './outcome-counters.js';

export const METRICS_HEADERS: HeaderList = [
  ['Content-Type', 'text/plain; version=0.0.4; charset=utf-8'],
  ['Cache-Control', 'no-store'],
];

export interface MetricsOptions {
  readonly version: string;
  readonly startedAtMs: number;
  readonly counters: Pick<OutcomeCounters, 'toJson'>;
  readonly admission: Pick<Admission, 'callCount' | 'byteCount' | 'queuedCallCount' | 'queuedByteCount'>;
  readonly feed: Pick<Feed, 'clientCount' | 'bufferedBytes'>;
  /** Of each thread that is known, this one among them. */
  readonly threads: () => readonly ThreadMemory[];
  /** Rejects when the store cannot be read; the other metrics are told all the same. */
  readonly status: () => Promise<DaemonStatus>;
}

/** From a commit on a fast disk to one that waits for a checkpoint or a full disk, in seconds. */
const COMMIT_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export class Metrics {
  readonly #options: MetricsOptions;
  readonly #commits = new Histogram(
    'errord_commit_duration_seconds',
    'Time from the start of a transaction of ingested records until it was on disk.',
    COMMIT_SECONDS,
  );
  /** Projects with a label of their own. They keep it, because a counter must not fall. */
  readonly #named = new Set<string>();

  constructor(options: MetricsOptions) {
    this.#options = options;
  }

  observeCommit(durationMs: number): void {
    this.#commits.observe(durationMs / 1000);
  }

  /** The text of all metrics as they are now. */
  async read(): Promise<string> {
    const status = await this.#options.status().catch(() => null);
    return toExposition([
      ...this.#toIngest(),
      this.#commits,
      ...this.#toFeed(),
      ...toStore(status),
      ...toThreads(this.#options.threads()),
      ...toProcess(this.#options),
    ]);
  }

  #toIngest(): readonly MetricFamily[] {
    const { counters, admission } = this.#options;
    const { total, projects } = counters.toJson();
    return [
      {
        name: 'errord_items_total',
        help: 'Received items by what became of them. Items of no project have an empty project.',
        type: 'counter',
        samples: this.#toItems(projects),
      },
      gauge('errord_items_in_flight', 'Received items and calls whose fate is open.', total.inFlight),
      gauge('errord_ingest_calls', 'Calls that are read or wait for their commit.', admission.callCount),
      gauge('errord_ingest_bytes', 'Bytes of the bodies of these calls.', admission.byteCount),
      gauge('errord_ingest_bytes_limit', 'Bytes past which calls are refused.', INGEST_IN_FLIGHT_BYTES_MAX),
      gauge('errord_queue_calls', 'Calls that have come whole and wait for their commit.', admission.queuedCallCount),
      gauge('errord_queue_bytes', 'Bytes of the bodies of these calls.', admission.queuedByteCount),
      gauge('errord_queue_bytes_limit', 'Bytes past which small calls are refused.', INGEST_QUEUE_WORK_BYTES_MAX),
    ];
  }

  /** Each pair of project and fate once. */
  #toItems(projects: readonly (OutcomeCounts & { readonly projectId?: string })[]): readonly Sample[] {
    const samples = new Map<string, { labels: Labels; value: number }>();
    const add = (labels: Labels, value: number): void => {
      const key = JSON.stringify(labels);
      const known = samples.get(key) ?? { labels, value: 0 };
      known.value += value;
      samples.set(key, known);
    };
    for (const { projectId = '', stored, duplicate, rejected, dropped } of projects) {
      const project = this.#toLabel(projectId);
      add({ project, outcome: 'stored', reason: '' }, stored);
      add({ project, outcome: 'duplicate', reason: '' }, duplicate);
      for (const [reason, count] of Object.entries(rejected)) add({ project, outcome: 'rejected', reason }, count);
      for (const [reason, count] of Object.entries(dropped)) add({ project, outcome: 'dropped', reason }, count);
    }
    return [...samples.values()];
  }

  #toLabel(project: string): string {
    if (project !== OTHER_PROJECTS && this.#named.size < METRICS_PROJECTS_MAX) this.#named.add(project);
    return this.#named.has(project) ? project : OTHER_PROJECTS;
  }

  #toFeed(): readonly MetricFamily[] {
    const { feed } = this.#options;
    return [
      gauge('errord_feed_clients', 'Clients that follow the feed.', feed.clientCount),
      gauge('errord_feed_buffered_bytes', 'Bytes that wait for clients of the feed.', feed.bufferedBytes),
    ];
  }
}

function toStore(status: DaemonStatus | null): readonly MetricFamily[] {
  const up = gauge('errord_store_up', '1 when the store can be read, else 0.', status === null ? 0 : 1);
  if (status === null) return [up];
  const { bytes, walBytes, errors, events, requests, logs, projects } = status.database;
  return [
    up,
    gauge('errord_database_bytes', 'Size of the database file.', bytes),
    gauge('errord_database_log_bytes', 'Size of its write-ahead log.', walBytes ?? 0),
    gauge(
      'errord_database_bytes_limit',
      'maxDbSizeMb in bytes; 0 is no limit.',
      status.retention.maxDbSizeMb * 2 ** 20,
    ),
    {
      name: 'errord_records',
      help: 'Records stored, by kind.',
      type: 'gauge',
      samples: Object.entries({
        error_group: errors,
        event: events,
        request: requests,
        log: logs,
        project: projects,
      }).map(([kind, value]) => ({ labels: { kind }, value })),
    },
  ];
}

function toThreads(threads: readonly ThreadMemory[]): readonly MetricFamily[] {
  const family = (name: string, help: string, of: (memory: ThreadMemory) => number): MetricFamily => ({
    name: `errord_thread_${name}_bytes`,
    help,
    type: 'gauge',
    samples: threads.map((memory) => ({ labels: { thread: memory.thread }, value: of(memory) })),
  });
  return [
    family('heap_used', 'Objects of JavaScript, by thread.', ({ heapUsed }) => heapUsed),
    family('heap_total', 'Memory held for such objects, by thread.', ({ heapTotal }) => heapTotal),
    family('external', 'Memory outside of the heap that objects hold, by thread.', ({ external }) => external),
    family(
      'array_buffers',
      'Memory of buffers, a part of the external one, by thread.',
      (memory) => memory.arrayBuffers,
    ),
  ];
}

function toProcess({ version, startedAtMs }: MetricsOptions): readonly MetricFamily[] {
  const rss = process.memoryUsage.rss();
  const { user, system } = process.cpuUsage();
  return [
    gauge('process_resident_memory_bytes', 'Memory of the process, all threads together.', rss),
    {
      name: 'process_cpu_seconds_total',
      help: 'Processor time of the process, all threads together.',
      type: 'counter',
      samples: [{ value: (user + system) / 1e6 }],
    },
    gauge('process_start_time_seconds', 'When the daemon started, in seconds since the epoch.', startedAtMs / 1000),
    {
      name: 'errord_build_info',
      help: '1, with the versions as labels.',
      type: 'gauge',
      samples: [{ labels: { version, node: process.version }, value: 1 }],
    },
  ];
}

function gauge(name: string, help: string, value: number): MetricFamily {
  return { name, help, type: 'gauge', samples: [{ value }] };
}
