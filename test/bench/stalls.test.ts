import { strict as assert } from 'node:assert';
import { READY, type ThreadSample, toPeriods, toStalls } from '../../bench/stall-periods.js';

/** A look a millisecond later each; of each millisecond `ran` and `waited` are parts. */
function toSamples(looks: readonly { ran?: number; waited?: number; call?: string; stack?: string; ms?: number }[]) {
  const samples: ThreadSample[] = [{ atMs: 0, ranNs: 0, waitedNs: 0, call: '', stack: '' }];
  for (const { ran = 0, waited = 0, call = '', stack = '', ms = 1 } of looks) {
    const last = samples.at(-1) ?? { atMs: 0, ranNs: 0, waitedNs: 0 };
    samples.push({
      atMs: last.atMs + ms,
      ranNs: last.ranNs + ran * 1e6,
      waitedNs: last.waitedNs + waited * 1e6,
      call,
      stack,
    });
  }
  return samples;
}
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

describe('the stalls of a thread', () => {
  it('are told by what it did, with the call and the stack in which it slept', () => {
    const samples = toSamples([
      ...times(6, { ran: 1 }),
      ...times(7, { call: 'ftruncate', stack: 'ext4_truncate' }),
      ...times(8, { waited: 1 }),
    ]);
    assert.deepEqual(toStalls('writer', toPeriods('writer', samples), 5), [
      { role: 'writer', doing: 'waiting for a core', where: '', count: 1, totalMs: 8, longestMs: 8 },
      { role: 'writer', doing: 'asleep', where: 'ftruncate: ext4_truncate', count: 1, totalMs: 7, longestMs: 7 },
      { role: 'writer', doing: 'working', where: '', count: 1, totalMs: 6, longestMs: 6 },
    ]);
  });

  it('are no waits for work, which for a thread of a pool is a futex too', () => {
    const samples = toSamples([...times(9, { call: 'epoll_wait' }), ...times(9, { call: 'futex' })]);
    assert.deepEqual(toPeriods('digest', samples), []);
    assert.deepEqual(toPeriods('gateway', samples), [{ doing: 'asleep', where: 'futex', ms: 9 }]);
  });

  it('are no turns between work and rest, and nothing that the sampler could not see', () => {
    assert.deepEqual(toPeriods('writer', toSamples(times(9, { ran: 0.3, waited: 0.1 }))), []);
    assert.deepEqual(toPeriods('writer', toSamples([{ call: 'fsync', ms: 50 }])), []);
  });

  it('count as a wait for a core while the thread is in no call and does not run', () => {
    const [period] = toPeriods('writer', toSamples(times(5, { call: READY })));
    assert.equal(period?.doing, 'waiting for a core');
  });

  it('leave out what was shorter than asked for', () => {
    const periods = toPeriods(
      'writer',
      toSamples([...times(4, { call: 'fsync' }), { ran: 1 }, ...times(5, { call: 'fsync' })]),
    );
    assert.deepEqual(
      toStalls('writer', periods, 5).map(({ count, totalMs }) => [count, totalMs]),
      [[1, 5]],
    );
  });
});
