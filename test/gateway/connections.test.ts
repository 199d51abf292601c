import assert from 'node:assert/strict';
import { toConnectionsMax } from '../../src/gateway/connections.js';
import { CONNECTIONS_MAX, CONNECTIONS_MIN, DESCRIPTORS_KEPT } from '../../src/limits.js';

describe('the limit of connections', () => {
  it('is what the system leaves, but for the descriptors kept back', () => {
    assert.equal(toConnectionsMax({ open: 40, max: 1024 }), 1024 - 40 - DESCRIPTORS_KEPT);
  });

  it('is fixed where the system leaves more, and never so low that nobody gets in', () => {
    const open = 40;
    const enough = CONNECTIONS_MAX + open + DESCRIPTORS_KEPT;
    assert.deepEqual(
      [enough - 1, enough, enough + 1].map((max) => toConnectionsMax({ open, max })),
      [CONNECTIONS_MAX - 1, CONNECTIONS_MAX, CONNECTIONS_MAX],
    );
    const few = CONNECTIONS_MIN + open + DESCRIPTORS_KEPT;
    assert.deepEqual(
      [few - 1, few, few + 1].map((max) => toConnectionsMax({ open, max })),
      [CONNECTIONS_MIN, CONNECTIONS_MIN, CONNECTIONS_MIN + 1],
    );
  });
});
