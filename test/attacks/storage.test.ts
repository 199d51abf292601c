// What goes on with the files of a database while a daemon runs on it: nothing that was answered 2xx may be lost.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import {
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { connect, type Socket } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { ErrorGroupList } from '../../schemas/error-group.js';
import type { ErrorReply } from '../../schemas/error-reply.js';
import { PACKAGE_ROOT } from '../../src/package.js';
import { STORAGE_CHECK_MS } from '../../src/store/sqlite/limits.js';
import { unpackId } from '../../src/store/sqlite/packed-id.js';
import { type DaemonProcess, endDaemonProcesses, startDaemonProcess } from '../support/daemon-process.js';
import { anEvent } from '../support/events.js';
import { callJson } from '../support/http.js';
import { useTempDir } from '../support/temp-dir.js';
import { openSqlite } from '../support/test-sqlite.js';
import { onlyOnFile } from '../support/test-store.js';

/** Noticing, the rescue of a small database, and the stop; the machine may be busy. */
const END_MS = 20_000;

describe('attacks on the files of the database', function () {
  this.timeout(60_000);
  onlyOnFile();
  afterEach(endDaemonProcesses);
  const dir = useTempDir();
  const pathOf = (): string => join(dir(), 'data', 'service.db');

  describe('a second daemon on the same file', () => {
    it('is refused when it comes by a symbolic link to the file or to its directory', async () => {
      const daemon = await startDaemonProcess(pathOf());
      symlinkSync(pathOf(), join(dir(), 'link.db'));
      symlinkSync(join(dir(), 'data'), join(dir(), 'link'));
      for (const path of [join(dir(), 'link.db'), join(dir(), 'link', 'service.db')]) {
        await assert.rejects(startDaemonProcess(path), /Another errord is using the database/);
      }
      assert.equal(await daemon.stop(), 0);
    });

    it('is refused when it comes by a hard link', async () => {
      await startDaemonProcess(pathOf());
      linkSync(pathOf(), join(dir(), 'hard.db'));
      await assert.rejects(startDaemonProcess(join(dir(), 'hard.db')), /the file has 2 names \(hard links\)/);
    });

    it('is let in by any name once the first was killed', async () => {
      const daemon = await startDaemonProcess(pathOf());
      await daemon.stop('SIGKILL');
      symlinkSync(pathOf(), join(dir(), 'link.db'));
      const next = await startDaemonProcess(join(dir(), 'link.db'));
      assert.equal(await next.stop(), 0);
    });
  });

  describe('a database of another build', () => {
    it('is copied first and opened when it is older, and refused in words and left alone when it is newer', async () => {
      mkdirSync(dirname(pathOf()));
      const older = gunzipSync(readFileSync(new URL('test/fixtures/databases/0010.db.gz', PACKAGE_ROOT)));
      writeFileSync(pathOf(), older);
      const daemon = await startDaemonProcess(pathOf());
      assert.equal((await callJson<ErrorGroupList>(`${daemon.url}/api/errors`)).body.total, 3);
      assert.equal((await callJson(`${daemon.url}/api/events`, { body: anEvent() })).status, 201);
      assert.equal(await daemon.stop(), 0);
      const [copy] = readdirSync(dirname(pathOf())).filter((name) => name.includes('.before-'));
      const kept = openSqlite(join(dirname(pathOf()), copy ?? 'none'), { readonly: true });
      assert.equal(kept.prepare('SELECT count(*) FROM error_groups').pluck().get(), 3);
      kept.close();

      const db = openSqlite(pathOf());
      db.pragma('user_version = 99990');
      db.close();
      const before = readFileSync(pathOf());
      await assert.rejects(startDaemonProcess(pathOf()), /ended with 1[^]*written by a newer errord/);
      assert.ok(readFileSync(pathOf()).equals(before));
    });
  });

  describe('files that are taken away', () => {
    const takings: readonly [string, () => void][] = [
      ['the write-ahead log is deleted', () => rmSync(`${pathOf()}-wal`)],
      ['the write-ahead log is replaced', () => replace(`${pathOf()}-wal`)],
      ['the shared memory is deleted', () => rmSync(`${pathOf()}-shm`)],
      ['the lock is deleted', () => rmSync(`${pathOf()}-lock`)],
      ['the database is deleted', () => rmSync(pathOf())],
      ['the database is replaced', () => replace(pathOf())],
      ['the directory is deleted', () => rmSync(dirname(pathOf()), { recursive: true })],
      [
        'the directory is replaced',
        () => {
          renameSync(dirname(pathOf()), join(dir(), 'moved'));
          mkdirSync(dirname(pathOf()));
        },
      ],
    ];
    for (const [what, take] of takings) {
      it(`${what}: no call is acknowledged any more, the daemon ends with 1, and nothing acknowledged is lost`, async () => {
        const daemon = await startDaemonProcess(pathOf());
        const acknowledged = await sendEvents(daemon.url, 20);
        const ended = once(daemon.child, 'exit');
        take();
        // The daemon may have noticed by itself, and then it does not listen any more.
        const answer = await callJson<ErrorReply>(`${daemon.url}/api/events`, { body: anEvent() }).catch(() => null);
        if (answer !== null) assert.equal(answer.status, 503);
        assert.deepEqual((await ended)[0], 1);
        assertSaved(daemon, acknowledged);
      });
    }

    it('the write-ahead log is deleted: the next start finds everything where it was', async () => {
      const daemon = await startDaemonProcess(pathOf());
      const acknowledged = await sendEvents(daemon.url, 20);
      const ended = once(daemon.child, 'exit');
      rmSync(`${pathOf()}-wal`);
      assert.deepEqual((await ended)[0], 1);
      assert.deepEqual(eventIdsIn(pathOf()), acknowledged);
      assert.deepEqual(
        readdirSync(dirname(pathOf())).filter((name) => name.includes('rescued')),
        [],
      );
    });

    it('the link to the database is turned to another: the daemon ends with 1, and the first keeps everything', async () => {
      const first = await startDaemonProcess(pathOf());
      assert.equal(await first.stop(), 0);
      const link = join(dir(), 'link.db');
      symlinkSync(pathOf(), link);
      const daemon = await startDaemonProcess(link);
      const acknowledged = await sendEvents(daemon.url, 3);
      const ended = once(daemon.child, 'exit');
      writeFileSync(join(dir(), 'other.db'), '');
      rmSync(link);
      symlinkSync(join(dir(), 'other.db'), link);
      assert.deepEqual((await ended)[0], 1);
      assert.deepEqual(eventIdsIn(pathOf()), acknowledged);
    });

    it('an idle daemon notices by itself, within a second', async function () {
      const daemon = await startDaemonProcess(pathOf());
      const acknowledged = await sendEvents(daemon.url, 3);
      const ended = once(daemon.child, 'exit');
      // From here on: how long a busy machine takes to start a daemon is not what is tested.
      this.timeout(STORAGE_CHECK_MS + END_MS);
      rmSync(pathOf());
      assert.deepEqual((await ended)[0], 1);
      assert.ok(daemon.log.some((line) => /deleted or replaced while in use/.test(line)));
      assertSaved(daemon, acknowledged);
    });
  });

  it('a database damaged while in use: queries and ingest are answered 503, and the log says what to do', async () => {
    const first = await startDaemonProcess(pathOf());
    await sendEvents(first.url, 50);
    assert.equal(await first.stop(), 0);
    const daemon = await startDaemonProcess(pathOf());
    overwriteTables(pathOf());
    const query = await callJson<ErrorReply>(`${daemon.url}/api/errors?search=cannot`);
    assert.deepEqual([query.status, query.body.code], [503, 'storage_unavailable']);
    const call = await callJson<ErrorReply>(`${daemon.url}/api/events`, { body: anEvent() });
    assert.deepEqual([call.status, call.body.code], [503, 'storage_unavailable']);
    assert.ok(daemon.log.some((line) => /nothing more is stored.*put the last backup in its place/.test(line)));
    await daemon.stop('SIGKILL');
    await assert.rejects(startDaemonProcess(pathOf()), /it is damaged.*put the last backup in its place/s);
  });

  it('a path that is no file: the start ends at once, in words', async () => {
    for (const path of [dir(), '/dev/zero']) {
      await assert.rejects(
        startDaemonProcess(path),
        /Cannot use the database .*: it is a (directory|device), not a file/,
      );
    }
  });

  it('clearing leaves nothing of the texts in any file', async () => {
    const daemon = await startDaemonProcess(pathOf());
    const secret = 'zanzibar-quokka-7421';
    for (let round = 0; round < 3; round += 1) {
      await sendEvents(daemon.url, 200, { message: `failed for ${secret} ${round}`, extra: { note: secret } });
      await callJson(`${daemon.url}/api/logs`, {
        body: { level: 'warn', source: 'backend', message: `log of ${secret}` },
      });
    }
    const cleared = await callJson(`${daemon.url}/api/clear`, { method: 'POST' });
    assert.equal(cleared.status, 200);
    assert.equal((await callJson<ErrorGroupList>(`${daemon.url}/api/errors`)).body.total, 0);
    for (const name of readdirSync(dirname(pathOf()))) {
      assert.ok(!readFileSync(join(dirname(pathOf()), name)).includes(secret), name);
    }
  });
});

