import assert from 'node:assert/strict';
import type { StackFrame } from '../../../../schemas/event.js';
import { findings } from '../../../../src/workers/domain/findings/findings.js';
import { MISSING_VALUES } from '../../../../src/workers/domain/findings/wordings/missing-value-words.js';

const FRAME: StackFrame = {
  filename: '/srv/shop/src/cart/price.ts',
  function: 'toPrice',
  lineno: 42,
  inApp: true,
};

function said(message: string, contextLine?: string, over: Partial<StackFrame> = {}): string | undefined {
  const frame = { ...FRAME, ...(contextLine === undefined ? null : { contextLine }), ...over };
  return findings({ type: 'Error', message, frames: [frame], causes: [] })[0]?.sentence;
}

const PLACE = 'in `toPrice` at `cart/price.ts:42`.';

describe('what was used and was not there', () => {
  const cases: readonly (readonly [message: string, line: string | undefined, sentence: string])[] = [
    // V8
    [
      "TypeError: Cannot read properties of undefined (reading 'total')",
      '  return cart.items.total * rate;',
      `\`cart.items\` was \`undefined\` when \`.total\` was read, ${PLACE}`,
    ],
    [
      "TypeError: Cannot read property 'total' of null",
      'const sum = getCart(id)[0].total',
      `\`getCart(id)[0]\` was \`null\` when \`.total\` was read, ${PLACE}`,
    ],
    [
      "TypeError: Cannot set properties of undefined (setting 'total')",
      'this.cart!.total = 3;',
      `\`this.cart\` was \`undefined\` when \`.total\` was set, ${PLACE}`,
    ],
    [
      "TypeError: Cannot destructure property 'total' of 'cart.items' as it is undefined.",
      undefined,
      `\`cart.items\` was \`undefined\` when \`total\` was taken out of it, ${PLACE}`,
    ],
    [
      'TypeError: cart.total is not a function',
      undefined,
      `\`cart.total\` was called, and is not a function, ${PLACE}`,
    ],
    [
      'TypeError: data.items is not iterable',
      undefined,
      `\`data.items\` was gone through like a list, and is not iterable, ${PLACE}`,
    ],
    [
      'ReferenceError: total is not defined',
      undefined,
      `\`total\` was used, and nothing of that name is defined, ${PLACE}`,
    ],
    // SpiderMonkey
    [
      'TypeError: can\'t access property "total", cart.items is undefined',
      undefined,
      `\`cart.items\` was \`undefined\` when \`.total\` was used, ${PLACE}`,
    ],
    ['TypeError: cart.items is null', undefined, `\`cart.items\` was \`null\`, ${PLACE}`],
    // JavaScriptCore
    [
      "TypeError: undefined is not an object (evaluating 'cart.items.total')",
      undefined,
      `\`cart.items\` was \`undefined\` when \`.total\` was used, ${PLACE}`,
    ],
    [
      "ReferenceError: Can't find variable: total",
      undefined,
      `\`total\` was used, and nothing of that name is defined, ${PLACE}`,
    ],
    [
      "TypeError: cart.total is not a function. (In 'cart.total()', 'cart.total' is undefined)",
      undefined,
      `\`cart.total\` was called, and is not a function, ${PLACE}`,
    ],
    // CPython
    [
      "AttributeError: 'NoneType' object has no attribute 'total'",
      '    return cart.items.total * rate  # of today',
      `\`cart.items\` was \`None\` when \`.total\` was used, ${PLACE}`,
    ],
    [
      "TypeError: 'NoneType' object is not subscriptable",
      undefined,
      `\`None\` was used like a list, a dictionary or a function, ${PLACE}`,
    ],
    [
      "NameError: name 'total' is not defined",
      undefined,
      `\`total\` was used, and nothing of that name is defined, ${PLACE}`,
    ],
    // JVM
    [
      'java.lang.NullPointerException: Cannot invoke "Customer.getName()" because the return value of "Order.customer()" is null',
      undefined,
      `\`Order.customer()\` was \`null\` when \`Customer.getName()\` was called on it, ${PLACE}`,
    ],
    [
      'java.lang.NullPointerException: Cannot read field "total" because "this.cart" is null',
      undefined,
      `\`this.cart\` was \`null\` when its field \`total\` was used, ${PLACE}`,
    ],
    [
      'java.lang.NullPointerException: Cannot invoke "String.length()" because "<local1>" is null',
      undefined,
      `A local variable was \`null\` when \`String.length()\` was called on it, ${PLACE}`,
    ],
    // Go
    [
      'panic: runtime error: invalid memory address or nil pointer dereference',
      undefined,
      `A pointer was \`nil\` when it was used, ${PLACE}`,
    ],
    ['panic: assignment to entry in nil map', undefined, `A map was \`nil\` when an entry was set in it, ${PLACE}`],
    // Ruby
    [
      "NoMethodError: undefined method `total' for nil:NilClass",
      '@cart.items.total',
      `\`@cart.items\` was \`nil\` when \`.total\` was called on it, ${PLACE}`,
    ],
    // PHP
    [
      'Error: Call to a member function total() on null',
      '$sum = $cart->items->total() * 2;',
      `\`$cart->items\` was \`null\` when \`->total\` was called on it, ${PLACE}`,
    ],
    ['ErrorException: Undefined variable $total', undefined, `\`$total\` was used, and has no value, ${PLACE}`],
    // .NET
    [
      'System.NullReferenceException: Object reference not set to an instance of an object.',
      undefined,
      `A reference to an object was null when it was used, ${PLACE}`,
    ],
    // Rust
    [
      'panic: called `Option::unwrap()` on a `None` value',
      'let total = cart.items.first().unwrap();',
      `\`cart.items.first()\` was \`None\` when \`.unwrap\` was called on it, ${PLACE}`,
    ],
  ];
  for (const [message, line, sentence] of cases) {
    it(`is named for ${message.slice(0, 80)}`, () => {
      assert.equal(said(message, line), sentence);
    });
  }

  it('has a wording for each example', () => {
    for (const { example, has, match } of MISSING_VALUES) {
      assert.ok(example.includes(has), example);
      assert.match(example, match);
      assert.notEqual(said(example), undefined, example);
    }
  });

  const READ = "TypeError: Cannot read properties of undefined (reading 'total')";

  it('is told with the place alone where the source line is not there', () => {
    assert.equal(said(READ), `\`.total\` was read from \`undefined\`, ${PLACE}`);
  });

  it('is not told where neither line nor place is there', () => {
    assert.deepEqual(findings({ type: 'TypeError', message: READ, frames: [], causes: [] }), []);
  });

  it('names the own code that called where the innermost call is not its own', () => {
    const library = { filename: '/srv/node_modules/lodash/get.js', function: 'get', lineno: 3, inApp: false };
    const [found] = findings({ type: 'Error', message: READ, frames: [library, FRAME], causes: [] });
    assert.equal(
      found?.sentence,
      '`.total` was read from `undefined`, in code called by `toPrice` at `cart/price.ts:42`.',
    );
  });

  it('does not take the source line of a call further out', () => {
    const inner = { filename: '/srv/shop/src/b.ts', function: 'inner', lineno: 3, inApp: true };
    const outer = { ...FRAME, contextLine: 'cart.total' };
    const [found] = findings({ type: 'Error', message: READ, frames: [inner, outer], causes: [] });
    assert.equal(found?.sentence, '`.total` was read from `undefined`, in `inner` at `src/b.ts:3`.');
  });

  it('keeps the source line and the whole frame as evidence', () => {
    const frames = [{ ...FRAME, colno: 7, contextLine: '  return cart.items.total;' }];
    const [found] = findings({ type: 'Error', message: READ, frames, causes: [] });
    assert.deepEqual(
      found?.evidence.map(({ shownBy, text }) => [shownBy, text]),
      [
        ['sourceLine', 'return cart.items.total;'],
        ['message', "Cannot read properties of undefined (reading 'total')"],
        ['message', "Cannot read properties of undefined (reading 'total')"],
        ['frame', 'toPrice (/srv/shop/src/cart/price.ts:42:7)'],
        ['frame', 'toPrice (/srv/shop/src/cart/price.ts:42:7)'],
      ],
    );
  });

  it('says nothing of a place in a frame without file or line', () => {
    assert.equal(said(READ, undefined, { lineno: 0 }), undefined);
  });
});
