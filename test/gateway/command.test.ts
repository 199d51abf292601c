import assert from 'node:assert/strict';
import { ID_CHARS_MAX, STATUS_GROUPS_MAX } from '../../schemas/limits.js';
import { STATUSES } from '../../schemas/words.js';
import { aLog, anEvent, readError, useGateways } from '../support/gateway.js';
import { one } from '../support/store-harness.js';

describe('gateway commands', () => {
  const openTestGateway = useGateways();

  const openWithGroup = async () => {
    const gateway = await openTestGateway();
    await gateway.post('/api/events', anEvent);
    const group = one((await gateway.stored.errors()).errors);
    const readStatus = async () => one((await gateway.stored.errors()).errors).status;
    const patch = (body: string | Uint8Array<ArrayBuffer>, id = group.id) =>
      gateway.fetch(`/api/errors/${id}`, { method: 'PATCH', body });
    return { ...gateway, group, readStatus, patch };
  };

  for (const status of STATUSES) {
    it(`changes a status to ${status}`, async () => {
      const { readStatus, patch } = await openWithGroup();
      const response = await patch(JSON.stringify({ status }));
      assert.equal(response.status, 200);
      assert.deepEqual(await response.json(), { success: true });
      assert.equal(await readStatus(), status);
    });
  }

  it('answers an unknown group with 404', async () => {
    const { patch } = await openWithGroup();
    for (const id of ['unknown', '%E0%A4%A', 'x'.repeat(129)]) {
      await readError(await patch('{"status":"resolved"}', id), 404, 'error_group_not_found');
    }
  });

  for (const [name, body, code] of [
    ['a status that is none', '{"status":"open"}', 'validation_failed'],
    ['a missing status', '{}', 'validation_failed'],
    ['an unknown field', '{"status":"resolved","note":"x"}', 'validation_failed'],
    ['a body that is no object', 'null', 'validation_failed'],
    ['an empty body', '', 'invalid_json'],
    ['broken JSON', '{"status":', 'invalid_json'],
    ['a body that is not UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 'invalid_json'],
  ] as const) {
    it(`refuses ${name} with 400 ${code}`, async () => {
      const { patch, readStatus } = await openWithGroup();
      await readError(await patch(body), 400, code);
      assert.equal(await readStatus(), 'unresolved');
    });
  }

  describe('one status for many groups', () => {
    const patchAll = (fetch: Awaited<ReturnType<typeof openWithGroup>>['fetch'], body: unknown) =>
      fetch('/api/errors', { method: 'PATCH', body: JSON.stringify(body) });

    it('changes what there is and names what is missing', async () => {
      const { fetch, group, readStatus } = await openWithGroup();
      const response = await patchAll(fetch, { ids: ['unknown', group.id], status: 'resolved' });
      assert.equal(response.status, 200);
      assert.deepEqual(await response.json(), { success: true, updated: 1, missing: ['unknown'] });
      assert.equal(await readStatus(), 'resolved');
    });

    it('takes as many ids as allowed, each as long as allowed', async () => {
      const { fetch } = await openWithGroup();
      const ids = Array.from({ length: STATUS_GROUPS_MAX }, (_, index) => String(index).padStart(ID_CHARS_MAX, 'x'));
      const response = await patchAll(fetch, { ids, status: 'resolved' });
      assert.deepEqual(await response.json(), { success: true, updated: 0, missing: ids });
    });

    for (const [name, change] of [
      ['one id too many', { ids: Array.from({ length: STATUS_GROUPS_MAX + 1 }, String) }],
      ['no ids', { ids: [] }],
      ['ids that are no array', { ids: 'a' }],
      ['an id that is no text', { ids: [1] }],
      ['an id that is too long', { ids: ['x'.repeat(ID_CHARS_MAX + 1)] }],
      ['a status that is none', { status: 'open' }],
      ['a missing status', { status: undefined }],
      ['an unknown field', { projectId: 'a' }],
    ] as const) {
      it(`refuses ${name} with 400`, async () => {
        const { fetch, group, readStatus } = await openWithGroup();
        const body = { ids: [group.id], status: 'resolved', ...change };
        await readError(await patchAll(fetch, body), 400, 'validation_failed');
        assert.equal(await readStatus(), 'unresolved');
      });
    }
  });

  it('refuses a packed command with 415', async () => {
    const { post } = await openTestGateway();
    await readError(await post('/api/clear', '{}', { 'content-encoding': 'gzip' }), 415, 'unsupported_encoding');
    assert.equal((await post('/api/clear', '{}', { 'content-encoding': 'identity' })).status, 200);
  });

  it('clears logs of one project, or all', async () => {
    const { post, stored } = await openTestGateway();
    for (const projectId of ['a', 'b', null]) await post('/api/logs', { ...aLog, projectId });
    const one = await post('/api/logs/clear', { projectId: 'a' });
    assert.equal(one.status, 200);
    assert.deepEqual(await one.json(), { success: true });
    assert.deepEqual(
      (await stored.logs()).logs.map(({ projectId }) => projectId),
      [undefined, 'b'],
    );
    assert.equal((await post('/api/logs/clear', { projectId: null })).status, 200);
    assert.equal((await stored.logs()).total, 0);
  });

  it('clears everything without a body', async () => {
    const { fetch, stored } = await openWithGroup();
    const response = await fetch('/api/clear', { method: 'POST' });
    assert.equal(response.status, 200);
    assert.deepEqual(await response.json(), { success: true });
    assert.equal((await stored.errors()).total, 0);
  });

  it('refuses a clear that names its project where nobody looks, and deletes nothing', async () => {
    const { post, stored } = await openWithGroup();
    await readError(await post('/api/clear?projectId=a', ''), 400, 'invalid_query');
    await readError(await post('/api/clear', { project: 'a' }), 400, 'validation_failed');
    await readError(await post('/api/clear', { projectId: '' }), 400, 'validation_failed');
    assert.equal((await stored.errors()).total, 1);
  });

  it('answers a failed store with its code', async () => {
    const { post, patch, store } = await openWithGroup();
    store.failure = 'storage_full';
    await readError(await post('/api/clear', ''), 503, 'storage_full');
    await readError(await patch('{"status":"resolved"}'), 503, 'storage_full');
    store.failure = 'bug';
    await readError(await post('/api/logs/clear', ''), 500, 'internal');
  });
});
