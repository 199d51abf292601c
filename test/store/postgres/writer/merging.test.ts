import { strict as assert } from 'node:assert';
import { openDb } from '../../../../src/store/postgres/connection.js';
import { holdProjects } from '../../../../src/store/postgres/locks.js';
import { makePostgresPlace } from '../../../support/postgres-place.js';
import { eventDigest } from '../../../support/store-digests.js';
import { cleanUp, openHarness } from '../../../support/store-harness.js';

describe('groups that people make of others, in PostgreSQL', () => {
  afterEach(cleanUp);

  it('are complete when their own events are through, whatever is on its way for others', async () => {
    const { store, errors, put, place } = await openHarness(makePostgresPlace);
    for (const [projectName, message] of [
      ['shop', 'cart 1'],
      ['shop', 'mail 1'],
      ['blog', 'post 1'],
      ['blog', 'page 1'],
    ] as const)
      await put(eventDigest({ projectName, message }));
    const merge = async (projectId: string) => {
      const groupIds = (await errors({ projectId })).errors.map(({ id }) => id);
      return store.merging.merge({ groupIds, isPreview: false });
    };
    assert.equal((await merge('blog')).kind, 'done');
    const db = openDb(place.url, { max: 1 });
    await db.exec(
      'UPDATE group_parts SET state = 1 WHERE id <> into_id; UPDATE groupings SET parts_due = 1 WHERE part_count > 0',
    );
    // What is on its way in the blog waits for this transaction.
    await db.transact(async (transaction) => {
      await holdProjects(transaction, ['blog']);
      const outcome = await merge('shop');
      assert.ok(outcome.kind === 'done' && outcome.isComplete, JSON.stringify(outcome));
      const apart = await store.merging.unmerge({ groupId: outcome.group.id, partIds: null });
      assert.ok(apart.kind === 'done' && apart.isComplete, JSON.stringify(apart));
    });
    const [due] = await db.query<{ count: number }>(
      '/* fan-out */ SELECT count(*) AS count FROM group_parts WHERE state = 1',
    );
    assert.equal(due?.count, 1);
    await db.close();
  });
});
