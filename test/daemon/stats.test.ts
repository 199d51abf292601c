import assert from 'node:assert/strict';
import type { ErrorGroupList } from '../../schemas/error-group.js';
import type { EventPayload } from '../../schemas/event.js';
import type { Stats } from '../../schemas/stats.js';
import { anEvent } from '../support/events.js';
import { assertRefused, toQuery, useSharedDaemon } from '../support/shared-daemon.js';

const HOUR_MS = 3_600_000;

describe('GET /api/stats', () => {
  const { newProject, post, get, patch } = useSharedDaemon();
  const sendEvent = (projectId: string, facts: Partial<EventPayload> = {}) =>
    post('/api/events', anEvent({ projectId, ...facts }));
  const sendRequest = (projectId: string, facts: object) =>
    post('/api/events/request', { method: 'GET', url: '/', projectId, ...facts });
  const stats = async (parameters: Record<string, string>) =>
    (await get<Stats>(`/api/stats?${toQuery(parameters)}`)).body;
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();

  it('answers zeros, a health score of 100 and 24 empty hours for a project without records', async () => {
    const { errorsOverTime, ...rest } = await stats({ projectId: newProject() });
    assert.deepEqual(rest, {
      totalRequests: 0,
      errorRequests: 0,
      healthScore: 100,
      errorsLast24h: 0,
      topErrors: [],
      errorsByType: {},
      errorsBySource: {},
    });
    assert.equal(errorsOverTime.length, 24);
    assert.ok(errorsOverTime.every(({ count }) => count === 0));
  });

  it('counts everything stored in totals, types and sources, and the last 24 hours apart', async () => {
    const projectId = newProject();
    await sendEvent(projectId, { type: 'A', source: 'backend' });
    await sendEvent(projectId, { type: 'A', source: 'frontend', timestamp: hoursAgo(5) });
    await sendEvent(projectId, { type: 'B', source: 'backend', timestamp: hoursAgo(24 * 20) });
    const { errorsByType, errorsBySource, errorsLast24h } = await stats({ projectId });
    assert.deepEqual(errorsByType, { A: 2, B: 1 });
    assert.deepEqual(errorsBySource, { backend: 2, frontend: 1 });
    assert.equal(errorsLast24h, 2);
  });

  it('answers 24 hourly buckets, zeros included, oldest first, that sum to errorsLast24h', async () => {
    const projectId = newProject();
    for (const hours of [0, 0, 1, 22, 30]) await sendEvent(projectId, { timestamp: hoursAgo(hours) });
    const { errorsOverTime, errorsLast24h } = await stats({ projectId });
    assert.equal(errorsOverTime.length, 24);
    const times = errorsOverTime.map(({ timestamp }) => Date.parse(timestamp));
    assert.ok(times.every((time, index) => index === 0 || time - (times[index - 1] ?? 0) === HOUR_MS));
    assert.equal(errorsLast24h, 4);
    assert.equal(
      errorsOverTime.reduce((sum, { count }) => sum + count, 0),
      errorsLast24h,
    );
  });

  it('counts an event of the future at the time of its receipt', async () => {
    const projectId = newProject();
    await sendEvent(projectId, { timestamp: '2199-01-01T00:00:00Z' });
    const { errorsOverTime, errorsLast24h } = await stats({ projectId });
    assert.equal(errorsLast24h, 1);
    // An hour may have begun since.
    assert.ok(errorsOverTime.slice(-2).some(({ count }) => count === 1));
  });

  it('computes the health score as the percentage of requests that did not fail, with one decimal', async () => {
    const projectId = newProject();
    for (const statusCode of [200, 302, 500]) await sendRequest(projectId, { statusCode });
    const { totalRequests, errorRequests, healthScore } = await stats({ projectId });
    assert.deepEqual([totalRequests, errorRequests, healthScore], [3, 1, 66.7]);
  });

  it('names the five open groups with most events, neither resolved nor ignored', async () => {
    const projectId = newProject();
    for (let type = 1; type <= 8; type += 1) {
      const events = Array.from({ length: type }, () => anEvent({ projectId, type: `T${type}`, severity: 'warning' }));
      await post('/api/events/batch', events);
    }
    const groups = (await get<ErrorGroupList>(`/api/errors?projectId=${projectId}`)).body.errors;
    const idOf = (type: string) => groups.find((group) => group.type === type)?.id ?? '';
    await patch(`/api/errors/${idOf('T8')}`, { status: 'resolved' });
    await patch(`/api/errors/${idOf('T7')}`, { status: 'ignored' });
    await patch(`/api/errors/${idOf('T6')}`, { status: 'acknowledged' });
    const { topErrors } = await stats({ projectId });
    assert.deepEqual(
      topErrors.map(({ type, count }) => [type, count]),
      [
        ['T6', 6],
        ['T5', 5],
        ['T4', 4],
        ['T3', 3],
        ['T2', 2],
      ],
    );
    const { message } = anEvent();
    assert.deepEqual(topErrors[0], { id: idOf('T6'), message, count: 6, type: 'T6', severity: 'warning' });
  });

  it('narrows to a span with timeRange, and answers it in 12 to 168 buckets', async () => {
    const projectId = newProject();
    for (const hours of [0, 3, 12, 100, 300]) {
      await sendEvent(projectId, { timestamp: hoursAgo(hours) });
      await sendRequest(projectId, { timestamp: hoursAgo(hours), statusCode: 500 });
    }
    for (const [timeRange, expected] of Object.entries({ '1h': 1, '6h': 2, '24h': 3, '7d': 4 })) {
      const answer = await stats({ projectId, timeRange });
      assert.deepEqual([answer.totalRequests, answer.errorRequests], [expected, expected], timeRange);
      assert.deepEqual(answer.errorsByType, { TypeError: expected }, timeRange);
      assert.ok(answer.errorsOverTime.length >= 12 && answer.errorsOverTime.length <= 168);
      assert.equal(
        answer.errorsOverTime.reduce((sum, { count }) => sum + count, 0),
        expected,
        timeRange,
      );
      assert.equal(answer.errorsLast24h, 3);
    }
  });

  it('sums the projects when none is named', async () => {
    const [one, other] = [newProject(), newProject()];
    const before = await stats({});
    await sendEvent(one);
    await sendEvent(other);
    await sendRequest(one, { statusCode: 404 });
    const after = await stats({});
    assert.equal(after.errorsLast24h - before.errorsLast24h, 2);
    assert.equal(after.errorRequests - before.errorRequests, 1);
    assert.equal((await stats({ projectId: other })).totalRequests, 0);
  });

  it('gives types that are names of object members no meaning', async () => {
    const projectId = newProject();
    const types = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '0', 'then'];
    for (const type of types) await sendEvent(projectId, { type });
    const { errorsByType } = await stats({ projectId });
    for (const type of types) assert.equal(Object.getOwnPropertyDescriptor(errorsByType, type)?.value, 1, type);
  });

  it('refuses bad parameters with 400', async () => {
    for (const parameters of ['timeRange=2h', 'timeRange=', 'projectId=..']) {
      assertRefused(await get(`/api/stats?${parameters}`), 400, 'invalid_query');
    }
  });
});
