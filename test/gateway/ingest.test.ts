import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { aLog, anEvent, aRequest, closeGateways, openTestGateway } from '../support/gateway.js';

describe('gateway ingest', () => {
  afterEach(closeGateways);

  it('answers one event with 201, its id, fingerprint and isNew', async () => {
    const { post } = await openTestGateway();
    const response = await post('/api/events', { ...anEvent, eventId: 'e-1' });
    assert.equal(response.status, 201);
    assert.deepEqual(await response.json(), { id: 'e-1', fingerprint: 'f'.repeat(64), isNew: true });
  });

  it('answers a repeated eventId like the first, with isNew false', async () => {
    const { post } = await openTestGateway();
    await post('/api/events', { ...anEvent, eventId: 'e-1' });
    const response = await post('/api/events', { ...anEvent, eventId: 'e-1' });
    assert.equal(response.status, 201);
    assert.deepEqual(await response.json(), { id: 'e-1', fingerprint: 'f'.repeat(64), isNew: false });
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

  it('answers a good batch with 201 and one entry per event, in order', async () => {
    const { post } = await openTestGateway();
    const response = await post(
      '/api/events/batch',
      ['a', 'b', 'a'].map((message, i) => ({ ...anEvent, message, eventId: `e-${i}` })),
    );
    assert.equal(response.status, 201);
    const fingerprint = 'f'.repeat(64);
    assert.deepEqual(await response.json(), [
      { id: 'e-0', fingerprint, isNew: true },
      { id: 'e-1', fingerprint, isNew: true },
      { id: 'e-2', fingerprint, isNew: false },
    ]);
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
});
