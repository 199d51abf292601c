import assert from 'node:assert/strict';
import type { ErrorGroupDetail } from '../../schemas/error-group.js';
import { GROUPING_CONDITION_CHARS_MAX } from '../../schemas/limits.js';
import type { Split } from '../../schemas/split.js';
import { anEvent, readError, useGateways } from '../support/gateway.js';

describe('splitting over HTTP', () => {
  const openTestGateway = useGateways();

  /** Events of one error, whatever they say. */
  const openWithEvents = async (...messages: string[]) => {
    const gateway = await openTestGateway();
    const send = (message: string) =>
      gateway.post('/api/events', { ...anEvent, message, projectId: 'shop', fingerprint: ['stock'] });
    for (const message of messages) await send(message);
    const id = (await gateway.stored.errors()).errors[0]?.id ?? assert.fail('nothing was stored');
    const split = (body: unknown, of = id) =>
      gateway.fetch(`/api/errors/${of}/split`, { method: 'POST', body: JSON.stringify(body) });
    const counts = async () =>
      (await gateway.stored.errors()).errors.map(({ message, count }) => `${message}: ${count}`).sort();
    return { ...gateway, id, send, split, counts };
  };

  it('previews, takes out what meets the conditions, and has new events follow', async () => {
    const { id, send, split, counts, fetch } = await openWithEvents('no shoes left', 'no hats left', 'no hats left');
    const previewed = (await (await split({ message: '*hats*', preview: true })).json()) as Split;
    assert.deepEqual([previewed.error.count, previewed.made.count, previewed.made.id], [1, 2, undefined]);
    assert.deepEqual(previewed.looked, { events: 3, isWhole: true });
    assert.deepEqual(await counts(), ['no shoes left: 3']);
    const response = await split({ message: '*hats*' });
    assert.equal(response.status, 200);
    const done = (await response.json()) as Split;
    assert.deepEqual([done.success, done.complete, done.error.id, done.error.count], [true, true, id, 1]);
    assert.deepEqual({ ...previewed.made, id: done.made.id }, done.made);
    await send('no hats left');
    assert.deepEqual(await counts(), ['no hats left: 3', 'no shoes left: 1']);
    const detail = (await (await fetch(`/api/errors/${id}`)).json()) as ErrorGroupDetail;
    assert.deepEqual([detail.splits?.[0]?.id, detail.splits?.[0]?.message], [done.made.id, '*hats*']);
    const own = (await (await fetch(`/api/errors/${done.made.id ?? ''}`)).json()) as ErrorGroupDetail;
    assert.equal(own.splitFrom?.id, id);
  });

  it('looks at the frames of stacks as clients send them, which begin with the message', async () => {
    const { id, split, counts, post, send } = await openWithEvents('no shoes left');
    const hats = (message: string) =>
      post('/api/events', {
        ...anEvent,
        message,
        projectId: 'shop',
        fingerprint: ['stock'],
        stack: `Error: ${message}\n    at sell (/srv/shop/src/hats.ts:7:3)\n    at next (/srv/shop/node_modules/express/index.js:9:1)`,
        stackFrames: undefined,
      });
    await hats('no red hats');
    assert.equal((await split({ file: '*/hats.ts', package: 'express', preview: true })).status, 200);
    const done = (await (await split({ file: '*/hats.ts' })).json()) as Split;
    assert.deepEqual([done.error.id, done.error.count, done.made.count], [id, 1, 1]);
    await hats('no green hats');
    await send('no shoes left');
    assert.deepEqual(await counts(), ['no red hats: 2', 'no shoes left: 2']);
  });

  it('refuses with 409 what would take nothing or everything, and with 404 what is unknown', async () => {
    const { split, counts } = await openWithEvents('no shoes left', 'no hats left');
    for (const preview of [true, false]) {
      await readError(await split({ message: 'coats', preview }), 409, 'split_refused');
      await readError(await split({ message: '*', preview }), 409, 'split_refused');
      await readError(await split({ message: '*', preview }, 'unknown'), 404, 'error_group_not_found');
    }
    assert.deepEqual(await counts(), ['no shoes left: 2']);
  });

  for (const [name, body] of [
    ['no condition', {}],
    ['preview in place of a condition', { preview: true }],
    ['an empty condition', { message: '' }],
    ['an unknown condition', { message: '*', release: '1' }],
    ['a condition that is too long', { message: 'x'.repeat(GROUPING_CONDITION_CHARS_MAX + 1) }],
    ['something else', ['message']],
  ] as const)
    it(`refuses ${name}`, async () => {
      const { split } = await openWithEvents('no shoes left');
      await readError(await split(body), 400, 'validation_failed');
    });

  it('takes a condition as long as it may be', async () => {
    const { split } = await openWithEvents('no shoes left', 'no hats left');
    const long = `*hats*${'*'.repeat(GROUPING_CONDITION_CHARS_MAX - 6)}`;
    assert.equal((await split({ message: long, preview: true })).status, 200);
  });
});
