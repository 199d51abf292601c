import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ErrorGroupList } from '../../schemas/error-group.js';
import type { ErrorReply } from '../../schemas/error-reply.js';
import type { LogList } from '../../schemas/log.js';
import type { DaemonStatus, ProjectList } from '../../schemas/stats.js';
import { parseOptions } from '../../src/config.js';
import { startDaemon } from '../../src/daemon.js';
import { PROJECTS_MAX } from '../../src/limits.js';
import { openLog } from '../../src/log.js';
import { RESERVE_FREE_BYTES_MIN } from '../../src/store/sqlite/limits.js';
import { useDaemon } from '../support/daemon.js';
import { anEvent } from '../support/events.js';
import { callJson } from '../support/http.js';
import { useTempDir } from '../support/temp-dir.js';
import { onlyOnFile } from '../support/test-store.js';

const DAY_MS = 86_400_000;

const logsOf = (projectId: string, count: number, chars = 10): object[] =>
  Array.from({ length: count }, (_, index) => ({
    level: 'info',
    message: `${index} ${Math.random().toString(36)} `.repeat(Math.ceil(chars / 20)),
    projectId,
  }));

const statusOf = async (url: string): Promise<DaemonStatus> => (await callJson<DaemonStatus>(`${url}/api/status`)).body;

describe('names of projects that somebody makes up', () => {
  const fixture = useDaemon();
  const post = (url: string, projectId: string) =>
    callJson<ErrorReply>(`${url}/api/events`, { body: anEvent({ projectId }) });
  const flood = (url: string) =>
    callJson(`${url}/api/logs/batch`, {
      body: Array.from({ length: PROJECTS_MAX }, (_, index) => ({
        level: 'info',
        message: 'm',
        projectId: `p${index}`,
      })),
    });

  it('bar a new project only as long as they hold records: not after a clear, nor when one of them is deleted', async () => {
    const daemon = await fixture.start();
    await flood(daemon.url);
    assert.equal((await post(daemon.url, 'shop')).body.code, 'project_limit');
    const { status } = await callJson(`${daemon.url}/api/projects/p7`, { method: 'DELETE' });
    assert.equal(status, 200);
    assert.equal((await post(daemon.url, 'shop')).status, 201);
    assert.equal((await post(daemon.url, 'blog')).body.code, 'project_limit');
    await callJson(`${daemon.url}/api/clear`, { body: {} });
    assert.equal((await post(daemon.url, 'blog')).status, 201);
    await daemon.stop();
    const again = await fixture.start();
    const { body } = await callJson<ProjectList>(`${again.url}/api/projects`);
    assert.deepEqual(
      body.projects.map(({ name }) => name),
      ['blog'],
    );
  });

  it('do not bar later projects from the counts of outcomes', async () => {
    const { url } = await fixture.start();
    await flood(url);
    await callJson(`${url}/api/clear`, { body: {} });
    await post(url, 'shop');
    const { body } = await callJson<{ total: { stored: number } }>(`${url}/api/outcomes?projectId=shop`);
    assert.equal(body.total.stored, 1);
  });
});

describe('a project that sends a hundred times as much as another', () => {
  const fixture = useDaemon();

  it('over maxDbSizeMb takes the oldest records of the noisy project, and none of the quiet one', async () => {
    const { url, parts } = await fixture.start({ maxDbSizeMb: 8 });
    for (let index = 0; index < 20; index += 1)
      await callJson(`${url}/api/events`, {
        body: anEvent({ projectId: 'quiet', message: `quiet ${'x'.repeat(index)}` }),
      });
    for (let call = 0; call < 16; call += 1)
      await callJson(`${url}/api/logs/batch`, { body: logsOf('noisy', 1000, 600) });
    const before = (await statusOf(url)).database;
    assert.ok(before.bytes + (before.walBytes ?? 0) > 8 * 1024 * 1024);
    await parts.maintenance.prune();
    assert.ok((await statusOf(url)).database.bytes <= 8 * 1024 * 1024);
    const quiet = await callJson<ErrorGroupList>(`${url}/api/errors?projectId=quiet`);
    const noisy = await callJson<LogList>(`${url}/api/logs?projectId=noisy`);
    assert.equal(
      quiet.body.errors.reduce((sum, { count }) => sum + count, 0),
      20,
    );
    assert.ok(noisy.body.total > 1000 && noisy.body.total < 16_000, `${noisy.body.total}`);
  });
});

