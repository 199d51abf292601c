import assert from 'node:assert/strict';
import { loadDashboardModule } from '../support/dashboard-module.js';

interface Module {
  toVisible(text: string): string;
  toHeading(message: string): { readonly heading: string; readonly rest: string };
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

  it('shows what a terminal would have coloured without its codes, and any other escape as what it is', () => {
    assert.equal(module.toVisible('\u001b[31mrefused\u001b[0m \u001b[1;38;5;9mnow\u001b[K'), 'refused now');
    assert.equal(module.toVisible('a\u001b]0;title\u0007b'), 'a\\u001b]0;title\\u0007b');
    assert.equal(module.toOneLine('\u001b[2m\n\u001b[22mabc'), 'abc');
  });

  it('of several lines is headed by the first one', () => {
    assert.deepEqual(module.toHeading('\nfirst\n\n  second\nthird\n'), { heading: 'first', rest: 'second\nthird' });
    assert.deepEqual(module.toHeading('only'), { heading: 'only', rest: '' });
    assert.deepEqual(module.toHeading(' \n'), { heading: '(no message)', rest: '' });
  });
});
