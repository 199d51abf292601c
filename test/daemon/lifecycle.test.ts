import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ErrorGroupDetail, ErrorGroupList } from '../../schemas/error-group.js';
import type { ErrorReply } from '../../schemas/error-reply.js';
import type { EventAccepted } from '../../schemas/event.js';
import type { LogList } from '../../schemas/log.js';
import type { DaemonStatus, Outcomes } from '../../schemas/stats.js';
import { DIGEST_THREAD_HEAP_MB } from '../../src/limits.js';
import { unpackId } from '../../src/store/sqlite/packed-id.js';
import { useDaemon } from '../support/daemon.js';
import { type DaemonProcess, endDaemonProcesses, startDaemonProcess } from '../support/daemon-process.js';
import { anEvent } from '../support/events.js';
import { callJson } from '../support/http.js';
import { openSocket } from '../support/raw.js';
import { assertBalanced } from '../support/shared-daemon.js';
import { useTempDir } from '../support/temp-dir.js';
import { openSqlite } from '../support/test-sqlite.js';

const CONNECTIONS = 8;
const ANSWERED_BEFORE_SIGNAL = 200;

describe('the life of a daemon process', () => {
  afterEach(endDaemonProcesses);
  const dir = useTempDir();
  const dbPath = (): string => join(dir(), 'data', 'service.db');

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`${signal} under load: what was accepted is answered and on disk, the exit code is 0, the log is merged`, async () => {
      const daemon = await startDaemonProcess(dbPath());
      const { acknowledged, exitCode } = await loadUntilSignal(daemon, signal);
      assert.equal(exitCode, 0);
      assert.ok(!existsSync(`${dbPath()}-wal`) && !existsSync(`${dbPath()}-shm`));
      const db = openSqlite(dbPath(), { readonly: true });
      const stored = new Set(db.prepare<[], string>('SELECT event_id FROM events').pluck().all().map(unpackId));
      db.close();
      assert.deepEqual(
        acknowledged.filter((id) => !stored.has(id)),
        [],
      );
    });
  }

  it('a second signal ends it at once, with 143', async () => {
    const daemon = await startDaemonProcess(dbPath());
    // A call that never ends holds up the stop.
    const socket = await openSocket(daemon.port);
    socket.on('error', () => undefined);
    const head = once(socket, 'data');
    socket.write('POST /api/logs HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n');
    await head;
    const exited = daemon.stop('SIGTERM');
    const isRunning = (): boolean => daemon.child.exitCode === null && daemon.child.signalCode === null;
    // Two signals within a moment are one keypress; a refused connection later it is meant.
    while (isRunning()) {
      daemon.child.kill('SIGTERM');
      await fetch(daemon.url).catch(() => null);
    }
    assert.equal(await exited, 143);
    socket.destroy();
  });

  it('a taken port ends the start with 1 and names the errord that has it', async () => {
    const first = await startDaemonProcess(dbPath());
    const other = join(dir(), 'other.db');
    await assert.rejects(startDaemonProcess(other, ['--port', String(first.port)]), (error: Error) => {
      assert.match(error.message, /ended with 1/);
      assert.match(error.message, new RegExp(`Port ${first.port} .* another errord .*pid ${first.child.pid ?? 0}`));
      assert.doesNotMatch(error.message, /\n\s+at /);
      return true;
    });
    assert.ok(!existsSync(other));
    assert.equal((await callJson(`${first.url}/api/health`)).status, 200);
    assert.equal(await first.stop(), 0);
  });

  it('a second daemon on the same database ends with 1 and says so', async () => {
    const first = await startDaemonProcess(dbPath());
    await assert.rejects(startDaemonProcess(dbPath()), /ended with 1[^]*Another errord is using the database/);
    assert.equal((await callJson(`${first.url}/api/events`, { body: anEvent() })).status, 201);
    assert.equal(await first.stop(), 0);
  });

  it('a database of a newer errord ends the start with 1, in words, and is left alone', async () => {
    const first = await startDaemonProcess(dbPath());
    await callJson(`${first.url}/api/events`, { body: anEvent() });
    assert.equal(await first.stop(), 0);
    const db = openSqlite(dbPath());
    db.pragma('user_version = 99990');
    db.close();
    await assert.rejects(startDaemonProcess(dbPath()), (error: Error) => {
      assert.match(error.message, /ended with 1/);
      assert.match(error.message, /newer/);
      assert.doesNotMatch(error.message, /\n\s+at /);
      return true;
    });
    const after = openSqlite(dbPath(), { readonly: true });
    assert.equal(after.pragma('user_version', { simple: true }), 99_990);
    assert.equal(after.prepare('SELECT count(*) FROM events').pluck().get(), 1);
    after.close();
  });

  it('makes its directory for its user only, and every file in it', async () => {
    const daemon = await startDaemonProcess(dbPath());
    await callJson(`${daemon.url}/api/events`, { body: anEvent() });
    const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);
    assert.equal(mode(join(dir(), 'data')), '700');
    for (const suffix of ['', '-wal', '-shm', '-lock']) assert.equal(mode(dbPath() + suffix), '600', suffix);
    assert.equal(await daemon.stop(), 0);
  });

  it('a warm start answers health, and holds what was there before', async () => {
    const first = await startDaemonProcess(dbPath());
    const sent = (await callJson<EventAccepted>(`${first.url}/api/events`, { body: anEvent({ eventId: 'kept' }) }))
      .body;
    assert.equal(await first.stop(), 0);
    const second = await startDaemonProcess(dbPath());
    assert.equal((await callJson(`${second.url}/api/health`)).status, 200);
    const again = await callJson<EventAccepted>(`${second.url}/api/events`, { body: anEvent({ eventId: 'kept' }) });
    assert.deepEqual(again.body, { ...sent, isNew: false });
    const joined = await callJson<EventAccepted>(`${second.url}/api/events`, { body: anEvent() });
    assert.deepEqual([joined.body.fingerprint, joined.body.isNew], [sent.fingerprint, false]);
    assert.equal((await callJson<ErrorGroupList>(`${second.url}/api/errors`)).body.errors[0]?.count, 2);
    assert.equal(await second.stop(), 0);
  });

  it('takes its settings from flags', async () => {
    const flags = ['--retention-days', '7', '--max-db-size-mb', '64'];
    const daemon = await startDaemonProcess(dbPath(), flags);
    const { body } = await callJson<DaemonStatus>(`${daemon.url}/api/status`);
    assert.deepEqual(body.retention, { retentionDays: 7, maxDbSizeMb: 64 });
    assert.deepEqual([body.database.path, body.pid], [dbPath(), daemon.child.pid]);
    assert.equal(await daemon.stop(), 0);
  });

  it('gives memory back after a body of 64 MB, bombs and deep nesting', async function () {
    this.timeout(60_000);
    const daemon = await startDaemonProcess(dbPath());
    const send = async (body: string | Uint8Array, headers: Record<string, string> = {}): Promise<number> =>
      (await callJson(`${daemon.url}/api/events`, { body, headers })).status;
    const whole = `{"type":"t","source":"backend","message":"m","extra":{"a":[${'{},'.repeat(400_000)}0]}}`;
    // Once before: the threads have then grown to what such calls need, and keep a part of it.
    assert.equal(await send(whole), 201);
    const before = residentBytes(daemon);
    for (let round = 0; round < 3; round += 1) {
      assert.equal(await send(' '.repeat(64 * 1024 * 1024)), 413);
      assert.equal(await send('['.repeat(1_000_000)), 413);
      assert.equal(await send(whole), 201);
    }
    // Generous: V8 keeps a heap of a digest thread up to its limit. Bodies that were never given back would be 200 MB more.
    const grownMb = (residentBytes(daemon) - before) / 1024 / 1024;
    assert.ok(grownMb < DIGEST_THREAD_HEAP_MB, `grew by ${Math.round(grownMb)} MB`);
    assert.equal(await daemon.stop(), 0);
  });
});

