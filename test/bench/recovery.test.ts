import assert from 'node:assert/strict';
import type { LoadSample } from '../../bench/load.js';
import { toRecovery } from '../../bench/recovery.js';

/** A trickle of a call each 10 ms over four seconds, overloaded from 1,000 to 2,000. */
function makeTrickle(change: (sample: LoadSample) => Partial<LoadSample> = () => ({})): LoadSample[] {
  return Array.from({ length: 400 }, (_, index) => {
    const sample = { dueAtMs: index * 10, isAccepted: true, latencyMs: 2 };
    return { ...sample, ...change(sample) };
  });
}

const OVERLOAD = { fromMs: 1000, toMs: 2000 };

describe('the recovery from an overload', () => {
  it('is immediate when the first call is accepted as fast as before', () => {
    assert.deepEqual(toRecovery(makeTrickle(), OVERLOAD), {
      beforeP50Ms: 2,
      beforeP99Ms: 2,
      firstAcceptedAfterMs: 2,
      recoveredAfterMs: 0,
    });
  });

  it('waits for the first accepted call, and for the first of ten calm ones', () => {
    const trickle = makeTrickle(({ dueAtMs }) =>
      dueAtMs < 2000 ? {} : { isAccepted: dueAtMs >= 2100, latencyMs: dueAtMs < 2300 ? 80 : 2 },
    );
    const { firstAcceptedAfterMs, recoveredAfterMs } = toRecovery(trickle, OVERLOAD);
    assert.deepEqual({ firstAcceptedAfterMs, recoveredAfterMs }, { firstAcceptedAfterMs: 180, recoveredAfterMs: 300 });
  });

  it('is none when calls stay slow, or there were none before', () => {
    const slow = makeTrickle(({ dueAtMs }) => ({ latencyMs: dueAtMs < 1000 ? 2 : 80 }));
    assert.throws(() => toRecovery(slow, OVERLOAD), /did not recover/);
    assert.throws(() => toRecovery(makeTrickle(), { fromMs: 0, toMs: 2000 }), /before/);
  });
});
