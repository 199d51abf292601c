// Web pages against the daemon of somebody who has one open: requests that change, and names that rebind.

import assert from 'node:assert/strict';
import type { DaemonStatus } from '../../schemas/stats.js';
import type { ServerOptions } from '../../src/config.js';
import { useDaemon } from '../support/daemon.js';
import { anEvent } from '../support/events.js';
import { FeedClient, refuseFeed } from '../support/feed-client.js';
import { callJson } from '../support/http.js';
import { exchangeRaw } from '../support/raw.js';

const EVIL = 'https://evil.example';
const IGNORE = '{"status":"ignored"}';

describe('a foreign page', () => {
  const fixture = useDaemon();

  /** Sends what a page sends; `fetch` of Node may not set these headers. */
  async function ask(
    port: number,
    line: string,
    { body = '', ...headers }: Readonly<Record<string, string>>,
  ): Promise<{ status: number; code: string | undefined; text: string }> {
    const all = {
      Host: `localhost:${port}`,
      Connection: 'close',
      'Content-Length': `${Buffer.byteLength(body)}`,
      ...headers,
    };
    const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    const text = await exchangeRaw(port, `${line} HTTP/1.1\r\n${head.join('')}\r\n${body}`, /$^/);
    const [, status = ''] = /^HTTP\/1\.1 (\d{3})/.exec(text) ?? [];
    return { status: Number(status), code: /"code":"([a-z_]+)"/.exec(text)?.[1], text };
  }

  /** A daemon that holds one event, and the id of its group. */
  async function startFilled(options: ServerOptions = {}): Promise<{ port: number; url: string; groupId: string }> {
    const { url, port } = await fixture.start(options);
    const headers = options.authToken === undefined ? {} : { authorization: `Bearer ${options.authToken}` };
    await callJson(`${url}/api/events`, { body: anEvent(), headers });
    const { body } = await callJson<{ errors: { id: string }[] }>(`${url}/api/errors`, { headers });
    return { url, port, groupId: body.errors[0]?.id ?? '' };
  }

  const changes = (groupId: string): [line: string, body: string][] => [
    ['POST /api/clear', ''],
    ['POST /api/logs/clear', '{}'],
    [`PATCH /api/errors/${groupId}`, '{"status":"ignored"}'],
    ['PATCH /api/errors', `{"ids":["${groupId}"],"status":"ignored"}`],
  ];

  it('cannot change or delete anything by default, whatever its browser tells of it', async () => {
    const { port, url, groupId } = await startFilled();
    for (const [line, body] of changes(groupId)) {
      for (const headers of [{ Origin: EVIL }, { Origin: 'null' }, { 'Sec-Fetch-Site': 'cross-site' }] as const) {
        const { status, code } = await ask(port, line, { 'Content-Type': 'text/plain', ...headers, body });
        assert.deepEqual([line, status, code], [line, 403, 'origin_forbidden']);
      }
    }
    const { body } = await callJson<{ errors: { status: string }[] }>(`${url}/api/errors`);
    assert.equal(body.errors[0]?.status, 'unresolved');
  });

  it('may report events, and read while corsOrigin is the default', async () => {
    const { port } = await startFilled();
    const sent = await ask(port, 'POST /api/events', { Origin: EVIL, body: JSON.stringify(anEvent()) });
    assert.equal(sent.status, 201);
    const read = await ask(port, 'GET /api/errors', { Origin: EVIL });
    assert.equal(read.status, 200);
    assert.match(read.text, /access-control-allow-origin: \*/i);
  });

  it('may change when it is on this machine, listed by name, or corsOrigin was set to true', async () => {
    for (const [options, origin] of [
      [{}, 'http://localhost:5173'],
      [{}, 'http://127.0.0.1:8080'],
      [{ corsOrigin: [EVIL] }, EVIL],
      [{ corsOrigin: true }, EVIL],
    ] as [ServerOptions, string][]) {
      const { port, groupId } = await startFilled({ ...options, dbPath: `${fixture.dbPath()}-${Math.random()}` });
      const { status } = await ask(port, `PATCH /api/errors/${groupId}`, { Origin: origin, body: IGNORE });
      assert.equal(status, 200, JSON.stringify(options));
    }
  });

  it('may change with a key', async () => {
    const { port, groupId } = await startFilled({ authToken: 'a-key-of-the-page' });
    const line = `PATCH /api/errors/${groupId}`;
    const headers = { Origin: EVIL, Authorization: 'Bearer a-key-of-the-page' };
    assert.equal((await ask(port, line, { ...headers, body: IGNORE })).status, 200);
    assert.equal((await ask(port, line, { Origin: EVIL, body: IGNORE })).status, 403);
  });

  it('cannot read, follow or change by a domain of its own that it made to point here', async () => {
    for (const options of [{}, { corsOrigin: false }] as ServerOptions[]) {
      const { port, url, groupId } = await startFilled({ ...options, dbPath: `${fixture.dbPath()}-${Math.random()}` });
      const headers = { Host: `rebound.evil.example:${port}`, Origin: `http://rebound.evil.example:${port}` };
      const lines = [
        'GET /api/errors',
        'GET /api/status',
        'GET /',
        'GET /api/health',
        'GET /nowhere',
        'POST /api/clear',
      ];
      for (const line of [...lines, `GET /api/errors/${groupId}`]) {
        const { status, code, text } = await ask(port, line, headers);
        assert.deepEqual([line, status, code], [line, 403, 'host_forbidden']);
        assert.match(text, /allowedHosts/);
      }
      const feed = await refuseFeed(`${url.replace('http', 'ws')}/ws`, { headers });
      assert.deepEqual([feed.status, feed.code], [403, 'host_forbidden']);
    }
  });

  it('still reports events by such a name', async () => {
    const { port } = await startFilled();
    const body = JSON.stringify(anEvent());
    assert.equal((await ask(port, 'POST /api/events', { Host: 'errors.corp.example', body })).status, 201);
  });

  it('reads by a name that the configuration allows', async () => {
    const { port } = await startFilled({ allowedHosts: ['errors.corp.example'] });
    assert.equal((await ask(port, 'GET /api/errors', { Host: 'errors.corp.example' })).status, 200);
    assert.equal((await ask(port, 'GET /api/errors', { Host: 'other.corp.example' })).status, 403);
  });

  it('learns no path of this machine, and neither does anybody behind a proxy', async () => {
    const { port, url } = await startFilled();
    const here = await callJson<DaemonStatus>(`${url}/api/status`);
    assert.equal(here.body.database.path, fixture.dbPath());
    const proxied = await ask(port, 'GET /api/status', { 'X-Forwarded-For': '203.0.113.9' });
    assert.equal(proxied.status, 200);
    assert.doesNotMatch(proxied.text, /"path"/);
  });

  describe('against a private daemon', () => {
    it('neither reads nor follows nor changes, even on this machine', async () => {
      const { port, url, groupId } = await startFilled({ private: true });
      for (const Origin of [EVIL, 'http://localhost:5173']) {
        const read = await ask(port, 'GET /api/errors', { Origin });
        assert.doesNotMatch(read.text, /access-control-allow-origin/i);
        const feed = await refuseFeed(`${url.replace('http', 'ws')}/ws`, { origin: Origin });
        assert.deepEqual([feed.status, feed.code], [403, 'origin_forbidden']);
        const { status } = await ask(port, `PATCH /api/errors/${groupId}`, { Origin, body: IGNORE });
        assert.equal(status, 403);
      }
      await (await FeedClient.open(`${url.replace('http', 'ws')}/ws`, { origin: url })).close();
    });

    it('reports events, and may read what becomes of them', async () => {
      const { port } = await startFilled({ private: true });
      const asked = await ask(port, 'OPTIONS /api/events/batch', {
        Origin: EVIL,
        'Access-Control-Request-Method': 'POST',
      });
      assert.match(asked.text, /access-control-allow-origin: \*/i);
      const sent = await ask(port, 'POST /api/events/batch', { Origin: EVIL, body: JSON.stringify([anEvent()]) });
      assert.equal(sent.status, 201);
      assert.match(sent.text, /access-control-allow-origin: \*/i);
    });
  });
});
