// What the benchmarks send: deterministic, realistic records, serialised once. Before each use the parts that differ
// from record to record (ids, times) are written over in place, so that a generator spends nothing on making JSON.

import type { EventPayload, StackFramePayload } from '../schemas/event.js';
import type { LogPayload } from '../schemas/log.js';
import type { RequestPayload } from '../schemas/request.js';
import { toOtlpLogs } from './otlp-workload.js';
import { sealId, toEnvelope, toEnvelopePath, toPackedEnvelope } from './sentry-workload.js';

/** A change that alters what is sent; filled databases of another version are not used again. */
export const WORKLOAD_VERSION = 2;

export const WORKLOAD = {
  projects: ['shop-api', 'shop-web', 'billing'],
  groupCount: 500,
  frameCount: 12,
  batchItemCount: 10,
  /** One group in so many has messages that carry an id, so that its stack texts never repeat. */
  varyingGroupEvery: 10,
} as const;

export const WORK_KINDS = [
  'event_batch',
  'event',
  /** The same events with a user, the name of an environment and tags: what facets are counted by. */
  'event_users_batch',
  'log_batch',
  'log',
  'request',
  /** A hundred log entries in our own JSON, and a hundred log records of OpenTelemetry in protobuf. */
  'log_100_batch',
  'otlp_100_batch',
  /** An event as an SDK of Sentry sends it. */
  'sentry_event',
  'sentry_event_gzip',
] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

/** Those of Sentry's events name the project. */
const PATHS: Readonly<Record<Exclude<WorkKind, `sentry_${string}`>, string>> = {
  event_batch: '/api/events/batch',
  event: '/api/events',
  event_users_batch: '/api/events/batch',
  log_batch: '/api/logs/batch',
  log: '/api/logs',
  request: '/api/events/request',
  log_100_batch: '/api/logs/batch',
  otlp_100_batch: '/v1/logs',
};

const ITEM_COUNTS: Readonly<Record<WorkKind, number>> = {
  event_batch: WORKLOAD.batchItemCount,
  event: 1,
  event_users_batch: WORKLOAD.batchItemCount,
  log_batch: WORKLOAD.batchItemCount,
  log: 1,
  request: 1,
  log_100_batch: 100,
  otlp_100_batch: 100,
  sentry_event: 1,
  sentry_event_gzip: 1,
};

/** Numbers that look random and are the same in every run. */
export interface Random {
  below(limit: number): number;
  pick<const T extends readonly [unknown, ...unknown[]]>(list: T): T[number];
}

