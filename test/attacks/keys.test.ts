// What somebody with a key, a cookie or a guess may not do.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AuditList } from '../../schemas/audit.js';
import type { Session, SessionCode } from '../../schemas/keys.js';
import type { Outcomes } from '../../schemas/stats.js';
import { WRONG_KEYS_MAX } from '../../src/limits.js';
import { useDaemon } from '../support/daemon.js';
import { endDaemonProcesses, startDaemonProcess } from '../support/daemon-process.js';
import { anEvent, without } from '../support/events.js';
import { FeedClient, refuseFeed } from '../support/feed-client.js';
import { addKey, ask, bearer, listKeys, login } from '../support/keys.js';
import { useTempDir } from '../support/temp-dir.js';

const TOKEN = 'the-token-of-the-daemon';
const EVIL = 'https://evil.example';

describe('keys', () => {
  const fixture = useDaemon();
  const feedOf = (url: string): string => `${url.replace('http', 'ws')}/ws`;

  /** A daemon that was closed by its first key, and that key. */
  async function startClosed(): Promise<{ url: string; admin: string }> {
    const { url } = await fixture.start();
    const { key } = await addKey(url, null, { name: 'ada', role: 'admin' });
    return { url, admin: key };
  }

  async function readProject(url: string, key: string, project: string): Promise<number> {
    const { text } = await ask(url, `GET /api/errors?projectId=${project}`, { headers: bearer(key) });
    return (JSON.parse(text) as { total: number }).total;
  }

  it('of a reader change, delete and send nothing, and see neither keys nor the audit', async () => {
    const { url, admin } = await startClosed();
    const { key } = await addKey(url, admin, { name: 'eve', role: 'reader' });
    assert.equal((await ask(url, 'GET /api/errors', { headers: bearer(key) })).status, 200);
    for (const line of [
      'POST /api/clear',
      'POST /api/logs/clear',
      'PATCH /api/errors',
      'PATCH /api/errors/1',
      'DELETE /api/projects/shop',
      'POST /api/keys',
      'GET /api/keys',
      'DELETE /api/keys/1',
      'POST /api/session/code',
      'GET /api/audit',
      'POST /api/events',
      'POST /api/logs/batch',
    ]) {
      const { status, code, text } = await ask(url, line, { headers: bearer(key), body: '{}' });
      assert.deepEqual([line, status, code], [line, 403, 'forbidden']);
      assert.match(text, /admin key/);
    }
    const { text } = await ask(url, 'GET /api/outcomes', { headers: bearer(key) });
    assert.deepEqual((JSON.parse(text) as Outcomes).total.rejected, { forbidden: 2 });
  });

  it('of ingest read nothing and do not follow the feed', async () => {
    const { url, admin } = await startClosed();
    const { key } = await addKey(url, admin, { name: 'app', role: 'ingest' });
    const sent = await ask(url, 'POST /api/events', { headers: bearer(key), body: anEvent() });
    assert.equal(sent.status, 201);
    for (const line of [
      'GET /api/errors',
      'GET /api/status',
      'GET /metrics',
      'GET /api/openapi.json',
      'POST /api/clear',
    ]) {
      const { status, code } = await ask(url, line, { headers: bearer(key) });
      assert.deepEqual([line, status, code], [line, 403, 'forbidden']);
    }
    const feed = await refuseFeed(`${feedOf(url)}?token=${key}`);
    assert.deepEqual([feed.status, feed.code], [403, 'forbidden']);
    assert.equal((await ask(url, 'POST /api/session', { body: { key } })).code, 'forbidden');
  });

  it('of one project write into no other, whatever names it', async () => {
    const { url, admin } = await startClosed();
    const { key } = await addKey(url, admin, { name: 'shop', role: 'ingest', project: 'shop' });
    const send = (line: string, body: unknown, headers = {}) =>
      ask(url, line, { body, headers: { ...bearer(key), ...headers } });
    const other = await send('POST /api/events', anEvent({ projectId: 'billing' }));
    assert.deepEqual([other.status, other.code], [401, 'unauthorized']);
    assert.match(other.text, /project \\"shop\\" only, but the record is for \\"billing\\"/);
    const unnamed = without(anEvent(), 'projectId');
    const byHeader = await send('POST /api/events', unnamed, { 'x-service-project-id': 'billing' });
    assert.deepEqual([byHeader.status, byHeader.code], [401, 'unauthorized']);
    const mixed = await send('POST /api/events/batch', [anEvent({ projectId: 'billing' }), anEvent()]);
    assert.equal(mixed.status, 207);
    assert.equal((await send('POST /api/events', anEvent({ projectId: 'shop' }))).status, 201);
    assert.equal((await send('POST /api/events', without(anEvent(), 'projectId'))).status, 201);
    assert.equal(await readProject(url, admin, 'billing'), 0);
    assert.equal(await readProject(url, admin, 'shop'), 1);
    const { text } = await ask(url, 'GET /api/outcomes', { headers: bearer(admin) });
    const counted = (JSON.parse(text) as Outcomes).projects.map(({ projectId, stored, rejected }) => [
      projectId,
      stored,
      rejected,
    ]);
    assert.deepEqual(counted, [['shop', 3, { unauthorized: 3 }]]);
  });

  it('are wanted as soon as there is one of an admin, also of those who follow the feed already', async () => {
    const { url } = await fixture.start();
    const early = await FeedClient.open(feedOf(url));
    const { key } = await addKey(url, null, { name: 'ada', role: 'admin' });
    assert.equal(await early.closed, 1008);
    for (const line of ['GET /api/errors', 'POST /api/events', 'POST /api/clear', 'GET /metrics']) {
      const { status, code } = await ask(url, line, { body: '{}' });
      assert.deepEqual([line, status, code], [line, 401, 'unauthorized']);
    }
    assert.equal((await ask(url, 'GET /api/health')).status, 200);
    await (await FeedClient.open(feedOf(url), { headers: bearer(key) })).close();
  });

  it('are not added to an open daemon from elsewhere, nor as the first one without everything', async () => {
    const { url } = await fixture.start();
    const proxied = { headers: { 'x-forwarded-for': '203.0.113.9' }, body: { name: 'mallory', role: 'admin' } };
    assert.equal((await ask(url, 'POST /api/keys', proxied)).code, 'forbidden');
    const reader = await ask(url, 'POST /api/keys', { body: { name: 'eve', role: 'reader' } });
    assert.deepEqual([reader.status, reader.code], [409, 'admin_key_first']);
    const foreign = { headers: { origin: EVIL }, body: { name: 'mallory', role: 'admin' } };
    assert.equal((await ask(url, 'POST /api/keys', foreign)).code, 'origin_forbidden');
    assert.equal((await ask(url, 'GET /api/errors')).status, 200);
  });

  it('end their sessions and their feed connections when they are revoked', async () => {
    const { url, admin } = await startClosed();
    const { id, key } = await addKey(url, admin, { name: 'eve', role: 'reader' });
    const cookie = await login(url, { key });
    const byCookie = await FeedClient.open(feedOf(url), { headers: { cookie } });
    const byKey = await FeedClient.open(feedOf(url), { headers: bearer(key) });
    const other = await FeedClient.open(feedOf(url), { headers: bearer(admin) });
    assert.equal((await ask(url, `DELETE /api/keys/${id}`, { headers: bearer(admin) })).status, 200);
    assert.deepEqual([await byCookie.closed, await byKey.closed], [1008, 1008]);
    for (const headers of [{ cookie }, bearer(key)]) {
      assert.equal((await ask(url, 'GET /api/errors', { headers })).status, 401);
    }
    await ask(url, 'POST /api/events', { headers: bearer(admin), body: anEvent() });
    assert.equal((await other.next()).type, 'new_error');
    await other.close();
    const again = await ask(url, `DELETE /api/keys/${id}`, { headers: bearer(admin) });
    assert.deepEqual([again.status, again.code], [404, 'key_not_found']);
  });

  it('of the last admin stay, unless the daemon shall be open again', async () => {
    const { url, admin } = await startClosed();
    const [only] = await listKeys(url, admin);
    const line = `DELETE /api/keys/${only?.id ?? ''}`;
    const refused = await ask(url, line, { headers: bearer(admin) });
    assert.deepEqual([refused.status, refused.code], [409, 'last_admin_key']);
    assert.equal((await ask(url, `${line}?open=1`, { headers: bearer(admin) })).status, 200);
    assert.equal((await ask(url, 'GET /api/errors')).status, 200);
  });

  it('leave nothing of their text in the files of the database, and neither do cookies and codes', async () => {
    const { url } = await fixture.start({ authToken: TOKEN });
    const { key } = await addKey(url, TOKEN, { name: 'ada', role: 'admin' });
    const { text } = await ask(url, 'POST /api/session/code', { headers: bearer(key) });
    const { code } = JSON.parse(text) as SessionCode;
    const cookies = [await login(url, { code }), await login(url, { key }), await login(url, { key: TOKEN })];
    const secrets = [
      TOKEN,
      key.slice('errord_a_'.length),
      code,
      ...cookies.map((cookie) => cookie.split('=')[1] ?? ''),
    ];
    const directory = dirname(fixture.dbPath());
    for (const name of readdirSync(directory)) {
      const bytes = readFileSync(join(directory, name)).toString('latin1');
      for (const secret of secrets) assert.ok(secret.length > 16 && !bytes.includes(secret), name);
    }
    const { text: list } = await ask(url, 'GET /api/keys', { headers: bearer(key) });
    assert.ok(!list.includes(key.slice('errord_a_'.length)));
    assert.ok(!list.includes('hash'));
  });

  it('are in force again after a restart, with their sessions, and tell when they were used', async () => {
    const daemon = await fixture.start();
    const { key } = await addKey(daemon.url, null, { name: 'ada', role: 'admin' });
    const cookie = await login(daemon.url, { key });
    await daemon.stop();
    const { url } = await fixture.start();
    assert.equal((await ask(url, 'GET /api/errors')).status, 401);
    assert.equal((await ask(url, 'GET /api/errors', { headers: { cookie } })).status, 200);
    assert.equal((await ask(url, 'GET /api/errors', { headers: bearer(key) })).status, 200);
    const [listed] = await listKeys(url, key);
    assert.ok(listed?.lastUsedAt !== undefined && listed.lastUsedAt >= listed.createdAt, JSON.stringify(listed));
  });

  describe('a page with a session', () => {
    const own = (url: string) => ({ origin: url, 'sec-fetch-site': 'same-origin' });

    it('reads, changes and follows as its key may, on the daemon’s own pages alone', async () => {
      const { url, admin } = await startClosed();
      const cookie = await login(url, { key: admin });
      const with_ = (headers: object) => ({ headers: { cookie, ...headers } });
      assert.equal((await ask(url, 'POST /api/clear', with_(own(url)))).status, 200);
      assert.equal((await ask(url, 'GET /api/errors', with_({ 'sec-fetch-site': 'same-origin' }))).status, 200);
      await (await FeedClient.open(feedOf(url), { headers: { cookie }, origin: url })).close();
      // The browser sends the cookie along for pages of any port of the host, and for those of one that is listed.
      for (const origin of ['http://localhost:5173', 'http://127.0.0.1:5173', EVIL, 'null']) {
        const changed = await ask(url, 'POST /api/clear', with_({ origin }));
        assert.ok(changed.status === 401 || changed.status === 403, `${origin} ${changed.status}`);
        const read = await ask(url, 'GET /api/errors', with_({ origin }));
        assert.equal(read.status, 401, origin);
        assert.equal(read.headers['access-control-allow-credentials'], undefined);
        const feed = await refuseFeed(feedOf(url), { headers: { cookie }, origin });
        assert.equal(feed.status, 401, origin);
      }
      const hidden = await ask(url, 'POST /api/clear', with_({ 'sec-fetch-site': 'same-site' }));
      assert.equal(hidden.status, 403);
    });

    it('cannot be logged in or out by another page', async () => {
      const { url, admin } = await startClosed();
      const cookie = await login(url, { key: admin });
      for (const origin of ['http://localhost:5173', EVIL]) {
        const headers = { cookie, origin };
        assert.equal((await ask(url, 'POST /api/session', { body: { key: admin }, headers })).code, 'origin_forbidden');
        assert.equal((await ask(url, 'DELETE /api/session', { headers })).code, 'origin_forbidden');
      }
      assert.equal((await ask(url, 'GET /api/errors', { headers: { cookie } })).status, 200);
    });

    it('sends no records with it', async () => {
      const { url, admin } = await startClosed();
      const cookie = await login(url, { key: admin });
      const { status } = await ask(url, 'POST /api/events', { body: anEvent(), headers: { cookie, ...own(url) } });
      assert.equal(status, 401);
    });

    it('gets a cookie that no script reads, no other site sends, and that goes over TLS where the page does', async () => {
      const { url, admin } = await startClosed();
      const plain = await ask(url, 'POST /api/session', { body: { key: admin }, headers: own(url) });
      const [cookie = ''] = plain.headers['set-cookie'] ?? [];
      assert.match(cookie, /^errord_session=[0-9a-f]{64}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/);
      const secure = await ask(url, 'POST /api/session', {
        body: { key: admin },
        headers: { host: 'errord.local', origin: 'https://errord.local' },
      });
      assert.match(secure.headers['set-cookie']?.[0] ?? '', /SameSite=Strict; Secure$/);
    });

    it('is logged out for good, with its feed', async () => {
      const { url, admin } = await startClosed();
      const cookie = await login(url, { key: admin });
      const feed = await FeedClient.open(feedOf(url), { headers: { cookie } });
      const out = await ask(url, 'DELETE /api/session', { headers: { cookie } });
      assert.equal(out.status, 204);
      assert.match(out.headers['set-cookie']?.[0] ?? '', /^errord_session=; Max-Age=0;/);
      assert.equal(await feed.closed, 1008);
      const { text } = await ask(url, 'GET /api/session', { headers: { cookie } });
      assert.deepEqual(JSON.parse(text) as Session, { role: null, name: null, isClosed: true });
    });

    it('is logged in by a code once', async () => {
      const { url, admin } = await startClosed();
      const { text } = await ask(url, 'POST /api/session/code', { headers: bearer(admin) });
      const { code } = JSON.parse(text) as SessionCode;
      const cookie = await login(url, { code });
      const { text: session } = await ask(url, 'GET /api/session', { headers: { cookie } });
      assert.deepEqual(JSON.parse(session) as Session, { role: 'admin', name: 'ada', isClosed: true });
      assert.equal((await ask(url, 'POST /api/session', { body: { code } })).status, 401);
    });

    it('of the configured token ends with that token', async () => {
      const first = await fixture.start({ authToken: TOKEN });
      const cookie = await login(first.url, { key: TOKEN });
      assert.equal((await ask(first.url, 'GET /api/keys', { headers: { cookie } })).status, 200);
      await first.stop();
      const second = await fixture.start({ authToken: `${TOKEN}-2` });
      assert.equal((await ask(second.url, 'GET /api/keys', { headers: { cookie } })).status, 401);
    });
  });

  describe('guesses', () => {
    it('are refused after ten in a minute, and so is the right key, but not to who was right before', async () => {
      const { url, admin } = await startClosed();
      const { key } = await addKey(url, admin, { name: 'eve', role: 'reader' });
      for (let index = 0; index < WRONG_KEYS_MAX; index += 1) {
        const line = index % 2 === 0 ? 'GET /api/errors' : 'GET /api/session';
        assert.equal((await ask(url, line, { headers: bearer(`guess-${index}`) })).status, 401);
      }
      const over = await ask(url, 'GET /api/errors', { headers: bearer('guess-again') });
      assert.deepEqual([over.status, over.code], [429, 'too_many_attempts']);
      const seconds = Number(over.headers['retry-after']);
      assert.ok(seconds > 0 && seconds <= 60, over.headers['retry-after']);
      assert.equal((await ask(url, 'GET /api/errors', { headers: bearer(key) })).status, 429);
      assert.equal((await ask(url, 'POST /api/session', { body: { key } })).status, 429);
      assert.equal((await ask(url, 'POST /api/events', { headers: bearer(key), body: anEvent() })).status, 429);
      assert.equal((await refuseFeed(`${feedOf(url)}?token=${key}`)).status, 429);
      const refused = await readRefusedLogins(url, admin);
      assert.deepEqual(
        refused.map(({ actor, address }) => [actor, address]),
        [[null, '127.0.0.1']],
      );
    });

    it('in the body of a Sentry envelope are told when to come again', async () => {
      const { url } = await startClosed();
      const send = (index: number) => {
        const dsn = `http://guess${index}@127.0.0.1/1`;
        return fetch(`${url}/api/1/envelope/`, { method: 'POST', body: `${JSON.stringify({ dsn })}\n` });
      };
      for (let index = 0; index < WRONG_KEYS_MAX; index += 1) assert.equal((await send(index)).status, 403);
      const over = await send(WRONG_KEYS_MAX);
      assert.equal(over.status, 429);
      const seconds = Number(over.headers.get('retry-after'));
      assert.ok(seconds > 0 && seconds <= 60, over.headers.get('retry-after') ?? 'none');
    });

    it('of codes count as well', async () => {
      const { url } = await startClosed();
      const statuses: number[] = [];
      for (let index = 0; index <= WRONG_KEYS_MAX; index += 1) {
        statuses.push((await ask(url, 'POST /api/session', { body: { code: `code-${index}` } })).status);
      }
      assert.deepEqual(statuses, [...new Array<number>(WRONG_KEYS_MAX).fill(401), 429]);
    });

    it('of one program with an old key lock out nobody else', async () => {
      const { url, admin } = await startClosed();
      const { key } = await addKey(url, admin, { name: 'eve', role: 'reader' });
      for (let index = 0; index <= WRONG_KEYS_MAX; index += 1) {
        await ask(url, 'POST /api/events', { headers: bearer('an-old-key'), body: anEvent() });
      }
      const old = await ask(url, 'POST /api/events', { headers: bearer('an-old-key'), body: anEvent() });
      assert.equal(old.status, 429);
      assert.equal((await ask(url, 'GET /api/errors', { headers: bearer(key) })).status, 200);
      const { text } = await ask(url, 'GET /api/outcomes', { headers: bearer(admin) });
      assert.deepEqual((JSON.parse(text) as Outcomes).total.rejected, { unauthorized: 10, too_many_attempts: 2 });
    });

    it('are nobody’s business on an open daemon, which takes any key', async () => {
      const { url } = await fixture.start();
      for (let index = 0; index <= WRONG_KEYS_MAX; index += 1) {
        const sent = await ask(url, 'POST /api/events', { headers: bearer(`any-${index}`), body: anEvent() });
        assert.equal(sent.status, 201);
      }
      const { text } = await ask(url, 'GET /api/session', { headers: bearer('any') });
      assert.deepEqual(JSON.parse(text) as Session, { role: 'admin', name: null, isClosed: false });
      for (const [line, body] of [
        ['POST /api/session', { key: 'any' }],
        ['POST /api/session/code', undefined],
      ] as const) {
        const { status, code } = await ask(url, line, { body });
        assert.deepEqual([status, code], [409, 'daemon_open']);
      }
    });
  });
});

