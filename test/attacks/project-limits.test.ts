// What a project can do about a limit that it has been given, and what its tries cost the others.
// Runs alone: it compares how long calls wait.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { ProjectSettings } from '../../schemas/project-settings.js';
import type { Outcomes } from '../../schemas/stats.js';
import { anEvent } from '../support/events.js';
import { callJson } from '../support/http.js';
import { assertBalanced, useSharedDaemon } from '../support/shared-daemon.js';
import { times } from '../support/store-harness.js';

const aLog = { level: 'info', message: 'hello' } as const;

/** So many connections at a time. */
const CONNECTIONS = 64;

describe('a project over its limit', () => {
  const { url, newProject, post, get } = useSharedDaemon();
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS + 2 });
  after(() => agent.destroy());

  const limit = async (name: string, change: object): Promise<void> => {
    const { status } = await callJson(`${url()}/api/projects/${name}/settings`, { method: 'PATCH', body: change });
    assert.equal(status, 200);
  };
  const outcomes = async (name: string): Promise<Outcomes> => {
    const { body } = await get<Outcomes>(`/api/outcomes?projectId=${name}`);
    assertBalanced(body);
    return body;
  };
  /** The status of a call, and how long it took. */
  const send = async (path: string, body: string | Buffer, headers: Record<string, string> = {}) => {
    const startedAtMs = performance.now();
    const call = request(`${url()}${path}`, { method: 'POST', agent, headers });
    call.end(body);
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    await once(response.resume(), 'end');
    return { status: response.statusCode ?? 0, tookMs: performance.now() - startedAtMs };
  };
  const logsOf = (projectId: string, count: number): string =>
    JSON.stringify(times(count, () => ({ ...aLog, projectId })));

  it('stores exactly as much as its limit, however many calls come at once', async () => {
    const name = newProject();
    await limit(name, { bytesPerDay: 1_000_000_000, eventsPerMinute: 100 });
    const startedAt = Math.floor(Date.now() / 60_000);
    const sent = await Promise.all(times(CONNECTIONS, () => send('/api/logs/batch', logsOf(name, 10))));
    const { total } = await outcomes(name);
    const minutes = Math.floor(Date.now() / 60_000) - startedAt + 1;
    // At the turn of a minute there are two of them.
    assert.ok(total.stored === 100 || (minutes > 1 && total.stored <= 100 * minutes), `${total.stored} were stored`);
    assert.equal(total.rejected.rate_limited, 10 * CONNECTIONS - total.stored);
    assert.ok(sent.every(({ status }) => [201, 207, 429].includes(status)));
  });

  it('gets nothing more in by batches, by kinds, packed, or under the header of another project', async () => {
    const [name, other] = [newProject(), newProject()];
    await limit(name, { bytesPerDay: 1 });
    assert.equal((await send('/api/logs', JSON.stringify({ ...aLog, projectId: name }))).status, 201);
    const header = { 'x-service-project-id': other };
    const event = { ...anEvent(), projectId: name };
    const tries = [
      send('/api/logs/batch', logsOf(name, 1000)),
      send('/api/logs/batch', logsOf(name, 2), header),
      send('/api/events', JSON.stringify(event), header),
      send('/api/events/batch', JSON.stringify([event, event]), { 'x-service-project-id': '' }),
      send('/api/events/request', JSON.stringify({ method: 'GET', url: '/', projectId: name })),
      send('/api/logs/batch', gzipSync(logsOf(name, 5)), { 'content-encoding': 'gzip' }),
      send('/api/logs', JSON.stringify(aLog), { 'x-service-project-id': name }),
    ];
    assert.deepEqual(
      (await Promise.all(tries)).map(({ status }) => status),
      tries.map(() => 429),
    );
    const { total } = await outcomes(name);
    assert.equal(total.stored, 1);
    // What came under the header of the other one was its own.
    assert.equal((await outcomes(other)).total.received, 0);
    assert.equal((await post('/api/logs', aLog, header)).status, 201);
  });

  it('does not take others with it that share a batch', async () => {
    const [name, quiet] = [newProject(), newProject()];
    await limit(name, { bytesPerDay: 1 });
    await send('/api/logs', JSON.stringify({ ...aLog, projectId: name }));
    const mixed = times(20, (index) => ({ ...aLog, projectId: index % 2 === 0 ? name : quiet }));
    const { status, body } = await post<(string | { code: string })[]>('/api/logs/batch', mixed);
    assert.equal(status, 207);
    assert.deepEqual(
      body.map((entry) => (typeof entry === 'string' ? 'stored' : entry.code)),
      mixed.map((_, index) => (index % 2 === 0 ? 'rate_limited' : 'stored')),
    );
    assert.equal((await outcomes(quiet)).total.stored, 10);
  });

  it('neither delays nor refuses a quiet one with all it can send', async () => {
    const [name, quiet] = [newProject(), newProject()];
    await limit(name, { bytesPerDay: 1 });
    await send('/api/logs', JSON.stringify({ ...aLog, projectId: name }));
    const quietCalls = async (): Promise<number[]> => {
      const took: number[] = [];
      for (let count = 0; count < 60; count += 1) {
        const { status, tookMs } = await send('/api/logs', JSON.stringify({ ...aLog, projectId: quiet }));
        assert.equal(status, 201);
        took.push(tookMs);
      }
      return took.sort((a, b) => a - b);
    };
    const noise = { isOver: false, count: 0 };
    const batch = logsOf(name, 200);
    const noisy = times(CONNECTIONS, async () => {
      while (!noise.isOver) {
        const { status } = await send('/api/logs/batch', batch, { 'x-service-project-id': name });
        assert.equal(status, 429);
        noise.count += 1;
      }
    });
    const took = await quietCalls();
    noise.isOver = true;
    await Promise.all(noisy);
    assert.ok(noise.count > 500, `${noise.count} noisy calls`);
    const medianMs = took[30] ?? 0;
    assert.ok(medianMs < 250, `half of the quiet calls took more than ${medianMs} ms`);
    const { total } = await outcomes(name);
    assert.deepEqual([total.stored, Object.keys(total.rejected)], [1, ['rate_limited']]);
    // Only the calls that were under way when the limit was found used up had their items looked at.
    const { rate_limited: refusedCount = 0 } = total.rejected;
    assert.ok(refusedCount <= noise.count + 199 * CONNECTIONS, `${refusedCount} items of ${noise.count} calls`);
  }).timeout(60_000);

  it('does not get its day back by a clearing of its records', async () => {
    const name = newProject();
    await limit(name, { bytesPerDay: 1 });
    await post('/api/logs', { ...aLog, projectId: name });
    assert.equal((await post('/api/clear', { projectId: name })).status, 200);
    assert.equal((await post('/api/logs', { ...aLog, projectId: name })).status, 429);
    const { body } = await get<ProjectSettings>(`/api/projects/${name}/settings`);
    assert.ok((body.usage?.day.bytes ?? 0) > 100);
  });
});
