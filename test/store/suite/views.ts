import { strict as assert } from 'node:assert';
import type { AuditList } from '../../../schemas/audit.js';
import { SAVED_VIEWS_MAX } from '../../../schemas/limits.js';
import type { ViewList } from '../../../schemas/views.js';
import type { Store } from '../../../src/store/store.js';
import type { StoredView, ViewFacts } from '../../../src/store/views.js';
import { times, toQuery } from '../../support/store-harness.js';
import type { Open } from './open.js';

const ADA = { name: 'ada', address: '127.0.0.1' };
const view = (facts: Partial<ViewFacts> = {}): ViewFacts => ({
  project: 'shop',
  name: 'Mine',
  query: 'is:unresolved',
  sort: 'lastSeen',
  direction: 'desc',
  ...facts,
});

async function add(store: Store, facts: Partial<ViewFacts> = {}): Promise<StoredView> {
  const added = await store.changeView({ kind: 'add', view: view(facts) }, ADA);
  assert.ok(added.kind === 'done', JSON.stringify(added));
  return added.view;
}

const read = async (store: Store, projectId?: string) =>
  (
    JSON.parse(
      Buffer.from(
        (await store.query(toQuery('listViews', projectId === undefined ? {} : { projectId }))) ?? [],
      ).toString(),
    ) as ViewList
  ).views;

export function describeViews(open: Open): void {
  describe('saved views', () => {
    it('are kept over a restart, and listed by name for their project and for all', async () => {
      const first = await open();
      const { store } = first;
      await add(store, { name: 'Zoo', project: null });
      await add(store, { name: 'Loud', query: 'count:>100', sort: 'events', direction: 'asc' });
      await add(store, { name: 'Loud', project: 'blog' });
      await first.close();
      const { store: again } = await open({ place: first.place });
      assert.deepEqual(
        (await read(again, 'shop')).map((one) => ({ ...one, id: undefined })),
        [
          { id: undefined, projectId: 'shop', name: 'Loud', query: 'count:>100', sort: 'events', direction: 'asc' },
          { id: undefined, name: 'Zoo', query: 'is:unresolved', sort: 'lastSeen', direction: 'desc' },
        ],
      );
      assert.equal((await read(again)).length, 3);
    });

    it('are changed and removed, each with its row of the audit', async () => {
      const { store } = await open({ fresh: true });
      const { id } = await add(store);
      const changed = await store.changeView({ kind: 'change', id, change: { query: 'is:ignored' } }, ADA);
      assert.deepEqual(changed, { kind: 'done', view: { ...view({ query: 'is:ignored' }), id } });
      assert.equal((await store.changeView({ kind: 'remove', id }, ADA)).kind, 'done');
      assert.deepEqual(await read(store), []);
      const audit = await store.query(toQuery('listAudit', { limit: 10 }));
      const { entries } = JSON.parse(Buffer.from(audit ?? []).toString()) as AuditList;
      assert.deepEqual(
        entries.map(({ action, project, detail }) => [action, project, detail]),
        [
          ['view_removed', 'shop', { name: 'Mine', query: 'is:ignored' }],
          ['view_changed', 'shop', { name: 'Mine', query: 'is:ignored' }],
          ['view_added', 'shop', { name: 'Mine', query: 'is:unresolved' }],
        ],
      );
    });

    it('have a name that no other view of the project has', async () => {
      const { store } = await open();
      const one = await add(store, { name: 'One' });
      await add(store, { name: 'Two' });
      const taken = { kind: 'refused', code: 'view_name_taken' };
      assert.deepEqual(await store.changeView({ kind: 'add', view: view({ name: 'One' }) }), taken);
      assert.deepEqual(await store.changeView({ kind: 'change', id: one.id, change: { name: 'Two' } }), taken);
      assert.equal((await store.changeView({ kind: 'change', id: one.id, change: { name: 'One' } })).kind, 'done');
    });

    it('are not found by an id that is none', async () => {
      const { store } = await open();
      const missing = { kind: 'refused', code: 'view_not_found' };
      for (const id of ['', '1', 'x', '9'.repeat(30), '-1', '1.5']) {
        assert.deepEqual(await store.changeView({ kind: 'remove', id }), missing);
        assert.deepEqual(await store.changeView({ kind: 'change', id, change: { name: 'x' } }), missing);
      }
    });

    it('go with their project, and not with a clearing', async () => {
      const { store } = await open();
      await add(store);
      await add(store, { project: null });
      await store.clear('shop');
      await store.clear(null);
      assert.equal((await read(store)).length, 2);
      await store.deleteProject('shop');
      assert.equal((await read(store)).length, 1);
    });

    it('are SAVED_VIEWS_MAX at most', async () => {
      const { store } = await open();
      await Promise.all(times(SAVED_VIEWS_MAX, (index) => add(store, { name: `view ${index}` })));
      const refused = { kind: 'refused', code: 'view_limit' };
      assert.deepEqual(await store.changeView({ kind: 'add', view: view({ name: 'one more' }) }), refused);
      const [first] = await read(store);
      await store.changeView({ kind: 'remove', id: first?.id ?? '' });
      await add(store, { name: 'one more' });
    });
  });
}
