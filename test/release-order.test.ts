import { strict as assert } from 'node:assert';
import { compareReleases, sortReleases } from '../src/release-order.js';

/** The first was seen last, so that first sight says the opposite of each version. */
const isOlder = (one: string, other: string): boolean =>
  compareReleases({ name: one, firstMs: 2 }, { name: other, firstMs: 1 }) < 0 &&
  compareReleases({ name: other, firstMs: 1 }, { name: one, firstMs: 2 }) > 0;

describe('the order of two releases', () => {
  it('is that of semantic versioning where both are versions of one package', () => {
    for (const [one, other] of [
      ['2.8.1', '2.10.0'],
      ['v1.2', '1.2.1'],
      ['shop@1.0.0', 'shop@1.0.1'],
      ['@acme/shop@1.0.0', '@acme/shop@2.0.0'],
      ['1.0.0-alpha', '1.0.0-alpha.1'],
      ['1.0.0-alpha.1', '1.0.0-alpha.beta'],
      ['1.0.0-beta.2', '1.0.0-beta.11'],
      ['1.0.0-rc.1', '1.0.0'],
      ['1.0.0+5', '1.0.1+1'],
    ] as const)
      assert.ok(isOlder(one, other), `${one} < ${other}`);
  });

  it('is that of their first sight where one is no version, they are of two packages, or equal', () => {
    for (const [one, other] of [
      ['blue', '1.0.0'],
      ['20260131', '20260201'],
      ['shop@2.0.0', 'cart@1.0.0'],
      ['1.0.0+5', '1.0.0+4'],
      ['3f9c1d', '0aa812'],
      ['1.2.3.4', '1.2.3.5'],
      [`1.${'9'.repeat(10)}`, '1.0'],
    ] as const)
      assert.ok(!isOlder(one, other), `${one} and ${other}`);
    assert.ok(!isOlder('a', 'b') && compareReleases({ name: 'a', firstMs: 1 }, { name: 'b', firstMs: 1 }) < 0);
  });

  it('of many is by version only where all are versions of one package', () => {
    const seen = (...names: string[]) => names.map((name, firstMs) => ({ name, firstMs }));
    const sorted = (...names: string[]) => sortReleases(seen(...names)).map(({ name }) => name);
    assert.deepEqual(sorted('1.10.0', '1.9.0', '1.11.0'), ['1.11.0', '1.10.0', '1.9.0']);
    assert.deepEqual(sorted('1.10.0', 'nightly', '1.9.0'), ['1.9.0', 'nightly', '1.10.0']);
    assert.deepEqual(sorted('a@2.0.0', 'b@1.0.0'), ['b@1.0.0', 'a@2.0.0']);
  });
});
