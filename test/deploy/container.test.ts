// What can be told of the container without building it; test/package/install.test.ts runs its steps.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { STOP_TIMEOUT_MS } from '../../src/limits.js';
import { PACKAGE_ROOT } from '../../src/package.js';
import { find, readDockerfile } from '../support/dockerfile.js';
import { hasCommand } from '../support/system-command.js';

const read = (path: string): string => readFileSync(new URL(path, PACKAGE_ROOT), 'utf8');

interface Service {
  readonly build?: string;
  readonly image?: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly depends_on?: Readonly<Record<string, unknown>> | readonly string[];
  readonly stop_grace_period?: string;
  readonly profiles?: readonly string[];
}

const DAEMONS = ['errord-1', 'errord-2', 'errord-3'] as const;
type ServiceName = 'errord' | 'caddy' | 'postgres' | 'balancer' | (typeof DAEMONS)[number];

interface Compose {
  readonly services: Readonly<Record<ServiceName, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly networks: {
    readonly default: { readonly ipam: { readonly config: readonly { readonly subnet: string }[] } };
  };
}

describe('the Dockerfile', () => {
  const { build, runtime } = readDockerfile();
  /** As Docker reads them: a pattern names a path from the root and all below it, and `**` any folders. */
  const ignored = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(
      (line) => new RegExp(`^${line.replace(/[.]/g, '\\.').replace('**/', '(?:.+/)?').replace(/\*/g, '[^/]*')}(?:/|$)`),
    );
  const isIgnored = (path: string): boolean => ignored.some((pattern) => pattern.test(path));

  it('copies what is there and is not ignored', () => {
    const sources = build
      .filter(({ instruction }) => instruction === 'COPY')
      .flatMap(({ argument }) => argument.split(' ').slice(0, -1));
    assert.ok(sources.includes('.'));
    for (const path of sources) assert.ok(existsSync(new URL(path, PACKAGE_ROOT)) && !isIgnored(path), path);
    for (const path of [
      'src/cli.ts',
      'clients/node/src/index.ts',
      'dashboard/index.html',
      'docs/api.md',
      'scripts/prepack.mjs',
    ])
      assert.ok(existsSync(new URL(path, PACKAGE_ROOT)) && !isIgnored(path), path);
  });

  it('takes along neither what was built here nor what is secret', () => {
    for (const path of [
      'node_modules/ws/index.js',
      'clients/node/dist/index.js',
      'dist/src/cli.js',
      '.git/config',
      '.env',
      'a/.env.local',
      'errors.db',
      'a/b.db-wal',
      'tls/key.pem',
    ])
      assert.ok(isIgnored(path), path);
    for (const { instruction, argument } of [...build, ...runtime])
      assert.ok(!['ARG', 'ENV'].includes(instruction) || !/token|secret|password|key/i.test(argument), argument);
  });

  it('runs a user without rights on one image of Node, keeps its data in a volume, and says how it is', () => {
    const images = [...build, ...runtime].filter(({ instruction }) => instruction === 'FROM');
    const versions = images.map(({ argument }) => /^node:(\d+-\w+)/.exec(argument)?.[1]);
    assert.equal(new Set(versions).size, 1, 'a binary is built for one Node and one system');
    assert.equal(find(runtime, 'USER'), 'node');
    assert.ok(runtime.some(({ argument }) => argument === `SERVICE_DB_PATH=${find(runtime, 'VOLUME')}/service.db`));
    assert.match(find(runtime, 'HEALTHCHECK'), /\/api\/health/);
  });
});

