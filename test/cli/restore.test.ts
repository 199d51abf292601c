import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endDaemonProcesses, startDaemonProcess } from '../support/daemon-process.js';
import { anEvent } from '../support/events.js';
import { callJson } from '../support/http.js';
import { useTempDir } from '../support/temp-dir.js';
import { openSqlite } from '../support/test-sqlite.js';
import { type CliResult, runCli } from './run-cli.js';
import { storeRecords } from './stored-records.js';

describe('errord restore', () => {
  const dir = useTempDir();
  const at = (name: string): string => join(dir(), name);
  afterEach(endDaemonProcesses);

  const cli = (command: string, ...flags: string[]): Promise<CliResult> =>
    runCli([command, at('backup.db'), '--db-path', at('service.db'), ...flags], { homeDir: dir() });
  const kept = (): string[] => readdirSync(dir()).filter((name) => /^service\.db\.before-restore-[\dT-]+Z$/.test(name));

  it('puts the backup in place, keeps what was there beside it, and a daemon starts on it', async () => {
    await storeRecords(at('service.db'), 20);
    assert.equal((await cli('backup')).exitCode, 0);
    await storeRecords(at('service.db'), 30);
    const { exitCode, stdout, stderr } = await cli('restore');
    assert.deepEqual([exitCode, stderr], [0, '']);
    const [name = ''] = kept();
    assert.ok(stdout.includes(`What was there is kept as ${at(name)}.`), stdout);
    assert.deepEqual([count(at('service.db')), count(at(name)), count(at('backup.db'))], [20, 50, 20]);
    assert.equal(statSync(at('service.db')).mode & 0o777, 0o600);
    const daemon = await startDaemonProcess(at('service.db'));
    assert.equal((await callJson(`${daemon.url}/api/events`, { body: anEvent() })).status, 201);
    assert.equal(await daemon.stop(), 0);
    assert.deepEqual([count(at('service.db')), count(at(name))], [21, 50]);
  });

  it('makes the database where there is none', async () => {
    await storeRecords(at('backup.db'), 20);
    const { exitCode, stdout } = await cli('restore');
    assert.deepEqual([exitCode, kept()], [0, []]);
    assert.doesNotMatch(stdout, /kept/);
    assert.equal(count(at('service.db')), 20);
  });

  it('refuses while a daemon runs on the database, and changes nothing', async () => {
    await storeRecords(at('backup.db'), 20);
    const daemon = await startDaemonProcess(at('service.db'));
    const { exitCode, stderr } = await cli('restore');
    assert.equal(exitCode, 1);
    assert.match(stderr, /^errord: Another errord is using the database .*service\.db; stop it/);
    assert.equal((await callJson(`${daemon.url}/api/events`, { body: anEvent() })).status, 201);
    assert.deepEqual(kept(), []);
  });

  it('refuses a backup that is not whole, says what is wrong, and changes nothing', async () => {
    await storeRecords(at('service.db'), 20);
    await storeRecords(at('backup.db'), 20);
    const db = openSqlite(at('backup.db'));
    db.exec('UPDATE log_counts SET count = 3');
    db.close();
    const { exitCode, stderr } = await cli('restore');
    assert.equal(exitCode, 1);
    assert.match(stderr, /backup\.db is not whole, so nothing was changed:\n {2}log_counts: \d+ counters differ/);
    assert.deepEqual([kept(), count(at('service.db'))], [[], 20]);
  });

  it('refuses the database itself, a file that is absent, and one that is no backup', async () => {
    await storeRecords(at('service.db'), 20);
    const itself = await runCli(['restore', at('service.db'), '--db-path', at('service.db')], { homeDir: dir() });
    assert.match(itself.stderr, /is the database itself/);
    assert.match((await cli('restore')).stderr, /Cannot read the database .*backup\.db: ENOENT/);
    writeFileSync(at('backup.db'), 'something else');
    assert.match((await cli('restore')).stderr, /not a SQLite database/);
    assert.deepEqual([kept(), count(at('service.db'))], [[], 20]);
  });

  it('keeps the log of a database that a crash has left, and of one too damaged to open', async () => {
    await storeRecords(at('backup.db'), 20);
    const daemon = await startDaemonProcess(at('service.db'));
    for (let index = 0; index < 5; index += 1) await callJson(`${daemon.url}/api/events`, { body: anEvent() });
    await daemon.stop('SIGKILL');
    copyFileSync(at('service.db-wal'), at('log'));
    assert.equal((await cli('restore')).exitCode, 0);
    const [crashed = ''] = kept();
    assert.deepEqual([count(at('service.db')), count(at(crashed))], [20, 5]);

    writeFileSync(at('other.db'), 'damaged');
    copyFileSync(at('log'), at('other.db-wal'));
    const damaged = await runCli(['restore', at('backup.db'), '--db-path', at('other.db')], { homeDir: dir() });
    assert.equal(damaged.exitCode, 0, damaged.stderr);
    assert.equal(existsSync(at('other.db-wal')), false);
    assert.ok(readdirSync(dir()).some((name) => /^other\.db\.before-restore-.*-wal$/.test(name)));
    assert.equal(count(at('other.db')), 20);
  });
});

function count(path: string): number {
  const db = openSqlite(path, { readonly: true });
  try {
    return db.prepare<[], number>('SELECT count(*) FROM events').pluck().get() ?? 0;
  } finally {
    db.close();
  }
}
