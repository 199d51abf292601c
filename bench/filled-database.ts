// Databases of a given size, filled through the store itself and kept between runs in the system's temporary directory.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toOwnFacets } from '../src/facets.js';
import type { Digest } from '../src/messages.js';
import { PACKAGE_ROOT } from '../src/package.js';
import { openSqliteStore } from '../src/store/sqlite/sqlite-store.js';
import { DIALECTS } from '../src/workers/dialects/dialects.js';
import { digestCall } from '../src/workers/digest.js';
import { say, toText } from './report.js';
import { makeBodies, toStampedId, USER_MARK, WORKLOAD, WORKLOAD_VERSION, type WorkKind } from './workload.js';

/** Of each: events and logs as many as asked, request records a fifth of it. */
const REQUEST_SHARE = 5;
const APPEND_ITEMS = 1000;
const APPENDS_IN_FLIGHT = 2;
const SPAN_MS = 7 * 24 * 3_600_000;
const TEMPLATES = 4000;
/** Groups of the largest database, and a hundredth of the events of a smaller one; so many users have all of them. */
const GROUPS_MAX = 10_000;
const USERS = 50_000;
/** So that all but a few of the groups are among them. */
const TEMPLATES_PER_GROUP = 6;

/** The id of a user whom the events of every filled database name. */
export const FILLED_USER = 'u-00007';

/** The path of a database with that many events and logs. Nobody may write to it: work on copies. */
export async function fillDatabase(size: number): Promise<string> {
  const dir = join(tmpdir(), 'errord-bench-cache');
  const path = join(dir, `${toCacheKey()}-${size}.db`);
  if (existsSync(path)) return path;
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const partial = join(dir, `${size}-${process.pid}.partial`);
  const startedAtMs = performance.now();
  say(`  filling a database with ${toText(size)} events and logs …`);
  const removePartial = (): void => {
    for (const suffix of ['', '-wal', '-shm', '-lock']) rmSync(partial + suffix, { force: true });
  };
  process.once('exit', removePartial);
  await fill(partial, size);
  renameSync(partial, path);
  process.off('exit', removePartial);
  removePartial();
  say(`  filled in ${toText((performance.now() - startedAtMs) / 1000)} s`);
  return path;
}

/** Another schema or another workload means another database. */
function toCacheKey(): string {
  const hash = createHash('sha256').update(String(WORKLOAD_VERSION));
  const dir = new URL('dist/src/store/sqlite/', PACKAGE_ROOT);
  for (const folder of ['migrations/', 'tables/']) {
    const files = readdirSync(new URL(folder, dir)).filter((name) => name.endsWith('.js'));
    for (const name of files.sort()) hash.update(readFileSync(new URL(folder + name, dir)));
  }
  return hash.digest('hex').slice(0, 16);
}

async function fill(dbPath: string, size: number): Promise<void> {
  const store = await openSqliteStore({
    dbPath,
    sqlite: 'auto',
    readerThreads: 1,
    events: { commit: () => undefined, failed: () => undefined, groupings: () => undefined, log: () => undefined },
  });
  try {
    for (const [kind, count] of [
      ['event', size],
      ['log', size],
      ['request', Math.ceil(size / REQUEST_SHARE)],
    ] as const) {
      const make = openDigests(kind, { count, groupCount: toGroupCount(size) });
      const pending: Promise<unknown>[] = [];
      for (let from = 0; from < count; from += APPEND_ITEMS) {
        if (pending.length >= APPENDS_IN_FLIGHT) await pending.shift();
        const length = Math.min(APPEND_ITEMS, count - from);
        pending.push(store.append(Array.from({ length }, (_, index) => make(from + index))));
      }
      await Promise.all(pending);
    }
    await store.maintain('full');
  } finally {
    await store.close();
  }
}

function toGroupCount(size: number): number {
  return Math.min(GROUPS_MAX, Math.max(WORKLOAD.groupCount, Math.ceil(size / 100)));
}

interface FillOptions {
  readonly count: number;
  readonly groupCount: number;
}

/**
 * The digest of the record number n: one of some thousands that the pool's own code made of the workload, with an id, a time
 * and a user of its own. Times rise over the last seven days.
 */
function openDigests(
  kind: Extract<WorkKind, 'event' | 'log' | 'request'>,
  { count, groupCount }: FillOptions,
): (index: number) => Digest {
  const nowMs = Date.now();
  const templates = makeTemplates(kind, { nowMs, groupCount });
  return (index) => {
    const template = templates[(index * 7919) % templates.length];
    if (template === undefined) throw new Error('a template is missing');
    const timestampMs = nowMs - SPAN_MS + Math.floor((SPAN_MS * index) / count);
    return toDigest(template, index, timestampMs);
  };
}

interface TemplateFacts {
  readonly nowMs: number;
  readonly groupCount: number;
}

function makeTemplates(kind: 'event' | 'log' | 'request', { nowMs, groupCount }: TemplateFacts): Digest[] {
  const facts = {
    ticket: 0,
    pathIds: {},
    receivedAtMs: nowMs,
    projectName: null,
    keyProject: null,
    correlationId: null,
  };
  const isBatch = kind === 'event';
  const form = { dialect: 'errord', kind, isBatch } as const;
  const wanted = isBatch ? Math.max(TEMPLATES, groupCount * TEMPLATES_PER_GROUP) / WORKLOAD.batchItemCount : TEMPLATES;
  const work = isBatch ? 'event_users_batch' : kind;
  const templates = makeBodies({ kind: work, seed: 7, count: wanted, groupCount }).flatMap(({ bytes }) => {
    const contents = DIALECTS.errord.toContents(Buffer.from(bytes.toString().replaceAll('0000-00-00', '2026-01-01')), {
      ...facts,
      form,
      format: 'json',
    });
    if ('reason' in contents) return [];
    return digestCall(facts, contents, { newId: () => '' }).batch.items.filter(
      (item) => item.kind === kind,
    ) as Digest[];
  });
  if (templates.length === 0) throw new Error(`no ${kind} of the workload was accepted`);
  return templates;
}

function toDigest(template: Digest, index: number, timestampMs: number): Digest {
  const id = toStampedId(index);
  switch (template.kind) {
    case 'event': {
      const details = (template.details ?? '{}').replaceAll(USER_MARK, toUser(index));
      const facets = toOwnFacets(JSON.parse(details) as Record<string, unknown>);
      return { ...template, eventId: `00000007-5b1c-4d20-8f3a-${id}`, details, facets, timestampMs };
    }
    case 'log':
      return {
        ...template,
        message: template.message.replace('@@@@@@@@@@@@', id),
        correlationId: `req-${id}`,
        timestampMs,
      };
    case 'request':
      return { ...template, url: template.url.replace('@@@@@@@@@@@@', id), correlationId: `req-${id}`, timestampMs };
  }
}

/** Five digits; some users have many events. */
function toUser(index: number): string {
  const mix = Math.imul(index + 1, 0x9e3779b1) >>> 0;
  const other = Math.imul(mix ^ (mix >>> 15), 0x85ebca6b) >>> 0;
  return String(Math.min(mix % USERS, other % USERS)).padStart(5, '0');
}