/** Mulberry32: small, fast, good enough to choose test data with. */
export function openRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mix = Math.imul(state ^ (state >>> 15), state | 1);
    mix ^= mix + Math.imul(mix ^ (mix >>> 7), mix | 61);
    return ((mix ^ (mix >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    below: (limit) => Math.floor(next() * limit),
    pick: (list) => list[Math.floor(next() * list.length)] ?? list[0],
  };
}

/** Stands where a record's own 12 hexadecimal digits go, where its time goes, and where the 4 digits of its user go. */
const ID_MARK = '@@@@@@@@@@@@';
export const USER_MARK = '%%%%';
const TIME_MARK = '0000-00-00T00:00:00.000Z';

/** Bytes ready to be sent, and where the parts that differ are: a list of places per record. */
export interface Body {
  readonly bytes: Buffer;
  /** Without the head. */
  readonly bodyByteCount: number;
  readonly itemCount: number;
  readonly idOffsets: readonly (readonly number[])[];
  readonly timeOffsets: readonly number[];
  readonly userOffsets: readonly number[];
  /** Where a packed body begins whose checksum follows its id. */
  readonly sealAt?: number;
}

export interface BodyOptions {
  readonly kind: WorkKind;
  /** Two loads on one database need two seeds, or the second sends events that the first has sent already. */
  readonly seed: number;
  readonly count: number;
  /** With it, the bytes are a whole HTTP/1.1 request to that host; without, the JSON alone. */
  readonly host?: string;
  /** Places where the application fails. */
  readonly groupCount?: number;
}

export function makeBodies({ kind, seed, count, host, groupCount = WORKLOAD.groupCount }: BodyOptions): Body[] {
  const random = openRandom(seed);
  const sites = makeSites(groupCount);
  return Array.from({ length: count }, () => makeBody(kind, makeRecord(kind, random, { sites, seed }), host));
}

interface RecordFacts {
  readonly sites: readonly [Site, ...Site[]];
  readonly seed: number;
}

function makeRecord(kind: WorkKind, random: Random, facts: RecordFacts): () => string {
  return () => {
    switch (kind) {
      case 'event':
      case 'event_batch':
      case 'sentry_event':
      case 'sentry_event_gzip':
        return JSON.stringify(makeEvent(random, facts));
      case 'event_users_batch':
        return JSON.stringify(makeEventOfUser(random, facts));
      case 'log':
      case 'log_batch':
      case 'log_100_batch':
      case 'otlp_100_batch':
        return JSON.stringify(makeLog(random));
      case 'request':
        return JSON.stringify(makeRequest(random));
    }
  };
}

function makeBody(kind: WorkKind, record: () => string, host: string | undefined): Body {
  const records = Array.from({ length: ITEM_COUNTS[kind] }, record);
  const body = toBodyBytes(kind, records);
  const head = host === undefined ? '' : toHead(kind, records, { host, byteCount: body.length });
  const bytes = Buffer.concat([Buffer.from(head), body]);
  // One record after the other, each with its marks.
  const offsets = offsetsOf(bytes, ID_MARK, { start: 0, end: bytes.length });
  const idOffsets: number[][] = [];
  let next = 0;
  for (const text of records) {
    const end = kind.startsWith('sentry_') ? offsets.length : next + text.split(ID_MARK).length - 1;
    idOffsets.push(offsets.slice(next, end));
    next = end;
  }
  const timeOffsets = offsetsOf(bytes, TIME_MARK, { start: 0, end: bytes.length });
  const userOffsets = offsetsOf(bytes, USER_MARK, { start: 0, end: bytes.length });
  const sealing = kind === 'sentry_event_gzip' ? { sealAt: head.length } : {};
  return {
    bytes,
    bodyByteCount: body.length,
    itemCount: records.length,
    idOffsets,
    timeOffsets,
    userOffsets,
    ...sealing,
  };
}

function toBodyBytes(kind: WorkKind, records: readonly string[]): Buffer {
  const [first = ''] = records;
  if (kind === 'otlp_100_batch') return toOtlpLogs(records);
  if (kind === 'sentry_event') return toEnvelope(first);
  if (kind === 'sentry_event_gzip') return toPackedEnvelope(first);
  return Buffer.from(kind.endsWith('_batch') ? `[${records.join(',')}]` : first);
}

function toHead(kind: WorkKind, [first = '']: readonly string[], { host, byteCount }: HeadFacts): string {
  const isSentry = kind === 'sentry_event' || kind === 'sentry_event_gzip';
  const path = isSentry ? toEnvelopePath(first) : PATHS[kind];
  const type = kind === 'otlp_100_batch' ? 'application/x-protobuf' : isSentry ? ENVELOPE_TYPE : 'application/json';
  const coding = kind === 'sentry_event_gzip' ? 'content-encoding: gzip\r\n' : '';
  return (
    `POST ${path} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: ${type}\r\n${coding}` +
    `content-length: ${byteCount}\r\n\r\n`
  );
}

interface HeadFacts {
  readonly host: string;
  readonly byteCount: number;
}

const ENVELOPE_TYPE = 'application/x-sentry-envelope';

function offsetsOf(bytes: Buffer, mark: string, { start, end }: { start: number; end: number }): number[] {
  const offsets: number[] = [];
  for (let at = bytes.indexOf(mark, start); at !== -1 && at < end; at = bytes.indexOf(mark, at + 1)) offsets.push(at);
  return offsets;
}

const HEX = Buffer.from('0123456789abcdef');
const LOW_BITS = 0xffffff;

/** Writes ids that never repeat, and the time of now, into bodies. */
export interface Stamper {
  stamp(body: Body): void;
  /** Records stamped so far; the id of the record number n is `toStampedId(n)`. */
  readonly count: number;
}

export function openStamper(): Stamper {
  let count = 0;
  let stampedAtMs = 0;
  const time = Buffer.alloc(TIME_MARK.length);
  return {
    get count() {
      return count;
    },
    stamp({ bytes, idOffsets, timeOffsets, userOffsets, sealAt }) {
      for (const [index, offset] of userOffsets.entries()) writeDigits(bytes, offset, toUser(count + index));
      for (const offsets of idOffsets) writeId(bytes, offsets, count++);
      const nowMs = Date.now();
      if (nowMs !== stampedAtMs) time.write(new Date(nowMs).toISOString(), 'latin1');
      stampedAtMs = nowMs;
      for (const offset of timeOffsets) time.copy(bytes, offset);
      if (sealAt !== undefined) sealId(bytes, sealAt);
    },
  };
}

/** So many users there are; some of them send many events, as those of an application that fails. */
const USERS = 4096;

function toUser(seq: number): number {
  const mix = Math.imul(seq + 1, 0x9e3779b1) >>> 0;
  return Math.min((mix >>> 4) % USERS, (mix >>> 18) % USERS);
}

function writeDigits(bytes: Buffer, offset: number, number: number): void {
  for (let digit = 0; digit < 4; digit++) bytes[offset + digit] = HEX[(number >>> (12 - 4 * digit)) & 15] ?? 0;
}

/** Multiplying by an odd number permutes the low bits: ids look random to an index, as those of clients do. */
function writeId(bytes: Buffer, offsets: readonly number[], seq: number): void {
  const low = Math.imul(seq & LOW_BITS, 0x9e3779) & LOW_BITS;
  const high = (Math.floor(seq / (LOW_BITS + 1)) ^ Math.imul(low, 0x85ebca)) & LOW_BITS;
  for (const offset of offsets) {
    for (let digit = 0; digit < 6; digit++) {
      bytes[offset + digit] = HEX[(high >>> (20 - 4 * digit)) & 15] ?? 0;
      bytes[offset + 6 + digit] = HEX[(low >>> (20 - 4 * digit)) & 15] ?? 0;
    }
  }
}

/** The 12 digits of the record number `seq`. */
export function toStampedId(seq: number): string {
  const bytes = Buffer.alloc(ID_MARK.length);
  writeId(bytes, [0], seq);
  return bytes.toString('latin1');
}

/** Where an application fails: all events of a site are one group. */
interface Site {
  readonly projectId: string;
  readonly type: string;
  readonly severity: 'fatal' | 'error' | 'warning';
  readonly message: string;
  readonly stack: string;
  readonly frames: readonly StackFramePayload[];
  readonly path: string;
  readonly release: string;
}

const MODULES = [
  'orders',
  'cart',
  'checkout',
  'users',
  'sessions',
  'search',
  'stock',
  'invoices',
  'mail',
  'export',
] as const;
const VERBS = ['load', 'save', 'render', 'validate', 'apply', 'merge', 'resolve', 'publish'] as const;
const FIELDS = ['id', 'total', 'items', 'email', 'address', 'currency', 'discount', 'owner'] as const;
const TYPES = [
  'TypeError',
  'uncaught_exception',
  'http_error',
  'unhandled_rejection',
  'DatabaseError',
  'RangeError',
] as const;
const LIBRARIES = [
  ['express/lib/router/layer.js', 'Layer.handle'],
  ['express/lib/router/route.js', 'next'],
  ['express/lib/router/index.js', 'Function.process_params'],
  ['body-parser/lib/read.js', 'AsyncResource.runInAsyncScope'],
  ['pg-pool/index.js', 'Pool.query'],
  ['knex/lib/execution/runner.js', 'Runner.run'],
  ['zod/lib/types.js', 'ZodObject.parse'],
] as const;

function makeSites(count: number): readonly [Site, ...Site[]] {
  const random = openRandom(20);
  const make = (_: unknown, index: number): Site => makeSite(random, index);
  return [make(null, 0), ...Array.from({ length: count - 1 }, (_, index) => make(null, index + 1))];
}

function makeSite(random: Random, index: number): Site {
  const projectId = WORKLOAD.projects[index % WORKLOAD.projects.length] ?? WORKLOAD.projects[0];
  const module = random.pick(MODULES);
  const type = random.pick(TYPES);
  const frames = makeFrames(random, module);
  const message = makeMessage(random, module, index % WORKLOAD.varyingGroupEvery === 0);
  const lines = frames.map(
    (frame) => `    at ${frame.function ?? ''} (${frame.filename ?? ''}:${frame.lineno ?? 0}:${frame.colno ?? 0})`,
  );
  return {
    projectId,
    type,
    severity: random.pick(['error', 'error', 'error', 'warning', 'fatal']),
    message,
    stack: [`${type}: ${message}`, ...lines].join('\n'),
    frames,
    path: `/api/v2/${module}`,
    release: `${projectId}@4.${index % 4}.1`,
  };
}

function makeMessage(random: Random, module: string, varies: boolean): string {
  if (varies) return `${module}: record 7c9e6679-7425-40de-944b-${ID_MARK} could not be ${random.pick(VERBS)}d`;
  return random.pick([
    `Cannot read properties of undefined (reading '${random.pick(FIELDS)}')`,
    `${module}.${random.pick(FIELDS)} is not a function`,
    `Request to the ${module} service failed with status code 503`,
    `connect ECONNREFUSED 10.0.3.${random.below(200)}:5432`,
    `duplicate key value violates unique constraint "${module}_${random.pick(FIELDS)}_key"`,
    `Timeout of 3000ms exceeded while waiting for ${module}`,
  ]);
}

function makeFrames(random: Random, module: string): StackFramePayload[] {
  return Array.from({ length: WORKLOAD.frameCount }, (_, depth) => {
    const isOurs = depth < 4 || depth === 8;
    const [library, name] = random.pick(LIBRARIES);
    const file = depth === 0 ? module : random.pick(MODULES);
    return {
      filename: isOurs ? `/app/src/${file}/${random.pick(VERBS)}.ts` : `/app/node_modules/${library}`,
      function: isOurs ? `${random.pick(VERBS)}${file}` : name,
      lineno: 10 + random.below(400),
      colno: 1 + random.below(60),
      inApp: isOurs,
    };
  });
}

const ENVIRONMENTS = [
  { runtime: 'node', nodeVersion: '20.19.4', os: 'linux', arch: 'x64', hostname: 'web-1', region: 'eu-central-1' },
  { runtime: 'node', nodeVersion: '20.19.4', os: 'linux', arch: 'x64', hostname: 'web-2', region: 'eu-central-1' },
  { runtime: 'browser', browser: 'Firefox 141.0', os: 'macOS 15.5', viewport: '1440x900', language: 'en-GB' },
] as const;

/** Few sites make most of the events, as in an application that fails. */
function makeEvent(random: Random, { sites, seed }: RecordFacts): EventPayload {
  const rank = Math.min(random.below(sites.length), random.below(sites.length));
  const site = sites[rank] ?? sites[0];
  const environment = random.pick(ENVIRONMENTS);
  return {
    eventId: `${(seed >>> 0).toString(16).padStart(8, '0')}-5b1c-4d20-8f3a-${ID_MARK}`,
    timestamp: TIME_MARK,
    type: site.type,
    message: site.message,
    source: environment.runtime === 'node' ? 'backend' : 'frontend',
    severity: site.severity,
    projectId: site.projectId,
    stack: site.stack,
    stackFrames: [...site.frames],
    request: {
      method: random.pick(['GET', 'POST', 'PUT']),
      url: `${site.path}/${ID_MARK}?page=${1 + random.below(20)}`,
      statusCode: 500,
      duration: random.below(90_000) / 100,
    },
    environment: { ...environment },
    release: site.release,
  };
}

const TENANTS = ['acme', 'globex', 'initech', 'umbrella', 'hooli', 'stark', 'wayne', 'tyrell'] as const;

function makeEventOfUser(random: Random, facts: RecordFacts): EventPayload {
  const event = makeEvent(random, facts);
  return {
    ...event,
    environment: { ...event.environment, name: random.pick(['production', 'production', 'staging']) },
    user: { id: `u-${USER_MARK}`, username: `customer ${USER_MARK}` },
    tags: { tenant: random.pick(TENANTS), region: random.pick(['eu', 'us']), newCheckout: random.below(2) === 0 },
  };
}

function makeLog(random: Random): LogPayload {
  const environment = random.pick(ENVIRONMENTS);
  const module = random.pick(MODULES);
  return {
    level: random.pick(['log', 'info', 'info', 'info', 'warn', 'debug']),
    message: random.pick([
      `${module}: ${random.pick(VERBS)} took ${random.below(4000)} ms for ${ID_MARK}`,
      `cache miss for key ${module}:${ID_MARK}, reading from the database`,
      `user ${ID_MARK} signed in from 203.0.113.${random.below(250)}`,
      `queue ${module} has ${random.below(500)} jobs waiting, oldest ${random.below(90)} s`,
      `retrying ${random.pick(VERBS)} of ${module} (attempt ${1 + random.below(5)} of 5)`,
    ]),
    source: environment.runtime === 'node' ? 'backend' : 'frontend',
    timestamp: TIME_MARK,
    projectId: random.pick(WORKLOAD.projects),
    environment: { ...environment },
    correlationId: `req-${ID_MARK}`,
    extra: { durationMs: random.below(4000), module },
  };
}

function makeRequest(random: Random): RequestPayload {
  const module = random.pick(MODULES);
  return {
    method: random.pick(['GET', 'GET', 'POST', 'PUT', 'DELETE']),
    url: `/api/v2/${module}/${ID_MARK}?expand=${random.pick(FIELDS)}`,
    statusCode: random.pick([200, 200, 200, 200, 201, 204, 404, 500]),
    duration: random.below(90_000) / 100,
    timestamp: TIME_MARK,
    correlationId: `req-${ID_MARK}`,
    source: 'backend',
    projectId: random.pick(WORKLOAD.projects),
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      authorization: 'Bearer 0f2c1d7e9a',
      'user-agent': 'shop-web/4.1 (Firefox 141.0)',
    },
    responseHeaders: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    requestBody: JSON.stringify({ id: ID_MARK, quantity: random.below(20), password: 'hunter2' }),
    responseBody: JSON.stringify({
      id: ID_MARK,
      module,
      items: [1, 2, 3].map((n) => ({ n, name: random.pick(FIELDS) })),
    }),
  };
}
