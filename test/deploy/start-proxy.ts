// The configurations of `deploy/` as they are shipped, but for addresses and certificates, in real proxies on this machine.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/package.js';

/** Hosts of the configurations: errord at the root of one, and below `/errord` of the other. */
export const OWN_HOST = 'errors.example.com';
export const SHARED_HOST = 'tools.example.com';

export interface ProxyPlace {
  /** A folder of the test's own. */
  readonly dir: string;
  readonly port: number;
  /** In place of `127.0.0.1:3800` in the configuration. */
  readonly daemon: string;
}

/** Resolves when it listens on 127.0.0.1. */
export async function startNginx({ dir, port, daemon }: ProxyPlace): Promise<ChildProcess> {
  for (const host of [OWN_HOST, SHARED_HOST]) makeCertificate(join(dir, host), host);
  const site = readShipped('nginx.conf')
    .replaceAll('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replaceAll('/etc/ssl/', `${dir}/`)
    .replaceAll('127.0.0.1:3800', daemon);
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${dir}/${name};`);
  const config = join(dir, 'nginx.conf');
  writeFileSync(
    config,
    `pid ${dir}/nginx.pid; daemon off; master_process off; error_log stderr notice;
     events {} http { access_log off; ${temp.join(' ')} ${site} }`,
  );
  const args = ['-p', dir, '-c', config, '-e', 'stderr'];
  // Its sockets are open by then.
  return start('nginx', { args, dir, sign: /start worker process|using the "\w+" event method/ });
}

/** As above. Its certificates are in files, because it would ask for others on the internet. */
export async function startCaddy({ dir, port, daemon }: ProxyPlace): Promise<ChildProcess> {
  for (const host of [OWN_HOST, SHARED_HOST]) makeCertificate(join(dir, host), host);
  const sites = readShipped('Caddyfile')
    .replace(/^(\S+\.example\.com) \{/gm, `$1:${port} {\ntls ${dir}/$1/fullchain.pem ${dir}/$1/key.pem`)
    .replaceAll('127.0.0.1:3800', daemon);
  const options = ['admin off', 'auto_https disable_redirects', 'default_bind 127.0.0.1'];
  const config = join(dir, 'Caddyfile');
  writeFileSync(config, `{\n${options.join('\n')}\n}\n${sites}`);
  const args = ['run', '--config', config, '--adapter', 'caddyfile'];
  return start('caddy', { args, dir, sign: /serving initial configuration/ });
}

export interface BalancerPlace {
  readonly dir: string;
  readonly port: number;
  /** In place of the three in the configuration: `127.0.0.1:PORT`. */
  readonly daemons: readonly string[];
}

/** Resolves when it listens on 127.0.0.1. */
export async function startHaproxy({ dir, port, daemons }: BalancerPlace): Promise<ChildProcess> {
  const shipped = readShipped('haproxy.cfg').replace('bind :80', `bind 127.0.0.1:${port}`);
  const config = join(dir, 'haproxy.cfg');
  writeFileSync(config, replaceEach(shipped, /10\.0\.0\.1\d:3800/g, daemons));
  // It says so only where it is asked to.
  return start('haproxy', { args: ['-d', '-f', config], dir, sign: /Using \w+\(\) as the polling mechanism/ });
}

/** As above, without TLS. */
export async function startCaddyCluster({ dir, port, daemons }: BalancerPlace): Promise<ChildProcess> {
  const shipped = readShipped('Caddyfile.cluster').replace('{$ERRORD_HOST} {', `http://127.0.0.1:${port} {`);
  const config = join(dir, 'Caddyfile');
  writeFileSync(config, `{\nadmin off\n}\n${replaceEach(shipped, /errord-\d:3800/g, daemons)}`);
  const args = ['run', '--config', config, '--adapter', 'caddyfile'];
  return start('caddy', { args, dir, sign: /serving initial configuration/ });
}

function replaceEach(text: string, pattern: RegExp, replacements: readonly string[]): string {
  const left = [...replacements];
  const replaced = text.replace(pattern, (found) => left.shift() ?? found);
  assert.deepEqual(left, [], 'the configuration has fewer daemons');
  return replaced;
}

function readShipped(name: string): string {
  return readFileSync(new URL(`deploy/${name}`, PACKAGE_ROOT), 'utf8');
}

function makeCertificate(dir: string, host: string): void {
  mkdirSync(dir);
  const [key, certificate] = [join(dir, 'key.pem'), join(dir, 'fullchain.pem')];
  const subject = [
    '-subj',
    `/CN=${host}`,
    '-days',
    '2',
    '-nodes',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
  ];
  const made = spawnSync('openssl', ['req', '-x509', ...subject, '-keyout', key, '-out', certificate]);
  assert.equal(made.status, 0, String(made.stderr));
}

interface Start {
  readonly args: readonly string[];
  readonly dir: string;
  /** In what it says when it listens. */
  readonly sign: RegExp;
}

/** Signs come early, and reasons are short. */
const SAID_CHARS_MAX = 20_000;

async function start(program: string, { args, dir, sign }: Start): Promise<ChildProcess> {
  // What Caddy keeps goes below these; env becomes the program.
  const homes = ['HOME', 'XDG_DATA_HOME', 'XDG_CONFIG_HOME'].map((name) => `${name}=${dir}`);
  const child = spawn('env', [...homes, program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${program} ended with ${String(code)}: ${said}`)));
    for (const output of [child.stdout, child.stderr])
      output.on('data', (chunk) => {
        // HAProxy tells all that it does.
        if (said.length < SAID_CHARS_MAX) said += String(chunk);
        if (sign.test(said)) resolve();
      });
  });
  return child;
}
