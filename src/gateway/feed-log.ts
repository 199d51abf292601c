// What the feed has to tell, held once for all clients. A client is a place in it; one whose place has gone has missed
// what stood there.

import { FEED_LOG_BYTES_MAX } from '../limits.js';
import type { FeedItem } from '../messages.js';

/** One message; encoded when the first client gets it. */
export class FeedEntry {
  /** Besides that of everything. */
  readonly topics: readonly FeedTopic[];
  readonly charCount: number;
  #text: string;
  #bytes: Uint8Array | null = null;

  constructor(text: string, topics: readonly FeedTopic[]) {
    this.topics = topics;
    this.charCount = text.length;
    this.#text = text;
  }

  get bytes(): Uint8Array {
    if (this.#bytes === null) {
      this.#bytes = Buffer.from(this.#text);
      this.#text = '';
    }
    return this.#bytes;
  }
}

/** A message of a topic. */
interface Placed {
  readonly entry: FeedEntry;
  /** How many messages of the topic there were before it, those that were never made included. */
  readonly number: number;
}

/** The messages of one project, or all, in commit order. A place counts up and is never used again. */
export class FeedTopic {
  #entries: (Placed | undefined)[] = [];
  #messageCount = 0;
  /** Entries before it in the array are gone. */
  #head = 0;
  #start = 0;

  /** The place of the oldest message. */
  get start(): number {
    return this.#start;
  }

  /** The place of the next message to come. */
  get end(): number {
    return this.#start + this.#entries.length - this.#head;
  }

  /** How many messages there were, those that were never made included. */
  get messageCount(): number {
    return this.#messageCount;
  }

  at(place: number): Placed | undefined {
    return this.#entries[this.#head + place - this.#start];
  }

  push(entry: FeedEntry, skippedBefore: number): void {
    this.#messageCount += skippedBefore;
    this.#entries.push({ entry, number: this.#messageCount });
    this.#messageCount += 1;
  }

  shift(): FeedEntry | undefined {
    const entry = this.#entries[this.#head]?.entry;
    if (entry === undefined) return undefined;
    this.#entries[this.#head] = undefined;
    this.#head += 1;
    this.#start += 1;
    // To move the rest for each message would cost the square of their number.
    if (this.#head * 2 > this.#entries.length) {
      this.#entries = this.#entries.slice(this.#head);
      this.#head = 0;
    }
    return entry;
  }

  clear(): void {
    this.#start = this.end;
    this.#entries = [];
    this.#head = 0;
  }

  /** The place from which on the messages have at most so many characters: that of the last one at least. */
  newest(charsMax: number): number {
    let place = this.end;
    for (let chars = 0; place > this.#start; place -= 1) {
      chars += this.at(place - 1)?.entry.charCount ?? 0;
      if (chars > charsMax && place < this.end) break;
    }
    return place;
  }
}

/** The newest messages, up to so many characters, and the newest one in any case. */
export class FeedLog {
  readonly #all = new FeedTopic();
  readonly #projects = new Map<string, { readonly topic: FeedTopic; clients: number }>();
  #charCount = 0;
  #charsMax = FEED_LOG_BYTES_MAX;

  /** Forgets the oldest past so many characters, from now on. */
  setCharsMax(charsMax: number): void {
    this.#charsMax = charsMax;
    this.#cut();
  }

  /** The topic of a project, or of everything for null; each is given back with `leave`. */
  join(projectName: string | null): FeedTopic {
    if (projectName === null) return this.#all;
    let joined = this.#projects.get(projectName);
    if (joined === undefined) {
      joined = { topic: new FeedTopic(), clients: 0 };
      this.#projects.set(projectName, joined);
    }
    joined.clients += 1;
    return joined.topic;
  }

  leave(projectName: string | null): void {
    const joined = projectName === null ? undefined : this.#projects.get(projectName);
    if (projectName === null || joined === undefined) return;
    joined.clients -= 1;
    if (joined.clients === 0) this.#projects.delete(projectName);
  }

  append(item: FeedItem): void {
    const { json, skippedBefore = 0 } = item;
    const topics = this.#topicsOf(item);
    const entry = new FeedEntry(json, topics);
    this.#all.push(entry, skippedBefore);
    for (const topic of topics) topic.push(entry, skippedBefore);
    this.#charCount += entry.charCount;
    this.#cut();
  }

  /** Forgets every message: all clients have what they will get. */
  clear(): void {
    this.#all.clear();
    for (const { topic } of this.#projects.values()) topic.clear();
    this.#charCount = 0;
  }

  #topicsOf({ projectName, isOfAnyProject }: FeedItem): FeedTopic[] {
    if (isOfAnyProject === true) return [...this.#projects.values()].map(({ topic }) => topic);
    const topic = projectName === null ? undefined : this.#projects.get(projectName)?.topic;
    return topic === undefined ? [] : [topic];
  }

  #cut(): void {
    while (this.#charCount > this.#charsMax && this.#all.end - this.#all.start > 1) this.#dropOldest();
  }

  #dropOldest(): void {
    const entry = this.#all.shift();
    // The oldest of all is the oldest of its projects.
    for (const topic of entry?.topics ?? []) topic.shift();
    this.#charCount -= entry?.charCount ?? 0;
  }
}
