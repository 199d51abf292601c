import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { ErrorGroupList, EventDetail } from '../../schemas/error-group.js';
import type { RequestList } from '../../schemas/request.js';
import type { Stats } from '../../schemas/stats.js';
import { anEvent } from '../support/events.js';
import { assertRefused, toQuery, useSharedDaemon } from '../support/shared-daemon.js';

describe('what a dashboard asks about many things', () => {
  const { newProject, post, get, patch } = useSharedDaemon();

  it('resolves groups together, and tells of the one that comes back', async () => {
    const projectId = newProject();
    const send = (type: string) => post('/api/events', anEvent({ projectId, type }));
    for (const type of ['A', 'B', 'C']) await send(type);
    const list = async () => (await get<ErrorGroupList>(`/api/errors?${toQuery({ projectId })}`)).body.errors;
    const ids = (await list()).map(({ id }) => id);
    const { status, body } = await patch('/api/errors', { ids: [...ids, 'zz9'], status: 'resolved' });
    assert.deepEqual([status, body], [200, { success: true, updated: 3, missing: ['zz9'] }]);
    await send('B');
    const groups = new Map((await list()).map((group) => [group.type, group]));
    assert.deepEqual(
      ['A', 'B', 'C'].map((type) => groups.get(type)?.status),
      ['resolved', 'unresolved', 'resolved'],
    );
    assert.ok(Date.parse(groups.get('B')?.reopenedAt ?? '') <= Date.now());
    assert.equal(groups.get('A')?.reopenedAt, undefined);
  });

  it('finds the event that a failing request names, and its group', async () => {
    const projectId = newProject();
    const eventId = `of ${randomUUID()}/1`;
    await post('/api/events', anEvent({ projectId, eventId }));
    await post('/api/events/request', { method: 'GET', url: '/', statusCode: 500, projectId, errorEventId: eventId });
    await post('/api/events/request', { method: 'GET', url: '/', statusCode: 200, projectId });
    const { body } = await get<RequestList>(`/api/requests?${toQuery({ projectId, failing: 'true' })}`);
    assert.equal(body.total, 1);
    const named = encodeURIComponent(body.requests[0]?.errorEventId ?? '');
    const found = await get<EventDetail>(`/api/events/${named}?${toQuery({ projectId })}`);
    assert.equal(found.status, 200);
    assert.deepEqual([found.body.event.eventId, found.body.error.projectId], [eventId, projectId]);
    assertRefused(await get(`/api/events/${named}?projectId=${newProject()}`), 404, 'event_not_found');
  });

  it('counts a span by type', async () => {
    const projectId = newProject();
    const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();
    for (const [type, hours] of [
      ['A', 50],
      ['B', 30],
      ['C', 0],
    ] as const) {
      await post('/api/events', anEvent({ projectId, type, timestamp: hoursAgo(hours) }));
    }
    const span = toQuery({ projectId, from: hoursAgo(40), to: hoursAgo(20) });
    const { body } = await get<Stats>(`/api/stats?${span}`);
    assert.deepEqual(body.errorsByType, { B: 1 });
    assert.equal(
      body.errorsOverTime.reduce((sum, { count }) => sum + count, 0),
      1,
    );
  });
});
