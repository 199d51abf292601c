import assert from 'node:assert/strict';
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { VERIFY_PAGE_FAULTS_MAX } from '../../src/store/sqlite/limits.js';
import { endDaemonProcesses, startDaemonProcess } from '../support/daemon-process.js';
import { anEvent } from '../support/events.js';
import { callJson } from '../support/http.js';
import { useTempDir } from '../support/temp-dir.js';
import { openSqlite, openUndefended } from '../support/test-sqlite.js';
import { type CliResult, runCli } from './run-cli.js';
import { storeRecords } from './stored-records.js';

/** Damage by statements, what is said of it, and whether it can be made again. */
const DAMAGE: readonly (readonly [name: string, sql: string, says: RegExp, isRepairable: boolean])[] = [
  [
    'a wrong counter',
    'UPDATE event_counts SET count = count + 1 WHERE span_ms = 0',
    /event_counts: \d+ counters differ/,
    true,
  ],
  [
    'a counter that is gone',
    'DELETE FROM request_counts WHERE span_ms = 300000',
    /request_counts: \d+ counters? differ/,
    true,
  ],
  ['a counter of nothing', 'INSERT INTO log_counts VALUES (0, 77, 0, 1, 1, 5)', /log_counts: 1 counter differs/, true],
  ['a wrong counter of a group', 'UPDATE group_counts SET count = 1000', /group_counts: \d+ counters differ/, true],
  ['logs deleted behind its back', 'DELETE FROM logs WHERE id % 3 = 0', /logs_search: \d+ rows are missing/, true],
  ['events deleted behind its back', 'DELETE FROM events WHERE id % 3 = 0', /event_ids: \d+ entries/, true],
  ['a group that counts wrong', 'UPDATE error_groups SET event_count = 1', /error_groups: 14 count other events/, true],
  [
    'a group whose events are gone',
    'DELETE FROM events WHERE group_id = (SELECT min(id) FROM error_groups)',
    /error_groups: 1 count/,
    true,
  ],
  ['ids that are not indexed', "DELETE FROM event_ids WHERE event_id < '8'", /event_ids: \d+ entries/, true],
  ['events that no group finds', 'DELETE FROM group_events WHERE id % 2 = 0', /group_events: \d+ entries/, true],
  [
    'an event that two groups find',
    'INSERT INTO group_events SELECT group_id + 1, timestamp_ms, id FROM group_events LIMIT 1',
    /group_events: 1 entries/,
    true,
  ],
  [
    'a log that is not searched',
    'DELETE FROM logs_search WHERE rowid = (SELECT min(id) FROM logs)',
    /logs_search: 1 rows/,
    true,
  ],
  [
    'groups that are not searched',
    "INSERT INTO error_groups_search (error_groups_search) VALUES ('delete-all')",
    /error_groups_search: 14 rows/,
    true,
  ],
  ['marks that are gone', 'DELETE FROM index_marks', /index_marks: 2 of 2 are missing/, true],
  [
    'a group that is gone',
    'DELETE FROM error_groups WHERE id = (SELECT min(id) FROM error_groups)',
    /events: \d+ have lost their error group/,
    false,
  ],
  ['texts that are gone', 'DELETE FROM contents', /events: 2100 have lost their stack/, false],
  ['a project that is gone', 'DELETE FROM projects', /logs: 2100 have lost their project/, false],
];

