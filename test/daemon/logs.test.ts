import assert from 'node:assert/strict';
import type { LogList } from '../../schemas/log.js';
import type { RecordAccepted } from '../../schemas/request.js';
import { CORRELATION_HEADER, PROJECT_HEADER } from '../../src/constants.js';
import { assertRefused, toQuery, useSharedDaemon } from '../support/shared-daemon.js';

describe('log entries', () => {
  const { newProject, post, get, logs } = useSharedDaemon();
  const send = (facts: object, headers: Record<string, string> = {}) =>
    post<RecordAccepted>('/api/logs', { level: 'info', message: 'hello', ...facts }, headers);
  const list = async (parameters: Record<string, string>) =>
    (await get<LogList>(`/api/logs?${toQuery(parameters)}`)).body;
  const messages = async (parameters: Record<string, string>) =>
    (await list(parameters)).logs.map(({ message }) => message);

  it('answers 201 with the id, and nothing else', async () => {
    const { status, body } = await send({ projectId: newProject() });
    assert.equal(status, 201);
    assert.deepEqual(Object.keys(body), ['id']);
  });

  it('returns every field of a stored entry as it was sent', async () => {
    const entry = {
      level: 'warn',
      message: 'disk almost full',
      source: 'backend',
      timestamp: '2024-05-01T12:30:45.123Z',
      projectId: newProject(),
      environment: { runtime: 'node', nodeVersion: '20.20.2' },
      correlationId: 'c-1',
      extra: { free: 12, nested: { list: [1, null] } },
    };
    const { body } = await send(entry);
    assert.deepEqual(await logs(entry.projectId), {
      logs: [{ id: body.id, ...entry }],
      total: 1,
      page: 1,
      pageSize: 100,
    });
  });

  it('requires level and message, and names what is missing', async () => {
    for (const [field, entry] of [
      ['level', { message: 'm' }],
      ['message', { level: 'info' }],
    ] as const) {
      const { details } = assertRefused(await post('/api/logs', entry), 400, 'validation_failed');
      assert.deepEqual(details, [{ path: `/${field}`, message: 'is required' }]);
    }
  });

  it('refuses values of the wrong type or outside a list, and names the field', async () => {
    const projectId = newProject();
    const faults = { level: 'error', message: 7, source: 'tv', timestamp: 'now', extra: 'x', environment: [] };
    for (const [field, value] of Object.entries(faults)) {
      const { details } = assertRefused(await send({ projectId, [field]: value }), 400, 'validation_failed');
      assert.equal(details?.[0]?.path, `/${field}`);
    }
    assert.equal((await logs(projectId)).total, 0);
  });

  it('leaves out what was not sent, and takes the headers and now for defaults', async () => {
    const projectId = newProject();
    const { body } = await send({}, { [PROJECT_HEADER]: projectId, [CORRELATION_HEADER]: 'c-2' });
    const [entry] = (await logs(projectId)).logs;
    assert.ok(entry);
    assert.ok(Math.abs(Date.parse(entry.timestamp) - Date.now()) < 60_000);
    assert.deepEqual(entry, {
      id: body.id,
      level: 'info',
      message: 'hello',
      timestamp: entry.timestamp,
      projectId,
      correlationId: 'c-2',
    });
  });

  it('redacts fields of environment and extra at any depth', async () => {
    const projectId = newProject();
    await send({ projectId, environment: { apiKey: 'k', os: 'linux' }, extra: { a: [{ 'card-number': 1 }] } });
    const [entry] = (await logs(projectId)).logs;
    assert.deepEqual(entry?.environment, { apiKey: '[Redacted]', os: 'linux' });
    assert.deepEqual(entry.extra, { a: [{ 'card-number': '[Redacted]' }] });
  });

  it('answers a batch with 201 and the ids in order', async () => {
    const projectId = newProject();
    const batch = ['a', 'b', 'c'].map((message) => ({ level: 'log', message, projectId }));
    const { status, body } = await post<string[]>('/api/logs/batch', batch);
    assert.equal(status, 201);
    const stored = new Map((await logs(projectId)).logs.map(({ id, message }) => [id, message]));
    assert.deepEqual(
      body.map((id) => stored.get(id)),
      ['a', 'b', 'c'],
    );
  });

  it('answers 207 in order when some entries are bad, and stores the others', async () => {
    const projectId = newProject();
    const good = { level: 'log', message: 'm', projectId };
    const { status, body } = await post<unknown[]>('/api/logs/batch', [{ ...good, level: 'x' }, good, 3]);
    assert.equal(status, 207);
    assert.deepEqual(
      body.map((entry) => (typeof entry === 'string' ? 'id' : (entry as { code: string }).code)),
      ['validation_failed', 'id', 'validation_failed'],
    );
    assert.equal((await logs(projectId)).total, 1);
  });

  it('answers 400 to a batch of bad entries, 201 to an empty one, 400 to what is no batch', async () => {
    assertRefused(await post('/api/logs/batch', [{}, {}]), 400, 'validation_failed');
    const empty = await post('/api/logs/batch', []);
    assert.deepEqual([empty.status, empty.body], [201, []]);
    assertRefused(await post('/api/logs/batch', { level: 'info', message: 'm' }), 400, 'validation_failed');
  });

  it('takes 1,000 entries and refuses 1,001', async () => {
    const projectId = newProject();
    const batch = Array.from({ length: 1001 }, (_, index) => ({ level: 'log', message: `m${index}`, projectId }));
    assertRefused(await post('/api/logs/batch', batch), 400, 'batch_too_long');
    assert.equal((await post<string[]>('/api/logs/batch', batch.slice(1))).body.length, 1000);
    assert.equal((await logs(projectId)).total, 1000);
  });

  it('lists newest first, in pages of 100 unless told otherwise', async () => {
    const projectId = newProject();
    const batch = Array.from({ length: 101 }, (_, index) => ({
      level: 'log',
      message: `m${index}`,
      projectId,
      timestamp: new Date(1_714_566_645_000 + index).toISOString(),
    }));
    await post('/api/logs/batch', batch);
    const first = await list({ projectId });
    assert.deepEqual([first.logs.length, first.logs[0]?.message, first.total], [100, 'm100', 101]);
    assert.deepEqual(await messages({ projectId, page: '2' }), ['m0']);
    assert.equal((await list({ projectId, pageSize: '1000' })).logs.length, 101);
  });

  it('narrows by level, source, correlationId, from and to', async () => {
    const projectId = newProject();
    const levels = ['log', 'info', 'warn', 'debug'];
    for (const [index, level] of levels.entries()) {
      const source = index % 2 === 0 ? 'backend' : 'frontend';
      const timestamp = `2024-05-0${index + 1}T00:00:00Z`;
      await send({ projectId, level, message: level, source, timestamp, correlationId: `c-${level}` });
    }
    for (const level of levels) assert.deepEqual(await messages({ projectId, level }), [level]);
    assert.deepEqual(await messages({ projectId, source: 'backend' }), ['warn', 'log']);
    assert.deepEqual(await messages({ projectId, correlationId: 'c-info' }), ['info']);
    assert.deepEqual(await messages({ projectId, from: '2024-05-02T00:00:00Z', to: '2024-05-03T00:00:00Z' }), [
      'warn',
      'info',
    ]);
  });

  it('searches for text in messages, in any case, with no character special', async () => {
    const projectId = newProject();
    const texts = ['Disk 100% full', 'disk_1 "quoted" * star', "it's ÜBER", 'a b', '注文 failed 🚫', 'plain'];
    for (const message of texts) await send({ projectId, message });
    const found: Record<string, string[]> = {
      DISK: [texts[1] ?? '', texts[0] ?? ''],
      '100%': [texts[0] ?? ''],
      '%': [texts[0] ?? ''],
      k_1: [texts[1] ?? ''],
      '"quoted"': [texts[1] ?? ''],
      '* star': [texts[1] ?? ''],
      "t's": [texts[2] ?? ''],
      über: [texts[2] ?? ''],
      注文: [texts[4] ?? ''],
      '🚫': [texts[4] ?? ''],
      'plain OR disk': [],
      'NEAR(a b, 5)': [],
      "' OR 1=1 --": [],
    };
    for (const [search, expected] of Object.entries(found)) {
      assert.deepEqual(await messages({ projectId, search }), expected, search);
    }
    assert.equal((await list({ projectId, search: '' })).total, texts.length);
  });

  it('refuses bad parameters with 400 and names them', async () => {
    for (const parameter of [
      'level=error',
      'source=x',
      'page=0',
      'pageSize=1001',
      `search=${'s'.repeat(257)}`,
      'timeRange=2h',
    ]) {
      const { details } = assertRefused(await get(`/api/logs?${parameter}`), 400, 'invalid_query');
      assert.equal(details?.[0]?.path, `/${parameter.split('=')[0] ?? ''}`);
    }
  });
});
