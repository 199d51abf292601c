import { strict as assert } from 'node:assert';
import { join } from 'node:path';
import type { ErrorGroup, ErrorGroupDetail, ErrorGroupList } from '../../schemas/error-group.js';
import type { GroupingPreview } from '../../schemas/grouping.js';
import type { ProjectSettings } from '../../schemas/project-settings.js';
import { verifyDatabase } from '../../src/store/sqlite/verify.js';
import { useDaemon } from '../support/daemon.js';
import { endDaemonProcesses, startDaemonProcess } from '../support/daemon-process.js';
import { FeedClient } from '../support/feed-client.js';
import { useTempDir } from '../support/temp-dir.js';

const settingsPath = '/api/projects/shop/settings';

/** The same call site after a deploy moved it by some lines: one error for version 2, several for version 1. */
function event(index: number, line = index % 3) {
  return {
    eventId: `e-${index}-${line}`,
    projectId: 'shop',
    type: 'TypeError',
    source: 'backend',
    message: `Cannot read properties of undefined (reading 'part ${index % 4}')`,
    stackFrames: [
      { filename: '/srv/shop/src/cart.js', function: `render${index % 4}`, lineno: 40 + line, colno: 7, inApp: true },
    ],
  };
}

function openCalls(url: string) {
  const call = async <T>(path: string, method = 'GET', body?: unknown): Promise<T> => {
    const answer = await fetch(url + path, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
    assert.ok(answer.ok, `${method} ${path}: ${answer.status}`);
    return (await answer.json()) as T;
  };
  return {
    call,
    send: (events: readonly unknown[]) => call('/api/events/batch', 'POST', events),
    choose: (grouping: number | null) => call<ProjectSettings>(settingsPath, 'PATCH', { grouping }),
    list: async () => (await call<ErrorGroupList>('/api/errors?pageSize=1000')).errors,
    async regrouped(): Promise<ProjectSettings> {
      for (;;) {
        const settings = await call<ProjectSettings>(settingsPath);
        if (settings.regroup?.finishedAt !== undefined) return settings;
      }
    },
  };
}

const countOf = (groups: readonly ErrorGroup[]): number => groups.reduce((sum, { count }) => sum + count, 0);
const events = (count: number, from = 0) => Array.from({ length: count }, (_, index) => event(from + index));

describe('grouping by another version', () => {
  const fixture = useDaemon();

  it('is what the preview told, and can be taken back to the byte', async () => {
    const { url } = await fixture.start();
    const { call, send, choose, list, regrouped } = openCalls(url);
    await send(events(60));
    const before = await call('/api/errors');
    const groups = await list();
    assert.equal(groups.length, 12);
    const preview = await call<GroupingPreview>('/api/projects/shop/grouping/preview?version=2');
    assert.deepEqual(await call('/api/errors'), before, 'a preview changes nothing');
    assert.ok(preview.looked.isWhole);
    assert.equal(preview.groups.before, 12);
    assert.ok(preview.joined.before > 0 && preview.joined.after < preview.joined.before);
    const one = await call<GroupingPreview>(
      `/api/projects/shop/grouping/preview?version=2&errorId=${groups[0]?.id ?? ''}`,
    );
    assert.equal(one.changes.length, 1);
    assert.ok(one.changes[0]?.groups.some(({ id }) => id === groups[0]?.id));
    const details = await Promise.all(groups.map(({ id }) => call<ErrorGroupDetail>(`/api/errors/${id}`)));

    assert.equal((await choose(2)).grouping, 2);
    const { regroup } = await regrouped();
    assert.equal(regroup?.waitingGroups, 0);
    const after = await list();
    assert.equal(after.length, preview.groups.after);
    assert.equal(countOf(after), 60);
    const old = await call<ErrorGroupDetail>(
      `/api/errors/${groups.find(({ id }) => after.every((one) => one.id !== id))?.id}`,
    );
    assert.ok(after.some(({ id }) => id === old.error.id));
    assert.ok(groups.some(({ id }) => id === old.movedFrom));
    const back = await call<GroupingPreview>('/api/projects/shop/grouping/preview?version=1');
    assert.deepEqual(back.groups, { before: after.length, after: 12 });

    await choose(1);
    await regrouped();
    assert.deepEqual(await call('/api/errors'), before);
    assert.deepEqual(await Promise.all(groups.map(({ id }) => call(`/api/errors/${id}`))), details);
  });

  it('groups what comes by it at once, and tells clients that ask for it to read again', async () => {
    const { url } = await fixture.start();
    const { send, choose, list, regrouped } = openCalls(url);
    await send(events(12));
    const feed = await FeedClient.open(`${url.replace('http', 'ws')}/ws?skipped=1`);
    await choose(2);
    await regrouped();
    const { length } = await list();
    await send(
      events(12, 100).map((one) => ({
        ...one,
        eventId: `late-${one.eventId}`,
        stackFrames: one.stackFrames.map((frame) => ({ ...frame, lineno: 77 })),
      })),
    );
    assert.equal((await list()).length, length);
    // The first thing that the feed tells: nothing else has changed before.
    assert.equal((await feed.next()).type, 'skipped');
    await feed.close();
  });

  it('is that of new projects where the daemon is told so, and of no other', async () => {
    const first = await fixture.start();
    await openCalls(first.url).send(events(6));
    await first.stop();
    const { url } = await fixture.start({ grouping: 2 });
    const { call, send } = openCalls(url);
    assert.equal((await call<ProjectSettings>(settingsPath)).grouping, 1);
    await send(events(6).map((one) => ({ ...one, projectId: 'blog' })));
    assert.equal((await call<ProjectSettings>('/api/projects/blog/settings')).grouping, 2);
    const { errors } = await call<ErrorGroupList>('/api/errors?projectId=blog');
    assert.ok(errors.length < 6);
    assert.equal((await call<ErrorGroupDetail>(`/api/errors/${errors[0]?.id ?? ''}`)).error.grouping.version, 2);
  });

  it('loses nothing of what comes meanwhile', async () => {
    const { url } = await fixture.start();
    const { send, choose, list, regrouped } = openCalls(url);
    await send(events(600));
    await choose(2);
    await Promise.all(Array.from({ length: 20 }, (_, call) => send(events(30, 1000 + 100 * call))));
    await regrouped();
    await choose(1);
    await Promise.all(Array.from({ length: 20 }, (_, call) => send(events(30, 5000 + 100 * call))));
    await regrouped();
    const groups = await list();
    assert.equal(countOf(groups), 1800);
    assert.equal(groups.length, 12);
    const nowMs = Date.now();
    assert.deepEqual(verifyDatabase(fixture.dbPath(), { nowMs }).faults, []);
  });
});

describe('grouping by another version, killed', () => {
  afterEach(endDaemonProcesses);
  const dir = useTempDir();

  it('goes on where it was', async function () {
    this.timeout(120_000);
    const start = () => startDaemonProcess(join(dir(), 'service.db'));
    let daemon = await start();
    const { send, choose } = openCalls(daemon.url);
    for (let batch = 0; batch < 5; batch++) await send(events(400, batch * 1000));
    await choose(2);
    let kills = 0;
    for (let isOver = false; !isOver; ) {
      await daemon.stop('SIGKILL');
      kills += 1;
      daemon = await start();
      const { call, regrouped } = openCalls(daemon.url);
      if (kills > 3) await regrouped();
      isOver = (await call<ProjectSettings>(settingsPath)).regroup?.finishedAt !== undefined;
    }
    const { list, choose: chooseAgain, regrouped } = openCalls(daemon.url);
    assert.equal(countOf(await list()), 2000);
    assert.ok((await list()).length < 12);
    await chooseAgain(1);
    await regrouped();
    assert.equal((await list()).length, 12);
    assert.equal(countOf(await list()), 2000);
  });
});