describe('attacks on what a daemon stores with', function () {
  this.timeout(60_000);
  afterEach(endDaemonProcesses);
  const dir = useTempDir();
  const pathOf = (): string => join(dir(), 'data', 'service.db');

  it('connections that take every file descriptor: those let in are served, the rest are closed, all is well after', async () => {
    // The threads read their modules at once when they start, each through a descriptor of its own.
    const descriptorsMax = 256;
    const daemon = await startDaemonProcess(pathOf(), [], { descriptorsMax });
    const sockets = await connectMany(daemon.port, 400);
    const answers = await Promise.all(sockets.map(askForErrors));
    const served = answers.filter((answer) => answer !== null);
    assert.ok(served.length > 0 && served.length < descriptorsMax, `${served.length} were served`);
    for (const answer of served) assert.match(answer, /^HTTP\/1\.1 200 /);
    for (const socket of sockets) socket.destroy();
    await untilServed(daemon.port);
    assert.equal((await callJson(`${daemon.url}/api/events`, { body: anEvent() })).status, 201);
    assert.equal((await callJson<ErrorGroupList>(`${daemon.url}/api/errors`)).body.total, 1);
    assert.equal(await daemon.stop(), 0);
  });
});

async function sendEvents(url: string, count: number, facts: Parameters<typeof anEvent>[0] = {}): Promise<string[]> {
  const events = Array.from({ length: count }, () => anEvent(facts));
  const { status } = await callJson(`${url}/api/events/batch`, { body: events });
  assert.equal(status, 201);
  return events.map(({ eventId }) => String(eventId)).sort();
}

