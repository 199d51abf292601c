import assert from 'node:assert/strict';
import { REDACTED } from '../../../../src/constants.js';
import { SOURCE_EXPRESSION_CHARS_MAX, SOURCE_LINE_CHARS_MAX } from '../../../../src/limits.js';
import { findOwner } from '../../../../src/workers/domain/findings/source-line.js';

function ownerIn(line: string, colno?: number): string | undefined {
  return findOwner(line, { member: 'total', access: '.', colno });
}

describe('the expression of a source line', () => {
  const found: readonly (readonly [line: string, owner: string])[] = [
    ['return cart.total', 'cart'],
    ['cart.items[0].total', 'cart.items[0]'],
    ["carts['a.total'].total", "carts['a.total']"],
    ['load(cart.id, (x) => x.y).total', 'load(cart.id, (x) => x.y)'],
    ['cart?.items.total', 'cart?.items'],
    ['(a ?? b).total', '(a ?? b)'],
    ['await cart.total', 'cart'],
    ['this.#cart.total', 'this.#cart'],
    ['cart.total + cart.total', 'cart'],
    ['cart.total + other.totals', 'cart'],
    ['items.map((one) => one.total)', 'one'],
  ];
  for (const [line, owner] of found) {
    it(`is found in ${line}`, () => assert.equal(ownerIn(line), owner));
  }

  const silent = [
    'cart.total + order.total',
    'cart?.total',
    'const { total } = cart',
    '"cart.total"',
    '/* cart.total */ other()',
    'run() // cart.total',
    'cart.total + rows[key]',
    '.total',
    '`${cart.total} of ${order.name}`',
    "it's cart.total",
    'return.total',
    `cart.total + "${REDACTED}"`,
  ];
  for (const line of silent) {
    it(`is not guessed in ${line}`, () => assert.equal(ownerIn(line), undefined));
  }

  it('is the one that the column points at, where two fit', () => {
    const line = 'cart.total + order.total';
    assert.equal(ownerIn(line, line.lastIndexOf('total') + 1), 'order');
    assert.equal(ownerIn(line, 1), undefined);
  });

  it('is found in a line as long as the limit, and not in one that is longer', () => {
    const line = 'cart.total'.padEnd(SOURCE_LINE_CHARS_MAX);
    assert.equal(ownerIn(line), 'cart');
    assert.equal(ownerIn(`${line} `), undefined);
  });

  it('is named up to the limit', () => {
    const name = 'c'.repeat(SOURCE_EXPRESSION_CHARS_MAX);
    assert.equal(ownerIn(`${name}.total`), name);
    assert.equal(ownerIn(`${name}c.total`), undefined);
  });
});
