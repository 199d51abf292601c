import { strict as assert } from 'node:assert';
import type { ErrorGroup } from '../../../schemas/error-group.js';
import type { Status } from '../../../schemas/words.js';
import { eventDigest, HOUR_MS } from '../../support/store-digests.js';
import type { Open } from './open.js';

const NOW_MS = Date.now();
const NOW = new Date(NOW_MS).toISOString();

export function describeRegressions(open: Open): void {
  describe('a group that was reopened', () => {
    /** An event, a resolution, and an event that was made before it but comes after it. */
    const openReopened = async () => {
      const harness = await open({ feedClients: 1 });
      await harness.put(eventDigest());
      const { id } = await harness.onlyGroup();
      const setStatus = (status: Status): Promise<ErrorGroup | null> => harness.store.setStatus(id, status);
      await setStatus('resolved');
      await harness.put(eventDigest({ timestampMs: NOW_MS - HOUR_MS, receivedAtMs: NOW_MS }));
      return { ...harness, id, setStatus };
    };

    it('tells when the event that did it was received: in the list, the detail and the feed', async () => {
      const { id, onlyGroup, error, feed } = await openReopened();
      assert.equal((await onlyGroup()).reopenedAt, NOW);
      assert.equal((await error(id))?.error.reopenedAt, NOW);
      const joined = feed().at(-1);
      assert.equal(joined?.type === 'new_event' && joined.payload.errorGroup.reopenedAt, NOW);
    });

    it('keeps the time while further events join it', async () => {
      const { put, onlyGroup } = await openReopened();
      await put(eventDigest({ receivedAtMs: NOW_MS + HOUR_MS }));
      assert.equal((await onlyGroup()).reopenedAt, NOW);
    });

    for (const status of ['unresolved', 'acknowledged', 'ignored'] satisfies Status[]) {
      it(`still tells it when a person makes it ${status}`, async () => {
        const { setStatus, onlyGroup } = await openReopened();
        assert.equal((await setStatus(status))?.reopenedAt, NOW);
        assert.equal((await onlyGroup()).reopenedAt, NOW);
      });
    }

    it('forgets it when a person resolves it, and does not remember it when a person reopens it', async () => {
      const { setStatus, onlyGroup, feed } = await openReopened();
      await setStatus('resolved');
      assert.equal('reopenedAt' in (await onlyGroup()), false);
      const changed = feed().at(-1);
      assert.equal(changed?.type === 'status_change' && 'reopenedAt' in changed.payload, false);
      await setStatus('unresolved');
      assert.equal('reopenedAt' in (await onlyGroup()), false);
    });

    it('tells the latest time when it happens again', async () => {
      const { setStatus, put, onlyGroup } = await openReopened();
      await setStatus('resolved');
      await put(eventDigest({ receivedAtMs: NOW_MS + HOUR_MS }));
      assert.equal((await onlyGroup()).reopenedAt, new Date(NOW_MS + HOUR_MS).toISOString());
    });

    it('has no such time when an event joins it in another status than resolved', async () => {
      const { put, store, onlyGroup } = await open();
      await put(eventDigest());
      await store.setStatus((await onlyGroup()).id, 'ignored');
      await put(eventDigest());
      assert.equal('reopenedAt' in (await onlyGroup()), false);
    });
  });
}
