import assert from 'node:assert/strict';
import { loadDashboardModule } from '../support/dashboard-module.js';

interface Module {
  toOneLine(text: string, charsMax?: number): string;
}

describe('a text of an event on one line', () => {
  let module: Module;
  before(async () => {
    module = await loadDashboardModule<Module>('ui/hostile-text.ts');
  });

  it('is whole at the limit and cut past it', () => {
    assert.equal(module.toOneLine('abc\nd', 3), 'abc');
    assert.equal(module.toOneLine('abcd', 3), 'abc …');
  });

  it('is never cut inside a surrogate pair', () => {
    assert.equal(module.toOneLine('ab😀c', 3), 'ab …');
    assert.equal(module.toOneLine('ab😀c', 4), 'ab😀 …');
  });
});