describe('compose.yaml', () => {
  const compose = load(read('compose.yaml')) as Compose;
  const { errord, caddy } = compose.services;

  it('names files that are there and volumes that it has', () => {
    for (const volume of Object.values(compose.services).flatMap(({ volumes = [] }) => volumes)) {
      const [source = ''] = volume.split(':');
      const isThere = source.startsWith('.') ? existsSync(new URL(source, PACKAGE_ROOT)) : source in compose.volumes;
      assert.ok(isThere, volume);
    }
    assert.equal(errord.volumes?.[0]?.split(':')[1], find(readDockerfile().runtime, 'VOLUME'));
    assert.ok(existsSync(new URL(`${errord.build ?? ''}/Dockerfile`, PACKAGE_ROOT)));
    assert.deepEqual(Object.keys(caddy.depends_on ?? {}), ['errord']);
  });

  it('lets callers in by Caddy alone, closed by a token, and gives errord the time to stop', () => {
    assert.equal(errord.ports, undefined);
    assert.match(errord.environment.SERVICE_AUTH_TOKEN ?? '', /^\$\{ERRORD_TOKEN:\?/);
    assert.equal(errord.environment.SERVICE_TRUST_PROXY, compose.networks.default.ipam.config[0]?.subnet);
    assert.ok(Number.parseInt(errord.stop_grace_period ?? '', 10) * 1000 > STOP_TIMEOUT_MS);
    assert.deepEqual(caddy.ports, ['80:80', '443:443', '443:443/udp']);
  });

  it('has a profile of three daemons on one PostgreSQL behind a balancer, and starts none of them without it', () => {
    const { postgres, balancer } = compose.services;
    const profiled = Object.entries(compose.services).filter(([, { profiles = [] }]) => profiles.includes('cluster'));
    assert.deepEqual(profiled.map(([name]) => name).sort(), ['balancer', ...DAEMONS, 'postgres']);
    assert.deepEqual(balancer.depends_on, DAEMONS);
    assert.deepEqual(balancer.ports, caddy.ports);
    assert.equal(postgres.ports, undefined);
    for (const name of DAEMONS) {
      const { environment, ports, stop_grace_period: grace = '', depends_on: needed = {} } = compose.services[name];
      assert.equal(ports, undefined);
      assert.deepEqual(Object.keys(needed), ['postgres']);
      const { SERVICE_STORE_URL: url = '', SERVICE_DRAIN_SECONDS: drain } = environment;
      const { hostname, pathname, username } = new URL(url.replace(/\$\{[^}]*\}/, 'secret'));
      assert.deepEqual([hostname, username], ['postgres', postgres.environment.POSTGRES_USER]);
      assert.equal(pathname.slice(1), postgres.environment.POSTGRES_DB);
      assert.ok(Number.parseInt(grace, 10) * 1000 > STOP_TIMEOUT_MS + Number(drain) * 1000);
      for (const key of ['SERVICE_ALLOWED_HOSTS', 'SERVICE_AUTH_TOKEN'])
        assert.ok(errord.environment[key]?.startsWith((environment[key] ?? '').slice(0, -1)), key);
      assert.equal(environment.SERVICE_TRUST_PROXY, errord.environment.SERVICE_TRUST_PROXY);
    }
    // A variable that is demanded is so of those too who do not use the profile.
    assert.doesNotMatch(read('compose.yaml'), /ERRORD_DB_PASSWORD:\?/);
    const upstreams = DAEMONS.map((name) => `${name}:${find(readDockerfile().runtime, 'EXPOSE')}`).join(' ');
    assert.ok(read('deploy/Caddyfile.cluster').includes(`reverse_proxy ${upstreams} {`));
  });

  it('gives Caddy a configuration that it takes, with the name and the port of errord', function () {
    const port = find(readDockerfile().runtime, 'EXPOSE');
    assert.ok(read('deploy/Caddyfile.container').includes(`reverse_proxy errord:${port}`));
    if (!hasCommand('caddy', 'version')) this.skip();
    const path = new URL('deploy/Caddyfile.container', PACKAGE_ROOT).pathname;
    const args = [
      'ERRORD_HOST=errors.example.com',
      'caddy',
      'adapt',
      '--validate',
      '--config',
      path,
      '--adapter',
      'caddyfile',
    ];
    const { status, stdout, stderr } = spawnSync('env', args, { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    assert.ok(stdout.includes('errors.example.com') && stdout.includes(`errord:${port}`), stdout);
  });
});
