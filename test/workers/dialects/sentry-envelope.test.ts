import assert from 'node:assert/strict';
import fc from 'fast-check';
import { BATCH_ITEMS_MAX } from '../../../schemas/limits.js';
import {
  CLIENT_DROPPED_MAX,
  JSON_NODES_MAX,
  SENTRY_ATTACHMENTS_MAX,
  SENTRY_HEADER_BYTES_MAX,
  SENTRY_TORN_LINES_MAX,
} from '../../../src/limits.js';
import { ENVELOPE, EVENT_ID, envelopeOf, itemOf, readBody, readContents, readOnly } from '../../support/sentry.js';

const EVENT = { event_id: EVENT_ID, message: 'lost' };
const event = itemOf({ type: 'event' }, EVENT);
const log = itemOf({ type: 'log', item_count: 1 }, { items: [{ timestamp: 1_700_000_000, level: 'info', body: 'b' }] });
const text = (...lines: readonly unknown[]): Buffer =>
  Buffer.from(lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));

/** What became of each item: its kind, or the reason why it is refused. */
const fatesOf = (bytes: Uint8Array): readonly string[] =>
  readContents(bytes).items.map((item) => ('reason' in item ? item.reason : item.kind));

describe('an envelope', () => {
  it('holds items with and without lengths, with and without a newline at the end', () => {
    for (const bytes of [
      text({}, { type: 'event' }, EVENT),
      text({}, { type: 'event' }, EVENT, ''),
      text({}, { type: 'event', length: JSON.stringify(EVENT).length }, EVENT),
      text({}, { type: 'event', length: JSON.stringify(EVENT).length }, EVENT, ''),
      text({}, { type: 'event', length: null }, EVENT, '', '', ''),
      text({}, '', '', { type: 'event' }, EVENT),
    ]) {
      assert.equal(readOnly(bytes).message, 'lost');
    }
  });

  it('may hold nothing', () => {
    assert.deepEqual(readContents(text({})), { items: [], notes: {} });
    assert.deepEqual(readContents(text({ event_id: EVENT_ID }, '')), { items: [], notes: { callId: EVENT_ID } });
  });

  it('separates by newlines alone: a carriage return belongs to the payload', () => {
    const payload = Buffer.from('{"message":"one"}\r');
    assert.equal(readOnly(envelopeOf({}, itemOf({ type: 'event' }, payload))).message, 'one');
  });

  it('may hold newlines in a payload of a given length', () => {
    const payload = Buffer.from('{\n"message":\n"one"\n}');
    assert.deepEqual(fatesOf(envelopeOf({}, itemOf({ type: 'event' }, payload), log)), ['event', 'log']);
  });

  it('gives its id to its event, in whichever form it is written', () => {
    const dashed = '9EC79C33-EC99-42AB-8353-589FCB2E04DC';
    const bytes = envelopeOf(
      { event_id: dashed },
      itemOf({ type: 'event' }, { event_id: 'f'.repeat(32), message: 'm' }),
    );
    assert.equal(readOnly(bytes).eventId, EVENT_ID);
    assert.equal(readContents(bytes).notes?.callId, EVENT_ID);
  });

  it('gives its id to one event only: a second keeps its own', () => {
    const other = itemOf({ type: 'event' }, { event_id: 'a'.repeat(32), message: 'other' });
    const { items } = readContents(envelopeOf({ event_id: EVENT_ID }, event, other));
    assert.deepEqual(
      items.map((item) => 'payload' in item && (item.payload as { eventId: string }).eventId),
      [EVENT_ID, 'a'.repeat(32)],
    );
  });

  it('names an event without an id, or with one that is none, by what it holds', () => {
    const dated = { message: 'm', timestamp: 1_700_000_000 };
    const idOf = (payload: Record<string, unknown>): unknown =>
      readOnly(envelopeOf({}, itemOf({ type: 'event' }, payload))).eventId;
    assert.match(String(idOf(dated)), /^[0-9a-f]{32}$/);
    assert.equal(idOf(dated), idOf(dated));
    for (const id of ['x', '0'.repeat(32), `${EVENT_ID}0`, 5, null, {}, '../../etc', 'g'.repeat(32)]) {
      assert.match(String(idOf({ ...dated, event_id: id })), /^[0-9a-f]{32}$/);
      assert.notEqual(idOf({ ...dated, event_id: id }), id);
    }
  });

  it('counts what it does not keep by type, and what it does not know as unknown', () => {
    const types = [
      'session',
      'replay_recording',
      'check_in',
      'check_in',
      'profile',
      'made_up',
      '__proto__',
      'constructor',
    ];
    const { items, notes } = readContents(envelopeOf({}, event, ...types.map((type) => itemOf({ type }, 'anything'))));
    assert.equal(items.length, 1);
    assert.deepEqual(notes?.skipped, { session: 1, replay_recording: 1, check_in: 2, profile: 1, unknown: 3 });
  });

  it('adds up what the SDK says it dropped, by reasons out of a list', () => {
    const report = {
      timestamp: 1,
      discarded_events: [
        { reason: 'before_send', category: 'error', quantity: 2 },
        { reason: 'before_send', category: 'transaction', quantity: 3 },
        { reason: 'queue_overflow', category: 'error', quantity: CLIENT_DROPPED_MAX },
        { reason: 'network_error', category: 'error', quantity: CLIENT_DROPPED_MAX + 1 },
        { reason: 'made up', category: 'error', quantity: 1 },
        ...[0, -1, 1.5, 'x', null].map((quantity) => ({ reason: 'sample_rate', category: 'error', quantity })),
        null,
        'x',
      ],
    };
    const { items, notes } = readContents(envelopeOf({}, itemOf({ type: 'client_report' }, report)));
    assert.deepEqual(items, []);
    assert.deepEqual(notes?.clientDropped, {
      before_send: 5,
      queue_overflow: CLIENT_DROPPED_MAX,
      network_error: CLIENT_DROPPED_MAX,
      other: 1,
    });
  });

  it('tells of its attachments by name', () => {
    const file = (filename: string): Buffer =>
      itemOf({ type: 'attachment', filename, content_type: 'text/plain' }, Buffer.from([0, 10, 255]));
    const one = readContents(envelopeOf({}, event, file('a.txt')));
    assert.deepEqual((one.items[0] as { payload: { attachments: unknown } }).payload.attachments, [
      { name: 'a.txt', contentType: 'text/plain', size: 3 },
    ]);
    assert.deepEqual(one.notes?.skipped, { attachment: 1 });
    const many = Array.from({ length: SENTRY_ATTACHMENTS_MAX + 1 }, () => file('x'));
    const { items } = readContents(envelopeOf({}, event, ...many));
    const told = (items[0] as { payload: { attachments: { name: string }[] } }).payload.attachments;
    assert.equal(told.length, SENTRY_ATTACHMENTS_MAX);
  });
});