/** Sends from several connections and signals in the middle; answers the events that were acknowledged. */
async function loadUntilSignal(daemon: DaemonProcess, signal: NodeJS.Signals) {
  const acknowledged: string[] = [];
  const stop: { exitCode?: Promise<number | string> } = {};
  const send = async (): Promise<void> => {
    for (;;) {
      const answer = await callJson<EventAccepted & ErrorReply>(`${daemon.url}/api/events`, { body: anEvent() }).catch(
        () => null,
      );
      // No connection: the daemon takes none any more, so it has not accepted the call either.
      if (answer === null) return;
      if (answer.status === 201) acknowledged.push(answer.body.id);
      else assert.deepEqual([answer.status, answer.body.code], [503, 'shutting_down']);
      if (acknowledged.length >= ANSWERED_BEFORE_SIGNAL) stop.exitCode ??= daemon.stop(signal);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, send));
  assert.ok(stop.exitCode, 'the connections ended before the signal');
  return { acknowledged, exitCode: await stop.exitCode };
}

/** What the process holds in memory, as the system counts it. */
function residentBytes({ child }: DaemonProcess): number {
  const { pid } = child;
  assert.ok(pid !== undefined);
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
  return pages * 4096;
}

describe('retention', () => {
  const fixture = useDaemon();

  it('deletes what was received before the span, groups without events too, and keeps the counters true', async () => {
    // A thousandth of a second in days.
    const daemon = await fixture.start({ retentionDays: 0.001 / 86_400 });
    const { url, parts } = daemon;
    await callJson(`${url}/api/events`, { body: anEvent() });
    await callJson(`${url}/api/events/request`, { body: { method: 'GET', url: '/' } });
    await callJson(`${url}/api/logs`, { body: { level: 'log', message: 'm' } });
    await parts.maintenance.prune();
    await parts.maintenance.prune();
    const { database } = (await callJson<DaemonStatus>(`${url}/api/status`)).body;
    assert.deepEqual([database.errors, database.events, database.requests, database.logs], [0, 0, 0, 0]);
    assert.equal((await callJson<LogList>(`${url}/api/logs`)).body.total, 0);
    const { body } = await callJson<Outcomes>(`${url}/api/outcomes`);
    assertBalanced(body);
  });

  it('goes by the time of receipt, never by the timestamp of the client', async () => {
    const { url, parts } = await fixture.start({ retentionDays: 1 });
    await callJson(`${url}/api/events`, { body: anEvent({ timestamp: '1999-01-01T00:00:00Z' }) });
    await parts.maintenance.prune();
    assert.equal((await callJson<ErrorGroupList>(`${url}/api/errors`)).body.total, 1);
  });

  it('keeps everything with retentionDays 0 and maxDbSizeMb 0', async () => {
    const { url, parts } = await fixture.start({ retentionDays: 0, maxDbSizeMb: 0 });
    await callJson(`${url}/api/events`, { body: anEvent({ timestamp: '1999-01-01T00:00:00Z' }) });
    await parts.maintenance.prune();
    assert.equal((await callJson<ErrorGroupList>(`${url}/api/errors`)).body.total, 1);
  });

  it('deletes the oldest first when the database is over maxDbSizeMb, while ingest goes on', async () => {
    const { url, parts } = await fixture.start({ maxDbSizeMb: 2 });
    const sendBatch = (batch: number) =>
      callJson(`${url}/api/events/batch`, {
        body: Array.from({ length: 50 }, (_, index) =>
          anEvent({ eventId: `${batch}-${index}`, extra: { noise: randomBytes(5000).toString('base64') } }),
        ),
      });
    for (let batch = 0; batch < 12; batch += 1) assert.equal((await sendBatch(batch)).status, 201);
    const [during] = await Promise.all([sendBatch(12), parts.maintenance.prune()]);
    assert.equal(during.status, 201);
    const { errors } = (await callJson<ErrorGroupList>(`${url}/api/errors`)).body;
    const { body } = await callJson<ErrorGroupDetail>(`${url}/api/errors/${errors[0]?.id ?? ''}`);
    // No more than needed: most of two megabytes of events of seven kilobytes are still there.
    assert.ok(body.total >= 150 && body.total < 600, `${body.total} events are left`);
    assert.equal(errors[0]?.count, body.total);
    const ids = new Set(body.events.map(({ eventId }) => eventId));
    assert.ok(ids.has('12-49') && ids.has('12-0') && !ids.has('0-0'));
  });
});
