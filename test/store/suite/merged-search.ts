import { strict as assert } from 'node:assert';
import type { ErrorListQuery } from '../../../schemas/query.js';
import { merge, unmerge } from './merging.js';
import type { Open } from './open.js';
import { first } from './regrouping.js';

export function describeMergedSearch(open: Open): void {
  describe('searches for messages of groups that were merged', () => {
    it('find the whole, until its parts are groups again', async () => {
      const harness = await open();
      const { errors, putAll } = harness;
      await putAll([first('cart is 1'), first('Straße zu: 100% 1'), first('ab'), first('other 1')]);
      const search = async (text: string, more: Partial<ErrorListQuery> = {}): Promise<string> => {
        const lists = [{ search: text }, { query: `message:"${text}"` }].map((one) => errors({ ...one, ...more }));
        const found = (await Promise.all(lists)).map(({ errors: groups, total }) => {
          assert.equal(total, groups.length);
          return groups.map(({ message }) => message).sort();
        });
        assert.deepEqual(found[0], found[1]);
        return found[0]?.join(', ') ?? '';
      };
      const [target = '', part = ''] = await merge(harness, ['cart is 1', 'Straße zu: 100% 1', 'ab']);
      const [other = ''] = await merge(harness, ['other 1', 'cart is 1']);
      assert.equal(await search('STRASSE'), '');
      for (const text of ['straße ZU', '100%', 'ab', 'CART', ' 1']) assert.equal(await search(text), 'other 1', text);
      assert.equal(await search('100% 2'), '');
      assert.equal(await search('straße', { projectId: 'shop', status: 'unresolved' }), 'other 1');
      assert.equal(await search('straße', { projectId: 'nowhere' }), '');
      const without = await errors({ query: '-message:straße' });
      assert.deepEqual([without.errors, without.total], [[], 0]);
      await unmerge(harness, other, [part]);
      assert.equal(await search('straße'), 'Straße zu: 100% 1');
      assert.equal(await search('cart'), 'other 1');
      await unmerge(harness, other, [target]);
      assert.equal(await search('cart'), 'cart is 1');
      assert.equal(await search('ab'), 'other 1');
    });
  });
}
