import { strict as assert } from 'node:assert';
import { OUTBOX_CHARS_PER_SECOND } from '../../../../src/store/postgres/limits.js';
import { openOutboxRoom } from '../../../../src/store/postgres/writer/outbox-room.js';

describe('the room for messages to other daemons', () => {
  it('is that of a second, and one message past it', () => {
    const room = openOutboxRoom(() => 0);
    room.take(OUTBOX_CHARS_PER_SECOND - 1);
    assert.equal(room.hasRoom, true);
    room.take(1);
    assert.equal(room.hasRoom, false);
  });

  it('comes back with the time, and never grows past a second', () => {
    let nowMs = 0;
    const room = openOutboxRoom(() => nowMs);
    room.take(2 * OUTBOX_CHARS_PER_SECOND);
    nowMs = 1000;
    assert.equal(room.hasRoom, false);
    nowMs = 1001;
    assert.equal(room.hasRoom, true);
    nowMs = 3_600_000;
    assert.equal(room.hasRoom, true);
    room.take(OUTBOX_CHARS_PER_SECOND);
    assert.equal(room.hasRoom, false);
  });
});