describe('errord verify', () => {
  const dir = useTempDir();
  const dbPath = (): string => join(dir(), 'service.db');
  afterEach(endDaemonProcesses);

  const verify = (...args: string[]): Promise<CliResult> =>
    runCli(['verify', '--db-path', dbPath(), ...args], { homeDir: dir() });

  it('finds a database whole that the store has filled', async () => {
    await storeRecords(dbPath(), 2100);
    const { exitCode, stdout, stderr } = await verify();
    assert.deepEqual([exitCode, stderr], [0, '']);
    assert.match(stdout, /service\.db is whole\.\n$/);
  });

  it('finds it whole beside a daemon that stores more, and whose indexes are written in part', async () => {
    await storeRecords(dbPath(), 2100);
    const daemon = await startDaemonProcess(dbPath());
    for (let call = 0; call < 30; call += 1) {
      const body = Array.from({ length: 100 }, (_, index) => anEvent({ message: `call ${call % 4} of ${index % 5}` }));
      assert.equal((await callJson(`${daemon.url}/api/events/batch`, { body })).status, 201);
    }
    const { exitCode, stderr } = await verify();
    assert.deepEqual([exitCode, stderr], [0, '']);
    const refused = await verify('--repair');
    assert.equal(refused.exitCode, 1);
    assert.match(refused.stderr, /Another errord is using the database/);
  });

  it("says with 1 that there is no file, that it is no database, or another program's, and makes none", async () => {
    for (const flags of [[], ['--repair']]) {
      assert.match((await verify(...flags)).stderr, /Cannot read the database .*ENOENT/);
      assert.equal(existsSync(dbPath()), false);
    }
    writeFileSync(dbPath(), 'no database at all');
    const { exitCode, stderr } = await verify();
    assert.equal(exitCode, 1);
    assert.match(stderr, /the file is not a SQLite database/);
  });

  it('refuses a database of a newer errord, and judges only the pages of an older one', async () => {
    await storeRecords(dbPath(), 10);
    change(dbPath(), 'PRAGMA user_version = 99999');
    assert.match((await verify()).stderr, /Cannot verify .* written by a newer errord \(schema 99999/);
    change(dbPath(), 'PRAGMA user_version = 1');
    const { exitCode, stdout } = await verify();
    assert.equal(exitCode, 0);
    assert.match(stdout, /is whole as a file; an older errord wrote it/);
  });

  for (const [name, sql, says, isRepairable] of DAMAGE) {
    it(`finds ${name}${isRepairable ? ', and makes it again' : ', and says that only a backup has it'}`, async () => {
      await storeRecords(dbPath(), 2100);
      change(dbPath(), sql);
      const found = await verify();
      assert.equal(found.exitCode, 1);
      assert.match(found.stderr, says);
      assert.match(found.stderr, isRepairable ? /stop errord and add --repair/ : /in a backup only/);
      const repaired = await verify('--repair');
      assert.equal(repaired.exitCode, isRepairable ? 0 : 1, repaired.stderr);
      assert.equal((await verify()).exitCode, isRepairable ? 0 : 1);
    });
  }

  for (const [rowCount, faultCount] of [
    [VERIFY_PAGE_FAULTS_MAX - 1, VERIFY_PAGE_FAULTS_MAX - 1],
    [VERIFY_PAGE_FAULTS_MAX + 1, VERIFY_PAGE_FAULTS_MAX],
  ] as const) {
    it(`finds an index of SQLite that lacks ${rowCount} rows, names ${faultCount} faults, and makes it again`, async () => {
      await storeRecords(dbPath(), 500);
      changeBesideIndex(dbPath(), rowCount);
      const { exitCode, stderr } = await verify();
      assert.equal(exitCode, 1);
      assert.equal(stderr.split('\n').filter((line) => line.includes('index logs_time')).length, faultCount, stderr);
      const repaired = await verify('--repair');
      assert.equal(repaired.exitCode, 0, repaired.stderr);
    });
  }

  it('finds bytes that were changed in pages, and sends to the backup', async () => {
    await storeRecords(dbPath(), 2100);
    const pageBytes = 4096;
    const pageCount = statSync(dbPath()).size / pageBytes;
    const file = openSync(dbPath(), 'r+');
    // The first half has the schema; without it nothing else can be looked at.
    for (let page = Math.floor(pageCount / 2); page < pageCount; page += 2)
      writeSync(file, Buffer.alloc(64, 0xa5), 0, 64, page * pageBytes);
    closeSync(file);
    const { exitCode, stderr } = await verify();
    assert.equal(exitCode, 1);
    assert.match(stderr, /has \d+ faults:/);
    assert.match(stderr, /in a backup only: see errord restore/);
    assert.equal((await verify('--repair')).exitCode, 1);
  });

  it('finds a file whose schema cannot be read', async () => {
    await storeRecords(dbPath(), 100);
    const file = openSync(dbPath(), 'r+');
    writeSync(file, Buffer.alloc(3000, 0xa5), 0, 3000, 100);
    closeSync(file);
    const { exitCode, stderr } = await verify();
    assert.equal(exitCode, 1);
    assert.match(stderr, /has 1 fault:\n {2}the file cannot be read \(.*\)\n.*in a backup only/);
  });

  it('finds a file that was cut short', async () => {
    await storeRecords(dbPath(), 2100);
    truncateSync(dbPath(), Math.floor(statSync(dbPath()).size / 2));
    const { exitCode, stderr } = await verify();
    assert.equal(exitCode, 1);
    assert.match(stderr, /has \d+ faults?:/);
  });

  it('changes no byte of what it looks at', async () => {
    await storeRecords(dbPath(), 500);
    const before = readFileSync(dbPath());
    await verify();
    assert.ok(readFileSync(dbPath()).equals(before));
  });
});

function change(path: string, sql: string): void {
  const db = openSqlite(path);
  try {
    db.exec(sql);
  } finally {
    db.close();
  }
}

/** Changes logs by statements that do not know of one of their indexes. */
function changeBesideIndex(path: string, rowCount: number): void {
  const declare = (where: string): string =>
    `UPDATE sqlite_schema SET sql = 'CREATE INDEX logs_time ON logs (timestamp_ms)${where}' WHERE name = 'logs_time'`;
  changeUnsafely(path, declare(' WHERE 0'));
  change(path, `UPDATE logs SET timestamp_ms = timestamp_ms - 1 WHERE id IN (SELECT id FROM logs LIMIT ${rowCount})`);
  changeUnsafely(path, declare(''));
}

function changeUnsafely(path: string, sql: string): void {
  const db = openUndefended(path);
  db.exec('PRAGMA writable_schema = ON');
  db.exec(sql);
  db.close();
}
