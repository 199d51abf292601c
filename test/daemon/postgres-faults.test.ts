// Daemons whose PostgreSQL fails in every way that it can: calls are refused for the time being, nothing that was acknowledged
// is lost, nothing is stored twice, and work goes on when the fault is over.
// Runs alone: it times how long daemons take to recover.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { closeSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { openDb } from '../../src/store/postgres/connection.js';
import { QUERY_WITHIN_MS } from '../../src/store/postgres/limits.js';
import { useDaemon } from '../support/daemon.js';
import { assertNothingLostOrDoubled, measureRecovery, startLoad } from '../support/fault-load.js';
import { takeFreePort } from '../support/free-port.js';
import {
  makeDatabase,
  type PostgresServer,
  type ServerOptions,
  startPostgres,
  startStandby,
  untilStreaming,
} from '../support/postgres-server.js';
import { startTcpRelay } from '../support/tcp-relay.js';

const RECOVERY_MS_MAX = 5000;
const COMMIT_TIMEOUT_MS = 1000;

describe('daemons whose PostgreSQL fails', function () {
  this.timeout(120_000);
  const { start } = useDaemon();
  const undo: (() => unknown)[] = [];
  afterEach(async () => {
    for (const work of undo.splice(0).reverse()) await work();
  });

  const startServer = async (options?: ServerOptions): Promise<PostgresServer> => {
    const server = await startPostgres(options);
    undo.push(() => server.stop());
    return server;
  };
  const startDaemons = async (...storeUrls: string[]): Promise<string[]> => {
    const daemons = [];
    for (const storeUrl of storeUrls)
      daemons.push(await start({ storeUrl }, { limits: { commitTimeoutMs: COMMIT_TIMEOUT_MS } }));
    return daemons.map(({ url }) => url);
  };
  /** Lets `fault` happen under load, and `mend` end it. */
  const outlive = async (
    urls: readonly string[],
    databaseUrl: string,
    { fault, mend }: { readonly fault: () => unknown; readonly mend: () => unknown },
  ): Promise<void> => {
    const load = startLoad(urls);
    await load.untilAcknowledged(100);
    await fault();
    await load.untilRefused(5);
    await mend();
    const recoveryMs = await measureRecovery(urls);
    assert.ok(recoveryMs <= RECOVERY_MS_MAX, `recovered in ${recoveryMs} ms`);
    await load.untilAcknowledged(100);
    await load.stop();
    await assertNothingLostOrDoubled(databaseUrl, load);
  };

  for (const signal of ['SIGINT', 'SIGKILL'] as const) {
    it(`by ${signal}, and is started again`, async () => {
      const server = await startServer({ fsync: true });
      const url = await makeDatabase(server);
      await outlive(await startDaemons(url, url), url, {
        fault: () => server.end(signal),
        mend: () => server.start(),
      });
    });
  }

  it('because others have all of its connections', async () => {
    const server = await startServer({ settings: { max_connections: '20', superuser_reserved_connections: '0' } });
    const url = await makeDatabase(server);
    const daemons = await startDaemons(url, url);
    const others = Array.from({ length: 25 }, () => openDb(`${url}&application_name=other`, { max: 1 }));
    undo.push(() => Promise.all(others.map((other) => other.close())));
    const [first] = others;
    await first?.query('SELECT');
    await outlive(daemons, url, {
      async fault() {
        for (let held = 0; held < 19; ) {
          await first?.query(
            `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'errord%'`,
          );
          const settled = await Promise.allSettled(others.map((other) => other.query('SELECT')));
          held = settled.filter(({ status }) => status === 'fulfilled').length;
        }
      },
      mend: () => Promise.all(others.splice(0).map((other) => other.close())),
    });
  });

  it('because a statement waits for a lock of somebody else', async () => {
    const server = await startServer();
    const url = await makeDatabase(server);
    const daemons = await startDaemons(url, url);
    const other = openDb(url, { max: 1 });
    undo.push(() => other.close());
    let letGo = (): void => undefined;
    await outlive(daemons, url, {
      fault: () =>
        new Promise<void>((resolve, reject) => {
          const gone = new Promise<void>((over) => {
            letGo = over;
          });
          other
            .transact(async (transaction) => {
              await transaction.exec('LOCK TABLE error_groups IN ACCESS EXCLUSIVE MODE');
              // The server ends a transaction that says nothing.
              await transaction.exec('SET LOCAL idle_in_transaction_session_timeout = 0');
              resolve();
              await gone;
            })
            .catch(reject);
        }),
      mend: () => letGo(),
    });
  });

  it('because its disk is full', async function () {
    const isRoot = process.getuid?.() === 0;
    const mayMount = isRoot && canMount();
    // A file system of its own, which only root can make, is what really says that no space is left.
    if (!mayMount) this.skip();
    const server = await startServer({
      within: (command, directory) => [
        'unshare',
        '--mount',
        'sh',
        '-c',
        'mkdir "$0" && mount -t tmpfs -o size=48m,uid=65534,gid=65534,mode=700 none "$0" && exec setpriv --reuid=65534 --regid=65534 --clear-groups "$@"',
        join(directory, 'small'),
        ...command,
      ],
    });
    const small = join(server.directory, 'small');
    const admin = openDb(server.url('postgres'), { max: 1 });
    await admin.exec(`CREATE TABLESPACE small LOCATION '${small}'`);
    await admin.exec('CREATE DATABASE small TABLESPACE small');
    await admin.close();
    const url = server.url('small');
    const ballast = join(`/proc/${server.pid()}/root`, small, 'ballast');
    await outlive(await startDaemons(url, url), url, {
      fault: () => fill(ballast),
      mend: () => rmSync(ballast),
    });
  });

  it('and whose standby takes its place', async () => {
    const [first, second] = [await takeFreePort(), await takeFreePort()];
    const onPort = (port: number) => ({ listen_addresses: '127.0.0.1', port: String(port) });
    const primary = await startServer({ settings: { ...onPort(first), wal_keep_size: '256MB' } });
    const name = 'replicated';
    await primary.end('SIGTERM');
    const standby = await startStandby(primary, {
      ...onPort(second),
      primary_conninfo: `host=127.0.0.1 port=${first} user=errord`,
    });
    undo.push(() => standby.stop());
    await primary.start();
    await untilStreaming(`postgres://errord@127.0.0.1:${first}/postgres`);
    const admin = openDb(`postgres://errord@127.0.0.1:${first}/postgres`, { max: 1 });
    await admin.exec(`CREATE DATABASE ${name}`);
    // What is acknowledged is on both.
    await admin.exec("ALTER SYSTEM SET synchronous_standby_names = '*'");
    await admin.query('SELECT pg_reload_conf()');
    await admin.close();
    const both = `postgres://errord@127.0.0.1:${first},127.0.0.1:${second}/${name}`;
    await outlive(await startDaemons(both, both), `postgres://errord@127.0.0.1:${second}/${name}`, {
      fault: () => primary.end('SIGKILL'),
      async mend() {
        const chosen = openDb(`postgres://errord@127.0.0.1:${second}/postgres`, { max: 1, isReader: true });
        await chosen.query('SELECT pg_promote()');
        await chosen.close();
      },
    });
  });

  it('because the network to one daemon stalls: the others go on, and so does it afterwards', async () => {
    const server = await startServer();
    const url = await makeDatabase(server);
    const relay = await startTcpRelay(`${server.directory}/.s.PGSQL.5432`);
    undo.push(() => relay.stop());
    await outlive(await startDaemons(relay.toUrl(url), url), url, {
      fault: () => relay.stall(),
      mend: () => relay.resume(),
    });
  });

  it('because the network stalls: who reads hears of it after a few seconds, or at once, and reads on when it is back', async () => {
    const server = await startServer();
    const relay = await startTcpRelay(`${server.directory}/.s.PGSQL.5432`);
    undo.push(() => relay.stop());
    const [url = ''] = await startDaemons(relay.toUrl(await makeDatabase(server)));
    const read = async (): Promise<{ status: number; retryAfter: string | null; ms: number }> => {
      const askedAtMs = performance.now();
      const response = await fetch(`${url}/api/errors`);
      await response.arrayBuffer();
      return {
        status: response.status,
        retryAfter: response.headers.get('retry-after'),
        ms: performance.now() - askedAtMs,
      };
    };
    assert.equal((await read()).status, 200);
    relay.stall();
    const answers = await Promise.all(Array.from({ length: 40 }, read));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([503]));
    assert.ok(answers.every(({ retryAfter }) => Number(retryAfter) > 0));
    // Those that are let to the store at once wait, one more finds that nothing has changed, and the rest is told so.
    const slowest = Math.max(...answers.map(({ ms }) => ms));
    assert.ok(slowest >= QUERY_WITHIN_MS && slowest < 3 * QUERY_WITHIN_MS, `${slowest} ms`);
    relay.resume();
    const resumedAtMs = performance.now();
    while ((await read()).status !== 200) assert.ok(performance.now() - resumedAtMs < RECOVERY_MS_MAX);
    assert.deepEqual(
      (await Promise.all(Array.from({ length: 20 }, read))).filter(({ status }) => status !== 200),
      [],
    );
  });
});

function canMount(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    // Not in this container.
    return false;
  }
}

/** Writes until nothing fits any more. */
function fill(path: string): void {
  const file = openSync(path, 'w');
  let written = 0;
  try {
    for (;;) written += writeSync(file, Buffer.alloc(65_536));
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
  } finally {
    ftruncateSync(file, written);
    closeSync(file);
  }
}
