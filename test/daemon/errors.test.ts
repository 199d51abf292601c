import assert from 'node:assert/strict';
import type { ErrorGroup, ErrorGroupDetail, ErrorGroupList } from '../../schemas/error-group.js';
import type { EventAccepted, EventPayload } from '../../schemas/event.js';
import type { RequestList } from '../../schemas/request.js';
import { anEvent } from '../support/events.js';
import { assertRefused, toQuery, useSharedDaemon } from '../support/shared-daemon.js';

describe('GET /api/errors', () => {
  const { newProject, post, get, patch, onlyErrorGroup, logs } = useSharedDaemon();
  const send = (projectId: string, facts: Partial<EventPayload> = {}) =>
    post<EventAccepted>('/api/events', anEvent({ projectId, ...facts }));
  const list = async (parameters: Record<string, string>) =>
    (await get<ErrorGroupList>(`/api/errors?${toQuery(parameters)}`)).body;
  const messages = async (parameters: Record<string, string>) =>
    (await list(parameters)).errors.map(({ message }) => message);

  it('answers groups in the form of the contract, with page 1 and pageSize 50', async () => {
    const projectId = newProject();
    const { body } = await send(projectId, { timestamp: '2024-05-01T12:00:00.000Z' });
    const answer = await list({ projectId });
    const group: ErrorGroup = {
      id: answer.errors[0]?.id ?? '',
      fingerprint: body.fingerprint,
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'id')",
      source: 'backend',
      severity: 'error',
      status: 'unresolved',
      explanation: answer.errors[0]?.explanation ?? '',
      firstSeen: '2024-05-01T12:00:00.000Z',
      lastSeen: '2024-05-01T12:00:00.000Z',
      count: 1,
      culprit: { function: 'total', file: '/app/src/cart.ts', line: 42 },
      projectId,
      users: 0,
      usersApproximate: false,
    };
    assert.deepEqual(answer, { errors: [group], total: 1, page: 1, pageSize: 50 });
    assert.notEqual(group.id, '');
    assert.notEqual(group.explanation, '');
  });

  it('lists the latest seen first, in pages of 50 unless told otherwise', async () => {
    const projectId = newProject();
    const events = Array.from({ length: 51 }, (_, index) =>
      anEvent({
        projectId,
        type: `type-${index}`,
        message: `m${index}`,
        timestamp: new Date(1_714_566_645_000 + index).toISOString(),
      }),
    );
    await post('/api/events/batch', events);
    const first = await list({ projectId });
    assert.deepEqual([first.errors.length, first.errors[0]?.message, first.total], [50, 'm50', 51]);
    assert.deepEqual(await messages({ projectId, page: '2' }), ['m0']);
    assert.deepEqual(await messages({ projectId, page: '26', pageSize: '2' }), ['m0']);
    assert.deepEqual(await messages({ projectId, page: '1000000' }), []);
    assert.equal((await list({ projectId, pageSize: '1000' })).errors.length, 51);
  });

  it('narrows by status, source, severity, type, correlationId, from and to, and by several at once', async () => {
    const projectId = newProject();
    const facts = [
      { message: 'one', source: 'backend', severity: 'fatal', type: 'A', timestamp: '2024-05-01T00:00:00Z' },
      { message: 'two', source: 'frontend', severity: 'error', type: 'B', timestamp: '2024-05-02T00:00:00Z' },
      { message: 'three', source: 'frontend', severity: 'info', type: 'A', timestamp: '2024-05-03T00:00:00Z' },
    ] as const;
    for (const fact of facts) await send(projectId, { ...fact, correlationId: `c-${fact.message}` });
    const [newest] = (await list({ projectId })).errors;
    await patch(`/api/errors/${newest?.id ?? ''}`, { status: 'ignored' });
    const found: [Record<string, string>, string[]][] = [
      [{ status: 'ignored' }, ['three']],
      [{ status: 'unresolved' }, ['two', 'one']],
      [{ status: 'resolved' }, []],
      [{ source: 'frontend' }, ['three', 'two']],
      [{ severity: 'fatal' }, ['one']],
      [{ severity: 'warning' }, []],
      [{ type: 'A' }, ['three', 'one']],
      [{ type: 'a' }, []],
      [{ correlationId: 'c-two' }, ['two']],
      [{ from: '2024-05-02T00:00:00Z' }, ['three', 'two']],
      [{ to: '2024-05-02T00:00:00Z' }, ['two', 'one']],
      [{ type: 'A', source: 'backend', search: 'ON' }, ['one']],
      [{ type: 'B', severity: 'fatal' }, []],
    ];
    for (const [parameters, expected] of found) {
      const answer = await list({ projectId, ...parameters });
      assert.deepEqual(
        [answer.errors.map(({ message }) => message), answer.total],
        [expected, expected.length],
        JSON.stringify(parameters),
      );
    }
  });

  it('searches for text in messages, in any case, with no character special', async () => {
    const projectId = newProject();
    const texts = ['Disk 100% full', 'disk_x "quoted" * star', "it's ÜBER", '注文 failed 🚫'];
    for (const message of texts) await send(projectId, { message, type: message.slice(0, 4) });
    const found: Record<string, (string | undefined)[]> = {
      'DISK ': [texts[0]],
      '%': [texts[0]],
      _: [texts[1]],
      '"quoted"': [texts[1]],
      '*': [texts[1]],
      "'": [texts[2]],
      über: [texts[2]],
      '文 f': [texts[3]],
      '🚫': [texts[3]],
      '\\': [],
      'disk OR full': [],
      'NEAR(a b, 5) AND NOT OR ^': [],
      "' OR 1=1 --": [],
      "x'); DROP TABLE events; --": [],
    };
    for (const [search, expected] of Object.entries(found)) {
      assert.deepEqual(await messages({ projectId, search }), expected, search);
    }
  });

  it('answers an empty list for a project nobody has named', async () => {
    assert.deepEqual(await list({ projectId: newProject() }), { errors: [], total: 0, page: 1, pageSize: 50 });
  });

  it('refuses bad parameters with 400 and names them', async () => {
    const bad = ['status=open', 'source=x', 'severity=critical', 'page=0', 'page=-1', 'page=1e9', 'page=2x', 'page='];
    const worse = ['pageSize=0', 'pageSize=1001', 'from=1', 'to=x', 'timeRange=2h', 'projectId=', 'search=a&search=b'];
    for (const parameter of [...bad, ...worse]) {
      const { details } = assertRefused(await get(`/api/errors?${parameter}`), 400, 'invalid_query');
      assert.equal(details?.[0]?.path, `/${parameter.split('=')[0] ?? ''}`, parameter);
    }
  });

  it('GET /api/errors/{id} answers the group with its events, newest first, and grouping', async () => {
    const projectId = newProject();
    for (const day of [2, 3, 1])
      await send(projectId, { timestamp: `2024-05-0${day}T00:00:00.000Z`, eventId: `e${day}` });
    const { error, events, total, page, pageSize } = await onlyErrorGroup(projectId);
    assert.deepEqual([total, page, pageSize], [3, 1, 1000]);
    const [listed] = (await list({ projectId })).errors;
    const { grouping, explanationTitle, suggestion, explanationEvidence, ...group } = error;
    assert.deepEqual(group, listed);
    assert.equal(grouping.version, 1);
    assert.ok(explanationTitle !== undefined && suggestion !== undefined && explanationEvidence !== undefined);
    for (const event of events) {
      assert.ok(event.stackFrames.length === 2 && event.environment !== undefined);
    }
    assert.equal(events.length, 3);
  });

  it('a clock that runs ahead does not keep a record on top of any list', async () => {
    const projectId = newProject();
    const timestamp = '2199-01-01T00:00:00.000Z';
    await send(projectId, { type: 'ahead', timestamp });
    await send(projectId, { type: 'later' });
    await send(projectId, { type: 'later', timestamp });
    await send(projectId, { type: 'later', eventId: `last-${projectId}` });
    for (const [url, facts] of [
      ['/ahead', { timestamp }],
      ['/later', {}],
    ] as const) {
      await post('/api/events/request', { method: 'GET', url, projectId, ...facts });
      await post('/api/logs', { level: 'log', message: url, projectId, ...facts });
    }
    const [group] = (await list({ projectId })).errors;
    assert.equal(group?.type, 'later');
    const { events } = (await get<ErrorGroupDetail>(`/api/errors/${group.id}`)).body;
    assert.equal(events[0]?.eventId, `last-${projectId}`);
    const { requests } = (await get<RequestList>(`/api/requests?projectId=${projectId}`)).body;
    assert.deepEqual(
      requests.map(({ url, timestamp: sent }) => [url, sent === timestamp]),
      [
        ['/later', false],
        ['/ahead', true],
      ],
    );
    const { logs: entries } = await logs(projectId);
    assert.equal(entries[0]?.message, '/later');
  });

  it('GET /api/errors/{id} reaches all events of a group by page and pageSize', async () => {
    const projectId = newProject();
    const batch = (from: number) =>
      Array.from({ length: 501 }, (_, index) => anEvent({ projectId, eventId: `e${from + index}` }));
    await post('/api/events/batch', batch(0));
    await post('/api/events/batch', batch(501));
    const whole = await onlyErrorGroup(projectId);
    assert.deepEqual([whole.events.length, whole.total, whole.error.count], [1000, 1002, 1002]);
    assert.equal(whole.events[0]?.eventId, 'e1001');
    const rest = (await get<ErrorGroupDetail>(`/api/errors/${whole.error.id}?page=2`)).body;
    assert.deepEqual(
      rest.events.map(({ eventId }) => eventId),
      ['e1', 'e0'],
    );
    const small = (await get<ErrorGroupDetail>(`/api/errors/${whole.error.id}?page=2&pageSize=3`)).body;
    assert.deepEqual(
      small.events.map(({ eventId }) => eventId),
      ['e998', 'e997', 'e996'],
    );
    assert.deepEqual([small.total, small.page, small.pageSize], [1002, 2, 3]);
  });

  it('GET and PATCH /api/errors/{id} answer 404 to an id they do not know', async () => {
    for (const id of ['0', '999999999999', 'abc', '-1', '1.5', '%00', '%2e%2e%2f', 'a'.repeat(300), '%E0%A4%A']) {
      assertRefused(await get(`/api/errors/${id}`), 404, 'error_group_not_found');
      assertRefused(await patch(`/api/errors/${id}`, { status: 'resolved' }), 404, 'error_group_not_found');
    }
  });

  it('PATCH /api/errors/{id} sets each of the four statuses, from any to any', async () => {
    const projectId = newProject();
    await send(projectId);
    const { id } = (await onlyErrorGroup(projectId)).error;
    const statuses = ['acknowledged', 'resolved', 'ignored', 'unresolved', 'resolved', 'resolved', 'acknowledged'];
    for (const status of statuses) {
      const answer = await patch(`/api/errors/${id}`, { status });
      assert.deepEqual([answer.status, answer.body], [200, { success: true }]);
      assert.equal((await onlyErrorGroup(projectId)).error.status, status);
    }
  });

  it('PATCH /api/errors/{id} refuses any other body and changes nothing', async () => {
    const projectId = newProject();
    await send(projectId);
    const { id } = (await onlyErrorGroup(projectId)).error;
    const bodies = [{}, { status: 'open' }, { status: null }, { status: ['resolved'] }, [], null, 'resolved', 1];
    for (const body of bodies) {
      const text = JSON.stringify(body);
      assertRefused(await patch(`/api/errors/${id}`, text), 400, 'validation_failed');
    }
    assertRefused(await patch(`/api/errors/${id}`, { status: 'resolved', id: 'x' }), 400, 'validation_failed');
    for (const text of ['', '{', 'status=resolved']) {
      assertRefused(await patch(`/api/errors/${id}`, text), 400, 'invalid_json');
    }
    assertRefused(await patch(`/api/errors/${id}?status=resolved`, { status: 'resolved' }), 400, 'invalid_query');
    assert.equal((await onlyErrorGroup(projectId)).error.status, 'unresolved');
  });
});