describe('a key in an address', () => {
  const dir = useTempDir();
  afterEach(endDaemonProcesses);

  it('does not get into the log', async () => {
    const daemon = await startDaemonProcess(join(dir(), 'service.db'), ['--log-level', 'debug']);
    const { key } = await addKey(daemon.url, null, { name: 'ada', role: 'admin' });
    for (let index = 0; index <= WRONG_KEYS_MAX; index += 1) {
      await ask(daemon.url, `GET /api/errors?token=planted-secret-${index}`);
    }
    assert.equal((await ask(daemon.url, `GET /api/errors?token=${key}`)).status, 429);
    assert.equal((await ask(daemon.url, `POST /api/clear?token=${key}&x=planted-secret`)).status, 429);
    await daemon.stop();
    const log = daemon.log.join('\n');
    assert.match(log, /too many wrong keys/);
    assert.doesNotMatch(log, /planted-secret|errord_a_/);
  });
});

/** The refusals in the audit, as soon as there are some: a refusal is answered before it is noted. */
async function readRefusedLogins(url: string, admin: string): Promise<AuditList['entries']> {
  for (;;) {
    const { text } = await ask(url, 'GET /api/audit', { headers: bearer(admin) });
    const refused = (JSON.parse(text) as AuditList).entries.filter(({ action }) => action === 'login_refused');
    if (refused.length > 0) return refused;
  }
}
