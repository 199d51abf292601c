import { strict as assert } from 'node:assert';
import type { Facets } from '../../../schemas/facets.js';
import { FACET_VALUES_MAX } from '../../../src/limits.js';
import type { EventDigest } from '../../../src/messages.js';
import { FACET_PENDING_STEP_ROWS, FACETS_FOLD_MS } from '../../../src/store/postgres/limits.js';
import { contentText, DAY_MS, type EventOverrides, eventDigest } from '../../support/store-digests.js';
import { type Harness, times } from '../../support/store-harness.js';
import type { Open } from './open.js';

interface Said {
  readonly browser?: string;
  readonly release?: string;
  readonly user?: string | number;
  readonly tags?: Record<string, string>;
  readonly url?: string;
}

/** An event that says these things of itself. */
function said({ browser, release = 'shop@1.0.0', user, tags, url }: Said, over: EventOverrides = {}): EventDigest {
  return eventDigest({
    context: contentText({ environment: { name: 'production', browser }, release, tags }),
    details: JSON.stringify({ request: { url }, ...(user === undefined ? {} : { user: { id: user } }) }),
    ...over,
  });
}

/** `value: count` of each value of a facet, the most frequent first. */
function valuesOf({ facets }: Facets, name: string): string[] {
  return facets.find(({ facet }) => facet === name)?.values.map(({ value, count }) => `${value}: ${count}`) ?? [];
}

async function facetsOfOnly(harness: Harness): Promise<Facets> {
  const found = await harness.errorFacets((await harness.onlyGroup()).id);
  assert.ok(found);
  return found;
}

