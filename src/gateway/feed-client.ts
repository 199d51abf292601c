import {
  FEED_PING_BYTES,
  FEED_TURN_BYTES,
  FEED_TURN_CLIENT_BYTES_MAX,
  FEED_TURN_CLIENT_BYTES_MIN,
  FEED_UNREAD_BYTES_MAX,
  FEED_UNREAD_CLIENT_BYTES_MAX,
  OUTGOING_STALL_MS,
} from '../limits.js';
import type { Caller } from './access.js';
import type { FeedTopic } from './feed-log.js';
import type { Outgoing } from './outgoing.js';
import type { FeedSocket } from './transport/transport.js';

export interface FeedClientFacts {
  /** Null for everything. */
  readonly projectName: string | null;
  /** Wants a word in the place of messages that were left out. */
  readonly wantsSkipped: boolean;
}

/** What is kept with a socket; the client is there from its opening on. */
export interface FeedSocketFacts extends FeedClientFacts {
  /** Who follows, as it was when the connection was made. */
  readonly caller: Caller;
  client: FeedClient | null;
}

/** What one turn may send to a client, in bytes. */
export interface Turn {
  readonly chunkBytes: number;
  /** What may be on its way to a client and not read yet. */
  readonly unreadBytesMax: number;
  readonly nowMs: number;
}

/** With many clients each gets less in a turn, so that a turn stays short, and may have less to read. */
export function toTurn(clientCount: number, nowMs: number): Turn {
  const chunkBytes = Math.max(
    FEED_TURN_CLIENT_BYTES_MIN,
    Math.min(FEED_TURN_CLIENT_BYTES_MAX, FEED_TURN_BYTES / clientCount),
  );
  const unreadBytesMax = Math.min(FEED_UNREAD_CLIENT_BYTES_MAX, FEED_UNREAD_BYTES_MAX / clientCount);
  return { chunkBytes, unreadBytesMax, nowMs };
}

/** How a client stands after its turn. */
export type Standing = 'current' | 'behind' | 'waiting' | 'stalled';

/**
 * One client of the feed. What it has read it says itself: a ping carries the count of bytes sent before it, and the pong,
 * which every WebSocket client answers by itself, brings the count back. So what the system holds for it is bounded too.
 */
export class FeedClient {
  readonly #socket: FeedSocket<FeedSocketFacts>;
  readonly #topic: FeedTopic;
  readonly #outgoing: Outgoing;
  /** Of the next message. */
  #place: number;
  /** Of the next message, as the topic counts them: more are gone or were never made. */
  #number: number;
  #hasMissed = false;
  /** Since the connection was opened. */
  #sentBytes = 0;
  #pingedBytes = 0;
  #readBytes = 0;
  #movedAtMs = 0;

  constructor(socket: FeedSocket<FeedSocketFacts>, topic: FeedTopic, outgoing: Outgoing) {
    this.#socket = socket;
    this.#topic = topic;
    this.#outgoing = outgoing;
    // Nothing that came before it.
    this.#place = topic.end;
    this.#number = topic.messageCount;
  }

  /** In its last turn it was told of less than there was. */
  get hasMissed(): boolean {
    return this.#hasMissed;
  }

  /** Sends what is due and fits. */
  take(turn: Turn): Standing {
    this.#hasMissed = false;
    if (!this.isBehind) return 'current';
    if (this.unreadBytes === 0) this.#movedAtMs = turn.nowMs;
    const hasSent = !this.#isFull(turn) && this.#sendSome(turn);
    if (this.#place === this.#topic.end) return 'current';
    if (hasSent) return this.#isFull(turn) ? 'waiting' : 'behind';
    return turn.nowMs - this.#movedAtMs >= OUTGOING_STALL_MS ? 'stalled' : 'waiting';
  }

  get caller(): Caller {
    return this.#socket.getUserData().caller;
  }

  /** Whether there is something that it has not been sent. */
  get isBehind(): boolean {
    return this.#place < this.#topic.end;
  }

  /** Takes the count of a pong; one that was never asked for says nothing. */
  onPong(count: number, nowMs: number): void {
    if (!Number.isSafeInteger(count) || count <= this.#readBytes || count > this.#pingedBytes) return;
    this.#outgoing.add(this.#readBytes - count);
    this.#readBytes = count;
    this.#movedAtMs = nowMs;
  }

  /** Ends the connection, with the code when that can still reach the client. */
  end(code: number, reason: string): void {
    if (this.#socket.getBufferedAmount() > 0) this.#socket.close();
    else this.#socket.end(code, reason);
  }

  /** The connection is gone. */
  onClose(): void {
    this.#outgoing.add(-this.unreadBytes);
    this.#readBytes = this.#sentBytes;
  }

  /** What its socket has not handed to the system yet. */
  get bufferedBytes(): number {
    return this.#socket.getBufferedAmount();
  }

  /** Sent, and not told to be read. */
  get unreadBytes(): number {
    return this.#sentBytes - this.#readBytes;
  }

  #isFull({ unreadBytesMax }: Turn): boolean {
    return this.unreadBytes >= unreadBytesMax || this.#socket.getBufferedAmount() > 0;
  }

  /** Goes on with the newest messages when those that come next are gone: old ones would be lost again at once. */
  #skipLost(chunkBytes: number): void {
    if (this.#place < this.#topic.start) this.#place = this.#topic.newest(chunkBytes);
  }

  /** Whether any message went out. */
  #sendSome(turn: Turn): boolean {
    this.#skipLost(turn.chunkBytes);
    const placeBefore = this.#place;
    this.#socket.cork(() => {
      this.#sendDue(turn);
    });
    return this.#place > placeBefore;
  }

  #sendDue({ chunkBytes, unreadBytesMax }: Turn): void {
    const { wantsSkipped } = this.#socket.getUserData();
    const endBytes = this.#sentBytes + Math.min(chunkBytes, unreadBytesMax - this.unreadBytes);
    let isTaking = true;
    for (
      let placed = this.#topic.at(this.#place);
      placed !== undefined && isTaking;
      placed = this.#topic.at(this.#place)
    ) {
      const { bytes } = placed.entry;
      // A message that never fits goes alone.
      if (this.#sentBytes + bytes.length > endBytes && this.unreadBytes > 0) break;
      if (!this.#outgoing.hasRoom(bytes.length)) break;
      const skippedCount = placed.number - this.#number;
      this.#hasMissed ||= skippedCount > 0;
      if (wantsSkipped && skippedCount > 0) this.#send(toSkippedMessage(skippedCount));
      if (bytes.length > 0) isTaking = this.#send(bytes);
      this.#place += 1;
      this.#number = placed.number + 1;
    }
    const unaskedBytes = this.#sentBytes - this.#pingedBytes;
    // What is left to send may be a message that goes alone, when all before it has been read.
    if (unaskedBytes === 0 || (unaskedBytes < FEED_PING_BYTES && !this.isBehind)) return;
    this.#pingedBytes = this.#sentBytes;
    this.#socket.ping(String(this.#sentBytes));
  }

  /** Whether the system takes more. */
  #send(bytes: Uint8Array): boolean {
    this.#sentBytes += bytes.length;
    this.#outgoing.add(bytes.length);
    return this.#socket.send(bytes) === 1;
  }
}

function toSkippedMessage(count: number): Uint8Array {
  return Buffer.from(`{"type":"skipped","payload":{"count":${count}}}`);
}
