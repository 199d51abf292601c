import assert from 'node:assert/strict';
import { FINGERPRINT_PART_CHARS_MAX, FINGERPRINT_PARTS_MAX, TYPE_CHARS_MAX } from '../../../schemas/limits.js';
import {
  BREADCRUMBS_MAX,
  FRAME_CONTEXT_LINES_MAX,
  SENTRY_CAUSES_MAX,
  SENTRY_DRIFT_MS_MIN,
  SENTRY_FRAMES_MAX,
} from '../../../src/limits.js';
import type { EventDigest } from '../../../src/messages.js';
import {
  EVENT_ID,
  envelopeOf,
  itemOf,
  type Json,
  RECEIVED_AT_MS,
  readDigests,
  readEvent,
  readOnly,
  STORE,
  TRACE_ID,
} from '../../support/sentry.js';

const exceptionOf = (...values: readonly unknown[]): Json => ({ exception: { values } });
const iso = (ms: number): string => new Date(ms).toISOString();

/** The fields named, so that a test looks at nothing else. */
const pick = (payload: Json, ...names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, payload[name]]));

const digestOf = (event: Json): EventDigest => {
  const [digest] = readDigests(envelopeOf({}, itemOf({ type: 'event' }, event)));
  assert.ok(digest?.kind === 'event');
  return digest;
};

