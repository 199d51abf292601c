import { strict as assert } from 'node:assert';
import { EVENT_IDS_GATHERED_MAX } from '../../../src/store/sqlite/limits.js';
import { contentText, eventDigest } from '../../support/store-digests.js';
import { times, toTold } from '../../support/store-harness.js';
import type { Open } from './open.js';

export function describeEventDetails(open: Open): void {
  describe('an event read by its id', () => {
    it('is what its group shows of it, beside the group', async () => {
      const { putAll, onlyGroup, error, event } = await open();
      const digests = [eventDigest({ correlationId: 'c-1' }), eventDigest()];
      await putAll(digests);
      const group = await onlyGroup();
      const { events = [] } = (await error(group.id)) ?? {};
      for (const { eventId } of digests) {
        const shown = events.find((one) => one.eventId === eventId);
        assert.ok(shown);
        assert.deepEqual(await event(eventId), { event: shown, error: toTold(group) });
      }
    });

    it('has the details of both its texts, whatever their names', async () => {
      const { put, event } = await open();
      const repeating = {
        platform: 'python',
        sdk: { name: 'own' },
        causes: [{ type: 'OSError', message: 'no route' }],
      };
      const own = { code: '113', handled: false, contexts: { trace: { id: 'a' } }, attachments: [{ name: 'a.txt' }] };
      const digest = eventDigest({ context: contentText(repeating), details: JSON.stringify(own) });
      await put(digest);
      const { platform, sdk, causes, code, handled, contexts, attachments } =
        (await event(digest.eventId))?.event ?? {};
      assert.deepEqual({ platform, sdk, causes }, repeating);
      assert.deepEqual({ code, handled, contexts, attachments }, own);
    });

    it('is that of the project that is asked for, and one of any without', async () => {
      const { putAll, event } = await open();
      const digests = ['shop', 'blog', null].map((projectName) =>
        eventDigest({ projectName, eventId: 'same', message: `of ${projectName ?? 'none'}` }),
      );
      await putAll(digests);
      for (const name of ['shop', 'blog']) {
        const found = await event('same', name);
        assert.deepEqual([found?.event.message, found?.error.projectId], [`of ${name}`, name]);
      }
      assert.match((await event('same'))?.event.message ?? '', /^of (shop|blog|none)$/);
      assert.equal(await event('same', 'nobody'), null);
    });

    it('is none where the id is unknown, of another project, or deleted', async () => {
      const { store, put, event } = await open();
      const { eventId } = eventDigest();
      await put(eventDigest({ eventId }));
      for (const unknown of ['', 'nobody', `${eventId} `, eventId.toUpperCase(), "' OR 1=1 --", '%']) {
        assert.equal(await event(unknown), null, unknown);
      }
      assert.equal(await event(eventId, 'blog'), null);
      assert.notEqual(await event(eventId), null);
      await store.clear(null);
      assert.equal(await event(eventId), null);
    });

    it('is found before and after its id was indexed', async () => {
      const { store, put, event } = await open();
      const first = eventDigest();
      await put(first);
      const more = times(EVENT_IDS_GATHERED_MAX + 10, () => eventDigest({ stack: null, context: null, details: null }));
      for (let start = 0; start < more.length; start += 5000) await store.append(more.slice(start, start + 5000));
      // Each commit indexes a part of what has gathered.
      for (let index = 0; index < 20; index += 1) await put(eventDigest());
      for (const { eventId } of [first, ...more.slice(0, 3), ...more.slice(-3)]) {
        assert.equal((await event(eventId, 'shop'))?.event.eventId, eventId);
        assert.equal((await event(eventId))?.event.eventId, eventId);
      }
    });
  });
}
