import { strict as assert } from 'node:assert';
import { eventDigest } from '../../support/store-digests.js';
import { times } from '../../support/store-harness.js';
import type { Open } from './open.js';

export function describeStatuses(open: Open): void {
  describe('one status for many groups', () => {
    const openFilled = async () => {
      const harness = await open({ feedClients: 1 });
      await harness.putAll(times(4, (index) => eventDigest({ message: `m${index}` })));
      const ids = (await harness.errors()).errors.map(({ id }) => id);
      const statuses = async () => (await harness.errors()).errors.map(({ id, status }) => `${id} ${status}`).sort();
      return { ...harness, ids, statuses };
    };

    it('changes those that are named and no other, and tells the ids that are no group’s', async () => {
      const { store, ids, statuses } = await openFilled();
      const named = ids.slice(0, 3);
      assert.deepEqual(await store.setStatuses(['zz9', ...named, 'no such id', ''], 'ignored'), {
        updatedCount: 3,
        missingIds: ['zz9', 'no such id', ''],
      });
      assert.deepEqual(
        await statuses(),
        ids.map((id) => `${id} ${named.includes(id) ? 'ignored' : 'unresolved'}`).sort(),
      );
    });

    it('changes the whole once for ids of its parts, none of which is missing', async () => {
      const { store, ids, statuses } = await openFilled();
      const [whole = '', part = '', other = ''] = ids;
      await store.merging.merge({ groupIds: [whole, part, other], isPreview: false });
      assert.deepEqual(await store.setStatuses([part, other, 'zz9'], 'resolved'), {
        updatedCount: 1,
        missingIds: ['zz9'],
      });
      assert.equal((await statuses()).filter((status) => status === `${whole} resolved`).length, 1);
    });

    it('counts and announces a group once that is named twice', async () => {
      const { store, ids, feed } = await openFilled();
      const [id = ''] = ids;
      assert.deepEqual(await store.setStatuses([id, id, 'zz', 'zz'], 'resolved'), {
        updatedCount: 1,
        missingIds: ['zz'],
      });
      assert.equal(feed().filter(({ type }) => type === 'status_change').length, 1);
    });

    it('sends a status_change for each group, in the order of the ids', async () => {
      const { store, ids, feed } = await openFilled();
      await store.setStatuses(ids, 'acknowledged');
      const changes = feed().flatMap((message) => (message.type === 'status_change' ? [message.payload] : []));
      assert.deepEqual(
        changes.map(({ id, status }) => [id, status]),
        ids.map((id) => [id, 'acknowledged']),
      );
    });

    it('is what the next event of each group meets', async () => {
      const { store, ids, put, errors } = await openFilled();
      await store.setStatuses(ids, 'resolved');
      await put(eventDigest({ message: 'm0' }));
      const { errors: groups } = await errors();
      assert.deepEqual(groups.map(({ message, status }) => `${message} ${status}`).sort(), [
        'm0 unresolved',
        'm1 resolved',
        'm2 resolved',
        'm3 resolved',
      ]);
    });
  });
}
