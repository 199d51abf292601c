import assert from 'node:assert/strict';
import * as errord from '@errord/node';
import { CAUSE_FRAMES_MAX, CAUSES_MAX } from '../../../clients/core/limits.js';
import type { Cause, ErrorEvent } from '../../../clients/core/types.js';
import { useClient } from './support.js';

describe('the code and the causes of an error', () => {
  const { init, delivered } = useClient();

  async function capture(thrown: unknown): Promise<ErrorEvent> {
    init();
    errord.captureError(thrown);
    const [event] = await delivered('events');
    return event as unknown as ErrorEvent;
  }

  /** Without their frames. */
  const told = ({ causes = [] }: ErrorEvent): Omit<Cause, 'stackFrames'>[] =>
    causes.map(({ type, message, code }) => ({
      ...(type !== undefined && { type }),
      ...(message !== undefined && { message }),
      ...(code !== undefined && { code }),
    }));

  it('are told by name, the nearest cause first, beside the text of the stack', async () => {
    const root = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const middle = new TypeError('no rows', { cause: root });
    const event = await capture(Object.assign(new Error('no cart', { cause: middle }), { code: 57 }));
    assert.equal(event.code, '57');
    assert.deepEqual(told(event), [
      { type: 'TypeError', message: 'no rows' },
      { type: 'Error', message: 'connect ECONNREFUSED', code: 'ECONNREFUSED' },
    ]);
    const [first] = event.causes ?? [];
    assert.match(first?.stackFrames?.[0]?.filename ?? '', /causes\.test\.js$/);
    assert.equal(first?.stackFrames?.[0]?.inApp, true);
    assert.ok(event.stack?.includes('\nCaused by: TypeError: no rows'));
  });

  it('are absent from an error that has none, and from what is no error', async () => {
    const event = await capture(new Error('plain'));
    assert.ok(!('code' in event) && !('causes' in event));
    errord.captureError('a text');
    const [, text] = await delivered('events');
    assert.ok(text !== undefined && !('code' in text) && !('causes' in text));
  });

  it('name the errors of an AggregateError, each once, also when they go in a circle', async () => {
    const one = new Error('one');
    const all = new AggregateError([one, 'two', one], 'all failed', { cause: one });
    one.cause = all;
    assert.deepEqual(told(await capture(all)), [{ type: 'Error', message: 'one' }, { message: 'two' }]);
  });

  it('end at the limit, and have the first of their frames', async () => {
    const chain = (length: number): Error => {
      const error = length === 0 ? new Error('end') : new Error('link', { cause: chain(length - 1) });
      error.stack = `Error\n${'    at run (/app/a.js:1:2)\n'.repeat(CAUSE_FRAMES_MAX + 1)}`;
      return error;
    };
    const { causes = [] } = await capture(chain(CAUSES_MAX));
    assert.deepEqual([causes.length, causes.at(-1)?.message], [CAUSES_MAX, 'end']);
    assert.equal(causes[0]?.stackFrames?.length, CAUSE_FRAMES_MAX);
    errord.captureError(chain(CAUSES_MAX + 1));
    const [, longer] = (await delivered('events')) as unknown as ErrorEvent[];
    assert.deepEqual([longer?.causes?.length, longer?.causes?.at(-1)?.message], [CAUSES_MAX, 'link']);
  });

  it('hold no secret when they leave the process', async () => {
    const link = 'https://a.example/?token=hunter2-hunter2';
    const cause = Object.assign(new Error(`GET ${link}`), { code: link });
    const { code, causes } = await capture(Object.assign(new Error('x', { cause }), { code: link }));
    const clean = 'https://a.example/?token=[Redacted]';
    assert.deepEqual([code, causes?.[0]?.code, causes?.[0]?.message], [clean, clean, `GET ${clean}`]);
  });
});