describe('an event of an SDK', () => {
  it('is about its last exception; the others are its causes, the outermost first', () => {
    const payload = readEvent(
      exceptionOf(
        { type: 'OSError', value: 'disk gone', mechanism: { meta: { errno: { number: 5, name: 'EIO' } } } },
        { type: 'StoreError', value: 'cannot write' },
        { type: 'OrderError', value: 'order 7 is lost', mechanism: { type: 'generic', handled: false } },
      ),
    );
    assert.deepEqual(pick(payload, 'type', 'message', 'handled', 'mechanism'), {
      type: 'OrderError',
      message: 'order 7 is lost',
      handled: false,
      mechanism: 'generic',
    });
    assert.deepEqual(payload.causes, [
      { type: 'StoreError', message: 'cannot write', code: undefined, stackFrames: undefined },
      { type: 'OSError', message: 'disk gone', code: 'EIO', stackFrames: undefined },
    ]);
  });

  it('may hold its exceptions as a list, or as one', () => {
    assert.equal(readEvent({ exception: [{ type: 'A', value: 'a' }] }).type, 'A');
    assert.equal(readEvent({ exception: { type: 'B', value: 'b' } }).type, 'B');
    assert.equal(readEvent({ 'sentry.interfaces.Exception': { values: [{ type: 'C' }] } }).type, 'C');
  });

  it('has the members of a group as causes, and so many of them', () => {
    const members = (count: number): Json[] =>
      Array.from({ length: count }, (_, index) => ({
        type: 'E',
        value: String(index),
        mechanism: { type: 'chained', exception_id: index + 1, parent_id: 0 },
      }));
    const group = { type: 'ExceptionGroup', mechanism: { is_exception_group: true, exception_id: 0 } };
    const causesOf = (count: number): readonly Json[] =>
      readEvent(exceptionOf(...members(count), group)).causes as readonly Json[];
    assert.equal(causesOf(SENTRY_CAUSES_MAX).length, SENTRY_CAUSES_MAX);
    assert.equal(causesOf(SENTRY_CAUSES_MAX + 1).length, SENTRY_CAUSES_MAX);
    assert.equal(causesOf(SENTRY_CAUSES_MAX + 1)[0]?.message, String(SENTRY_CAUSES_MAX));
  });

  it('has its frames the crashed one first, with source lines and in-app flags', () => {
    const frame = {
      filename: 'app/orders.py',
      abs_path: '/srv/app/orders.py',
      module: 'app.orders',
      function: 'load',
      lineno: 12,
      colno: 3,
      in_app: true,
      pre_context: ['a', null, 'c'],
      context_line: 'raise OrderError()',
      post_context: [],
      vars: { password: 'hunter2' },
    };
    const { stackFrames } = readEvent(
      exceptionOf({ type: 'E', stacktrace: { frames: [{ function: 'main', in_app: false }, frame] } }),
    );
    assert.deepEqual(JSON.parse(JSON.stringify(stackFrames)), [
      {
        filename: 'app/orders.py',
        function: 'load',
        module: 'app.orders',
        lineno: 12,
        colno: 3,
        inApp: true,
        contextLine: 'raise OrderError()',
        preContext: ['a', '', 'c'],
      },
      { function: 'main', inApp: false },
    ]);
    const lines = Array.from({ length: FRAME_CONTEXT_LINES_MAX + 1 }, (_, index) => String(index));
    const long = readEvent(
      exceptionOf({ type: 'E', stacktrace: { frames: [{ lineno: 1, pre_context: lines, post_context: lines }] } }),
    );
    const [first] = long.stackFrames as readonly { preContext: string[]; postContext: string[] }[];
    assert.deepEqual([first?.preContext[0], first?.preContext.length], ['1', FRAME_CONTEXT_LINES_MAX]);
    assert.deepEqual([first?.postContext[0], first?.postContext.length], ['0', FRAME_CONTEXT_LINES_MAX]);
  });

  it('has so many frames, those nearest to the error', () => {
    const framesOf = (count: number): readonly Json[] =>
      readEvent(
        exceptionOf({
          type: 'E',
          stacktrace: { frames: Array.from({ length: count }, (_, index) => ({ function: `f${index}` })) },
        }),
      ).stackFrames as readonly Json[];
    assert.equal(framesOf(SENTRY_FRAMES_MAX).at(-1)?.function, 'f0');
    assert.equal(framesOf(SENTRY_FRAMES_MAX + 1).length, SENTRY_FRAMES_MAX);
    assert.equal(framesOf(SENTRY_FRAMES_MAX + 1)[0]?.function, `f${SENTRY_FRAMES_MAX}`);
  });

  it('takes the frames of the thread that crashed where the exception has none', () => {
    const threads = {
      values: [
        { id: 1, stacktrace: { frames: [{ function: 'other' }] } },
        { id: 2, crashed: true, stacktrace: { frames: [{ function: 'crash' }] } },
      ],
    };
    const nameOf = (event: Json): unknown => (readEvent(event).stackFrames as readonly Json[])[0]?.function;
    assert.equal(nameOf({ ...exceptionOf({ type: 'SIGSEGV' }), threads }), 'crash');
    assert.equal(nameOf({ message: 'told', threads }), 'crash');
    assert.equal(nameOf({ message: 'told', stacktrace: { frames: [{ function: 'old' }] } }), 'old');
  });

  it('has a type that is cut where it is too long, and one where there is none', () => {
    assert.equal(readEvent(exceptionOf({ type: 'T'.repeat(TYPE_CHARS_MAX) })).type, 'T'.repeat(TYPE_CHARS_MAX));
    assert.equal(readEvent(exceptionOf({ type: 'T'.repeat(TYPE_CHARS_MAX + 1) })).type, 'T'.repeat(TYPE_CHARS_MAX));
    for (const type of [undefined, null, '']) assert.equal(readEvent(exceptionOf({ type, value: 'v' })).type, 'Error');
  });

  for (const [what, event, message] of [
    ['plain', { message: 'told' }, 'told'],
    ['finished', { logentry: { formatted: 'user 7', message: 'user %s', params: [7] } }, 'user 7'],
    ['a template of Python', { logentry: { message: 'user %s of %d', params: ['ann', 7] } }, 'user ann of 7'],
    ['a template of .NET', { logentry: { message: 'user {} of {}', params: ['ann'] } }, 'user ann of {}'],
    ['an object', { message: { message: 'told' } }, 'told'],
    ['nothing', {}, '<unlabeled event>'],
    ['no text', { message: 5 }, '<unlabeled event>'],
  ] as const) {
    it(`is a message where it has no exception: ${what}`, () => {
      assert.deepEqual(pick(readEvent(event), 'type', 'message'), { type: 'message', message });
    });
  }

  it('keeps what was logged together with an exception', () => {
    const event = {
      ...exceptionOf({ type: 'E', value: 'v' }),
      logentry: { formatted: 'while saving' },
      extra: { a: 1 },
    };
    assert.deepEqual(readEvent(event).extra, { logged: 'while saving', a: 1 });
  });

  it('has the severity of its level, and error without one', () => {
    const severityOf = (level: unknown): unknown => readEvent({ message: 'm', level }).severity;
    assert.deepEqual(['fatal', 'error', 'warning', 'info', 'log', 'debug', undefined, 'x', {}].map(severityOf), [
      'fatal',
      'error',
      'warning',
      'info',
      'info',
      'info',
      'error',
      'error',
      'error',
    ]);
  });

  it('has user, tags, release, environment, server and trace of the SDK', () => {
    const payload = readEvent({
      message: 'm',
      platform: 'python',
      release: 'shop@1.2.3',
      environment: 'staging',
      dist: 5,
      server_name: 'web-1',
      transaction: '/orders/{id}',
      logger: 'app.orders',
      user: { id: 7, email: 'ann@example.com', ip_address: '{{auto}}' },
      tags: [['team', 'orders'], ['count', 5], ['none', null], 'x', [5, 'x']],
      contexts: {
        trace: { trace_id: TRACE_ID, span_id: 'b'.repeat(16) },
        runtime: { name: 'CPython', version: '3.13.1' },
        os: { name: 'Linux' },
      },
      sdk: { name: 'sentry.python', version: '2.1.0', integrations: ['x'] },
    });
    assert.deepEqual(
      pick(
        payload,
        'release',
        'environment',
        'serverName',
        'transaction',
        'logger',
        'user',
        'tags',
        'correlationId',
        'platform',
        'sdk',
        'source',
      ),
      {
        release: 'shop@1.2.3',
        environment: { name: 'staging', dist: '5', runtime: 'CPython 3.13.1', os: 'Linux' },
        serverName: 'web-1',
        transaction: '/orders/{id}',
        logger: 'app.orders',
        user: { id: 7, email: 'ann@example.com' },
        tags: { team: 'orders', count: '5' },
        correlationId: TRACE_ID,
        platform: 'python',
        sdk: { name: 'sentry.python', version: '2.1.0' },
        source: 'backend',
      },
    );
    assert.deepEqual(readEvent({ message: 'm', tags: { a: 1, b: true } }).tags, { a: '1', b: 'true' });
  });

  for (const [platform, sdk, source] of [
    ['javascript', 'sentry.javascript.browser', 'frontend'],
    ['javascript', 'sentry.javascript.react', 'frontend'],
    ['javascript', 'sentry.javascript.nextjs', 'frontend'],
    ['node', 'sentry.javascript.nextjs', 'backend'],
    ['node', 'sentry.javascript.node', 'backend'],
    ['javascript', 'sentry.javascript.cloudflare', 'backend'],
    ['javascript', undefined, 'frontend'],
    ['cocoa', 'sentry.cocoa', 'frontend'],
    ['java', 'sentry.java.android', 'frontend'],
    ['java', 'sentry.java.spring-boot', 'backend'],
    ['ruby', 'sentry.ruby.rails', 'backend'],
    ['other', undefined, 'backend'],
    [undefined, undefined, 'backend'],
  ] as const) {
    it(`of ${platform} by ${sdk} comes from the ${source}`, () => {
      assert.equal(readEvent({ message: 'm', platform, sdk: { name: sdk } }).source, source);
    });
  }

  it('takes the SDK from the envelope where it does not name it', () => {
    assert.equal(readEvent({ message: 'm' }, { sdk: { name: 'sentry.javascript.vue' } }).source, 'frontend');
  });

  it('has its last breadcrumbs, from the oldest to the newest', () => {
    const crumb = (index: number): Json => ({
      timestamp: index,
      category: 'http',
      message: String(index),
      data: { a: 1 },
    });
    const crumbs = Array.from({ length: BREADCRUMBS_MAX + 1 }, (_, index) => crumb(index));
    for (const breadcrumbs of [crumbs, { values: crumbs }]) {
      const kept = readEvent({ message: 'm', breadcrumbs }).breadcrumbs as readonly Json[];
      assert.equal(kept.length, BREADCRUMBS_MAX);
      assert.deepEqual(kept[0], { timestamp: iso(1000), category: 'http', message: '1', data: { a: 1 } });
    }
    assert.equal(readEvent({ message: 'm', breadcrumbs: [null, 5, {}, []] }).breadcrumbs, undefined);
  });

  it('has its request in the form of our clients, headers and query in whichever form they came', () => {
    const request = {
      method: 'POST',
      url: 'http://shop.example/orders',
      query_string: [
        ['page', '2'],
        ['token', 'hunter2'],
      ],
      headers: [
        ['Content-Type', 'application/json'],
        ['Accept', ['a', 'b']],
      ],
      data: { order: 7 },
      cookies: { session: 'hunter2' },
      env: { REMOTE_ADDR: '10.0.0.1' },
    };
    assert.deepEqual(readEvent({ message: 'm', request }).request, {
      method: 'POST',
      url: 'http://shop.example/orders?page=2&token=hunter2',
      headers: { 'Content-Type': 'application/json', Accept: 'a, b' },
      cookie: { session: 'hunter2' },
      body: { order: 7 },
      env: { REMOTE_ADDR: '10.0.0.1' },
    });
    const urlOf = (query: unknown): unknown =>
      (readEvent({ message: 'm', request: { url: '/a', query_string: query } }).request as Json).url;
    assert.deepEqual(['?a=1', 'a=1', { a: 1 }, '', null, 5].map(urlOf), [
      '/a?a=1',
      '/a?a=1',
      '/a?a=1',
      '/a',
      '/a',
      '/a',
    ]);
    assert.doesNotMatch(String(digestOf({ message: 'm', request }).details), /hunter2/);
  });

  it('is named by React where the error came from', () => {
    const contexts = { react: { componentStack: '\n    at Cart' } };
    assert.equal(readEvent({ message: 'm', contexts }).componentStack, '\n    at Cart');
    const frames = [
      { function: 'App', filename: 'app.js' },
      { function: 'Cart', filename: 'cart.js', lineno: 3, colno: 5 },
      {},
    ];
    const payload = readEvent(
      exceptionOf(
        { type: 'TypeError', value: 'no lines' },
        { type: 'React ErrorBoundary Error', value: 'x', stacktrace: { frames } },
        { type: 'Error', value: 'x' },
      ),
    );
    assert.equal(payload.componentStack, '\n    at <anonymous>\n    at Cart (cart.js:3:5)\n    at App (app.js)');
    assert.deepEqual(
      (payload.causes as readonly Json[]).map(({ type }) => type),
      ['TypeError'],
    );
  });

  it('survives whatever stands where something else belongs', () => {
    for (const junk of [
      null,
      5,
      'x',
      true,
      [],
      [null],
      {},
      { values: 5 },
      { values: [null] },
      { toString: 1 },
      [['a', { toString: 1 }]],
    ]) {
      const event = Object.fromEntries(
        [
          'exception',
          'level',
          'platform',
          'contexts',
          'sdk',
          'request',
          'user',
          'tags',
          'extra',
          'breadcrumbs',
          'fingerprint',
          'threads',
          'stacktrace',
          'timestamp',
          'release',
          'environment',
          'dist',
          'transaction',
          'logger',
          'server_name',
          'logentry',
        ].map((name) => [name, junk]),
      );
      digestOf(event);
      digestOf({ request: event, contexts: { trace: event, runtime: event, react: event }, user: event });
      digestOf(exceptionOf({ type: junk, value: junk, mechanism: junk, stacktrace: junk }));
      digestOf(exceptionOf({ mechanism: { meta: junk, data: junk }, stacktrace: { frames: [junk, event] } }));
      digestOf(exceptionOf({ stacktrace: { frames: junk } }));
      digestOf({
        logentry: { message: 'a %s', params: [junk] },
        request: { headers: junk, query_string: junk, url: 'u' },
      });
    }
  });
});

