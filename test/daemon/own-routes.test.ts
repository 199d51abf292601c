import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import type { DaemonStatus, Health, Outcomes } from '../../schemas/stats.js';
import type { ErrorCode } from '../../src/errors.js';
import { ROUTES } from '../../src/gateway/routes.js';
import { WRONG_KEYS_MAX } from '../../src/limits.js';
import { VERSION } from '../../src/package.js';
import { useDaemon } from '../support/daemon.js';
import { anEvent } from '../support/events.js';
import { FeedClient } from '../support/feed-client.js';
import { callJson } from '../support/http.js';
import { assertBalanced, assertRefused } from '../support/shared-daemon.js';

const TOKEN = 'a-token-of-this-test';

describe('what the daemon tells of itself', () => {
  const fixture = useDaemon();

  it('GET /api/health answers ok, the time and the uptime, and nothing else', async () => {
    const { url } = await fixture.start();
    const { status, body } = await callJson<Health>(`${url}/api/health`);
    assert.equal(status, 200);
    assert.deepEqual(body, { status: 'ok', timestamp: body.timestamp, uptime: body.uptime });
    assert.ok(Math.abs(Date.parse(body.timestamp) - Date.now()) < 60_000);
    assert.ok(body.uptime >= 0 && body.uptime < 60);
  });

  it('GET /api/status tells the database, what it holds, retention and feed clients', async () => {
    const daemon = await fixture.start({ retentionDays: 7, maxDbSizeMb: 100 });
    const { url } = daemon;
    const client = await FeedClient.open(`${url.replace('http', 'ws')}/ws`);
    await callJson(`${url}/api/events/batch`, { body: [anEvent(), anEvent()] });
    await callJson(`${url}/api/logs`, { body: { level: 'log', message: 'm' } });
    const { status, body } = await callJson<DaemonStatus>(`${url}/api/status`);
    assert.equal(status, 200);
    const { path = '', bytes, walBytes = -1 } = body.database;
    assert.ok(existsSync(path) && bytes > 0 && walBytes >= 0);
    assert.deepEqual(body, {
      name: 'errord',
      version: VERSION,
      pid: process.pid,
      startedAt: body.startedAt,
      uptime: body.uptime,
      database: { path: fixture.dbPath(), bytes, walBytes, errors: 1, events: 2, requests: 0, logs: 1, projects: 1 },
      retention: { retentionDays: 7, maxDbSizeMb: 100 },
      feedClients: 1,
    });
    await client.close();
  });

  it('GET /api/outcomes counts every item once, per project and in all', async () => {
    const { url } = await fixture.start();
    const event = anEvent({ projectId: 'a' });
    await callJson(`${url}/api/events/batch`, { body: [event, event, { ...event, source: 'tv' }] });
    await callJson(`${url}/api/events`, { body: '{' });
    await callJson(`${url}/api/logs`, { body: { level: 'log', message: 'm', projectId: 'b' } });
    await callJson(`${url}/api/events/request`, { body: {}, headers: { 'x-service-project-id': 'b' } });
    const { status, body } = await callJson<Outcomes>(`${url}/api/outcomes`);
    assert.equal(status, 200);
    assertBalanced(body);
    assert.deepEqual(body.total, {
      received: 6,
      inFlight: 0,
      stored: 2,
      duplicate: 1,
      rejected: { validation_failed: 2, invalid_json: 1 },
      dropped: {},
    });
    const ofProject = (await callJson<Outcomes>(`${url}/api/outcomes?projectId=a`)).body;
    assert.deepEqual(
      [ofProject.total.received, ofProject.total.stored, ofProject.total.duplicate, ofProject.total.rejected],
      [3, 1, 1, { validation_failed: 1 }],
    );
  });

  it('GET /api/openapi.json describes every route', async () => {
    const { url } = await fixture.start();
    const { status, body } = await callJson<{ openapi: string; paths: Record<string, object> }>(
      `${url}/api/openapi.json`,
    );
    assert.equal(status, 200);
    assert.match(body.openapi, /^3\.1\./);
    for (const { path, method } of ROUTES) assert.ok(method.toLowerCase() in (body.paths[path] ?? {}), path);
  });

  it('with a token, every route but health wants it, and nobody else learns or changes anything', async () => {
    const { url } = await fixture.start({ authToken: TOKEN });
    const headers = { authorization: `Bearer ${TOKEN}` };
    await callJson(`${url}/api/events`, { body: anEvent(), headers });
    assert.equal((await callJson(`${url}/api/health`)).status, 200);
    let wrongCount = 0;
    for (const { method, path, action } of ROUTES.filter(
      ({ action, isOpen }) => action.kind !== 'feed' && isOpen !== true,
    )) {
      const options = method === 'GET' ? {} : { body: anEvent() };
      const address = url + path.replace('{id}', '1');
      const isOurForm = action.kind !== 'ingest' || action.form.dialect === 'errord';
      const refuse = async (headers: Record<string, string>, status: number, code: ErrorCode): Promise<void> => {
        const answer = await callJson(address, { method, ...options, headers });
        if (isOurForm) assertRefused(answer, status, code);
        // Other protocols have their own words, and one of them another status.
        else assert.ok([status, 403].includes(answer.status), `${path} answered ${answer.status}`);
      };
      await refuse({}, 401, 'unauthorized');
      const wrong = { authorization: 'Bearer wrong-token-of-test' };
      wrongCount += 1;
      const [status, code] =
        wrongCount <= WRONG_KEYS_MAX ? ([401, 'unauthorized'] as const) : ([429, 'too_many_attempts'] as const);
      await refuse(wrong, status, code);
    }
    const { database } = (await callJson<DaemonStatus>(`${url}/api/status?token=${TOKEN}`)).body;
    assert.deepEqual([database.events, database.errors], [1, 1]);
  });

  it('without a dashboard, the API and the feed remain', async () => {
    const { url } = await fixture.start({ dashboardEnabled: false });
    assertRefused(await callJson(`${url}/`), 404, 'not_found');
    assert.equal((await callJson(`${url}/api/errors`)).status, 200);
    const client = await FeedClient.open(`${url.replace('http', 'ws')}/ws`);
    await client.close();
  });

  it('with a dashboard, it is served at / as a page that may run no foreign script', async () => {
    const { url } = await fixture.start();
    const page = await fetch(`${url}/`);
    assert.equal(page.status, 200);
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
    assert.match(page.headers.get('content-security-policy') ?? '', /script-src 'self'/);
    await page.text();
  });

  it('answers 405 with Allow, 204 to OPTIONS, and HEAD like GET without a body, on every route', async () => {
    const { url } = await fixture.start();
    for (const { path } of ROUTES) {
      const address = url + path.replace(/\{\w+\}/, '1');
      const put = await callJson<{ code?: string; detail?: string }>(address, { method: 'PUT', body: '{}' });
      assert.equal(put.status, 405);
      // SDKs of Sentry are told in their own form.
      assert.ok(put.body.code === 'method_not_allowed' || put.body.detail !== undefined, path);
      const allow = put.headers.get('allow') ?? '';
      const options = await fetch(address, { method: 'OPTIONS' });
      assert.deepEqual([options.status, options.headers.get('allow')], [204, allow]);
      if (!allow.includes('GET')) continue;
      const [get, head] = [await fetch(address), await fetch(address, { method: 'HEAD' })];
      assert.equal(head.status, get.status);
      assert.equal(await head.text(), '');
      await get.text();
    }
  });
});