/** Resolves when each is connected; a connection that is refused is connected first, and closed then. */
function connectMany(port: number, count: number): Promise<Socket[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect(port, '127.0.0.1');
      // What becomes of it is told by its answer.
      socket.on('error', () => undefined);
      await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve));
      return socket;
    }),
  );
}

/** The start of the answer, or null when the connection is closed without one. */
async function askForErrors(socket: Socket): Promise<string | null> {
  if (socket.destroyed) return null;
  socket.write('GET /api/errors HTTP/1.1\r\nHost: localhost\r\n\r\n');
  return new Promise((resolve) => {
    socket.once('data', (chunk: Buffer) => resolve(String(chunk)));
    socket.once('close', () => resolve(null));
  });
}

/** The daemon closes what it cannot take until it has seen that others are gone. The test's time is the limit. */
async function untilServed(port: number): Promise<void> {
  for (;;) {
    const [socket] = await connectMany(port, 1);
    assert.ok(socket !== undefined);
    const answer = await askForErrors(socket);
    socket.destroy();
    if (answer !== null) return;
  }
}

/** Puts a copy in the place of a file: the same content, another file. */
function replace(path: string): void {
  const content = readFileSync(path);
  rmSync(path);
  writeFileSync(path, content);
}

/** All that was acknowledged is in the file that the log names. */
function assertSaved(daemon: DaemonProcess, acknowledged: readonly string[]): void {
  const line = daemon.log
    .map((text) => JSON.parse(text) as { msg?: string; path?: string })
    .find(({ path }) => path !== undefined);
  assert.match(line?.msg ?? '', /everything stored was saved/, daemon.log.join('\n'));
  const path = line?.path ?? '';
  assert.equal((statSync(path).mode & 0o777).toString(8), '600');
  assert.match(basename(path), /^service\.db(-rescued-\d{8}T\d{6}Z\.db)?$/);
  const stored = eventIdsIn(path);
  assert.deepEqual(
    acknowledged.filter((id) => !stored.includes(id)),
    [],
  );
}

function eventIdsIn(dbPath: string): string[] {
  const db = openSqlite(dbPath, { readonly: true });
  const ids = db.prepare<[], string>('SELECT event_id FROM events').pluck().all();
  db.close();
  return ids.map(unpackId).sort();
}

/** Everything but the first page, which holds the names of the tables. */
function overwriteTables(dbPath: string): void {
  const bytes = statSync(dbPath).size - 4096;
  const file = openSync(dbPath, 'r+');
  writeSync(file, Buffer.alloc(bytes, 0xa5), 0, bytes, 4096);
  closeSync(file);
}
