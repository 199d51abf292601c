import assert from 'node:assert/strict';
import { Histogram, toExposition } from '../../src/gateway/exposition.js';

describe('toExposition', () => {
  it('writes help, type and a line for each sample', () => {
    const text = toExposition([
      {
        name: 'a_total',
        help: 'Counts.',
        type: 'counter',
        samples: [{ labels: { b: 'c', d: 'e' }, value: 2 }, { value: 0.5 }],
      },
    ]);
    assert.equal(text, '# HELP a_total Counts.\n# TYPE a_total counter\na_total{b="c",d="e"} 2\na_total 0.5\n');
  });

  it('keeps a label from ending its text or its line', () => {
    const samples = [{ labels: { project: 'a"} 1\nb\\' }, value: 1 }];
    const text = toExposition([{ name: 'a', help: 'A.', type: 'gauge', samples }]);
    assert.equal(text.split('\n')[2], 'a{project="a\\"} 1\\nb\\\\"} 1');
  });
});

describe('Histogram', () => {
  it('counts a value in each bucket whose bound it does not exceed', () => {
    const histogram = new Histogram('h', 'H.', [0.5, 1, 2]);
    for (const value of [0.25, 0.5, 0.75, 2, 2.5]) histogram.observe(value);
    assert.deepEqual(histogram.toText().split('\n').slice(2), [
      'h_bucket{le="0.5"} 2',
      'h_bucket{le="1"} 3',
      'h_bucket{le="2"} 4',
      'h_bucket{le="+Inf"} 5',
      'h_sum 6',
      'h_count 5',
      '',
    ]);
  });
});
