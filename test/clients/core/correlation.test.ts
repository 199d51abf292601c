import assert from 'node:assert/strict';
import { parseCorrelation } from '../../../clients/core/correlation.js';
import { TRACEPARENT_CHARS_MAX } from '../../../clients/core/limits.js';

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const TRACEPARENT = `00-${TRACE_ID}-b7ad6b7169203331-01`;

describe('the correlation of a request', () => {
  it('is the id of its header before the trace', () => {
    assert.equal(parseCorrelation('c-1', TRACEPARENT), 'c-1');
    assert.equal(parseCorrelation('not one\n', TRACEPARENT), TRACE_ID);
  });

  it('is the trace id of a traceparent, of a later version too', () => {
    assert.equal(parseCorrelation(undefined, TRACEPARENT), TRACE_ID);
    assert.equal(parseCorrelation(undefined, `cc-${TRACEPARENT.slice(3)}-what-comes-later`), TRACE_ID);
    assert.equal(parseCorrelation(undefined, `00-${'0'.repeat(32)}-b7ad6b7169203331-01`), undefined);
  });

  it('is taken from a traceparent of the longest form, and from none longer', () => {
    const longest = `${TRACEPARENT}-`.padEnd(TRACEPARENT_CHARS_MAX, 'x');
    assert.equal(parseCorrelation(undefined, longest), TRACE_ID);
    assert.equal(parseCorrelation(undefined, `${longest}x`), undefined);
  });
});
