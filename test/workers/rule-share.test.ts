import assert from 'node:assert/strict';
import type { ProjectGroupingRules, SharedRules } from '../../src/messages.js';
import { RuleShare } from '../../src/workers/rule-share.js';

const rulesOf = (fingerprint: string): ProjectGroupingRules[] => [
  { projectName: 'shöp', rules: [{ name: 'a', type: '*', fingerprint }] },
];

describe('the rules that digest threads share', () => {
  it('are the same until they change, and none where no project has some', () => {
    const share = new RuleShare();
    const set = (rules: readonly ProjectGroupingRules[]): SharedRules | null => {
      share.set(rules);
      return share.shared;
    };
    assert.equal(set([]), null);
    const first = set(rulesOf('one')) ?? assert.fail();
    assert.deepEqual(JSON.parse(Buffer.from(first.json).toString('utf8')), rulesOf('one'));
    assert.ok(first.json.buffer instanceof SharedArrayBuffer);
    assert.equal(set(rulesOf('one')), first);
    const second = set(rulesOf('two')) ?? assert.fail();
    assert.notEqual(second.revision, first.revision);
    assert.equal(set([]), null);
    const again = set(rulesOf('one')) ?? assert.fail();
    assert.ok(again.revision !== first.revision && again.revision !== second.revision);
  });
});
