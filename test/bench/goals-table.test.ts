import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EMPTY_GOALS, updateGoals } from '../../bench/goals-table.js';
import { PACKAGE_ROOT } from '../../src/package.js';
import { useTempDir } from '../support/temp-dir.js';

const RESULTS_DIR = fileURLToPath(new URL('bench/results/', PACKAGE_ROOT));

describe('the table of goals', () => {
  const tempDir = useTempDir();

  it('stands in the documentation as the committed results have it', () => {
    const page = readFileSync(new URL('docs/benchmarks.md', PACKAGE_ROOT), 'utf8');
    assert.equal(page, updateGoals(page, RESULTS_DIR), 'run: node dist/bench/readme-table.js');
  });

  it('says of each goal whether it is met, on both sides of its bound', () => {
    cpSync(join(RESULTS_DIR, 'footprint.json'), join(tempDir(), 'footprint.json'));
    const verdictOf = (bytesPerEvent: number): string => {
      const path = join(tempDir(), 'footprint.json');
      const result = JSON.parse(readFileSync(path, 'utf8')) as {
        figures: { load: Record<string, { median: number }> };
      };
      result.figures.load.bytesPerEvent = { median: bytesPerEvent };
      writeFileSync(path, JSON.stringify(result));
      const row = updateGoals(EMPTY_GOALS, tempDir())
        .split('\n')
        .find((line) => line.includes('file bytes per event'));
      return row?.split('|').at(-2)?.trim() ?? '';
    };
    assert.equal(verdictOf(420), 'yes');
    assert.equal(verdictOf(421), '**no**');
  });

  it('is not invented when nothing has been measured', () => {
    assert.match(updateGoals(EMPTY_GOALS, '/nonexistent'), /Not measured yet/);
  });
});
