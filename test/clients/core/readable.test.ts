import assert from 'node:assert/strict';
import vm from 'node:vm';
import fc from 'fast-check';
import { VALUE_DEPTH_MAX, VALUE_TEXT_CHARS_MAX, VALUE_WIDTH_MAX } from '../../../clients/core/limits.js';
import { toReadable, toReadableObject, toText } from '../../../clients/core/readable.js';
import { CONTEXT_NODES_MAX } from '../../../src/limits.js';

/** As it would be sent. */
const asJson = (value: unknown): unknown => {
  const text = JSON.stringify(toReadable(value)) as string | undefined;
  return text === undefined ? undefined : JSON.parse(text);
};

describe('a readable value', () => {
  it('is what JSON can say, said as it is', () => {
    const value = { text: 'a', number: 1.5, flag: false, nothing: null, list: [1, 'b', [null]], inner: { a: {} } };
    assert.deepEqual(asJson(value), value);
  });

  it('tells in words what JSON cannot say', () => {
    assert.deepEqual(
      asJson({
        big: 12n,
        huge: 10n ** 50n,
        nan: Number.NaN,
        infinite: -Infinity,
        symbol: Symbol('s'),
        named: function work() {},
        arrow: () => 1,
        date: new Date(0),
        never: new Date(Number.NaN),
        expression: /a/g,
        url: new URL('http://a/b'),
        bytes: new Uint8Array(3),
        buffer: new ArrayBuffer(4),
        promise: Promise.resolve(),
        weak: new WeakMap(),
        map: new Map([['a', 1]]),
        set: new Set([1]),
      }),
      {
        big: '12n',
        huge: '[BigInt]',
        nan: 'NaN',
        infinite: '-Infinity',
        symbol: 'Symbol(s)',
        named: '[Function: work]',
        arrow: '[Function: arrow]',
        date: '1970-01-01T00:00:00.000Z',
        never: 'Invalid Date',
        expression: '/a/g',
        url: 'http://a/b',
        bytes: '[Uint8Array: 3 bytes]',
        buffer: '[ArrayBuffer: 4 bytes]',
        promise: '[Promise]',
        weak: '[WeakMap]',
        map: [['a', 1]],
        set: [1],
      },
    );
  });

  it('tells of an error what is not among its keys', () => {
    const error = Object.assign(new TypeError('broke', { cause: new Error('why') }), { code: 'E_BROKE' });
    const told = asJson({ error }) as { error: Record<string, unknown> };
    assert.equal(told.error.name, 'TypeError');
    assert.equal(told.error.message, 'broke');
    assert.equal(told.error.code, 'E_BROKE');
    assert.equal((told.error.cause as { message: string }).message, 'why');
  });

  it('says where a value comes back to itself, and tells one twice that only appears twice', () => {
    const circular: Record<string, unknown> = { name: 'a' };
    circular.self = circular;
    circular.list = [circular];
    assert.deepEqual(asJson(circular), { name: 'a', self: '[Circular]', list: ['[Circular]'] });
    const shared = { a: 1 };
    assert.deepEqual(asJson([shared, shared]), [shared, shared]);
  });

  it('goes on where a getter or a proxy throws', () => {
    const value = {
      get bad(): never {
        throw new Error('no');
      },
      good: 1,
      proxy: new Proxy(
        {},
        {
          ownKeys: () => {
            throw new Error('no');
          },
        },
      ),
    };
    assert.deepEqual(asJson(value), { bad: '[Threw]', good: 1, proxy: '[Threw]' });
  });

  it('takes __proto__ for a name as any other', () => {
    assert.equal(JSON.stringify(toReadable(JSON.parse('{"__proto__":{"a":1}}'))), '{"__proto__":{"a":1}}');
  });

  it('has so many levels and no more', () => {
    const nest = (levels: number): unknown => (levels === 0 ? 'end' : { a: nest(levels - 1) });
    assert.ok(JSON.stringify(toReadable(nest(VALUE_DEPTH_MAX))).includes('end'));
    assert.ok(JSON.stringify(toReadable(nest(VALUE_DEPTH_MAX + 1))).includes('[Object]'));
  });

  it('has so many fields and elements and no more', () => {
    const list = (count: number): unknown[] => Array.from({ length: count }, (_, index) => index);
    assert.equal((toReadable(list(VALUE_WIDTH_MAX)) as unknown[]).at(-1), VALUE_WIDTH_MAX - 1);
    assert.equal((toReadable(list(VALUE_WIDTH_MAX + 1)) as unknown[]).at(-1), '[1 more]');
    const fields = (count: number) => Object.fromEntries(list(count).map((index) => [`f${String(index)}`, 1]));
    assert.equal(Object.keys(toReadableObject(fields(VALUE_WIDTH_MAX))).includes('…'), false);
    assert.equal(toReadableObject(fields(VALUE_WIDTH_MAX + 1))['…'], '[more]');
    const wide = list(100).map(() => list(100));
    assert.ok(JSON.stringify(toReadable(wide)).split(',').length < CONTEXT_NODES_MAX + 300);
  });

  it('has texts of so many characters and no longer', () => {
    assert.equal((toReadable('x'.repeat(VALUE_TEXT_CHARS_MAX)) as string).length, VALUE_TEXT_CHARS_MAX);
    assert.ok((toReadable('x'.repeat(VALUE_TEXT_CHARS_MAX + 1)) as string).endsWith('x[Truncated]'));
  });

  it('has texts that are never cut inside a surrogate pair', () => {
    const pad = 'x'.repeat(VALUE_TEXT_CHARS_MAX - 1);
    assert.equal(toReadable(`${pad}😀`), `${pad}[Truncated]`);
    assert.equal(toReadable(`${pad.slice(1)}😀`), `${pad.slice(1)}😀`);
  });

  it('of another realm is told the same', () => {
    const foreign = vm.runInNewContext('({ error: new Error("there"), list: [1], date: new Date(0) })') as object;
    assert.deepEqual(Object.keys(asJson(foreign) as object), ['error', 'list', 'date']);
  });

  it('can always be sent, whatever it was made of', () => {
    fc.assert(
      fc.property(
        fc.anything({
          withBigInt: true,
          withDate: true,
          withMap: true,
          withSet: true,
          withTypedArray: true,
          withNullPrototype: true,
        }),
        (value) => {
          assert.doesNotThrow(() => JSON.stringify(toReadableObject(value)));
          assert.equal(typeof toText(value), 'string');
        },
      ),
      { numRuns: 1000 },
    );
  });
});
