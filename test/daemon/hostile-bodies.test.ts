import assert from 'node:assert/strict';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { ErrorReply } from '../../schemas/error-reply.js';
import type { EventAccepted, EventRecord } from '../../schemas/event.js';
import { anEvent } from '../support/events.js';
import { callJson, type JsonAnswer } from '../support/http.js';
import { assertRefused, useSharedDaemon } from '../support/shared-daemon.js';

/** `P` in a text stands for the project of the case. */
interface Case {
  readonly body: string | ((projectId: string) => string | Buffer);
  readonly status: number;
  readonly path?: string;
  readonly encoding?: string;
  /** A look at the event that was stored. */
  readonly event?: (event: EventRecord) => void;
}

const EVENT = '{"projectId":"P","type":"t","source":"backend","message":"m"';
const REQUEST = '{"projectId":"P","method":"GET","url":"/"';
const LOG = '{"projectId":"P","level":"log","message":"m"';
const REQUEST_PATH = '/api/events/request';
const eventWith = (field: string): string => `${EVENT},${field}}`;
const nested = (open: string, close: string, depth: number): string => `${open.repeat(depth)}1${close.repeat(depth)}`;
const objects = (depth: number): string => nested('{"a":', '}', depth);
const arrays = (depth: number): string => nested('[', ']', depth);
const bytes = (...parts: readonly (string | readonly number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([...part]))));
const json = (projectId: string): string => JSON.stringify(anEvent({ projectId }));
const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

