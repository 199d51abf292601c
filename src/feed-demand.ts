// How much of the feed is wanted: said by the gateway's thread, asked by the writer's before it makes a message.

const CLIENTS = 0;
const ROOM = 1;
/** Until somebody says how much there is. */
const ROOM_AT_FIRST = 2 ** 31 - 1;

export class FeedDemand {
  /** To be handed to another thread, which makes its own demand of it. */
  readonly shared: Int32Array<SharedArrayBuffer>;

  constructor(shared: Int32Array<SharedArrayBuffer> = openShared()) {
    this.shared = shared;
  }

  setClientCount(count: number): void {
    Atomics.store(this.shared, CLIENTS, count);
  }

  setRoom(charCount: number): void {
    Atomics.store(this.shared, ROOM, charCount);
  }

  /** Somebody follows the feed. */
  get isListening(): boolean {
    return Atomics.load(this.shared, CLIENTS) > 0;
  }

  /** Characters that are of use; fewer than none when the last message was longer than the room was. */
  get room(): number {
    return Atomics.load(this.shared, ROOM);
  }

  get hasRoom(): boolean {
    return this.room > 0;
  }

  /** A message was made; the last one may be longer than the room was. */
  take(charCount: number): void {
    Atomics.sub(this.shared, ROOM, charCount);
  }
}

function openShared(): Int32Array<SharedArrayBuffer> {
  const shared = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  shared[ROOM] = ROOM_AT_FIRST;
  return shared;
}