describe('a clock that jumps by 40 days', () => {
  const running: { stop(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const daemon of running.splice(0)) await daemon.stop();
  });
  const dir = useTempDir();

  const start = async (time: { aheadMs: number }) => {
    const config = parseOptions({ port: 0, host: '127.0.0.1', dbPath: join(dir(), 'service.db') });
    const daemon = await startDaemon(config, { log: openLog('silent'), clock: () => Date.now() + time.aheadMs });
    running.push(daemon);
    return daemon;
  };

  it('deletes nothing, whether the daemon runs or is started meanwhile, and leaves the uptime alone', async () => {
    const time = { aheadMs: 0 };
    const daemon = await start(time);
    await callJson(`${daemon.url}/api/events`, { body: anEvent() });
    time.aheadMs = 40 * DAY_MS;
    await daemon.parts.maintenance.prune();
    assert.equal((await statusOf(daemon.url)).database.events, 1);
    await daemon.stop();
    const second = await start(time);
    await second.parts.maintenance.prune();
    assert.equal((await statusOf(second.url)).database.events, 1);
    time.aheadMs = 0;
    const { uptime, startedAt } = await statusOf(second.url);
    assert.ok(uptime >= 0 && uptime < 600, `${uptime} s`);
    assert.ok(Date.parse(startedAt) <= Date.now());
    const health = await callJson<{ uptime: number }>(`${second.url}/api/health`);
    assert.ok(health.body.uptime >= 0 && health.body.uptime < 600);
  });
});

describe('a disk without a byte of room', () => {
  // That of PostgreSQL is filled in test/daemon/postgres-faults.test.ts.
  onlyOnFile();
  let mountPoint = '';
  const fixture = useDaemon();
  afterEach(() => {
    if (mountPoint !== '') spawnSync('umount', ['-l', mountPoint]);
  });
  const dir = useTempDir();

  beforeEach(function () {
    mountPoint = join(dir(), 'small-disk');
    mkdirSync(mountPoint);
    const size = RESERVE_FREE_BYTES_MIN + 12 * 1024 * 1024;
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', mountPoint]);
    // Mounting needs rights that not every machine gives.
    if (status !== 0) {
      mountPoint = '';
      this.skip();
    }
  });

  it('is cleared by POST /api/clear, and takes records again', async () => {
    const { url, parts } = await fixture.start({ dbPath: join(mountPoint, 'service.db') });
    await parts.maintenance.prune();
    const { bavail, bsize } = statfsSync(mountPoint);
    const ballast = join(mountPoint, 'ballast');
    writeFileSync(ballast, Buffer.alloc(bavail * bsize - 4_000_000, 1));
    let stored = 0;
    for (;;) {
      const { status } = await callJson(`${url}/api/logs/batch`, { body: logsOf('shop', 50, 2000) });
      if (status !== 201) break;
      stored += 50;
    }
    assert.ok(stored > 0);
    assert.throws(() => writeFileSync(join(mountPoint, 'rest'), Buffer.alloc(4_000_000, 1)), { code: 'ENOSPC' });
    const { status, body } = await callJson<ErrorReply>(`${url}/api/clear`, { body: {} });
    assert.deepEqual([status, body], [200, { success: true }]);
    assert.equal((await statusOf(url)).database.logs, 0);
    assert.equal((await callJson(`${url}/api/events`, { body: anEvent() })).status, 201);
    rmSync(ballast);
  });
});
