import assert from 'node:assert/strict';
import type { RecordAccepted, RequestList, RequestRecord } from '../../schemas/request.js';
import type { Stats } from '../../schemas/stats.js';
import { CORRELATION_HEADER, PROJECT_HEADER } from '../../src/constants.js';
import { assertRefused, toQuery, useSharedDaemon } from '../support/shared-daemon.js';

const REDACTED = '[Redacted]';

describe('request records', () => {
  const { newProject, post, get, onlyRequest } = useSharedDaemon();
  const send = (facts: object, headers: Record<string, string> = {}) =>
    post<RecordAccepted>('/api/events/request', { method: 'GET', url: '/orders', ...facts }, headers);
  const list = async (parameters: Record<string, string>) =>
    (await get<RequestList>(`/api/requests?${toQuery(parameters)}`)).body;

  it('answers 201 with the id, and nothing else', async () => {
    const { status, body } = await send({ projectId: newProject() });
    assert.equal(status, 201);
    assert.deepEqual(Object.keys(body), ['id']);
    assert.equal(typeof body.id, 'string');
  });

  it('returns every field of a stored record, bodies as JSON', async () => {
    const projectId = newProject();
    const record = {
      method: 'POST',
      url: '/orders?page=2',
      statusCode: 201,
      duration: 12.75,
      timestamp: '2024-05-01T12:30:45.123Z',
      correlationId: 'c-1',
      errorEventId: 'e-1',
      source: 'backend',
      projectId,
      headers: { accept: 'application/json' },
      responseHeaders: { 'content-type': 'application/json' },
    };
    const { body } = await send({ ...record, requestBody: '{"item":[1,2]}', responseBody: '["ok"]' });
    assert.deepEqual(await onlyRequest(projectId), {
      id: body.id,
      ...record,
      requestBody: { item: [1, 2] },
      responseBody: ['ok'],
    });
  });

  it('lists the summary of a record: no headers, no bodies', async () => {
    const projectId = newProject();
    const summary = {
      method: 'POST',
      url: '/orders',
      statusCode: 500,
      duration: 3,
      timestamp: '2024-05-01T12:30:45.123Z',
      correlationId: 'c-1',
      errorEventId: 'e-1',
      source: 'frontend',
      projectId,
    };
    const { body } = await send({ ...summary, headers: { a: 'b' }, requestBody: 'text' });
    assert.deepEqual(await list({ projectId }), {
      requests: [{ id: body.id, ...summary }],
      total: 1,
      page: 1,
      pageSize: 50,
    });
  });

  it('requires method and url, and names what is missing', async () => {
    for (const field of ['method', 'url']) {
      const record = field === 'method' ? { url: '/' } : { method: 'GET' };
      const { details } = assertRefused(await post('/api/events/request', record), 400, 'validation_failed');
      assert.deepEqual(details, [{ path: `/${field}`, message: 'is required' }]);
    }
  });

  it('refuses values of the wrong type or out of range, and names the field', async () => {
    const projectId = newProject();
    const faults = { statusCode: 1000, duration: -1, method: '', url: 'u'.repeat(8193), headers: [], requestBody: 7 };
    for (const [field, value] of Object.entries(faults)) {
      const { details } = assertRefused(await send({ projectId, [field]: value }), 400, 'validation_failed');
      assert.equal(details?.[0]?.path, `/${field}`);
    }
    assert.equal((await list({ projectId })).total, 0);
  });

  it('leaves out what was not sent, and takes the headers and now for defaults', async () => {
    const projectId = newProject();
    const { body } = await send({}, { [PROJECT_HEADER]: projectId, [CORRELATION_HEADER]: 'c-2' });
    const record = await onlyRequest(projectId);
    const { timestamp } = record;
    assert.ok(Math.abs(Date.parse(timestamp) - Date.now()) < 60_000);
    assert.deepEqual(record, {
      id: body.id,
      method: 'GET',
      url: '/orders',
      timestamp,
      correlationId: 'c-2',
      projectId,
    });
  });

  it('redacts headers, fields at any depth, form-encoded bodies and query strings', async () => {
    const projectId = newProject();
    await send({
      projectId,
      url: '/login?token=hunter2&page=1',
      headers: { Authorization: 'hunter2', COOKIE: 'hunter2', 'X-Api-Key': 'hunter2', accept: '*/*' },
      responseHeaders: { 'Set-Cookie': ['hunter2'], 'x-auth-token': 'hunter2' },
      requestBody: 'user=a&password=hunter2&api_key=hunter2',
      responseBody: JSON.stringify({ user: { ACCESS_TOKEN: 'hunter2', tokenCount: 3, list: [{ cvv: 123 }] } }),
    });
    const record = await onlyRequest(projectId);
    assert.doesNotMatch(JSON.stringify(record), /hunter2/);
    assert.equal(record.url, `/login?token=${REDACTED}&page=1`);
    assert.deepEqual(record.headers, {
      Authorization: REDACTED,
      COOKIE: REDACTED,
      'X-Api-Key': REDACTED,
      accept: '*/*',
    });
    assert.deepEqual(record.responseHeaders, { 'Set-Cookie': REDACTED, 'x-auth-token': REDACTED });
    assert.equal(record.requestBody, `user=a&password=${REDACTED}&api_key=${REDACTED}`);
    assert.deepEqual(record.responseBody, {
      user: { ACCESS_TOKEN: REDACTED, tokenCount: 3, list: [{ cvv: REDACTED }] },
    });
  });

  it('redacts a body that was cut short, and one whose secret lies behind the cut', async () => {
    const cutShort = newProject();
    await send({ projectId: cutShort, requestBody: '{"user":"a","password":"hunter2' });
    assert.doesNotMatch(JSON.stringify(await onlyRequest(cutShort)), /hunter2/);
    const behind = newProject();
    const responseBody = JSON.stringify({ pad: 'p'.repeat(16_360), password: 'hunter2-hunter2-hunter2-hunter2' });
    await send({ projectId: behind, responseBody });
    const record = await onlyRequest(behind);
    assert.equal(record.responseBodyTruncated, true);
    assert.doesNotMatch(JSON.stringify(record), /hunter2/);
  });

  it('keeps a body of 16 KB and cuts a longer one at a character, with a mark', async () => {
    for (const [body, kept, truncated] of [
      ['a'.repeat(16_384), 'a'.repeat(16_384), undefined],
      ['a'.repeat(16_385), 'a'.repeat(16_384), true],
      [`a${'é'.repeat(9000)}`, `a${'é'.repeat(8191)}`, true],
      [`ab${'🚫'.repeat(5000)}`, `ab${'🚫'.repeat(4095)}`, true],
    ] as const) {
      const projectId = newProject();
      await send({ projectId, requestBody: body, responseBody: body });
      const record = await onlyRequest(projectId);
      assert.equal(record.requestBody, kept);
      assert.equal(record.responseBody, kept);
      assert.deepEqual([record.requestBodyTruncated, record.responseBodyTruncated], [truncated, truncated]);
    }
  });

  it('takes bodies that are JSON already', async () => {
    const projectId = newProject();
    await send({ projectId, requestBody: { password: 'x', a: 1 }, responseBody: [1, { b: null }] });
    const { requestBody, responseBody } = await onlyRequest(projectId);
    assert.deepEqual([requestBody, responseBody], [{ password: REDACTED, a: 1 }, [1, { b: null }]]);
  });

  it('lists newest first, in pages', async () => {
    const projectId = newProject();
    for (const day of [2, 1, 3]) await send({ projectId, url: `/${day}`, timestamp: `2024-05-0${day}T00:00:00Z` });
    const first = await list({ projectId, pageSize: '2' });
    const second = await list({ projectId, pageSize: '2', page: '2' });
    const beyond = await list({ projectId, pageSize: '2', page: '3' });
    assert.deepEqual(
      [first, second, beyond].map(({ requests }) => requests.map(({ url }) => url)),
      [['/3', '/2'], ['/1'], []],
    );
    assert.deepEqual(
      [first, second, beyond].map(({ total, page, pageSize }) => [total, page, pageSize]),
      [
        [3, 1, 2],
        [3, 2, 2],
        [3, 3, 2],
      ],
    );
  });

  it('narrows by from, to and correlationId', async () => {
    const projectId = newProject();
    for (const day of [1, 2, 3]) {
      await send({ projectId, url: `/${day}`, correlationId: `c-${day}`, timestamp: `2024-05-0${day}T00:00:00Z` });
    }
    const urls = async (parameters: Record<string, string>) =>
      (await list({ projectId, ...parameters })).requests.map(({ url }) => url);
    assert.deepEqual(await urls({ from: '2024-05-02T00:00:00Z' }), ['/3', '/2']);
    assert.deepEqual(await urls({ to: '2024-05-02T00:00:00Z' }), ['/2', '/1']);
    assert.deepEqual(await urls({ from: '2024-05-02T00:00:00Z', to: '2024-05-02T00:00:00Z' }), ['/2']);
    assert.deepEqual(await urls({ correlationId: 'c-1' }), ['/1']);
  });

  it('answers 404 to an id it does not know', async () => {
    for (const id of ['0', '999999999999', 'abc', '-1', '1.5', '%00', '..', 'a'.repeat(300)]) {
      const answer = await get<RequestRecord>(`/api/requests/${id}`);
      if (id !== '..') assertRefused(answer, 404, 'request_not_found');
      else assert.ok(answer.status === 200 || answer.status === 404);
    }
  });

  it('refuses bad parameters with 400 and names them', async () => {
    for (const parameters of [
      'page=0',
      'page=1.5',
      'page=x',
      'pageSize=0',
      'pageSize=1001',
      'from=monday',
      'timeRange=2h',
    ]) {
      const { details } = assertRefused(await get(`/api/requests?${parameters}`), 400, 'invalid_query');
      assert.equal(details?.[0]?.path, `/${parameters.split('=')[0] ?? ''}`);
    }
  });

  it('counts statusCode 400 and above as failed, and a record without one as not', async () => {
    const projectId = newProject();
    for (const statusCode of [200, 399, 400, 599, undefined]) await send({ projectId, statusCode });
    const { body } = await get<Stats>(`/api/stats?projectId=${projectId}`);
    assert.deepEqual([body.totalRequests, body.errorRequests, body.healthScore], [5, 2, 60]);
  });
});