describe('the time of an event', () => {
  const timeOf = (timestamp: unknown, sentAt?: unknown): unknown =>
    readEvent({ message: 'm', timestamp }, sentAt === undefined ? {} : { sent_at: sentAt }).timestamp;

  it('is read in seconds, as text of seconds, and as date and time with and without a zone', () => {
    for (const time of [
      1_772_600_000.5,
      '1772600000.5',
      '2026-03-04T04:53:20.500Z',
      '2026-03-04T04:53:20.500',
      '2026-03-04T05:53:20.5+01:00',
    ]) {
      assert.equal(timeOf(time), '2026-03-04T04:53:20.500Z', String(time));
    }
  });

  it('is left out when it is none, or a million years off', () => {
    for (const time of [
      undefined,
      null,
      '',
      'yesterday',
      {},
      [],
      1e15,
      -1e15,
      1e300,
      '1e400',
      '+1000000-01-01T00:00:00Z',
      'x'.repeat(100),
    ]) {
      assert.equal(timeOf(time), undefined, JSON.stringify(time));
    }
  });

  it('is moved by the drift of the clock of its sender, when that is far off', () => {
    const at = RECEIVED_AT_MS - 1000;
    assert.equal(timeOf(at / 1000, iso(RECEIVED_AT_MS - SENTRY_DRIFT_MS_MIN + 1)), iso(at));
    assert.equal(timeOf(at / 1000, iso(RECEIVED_AT_MS - SENTRY_DRIFT_MS_MIN)), iso(at + SENTRY_DRIFT_MS_MIN));
    assert.equal(timeOf(at / 1000, iso(RECEIVED_AT_MS + 2 * SENTRY_DRIFT_MS_MIN)), iso(at - 2 * SENTRY_DRIFT_MS_MIN));
    for (const sentAt of ['x', {}, 1e300, '']) assert.equal(timeOf(at / 1000, sentAt), iso(at));
  });
});

