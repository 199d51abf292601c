import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Client, type Platform } from '../../../clients/core/client.js';
import {
  BREADCRUMB_CHARS_MAX,
  CATEGORY_CHARS_MAX,
  PENDING_EVENTS_MAX,
  QUEUE_CHARS_MAX,
  TAG_NAME_CHARS_MAX,
  TAGS_MAX,
} from '../../../clients/core/limits.js';
import { type ClientOptions, parseOptions } from '../../../clients/core/options.js';
import { PendingEvents } from '../../../clients/core/pending.js';
import { cut } from '../../../clients/core/readable.js';
import type { ErrorEvent, StackFrame } from '../../../clients/core/types.js';
import { BREADCRUMBS_MAX } from '../../../src/limits.js';

/** A client whose daemon takes everything. */
function newClient(options: ClientOptions = {}, platform: Partial<Platform> = {}) {
  const client = new Client(parseOptions(options), {
    source: 'backend',
    queueCharsMax: QUEUE_CHARS_MAX,
    schedule: () => () => undefined,
    scheduleHeld: () => () => undefined,
    environment: () => ({ runtime: 'test' }),
    send: () => Promise.resolve({ status: 201, retryAfter: null, body: '[]' }),
    ...platform,
  });
  const taken = (part: string): Record<string, unknown>[] =>
    client
      .takeAll(1_000_000, { withCall: true })
      .filter(({ path }) => path.includes(part))
      .flatMap(({ body }) => JSON.parse(body) as Record<string, unknown>[]);
  return { client, events: () => taken('/api/events/batch'), logs: () => taken('/api/logs') };
}

const toPending = (read: () => Promise<StackFrame[]>): PendingEvents =>
  new PendingEvents({ read, schedule: () => () => undefined });