const CASES: Readonly<Record<string, Case>> = {
  'a byte order mark': { body: (projectId) => `\ufeff${json(projectId).replace('Cannot', 'Ünable')}`, status: 201 },
  'two byte order marks': { body: (projectId) => `\ufeff\ufeff${json(projectId)}`, status: 400 },
  'UTF-16 big endian': { body: (projectId) => utf16be(`\ufeff${json(projectId)}`), status: 400 },
  'UTF-16 without a mark': { body: (projectId) => Buffer.from(json(projectId), 'utf16le'), status: 400 },
  'NUL bytes between values': { body: (projectId) => `\0${json(projectId)}`, status: 400 },
  'a raw NUL in a text': { body: EVENT.replace('"m"', '"a\0b"') + '}', status: 400 },
  'an escaped NUL in a message': {
    body: EVENT.replace('"m"', '"a\\u0000b"') + '}',
    status: 201,
    event: ({ message }) => assert.equal(message, 'a\0b'),
  },
  'control characters and escape sequences': {
    body: EVENT.replace('"m"', '"\\u001b[2J\\u0007\\r\\n\\u2028\\u202e"') + '}',
    status: 201,
    event: ({ message }) => assert.equal(message, '\u001b[2J\u0007\r\n\u2028\u202e'),
  },
  'invalid UTF-8': { body: () => bytes(EVENT.replace('"m"', '"'), [0xff, 0xfe], '"}'), status: 400 },
  'overlong UTF-8': { body: () => bytes(EVENT.replace('"m"', '"'), [0xc0, 0xaf], '"}'), status: 400 },
  'surrogates in UTF-8': { body: () => bytes(EVENT.replace('"m"', '"'), [0xed, 0xa0, 0x80], '"}'), status: 400 },
  'UTF-8 cut in a character': { body: () => bytes(EVENT, [0xf0, 0x9f]), status: 400 },
  'lone surrogates in keys and values': {
    body: eventWith('"extra":{"\\ud800":"\\udc00"}'),
    status: 201,
    event: ({ extra }) => assert.deepEqual(extra, { '\ufffd': '\ufffd' }),
  },
  'the number 1e999': {
    body: eventWith('"extra":{"n":1e999,"m":-1e999}'),
    status: 201,
    event: ({ extra }) => assert.deepEqual(extra, { n: null, m: null }),
  },
  'the number 1e999 for a line': { body: eventWith('"stackFrames":[{"lineno":1e999}]'), status: 400 },
  'the number 1e999 for a status': { body: `${REQUEST},"statusCode":1e999}`, path: REQUEST_PATH, status: 400 },
  'the number 1e999 for a duration': { body: `${REQUEST},"duration":1e999}`, path: REQUEST_PATH, status: 400 },
  'a duration of 1.7e308': { body: `${REQUEST},"duration":1.7e308}`, path: REQUEST_PATH, status: 201 },
  'a duration of 1e-400': { body: `${REQUEST},"duration":1e-400,"statusCode":-0}`, path: REQUEST_PATH, status: 201 },
  'the numbers -0, 1e-400 and 2^53+1': {
    body: eventWith('"extra":{"a":-0,"b":1e-400,"c":9007199254740993}'),
    status: 201,
    event: ({ extra }) => assert.deepEqual(extra, { a: 0, b: 0, c: 9_007_199_254_740_992 }),
  },
  'lines that are negative, huge and broken numbers': {
    body: eventWith('"stackFrames":[{"lineno":-1,"colno":1e308},{"lineno":1.5,"colno":-0}]'),
    status: 201,
    event: ({ stackFrames }) =>
      assert.deepEqual(
        stackFrames.map(({ lineno }) => lineno),
        [-1, 1.5],
      ),
  },
  'a number of 100,000 digits': {
    body: eventWith(`"extra":{"n":${'9'.repeat(100_000)}}`),
    status: 201,
    event: ({ extra }) => assert.deepEqual(extra, { n: null }),
  },
  'duplicate keys': {
    body: eventWith('"message":"last","extra":{"a":1,"a":2}'),
    status: 201,
    event: ({ message, extra }) => assert.deepEqual([message, extra], ['last', { a: 2 }]),
  },
  '__proto__ at every level': {
    body: eventWith(
      '"__proto__":{"message":"x"},"extra":{"__proto__":{"a":1},"b":{"__proto__":[1],"c":[{"__proto__":null}]}},' +
        '"tags":{"__proto__":"x"},"request":{"headers":{"__proto__":"x"}},"stackFrames":[{"__proto__":{"lineno":1},"function":"f"}]',
    ),
    status: 201,
    event: (event) => {
      assert.doesNotMatch(JSON.stringify(event), /__proto__/);
      assert.deepEqual(event.extra, { b: { c: [{}] } });
    },
  },
  '__proto__ in place of required fields': {
    body: '{"__proto__":{"type":"t","source":"backend","message":"m"}}',
    status: 400,
  },
  '__proto__ and constructor as project and type': {
    body: '{"projectId":"P","type":"__proto__","source":"backend","message":"constructor","fingerprint":["__proto__"]}',
    status: 201,
  },
  'members of objects as keys': {
    body: eventWith(
      '"extra":{"hasOwnProperty":1,"toString":2,"valueOf":3,"constructor":4,"toJSON":5,"then":6,"length":7}',
    ),
    status: 201,
    event: ({ extra }) => assert.equal(Object.keys(extra ?? {}).length, 7),
  },
  'a key of 1 MB': {
    body: eventWith(`"extra":{"${'k'.repeat(1_000_000)}":1}`),
    status: 201,
    event: ({ extra }) => assert.ok(JSON.stringify(extra).length < 1000),
  },
  '100,000 keys': {
    body: eventWith(`"extra":{${Array.from({ length: 100_000 }, (_, index) => `"k${index}":1`).join(',')}}`),
    status: 201,
    event: ({ extra }) => assert.ok(Object.keys(extra ?? {}).length <= 2001),
  },
  '100,000 unknown fields': {
    body: eventWith(Array.from({ length: 100_000 }, (_, index) => `"k${index}":1`).join(',')),
    status: 201,
  },
  'a million elements': {
    body: eventWith(`"extra":{"list":[${'0,'.repeat(1_000_000)}0]}`),
    status: 201,
    event: ({ extra }) => assert.ok((extra?.list as unknown[]).length <= 2001),
  },
  '100,000 empty breadcrumbs': {
    body: eventWith(`"breadcrumbs":[${'{},'.repeat(100_000)}{"last":1}]`),
    status: 201,
    event: ({ breadcrumbs }) => assert.deepEqual([breadcrumbs?.length, breadcrumbs?.at(-1)], [100, { last: 1 }]),
  },
  ...Object.fromEntries(
    ['extra', 'request', 'environment', 'user', 'tags'].map((field): [string, Case] => [
      `objects nested 100,000 deep in ${field}`,
      {
        body: eventWith(`"${field}":{"body":${objects(100_000)}}`),
        status: 201,
        event: (event) => assert.ok(JSON.stringify(event).length < 5000),
      },
    ]),
  ),
  'arrays nested 100,000 deep in breadcrumbs': {
    body: eventWith(`"breadcrumbs":[${arrays(100_000)}]`),
    status: 201,
    event: ({ breadcrumbs }) => assert.ok(JSON.stringify(breadcrumbs).length < 1000),
  },
  'arrays nested 100,000 deep in tags': { body: eventWith(`"tags":{"a":${arrays(100_000)}}`), status: 201 },
  'arrays nested 100,000 deep in a frame': {
    body: eventWith(`"stackFrames":[{"vars":${arrays(100_000)},"lineno":1}]`),
    status: 201,
  },
  'arrays nested 100,000 deep in place of an event': { body: arrays(100_000), status: 400 },
  'brackets that never close': { body: '['.repeat(5_000_000), status: 413 },
  'a request body nested 100,000 deep as text': {
    body: `${REQUEST},"requestBody":${JSON.stringify(objects(100_000))}}`,
    path: REQUEST_PATH,
    status: 201,
  },
  'a request body nested 100,000 deep as JSON': {
    body: `${REQUEST},"requestBody":${objects(100_000)}}`,
    path: REQUEST_PATH,
    status: 201,
  },
  'headers nested 100,000 deep': {
    body: `${REQUEST},"headers":{"a":${arrays(100_000)}}}`,
    path: REQUEST_PATH,
    status: 201,
  },
  'a log nested 100,000 deep': { body: `${LOG},"extra":${objects(100_000)}}`, path: '/api/logs', status: 201 },
  'JSON in text in JSON, 12 times': {
    body: eventWith(`"extra":{"a":${wrap('{"password":"hunter2"}', 12)}}`),
    status: 201,
    event: ({ extra }) => assert.doesNotMatch(JSON.stringify(extra), /hunter2/),
  },
  'arrays in place of objects': { body: eventWith('"extra":[],"user":[]'), status: 400 },
  'objects in place of arrays': { body: eventWith('"stackFrames":{"length":3}'), status: 400 },
  'an object with a length in place of a batch': {
    body: '{"length":1,"0":{}}',
    path: '/api/events/batch',
    status: 400,
  },
  'a batch in a batch': { body: `[[${EVENT}}]]`, path: '/api/events/batch', status: 400 },
  'a batch of a million nulls': { body: `[${'null,'.repeat(1_000_000)}null]`, path: '/api/events/batch', status: 400 },
  'a message of 9 MB': {
    body: EVENT.replace('"m"', `"${'é'.repeat(4_500_000)}"`) + '}',
    status: 201,
    event: ({ message }) => assert.equal(message, 'é'.repeat(2048)),
  },
  'a stack of 9 MB': {
    body: eventWith(`"stack":"${'at f (/a.js:1:1)\\n'.repeat(450_000)}"`),
    status: 201,
    event: ({ stack }) => assert.equal(stack?.length, 65_536),
  },
  'a log message of 9 MB': {
    body: LOG.replace('"m"', `"${'m'.repeat(9_000_000)}"`) + '}',
    path: '/api/logs',
    status: 201,
  },
  'a response body of 9 MB of quotes': {
    body: `${REQUEST},"responseBody":"${'\\"'.repeat(4_500_000)}"}`,
    path: REQUEST_PATH,
    status: 201,
  },
  'separators that a redactor looks at, 9 MB of them': {
    body: `${REQUEST},"responseBody":"{${'password:='.repeat(900_000)}"}`,
    path: REQUEST_PATH,
    status: 201,
  },
  'timestamps that Date cannot hold': { body: eventWith('"timestamp":"9999-99-99T99:99:99Z"'), status: 400 },
  'a leap second': { body: eventWith('"timestamp":"2016-12-31T23:59:60Z"'), status: 201 },
  'the year 0': { body: eventWith('"timestamp":"0000-01-01T00:00:00Z"'), status: 201 },
  'the year 9999': { body: eventWith('"timestamp":"9999-12-31T23:59:59.999Z"'), status: 201 },
  'an offset over a day': { body: eventWith('"timestamp":"2024-05-01T00:00:00+99:99"'), status: 400 },
  'a year past 9999': { body: eventWith('"timestamp":"+275760-09-13T00:00:00.000Z"'), status: 400 },
  'a fingerprint of 17 parts': { body: eventWith(`"fingerprint":[${Array(17).fill('"a"').join(',')}]`), status: 400 },
  'a fingerprint part of 257 characters': { body: eventWith(`"fingerprint":["${'f'.repeat(257)}"]`), status: 400 },
  'an eventId of other scripts': { body: eventWith('"eventId":"🚫\\u202e\\u0000"'), status: 201 },
  'gzip with garbage behind it': {
    body: (projectId) => Buffer.concat([gzipSync(json(projectId)), Buffer.from('garbage')]),
    encoding: 'gzip',
    status: 400,
  },
  'two gzip members that make one event': {
    body: (projectId) => {
      const whole = json(projectId);
      return Buffer.concat([gzipSync(whole.slice(0, 40)), gzipSync(whole.slice(40))]);
    },
    encoding: 'gzip',
    status: 201,
  },
  'gzip cut in the middle': {
    body: (projectId) => gzipSync(json(projectId)).subarray(0, -9),
    encoding: 'gzip',
    status: 400,
  },
  'gzip of nothing': { body: () => gzipSync(''), encoding: 'gzip', status: 400 },
  'nothing as gzip': { body: '', encoding: 'gzip', status: 400 },
  'gzip said to be br': { body: (projectId) => gzipSync(json(projectId)), encoding: 'br', status: 400 },
  'deflate said to be gzip': { body: (projectId) => deflateSync(json(projectId)), encoding: 'gzip', status: 400 },
  'gzip that does not say so': { body: (projectId) => gzipSync(json(projectId)), status: 400 },
  'plain JSON said to be br': { body: json, encoding: 'br', status: 400 },
  'gzip in br, both said': {
    body: (projectId) => brotliCompressSync(gzipSync(json(projectId))),
    encoding: 'gzip, br',
    status: 201,
  },
  'a gzip bomb in a gzip bomb': {
    body: () => gzipSync(gzipSync(Buffer.alloc(100_000_000, ' '))),
    encoding: 'gzip, gzip',
    status: 413,
  },
  'a gzip bomb of 100 MB': { body: () => gzipSync(Buffer.alloc(100_000_000, '[')), encoding: 'gzip', status: 413 },
};

