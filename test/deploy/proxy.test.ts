import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import WebSocket from 'ws';
import type { AuditList } from '../../schemas/audit.js';
import type { ErrorGroupList } from '../../schemas/error-group.js';
import { useDaemon } from '../support/daemon.js';
import { anEvent } from '../support/events.js';
import { takeFreePort } from '../support/free-port.js';
import { envelopeOf, itemOf } from '../support/sentry.js';
import { hasCommand } from '../support/system-command.js';
import { useTempDir } from '../support/temp-dir.js';
import { OWN_HOST, SHARED_HOST, startCaddy, startNginx } from './start-proxy.js';

const BODY_BYTES = 2 * 1024 * 1024;
/** On this machine, and none of those that errord takes for a proxy. */
const CALLER = '127.0.0.2';
const TRUSTED = ['127.0.0.1', '::1'];
const HOSTS = [
  { host: OWN_HOST, prefix: '' },
  { host: SHARED_HOST, prefix: '/errord' },
] as const;

/** Of Debian's packages nginx-light and caddy; where one is missing there is nothing to start. */
const PROXIES = [
  { file: 'deploy/nginx.conf', program: 'nginx', start: startNginx, basePath: '/errord', toUpstream: toNginxSocket },
  { file: 'deploy/Caddyfile', program: 'caddy', start: startCaddy, basePath: '', toUpstream: toCaddySocket },
] as const;

for (const { file, program, start, basePath, toUpstream } of PROXIES) {
  describe(file, () => {
    const daemons = useDaemon();
    const dir = useTempDir();
    let proxy: ChildProcess | undefined;
    before(function () {
      if (!hasCommand(program, 'version') || !hasCommand('openssl', 'version')) this.skip();
    });
    afterEach(async () => {
      if (proxy === undefined) return;
      const exited = once(proxy, 'exit');
      proxy.kill('SIGTERM');
      await exited;
      proxy = undefined;
    });
    const options = { corsOrigin: false, trustProxy: TRUSTED, allowedHosts: HOSTS.map(({ host }) => host), basePath };

    it('passes page, records, feed and addresses on over TLS, at the root of a host and below a path', async function () {
      this.timeout(60_000);
      const daemon = await daemons.start(options);
      const port = await takeFreePort();
      proxy = await start({ dir: dir(), port, daemon: `127.0.0.1:${daemon.port}` });
      for (const { host, prefix } of HOSTS) {
        const site = toSite(host, port);
        await assertPageLoads(site, prefix);
        await assertFeedFollows(site, prefix);
        await assertLargeAndForeignBodies(site, prefix);
        await assertDsnWorks(site, prefix);
        await assertCallerIsKnown(site, prefix);
      }
      const bare = await toSite(SHARED_HOST, port).ask('GET', '/errord');
      assert.ok(bare.status >= 301 && bare.status <= 308, `status ${bare.status}`);
      assert.equal(new URL(bare.headers.location ?? '', `https://${SHARED_HOST}:${port}`).pathname, '/errord/');
      // What is not below the path is the neighbours'.
      const beside = await toSite(SHARED_HOST, port).ask('GET', '/api/errors');
      assert.doesNotMatch(beside.text, /"errors"/);
    });

    it('reaches a daemon on a unix socket', async function () {
      this.timeout(60_000);
      const socket = join(dir(), 'errord.sock');
      await daemons.start({ ...options, host: `unix:${socket}` });
      const port = await takeFreePort();
      proxy = await start({ dir: dir(), port, daemon: toUpstream(socket) });
      const site = toSite(SHARED_HOST, port);
      await assertFeedFollows(site, '/errord');
      await assertCallerIsKnown(site, '/errord');
    });
  });
}

function toNginxSocket(path: string): string {
  return `unix:${path}`;
}

function toCaddySocket(path: string): string {
  return `unix/${path}`;
}

interface Site {
  readonly origin: string;
  readonly socket: (path: string) => WebSocket;
  readonly ask: (method: string, path: string, sent?: Sent) => Promise<Given>;
}

