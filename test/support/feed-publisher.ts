import type { FeedItem } from '../../src/messages.js';
import type { FeedSource } from '../../src/store/feed-source.js';

/** A source of the messages that a test wants to see on the feed. */
export class FeedPublisher implements FeedSource {
  readonly #listeners: ((items: readonly FeedItem[]) => void)[] = [];
  clientCount = 0;
  /** Where clients have to wait for the source. */
  follow?: () => Promise<void>;

  subscribe(listener: (items: readonly FeedItem[]) => void): void {
    this.#listeners.push(listener);
  }

  setClientCount(count: number): void {
    this.clientCount = count;
  }

  /** What the gateway said, in order. */
  readonly rooms: number[] = [];

  setRoom(charCount: number): void {
    this.rooms.push(charCount);
  }

  publish(items: readonly FeedItem[]): void {
    for (const listener of this.#listeners) listener(items);
  }
}
