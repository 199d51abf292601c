import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { backupDatabase, type CopyProgress } from '../../src/store/sqlite/backup.js';
import { BACKUP_STEP_PAGES } from '../../src/store/sqlite/limits.js';
import { endDaemonProcesses, startDaemonProcess } from '../support/daemon-process.js';
import { anEvent } from '../support/events.js';
import { callJson } from '../support/http.js';
import { useTempDir } from '../support/temp-dir.js';
import { openSqlite } from '../support/test-sqlite.js';
import { runCli, spawnCli } from './run-cli.js';
import { storeRecords } from './stored-records.js';

describe('errord backup', () => {
  const dir = useTempDir();
  const at = (name: string): string => join(dir(), name);
  afterEach(endDaemonProcesses);

  const backUp = (...flags: string[]) =>
    runCli(['backup', at('backup.db'), '--db-path', at('service.db'), ...flags], { homeDir: dir() });

  it('refuses with 2 without the name of a file, and with 1 when there is no database', async () => {
    const { exitCode, stderr } = await runCli(['backup'], { homeDir: dir() });
    assert.deepEqual([exitCode, stderr], [2, 'errord: backup needs an argument, FILE; see errord --help.\n']);
    const absent = await backUp();
    assert.equal(absent.exitCode, 1);
    assert.match(absent.stderr, /^errord: Cannot read the database .*service\.db: ENOENT/);
    assert.deepEqual(readdirSync(dir()), []);
  });

  it('refuses a file that is there, and replaces it with --force', async () => {
    await storeRecords(at('service.db'), 10);
    writeFileSync(at('backup.db'), 'an older backup');
    const refused = await backUp();
    assert.equal(refused.exitCode, 1);
    assert.match(refused.stderr, /backup\.db is there already; give another name, or --force\.\n$/);
    assert.equal(readFileSync(at('backup.db'), 'utf8'), 'an older backup');
    assert.equal((await backUp('--force')).exitCode, 0);
    assert.equal(countEvents(at('backup.db')), 10);
  });

  it('refuses to write over the database itself, and over one that is in use, whatever is forced', async () => {
    await storeRecords(at('service.db'), 10);
    const itself = await runCli(['backup', at('service.db'), '--force', '--db-path', at('service.db')], {
      homeDir: dir(),
    });
    assert.match(itself.stderr, /is the database itself/);
    writeFileSync(at('backup.db'), '');
    writeFileSync(at('backup.db-wal'), 'a log');
    assert.match((await backUp('--force')).stderr, /has a -wal file beside it/);
    assert.equal(countEvents(at('service.db')), 10);
  });

  it('refuses the database of another program', async () => {
    const foreign = openSqlite(at('service.db'));
    foreign.exec('CREATE TABLE notes (text TEXT)');
    foreign.close();
    assert.match((await backUp()).stderr, /database of another program/);
    assert.equal(existsSync(at('backup.db')), false);
  });

  it('writes one whole file that only its owner can read, and leaves nothing else', async () => {
    await storeRecords(at('service.db'), 3000);
    const { exitCode, stdout } = await backUp();
    assert.equal(exitCode, 0);
    assert.match(stdout, /backup\.db holds .*service\.db \(\d.*MB\)\.\n$/);
    assert.equal(statSync(at('backup.db')).mode & 0o777, 0o600);
    assert.deepEqual(
      readdirSync(dir()).filter((name) => name.startsWith('backup')),
      ['backup.db'],
    );
    const verified = await runCli(['verify', at('backup.db')], { homeDir: dir() });
    assert.deepEqual([verified.exitCode, verified.stderr], [0, '']);
    assert.equal(countEvents(at('backup.db')), 3000);
  });

  it('holds every record acknowledged before it began, and is whole, while a daemon stores more', async function () {
    this.timeout(60_000);
    await storeRecords(at('service.db'), 3000);
    const daemon = await startDaemonProcess(at('service.db'));
    const sent = { count: 0, isOver: false };
    const load = async (): Promise<void> => {
      while (!sent.isOver) {
        const body = Array.from({ length: 10 }, () => anEvent());
        const { status } = await callJson(`${daemon.url}/api/events/batch`, { body });
        assert.equal(status, 201);
        sent.count += body.length;
      }
    };
    const loads = [load(), load(), load(), load()];
    while (sent.count < 500) await callJson(`${daemon.url}/api/health`);
    const before = sent.count;
    const { exitCode, stderr } = await backUp();
    sent.isOver = true;
    await Promise.all(loads);
    assert.deepEqual([exitCode, stderr], [0, '']);
    const count = countEvents(at('backup.db'));
    assert.ok(count >= 3000 + before && count < 3000 + sent.count, `${count} of ${before} to ${sent.count}`);
    const verified = await runCli(['verify', at('backup.db')], { homeDir: dir() });
    assert.deepEqual([verified.exitCode, verified.stderr], [0, '']);
    assert.equal(await daemon.stop(), 0);
  });

  it('copies in steps of its limit, of the moment it began, whatever is committed between two of them', async () => {
    await storeRecords(at('service.db'), 100);
    fill(at('service.db'));
    const writer = openSqlite(at('service.db'));
    const steps: CopyProgress[] = [];
    await backupDatabase({
      dbPath: at('service.db'),
      file: at('backup.db'),
      replace: false,
      onProgress(progress) {
        steps.push(progress);
        // A copy that starts over at each commit would never end.
        writer.prepare('DELETE FROM logs WHERE id = (SELECT max(id) FROM logs)').run();
      },
    });
    const left = writer.prepare<[], number>('SELECT count(*) FROM logs').pluck().get() ?? 0;
    const pageBytes = Number(writer.pragma('page_size', { simple: true }));
    writer.close();
    const copied = steps.map(({ copiedBytes }) => copiedBytes);
    assert.ok(steps.length > 2 && left === 100 - steps.length);
    assert.ok(copied.every((bytes, index) => bytes - (copied[index - 1] ?? 0) <= BACKUP_STEP_PAGES * pageBytes));
    assert.equal(copied.at(-1), steps[0]?.totalBytes);
    const backup = openSqlite(at('backup.db'), { readonly: true });
    assert.equal(backup.prepare('SELECT count(*) FROM logs').pluck().get(), 100);
    backup.close();
  });

  it('leaves nothing behind when a signal ends it between two steps', async () => {
    await storeRecords(at('service.db'), 100);
    fill(at('service.db'));
    const abort = new AbortController();
    const copy = backupDatabase({
      dbPath: at('service.db'),
      file: at('backup.db'),
      replace: false,
      signal: abort.signal,
      onProgress: () => abort.abort(),
    });
    await assert.rejects(copy, /aborted/);
    assert.deepEqual(
      readdirSync(dir()).filter((name) => name.startsWith('backup')),
      [],
    );
  });

  it('ends with 143 or has ended on SIGTERM, with a whole backup or none', async () => {
    await storeRecords(at('service.db'), 100);
    fill(at('service.db'));
    const child = spawnCli(['backup', at('backup.db'), '--db-path', at('service.db')], { homeDir: dir() });
    const ended = once(child, 'exit');
    const watch = new AbortController();
    await Promise.race([ended, untilPartial(dir(), watch.signal)]);
    watch.abort();
    child.kill('SIGTERM');
    const [exitCode] = (await ended) as [number | null];
    const names = readdirSync(dir()).filter((name) => name.startsWith('backup'));
    assert.deepEqual([exitCode, names], exitCode === 0 ? [0, ['backup.db']] : [143, []]);
  });
});

/** Makes it larger by 16 MB. */
function fill(path: string): void {
  const db = openSqlite(path);
  const insert = db.prepare(
    'INSERT INTO contents (project_id, hash, body, last_used_at_ms) VALUES (0, randomblob(16), hex(zeroblob(524288)), 0)',
  );
  for (let row = 0; row < 16; row += 1) insert.run();
  db.close();
}

async function untilPartial(path: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && !readdirSync(path).some((name) => name.endsWith('.partial'))) {
    await new Promise(setImmediate);
  }
}

function countEvents(path: string): number {
  const db = openSqlite(path, { readonly: true });
  try {
    return db.prepare<[], number>('SELECT count(*) FROM events').pluck().get() ?? 0;
  } finally {
    db.close();
  }
}
