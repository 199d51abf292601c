import assert from 'node:assert/strict';
import { fingerprintOf, fingerprintV2Of, isWrong, readGroupingPairs, wrongPairs } from './score-grouping.js';

/** What version 1 keeps apart, or joins, by its letter, and one fix would not. */
const OTHERWISE_IN_V2 = [
  'a MAC address is neither a port nor line:column',
  'plain numbers are not among the normalized things',
  'an 8-hex fragment is not a UUID',
  'a file name containing node_modules is not inside node_modules',
  'removal of the address must not remove the neighbouring text; sizes differ',
  'dates are not among the normalized things',
  'a duration is not a line:column number',
  // Ports of the machine itself are services there, but for those that a system gives to whoever asks.
  'one-digit and five-digit ports',
];

describe('grouping corpus', () => {
  it('is grouped by version 1 as the specification says, pair by pair', () => {
    const pairs = readGroupingPairs();
    assert.ok(pairs.length > 0);
    assert.deepEqual(wrongPairs(pairs), []);
  });

  it('is grouped by version 2 as by version 1, but for what version 2 is there for', () => {
    const otherwise = readGroupingPairs().filter((pair) => isWrong(pair, fingerprintV2Of));
    assert.deepEqual(otherwise.map(({ why }) => why).sort(), [...OTHERWISE_IN_V2].sort());
  });

  it('is grouped by version 2 as people judge what fixes it', () => {
    assert.deepEqual(wrongPairs(readGroupingPairs('grouping2'), fingerprintV2Of), []);
  });

  it('is grouped by version 2 as our own pairs in eleven languages say', () => {
    assert.deepEqual(wrongPairs(readGroupingPairs('grouping_own'), fingerprintV2Of), []);
  });

  it('is right more often in version 2 than in version 1', () => {
    const pairs = readGroupingPairs('grouping2');
    const rightOf = (toPrint: typeof fingerprintOf): number => pairs.length - wrongPairs(pairs, toPrint).length;
    assert.ok(rightOf(fingerprintV2Of) >= 2 * rightOf(fingerprintOf));
  });
});
