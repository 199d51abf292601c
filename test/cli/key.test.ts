// The commands of keys against a daemon that is there.

import assert from 'node:assert/strict';
import type { KeyList } from '../../schemas/keys.js';
import { CLI_KEYS_BYTES_MAX } from '../../src/cli/limits.js';
import { useDaemon } from '../support/daemon.js';
import { addKey, ask, bearer, login } from '../support/keys.js';
import { usePrefixProxy } from '../support/prefix-proxy.js';
import { answering, openFakeDaemon, statusOf } from './fake-daemon.js';
import { openTempDir, runCli } from './run-cli.js';

describe('errord key', () => {
  const fixture = useDaemon();
  const home = openTempDir();
  after(home.remove);

  const run = (port: number, line: string, key = '') =>
    runCli([...line.split(' '), '--port', String(port), '--host', '127.0.0.1'], {
      homeDir: home.path,
      env: key === '' ? {} : { ERRORD_KEY: key },
    });

  it('adds the first admin key and prints it alone, and says that one is wanted from now on', async () => {
    const { port, url } = await fixture.start();
    const { exitCode, stdout, stderr } = await run(port, 'key add ada --may admin');
    assert.equal(exitCode, 0, stderr);
    assert.match(stdout, /^errord_a_[0-9a-f]{40}\n$/);
    assert.match(stderr, /The key "ada" may do everything\..*not shown again/);
    assert.match(stderr, /wants a key from now on: set ERRORD_KEY/);
    assert.equal((await ask(url, 'GET /api/errors')).status, 401);
    const status = await run(port, 'status');
    assert.deepEqual([status.exitCode, /wants a key: set ERRORD_KEY/.test(status.stderr)], [1, true]);
    assert.equal((await run(port, 'status', stdout.trim())).exitCode, 0);
  });

  it('refuses a key that is not an admin’s while anybody may do everything', async () => {
    const { port } = await fixture.start();
    const { exitCode, stdout, stderr } = await run(port, 'key add app --may ingest');
    assert.deepEqual([exitCode, stdout], [1, '']);
    assert.match(stderr, /Add an admin key first: without one anybody may read, write and revoke\./);
  });

  it('binds a key to a project, lists it, and revokes it by name', async () => {
    const { port, url } = await fixture.start({ authToken: 'a-token-of-eight' });
    const env = 'a-token-of-eight';
    const added = await run(port, 'key add app --may ingest --project shop', env);
    assert.match(added.stderr, /sends records into project "shop", and reads nothing/);
    const list = await run(port, 'key list', env);
    assert.match(list.stdout, /^name {2}may +project +added +last used +revoked\napp +ingest +shop +\d{4}-\d\d-\d\d /);
    const { keys } = JSON.parse((await run(port, 'key list --json', env)).stdout) as KeyList;
    assert.deepEqual(
      keys.map(({ name, role, project }) => [name, role, project]),
      [['app', 'ingest', 'shop']],
    );
    const revoked = await run(port, 'key revoke app', env);
    assert.match(revoked.stdout, /Revoked the key "app"/);
    assert.equal((await ask(url, 'POST /api/events', { headers: bearer(added.stdout.trim()) })).status, 401);
    const again = await run(port, 'key revoke app', env);
    assert.deepEqual([again.exitCode, again.stderr], [1, 'There is no live key with the name "app".\n']);
  });

  it('revokes the last admin key with --open alone', async () => {
    const { port, url } = await fixture.start();
    const { key } = await addKey(url, null, { name: 'ada', role: 'admin' });
    const refused = await run(port, 'key revoke ada', key);
    assert.equal(refused.exitCode, 1);
    assert.match(refused.stderr, /last_admin_key: Without this key there is no admin key/);
    assert.equal((await run(port, 'key revoke ada --open', key)).exitCode, 0);
    assert.equal((await ask(url, 'GET /api/errors')).status, 200);
  });

  it('says what a key may not do', async () => {
    const { port, url } = await fixture.start();
    const { key: admin } = await addKey(url, null, { name: 'ada', role: 'admin' });
    const { key: reader } = await addKey(url, admin, { name: 'eve', role: 'reader' });
    const { key: ingest } = await addKey(url, admin, { name: 'app', role: 'ingest' });
    const list = await run(port, 'key list', reader);
    assert.deepEqual([list.exitCode, /forbidden: This is for an admin key only/.test(list.stderr)], [1, true]);
    const status = await run(port, 'status', ingest);
    assert.deepEqual([status.exitCode, /cannot tell its status \(forbidden: /.test(status.stderr)], [1, true]);
  });

  it('refuses a role, a name or a project that is none with 2, and says when no daemon runs', async () => {
    for (const [line, problem] of [
      ['key add app', /--may must be one of ingest, read, admin/],
      ['key add app --may write', /--may must be one of/],
      ['key add app --may read --project shop', /--project goes with --may ingest only/],
      ['key add token --may read', /"token" cannot be the name of a key/],
      ['key add app --may ingest --project a..b', /is not the name of a project/],
    ] as const) {
      const { exitCode, stderr } = await run(1, line);
      assert.deepEqual([line, exitCode, problem.test(stderr)], [line, 2, true], stderr);
    }
    const { exitCode, stderr } = await run(1, 'key list');
    assert.deepEqual([exitCode, /errord is not running at/.test(stderr)], [1, true]);
  });

  it('reads a list up to the limit, and none past it', async () => {
    const key = { id: '1', name: 'n', role: 'ingest', createdAt: '2026-01-01T00:00:00.000Z' };
    const pad = (bytes: number): string => {
      const json = JSON.stringify({ keys: [key] });
      return `${json}${' '.repeat(bytes - json.length)}`;
    };
    for (const [bytes, expected] of [
      [CLI_KEYS_BYTES_MAX, 0],
      [CLI_KEYS_BYTES_MAX + 1, 1],
    ] as const) {
      const daemon = await openFakeDaemon(
        answering({ '/api/status': [200, statusOf()], '/api/keys': [200, pad(bytes)] }),
      );
      assert.equal((await run(daemon.port, 'key list')).exitCode, expected);
      await daemon.close();
    }
  });
});

describe('errord open', () => {
  const fixture = useDaemon();
  const home = openTempDir();
  after(home.remove);

  const startProxy = usePrefixProxy();
  const open = (port: number, env: Record<string, string> = {}) =>
    runCli(['open', '--print', '--port', String(port)], { homeDir: home.path, env });

  it('prints the address of the dashboard, with a code that logs in once where a key is wanted', async () => {
    const { port, url } = await fixture.start();
    assert.equal((await open(port)).stdout, `http://localhost:${port}/\n`);
    const { key } = await addKey(url, null, { name: 'ada', role: 'admin' });
    const { stdout } = await open(port, { ERRORD_KEY: key });
    const [, code = ''] = /^http:\/\/localhost:\d+\/login#code=([0-9a-f]{40})\n$/.exec(stdout) ?? [];
    const cookie = await login(url, { code });
    assert.equal((await ask(url, 'GET /api/keys', { headers: { cookie } })).status, 200);
    assert.equal((await ask(url, 'POST /api/session', { body: { code } })).status, 401);
  });

  it('keeps the path of a proxy, and ends that of the dashboard in a slash', async () => {
    const { port } = await fixture.start();
    const { origin, strays } = await startProxy({ daemonPort: port, prefix: '/errord', strips: true });
    const openThere = (env: Record<string, string> = {}) =>
      runCli(['open', '--print', '--url', `${origin}/errord`], { homeDir: home.path, env });
    // A browser on this machine is sent to the name that cookies go by.
    const there = origin.replace('127.0.0.1', 'localhost');
    assert.equal((await openThere()).stdout, `${there}/errord/\n`);
    const { key } = await addKey(`http://127.0.0.1:${port}`, null, { name: 'ada', role: 'admin' });
    const { stdout } = await openThere({ ERRORD_KEY: key });
    assert.match(stdout.slice(there.length), /^\/errord\/login#code=[0-9a-f]{40}\n$/);
    assert.deepEqual(strays, []);
  });

  it('says what is wrong without a key, with a reader’s, and without a daemon', async () => {
    const { port, url } = await fixture.start();
    const { key: admin } = await addKey(url, null, { name: 'ada', role: 'admin' });
    const { key: reader } = await addKey(url, admin, { name: 'eve', role: 'reader' });
    for (const [env, sentence] of [
      [{}, /wants a key: set ERRORD_KEY/],
      [{ ERRORD_KEY: reader }, /gave no code to log in with: HTTP 403, forbidden: /],
    ] as const) {
      const { exitCode, stderr } = await open(port, env);
      assert.deepEqual([exitCode, sentence.test(stderr)], [1, true], stderr);
    }
    assert.match((await open(1)).stderr, /errord is not running at/);
  });
});
