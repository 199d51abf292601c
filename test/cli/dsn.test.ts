// What `errord dsn` prints is given to real SDKs, as it is printed.

import assert from 'node:assert/strict';
import type { ErrorGroupList } from '../../schemas/error-group.js';
import type { SdkAddresses } from '../../src/sdk-addresses.js';
import { endApps } from '../support/client-app.js';
import { useDaemon } from '../support/daemon.js';
import { takeFreePort } from '../support/free-port.js';
import { callJson } from '../support/http.js';
import { runOtelApp, runSentryApp, toEnvironment } from '../support/sdk-app.js';
import { answering, openFakeDaemon } from './fake-daemon.js';
import { type CliResult, openTempDir, runCli } from './run-cli.js';

const TOKEN = 'a-token-of-eight';

describe('errord dsn', () => {
  const fixture = useDaemon();
  const home = openTempDir();
  after(home.remove);
  afterEach(endApps);

  const run = (port: number, line: string, env: Readonly<Record<string, string>> = {}): Promise<CliResult> =>
    runCli([...line.split(' '), '--port', String(port)], { homeDir: home.path, env });
  const messages = async (url: string, project?: string): Promise<readonly string[]> => {
    const headers = { authorization: `Bearer ${TOKEN}` };
    const query = project === undefined ? '' : `?projectId=${project}`;
    const { body } = await callJson<ErrorGroupList>(`${url}/api/errors${query}`, { headers });
    return body.errors.map(({ message }) => message).sort();
  };

  it('prints what has SDKs of Sentry and of OpenTelemetry report to the project', async function () {
    this.timeout(60_000);
    const { port, url } = await fixture.start();
    const { exitCode, stdout, stderr } = await run(port, 'dsn shop');
    assert.deepEqual([exitCode, stderr], [0, '']);
    const { SENTRY_DSN = '', SENTRY_SPOTLIGHT = '', ...otlp } = toEnvironment(stdout);
    assert.equal(SENTRY_DSN, `http://shop@localhost:${port}/1`);
    await runSentryApp('ends', ['message'], { SENTRY_DSN });
    assert.deepEqual(await messages(url, 'shop'), ['cache is cold']);
    await runSentryApp('ends', ['dropped'], { SENTRY_SPOTLIGHT });
    assert.deepEqual(await messages(url), ['cache is cold', 'wanted']);
    assert.deepEqual(Object.keys(otlp), [
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'OTEL_EXPORTER_OTLP_PROTOCOL',
      'OTEL_SERVICE_NAME',
    ]);
    assert.equal((await runOtelApp(otlp)).stderr, '');
    assert.deepEqual(await messages(url, 'shop'), ['cache is cold', 'card refused', 'cart is not iterable']);
  });

  it('says with which command a key is made where one is wanted, and the key fits what it prints', async function () {
    this.timeout(60_000);
    const { port, url } = await fixture.start({ authToken: TOKEN });
    const { exitCode, stdout, stderr } = await run(port, 'dsn shop');
    assert.equal(exitCode, 0);
    assert.match(
      stderr,
      /wants a key: write an ingest key, which is the public key of the DSN, in place of YOUR_KEY\./,
    );
    const [, command = ''] = /^This makes one: errord (.+)$/m.exec(stderr) ?? [];
    const added = await run(port, command, { ERRORD_KEY: TOKEN });
    const {
      SENTRY_DSN = '',
      SENTRY_SPOTLIGHT,
      ...otlp
    } = toEnvironment(stdout.replaceAll('YOUR_KEY', added.stdout.trim()));
    assert.ok(SENTRY_SPOTLIGHT);
    await runSentryApp('ends', ['message'], { SENTRY_DSN });
    assert.equal((await runOtelApp(otlp)).stderr, '');
    assert.deepEqual(await messages(url, 'shop'), ['cache is cold', 'card refused', 'cart is not iterable']);
  });

  it('prints JSON, of the daemon that --url names, with a placeholder where no project is named', async () => {
    const { port } = await fixture.start();
    const { stdout } = await runCli(['dsn', '--json', '--url', `http://localhost:${port}/`], { homeDir: home.path });
    const addresses = JSON.parse(stdout) as SdkAddresses & { wantsKey: boolean };
    assert.deepEqual(addresses, {
      dsn: `http://my_app@localhost:${port}/1`,
      spotlight: `http://localhost:${port}/stream`,
      otlp: {
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://localhost:${port}`,
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
        OTEL_SERVICE_NAME: 'my_app',
      },
      packages: {
        node: `http://localhost:${port}/clients/node.tgz`,
        browser: `http://localhost:${port}/clients/browser.tgz`,
      },
      wantsKey: false,
    });
  });

  it('says which name SDKs in JavaScript do not take', async () => {
    const { port } = await fixture.start();
    const { stdout, stderr } = await run(port, 'dsn my-app');
    assert.match(stdout, /SENTRY_DSN=http:\/\/my-app@localhost/);
    assert.match(stderr, /SDKs in JavaScript refuse a DSN with my-app/);
  });

  it('tells by the configuration alone while no daemon runs, and says that none does', async () => {
    const port = await takeFreePort();
    const { exitCode, stdout, stderr } = await run(port, 'dsn shop', { SERVICE_AUTH_TOKEN: TOKEN });
    assert.deepEqual([exitCode, stderr.startsWith('errord is not running at')], [0, true]);
    assert.match(stdout, new RegExp(`SENTRY_DSN=http://YOUR_KEY@localhost:${port}/1\n`));
    assert.doesNotMatch(stdout + stderr, new RegExp(TOKEN));
  });

  it('prints nothing for a port that another program has, or a name that is no project', async () => {
    const other = await openFakeDaemon(answering({}));
    const { exitCode, stdout, stderr } = await run(other.port, 'dsn shop');
    await other.close();
    assert.deepEqual([exitCode, stdout], [1, '']);
    assert.match(stderr, /what answers there/);
    const refused = await run(1, 'dsn a..b');
    assert.deepEqual([refused.exitCode, refused.stdout], [2, '']);
    assert.match(refused.stderr, /"a\.\.b" is not the name of a project/);
  });
});
