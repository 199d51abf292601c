// What one sender can do to the digest threads, and what the others notice of it.
// Runs alone: it times answers of a busy daemon.

import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import type { ErrorReply } from '../../schemas/error-reply.js';
import type { Outcomes } from '../../schemas/stats.js';
import { parseOptions } from '../../src/config.js';
import { type Daemon, startDaemon } from '../../src/daemon.js';
import {
  INGEST_BODY_BYTES_MAX,
  REDACTION_STEPS,
  REDACTION_STEPS_CALL_MAX,
  SPAN_ATTRIBUTES_TOLD_MAX,
} from '../../src/limits.js';
import { openLog } from '../../src/log.js';
import { normalizeLog } from '../../src/workers/domain/normalize.js';
import { redactLog } from '../../src/workers/domain/redact.js';
import { processorMs } from '../support/assert-quick.js';
import { useDaemon } from '../support/daemon.js';
import { anEvent } from '../support/events.js';
import { callJson } from '../support/http.js';
import { itemsOf, toKeyValues, toRequest } from '../support/otlp.js';
import { envelopeOf, itemOf, readDigests } from '../support/sentry.js';
import { useTempDir } from '../support/temp-dir.js';

/** The first call of a thread compiles its code, which takes some 0.4 s on a slow machine; those that are too costly take a minute. */
const CALL_MS_MAX = 1500;

describe('a call that takes longer than one may', () => {
  const dir = useTempDir();
  let daemon: Daemon;

  beforeEach(async () => {
    const config = parseOptions({
      port: 0,
      host: '127.0.0.1',
      dbPath: `${dir()}/service.db`,
      redactPatterns: DEAR_PATTERNS,
    });
    daemon = await startDaemon(config, { log: openLog('silent'), limits: { digestCallMsMax: CALL_MS_MAX } });
  });
  afterEach(() => daemon.stop());

  it('is answered 413 and counted once, and every call beside it is stored', async () => {
    const url = `${daemon.url}/api/events`;
    const first = callJson(url, { body: anEvent() });
    const costly = fetch(`${url}/batch`, {
      method: 'POST',
      headers: { 'content-encoding': 'gzip' },
      body: gzipSync(JSON.stringify(Array.from({ length: 1000 }, toCostlyEvent))),
    });
    const beside = Array.from({ length: 40 }, () => callJson(url, { body: anEvent() }));
    assert.equal((await first).status, 201);
    const refused = await costly;
    assert.deepEqual([refused.status, ((await refused.json()) as ErrorReply).code], [413, 'too_costly']);
    for (const { status } of await Promise.all(beside)) assert.equal(status, 201);
    const { total } = (await callJson<Outcomes>(`${daemon.url}/api/outcomes`)).body;
    assert.deepEqual([total.received, total.stored, total.rejected], [42, 41, { too_costly: 1 }]);
  });
});

describe('the dearest pattern to redact that is allowed', () => {
  const dir = useTempDir();

  it('is held to the time of a call, and costs nobody else a record', async () => {
    const config = parseOptions({
      port: 0,
      host: '127.0.0.1',
      dbPath: `${dir()}/service.db`,
      redactPatterns: DEAR_PATTERNS,
    });
    const daemon = await startDaemon(config, { log: openLog('silent'), limits: { digestCallMsMax: CALL_MS_MAX } });
    try {
      const url = `${daemon.url}/api/logs`;
      const costly = Array.from({ length: 150 }, () => ({ level: 'log', message: 'a'.repeat(64_000) }));
      const refused = callJson<ErrorReply>(`${url}/batch`, { body: costly });
      const beside = Array.from({ length: 10 }, () => callJson(url, { body: { level: 'log', message: 'kept' } }));
      for (const { status } of await Promise.all(beside)) assert.equal(status, 201);
      const { status, body } = await refused;
      assert.deepEqual([status, body.code], [413, 'too_costly']);
    } finally {
      await daemon.stop();
    }
  });
});

/** Legal, and some seconds of work for ten megabytes. */
const DEAR_PATTERNS = Array.from({ length: 20 }, (_, index) => `[a-z]+${index % 10}`);

/** A thousand of them take several times what a call may. */
function toCostlyEvent(): object {
  return anEvent({ request: { url: 'http://x/', body: 'a'.repeat(9000) } });
}

/** Some 200 ms on a quiet machine; parsed before it is counted, such a body takes one to three seconds. */
const REFUSED_MS_MAX = 900;

