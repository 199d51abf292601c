import assert from 'node:assert/strict';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { toOwnPath } from '../../src/gateway/base-path.js';
import { anEvent } from '../support/events.js';
import { DASHBOARD_DIR, useGateways } from '../support/gateway.js';
import { ask, bearer, login } from '../support/keys.js';

const TOKEN = 'token-of-the-test';
const HTML = { accept: 'text/html' };

describe('the base path', () => {
  it('is taken off what begins with it as a whole segment, and off nothing else', () => {
    const cases: readonly (readonly [path: string, prefix: string, own: string])[] = [
      ['/errord/api/events', '/errord', '/api/events'],
      ['/errord/', '/errord', '/'],
      ['/errord', '/errord', ''],
      ['/errord/errord/ws', '/errord', '/errord/ws'],
      ['/errord//evil', '/errord', '//evil'],
      ['/errords/api', '', '/errords/api'],
      ['/Errord/api', '', '/Errord/api'],
      ['/%65rrord/api', '', '/%65rrord/api'],
      ['/api/events', '', '/api/events'],
      ['/', '', '/'],
    ];
    for (const [path, prefix, own] of cases) assert.deepEqual(toOwnPath(path, '/errord'), { prefix, path: own }, path);
    assert.deepEqual(toOwnPath('/api/events', ''), { prefix: '', path: '/api/events' });
  });
});

describe('a gateway with a base path', () => {
  const openTestGateway = useGateways();

  it('answers below it and without it, ingest, reads and feed', async () => {
    const gateway = await openTestGateway({ basePath: '/tools/errord' });
    for (const prefix of ['', '/tools/errord']) {
      const feed = new WebSocket(`${gateway.url.replace('http', 'ws')}${prefix}/ws`);
      const message = once(feed, 'message');
      await once(feed, 'open');
      const sent = await gateway.post(`${prefix}/api/events`, anEvent({ message: `below "${prefix}"` }));
      assert.equal(sent.status, 201);
      assert.match(String(((await message) as [Buffer])[0]), /below/);
      feed.terminate();
      assert.equal((await gateway.fetch(`${prefix}/api/errors`)).status, 200);
      assert.equal((await gateway.fetch(`${prefix}/api/nothing`)).status, 404);
      assert.equal((await gateway.fetch(`${prefix}/errord.js`)).status, 200);
    }
    assert.equal((await gateway.fetch('/tools/errordapi/errors')).status, 404);
    assert.equal((await gateway.fetch('/tools/errord/tools/errord/api/errors')).status, 404);
  });

  it('knows no other path than the contract’s when it has none', async () => {
    const gateway = await openTestGateway({ dashboardDir: DASHBOARD_DIR });
    assert.equal((await gateway.fetch('/errord/api/errors')).status, 404);
    const feed = new WebSocket(`${gateway.url.replace('http', 'ws')}/errord/ws`);
    const [error] = (await once(feed, 'error')) as [Error];
    assert.match(error.message, /404/);
  });

  it('leads from the path to its folder, with the query, to that path and nowhere else', async () => {
    const { url } = await openTestGateway({ basePath: '/errord', dashboardDir: DASHBOARD_DIR });
    const plain = await ask(url, 'GET /errord', { headers: HTML });
    assert.deepEqual([plain.status, plain.headers.location], [307, '/errord/']);
    const asked = await ask(url, 'GET /errord?project=shop', { headers: HTML });
    assert.equal(asked.headers.location, '/errord/?project=shop');
    assert.equal((await ask(url, 'POST /errord')).status, 404);
    assert.equal((await ask(url, 'GET /errord/', { headers: HTML })).status, 200);
    assert.equal((await ask(url, 'GET /errord/errors/a', { headers: HTML })).status, 200);
  });

  it('has nothing to lead to without the dashboard', async () => {
    const { url } = await openTestGateway({ basePath: '/errord' });
    assert.equal((await ask(url, 'GET /errord', { headers: HTML })).status, 404);
  });

  it('gives a session’s cookie to its own path, so that other programs of the host do not get it', async () => {
    const { url } = await openTestGateway({ basePath: '/errord', authToken: TOKEN });
    const [below, direct] = await Promise.all(
      ['/errord', ''].map((prefix) => ask(url, `POST ${prefix}/api/session`, { body: { key: TOKEN } })),
    );
    assert.match(String(below?.headers['set-cookie']), /; Path=\/errord\/; HttpOnly; SameSite=Strict$/);
    assert.match(String(direct?.headers['set-cookie']), /; Path=\/; HttpOnly; SameSite=Strict$/);
    const cookie = await login(url, { key: TOKEN });
    const out = await ask(url, 'DELETE /errord/api/session', { headers: { cookie } });
    assert.match(String(out.headers['set-cookie']), /^errord_session=; Max-Age=0; Path=\/errord\//);
  });

  it('wants the same keys below it', async () => {
    const { url } = await openTestGateway({ basePath: '/errord', authToken: TOKEN });
    for (const path of ['/api/errors', '/api/keys', '/metrics'])
      assert.equal((await ask(url, `GET /errord${path}`)).status, 401, path);
    assert.equal((await ask(url, 'GET /errord/api/errors', { headers: bearer(TOKEN) })).status, 200);
  });

  it('refuses foreign pages and hosts below it as without it', async () => {
    const { url } = await openTestGateway({ basePath: '/errord' });
    const foreign = { origin: 'https://evil.example', host: 'localhost' };
    assert.equal((await ask(url, 'POST /errord/api/clear', { headers: foreign })).code, 'origin_forbidden');
    assert.equal(
      (await ask(url, 'GET /errord/api/errors', { headers: { host: 'evil.example' } })).code,
      'host_forbidden',
    );
  });
});