export function describeFacets(open: Open): void {
  describe('facets', () => {
    it('count the events of a group by what they say, with shares', async () => {
      const harness = await open();
      await harness.putAll([
        ...times(3, () => said({ browser: 'Safari 17.4', tags: { tenant: 'north' } })),
        said({ browser: 'Firefox 141.0', url: 'https://shop.example/orders/123?x=1' }),
      ]);
      const facets = await facetsOfOnly(harness);
      assert.equal(facets.count, 4);
      assert.deepEqual(valuesOf(facets, 'browser'), ['Safari: 3', 'Firefox: 1']);
      assert.deepEqual(valuesOf(facets, 'browserVersion'), ['Safari 17.4: 3', 'Firefox 141.0: 1']);
      assert.deepEqual(valuesOf(facets, 'environment'), ['production: 4']);
      assert.deepEqual(valuesOf(facets, 'tag:tenant'), ['north: 3']);
      assert.deepEqual(valuesOf(facets, 'url'), ['/orders/*: 1']);
      assert.equal(facets.facets.find(({ facet }) => facet === 'browser')?.values[0]?.share, 0.75);
    });

    it('count each user once, whichever of the events names them', async () => {
      const harness = await open();
      await harness.putAll([1, 2, 2, 'x', 'x', 1].map((user) => said({ user })));
      await harness.putAll([said({ user: 2 }), said({})]);
      const { users, usersApproximate } = await facetsOfOnly(harness);
      assert.deepEqual([users, usersApproximate], [3, false]);
      assert.equal((await harness.onlyGroup()).users, 3);
      assert.equal((await harness.facets()).users, 3);
    });

    it('tell the first and the last release by when they were seen', async () => {
      const harness = await open();
      const nowMs = Date.now();
      const seen = (release: string, agoMs: number) => said({ release }, { timestampMs: nowMs - agoMs });
      await harness.putAll([seen('2.0.0', 5000), seen('1.0.0', 9000), seen('3.0.0', 1000), seen('2.0.0', 0)]);
      const { firstRelease, lastRelease } = await facetsOfOnly(harness);
      assert.deepEqual([firstRelease, lastRelease], ['1.0.0', '2.0.0']);
      const group = (await harness.error((await harness.onlyGroup()).id))?.error;
      assert.deepEqual([group?.firstRelease, group?.lastRelease], ['1.0.0', '2.0.0']);
    });

    it('tell what distinguishes a group from the rest of its project', async () => {
      const harness = await open();
      await harness.putAll([
        ...times(20, () => said({ browser: 'Safari 17.4' }, { message: 'one' })),
        ...times(2, () => said({ browser: 'Safari 17.4' }, { message: 'two' })),
        ...times(18, () => said({ browser: 'Chrome 120' }, { message: 'two' })),
        ...times(50, () => said({ browser: 'Chrome 120' }, { message: 'far', projectName: 'blog' })),
      ]);
      const id = (await harness.errors()).errors.find(({ message }) => message === 'one')?.id ?? '';
      const facets = await harness.errorFacets(id);
      assert.deepEqual(facets?.distinctions, [{ facet: 'browser', value: 'Safari', share: 1, elsewhere: 0.1 }]);
      assert.deepEqual(valuesOf(await harness.facets('shop'), 'browser'), ['Safari: 22', 'Chrome: 18']);
      assert.deepEqual(valuesOf(await harness.facets(), 'browser'), ['Chrome: 68', 'Safari: 22']);
    });

    it('keep so many values of a facet by name, and count the others as one', async () => {
      const harness = await open();
      const tagged = (value: number) => said({ tags: { order: `${value}` } });
      await harness.putAll(times(FACET_VALUES_MAX, (index) => tagged(index)));
      const sumOf = async (): Promise<number[]> => {
        const order = (await facetsOfOnly(harness)).facets.find(({ facet }) => facet === 'tag:order');
        assert.ok(order);
        return [order.count, order.values.reduce((sum, { count }) => sum + count, 0) + order.otherCount];
      };
      assert.deepEqual(await sumOf(), [FACET_VALUES_MAX, FACET_VALUES_MAX]);
      await harness.putAll([tagged(FACET_VALUES_MAX), tagged(FACET_VALUES_MAX + 1), tagged(0)]);
      assert.deepEqual(await sumOf(), [FACET_VALUES_MAX + 3, FACET_VALUES_MAX + 3]);
      assert.equal((await harness.errors({ facet: `tag:order=${FACET_VALUES_MAX}` })).total, 0);
      assert.equal((await harness.errors({ facet: 'tag:order=0' })).total, 1);
    });

    it('go with the events that they count', async () => {
      const harness = await open();
      await harness.putAll([
        said({ browser: 'Safari 17', user: 1 }, { message: 'one' }),
        said({ browser: 'Safari 17', user: 2 }, { message: 'two', projectName: 'blog' }),
      ]);
      await harness.store.clear('shop');
      assert.deepEqual(valuesOf(await harness.facets(), 'browser'), ['Safari: 1']);
      assert.equal((await harness.facets()).users, 1);
      assert.deepEqual((await harness.facets('shop')).facets, []);
      await harness.store.prune({ nowMs: Date.now() + 31 * DAY_MS, retentionDays: 30, maxDbSizeMb: 0 });
      const { facets, users, count } = await harness.facets();
      assert.deepEqual([facets, users, count], [[], 0, 0]);
    });

    it('filter the list of groups', async () => {
      const { putAll, errors } = await open();
      await putAll([
        said({ browser: 'Safari 17', tags: { tenant: 'north' } }, { message: 'one' }),
        said({ browser: 'Chrome 120' }, { message: 'two' }),
      ]);
      const found = async (facet: string) => (await errors({ facet })).errors.map(({ message }) => message);
      assert.deepEqual(await found('browser=Safari'), ['one']);
      assert.deepEqual(await found('tag:tenant=north'), ['one']);
      assert.deepEqual(await found('tag:tenant=south'), []);
      assert.equal((await errors({ facet: 'environment=production' })).total, 2);
    });

    it('answer null for a group that is not there, or of another project', async () => {
      const { put, errorFacets, onlyGroup } = await open();
      await put(said({}));
      assert.equal(await errorFacets('zz'), null);
      assert.equal(await errorFacets((await onlyGroup()).id, 'blog'), null);
    });

    it('reach lists by themselves, soon after the events', async () => {
      const harness = await open();
      await harness.putAll([said({ user: 1 }), said({ user: 2 })]);
      await harness.put(said({ user: 3 }));
      const untilMs = performance.now() + 20 * FACETS_FOLD_MS;
      while ((await harness.onlyGroup()).users !== 3) assert.ok(performance.now() < untilMs, 'they did not come');
    });

    it('count more than one step takes', async () => {
      const harness = await open();
      const digest = said({});
      const events = times(FACET_PENDING_STEP_ROWS + 1, (index) => ({
        ...digest,
        eventId: `e-${index}`,
        facets: { text: '', user: index },
      }));
      await harness.putAll(events);
      assert.equal((await facetsOfOnly(harness)).users, FACET_PENDING_STEP_ROWS + 1);
    });

    it('are the same after the store was opened again', async () => {
      const harness = await open();
      await harness.putAll(times(5, (index) => said({ browser: 'Safari 17', user: index % 3 })));
      const before = await facetsOfOnly(harness);
      await harness.store.close();
      const again = await open({ place: harness.place });
      assert.deepEqual(await facetsOfOnly(again), before);
    });
  });
}