describe('ten megabytes of JSON that is dear to parse', () => {
  const daemons = useDaemon();

  it('is refused by a count in a bounded time, whatever it is made of', async () => {
    const { url } = await daemons.start();
    for (const [index, text] of toHostileTexts().entries()) {
      // The best of some tries: the machine may do something else meanwhile.
      let leastMs = Number.POSITIVE_INFINITY;
      for (let run = 0; run < 5 && leastMs > REFUSED_MS_MAX; run += 1) {
        const startedAtMs = performance.now();
        const { status, body } = await callJson<ErrorReply>(`${url}/api/events/batch`, { body: text });
        leastMs = Math.min(leastMs, performance.now() - startedAtMs);
        assert.deepEqual([status, body.code], [413, 'too_costly']);
      }
      assert.ok(leastMs <= REFUSED_MS_MAX, `body ${index} took ${leastMs} ms at least`);
    }
  });
});

describe('ten megabytes of secrets', () => {
  const daemons = useDaemon();

  it('are redacted up to a bound, and the records behind it are refused and counted', async () => {
    const { url } = await daemons.start();
    const batch = Array.from({ length: 1000 }, () => ({ level: 'log', message: 'pwd="x" '.repeat(1000) }));
    const { status, body } = await callJson<{ code?: string }[]>(`${url}/api/logs/batch`, { body: batch });
    assert.equal(status, 207);
    const stored = Math.ceil(REDACTION_STEPS_CALL_MAX / (1000 * (1 + REDACTION_STEPS)));
    assert.equal(body.filter(({ code }) => code === 'too_costly').length, 1000 - stored);
    const { total } = (await callJson<Outcomes>(`${url}/api/outcomes`)).body;
    assert.deepEqual([total.stored, total.rejected], [stored, { too_costly: 1000 - stored }]);
  });
});

/** Bodies at the limit of bytes: many objects, levels, names, shapes, and small texts. */
function toHostileTexts(): string[] {
  const fill = (unit: string): string => `[${unit.repeat(Math.floor((INGEST_BODY_BYTES_MAX - 4) / unit.length))}0]`;
  const many = (unit: (index: number) => string): string =>
    Array.from({ length: 600_000 }, (_, index) => unit(index)).join(',');
  const half = INGEST_BODY_BYTES_MAX / 2;
  return [
    fill('{},'),
    '['.repeat(half) + ']'.repeat(half),
    `[{${many((index) => `"k${index}":0`)}}]`,
    `[${many((index) => `{"${index}":0}`)}]`,
    fill('"",'),
  ];
}

describe('what is said once and meant for many', () => {
  it('costs once: a message of megabytes that 100,000 parts of a fingerprint name', () => {
    const event = {
      message: 'm'.repeat(2_000_000),
      fingerprint: Array.from({ length: 100_000 }, () => '{{ message }}'),
    };
    const body = envelopeOf({}, itemOf({ type: 'event' }, event));
    assert.ok(processorMs(() => readDigests(body)) < 2000);
  });

  it('costs once: the attributes of a resource of 10,000 records', () => {
    const attributes = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`a${index}`, 'password=x']));
    const environment = { environment: attributes };
    const payloads = Array.from({ length: 10_000 }, (_, index) => ({
      level: 'log' as const,
      message: `m${index}`,
      ...environment,
    }));
    const facts = { receivedAtMs: 0, newId: () => 'id', projectName: null, correlationId: null };
    let last: unknown;
    const ms = processorMs(() => {
      for (const payload of payloads) {
        const { environment: kept } = redactLog(normalizeLog(payload, facts));
        assert.ok(last === undefined || kept === last);
        last = kept;
      }
    });
    assert.ok(ms < 2000, `${ms} ms`);
    assert.equal((last as Record<string, string>).a0, 'password=[Redacted]');
    const other = redactLog(normalizeLog({ level: 'log', message: 'm', environment: { password: 'x' } }, facts));
    assert.deepEqual({ ...(other.environment as object) }, { password: '[Redacted]' });
  });

  it('is told with each exception of a span up to a bound, and not past it', () => {
    const attributes = toKeyValues(Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`a${index}`, 'v'])));
    const fit = SPAN_ATTRIBUTES_TOLD_MAX / 1000;
    const events = Array.from({ length: fit + 1 }, () => ({
      name: 'exception',
      attributes: toKeyValues({ 'exception.type': 'T', 'exception.message': 'm' }),
    }));
    const items = itemsOf('traces', toRequest('traces', [{ kind: 1, attributes, events }]));
    const told = items.map(({ payload }) => Object.keys((payload as { extra?: object }).extra ?? {}).length);
    assert.deepEqual(told, [...Array.from({ length: fit }, () => 1000), 0]);
  });
});
