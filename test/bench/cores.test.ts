import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { toDigestThreads, toStageLimits } from '../../bench/cores.js';
import { EMPTY_CORES, updateCores } from '../../bench/cores-table.js';
import { PACKAGE_ROOT } from '../../src/package.js';

const RESULTS_DIR = fileURLToPath(new URL('bench/results/', PACKAGE_ROOT));
const US = { gateway: 5, digest: 40, writer: 18, checkpoint: 1, reader: 0, helpers: 6 } as const;

describe('the limits of more cores', () => {
  it('leave one core to gateway and writer, and end at eight digest threads', () => {
    assert.deepEqual([1, 2, 4, 8, 64].map(toDigestThreads), [1, 1, 3, 7, 8]);
  });

  it('are the rates at which each stage alone gives out', () => {
    assert.deepEqual(toStageLimits(US, { cores: 4, fsyncUsPerEvent: 2 }), {
      gateway: 200_000,
      digest: 75_000,
      writer: 50_000,
      cores: Math.round(4e6 / 70),
    });
  });

  it('stand in the documentation as the committed results have them', () => {
    const page = readFileSync(new URL('docs/benchmarks.md', PACKAGE_ROOT), 'utf8');
    assert.equal(page, updateCores(page, RESULTS_DIR), 'run: node dist/bench/readme-table.js');
  });

  it('are not invented when nothing has been measured', () => {
    assert.match(updateCores(EMPTY_CORES, '/nonexistent'), /Not measured yet/);
    assert.throws(() => updateCores('# Benchmarks', '/nonexistent'), /markers/);
  });
});
