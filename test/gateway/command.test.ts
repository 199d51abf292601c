import assert from 'node:assert/strict';
import type { MatchingStatusesChanged } from '../../schemas/error-group.js';
import { ID_CHARS_MAX, STATUS_GROUPS_MAX } from '../../schemas/limits.js';
import { STATUSES } from '../../schemas/words.js';
import { FeedClient } from '../support/feed-client.js';
import { aLog, anEvent, readError, useGateways } from '../support/gateway.js';
import { one } from '../support/store-harness.js';
import { toWord } from '../support/words.js';

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

  describe('one status for all groups that match', () => {
    const patchMatching = (fetch: Awaited<ReturnType<typeof openWithGroup>>['fetch'], body: unknown) =>
      fetch('/api/errors/matching', { method: 'PATCH', body: JSON.stringify(body) });

    it('changes what the list would have, in steps, says what each was before, and tells the feed of each', async () => {
      const { fetch, post, stored, wsUrl } = await openTestGateway();
      const messages = Array.from({ length: STATUS_GROUPS_MAX + 5 }, (_, index) => `the cart ${toWord(index)} is gone`);
      const events = [...messages, 'another failure'].map((message) => ({ ...anEvent, message, projectId: 'shop' }));
      await post('/api/events/batch', events);
      await post('/api/events', { ...anEvent, message: 'the cart of another project', projectId: 'blog' });
      const feed = await FeedClient.open(wsUrl);
      const filter = { projectId: 'shop', query: 'is:unresolved cart' };
      const response = await patchMatching(fetch, { filter, status: 'resolved' });
      assert.equal(response.status, 200);
      const { before, ...told } = (await response.json()) as MatchingStatusesChanged;
      assert.deepEqual(told, { success: true, updated: messages.length, complete: true });
      assert.equal(before.unresolved.length, messages.length);
      const changed = new Set<unknown>();
      while (changed.size < messages.length) {
        const { type, payload } = await feed.next();
        if (type === 'status_change') changed.add(payload.id);
      }
      assert.deepEqual(changed, new Set(before.unresolved));
      await feed.close();
      const left = (await stored.errors({ status: 'unresolved' })).errors.map(({ message }) => message);
      assert.deepEqual(left.sort(), ['another failure', 'the cart of another project']);
      // Nothing is unresolved there any more: the same call finds nothing.
      const again = await patchMatching(fetch, { filter, status: 'resolved' });
      assert.equal(((await again.json()) as MatchingStatusesChanged).updated, 0);
    });

    for (const [name, body, code] of [
      ['no filter', { status: 'resolved' }, 'validation_failed'],
      ['a filter that the list does not have', { filter: { state: 'x' }, status: 'resolved' }, 'validation_failed'],
      ['a place in the list', { filter: { page: 2 }, status: 'resolved' }, 'validation_failed'],
      ['a status that is none', { filter: {}, status: 'open' }, 'validation_failed'],
      ['a query that is none', { filter: { query: 'is:broken' }, status: 'resolved' }, 'invalid_query'],
      ['two spans', { filter: { timeRange: '1h', from: '2026-01-01T00:00:00Z' }, status: 'resolved' }, 'invalid_query'],
    ] as const) {
      it(`refuses ${name} with 400 ${code}, and changes nothing`, async () => {
        const { fetch, readStatus } = await openWithGroup();
        await readError(await patchMatching(fetch, body), 400, code);
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
