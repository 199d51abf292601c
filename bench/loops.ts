// Ingest in one thread. Runs as a process of its own; started by baseline.ts.

import { createHash, randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { EventPayload, StackFramePayload } from '../schemas/event.js';
import { systemClock } from '../src/clock.js';
import { FeedDemand } from '../src/feed-demand.js';
import { checkpoint, openWritable } from '../src/store/sqlite/database.js';
import { openWriterTables } from '../src/store/sqlite/writer/append.js';
import { openCommitter } from '../src/store/sqlite/writer/commit.js';
import { DIALECTS } from '../src/workers/dialects/dialects.js';
import { digestCall } from '../src/workers/digest.js';
import { answerJob } from './child-processes.js';
import { type Body, makeBodies, openStamper, WORKLOAD } from './workload.js';

/**
 * `plain` is the loop anybody would write: parse, hash, group, insert the payload, one fsync per group of batches. `own`
 * is errord's decoding, digestion and commit, called one after the other.
 */
export interface LoopJob {
  readonly loop: 'plain' | 'own';
  readonly dir: string;
  readonly seconds: number;
  readonly warmUpSeconds: number;
}

export interface LoopReport {
  readonly itemsPerSecond: number;
  readonly bytesPerItem: number;
  readonly itemsPerCommit: number;
}

/** As many as the daemon commits at once under load. */
const BATCHES_PER_COMMIT = 15;
const BODIES = 512;

/** Commits a group of bodies. */
interface Loop {
  commit(bodies: readonly Buffer[]): void;
  close(): void;
}

answerJob(async (job: LoopJob): Promise<LoopReport> => {
  await Promise.resolve();
  const dbPath = join(job.dir, 'loop.db');
  const loop = job.loop === 'plain' ? openPlainLoop(dbPath) : openOwnLoop(dbPath);
  const bodies = makeBodies({ kind: 'event_batch', seed: 1, count: BODIES });
  const stamper = openStamper();
  let next = 0;
  const takeBody = (): Buffer => {
    const body: Body | undefined = bodies[next++ % bodies.length];
    if (body === undefined) throw new Error('there are no bodies');
    stamper.stamp(body);
    return body.bytes;
  };
  const runFor = (seconds: number): number => {
    const startedAtMs = performance.now();
    const before = stamper.count;
    while (performance.now() - startedAtMs < seconds * 1000) {
      loop.commit(Array.from({ length: BATCHES_PER_COMMIT }, takeBody));
    }
    return ((stamper.count - before) * 1000) / (performance.now() - startedAtMs);
  };
  runFor(job.warmUpSeconds);
  const itemsPerSecond = runFor(job.seconds);
  loop.close();
  return {
    itemsPerSecond,
    bytesPerItem: statSync(dbPath).size / stamper.count,
    itemsPerCommit: BATCHES_PER_COMMIT * WORKLOAD.batchItemCount,
  };
});

function openOwnLoop(dbPath: string): Loop {
  const db = openWritable(dbPath);
  const fail = (error: unknown): void => {
    throw error;
  };
  const tables = openWriterTables(db, systemClock);
  const committer = openCommitter({
    db,
    tables,
    clock: systemClock,
    demand: new FeedDemand(),
    watch: { assertUndamaged: () => undefined, assertDurable: () => undefined },
    tellCounts: () => undefined,
    onFailure: fail,
    onSuccess: () => undefined,
  });
  let ticket = 0;
  return {
    commit(bodies) {
      const batches = bodies.map((bytes) => {
        ticket += 1;
        const form = { dialect: 'errord', kind: 'event', isBatch: true } as const;
        const names = { projectName: null, keyProject: null, correlationId: null };
        const facts = { ticket, receivedAtMs: Date.now(), ...names };
        const contents = DIALECTS.errord.toContents(bytes, { ...facts, form, format: 'json', pathIds: {} });
        if ('reason' in contents) throw new Error('a body did not parse');
        return digestCall(facts, contents, { newId: randomUUID }).batch;
      });
      committer.commit(batches);
    },
    close() {
      checkpoint(db, 'TRUNCATE');
      db.close();
    },
  };
}

const PLAIN_SCHEMA = `
  CREATE TABLE groups (id INTEGER PRIMARY KEY, project TEXT, fingerprint TEXT, type TEXT, message TEXT, count INTEGER,
    first_seen TEXT, last_seen TEXT, UNIQUE (project, fingerprint));
  CREATE TABLE events (id TEXT PRIMARY KEY, group_id INTEGER, timestamp TEXT, payload TEXT);
  CREATE INDEX events_group ON events (group_id, timestamp);
`;

function openPlainLoop(dbPath: string): Loop {
  const db = new Database(dbPath);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec(PLAIN_SCHEMA);
  const upsert = db
    .prepare(
      `INSERT INTO groups (project, fingerprint, type, message, count, first_seen, last_seen)
       VALUES (:project, :fingerprint, :type, :message, 1, :at, :at)
       ON CONFLICT (project, fingerprint) DO UPDATE SET count = count + 1, last_seen = :at RETURNING id`,
    )
    .pluck();
  const insert = db.prepare('INSERT OR IGNORE INTO events (id, group_id, timestamp, payload) VALUES (?, ?, ?, ?)');
  const store = (event: EventPayload): void => {
    const { type, message, projectId: project, timestamp: at } = event;
    const groupId = upsert.get({ project, fingerprint: toFingerprint(event), type, message, at });
    insert.run(event.eventId, groupId, at, JSON.stringify(event));
  };
  const commit = db.transaction((bodies: readonly Buffer[]) => {
    for (const bytes of bodies) for (const event of JSON.parse(bytes.toString()) as EventPayload[]) store(event);
  });
  return {
    commit: (bodies) => {
      commit.immediate(bodies);
    },
    close() {
      db.pragma('wal_checkpoint(TRUNCATE)');
      db.close();
    },
  };
}

const ID_LIKE = /\b[0-9a-f]{8}-[0-9a-f-]{27}\b|\b0x[0-9a-f]+\b|:\d+\b/gi;
const PRINTED_FRAMES = 3;

/** Type, message without what varies, first three frames of the application. */
export function toFingerprint({ type, message, stackFrames }: EventPayload): string {
  const frames = (stackFrames ?? []).filter(({ inApp }) => inApp === true).slice(0, PRINTED_FRAMES);
  const hash = createHash('sha256').update(type).update('\n').update(message.replace(ID_LIKE, '#'));
  for (const frame of frames) hash.update(`\n${toFrameLine(frame)}`);
  return hash.digest('hex');
}

function toFrameLine({ filename, function: name, lineno }: StackFramePayload): string {
  return `${filename ?? ''} ${name ?? ''} ${lineno ?? ''}`;
}