describe('an envelope that is broken', () => {
  it('is refused whole when its first line is no header', () => {
    for (const bytes of ['', '\n', 'x', '[]\n', '{"event_id":\n', '"dsn"\n{}', '\u0000\u0001']) {
      const refused = readBody(Buffer.from(bytes));
      assert.equal('reason' in refused && refused.reason, 'invalid_json', JSON.stringify(bytes));
    }
    assert.equal('reason' in readBody(Buffer.from([0x7b, 0xff, 0xfe, 0x7d, 10])), true);
  });

  it('loses the item that is cut off, and keeps those before', () => {
    const whole = envelopeOf({}, log, event);
    for (let missing = 2; missing < 20; missing++) {
      assert.deepEqual(fatesOf(whole.subarray(0, whole.length - missing)), ['log', 'invalid_json']);
    }
  });

  it('loses the item whose length is wrong, and finds the next one', () => {
    const { length } = JSON.stringify(EVENT);
    for (const wrong of [0, 1, length - 1, length + 1, length + 5, 1e9, -1, 1.5, 'x', {}]) {
      const bytes = envelopeOf({}, log, itemOf({ type: 'event', length: wrong }, EVENT), log);
      assert.deepEqual(fatesOf(bytes), ['log', 'invalid_json', 'log'], JSON.stringify(wrong));
    }
  });

  it('loses an item without a readable header or type, and finds the next one', () => {
    for (const header of ['nonsense', '{"type":5}', '{}', '[]', '{"type":""}', '{"type":"event"']) {
      assert.deepEqual(fatesOf(text({}, header, EVENT, { type: 'event' }, EVENT)), ['invalid_json', 'event'], header);
    }
  });

  it('loses an item that is not JSON, not UTF-8 or no object, and keeps the others', () => {
    for (const payload of ['{"message":', '[]', 'null', '5', '', Buffer.from([0x22, 0xff, 0x22])]) {
      assert.deepEqual(fatesOf(envelopeOf({}, itemOf({ type: 'event' }, payload), log)), ['invalid_json', 'log']);
    }
  });

  it('is searched for its next item only so far', () => {
    const torn = itemOf({ type: 'event', length: 1e9 }, EVENT);
    const junk = (count: number): Buffer => Buffer.from(Array.from({ length: count }, () => '{x').join('\n'));
    assert.deepEqual(fatesOf(envelopeOf({}, torn, junk(SENTRY_TORN_LINES_MAX - 2), log)), ['invalid_json', 'log']);
    assert.deepEqual(fatesOf(envelopeOf({}, torn, junk(SENTRY_TORN_LINES_MAX + 2), log)), ['invalid_json']);
  });

  it('has headers of at most so many bytes', () => {
    const padded = (byteCount: number): string => `{"pad":"${'x'.repeat(byteCount - '{"pad":""}'.length)}"}`;
    assert.deepEqual(readContents(text(padded(SENTRY_HEADER_BYTES_MAX))).items, []);
    assert.equal('reason' in readBody(text(padded(SENTRY_HEADER_BYTES_MAX + 1))), true);
  });

  it('has as many items and records as a batch, and with one more is refused', () => {
    const sessions = (count: number): Buffer[] => Array.from({ length: count }, () => itemOf({ type: 'session' }, 's'));
    assert.deepEqual(readContents(envelopeOf({}, ...sessions(BATCH_ITEMS_MAX))).notes?.skipped, {
      session: BATCH_ITEMS_MAX,
    });
    const logs = (count: number): Buffer =>
      itemOf({ type: 'log' }, { items: Array.from({ length: count }, () => ({ level: 'info', body: 'b' })) });
    assert.equal(readContents(envelopeOf({}, logs(BATCH_ITEMS_MAX - 1), log)).items.length, BATCH_ITEMS_MAX);
    for (const bytes of [
      envelopeOf({}, ...sessions(BATCH_ITEMS_MAX + 1)),
      envelopeOf({}, ...sessions(10_000)),
      envelopeOf({}, logs(BATCH_ITEMS_MAX), log),
      envelopeOf({}, logs(100_000)),
    ]) {
      const refused = readBody(bytes);
      assert.equal('reason' in refused && refused.reason, 'batch_too_long');
    }
  });

  it('is refused when its items together cost too much to read, as one that costs as much', () => {
    const part = (arrays: number): Buffer => itemOf({ type: 'event' }, `{"extra":{"a":[${'[],'.repeat(arrays)}[]]}}`);
    const each = JSON_NODES_MAX / 2 / 10;
    const costly = readBody(envelopeOf({}, ...Array.from({ length: 10 }, () => part(each))));
    assert.equal('reason' in costly && costly.reason, 'too_costly');
    assert.equal(readContents(envelopeOf({}, ...Array.from({ length: 9 }, () => part(each)))).items.length, 9);
  });

  it('never makes the reader throw, whatever bytes it is', () => {
    const whole = envelopeOf({ event_id: EVENT_ID, sent_at: '2026-03-04T05:06:07Z' }, event, log);
    fc.assert(
      fc.property(fc.nat(whole.length), fc.nat(whole.length), fc.uint8Array({ maxLength: 8 }), (from, to, put) => {
        const bytes = Buffer.concat([whole.subarray(0, from), put, whole.subarray(to)]);
        assert.equal(typeof readBody(bytes, ENVELOPE), 'object');
      }),
      { numRuns: 2000 },
    );
  });
});
