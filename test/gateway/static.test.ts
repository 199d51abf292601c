import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { readStaticFiles } from '../../src/gateway/static.js';
import { PAGE_DEPTH_MAX, STATIC_FILES_MAX } from '../../src/limits.js';
import { DASHBOARD_DIR, useGateways } from '../support/gateway.js';
import { exchangeRaw } from '../support/raw.js';

const PAGE = `<!doctype html><title>page</title>${'<p>text</p>'.repeat(200)}`;

describe('the dashboard’s page', () => {
  const openTestGateway = useGateways();

  it('works under its own policy: nothing inline, every file there', async () => {
    const gateway = await openTestGateway({ dashboardDir: DASHBOARD_DIR });
    for (const place of ['/', '/errors', '/errors/a', '/errors/', '/a/b/c']) {
      const page = await (await gateway.fetch(place, { headers: { accept: 'text/html' } })).text();
      assert.doesNotMatch(page, /<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/);
      const addresses = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '');
      assert.ok(addresses.length >= 2);
      for (const address of addresses) {
        assert.match(address, /^\.\.?\//, 'relative, because a proxy may serve the page below any path');
        const { pathname } = new URL(address, `http://daemon${place}`);
        const response = await gateway.fetch(pathname, { headers: { 'accept-encoding': 'br' } });
        assert.equal(response.status, 200, `${address} on ${place}`);
        if (/\.(js|css)$/.test(address)) assert.equal(response.headers.get('content-encoding'), 'br', address);
      }
    }
  });

  it('is there at addresses of 16 folders, and not of one more', async () => {
    const gateway = await openTestGateway({ dashboardDir: DASHBOARD_DIR });
    const toStatus = async (folders: number) => {
      const place = `${'/a'.repeat(folders)}/page`;
      return (await gateway.fetch(place, { headers: { accept: 'text/html' } })).status;
    };
    assert.equal(PAGE_DEPTH_MAX, 16);
    assert.equal(await toStatus(PAGE_DEPTH_MAX), 200);
    assert.equal(await toStatus(PAGE_DEPTH_MAX + 1), 404);
    assert.equal(await toStatus(PAGE_DEPTH_MAX + 100), 404);
  });

  it('has another tag in each folder, because what it loads is named from there', async () => {
    const gateway = await openTestGateway({ dashboardDir: DASHBOARD_DIR });
    const read = async (place: string) => {
      const response = await gateway.fetch(place, { headers: { accept: 'text/html', 'accept-encoding': 'identity' } });
      return { tag: response.headers.get('etag') ?? '', html: await response.text() };
    };
    const [top, below] = [await read('/errors'), await read('/errors/a')];
    assert.deepEqual(top, await read('/'));
    assert.notEqual(top.tag, below.tag);
    assert.notEqual(top.html, below.html);
  });
});

const packages = new URL('../../packages/', import.meta.url);

