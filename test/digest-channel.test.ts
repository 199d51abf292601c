import { strict as assert } from 'node:assert';
import { serialize } from 'node:v8';
import { openDigestReceiver, openDigestSender } from '../src/digest-channel.js';
import { SENT_PART_CHARS_MAX, SENT_PARTS_CHARS_MAX, SENT_PARTS_MAX } from '../src/limits.js';
import type { Digest, DigestBatch, DigestMessage, ErrorSite, ItemRefusal } from '../src/messages.js';
import { contentText, eventDigest, logDigest, requestDigest } from './support/store-digests.js';

const REFUSAL: ItemRefusal = { kind: 'rejected', reason: 'invalid_json', projectName: 'shop' };

function batchOf(items: readonly (Digest | ItemRefusal)[], ticket = 1): DigestBatch {
  return { ticket, items, bodyRefused: false };
}

/** As a port hands it over: nothing is shared with the sender. */
const cross = (message: DigestMessage): DigestMessage => structuredClone(message);

/** Some characters long in all. */
function siteOf(number: number, chars = 0): ErrorSite {
  const { site } = eventDigest({ message: `failure ${number}`, stack: null });
  return { ...site, grouping: 'x'.repeat(chars) };
}

/** Of the texts of the parts. */
function charsOf(parts: readonly object[]): number {
  const texts = parts.flatMap((part) => Object.values(part).filter((value) => typeof value === 'string'));
  return texts.join('').length;
}

const eventAt = (site: ErrorSite): Digest => ({ ...eventDigest(), site, context: null });

describe('the channel of a digest thread', () => {
  const { site } = eventDigest();
  const event = { ...eventDigest(), site };
  const all = batchOf([event, requestDigest(), REFUSAL, logDigest(), eventDigest({ context: null, stack: null })]);

  it('hands over what was posted, whether it is new or was posted before', () => {
    const [sender, receiver] = [openDigestSender(), openDigestReceiver()];
    for (let time = 0; time < 3; time++) {
      assert.deepEqual(receiver.read(cross(sender.toMessage([all, batchOf([], 2)]))), [all, batchOf([], 2)]);
    }
  });

  it('posts a site, a context and headers once, and their numbers from then on', () => {
    const sender = openDigestSender();
    const posted = (items: readonly Digest[]): string =>
      serialize(sender.toMessage([batchOf(items)])).toString('latin1');
    const request = requestDigest();
    const first = posted([event, request]);
    const second = posted([event, request]);
    for (const text of [site.stack?.text, event.context?.text, request.headers?.text]) {
      assert.ok(typeof text === 'string' && first.includes(text));
      assert.ok(!second.includes(text));
    }
  });

  it('posts what version 2 groups by with an event, once more when it comes again, and by number from then on', () => {
    const [sender, receiver] = [openDigestSender(), openDigestReceiver()];
    const second = { fingerprint: 'f'.repeat(64), fingerprintVersion: 2, grouping: '{"message":"second"}' };
    const all = [{ ...event, second }, event, { ...event, second: { ...second } }];
    const isPosted = [1, 2, 3].map(() => {
      const message = cross(sender.toMessage([batchOf(all.slice(0, 1))]));
      const text = JSON.stringify(message);
      assert.deepEqual(receiver.read(message), [batchOf(all.slice(0, 1))]);
      return text.includes(JSON.stringify(second.grouping));
    });
    assert.deepEqual(isPosted, [true, true, false]);
    assert.deepEqual(receiver.read(cross(sender.toMessage([batchOf(all)]))), [batchOf(all)]);
  });

  it('gives all events of a site one object in the store', () => {
    const [sender, receiver] = [openDigestSender(), openDigestReceiver()];
    const sites = [1, 2].flatMap(() =>
      receiver
        .read(cross(sender.toMessage([batchOf([event])])))
        .flatMap(({ items }) => items.map((item) => (item.kind === 'event' ? item.site : null))),
    );
    assert.equal(sites[0], sites[1]);
  });

  it('posts a stack that sites share once', () => {
    const sender = openDigestSender();
    const stack = contentText({ stack: 'shared' });
    sender.toMessage([batchOf([eventDigest({ message: 'order 1 failed', stack })])]);
    const { parts } = sender.toMessage([batchOf([eventDigest({ message: 'order 2 failed', stack })])]);
    assert.ok(!JSON.stringify(parts).includes('shared'));
  });

  it(`posts ${SENT_PART_CHARS_MAX} characters (SENT_PART_CHARS_MAX) once, and more with each record`, () => {
    const others = charsOf([siteOf(0)]);
    const countParts = (chars: number): number =>
      openDigestSender().toMessage([batchOf([eventAt(siteOf(0, chars - others))])]).parts.length;
    assert.equal(countParts(SENT_PART_CHARS_MAX), 1);
    assert.equal(countParts(SENT_PART_CHARS_MAX + 1), 0);
  });

  it(`keeps ${SENT_PARTS_MAX} parts (SENT_PARTS_MAX), and starts over with the next message`, () => {
    const [sender, receiver] = [openDigestSender(), openDigestReceiver()];
    const batch = batchOf(Array.from({ length: SENT_PARTS_MAX + 1 }, (_, number) => eventAt(siteOf(number))));
    const first = sender.toMessage([batch]);
    assert.equal(first.parts.length, SENT_PARTS_MAX);
    assert.deepEqual(receiver.read(cross(first)), [batch]);
    const second = sender.toMessage([all]);
    assert.ok(second.startsOver);
    assert.deepEqual(receiver.read(cross(second)), [all]);
    assert.ok(!sender.toMessage([all]).startsOver);
  });

  it(`keeps ${SENT_PARTS_CHARS_MAX} characters (SENT_PARTS_CHARS_MAX) and one part more`, () => {
    const sender = openDigestSender();
    const chars = SENT_PART_CHARS_MAX / 2;
    const more = Math.ceil(SENT_PARTS_CHARS_MAX / chars) + 2;
    const events = Array.from({ length: more }, (_, number) => eventAt(siteOf(number, chars)));
    const { parts } = sender.toMessage([batchOf(events)]);
    const sum = charsOf(parts);
    assert.ok(sum >= SENT_PARTS_CHARS_MAX && sum < SENT_PARTS_CHARS_MAX + SENT_PART_CHARS_MAX);
  });

  it('starts over after a message that could not be posted', () => {
    const [sender, receiver] = [openDigestSender(), openDigestReceiver()];
    receiver.read(cross(sender.toMessage([batchOf([requestDigest()])])));
    sender.toMessage([all]);
    sender.startOver();
    assert.deepEqual(receiver.read(cross(sender.toMessage([all]))), [all]);
  });

  it('knows nothing of what was posted to another port', () => {
    const sender = openDigestSender();
    sender.toMessage([all]);
    const second = cross(sender.toMessage([all]));
    assert.throws(() => openDigestReceiver().read(second), /has not posted/);
  });
});
