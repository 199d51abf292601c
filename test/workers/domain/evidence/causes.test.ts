import assert from 'node:assert/strict';
import { explain } from '../../../../src/workers/domain/explain.js';
import { toSite } from '../../../../src/workers/site.js';

describe('the causes of an error', () => {
  const refused = { type: 'Error', message: 'connect ECONNREFUSED 127.0.0.1:5432', code: 'ECONNREFUSED' };
  const wrapper = { type: 'CheckoutError', message: 'checkout of cart 7 did not work' };

  it('explain it where it says nothing itself', () => {
    assert.equal(explain(wrapper), null);
    assert.deepEqual(explain({ ...wrapper, causes: [refused] }), explain(refused));
    assert.deepEqual(explain({ ...wrapper, causes: [{ type: 'Error', message: 'no' }, refused] }), explain(refused));
  });

  it('say nothing of a time limit where a task was cancelled at its end', () => {
    const cancelled = { type: 'asyncio.exceptions.CancelledError', message: '' };
    const timedOut = { type: 'TimeoutError', message: '', language: 'python' } as const;
    assert.deepEqual(explain({ ...timedOut, causes: [cancelled] }), explain(timedOut));
  });

  it('make two events of one message two sites', () => {
    const alone = toSite(wrapper).site;
    const caused = toSite({ ...wrapper, causes: [refused] }).site;
    assert.equal(alone.explanation, null);
    assert.notEqual(caused.explanation, null);
    assert.equal(toSite(wrapper).site.explanation, null);
    assert.deepEqual(toSite({ ...wrapper, causes: [refused] }).site, caused);
    assert.notEqual(toSite({ ...wrapper, code: 'ECONNREFUSED' }).site.explanation, null);
  });
});
