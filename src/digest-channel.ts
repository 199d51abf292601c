// The two ends of the channel between a digest thread and the store. Events of an application under load share few sites and
// contexts, and these are most of their size: each is posted once, and by its number from then on. Messages arrive in their
// order, so both ends count alike.

import { SENT_PART_CHARS_MAX, SENT_PARTS_CHARS_MAX, SENT_PARTS_MAX } from './limits.js';
import type {
  ContentText,
  Digest,
  DigestBatch,
  DigestMessage,
  ErrorSite,
  EventDigest,
  EventPrint,
  ItemRefusal,
  LogDigest,
  PostedBatch,
  PostedDigest,
  PostedPart,
  RequestDigest,
} from './messages.js';

export interface DigestSender {
  /** The batches as they are to be posted next, before those of the next call. */
  toMessage(batches: readonly DigestBatch[]): DigestMessage;
  /** After a message that was not posted: the other end has not heard of what was in it. */
  startOver(): void;
}

/** The end of a digest thread. */
export function openDigestSender(): DigestSender {
  const numbers = new Map<object, number>();
  let chars = 0;
  let parts: PostedPart[] = [];
  let startsOver = true;
  const startOver = (): void => {
    numbers.clear();
    chars = 0;
    startsOver = true;
  };
  const isFull = (): boolean => numbers.size >= SENT_PARTS_MAX || chars >= SENT_PARTS_CHARS_MAX;
  /** The number of the part; null for one that is too large to be kept, or that finds no room any more. */
  const toNumber = <Part extends object>(part: Part, toPosted: (part: Part) => PostedPart): number | null => {
    const known = numbers.get(part);
    if (known !== undefined) return known;
    const partChars = countChars(part);
    if (partChars > SENT_PART_CHARS_MAX) return null;
    // Its stack comes first, and may take the last room.
    const posted = toPosted(part);
    if (isFull()) return null;
    parts.push(posted);
    const number = numbers.size;
    numbers.set(part, number);
    chars += partChars;
    return number;
  };
  const ofContent = (content: ContentText | null): ContentText | number | null =>
    content === null ? null : (toNumber(content, itself) ?? content);
  const toPostedSite = (site: ErrorSite): PostedPart => ({ ...site, stack: ofContent(site.stack) });
  /** Prints that were posted with their event. Of one site in ten each event has its own: those are no parts. */
  const met = new WeakSet<EventPrint>();
  const ofPrint = (print: EventPrint): EventPrint | number => {
    if (met.has(print)) return toNumber(print, itself) ?? print;
    met.add(print);
    return print;
  };
  // Each is copied alone: V8 does that at once, and with other fields behind it name by name.
  const toPosted = (item: Digest | ItemRefusal): PostedDigest | ItemRefusal => {
    switch (item.kind) {
      case 'event': {
        const posted: Writable<PostedOf<'event'>> = { ...item };
        posted.site = toNumber(item.site, toPostedSite) ?? item.site;
        posted.context = ofContent(item.context);
        if (item.second !== undefined) posted.second = ofPrint(item.second);
        return posted;
      }
      case 'request': {
        const posted: Writable<PostedOf<'request'>> = { ...item };
        posted.headers = ofContent(item.headers);
        posted.responseHeaders = ofContent(item.responseHeaders);
        return posted;
      }
      case 'log': {
        const posted: Writable<PostedOf<'log'>> = { ...item };
        posted.environment = ofContent(item.environment);
        return posted;
      }
      default:
        return item;
    }
  };
  return {
    startOver,
    toMessage(batches) {
      if (isFull()) startOver();
      const posted = batches.map((batch): PostedBatch => ({ ...batch, items: batch.items.map(toPosted) }));
      const message: DigestMessage = { startsOver, parts, batches: posted };
      parts = [];
      startsOver = false;
      return message;
    },
  };
}

type PostedOf<Kind> = Extract<PostedDigest, { kind: Kind }>;
type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

const itself = (part: ContentText | EventPrint): PostedPart => part;

/** Characters of its texts, those of the texts in it not. */
function countChars(part: object): number {
  let chars = 0;
  for (const value of Object.values(part)) if (typeof value === 'string') chars += value.length;
  return chars;
}

export interface DigestReceiver {
  /** What was posted, and is the reader's own from now on; messages in their order. */
  read(message: DigestMessage): readonly DigestBatch[];
}

/** The end of the store, for one port. */
export function openDigestReceiver(): DigestReceiver {
  let known: (ContentText | ErrorSite | EventPrint)[] = [];
  /** Of the kind that the field has in which the number stands. */
  const find = (number: number): ContentText | ErrorSite | EventPrint => {
    const part = known[number];
    if (part === undefined) throw new Error('a digest thread named what it has not posted');
    return part;
  };
  const toContent = (content: ContentText | number | null): ContentText | null =>
    typeof content === 'number' ? (find(content) as ContentText) : content;
  /** Writes the parts into the item. */
  const toDigest = (item: Writable<PostedDigest> | ItemRefusal): Digest | ItemRefusal => {
    switch (item.kind) {
      case 'event':
        if (typeof item.site === 'number') item.site = find(item.site) as ErrorSite;
        if (typeof item.second === 'number') item.second = find(item.second) as EventPrint;
        item.context = toContent(item.context);
        return item as EventDigest;
      case 'request':
        item.headers = toContent(item.headers);
        item.responseHeaders = toContent(item.responseHeaders);
        return item as RequestDigest;
      case 'log':
        item.environment = toContent(item.environment);
        return item as LogDigest;
      default:
        return item;
    }
  };
  return {
    read({ startsOver, parts, batches }) {
      if (startsOver) known = [];
      for (const part of parts) known.push('stack' in part ? { ...part, stack: toContent(part.stack) } : part);
      return batches.map((batch) => ({ ...batch, items: batch.items.map(toDigest) }));
    },
  };
}
