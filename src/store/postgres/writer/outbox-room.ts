import type { Clock } from '../../../clock.js';
import { OUTBOX_CHARS_PER_SECOND } from '../limits.js';

/** How many characters of messages this daemon may write for others now. */
export interface OutboxRoom {
  readonly hasRoom: boolean;
  /** The last message may be longer than the room was; messages that are told in any case may come on top. */
  take(charCount: number): void;
}

/** It fills evenly, up to what may be written in a second. */
export function openOutboxRoom(monotonic: Clock): OutboxRoom {
  let room = OUTBOX_CHARS_PER_SECOND;
  let filledAtMs = monotonic();
  return {
    get hasRoom() {
      const nowMs = monotonic();
      room = Math.min(OUTBOX_CHARS_PER_SECOND, room + ((nowMs - filledAtMs) / 1000) * OUTBOX_CHARS_PER_SECOND);
      filledAtMs = nowMs;
      return room > 0;
    },
    take(charCount) {
      room -= charCount;
    },
  };
}
