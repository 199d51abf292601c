import assert from 'node:assert/strict';
import * as errord from '@errord/node';
import fc from 'fast-check';
import { useClient, useSilentConsole } from './support.js';

/** Values whose every property does harm. */
const hostile = fc.constantFrom<() => unknown>(
  () =>
    new Proxy(
      {},
      {
        get: () => fail('get'),
        has: () => fail('has'),
        ownKeys: () => fail('ownKeys'),
        getPrototypeOf: () => fail('getPrototypeOf'),
      },
    ),
  () => ({
    get message() {
      return fail('message');
    },
    get stack() {
      return fail('stack');
    },
  }),
  () => Object.defineProperty(new Error('a'), 'stack', { get: () => fail('stack') }),
  () => Object.assign(new Error('a'), { toJSON: () => fail('toJSON'), toString: () => fail('toString') }),
  () => {
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    return Object.assign(new Error('circular'), { cause: circular, errors: [circular] });
  },
  () => {
    const error = new Error('own cause');
    error.cause = error;
    return error;
  },
  () => Object.assign(new Error('frames'), { stack: `Error: a\n${'    at f (/etc/passwd:1:1)\n'.repeat(1000)}` }),
  () => Object.assign(new Error('long'), { stack: 'x'.repeat(10_000_000) }),
  () => Object.create(null),
  () => Symbol('s'),
  () => 10n ** 100n,
  () => fail,
);

/** Made inside of the test: the generator would trip over some of them. */
const anything = fc.oneof(
  hostile,
  fc
    .anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withNullPrototype: true })
    .map((value) => () => value),
);

function fail(what: string): never {
  throw new Error(`hostile ${what}`);
}

describe('whatever the application hands over', () => {
  useSilentConsole();
  const { init, delivered, serve } = useClient();

  it('nothing is thrown back', async () => {
    init({ captureConsole: true, sampleRate: 1 });
    const calls: readonly ((value: never) => unknown)[] = [
      errord.captureError,
      errord.captureMessage,
      errord.setUser,
      errord.addBreadcrumb,
      (value) => errord.captureError(new Error('extra'), value),
      (value) => {
        errord.setTag(value, value);
      },
      (value) => {
        errord.log(value, value, value);
      },
      (value) => {
        errord.log('info', 'extra', value);
      },
      (value) => {
        errord.captureMessage('a', value, value);
      },
    ];
    fc.assert(
      fc.property(anything, fc.nat(calls.length - 1), (make, index) => {
        calls[index]?.(make() as never);
      }),
      { numRuns: 500 },
    );
    // What is sent is JSON that a daemon can read, whatever it was made of.
    assert.ok((await delivered('events')).length > 0);
  });

  it('nothing is thrown by hooks of the application that fail', async () => {
    init({
      beforeSend: (event) => {
        if (event.message === 'throw') fail('beforeSend');
        return event.message === 'nonsense' ? ('nonsense' as never) : event;
      },
    });
    for (const message of ['throw', 'nonsense', 'good']) errord.captureMessage(message);
    const events = await delivered('events');
    assert.deepEqual(
      events.map(({ message }) => message),
      ['good'],
    );
    assert.deepEqual(errord.stats().dropped, { before_send_failed: 2 });
  });

  it('a fault of the library itself reaches nobody, and is counted', async () => {
    init({ captureConsole: true, captureBodies: true });
    const url = await serve((request, response) => {
      request.resume();
      console.warn('serving');
      response.setHeader('content-type', 'text/plain');
      response.end('served');
    });
    const { toISOString } = Date.prototype;
    Date.prototype.toISOString = () => fail('clock');
    try {
      const answer = await fetch(url, { method: 'POST', body: 'a', headers: { 'content-type': 'text/plain' } });
      assert.equal(await answer.text(), 'served');
      console.error(new Error('logged'));
      assert.equal(errord.captureError(new Error('captured')), undefined);
      await errord.flush();
    } finally {
      Date.prototype.toISOString = toISOString;
    }
    assert.ok((errord.stats().dropped.internal ?? 0) >= 4);
    errord.captureMessage('back again');
    assert.equal((await delivered('events')).length, 1);
  });

  it('no file is read that is no code', async () => {
    init();
    const stack = ['/etc/passwd', '/proc/self/environ', 'file:///etc/hostname', '../../secret.js']
      .map((path) => `    at read (${path}:1:1)`)
      .join('\n');
    errord.captureError(Object.assign(new Error('a'), { stack: `Error: a\n${stack}` }));
    const [event] = await delivered('events');
    const frames = event?.stackFrames as readonly Record<string, unknown>[];
    assert.equal(frames.length, 4);
    for (const frame of frames) assert.equal(frame.contextLine, undefined);
  });
});