describe('hostile bodies', () => {
  const { url, newProject, get, post, onlyErrorGroup, errorGroups } = useSharedDaemon();

  for (const [name, { body, status, path = '/api/events', encoding, event }] of Object.entries(CASES)) {
    it(`answers ${status} to ${name}`, async () => {
      const projectId = newProject();
      const sent = typeof body === 'string' ? body.replace('"P"', JSON.stringify(projectId)) : body(projectId);
      const answer = await callJson<Partial<EventAccepted & ErrorReply>>(url() + path, {
        body: sent,
        ...(encoding !== undefined && { headers: { 'content-encoding': encoding } }),
      });
      assert.equal(answer.status, status, JSON.stringify(answer.body).slice(0, 300));
      if (status >= 400) await assertNothingStored(answer, projectId);
      else if (path === '/api/events' && typeof body === 'string') {
        const { events } = await onlyErrorGroup(projectId);
        assert.equal(events.length, 1);
        if (events[0] !== undefined) event?.(events[0]);
      }
      assert.equal(({} as { a?: unknown }).a, undefined);
      assert.equal((await get('/api/health')).status, 200);
      assert.equal((await post('/api/events', anEvent({ projectId: newProject() }))).status, 201);
    });
  }

  async function assertNothingStored(answer: JsonAnswer<Partial<ErrorReply>>, projectId: string): Promise<void> {
    assertRefused(answer, answer.status, answer.body.code as Parameters<typeof assertRefused>[2]);
    assert.deepEqual(await errorGroups(projectId), []);
  }
});

/** The JSON as a text in JSON as a text, and so on. */
function wrap(text: string, times: number): string {
  let wrapped = text;
  for (let count = 0; count < times; count += 1) wrapped = JSON.stringify(wrapped);
  return wrapped;
}
