import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/package.js';
import { useDaemon } from '../support/daemon.js';
import { anEvent } from '../support/events.js';
import { takeFreePort } from '../support/free-port.js';
import { callJson } from '../support/http.js';
import { hasCommand } from '../support/system-command.js';
import { useTempDir } from '../support/temp-dir.js';

const TOKEN = 'correct-horse-battery';
const RULES = 'deploy/prometheus-rules.yml';
const ALERT_COUNT = 7;

const read = (path: string): string => readFileSync(new URL(path, PACKAGE_ROOT), 'utf8');

/** Of Debian's package `prometheus`, as is the server; without them there is nothing to ask. */
const HAS_PROMETHEUS = hasCommand('promtool', '--version') && hasCommand('prometheus', '--version');

interface Targets {
  readonly data: { readonly activeTargets: readonly { readonly health: string; readonly lastError: string }[] };
}

interface Rule {
  readonly name: string;
  readonly health: string;
  readonly state: string;
}

interface Rules {
  readonly data: { readonly groups: readonly { readonly rules: readonly Rule[] }[] };
}

interface Found {
  readonly data: { readonly result: readonly { readonly metric: Readonly<Record<string, string>> }[] };
}

describe('what deploy/ has for Prometheus', () => {
  let server: ChildProcess | undefined;
  before(function () {
    if (HAS_PROMETHEUS) return;
    process.stderr.write('skipped: promtool and prometheus are not installed (apt-get install prometheus)\n');
    this.skip();
  });
  // Before the hooks below, which take away what it scrapes and where it writes.
  afterEach(async () => {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const exited = once(server, 'exit');
    server.kill('SIGKILL');
    await exited;
    server = undefined;
  });

  const daemons = useDaemon();
  const dir = useTempDir();

  function promtool(args: readonly string[], input?: string) {
    return spawnSync('promtool', args, { input, encoding: 'utf8', timeout: 30_000 });
  }

  it('fits what the check of metrics wants of a scrape', async () => {
    const { url } = await daemons.start();
    const batch = [anEvent({ projectId: 'a "b\\' }), { message: 7 }];
    assert.equal((await callJson(`${url}/api/events/batch`, { body: batch })).status, 207);
    const text = await (await fetch(`${url}/metrics`)).text();
    const { status, stdout, stderr } = promtool(['check', 'metrics'], text);
    assert.deepEqual([status, stdout, stderr], [0, '', '']);
    // It does look: a counter has its suffix.
    assert.equal(promtool(['check', 'metrics'], '# HELP a A.\n# TYPE a counter\na 1\n').status, 3);
  });

  it('is a valid configuration with valid rules', () => {
    const { status, stdout, stderr } = promtool([
      'check',
      'config',
      new URL('deploy/prometheus.yml', PACKAGE_ROOT).pathname,
    ]);
    assert.equal(status, 0, stderr);
    assert.match(stdout, /SUCCESS: 1 rule files found/);
    assert.ok(stdout.includes(`SUCCESS: ${ALERT_COUNT} rules found`), stdout);
  });

  it('alerts on what it is for, and not otherwise', () => {
    const path = join(dir(), 'rules.test.yml');
    copyFileSync(new URL(RULES, PACKAGE_ROOT), join(dir(), 'rules.yml'));
    const tests = read('test/deploy/prometheus-rules.test.yml');
    const alerts = [...read(RULES).matchAll(/alert: (\w+)/g)].map(([, name = '']) => name);
    assert.equal(alerts.length, ALERT_COUNT);
    for (const alert of alerts) {
      const firing = new RegExp(`alertname: ${alert}\\s+exp_alerts:\\s+- exp_labels`);
      assert.match(tests, firing, `no test has ${alert} fire`);
      assert.ok(tests.includes(`alertname: ${alert} }`), `no test has ${alert} stay silent`);
    }
    writeFileSync(path, tests.replace('[RULES]', '[rules.yml]'));
    const { status, stdout, stderr } = promtool(['test', 'rules', path]);
    assert.equal(status, 0, stdout + stderr);
  });

  it('is loaded by a server, which scrapes a daemon with its key and raises no alert', async function () {
    this.timeout(60_000);
    const daemon = await daemons.start({ authToken: TOKEN });
    const port = await takeFreePort();
    server = startServer(dir(), { port, daemonPort: daemon.port });
    const ask = async <T>(path: string): Promise<T | null> => {
      assert.equal(server?.exitCode, null, 'prometheus has ended');
      // Until it listens there is nobody to answer.
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`).catch(() => null);
      return answer?.ok === true ? ((await answer.json()) as T) : null;
    };
    /** Asks until the answer is enough; the time of the test ends the tries. */
    const askUntil = async <T>(path: string, isEnough: (answer: T) => boolean): Promise<T> => {
      for (;;) {
        const answer = await ask<T>(path);
        if (answer !== null && isEnough(answer)) return answer;
        await new Promise(setImmediate);
      }
    };

    const targets = await askUntil<Targets>('targets', ({ data }) =>
      data.activeTargets.some(({ health }) => health !== 'unknown'),
    );
    assert.deepEqual(
      targets.data.activeTargets.map(({ health, lastError }) => ({ health, lastError })),
      [{ health: 'up', lastError: '' }],
    );
    const rulesOf = ({ data }: Rules): readonly Rule[] => data.groups.flatMap(({ rules }) => rules);
    const loaded = rulesOf(
      await askUntil<Rules>('rules', (answer) => rulesOf(answer).every(({ health }) => health !== 'unknown')),
    );
    assert.equal(loaded.length, ALERT_COUNT);
    for (const { name, health, state } of loaded) assert.deepEqual([health, state], ['ok', 'inactive'], name);
    const query = `query?query=${encodeURIComponent('errord_thread_heap_used_bytes{job="errord"}')}`;
    const { data } = await askUntil<Found>(query, (answer) => answer.data.result.length > 1);
    assert.ok(data.result.some(({ metric }) => metric.thread === 'gateway'));
  });

  /** With the configuration as it is shipped, but for the address, the key, and how often it looks. */
  function startServer(dir: string, { port, daemonPort }: { port: number; daemonPort: number }): ChildProcess {
    const shipped = read('deploy/prometheus.yml');
    const config = shipped
      .replace('localhost:3800', `127.0.0.1:${daemonPort}`)
      .replace('# authorization:', 'authorization:')
      .replace('/etc/prometheus/errord-key', join(dir, 'key'))
      .replaceAll('_interval: 15s', '_interval: 1s');
    writeFileSync(join(dir, 'key'), TOKEN);
    writeFileSync(join(dir, 'prometheus.yml'), config);
    copyFileSync(new URL(RULES, PACKAGE_ROOT), join(dir, 'prometheus-rules.yml'));
    const flags = {
      'config.file': join(dir, 'prometheus.yml'),
      'storage.tsdb.path': join(dir, 'data'),
      'storage.tsdb.retention.size': '64MB',
      'web.listen-address': `127.0.0.1:${port}`,
    };
    const args = Object.entries(flags).map(([name, value]) => `--${name}=${value}`);
    return spawn('prometheus', args, { cwd: dir, stdio: 'ignore' });
  }
});
