import assert from 'node:assert/strict';
import {
  failuresOf,
  fooledBy,
  judgeExplanations,
  readExplainLines,
  readNegativeLines,
  shareOf,
} from './score-explain.js';

describe('explanation corpus', () => {
  const judged = judgeExplanations(readExplainLines('explain'), ['bare', 'prefixed']);
  const failures = failuresOf(judged).join('\n');

  it('explains the common messages', () => {
    assert.ok(
      shareOf(
        judged.filter(({ line }) => line.tier === 1),
        'right',
      ) >= 0.97,
      failures,
    );
  });

  it('explains most messages', () => {
    assert.ok(shareOf(judged, 'right') >= 0.95, failures);
  });

  it('seldom explains one in words that miss the point', () => {
    assert.ok(shareOf(judged, 'wrong') <= 0.04, failures);
  });

  it('leaves messages alone that only mention technical words', () => {
    const negatives = readNegativeLines('explain_negative');
    const fooled = fooledBy(negatives);
    assert.ok(fooled.length <= 0.03 * negatives.length, fooled.join('\n'));
  });
});

describe('corpus of errors as real programs threw them', () => {
  const judged = judgeExplanations(readExplainLines('explain2'), ['whole']);
  const failures = failuresOf(judged).join('\n');

  it('explains what is squarely of a family', () => {
    assert.ok(
      shareOf(
        judged.filter(({ line }) => line.tier === 1),
        'right',
      ) >= 0.92,
      failures,
    );
  });

  it('explains most of them', () => {
    assert.ok(shareOf(judged, 'right') >= 0.85, failures);
  });

  it('seldom explains one in words that miss the point', () => {
    assert.ok(shareOf(judged, 'wrong') <= 0.04, failures);
  });

  it('leaves messages alone that fit a sentence of a runtime by chance', () => {
    const negatives = readNegativeLines('explain2_negative');
    const fooled = fooledBy(negatives);
    assert.ok(fooled.length <= 0.03 * negatives.length, fooled.join('\n'));
  });
});

describe('corpus of our own, of many libraries and languages', () => {
  const judged = judgeExplanations(readExplainLines('explain_own'), ['whole']);
  const failures = failuresOf(judged).join('\n');

  it('is explained but for a few', () => {
    assert.ok(judged.length > 700);
    assert.ok(shareOf(judged, 'right') >= 0.95, failures);
  });

  it('is seldom explained in words that miss the point', () => {
    assert.ok(shareOf(judged, 'wrong') <= 0.03, failures);
  });
});
