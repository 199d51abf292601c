import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import type { Outcomes } from '../../schemas/stats.js';
import { CORRELATION_HEADER, PROJECT_HEADER } from '../../src/constants.js';
import { ERROR_CODES, REASON_CODES, type StoreErrorCode } from '../../src/errors.js';
import type { RejectReason } from '../../src/outcome.js';
import { aLog, anEvent, aRequest, closeGateways, openTestGateway, readError } from '../support/gateway.js';
import { openSocket } from '../support/raw.js';

const FINGERPRINT = 'f'.repeat(64);

describe('gateway ingest', () => {
  afterEach(closeGateways);

  it('answers one event with 201, its id, fingerprint and isNew', async () => {
    const { post } = await openTestGateway();
    const response = await post('/api/events', { ...anEvent, eventId: 'e-1' });
    assert.equal(response.status, 201);
    assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8');
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.deepEqual(await response.json(), { id: 'e-1', fingerprint: FINGERPRINT, isNew: true });
  });

  it('answers a repeated eventId like the first, with isNew false', async () => {
    const { post } = await openTestGateway();
    await post('/api/events', { ...anEvent, eventId: 'e-1' });
    const response = await post('/api/events', { ...anEvent, eventId: 'e-1' });
    assert.equal(response.status, 201);
    assert.deepEqual(await response.json(), { id: 'e-1', fingerprint: FINGERPRINT, isNew: false });
  });

  it('answers a request record and a log entry with 201 and their ids', async () => {
    const { post, store } = await openTestGateway();
    const request = await post('/api/events/request', aRequest);
    assert.equal(request.status, 201);
    assert.deepEqual(await request.json(), { id: [...store.requests.keys()][0] });
    const log = await post('/api/logs', aLog);
    assert.equal(log.status, 201);
    assert.deepEqual(await log.json(), { id: store.logs[0]?.id });
  });

  it('answers refused and stored items in their places', async () => {
    const { post } = await openTestGateway();
    const events = ['a', 'b', 'a'].map((message, i) => ({ ...anEvent, message, eventId: `e-${i}` }));
    const response = await post('/api/events/batch', events);
    assert.equal(response.status, 201);
    assert.deepEqual(await response.json(), [
      { id: 'e-0', fingerprint: FINGERPRINT, isNew: true },
      { id: 'e-1', fingerprint: FINGERPRINT, isNew: true },
      { id: 'e-2', fingerprint: FINGERPRINT, isNew: false },
    ]);
  });

  it('answers a good log batch with 201 and the ids', async () => {
    const { post, store } = await openTestGateway();
    const response = await post('/api/logs/batch', [aLog, aLog]);
    assert.equal(response.status, 201);
    assert.deepEqual(
      await response.json(),
      store.logs.map(({ id }) => id),
    );
  });

  it('answers an empty batch with 201 and an empty array', async () => {
    const { post } = await openTestGateway();
    const response = await post('/api/events/batch', []);
    assert.equal(response.status, 201);
    assert.equal(await response.text(), '[]');
  });

  it('stores the good items of a batch and answers 207 with one entry per item, in order', async () => {
    const { post } = await openTestGateway();
    const response = await post('/api/events/batch', [
      { ...anEvent, eventId: 'e-0' },
      { type: 'T', source: 'backend' },
      { ...anEvent, eventId: 'e-2' },
    ]);
    assert.equal(response.status, 207);
    assert.deepEqual(await response.json(), [
      { id: 'e-0', fingerprint: FINGERPRINT, isNew: true },
      {
        error: ERROR_CODES.validation_failed.error,
        code: 'validation_failed',
        details: [{ path: '/1/message', message: 'is required' }],
      },
      { id: 'e-2', fingerprint: FINGERPRINT, isNew: false },
    ]);
  });

  it('answers a mixed log batch with 207, ids as text', async () => {
    const { post, store } = await openTestGateway();
    const response = await post('/api/logs/batch', [{ level: 'info' }, aLog]);
    assert.equal(response.status, 207);
    const [bad, good] = (await response.json()) as [{ code: string }, string];
    assert.equal(bad.code, 'validation_failed');
    assert.equal(good, store.logs[0]?.id);
  });

  it('answers 207 when the store refuses some items', async () => {
    const { post, store } = await openTestGateway();
    store.refusedProjects.add('one-too-many');
    const response = await post('/api/logs/batch', [aLog, { ...aLog, projectId: 'one-too-many' }]);
    assert.equal(response.status, 207);
    const [, refused] = (await response.json()) as [string, { code: string }];
    assert.equal(refused.code, 'project_limit');
  });

  it('answers 400 when every item is bad, naming the first ten by their place', async () => {
    const { post } = await openTestGateway();
    const response = await post('/api/events/batch', new Array(11).fill({ type: 'T', source: 'backend' }));
    const error = await readError(response, 400, 'validation_failed');
    assert.equal(error.details?.length, 10);
    assert.deepEqual(error.details[9], { path: '/9/message', message: 'is required' });
    assert.match(error.error, /None of the 11 items/);
  });

  it('answers with the shared reason when the store refuses every item', async () => {
    const { post, store } = await openTestGateway();
    store.refusedProjects.add('one-too-many');
    await readError(await post('/api/logs', { ...aLog, projectId: 'one-too-many' }), 400, 'project_limit');
    const error = await readError(
      await post('/api/logs/batch', [{ ...aLog, projectId: 'one-too-many' }]),
      400,
      'project_limit',
    );
    assert.deepEqual(error.details, [{ path: '/0', message: ERROR_CODES.project_limit.error }]);
  });

  it('answers a whole body that was refused with the code of its reason', async () => {
    const { post } = await openTestGateway();
    await readError(await post('/api/events', '{"broken'), 400, 'invalid_json');
    await readError(await post('/api/events', ''), 400, 'invalid_json');
    await readError(await post('/api/events', 'projectId=a&message=x'), 400, 'invalid_json');
    await readError(await post('/api/events', { ...anEvent, type: 7 }), 400, 'validation_failed');
    await readError(await post('/api/events/batch', { ...anEvent }), 400, 'validation_failed');
    await readError(await post('/api/events/batch', new Array(1001).fill(anEvent)), 400, 'batch_too_long');
    await readError(await post('/api/logs', aLog, { 'content-encoding': 'zstd' }), 415, 'unsupported_encoding');
  });

  it('gives every reason of a refused body its documented status', async () => {
    const { gateway, pool, post } = await openTestGateway();
    pool.holding = true;
    const reasons: RejectReason[] = ['invalid_encoding', 'unsupported_encoding', 'batch_too_long', 'body_too_large'];
    let ticket = 0;
    for (const reason of reasons) {
      const response = post('/api/logs/batch', []);
      ticket += 1;
      await pool.submitted(ticket);
      gateway.onCommit({
        results: [{ ticket, items: [{ kind: 'rejected', reason, projectName: null }], bodyRefused: true }],
      });
      await readError(await response, ERROR_CODES[REASON_CODES[reason]].status, REASON_CODES[reason]);
    }
  });

  it('unpacks what the Content-Encoding says', async () => {
    const { url } = await openTestGateway();
    const body = gzipSync(JSON.stringify(anEvent));
    const response = await fetch(`${url}/api/events`, {
      method: 'POST',
      body,
      headers: { 'content-encoding': 'GZIP' },
    });
    assert.equal(response.status, 201);
  });

  it('reads any Content-Type as JSON', async () => {
    const { post } = await openTestGateway();
    for (const type of ['text/plain;charset=UTF-8', 'application/x-www-form-urlencoded', 'nonsense']) {
      assert.equal((await post('/api/events', anEvent, { 'content-type': type })).status, 201);
    }
  });

  it('gives records the project and correlation id of the headers', async () => {
    const { post, store } = await openTestGateway();
    await post('/api/logs', aLog, { [PROJECT_HEADER]: 'shop', [CORRELATION_HEADER]: 'c-1' });
    assert.equal(store.logs[0]?.projectId, 'shop');
    assert.equal(store.logs[0].correlationId, 'c-1');
  });

  it('leaves it to the pool to judge the headers, and counts a call of no allowed project under none', async () => {
    const { post, gateway } = await openTestGateway();
    await readError(await post('/api/logs', '{', { [PROJECT_HEADER]: '../etc' }), 400, 'invalid_json');
    assert.deepEqual(
      gateway.outcomes.toJson().projects.map(({ projectId }) => projectId),
      [undefined],
    );
  });

  it('ignores query parameters', async () => {
    const { post } = await openTestGateway();
    assert.equal((await post('/api/events?v=1&v=%E0%A4', anEvent)).status, 201);
  });

  const failures: StoreErrorCode[] = [
    'storage_full',
    'storage_unavailable',
    'queue_full',
    'worker_lost',
    'shutting_down',
  ];
  for (const code of failures) {
    it(`answers 503 ${code} with Retry-After when the store fails so, and recovers`, async () => {
      const { post, store, gateway } = await openTestGateway();
      store.failure = code;
      for (const [path, body] of [
        ['/api/events', anEvent],
        ['/api/logs/batch', [aLog, { level: 'info' }]],
      ] as const) {
        const response = await post(path, body);
        assert.equal(response.headers.get('retry-after'), '1');
        await readError(response, 503, code);
      }
      store.failure = null;
      assert.equal((await post('/api/events', anEvent)).status, 201);
      const { total } = gateway.outcomes.toJson();
      assert.deepEqual(total.dropped, { [code]: 2 });
      assert.deepEqual(total.rejected, { validation_failed: 1 });
    });
  }

  it('answers 500 without internals when the store fails by a bug', async () => {
    const { post, store } = await openTestGateway();
    store.failure = 'internal';
    const error = await readError(await post('/api/events', anEvent), 500, 'internal');
    assert.equal(error.error, ERROR_CODES.internal.error);
  });

  it('answers 503 worker_lost when a pool thread ends with the call, and goes on', async () => {
    const { post, pool, gateway } = await openTestGateway();
    pool.holding = true;
    const lost = post('/api/events', anEvent);
    await pool.submitted(1);
    pool.lose();
    const response = await lost;
    assert.equal(response.headers.get('retry-after'), '1');
    await readError(response, 503, 'worker_lost');
    assert.equal((await post('/api/events', anEvent)).status, 201);
    assert.deepEqual(gateway.outcomes.toJson().total.dropped, { worker_lost: 1 });
  });

  it('takes no notice of reports about calls that are over', async () => {
    const { post, gateway } = await openTestGateway();
    await post('/api/events', anEvent);
    const before = gateway.outcomes.toJson();
    gateway.onLost([1, 99]);
    const items = [{ kind: 'dropped', reason: 'internal', projectName: null }] as const;
    gateway.onCommit({ results: [{ ticket: 1, items, bodyRefused: false }] });
    assert.deepEqual(gateway.outcomes.toJson(), before);
  });

  it('stores and counts what a client sent that did not wait for the answer', async () => {
    const { gateway, pool, store } = await openTestGateway();
    pool.holding = true;
    const body = JSON.stringify(aLog);
    const socket = await openSocket(gateway.port);
    socket.write(`POST /api/logs HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    await pool.submitted(1);
    socket.destroy();
    pool.release();
    await gateway.drained();
    assert.equal(store.logs.length, 1);
    assert.equal(gateway.outcomes.toJson().total.stored, 1);
  });

  it('counts a body that was cut off as dropped, connection_closed', async () => {
    const { gateway, pool } = await openTestGateway();
    const socket = await openSocket(gateway.port);
    socket.write(
      `POST /api/logs HTTP/1.1\r\nHost: x\r\n${PROJECT_HEADER}: shop\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n`,
    );
    // The server has the head of the call when this comes.
    await new Promise((resolve) => socket.once('data', resolve));
    socket.write('{"level"');
    socket.destroy();
    await gateway.drained();
    assert.equal(pool.submittedCount, 0);
    const { total, projects } = gateway.outcomes.toJson('shop');
    assert.deepEqual(total.dropped, { connection_closed: 1 });
    assert.equal(projects[0]?.projectId, 'shop');
  });

  it('counts every item once, per project, while calls are under way and after', async () => {
    const { post, pool, gateway, store, fetch } = await openTestGateway();
    store.refusedProjects.add('barred');
    await post('/api/events/batch', [anEvent, { ...anEvent, projectId: 'a', eventId: 'x' }, { bad: true }]);
    await post('/api/events', { ...anEvent, projectId: 'a', eventId: 'x' });
    await post('/api/logs', '{');
    await post('/api/logs', { ...aLog, projectId: 'barred' });
    pool.holding = true;
    const waiting = post('/api/logs/batch', [aLog, aLog], { [PROJECT_HEADER]: 'a' });
    await pool.submitted(5);
    const during = gateway.outcomes.toJson();
    assert.equal(during.total.inFlight, 1);
    assertBalanced(during);
    pool.release();
    await waiting;
    const after = (await (await fetch('/api/outcomes')).json()) as Outcomes;
    assert.deepEqual(after.total, {
      received: 8,
      inFlight: 0,
      stored: 4,
      duplicate: 1,
      rejected: { validation_failed: 1, invalid_json: 1, project_limit: 1 },
      dropped: {},
    });
    assertBalanced(after);
    const { total } = (await (await fetch('/api/outcomes?projectId=a')).json()) as Outcomes;
    assert.deepEqual(total, { received: 4, inFlight: 0, stored: 3, duplicate: 1, rejected: {}, dropped: {} });
  });
});

function assertBalanced({ total, projects }: Outcomes): void {
  for (const counts of [total, ...projects]) {
    const lost = [...Object.values(counts.rejected), ...Object.values(counts.dropped)];
    const sum = lost.reduce((a, b) => a + b, counts.stored + counts.duplicate + counts.inFlight);
    assert.equal(counts.received, sum);
  }
  assert.equal(
    projects.reduce((sum, { received }) => sum + received, 0),
    total.received,
  );
}
