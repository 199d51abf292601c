import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { EMPTY_SECTION, updateReadme } from '../../bench/readme-table.js';
import { PACKAGE_ROOT } from '../../src/package.js';

const RESULTS_DIR = fileURLToPath(new URL('bench/results/', PACKAGE_ROOT));

describe('the performance table of the README', () => {
  it('is what the committed results make of it', () => {
    const readme = readFileSync(new URL('README.md', PACKAGE_ROOT), 'utf8');
    assert.equal(readme, updateReadme(readme, RESULTS_DIR), 'run: node dist/bench/readme-table.js');
  });

  it('says so when nothing has been measured', () => {
    assert.match(updateReadme(EMPTY_SECTION, '/nonexistent'), /Not measured yet/);
  });

  it('refuses a README without its markers', () => {
    assert.throws(() => updateReadme('# errord', RESULTS_DIR), /markers/);
  });
});
