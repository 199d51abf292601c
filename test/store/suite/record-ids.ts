import { strict as assert } from 'node:assert';
import type { Digest } from '../../../src/messages.js';
import type { PrunePolicy } from '../../../src/store/store.js';
import { DAY_MS, eventDigest, logDigest, requestDigest } from '../../support/store-digests.js';
import { type Harness, times } from '../../support/store-harness.js';
import type { Open } from './open.js';

type Make = (over: { recordId: string | null; projectName?: string | null }) => Digest;

/** Each kind with a client's id of its own, and how many of it a store holds. */
const KINDS: Readonly<Record<'request' | 'log', { make: Make; total(harness: Harness): Promise<number> }>> = {
  request: { make: requestDigest, total: async ({ requests }) => (await requests()).total },
  log: { make: logDigest, total: async ({ logs }) => (await logs()).total },
};

const EVERYTHING_OLD = (): PrunePolicy => ({ nowMs: Date.now() + 31 * DAY_MS, retentionDays: 30, maxDbSizeMb: 0 });

export function describeRecordIds(open: Open): void {
  for (const [kind, { make, total }] of Object.entries(KINDS)) {
    describe(`a ${kind} that is sent again`, () => {
      it('is answered with the id of the first, and is neither stored, counted nor broadcast again', async () => {
        const harness = await open({ feedClients: 1 });
        const first = await harness.put(make({ recordId: 'r1' }));
        const again = await harness.put(make({ recordId: 'r1' }));
        assert.equal(first.kind, 'stored');
        assert.deepEqual(again, { ...first, kind: 'duplicate' });
        assert.equal(await total(harness), 1);
        assert.equal((await harness.stats()).totalRequests, kind === 'request' ? 1 : 0);
        assert.equal(harness.feed().length, 1);
      });

      it('is known within one call, among new ones, and each answer is in its place', async () => {
        const harness = await open();
        const [earlier = ''] = await harness.putAll([make({ recordId: 'b' })]);
        const outcomes = await harness.store.append(['a', 'b', 'a', 'c'].map((recordId) => make({ recordId })));
        assert.deepEqual(
          outcomes.map((outcome) => outcome.kind),
          ['stored', 'duplicate', 'duplicate', 'stored'],
        );
        const [a, b, again] = outcomes.map((outcome) => ('id' in outcome ? outcome.id : ''));
        assert.deepEqual([b, again], [earlier, a]);
        assert.equal(await total(harness), 3);
      });

      it('is known after a reopen, and by the same id', async () => {
        const first = await open();
        const ids = await first.putAll(times(20, (index) => make({ recordId: `r${index}` })));
        await first.close();
        const second = await open({ place: first.place });
        assert.deepEqual(await second.putAll(times(20, (index) => make({ recordId: `r${index}` }))), ids);
        assert.equal(await total(second), 20);
      });

      it('is another one in another project, and without a project', async () => {
        const harness = await open();
        const names = ['shop', 'blog', null];
        const ids = await harness.putAll(names.map((projectName) => make({ recordId: 'r1', projectName })));
        assert.equal(new Set(ids).size, 3);
        const again = await harness.putAll(names.map((projectName) => make({ recordId: 'r1', projectName })));
        assert.deepEqual(again, ids);
        assert.equal(await total(harness), 3);
      });

      it('is stored each time when it has no id of its client', async () => {
        const harness = await open();
        const ids = await harness.putAll(times(3, () => make({ recordId: null })));
        assert.equal(new Set(ids).size, 3);
        assert.equal(await total(harness), 3);
      });

      it('is stored when the first was not, because its call failed', async () => {
        const harness = await open();
        const broken = { ...logDigest(), timestampMs: Number.NaN };
        await assert.rejects(harness.store.append([make({ recordId: 'r1' }), broken]));
        assert.equal((await harness.put(make({ recordId: 'r1' }))).kind, 'stored');
        assert.equal((await harness.put(make({ recordId: 'r1' }))).kind, 'duplicate');
        assert.equal(await total(harness), 1);
      });

      it('is stored anew once the first was cleared or is too old', async () => {
        const harness = await open();
        const { store, put } = harness;
        const clears = [
          () => store.clear(null),
          () => store.clear('shop'),
          () => store.prune(EVERYTHING_OLD()),
          ...(kind === 'log' ? [() => store.clearLogs(null), () => store.clearLogs('shop')] : []),
        ];
        for (const clear of clears) {
          assert.equal((await put(make({ recordId: 'r1' }))).kind, 'stored');
          await clear();
          assert.equal(await total(harness), 0);
        }
        assert.equal((await put(make({ recordId: 'r1' }))).kind, 'stored');
        assert.equal((await put(make({ recordId: 'r1' }))).kind, 'duplicate');
      });
    });
  }

  it('request records, log entries and events may share an id', async () => {
    const { store } = await open();
    const digests = [requestDigest({ recordId: 'x' }), logDigest({ recordId: 'x' }), eventDigest({ eventId: 'x' })];
    const kinds = async () => (await store.append(digests)).map((outcome) => outcome.kind);
    assert.deepEqual(await kinds(), ['stored', 'stored', 'stored']);
    assert.deepEqual(await kinds(), ['duplicate', 'duplicate', 'duplicate']);
  });
}
