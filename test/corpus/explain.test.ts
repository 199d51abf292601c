import assert from 'node:assert/strict';
import { readExplainLines, readNegativeLines, scoreExplanations } from './score-explain.js';

describe('explanation corpus', () => {
  const score = scoreExplanations(readExplainLines(), readNegativeLines());
  const failures = score.failures.join('\n');

  it('explains the common messages', () => {
    assert.ok(score.tierOneRight >= 0.9, failures);
  });

  it('explains most messages', () => {
    assert.ok(score.right >= 0.75, failures);
  });

  it('seldom explains one in words that miss the point', () => {
    assert.ok(score.wrong <= 0.04, failures);
  });

  it('leaves messages alone that only mention technical words', () => {
    assert.ok(score.fooled <= 0.03, failures);
  });
});
