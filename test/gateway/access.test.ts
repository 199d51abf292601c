import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { KEY_NAME_CHARS_MAX, SECRET_CHARS_MAX } from '../../schemas/limits.js';
import { Access, ANYBODY } from '../../src/gateway/access.js';
import { findKey, findSessionSecret, toPresented, toSecretHash } from '../../src/gateway/auth.js';
import { type Exchange, toAddressText } from '../../src/gateway/exchange.js';
import { KEY_USES_MS, SESSION_LOOK_MS } from '../../src/limits.js';
import { openLog } from '../../src/log.js';
import type { AccessStore, KeyUse, LiveKey } from '../../src/store/access.js';
import { readError, useGateways } from '../support/gateway.js';

const KEY: LiveKey = {
  id: '1',
  name: 'ada',
  role: 'admin',
  project: null,
  hash: toSecretHash('the key').toString('base64'),
  createdAtMs: 0,
};

/** What a guard sees of a request. */
function exchangeWith(headers: Readonly<Record<string, string>>, query = ''): Exchange {
  return {
    facts: { authorization: headers.authorization ?? '', query },
    header: (name: string) => headers[name] ?? '',
    senderAddress: () => 'here',
    addressText: () => '192.0.2.1',
  } as Exchange;
}

describe('what a caller presents', () => {
  it('is the token of a Bearer header, then the query parameter, then the key of a DSN', () => {
    const sentry = { 'x-sentry-auth': 'Sentry sentry_version=7, sentry_key=errord_i_1, sentry_client=x/1' };
    assert.equal(toPresented(exchangeWith({ ...sentry, authorization: 'Bearer a' }, 'token=b')), 'a');
    assert.equal(toPresented(exchangeWith(sentry, 'x=1&token=b%2Bc')), 'b+c');
    assert.equal(toPresented(exchangeWith(sentry, 'sentry_key=other')), 'errord_i_1');
    assert.equal(toPresented(exchangeWith({}, 'sentry_key=errord_i_2&sentry_version=7')), 'errord_i_2');
    for (const exchange of [exchangeWith({}), exchangeWith({ authorization: 'Basic a' }), exchangeWith({}, 'token=')]) {
      assert.equal(toPresented(exchange), null);
    }
  });

  it('is taken up to the limit of a secret, and is nobody’s past it', () => {
    const [at, over] = [SECRET_CHARS_MAX, SECRET_CHARS_MAX + 9].map((length) =>
      toPresented(exchangeWith({ authorization: `Bearer ${'x'.repeat(length)}` })),
    );
    assert.deepEqual([at?.length, over?.length], [SECRET_CHARS_MAX, SECRET_CHARS_MAX + 1]);
  });

  it('is no key where a text only looks like one', () => {
    for (const text of ['', 'sentry_key=', 'xsentry_key=a', 'sentry_keys=a']) assert.equal(findKey(text), '');
  });

  it('is the cookie of a session only in the form that was given out', () => {
    const secret = 'a1'.repeat(32);
    assert.equal(findSessionSecret(`theme=dark; errord_session=${secret}; x=y`), secret);
    for (const cookie of ['', 'errord_session=', `errord_session=${secret}0`, `xerrord_session=${secret}`]) {
      assert.equal(findSessionSecret(cookie), null, cookie);
    }
  });
});

describe('an address in words', () => {
  for (const [hex, words] of [
    ['c0000201', '192.0.2.1'],
    ['00000000000000000000ffffc0000201', '192.0.2.1'],
    ['00000000000000000000000000000001', '::1'],
    ['20010db8000000000000000000000001', '2001:db8::1'],
    ['', 'unknown'],
  ] as const) {
    it(`is ${words} for ${hex}`, () => {
      assert.equal(toAddressText(Buffer.from(hex, 'hex')), words);
    });
  }
});

describe('the use of a key', () => {
  afterEach(() => {
    mock.timers.reset();
  });

  it('is written down once a minute, however often it is used, and not at all while it is not', () => {
    mock.timers.enable({ apis: ['setInterval'] });
    const written: (readonly KeyUse[])[] = [];
    const store: Pick<AccessStore, 'noteKeyUses'> = {
      noteKeyUses: (uses) => {
        written.push(uses);
        return Promise.resolve();
      },
    };
    const time = { nowMs: 1 };
    const access = new Access({
      authToken: null,
      stored: { keys: [KEY], sessions: [] },
      store: store as AccessStore,
      clock: () => time.nowMs,
      monotonic: () => 0,
      log: openLog('silent'),
    });
    const call = () => access.recognise(exchangeWith({ authorization: 'Bearer the key' }), false);
    for (; time.nowMs < 100; time.nowMs += 1) assert.equal(call().kind, 'caller');
    mock.timers.tick(KEY_USES_MS - 1);
    assert.deepEqual(written, []);
    mock.timers.tick(1);
    assert.deepEqual(written, [[{ keyId: '1', atMs: 99 }]]);
    mock.timers.tick(10 * KEY_USES_MS);
    assert.equal(written.length, 1);
    call();
    mock.timers.tick(KEY_USES_MS);
    assert.equal(written.length, 2);
  });
});

describe('a session that expires', () => {
  afterEach(() => {
    mock.timers.reset();
  });

  it('is noticed without a request, and its feed ends', () => {
    mock.timers.enable({ apis: ['setInterval'] });
    const time = { nowMs: 0 };
    const session = { hash: 'h', keyId: KEY.id, expiresAtMs: SESSION_LOOK_MS };
    const access = new Access({
      authToken: null,
      stored: { keys: [KEY], sessions: [session] },
      store: {} as AccessStore,
      clock: () => time.nowMs,
      monotonic: () => 0,
      log: openLog('silent'),
    });
    const ended: boolean[] = [];
    access.onEnded((isEnded) => {
      for (const sessionHash of ['h', 'other', null]) ended.push(isEnded({ ...ANYBODY, sessionHash }));
    });
    time.nowMs = SESSION_LOOK_MS - 1;
    mock.timers.tick(SESSION_LOOK_MS);
    assert.deepEqual(ended, []);
    time.nowMs = SESSION_LOOK_MS;
    mock.timers.tick(SESSION_LOOK_MS);
    assert.deepEqual(ended, [true, false, false]);
    mock.timers.tick(10 * SESSION_LOOK_MS);
    assert.equal(ended.length, 3);
  });
});

describe('a new key', () => {
  const openTestGateway = useGateways();

  it('has a name of at most so many characters, and no other fields than it may have', async () => {
    const { fetch } = await openTestGateway({ authToken: 'a-token' });
    const headers = { authorization: 'Bearer a-token' };
    const add = (key: object) => fetch('/api/keys', { method: 'POST', body: JSON.stringify(key), headers });
    const name = 'n'.repeat(KEY_NAME_CHARS_MAX);
    assert.equal((await add({ name, role: 'reader' })).status, 201);
    for (const key of [
      { name: `${name}n`, role: 'reader' },
      { name: '', role: 'reader' },
      { name: 'token', role: 'reader' },
      { name: 'a\nb', role: 'reader' },
      { name: 'a', role: 'owner' },
      { name: 'a', role: 'ingest', project: 'a..b' },
      { name: 'a', role: 'admin', project: 'shop' },
      { name: 'a', role: 'reader', hash: 'x' },
    ]) {
      await readError(await add(key), 400, 'validation_failed');
    }
  });
});