describe('the fingerprint of an event', () => {
  const printOf = (fingerprint: unknown): string => digestOf({ ...ERROR, fingerprint }).site.fingerprint;
  const ERROR = exceptionOf({ type: 'E', value: 'order 7 is lost' });
  const usual = printOf(undefined);

  it('is the usual one for no list, an empty one, and the default alone', () => {
    for (const fingerprint of [null, [], ['{{ default }}'], ['{{default}}'], 'x', [null], [''], {}]) {
      assert.equal(printOf(fingerprint), usual, JSON.stringify(fingerprint));
    }
  });

  it('is what the sender says, with the default among its parts or not', () => {
    const prints = [['a'], ['{{ default }}', 'a'], ['a', 'b'], [5]].map(printOf);
    assert.equal(new Set([usual, ...prints]).size, 5);
    assert.equal(printOf(['{{ default }}', 'a']), printOf(['{{default}}', 'a']));
    const other = digestOf({ ...exceptionOf({ type: 'Other', value: 'x' }), fingerprint: ['a'] });
    assert.equal(other.site.fingerprint, printOf(['a']));
  });

  it('knows the variables of an event', () => {
    assert.deepEqual(
      readEvent({ ...ERROR, transaction: '/a', fingerprint: ['{{ type }}', '{{transaction}}', '{{ who }}'] })
        .fingerprint,
      ['E', '/a', '{{ who }}'],
    );
  });

  it('tells apart what is too long or too much', () => {
    const long = 'x'.repeat(FINGERPRINT_PART_CHARS_MAX);
    const parts = Array.from({ length: FINGERPRINT_PARTS_MAX }, (_, index) => String(index));
    assert.deepEqual(readEvent({ ...ERROR, fingerprint: [long, ...parts.slice(1)] }).fingerprint, [
      long,
      ...parts.slice(1),
    ]);
    const prints = [[`${long}a`], [`${long}b`], [...parts, 'a'], [...parts, 'b']].map(printOf);
    assert.equal(new Set(prints).size, 4);
  });
});

describe('a single event of the legacy route', () => {
  it('is JSON, and its own id is kept', () => {
    const body = Buffer.from(JSON.stringify({ event_id: EVENT_ID, message: 'm', timestamp: '2026-03-04T04:53:20' }));
    const payload = readOnly(body, STORE);
    assert.deepEqual(pick(payload, 'eventId', 'message', 'timestamp'), {
      eventId: EVENT_ID,
      message: 'm',
      timestamp: '2026-03-04T04:53:20.000Z',
    });
  });
});