describe('gateway static files', () => {
  const openTestGateway = useGateways();
  let dir: string;

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'errord-static-'));
    await mkdir(join(dir, 'assets'));
    await writeFile(join(dir, 'index.html'), PAGE);
    await writeFile(join(dir, 'index.html.br'), brotliCompressSync(PAGE));
    await writeFile(join(dir, 'index.html.gz'), gzipSync(PAGE));
    await writeFile(join(dir, 'assets', 'app-1a2b.js'), `export const a = 1;${' '.repeat(2000)}`);
    await writeFile(join(dir, 'icon.png'), Buffer.alloc(2000));
    await writeFile(join(dir, '.secret'), 'hidden');
  });

  afterEach(async () => {
    await rm(dir, { recursive: true });
  });

  const clients = new URL('../../clients/', import.meta.url);
  const read = (dashboard: string) => readStaticFiles({ dashboard, clients, packages });
  const open = () => openTestGateway({ dashboardDir: dir });

  it('serves the page at / with its type, to be revalidated', async () => {
    const gateway = await open();
    const response = await gateway.fetch('/');
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8');
    assert.equal(response.headers.get('cache-control'), 'no-cache');
    assert.equal(await response.text(), PAGE);
  });

  it('lets hashed assets be kept for ever', async () => {
    const gateway = await open();
    const response = await gateway.fetch('/assets/app-1a2b.js');
    assert.equal(response.headers.get('content-type'), 'text/javascript; charset=utf-8');
    assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable');
  });

  it('forbids inline scripts and foreign frames', async () => {
    const gateway = await open();
    const response = await gateway.fetch('/');
    const policy = response.headers.get('content-security-policy') ?? '';
    assert.match(policy, /script-src 'self';/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.doesNotMatch(policy, /unsafe/);
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
    assert.equal(response.headers.get('referrer-policy'), 'no-referrer');
    assert.equal(response.headers.get('cross-origin-opener-policy'), 'same-origin');
  });

  it('chooses the packed form the client takes, each with its own tag', async () => {
    const gateway = await open();
    const tags = new Set<string | null>();
    for (const [accepted, expected] of [
      ['gzip, br', 'br'],
      ['gzip, br;q=0', 'gzip'],
      ['identity', undefined],
      ['', undefined],
    ] as const) {
      const call = request(`${gateway.url}/`, { headers: { 'accept-encoding': accepted } }).end();
      const [response] = (await once(call, 'response')) as [IncomingMessage];
      response.resume();
      assert.equal(response.headers['content-encoding'], expected, accepted);
      assert.equal(response.headers.vary, 'Accept-Encoding');
      tags.add(response.headers.etag ?? null);
    }
    assert.equal(tags.size, 3);
  });

  it('serves a file without packed forms as it is, and packed forms under no name of their own', async () => {
    const gateway = await open();
    assert.equal((await gateway.fetch('/index.html.br')).status, 404);
    assert.equal(await (await gateway.fetch('/')).text(), PAGE);
    const response = await gateway.fetch('/icon.png');
    assert.equal(response.headers.get('content-type'), 'image/png');
    assert.equal(response.headers.get('content-encoding'), null);
  });

  it('answers 304 without a body to a tag that still holds', async () => {
    const gateway = await open();
    const first = await gateway.fetch('/');
    const etag = first.headers.get('etag') ?? '';
    const second = await gateway.fetch('/', { headers: { 'if-none-match': `"other", W/${etag}` } });
    assert.equal(second.status, 304);
    assert.equal(second.headers.get('etag'), etag);
    assert.equal(await second.text(), '');
    assert.equal((await gateway.fetch('/', { headers: { 'if-none-match': '"other"' } })).status, 200);
  });

  it('gives a browser that navigates the page, and other callers a 404', async () => {
    const gateway = await open();
    const page = await gateway.fetch('/errors/some-id', { headers: { accept: 'text/html,*/*' } });
    assert.equal(page.status, 200);
    assert.equal(await page.text(), PAGE);
    assert.equal((await gateway.fetch('/missing.js', { headers: { accept: '*/*' } })).status, 404);
    assert.equal((await gateway.fetch('/api/missing', { headers: { accept: 'text/html' } })).status, 404);
    assert.equal((await gateway.fetch('/ws/missing', { headers: { accept: 'text/html' } })).status, 404);
  });

  it('never leaves the folder, however the path is written', async () => {
    const gateway = await open();
    for (const path of [
      '/../package.json',
      '/%2e%2e/package.json',
      '/..%2fpackage.json',
      '/assets/..%5c..%5cx',
      '/.secret',
      '//etc/passwd',
      '/%00',
      '/%E0%A4%A',
    ]) {
      const answer = await exchangeRaw(
        gateway.gateway.port,
        `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      );
      assert.match(answer, /^HTTP\/1\.1 404 /, path);
    }
  });

  it('answers HEAD with headers only, OPTIONS with 204 and other methods with 405', async () => {
    const gateway = await open();
    const head = await exchangeRaw(
      gateway.gateway.port,
      'HEAD / HTTP/1.1\r\nHost: x\r\n\r\nGET /api/health HTTP/1.1\r\nHost: x\r\n\r\n',
      /"uptime"/,
    );
    const [headers = '', next = ''] = head.split('\r\n\r\n');
    assert.match(headers, new RegExp(`^HTTP/1\\.1 200 OK\\r\\n[^]*Content-Length: ${PAGE.length}\\r\\n`));
    assert.match(next, /^HTTP\/1\.1 200 OK/);
    const options = await gateway.fetch('/', { method: 'OPTIONS' });
    assert.equal(options.status, 204);
    assert.equal(options.headers.get('allow'), 'GET, HEAD, OPTIONS');
    const post = await gateway.fetch('/', { method: 'POST' });
    assert.equal(post.status, 405);
    assert.equal(post.headers.get('allow'), 'GET, HEAD, OPTIONS');
  });

  it('needs no token for files', async () => {
    const gateway = await openTestGateway({ dashboardDir: dir, authToken: 'secret' });
    assert.equal((await gateway.fetch('/')).status, 200);
  });

  it('serves nothing when the dashboard is off', async () => {
    const gateway = await openTestGateway();
    const response = await gateway.fetch('/', { headers: { accept: 'text/html' } });
    assert.equal(response.status, 404);
    assert.equal(((await response.json()) as { code: string }).code, 'not_found');
  });

  it('refuses a folder without a page, in words', async () => {
    await rm(join(dir, 'index.html'));
    await assert.rejects(read(dir), { code: 'config_invalid', message: /no index\.html/ });
    await assert.rejects(read(join(dir, 'missing')), { code: 'config_invalid', message: /cannot be read/ });
  });

  it('takes as many files as the limit and not one more', async () => {
    const present = 5;
    for (let count = present; count < STATIC_FILES_MAX; count += 1) await writeFile(join(dir, `${count}.txt`), '');
    await read(dir);
    await writeFile(join(dir, 'one-more.txt'), '');
    await assert.rejects(read(dir), { code: 'config_invalid', message: /more than 1000 files/ });
  });
});

describe('the client script', () => {
  const openTestGateway = useGateways();

  it('is there without a token, also when the dashboard is off', async () => {
    const gateway = await openTestGateway({ authToken: 'secret' });
    const response = await gateway.fetch('/errord.js');
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'text/javascript; charset=utf-8');
    assert.ok((await response.text()).startsWith('"use strict";var errord='));
    assert.equal((await gateway.fetch('/core/client.js')).status, 404);
  });

  it('may be loaded by pages of other origins, with and without crossorigin', async () => {
    const gateway = await openTestGateway();
    const { headers } = await gateway.fetch('/errord.js', { headers: { origin: 'https://app.example' } });
    assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin');
    assert.equal(headers.get('access-control-allow-origin'), '*');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('content-security-policy'), null);
  });

  it('comes packed, and is asked for again only when it has changed', async () => {
    const gateway = await openTestGateway();
    for (const encoding of ['br', 'gzip']) {
      const packed = await gateway.fetch('/errord.js', { headers: { 'accept-encoding': encoding } });
      assert.equal(packed.headers.get('content-encoding'), encoding);
      assert.equal(packed.headers.get('cache-control'), 'no-cache');
      const headers = { 'accept-encoding': encoding, 'if-none-match': packed.headers.get('etag') ?? '' };
      assert.equal((await gateway.fetch('/errord.js', { headers })).status, 304);
    }
  });

  it('is missed at the start when it was not built', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'errord-static-'));
    await assert.rejects(readStaticFiles({ dashboard: null, clients: dir, packages }), {
      code: 'config_invalid',
      message: /no errord\.js; build it$/,
    });
    await rm(dir, { recursive: true });
  });
});

describe('the client packages', () => {
  const openTestGateway = useGateways();

  it('are there as npm packs them, without a token, by pages of other origins too', async () => {
    const gateway = await openTestGateway({ authToken: 'secret' });
    for (const client of ['node', 'browser']) {
      const response = await gateway.fetch(`/clients/${client}.tgz`);
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('content-type'), 'application/gzip');
      assert.equal(response.headers.get('cross-origin-resource-policy'), 'cross-origin');
      const archive = gunzipSync(Buffer.from(await response.arrayBuffer())).toString('latin1');
      assert.ok(archive.includes(`"name": "@errord/${client}"`));
      assert.ok(archive.includes('package/dist/index.js'));
      assert.ok(archive.includes('package/LICENSE') && archive.includes('MIT License'));
    }
    assert.equal((await gateway.fetch('/clients/')).status, 404);
    assert.equal((await gateway.fetch('/node.tgz')).status, 404);
  });

  it('come as they are, whatever encoding is asked for, and again only when they have changed', async () => {
    const gateway = await openTestGateway();
    const first = await gateway.fetch('/clients/node.tgz', { headers: { 'accept-encoding': 'br, gzip' } });
    assert.equal(first.headers.get('content-encoding'), null);
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    assert.equal((await gateway.fetch('/clients/node.tgz', { headers })).status, 304);
  });

  it('are missed at the start when they were not built', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'errord-static-'));
    const clients = new URL('../../clients/', import.meta.url);
    await assert.rejects(readStaticFiles({ dashboard: null, clients, packages: dir }), {
      code: 'config_invalid',
      message: /no node\.tgz; build it$/,
    });
    await rm(dir, { recursive: true });
  });
});
