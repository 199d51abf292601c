import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import WebSocket from 'ws';
import { PACKAGE_ROOT } from '../../src/package.js';
import { useDaemon } from '../support/daemon.js';
import { anEvent } from '../support/events.js';
import { takeFreePort } from '../support/free-port.js';
import { hasCommand } from '../support/system-command.js';
import { useTempDir } from '../support/temp-dir.js';

const BODY_BYTES = 2 * 1024 * 1024;

describe('deploy/nginx.conf', () => {
  const daemons = useDaemon();
  const dir = useTempDir();
  let nginx: ChildProcess | undefined;
  afterEach(async () => {
    if (nginx === undefined) return;
    const exited = once(nginx, 'exit');
    nginx.kill('SIGTERM');
    await exited;
    nginx = undefined;
  });

  it('passes records, large bodies, the origin of a page and the feed on over TLS', async function () {
    this.timeout(30_000);
    // Of Debian's package nginx-light; without it there is nothing to start.
    if (!hasCommand('nginx', '-v') || !hasCommand('openssl', 'version')) this.skip();
    const daemon = await daemons.start({ corsOrigin: false });
    const port = await takeFreePort();
    nginx = await startNginx(dir(), { port, daemonPort: daemon.port });
    const origin = `https://127.0.0.1:${port}`;

    const client = new WebSocket(`wss://127.0.0.1:${port}/ws`, { rejectUnauthorized: false, origin });
    await once(client, 'open');
    const message = once(client, 'message');
    assert.equal(await post(port, JSON.stringify(anEvent({ message: 'behind a proxy' })), { origin }), 201);
    const [json] = (await message) as [Buffer];
    assert.match(json.toString(), /behind a proxy/);
    client.terminate();

    const large = JSON.stringify(anEvent({ extra: { text: 'x'.repeat(BODY_BYTES) } }));
    assert.equal(await post(port, large, { origin }), 201);
    assert.equal(await post(port, '{}', { origin: 'https://elsewhere.test' }), 403);
  });
});

/** The configuration as it is shipped, but for the addresses and the certificate. */
async function startNginx(
  dir: string,
  { port, daemonPort }: { port: number; daemonPort: number },
): Promise<ChildProcess> {
  const [key, certificate, config] = ['key.pem', 'fullchain.pem', 'nginx.conf'].map((name) => join(dir, name)) as [
    string,
    string,
    string,
  ];
  const subject = ['-subj', '/CN=localhost', '-days', '2', '-nodes', '-newkey', 'rsa:2048'];
  const made = spawnSync('openssl', ['req', '-x509', ...subject, '-keyout', key, '-out', certificate]);
  assert.equal(made.status, 0, String(made.stderr));
  const shipped = readFileSync(new URL('deploy/nginx.conf', PACKAGE_ROOT), 'utf8');
  const site = shipped
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace(/\/etc\/ssl\/errors\.example\.com/g, dir)
    .replace(/127\.0\.0\.1:3800/g, `127.0.0.1:${daemonPort}`);
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${dir}/${name};`);
  writeFileSync(
    config,
    `pid ${dir}/nginx.pid; daemon off; master_process off; error_log stderr notice;
     events {} http { access_log off; ${temp.join(' ')} ${site} }`,
  );
  const child = spawn('nginx', ['-p', dir, '-c', config, '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const said: string[] = [];
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`nginx ended with ${String(code)}: ${said.join('')}`)));
    child.stderr.on('data', (chunk) => {
      said.push(String(chunk));
      // Its sockets are open by then.
      if (/start worker process|using the "\w+" event method/.test(said.join(''))) resolve();
    });
  });
  return child;
}

function post(port: number, body: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const options = { port, host: '127.0.0.1', path: '/api/events', method: 'POST', rejectUnauthorized: false };
    const call = request({ ...options, headers: { ...headers, 'content-length': Buffer.byteLength(body) } });
    call.on('response', (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    });
    call.on('error', reject);
    call.end(body);
  });
}
