import assert from 'node:assert/strict';
import type { RecordAccepted, RequestList } from '../../schemas/request.js';
import { assertRefused, useSharedDaemon } from '../support/shared-daemon.js';

const PATH = '/api/events/request/batch';

describe('batches of request records', () => {
  const { newProject, post, get } = useSharedDaemon();
  const list = async (projectId: string) => (await get<RequestList>(`/api/requests?projectId=${projectId}`)).body;

  it('are answered with 201 and an id each, in order', async () => {
    const projectId = newProject();
    const batch = ['/a', '/b', '/c'].map((url) => ({ method: 'GET', url, projectId }));
    const { status, body } = await post<RecordAccepted[]>(PATH, batch);
    assert.equal(status, 201);
    const stored = new Map((await list(projectId)).requests.map(({ id, url }) => [id, url]));
    assert.deepEqual(
      body.map(({ id }) => stored.get(id)),
      ['/a', '/b', '/c'],
    );
  });

  it('are answered with 207 in order when some records are bad, and the others are stored', async () => {
    const projectId = newProject();
    const good = { method: 'GET', url: '/a', projectId };
    const { status, body } = await post<(RecordAccepted | { code: string })[]>(PATH, [{ ...good, url: '' }, good, 3]);
    assert.equal(status, 207);
    assert.deepEqual(
      body.map((entry) => ('id' in entry ? 'id' : entry.code)),
      ['validation_failed', 'id', 'validation_failed'],
    );
    assert.equal((await list(projectId)).total, 1);
  });

  it('are refused when every record is bad, answered when empty, and refused when they are no batch', async () => {
    assertRefused(await post(PATH, [{}, {}]), 400, 'validation_failed');
    const empty = await post(PATH, []);
    assert.deepEqual([empty.status, empty.body], [201, []]);
    assertRefused(await post(PATH, { method: 'GET', url: '/a' }), 400, 'validation_failed');
  });

  it('hold 1,000 records and not 1,001', async () => {
    const projectId = newProject();
    const batch = Array.from({ length: 1001 }, (_, index) => ({ method: 'GET', url: `/${index}`, projectId }));
    assertRefused(await post(PATH, batch), 400, 'batch_too_long');
    assert.equal((await post<RecordAccepted[]>(PATH, batch.slice(1))).body.length, 1000);
    assert.equal((await list(projectId)).total, 1000);
  });
});
