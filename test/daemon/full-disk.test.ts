import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ErrorReply } from '../../schemas/error-reply.js';
import type { EventAccepted } from '../../schemas/event.js';
import { useDaemon } from '../support/daemon.js';
import { startDaemonProcess } from '../support/daemon-process.js';
import { anEvent } from '../support/events.js';
import { callJson } from '../support/http.js';
import { useTempDir } from '../support/temp-dir.js';

describe('a full disk', () => {
  let mountPoint = '';
  const fixture = useDaemon();
  // Hooks run in the order they are registered: the daemon ends, the disk is unmounted, its directory goes.
  afterEach(() => {
    if (mountPoint !== '') spawnSync('umount', ['-l', mountPoint]);
  });
  const dir = useTempDir();

  beforeEach(function () {
    mountPoint = join(dir(), 'small-disk');
    mkdirSync(mountPoint);
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', mountPoint]);
    // Mounting needs rights that not every machine gives; test/store has the same case without a mount.
    if (status !== 0) {
      mountPoint = '';
      this.skip();
    }
  });

  it('answers 503 storage_full with Retry-After, keeps what it acknowledged, and recovers when there is space', async () => {
    const ballast = join(mountPoint, 'ballast');
    writeFileSync(ballast, Buffer.alloc(1_000_000));
    const daemon = await fixture.start({ dbPath: join(mountPoint, 'service.db') });
    const acknowledged: string[] = [];
    const refusal = await fillUp(daemon.url, acknowledged);
    assert.deepEqual([refusal.status, refusal.body.code], [503, 'storage_full']);
    assert.match(refusal.headers.get('retry-after') ?? '', /^\d+$/);
    assert.ok(acknowledged.length > 0);
    assert.equal((await callJson(`${daemon.url}/api/health`)).status, 200);

    rmSync(ballast);
    const { status } = await callJson(`${daemon.url}/api/events`, { body: anEvent() });
    assert.equal(status, 201);
    for (const eventId of acknowledged.slice(0, 50)) {
      const { body } = await callJson<EventAccepted>(`${daemon.url}/api/events`, { body: anEvent({ eventId }) });
      assert.deepEqual([body.id, body.isNew], [eventId, false]);
    }
  });
});

async function fillUp(url: string, acknowledged: string[]) {
  for (;;) {
    const events = Array.from({ length: 10 }, () =>
      anEvent({ extra: { text: Array.from({ length: 200 }, () => Math.random().toString(36)).join(' ') } }),
    );
    const answer = await callJson<EventAccepted[] & ErrorReply>(`${url}/api/events/batch`, { body: events });
    if (answer.status !== 201) return answer;
    acknowledged.push(...answer.body.map(({ id }) => id));
  }
}

describe('a database that cannot be used', () => {
  const dir = useTempDir();

  it('a file in place of the directory ends the start with one sentence and exit code 1', async () => {
    const file = join(dir(), 'file');
    writeFileSync(file, '');
    await assert.rejects(startDaemonProcess(join(file, 'service.db')), (error: Error) => {
      assert.match(error.message, /ended with 1/);
      assert.match(error.message, /Cannot open the database .*service\.db/);
      assert.doesNotMatch(error.message, /\n\s+at /);
      return true;
    });
  });

  it('a read-only directory ends the start with one sentence and exit code 1', async function () {
    const readOnly = join(dir(), 'read-only');
    mkdirSync(readOnly, { mode: 0o500 });
    // Root may write everywhere but where even root may not: a read-only mount.
    const isRoot = process.getuid?.() === 0;
    if (isRoot && spawnSync('mount', ['-t', 'tmpfs', '-o', 'ro,size=1m', 'tmpfs', readOnly]).status !== 0) this.skip();
    try {
      await assert.rejects(
        startDaemonProcess(join(readOnly, 'service.db')),
        /ended with 1[^]*Cannot open the database/,
      );
    } finally {
      if (isRoot) spawnSync('umount', ['-l', readOnly]);
      chmodSync(readOnly, 0o700);
    }
  });
});
