import assert from 'node:assert/strict';
import { PARTS_OF_GROUP_MAX } from '../../schemas/limits.js';
import type { Merged } from '../../schemas/merge.js';
import { anEvent, readError, useGateways } from '../support/gateway.js';

describe('merging over HTTP', () => {
  const openTestGateway = useGateways();

  const openWithGroups = async (...messages: string[]) => {
    const gateway = await openTestGateway();
    for (const message of messages) await gateway.post('/api/events', { ...anEvent, message, projectId: 'shop' });
    const idOf = async (message: string): Promise<string> =>
      (await gateway.stored.errors()).errors.find((group) => group.message === message)?.id ?? assert.fail(message);
    const send = (path: string, body?: unknown) =>
      gateway.fetch(`/api/errors/${path}`, {
        method: 'POST',
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    return { ...gateway, idOf, send };
  };

  it('previews, merges and takes apart', async () => {
    const { send, idOf, stored } = await openWithGroups('the cart is gone', 'the mail is gone');
    const ids = [await idOf('the cart is gone'), await idOf('the mail is gone')];
    const previewed = (await (await send('merge', { ids, preview: true })).json()) as Merged;
    assert.deepEqual([previewed.error.count, previewed.groups.length], [2, 2]);
    assert.equal((await stored.errors()).total, 2);
    const response = await send('merge', { ids });
    assert.equal(response.status, 200);
    const merged = (await response.json()) as Merged;
    assert.deepEqual([merged.success, merged.complete, merged.error.id, merged.error.count], [true, true, ids[0], 2]);
    assert.equal((await stored.errors()).total, 1);
    const path = `${ids[0] ?? ''}/unmerge`;
    const apart = (await (await send(path, { preview: true })).json()) as Merged;
    assert.deepEqual([apart.success, apart.complete, apart.error.id, apart.error.count], [true, true, ids[0], 1]);
    assert.deepEqual(apart.looked, { events: 2, isWhole: true });
    assert.equal((await stored.errors()).total, 1);
    const parted = (await (await send(path)).json()) as Merged;
    assert.equal(parted.looked, undefined);
    assert.deepEqual([parted.error, parted.groups], [apart.error, apart.groups]);
    assert.deepEqual(
      parted.groups.map(({ id, count }) => [id, count]),
      [[ids[1], 1]],
    );
    assert.equal((await stored.errors()).total, 2);
  });

  it('refuses what cannot be one with 409, and what is unknown with 404', async () => {
    const { send, idOf, post, stored } = await openWithGroups('the cart is gone');
    const id = await idOf('the cart is gone');
    await readError(await send('merge', { ids: [id, id] }), 409, 'merge_refused');
    for (const body of [{}, { preview: true }])
      await readError(await send(`${id}/unmerge`, body), 409, 'merge_refused');
    await readError(await send('merge', { ids: [id, 'unknown'] }), 404, 'error_group_not_found');
    await readError(await send('unknown/unmerge'), 404, 'error_group_not_found');
    await readError(await send('unknown/unmerge', { preview: true }), 404, 'error_group_not_found');
    await post('/api/events', { ...anEvent, message: 'of another project', projectId: 'blog' });
    await readError(await send('merge', { ids: [id, await idOf('of another project')] }), 409, 'merge_refused');
    const messages = Array.from({ length: PARTS_OF_GROUP_MAX }, (_, index) => `error ${'x'.repeat(index + 1)} came`);
    await post(
      '/api/events/batch',
      messages.map((message) => ({ ...anEvent, message, projectId: 'shop' })),
    );
    const all = (await stored.errors({ projectId: 'shop', pageSize: 1000 })).errors.map((group) => group.id);
    assert.equal(all.length, PARTS_OF_GROUP_MAX + 1);
    const [one = '', ...others] = all;
    assert.equal((await send('merge', { ids: others })).status, 200);
    await readError(await send('merge', { ids: [others[0], one] }), 409, 'merge_limit');
  });

  for (const [name, body] of [
    ['one id', { ids: ['a'] }],
    ['one id too many', { ids: Array.from({ length: PARTS_OF_GROUP_MAX + 1 }, String) }],
    ['no ids', {}],
    ['an unknown field', { ids: ['a', 'b'], status: 'resolved' }],
  ] as const) {
    it(`refuses ${name} with 400`, async () => {
      const { send } = await openWithGroups();
      await readError(await send('merge', body), 400, 'validation_failed');
    });
  }
});
