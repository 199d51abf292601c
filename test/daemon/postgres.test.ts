import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { ErrorGroupList } from '../../schemas/error-group.js';
import type { DaemonStatus } from '../../schemas/stats.js';
import { type DaemonProcess, endDaemonProcesses, startDaemonProcess } from '../support/daemon-process.js';
import { anEvent } from '../support/events.js';
import { callJson } from '../support/http.js';
import { makeDatabase, sharedPostgres } from '../support/postgres-server.js';
import { useTempDir } from '../support/temp-dir.js';

const PASSWORD = 'a-word-nobody-may-see';

describe('daemons on one PostgreSQL', function () {
  this.timeout(60_000);
  const dir = useTempDir();
  afterEach(endDaemonProcesses);

  const makeUrl = async (): Promise<string> =>
    (await makeDatabase(await sharedPostgres())).replace('errord@', `errord:${PASSWORD}@`);
  const start = (storeUrl: string, env: NodeJS.ProcessEnv = {}): Promise<DaemonProcess> =>
    startDaemonProcess(join(dir(), 'unused.db'), [], { env: { SERVICE_STORE_URL: storeUrl, ...env } });
  const countOf = async ({ url }: DaemonProcess): Promise<number[]> =>
    (await callJson<ErrorGroupList>(`${url}/api/errors`)).body.errors.map(({ count }) => count);

  it('see what the others store, and outlive one that is killed', async () => {
    const storeUrl = await makeUrl();
    const [first, second] = await Promise.all([start(storeUrl), start(storeUrl)]);
    for (const { url } of [first, second, first]) {
      const { status } = await callJson(`${url}/api/events`, { body: anEvent() });
      assert.equal(status, 201);
    }
    assert.deepEqual(await countOf(second), [3]);
    assert.equal(await first.stop('SIGKILL'), 'SIGKILL');
    assert.equal((await callJson(`${second.url}/api/events`, { body: anEvent() })).status, 201);
    const third = await start(storeUrl);
    assert.deepEqual(await countOf(third), [4]);
    assert.deepEqual([await second.stop(), await third.stop()], [0, 0]);
  });

  it('tell which of them live, also one that has written nothing, and no more of one that was killed', async () => {
    const storeUrl = await makeUrl();
    const [first, second] = await Promise.all([start(storeUrl), start(storeUrl)]);
    const read = async () => (await callJson<DaemonStatus>(`${first.url}/api/status`)).body;
    const { version, database } = await read();
    const pids = [first, second].map(({ child }) => child.pid);
    assert.deepEqual(
      database.daemons?.map(({ name }) => name).sort(),
      pids.map((pid) => `${hostname()}:${pid}`).sort(),
    );
    for (const { startedAt, seenAt, ...daemon } of database.daemons ?? []) {
      assert.equal(daemon.version, version);
      assert.ok(startedAt <= seenAt && Date.now() - Date.parse(startedAt) < 60_000, startedAt);
    }
    assert.equal(new Set(database.daemons.map(({ number }) => number)).size, 2);
    await second.stop('SIGKILL');
    for (;;) {
      const { daemons } = (await read()).database;
      if (daemons?.length !== 1) continue;
      assert.equal(daemons[0]?.name, `${hostname()}:${first.child.pid}`);
      break;
    }
  });

  it('show the password nowhere', async () => {
    const daemon = await start(await makeUrl());
    const { body } = await callJson<DaemonStatus>(`${daemon.url}/api/status`);
    assert.ok(daemon.log.some((line) => line.includes('PostgreSQL at ')));
    const shown = [readFileSync(`/proc/${daemon.child.pid}/cmdline`, 'utf8'), JSON.stringify(body), ...daemon.log];
    assert.equal(await daemon.stop(), 0);
    assert.deepEqual(
      [...shown, ...daemon.log].filter((text) => text.includes(PASSWORD)),
      [],
    );
  });

  it('are refused a server that acknowledges what it may lose, unless a setting allows it', async () => {
    const storeUrl = `${await makeUrl()}&synchronous_commit=off`;
    await assert.rejects(start(storeUrl), (error: Error) => {
      assert.match(
        error.message,
        /ended with 1: errord: PostgreSQL at .* synchronous_commit is off.*SERVICE_STORE_MAY_LOSE/,
      );
      assert.doesNotMatch(error.message, /\n\s+at /);
      return !error.message.includes(PASSWORD);
    });
    const file = join(dir(), 'config.json');
    writeFileSync(file, JSON.stringify({ storeMayLoseCommits: true }));
    const daemon = await start(storeUrl, { SERVICE_CONFIG: file });
    assert.equal((await callJson(`${daemon.url}/api/events`, { body: anEvent() })).status, 201);
    assert.ok(
      daemon.log.some((line) => line.includes('"level":40') && line.includes('may lose')),
      daemon.log.join('\n'),
    );
    assert.equal(await daemon.stop(), 0);
  });

  it('are refused a URL that is none, without its words', async () => {
    await assert.rejects(start(`mysql://errord:${PASSWORD}@/x`), (error: Error) => {
      assert.match(error.message, /storeUrl: environment variable SERVICE_STORE_URL has a value that is not allowed/);
      return !error.message.includes(PASSWORD);
    });
  });
});
