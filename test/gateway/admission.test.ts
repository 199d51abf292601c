import assert from 'node:assert/strict';
import { Admission } from '../../src/gateway/admission.js';
import { INGEST_IN_FLIGHT_BYTES_MAX, INGEST_IN_FLIGHT_CALLS_MAX } from '../../src/limits.js';

describe('admission', () => {
  it('takes as many calls as the limit, not one more, and again when one is over', () => {
    const admission = new Admission();
    for (let count = 0; count < INGEST_IN_FLIGHT_CALLS_MAX; count += 1) assert.ok(admission.openCall());
    assert.equal(admission.openCall(), false);
    admission.closeCall(0);
    assert.equal(admission.openCall(), true);
    assert.equal(admission.callCount, INGEST_IN_FLIGHT_CALLS_MAX);
  });

  it('takes as many bytes as the limit, not one more, and again when a call is over', () => {
    const admission = new Admission();
    assert.ok(admission.openCall());
    assert.equal(admission.addBytes(INGEST_IN_FLIGHT_BYTES_MAX), true);
    assert.equal(admission.addBytes(1), false);
    admission.closeCall(INGEST_IN_FLIGHT_BYTES_MAX);
    assert.equal(admission.addBytes(1), true);
  });
});