describe('a client', () => {
  it('gives each request record and log entry an id of its own, short, and unlike those of other clients', () => {
    const ids = [newClient(), newClient()].flatMap(({ client }) => {
      for (let index = 0; index < 40; index++) {
        client.log('info', 'the same line');
        client.captureRequest({ method: 'GET', url: '/same' });
      }
      const records = client.takeAll(1_000_000, { withCall: true });
      return records.flatMap(({ body }) => JSON.parse(body) as { recordId: string }[]).map(({ recordId }) => recordId);
    });
    assert.equal(ids.length, 160);
    assert.equal(new Set(ids).size, 160);
    for (const id of ids) assert.match(id, /^[0-9a-f-]{17}\d{1,2}$/);
  });

  it('reports an error with what is known of it', () => {
    const { client, events } = newClient({
      projectId: 'shop',
      release: '1.2',
      environment: 'staging',
      tags: { zone: 'a' },
    });
    client.setUser({ id: 7 });
    client.setTag('feature', 'cart');
    client.addBreadcrumb({ category: 'click', message: 'button.buy' });
    const id = client.captureError(new TypeError('x is undefined'), { order: 9 });
    const [event] = events() as unknown as ErrorEvent[];
    assert.ok(event);
    const {
      eventId,
      type,
      message,
      source,
      severity,
      projectId,
      release,
      environment,
      tags,
      user,
      extra,
      breadcrumbs,
    } = event;
    assert.deepEqual(
      { eventId, type, message, source, severity, projectId, release, environment, tags, user, extra },
      {
        eventId: id,
        type: 'exception',
        message: 'TypeError: x is undefined',
        source: 'backend',
        severity: 'error',
        projectId: 'shop',
        release: '1.2',
        environment: { name: 'staging', runtime: 'test' },
        tags: { zone: 'a', feature: 'cart' },
        user: { id: 7 },
        extra: { order: 9 },
      },
    );
    assert.equal(breadcrumbs?.[0]?.message, 'button.buy');
    assert.ok(event.stack?.startsWith('TypeError: x is undefined\n    at '));
  });

  it('reports the same error once, whoever sees it again', () => {
    const { client, events } = newClient();
    const error = new Error('once');
    assert.ok(client.captureError(error));
    assert.equal(client.capture(error, { type: 'uncaught_exception' }), undefined);
    assert.equal(events().length, 1);
    assert.ok(client.captureError('a text') && client.captureError('a text'), 'texts have no identity');
  });

  it('reports messages by severity, and logs by level; an error is no level of a log', () => {
    const { client, events, logs } = newClient();
    client.captureMessage('disk nearly full', 'warning');
    client.log('error', 'could not save');
    client.log('debug', 'saved', { rows: 3 });
    const { message, level, extra, source } = logs()[0] ?? {};
    assert.deepEqual(
      { message, level, extra, source },
      { message: 'saved', level: 'debug', extra: { rows: 3 }, source: 'backend' },
    );
    // Handed out together with the logs.
    assert.equal(events().length, 0);
    client.log('error', 'could not save');
    assert.deepEqual(
      events().map(({ severity, type }) => [severity, type]),
      [['error', 'message']],
    );
  });

  it('leaves out what ignoreErrors names, by text and by expression, also one with a memory', () => {
    const { client, events } = newClient({ ignoreErrors: ['ResizeObserver loop', /^AbortError/g, 'Error: plain'] });
    client.captureError(new Error('ResizeObserver loop limit exceeded'));
    for (let count = 0; count < 3; count++) client.captureError(new DOMException('aborted', 'AbortError'));
    client.captureError(new Error('plain'));
    client.captureError('ResizeObserver loop');
    client.captureError(new Error('kept'));
    assert.deepEqual(
      events().map(({ message }) => message),
      ['kept'],
    );
  });

  it('sends the share of errors that sampleRate says, and all logs', () => {
    const { client, events } = newClient({ sampleRate: 0 });
    for (let count = 0; count < 50; count++) client.captureError(new Error('x'));
    assert.equal(events().length, 0);
    const all = newClient({ sampleRate: 1 });
    for (let count = 0; count < 50; count++) all.client.captureError(new Error('x'));
    assert.equal(all.events().length, 50);
    client.log('info', 'kept');
    assert.equal(client.stats().queuedCount, 1);
  });

  it('lets beforeSend change an event, and drop it', () => {
    const { client, events } = newClient({
      beforeSend: (event) => (event.message === 'secret plan' ? null : { ...event, tags: { seen: 'yes' } }),
    });
    client.captureError(new Error('secret plan'));
    client.captureError(new Error('other'));
    assert.deepEqual(
      events().map(({ message, tags }) => [message, tags]),
      [['other', { seen: 'yes' }]],
    );
    assert.deepEqual(client.stats().dropped, {});
  });

  it('sends nothing that beforeSend threw on or made something else of, and counts it', () => {
    for (const beforeSend of [
      (): never => {
        throw new Error('a fault of the application');
      },
      () => undefined as unknown as null,
      () => 'text' as unknown as null,
    ]) {
      const { client, events } = newClient({ beforeSend });
      client.captureError(new Error('x'));
      assert.deepEqual([events().length, client.stats().dropped], [0, { before_send_failed: 1 }]);
    }
  });

  it('does not report what the application reports while it is asked', () => {
    const clients: Client[] = [];
    const made = newClient({
      beforeSend: (event) => {
        clients[0]?.captureError(new Error('inner'));
        return event;
      },
    });
    clients.push(made.client);
    made.client.captureError(new Error('outer'));
    assert.deepEqual(
      made.events().map(({ message }) => message),
      ['outer'],
    );
  });

  it('redacts everything before it leaves', () => {
    const { client, events, logs } = newClient();
    const secret = 'hunter2-secret';
    client.setUser({ id: 1, password: secret });
    client.setTag('token', secret);
    client.addBreadcrumb({ message: `GET /a?token=${secret}`, data: { apiKey: secret } });
    const error = Object.assign(new Error(`failed at https://u:${secret}@host/?api_key=${secret}`), {
      accessToken: secret,
    });
    client.capture(error, { request: { headers: { authorization: secret } }, extra: { nested: [{ cvv: secret }] } });
    client.log('info', `sent {"password":"${secret}"}`, { secret });
    client.captureRequest({ method: 'GET', url: `/a?token=${secret}`, headers: { cookie: secret } });
    const parcels = JSON.stringify(client.takeAll(1_000_000, { withCall: true }));
    assert.ok(parcels.includes('[Redacted]') && !parcels.includes(secret), parcels);
    assert.equal(events().length + logs().length, 0);
  });

  it('waits for the frames of an event, and goes without them when it must end', async () => {
    let release: (frames: StackFrame[]) => void = () => undefined;
    const readFrames = () =>
      new Promise<StackFrame[]>((resolve) => {
        release = resolve;
      });
    const { client, events } = newClient({}, { pending: toPending(readFrames) });
    client.captureError(new Error('first'));
    assert.equal(client.stats().queuedCount, 1);
    release([{ filename: 'read.ts', lineno: 1 }]);
    assert.equal(await client.flush(1000), true);
    client.captureError(new Error('second'));
    assert.deepEqual(
      events().map(({ message }) => message),
      ['second'],
    );
    // What was read too late changes nothing any more.
    release([]);
    await Promise.resolve();
    assert.equal(events().length, 0);
  });

  it('lets so many events wait for their frames and no more', () => {
    const { client, events } = newClient({}, { pending: toPending(() => new Promise<StackFrame[]>(() => undefined)) });
    for (let count = 0; count <= PENDING_EVENTS_MAX; count++) client.captureError(new Error('x'));
    assert.equal(client.stats().queuedCount, PENDING_EVENTS_MAX + 1);
    assert.equal(events().length, PENDING_EVENTS_MAX + 1);
  });

  it('keeps so many breadcrumbs and tags and no more', () => {
    const { client, events } = newClient();
    for (let index = 0; index <= BREADCRUMBS_MAX; index++) client.addBreadcrumb({ message: `crumb ${index}` });
    for (let index = 0; index <= TAGS_MAX; index++) client.setTag(`tag ${index}`, 'a');
    client.setTag('tag 0', undefined);
    client.captureError(new Error('x'));
    const [event] = events() as unknown as ErrorEvent[];
    assert.equal(event?.breadcrumbs?.length, BREADCRUMBS_MAX);
    assert.deepEqual(
      [event.breadcrumbs[0]?.message, event.breadcrumbs.at(-1)?.message],
      ['crumb 1', `crumb ${BREADCRUMBS_MAX}`],
    );
    assert.equal(Object.keys(event.tags ?? {}).length, TAGS_MAX - 1);
  });

  it('cuts the names of tags, the categories and texts of breadcrumbs, and nothing shorter', () => {
    const { client, events } = newClient();
    const long = (length: number): string => 'x'.repeat(length);
    client.setTag(long(TAG_NAME_CHARS_MAX), long(BREADCRUMB_CHARS_MAX));
    client.setTag(`y${long(TAG_NAME_CHARS_MAX)}`, long(BREADCRUMB_CHARS_MAX + 1));
    client.addBreadcrumb({ category: long(CATEGORY_CHARS_MAX), message: long(BREADCRUMB_CHARS_MAX) });
    client.addBreadcrumb({ category: long(CATEGORY_CHARS_MAX + 1), message: long(BREADCRUMB_CHARS_MAX + 1) });
    client.captureError(new Error('x'));
    const [event] = events() as unknown as ErrorEvent[];
    const texts = [...Object.entries(event?.tags ?? {})].flat();
    for (const { category = '', message = '' } of event?.breadcrumbs ?? []) texts.push(category, message);
    const kept = (charsMax: number): string => cut(long(charsMax + 1), charsMax);
    assert.deepEqual(texts, [
      long(TAG_NAME_CHARS_MAX),
      long(BREADCRUMB_CHARS_MAX),
      cut(`y${long(TAG_NAME_CHARS_MAX)}`, TAG_NAME_CHARS_MAX),
      kept(BREADCRUMB_CHARS_MAX),
      long(CATEGORY_CHARS_MAX),
      long(BREADCRUMB_CHARS_MAX),
      kept(CATEGORY_CHARS_MAX),
      kept(BREADCRUMB_CHARS_MAX),
    ]);
    assert.notEqual(kept(CATEGORY_CHARS_MAX), long(CATEGORY_CHARS_MAX + 1));
  });

  it('ignores everything once it is closed', async () => {
    const { client, events } = newClient();
    await client.close(10);
    assert.equal(client.captureError(new Error('late')), undefined);
    client.log('info', 'late');
    assert.equal(events().length, 0);
  });

  it('tells the daemon what was dropped, once it listens', async () => {
    const { client, logs } = newClient({ beforeSend: () => undefined as unknown as null });
    client.captureError(new Error('x'));
    client.log('info', 'something that is sent');
    await client.flush(1000);
    const [entry] = logs();
    assert.equal(entry?.level, 'warn');
    assert.equal(entry.message, 'errord: not delivered: 1 before_send_failed');
  });

  it('never throws, whatever it is given and whatever the platform does', () => {
    const throwing = (): never => {
      throw new Error('platform');
    };
    const platforms: Partial<Platform>[] = [
      {},
      { environment: throwing },
      { correlationId: throwing },
      { frames: throwing },
      { onEvent: throwing },
    ];
    fc.assert(
      fc.property(fc.anything(), fc.anything(), fc.constantFrom(...platforms), (one, two, platform) => {
        const { client } = newClient({}, platform);
        client.captureError(one, two as never);
        client.captureMessage(one as never, two as never);
        client.log('info', one as never, two as never);
        client.setUser(one as never);
        client.setTag(one as never, two as never);
        client.addBreadcrumb(one as never);
        client.captureRequest(one as never);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the options of a client', () => {
  it('have defaults', () => {
    const { serverUrl, enabled, sampleRate, consoleLevels } = parseOptions({});
    assert.deepEqual([serverUrl, enabled, sampleRate, consoleLevels], ['http://localhost:3800', true, 1, []]);
    assert.equal(
      parseOptions({ serverUrl: 'https://errors.example/under/' }).serverUrl,
      'https://errors.example/under',
    );
    assert.deepEqual(parseOptions({ captureConsole: true }).consoleLevels, ['log', 'info', 'warn', 'debug']);
    assert.deepEqual(parseOptions({ projectId: undefined } as unknown as ClientOptions).projectId, undefined);
  });

  for (const [options, said] of [
    [null, 'init takes an object of options.'],
    [
      { serverUrl: 'localhost:3800' },
      'the option "serverUrl" must be an http or https URL such as "http://localhost:3800".',
    ],
    [{ serverUrl: 'http://h/?a=1' }, 'the option "serverUrl" must be'],
    [{ projectId: '' }, 'the option "projectId" must be a name of 1 to 128 characters'],
    [{ projectId: ' a' }, 'the option "projectId" must be'],
    [{ projectId: 'x'.repeat(129) }, 'the option "projectId" must be'],
    [{ sampleRate: 2 }, 'the option "sampleRate" must be a number from 0 to 1.'],
    [{ sampleRate: Number.NaN }, 'the option "sampleRate" must be'],
    [{ enabled: 'yes' }, 'the option "enabled" must be true or false.'],
    [{ beforeSend: 1 }, 'the option "beforeSend" must be a function.'],
    [{ tags: { a: 1 } }, 'the option "tags" must be an object of texts.'],
    [{ ignoreErrors: [1] }, 'the option "ignoreErrors" must be an array of texts and regular expressions.'],
    [{ captureConsole: ['error'] }, 'the option "captureConsole" must be'],
    [{ dsn: 'x' }, 'there is no option "dsn"; the options are serverUrl, projectId,'],
    [{ toString: 1 }, 'there is no option "toString"'],
  ] as const) {
    it(`are refused in words: ${JSON.stringify(options).slice(0, 60)}`, () => {
      assert.throws(
        () => parseOptions(options as never),
        (error) => error instanceof TypeError && error.message.includes(said),
      );
    });
  }

  it('take project names of the limit', () => {
    for (const projectId of ['x', 'x'.repeat(128), 'my app'])
      assert.equal(parseOptions({ projectId }).projectId, projectId);
  });
});
