// The Sentry SDK for Node, as it comes from the registry, against a real daemon.

import assert from 'node:assert/strict';
import type { EventDetail } from '../../../schemas/error-group.js';
import type { RequestList, RequestRecord } from '../../../schemas/request.js';
import type { Outcomes } from '../../../schemas/stats.js';
import { type AppEnd, endApps } from '../../support/client-app.js';
import { usePrefixProxy } from '../../support/prefix-proxy.js';
import { runSentryApp } from '../../support/sdk-app.js';
import { useSharedDaemon } from '../../support/shared-daemon.js';

describe('an application with @sentry/node', () => {
  const shared = useSharedDaemon();
  const startProxy = usePrefixProxy();
  afterEach(endApps);
  let projectId = '';
  beforeEach(() => {
    projectId = `p${shared.newProject().replaceAll('-', '')}`;
  });

  const dsn = (): string => `http://${projectId}@127.0.0.1:${shared.daemon().port}/1`;
  const run = (name: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<AppEnd> =>
    runSentryApp(name, args, {
      SENTRY_DSN: dsn(),
      SENTRY_RELEASE: 'shop@1.2.3',
      SENTRY_ENVIRONMENT: 'staging',
      ...env,
    });
  const requests = async (): Promise<readonly RequestRecord[]> => {
    const { body } = await shared.get<RequestList>(`/api/requests?projectId=${projectId}`);
    return Promise.all(
      body.requests.map(async ({ id }) => (await shared.get<RequestRecord>(`/api/requests/${id}`)).body),
    );
  };
  const outcomes = async (): Promise<Outcomes['total']> =>
    (await shared.get<Outcomes>(`/api/outcomes?projectId=${projectId}`)).body.total;

  it('delivers by a DSN with a path, to a daemon that a proxy serves below it', async () => {
    const { origin, strays } = await startProxy({ daemonPort: shared.daemon().port, prefix: '/errord', strips: true });
    const SENTRY_DSN = `${origin.replace('//', `//${projectId}@`)}/errord/1`;
    const { stdout, stderr } = await run('server', ['express'], { SENTRY_DSN });
    assert.equal(stdout, 'delivered true\n', stderr);
    assert.equal((await shared.onlyErrorGroup(projectId)).error.message, 'order 7 is lost');
    assert.deepEqual(strays, []);
  });

  for (const framework of ['express', 'fastify']) {
    it(`has the errors of its ${framework} routes in a group, with request, log and trace`, async () => {
      const { stdout, stderr } = await run('server', [framework]);
      assert.equal(stdout, 'delivered true\n', stderr);
      const group = await shared.onlyErrorGroup(projectId);
      const [event] = group.events;
      assert.ok(event);
      assert.deepEqual(
        [event.type, event.message, event.severity, event.source],
        ['Error', 'order 7 is lost', 'error', 'backend'],
      );
      assert.match(String(event.stackFrames[0]?.filename), /sentry\/apps\/server\.js$/);
      assert.equal(event.stackFrames[0]?.function, 'lose');
      assert.equal(event.stackFrames[0].inApp, true);
      assert.match(String(event.stackFrames[0].contextLine), /is lost/);
      assert.equal(event.release, 'shop@1.2.3');
      assert.equal(event.environment?.name, 'staging');
      assert.equal(event.tags?.team, 'orders');
      assert.equal(event.user?.id, '7');
      assert.match(JSON.stringify(event.breadcrumbs), /looking for 7/);
      assert.equal(event.request?.method, 'GET');
      assert.match(String(event.request.url), /\/orders\/7/);

      const [fine, failed] = await requests();
      assert.deepEqual([failed?.method, failed?.statusCode, fine?.statusCode], ['GET', 500, 200]);
      assert.match(String(failed?.url), /\/orders\/7/);
      assert.equal(failed?.route, '/orders/:id');
      assert.ok((failed.duration ?? 0) > 0 && (failed.duration ?? 0) < 60_000);
      assert.match(String(event.correlationId), /^[0-9a-f]{32}$/);
      assert.equal(failed.correlationId, event.correlationId);

      const { logs } = await shared.logs(projectId);
      const [log] = logs;
      assert.deepEqual(
        [logs.length, log?.level, log?.message, log?.correlationId],
        [1, 'warn', 'order is late', event.correlationId],
      );
      assert.equal(log?.extra?.orderId, '7');
      assert.doesNotMatch(JSON.stringify([group, await requests(), logs]), /hunter2/);
    });
  }

  for (const [end, type, message, mechanism] of [
    ['uncaught', 'RangeError', 'nobody catches this', 'fatal'],
    ['rejection', 'TypeError', 'nobody awaits this', 'error'],
  ] as const) {
    it(`has its ${end} exception before it ends`, async () => {
      await run('ends', [end]);
      const { events } = await shared.onlyErrorGroup(projectId);
      assert.deepEqual(
        [events.length, events[0]?.type, events[0]?.message, events[0]?.severity],
        [1, type, message, mechanism],
      );
    });
  }

  it('has its messages with their level', async () => {
    await run('ends', ['message']);
    const { events } = await shared.onlyErrorGroup(projectId);
    assert.deepEqual([events[0]?.message, events[0]?.severity], ['cache is cold', 'warning']);
  });

  it('groups by its own fingerprints', async () => {
    await run('ends', ['fingerprint']);
    const groups = await shared.errorGroups(projectId);
    assert.deepEqual(groups.map(({ count }) => count).sort(), [1, 1, 2]);
  });

  it('sends large events packed, and what it attaches is counted', async () => {
    await run('ends', ['attachment']);
    assert.equal((await shared.onlyErrorGroup(projectId)).events[0]?.message, 'with a file');
    assert.equal((await outcomes()).skipped?.attachment, 1);
  });

  it('tells what it dropped itself, which is counted', async () => {
    await run('ends', ['dropped']);
    assert.equal((await shared.onlyErrorGroup(projectId)).events[0]?.message, 'wanted');
    assert.equal((await outcomes()).clientDropped?.event_processor, 1);
  });

  it('has nothing refused or lost', async () => {
    await run('server', ['express']);
    const { rejected, dropped } = await outcomes();
    assert.deepEqual([rejected, dropped], [{}, {}]);
  });

  it('reaches Spotlight with nothing but a variable', async () => {
    const spotlight = `${shared.url()}/stream`;
    const { stderr } = await run('ends', ['message'], {
      SENTRY_DSN: '',
      SENTRY_SPOTLIGHT: spotlight,
      SENTRY_RELEASE: projectId,
    });
    const { body } = await shared.get<{ errors: readonly { id: string; message: string }[] }>('/api/errors');
    const group = body.errors.find(({ message }) => message === 'cache is cold');
    assert.ok(group, stderr);
    const { body: detail } = await shared.get<{ events: readonly EventDetail['event'][] }>(`/api/errors/${group.id}`);
    assert.ok(detail.events.some(({ release }) => release === projectId));
  });
});