interface Sent {
  readonly body?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Given {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** A host as a client elsewhere sees it, whose name service knows it. */
function toSite(host: string, port: number): Site {
  const place = { host: '127.0.0.1', port, servername: host, localAddress: CALLER, rejectUnauthorized: false };
  const named = { host: `${host}:${port}` };
  const origin = `https://${host}:${port}`;
  return {
    origin,
    socket: (path) => new WebSocket(`wss://127.0.0.1:${port}${path}`, { ...place, origin, headers: named }),
    async ask(method, path, { body = '', headers = {} } = {}) {
      const length = method === 'GET' ? {} : { 'content-length': Buffer.byteLength(body) };
      const call = request({ ...place, method, path, agent: false, headers: { ...named, ...length, ...headers } });
      call.end(body);
      const [answer] = (await once(call, 'response')) as [IncomingMessage];
      return { status: answer.statusCode ?? 0, headers: answer.headers, text: await text(answer) };
    },
  };
}

async function assertPageLoads({ origin, ask }: Site, prefix: string): Promise<void> {
  for (const place of [`${prefix}/`, `${prefix}/errors/a`]) {
    const page = await ask('GET', place, { headers: { accept: 'text/html' } });
    assert.equal(page.status, 200);
    const [, script] = /<script type="module"[^>]* src="([^"]+)"/.exec(page.text) ?? [];
    const { pathname } = new URL(script ?? '', origin + place);
    assert.ok(pathname.startsWith(`${prefix}/assets/`), pathname);
    const asset = await ask('GET', pathname);
    assert.deepEqual([asset.status, asset.headers['content-type']], [200, 'text/javascript; charset=utf-8']);
  }
  assert.equal((await ask('GET', `${prefix}/api/health`)).status, 200);
}

async function assertFeedFollows({ origin, socket, ask }: Site, prefix: string): Promise<void> {
  const client = socket(`${prefix}/ws`);
  await once(client, 'open');
  const message = once(client, 'message');
  const event = JSON.stringify(anEvent({ message: `behind ${origin}` }));
  assert.equal((await ask('POST', `${prefix}/api/events`, { body: event, headers: { origin } })).status, 201);
  const [json] = (await message) as [Buffer];
  assert.ok(json.toString().includes(`behind ${origin}`), json.toString());
  client.terminate();
}

async function assertLargeAndForeignBodies({ origin, ask }: Site, prefix: string): Promise<void> {
  const body = JSON.stringify(anEvent({ extra: { text: 'x'.repeat(BODY_BYTES) } }));
  const post = async (from: string) => ask('POST', `${prefix}/api/events`, { body, headers: { origin: from } });
  assert.equal((await post(origin)).status, 201);
  assert.equal((await post('https://elsewhere.test')).status, 403);
}

/** The DSN is `https://KEY@HOST/PREFIX/1`. */
async function assertDsnWorks({ ask }: Site, prefix: string): Promise<void> {
  const projectId = `sdk_${prefix.length}`;
  const exception = { values: [{ type: 'Error', value: 'by a DSN' }] };
  const body = envelopeOf({}, itemOf({ type: 'event' }, { exception, platform: 'node' }));
  const sent = await ask('POST', `${prefix}/api/1/envelope/?sentry_key=${projectId}&sentry_version=7`, { body });
  assert.equal(sent.status, 200, sent.text);
  const list = await ask('GET', `${prefix}/api/errors?projectId=${projectId}`);
  assert.equal((JSON.parse(list.text) as ErrorGroupList).errors[0]?.message, 'by a DSN');
}

/** Whatever it says itself of where it calls from. */
async function assertCallerIsKnown({ origin, ask }: Site, prefix: string): Promise<void> {
  const headers = { origin, 'x-forwarded-for': '203.0.113.9' };
  const project = `gone-${prefix.length}`;
  const body = JSON.stringify({ projectId: project });
  assert.equal((await ask('POST', `${prefix}/api/logs/clear`, { body, headers })).status, 200);
  const [entry] = (JSON.parse((await ask('GET', `${prefix}/api/audit`)).text) as AuditList).entries;
  assert.deepEqual([entry?.project, entry?.address], [project, CALLER]);
}
