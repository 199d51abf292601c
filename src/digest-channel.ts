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
  ItemRefusal,
  PostedBatch,
  PostedDigest,
  PostedPart,
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
  const toPosted = (item: Digest | ItemRefusal): PostedDigest | ItemRefusal => {
    switch (item.kind) {
      case 'event':
        return { ...item, site: toNumber(item.site, toPostedSite) ?? item.site, context: ofContent(item.context) };
      case 'request':
        return { ...item, headers: ofContent(item.headers), responseHeaders: ofContent(item.responseHeaders) };
      case 'log':
        return { ...item, environment: ofContent(item.environment) };
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

const itself = (content: ContentText): PostedPart => content;

/** Characters of its texts, those of the texts in it not. */
function countChars(part: object): number {
  let chars = 0;
  for (const value of Object.values(part)) if (typeof value === 'string') chars += value.length;
  return chars;
}

export interface DigestReceiver {
  /** What was posted; messages in their order. */
  read(message: DigestMessage): readonly DigestBatch[];
}

/** The end of the store, for one port. */
export function openDigestReceiver(): DigestReceiver {
  let known: (ContentText | ErrorSite)[] = [];
  const find = (number: number): ContentText | ErrorSite => {
    const part = known[number];
    if (part === undefined) throw new Error('a digest thread named what it has not posted');
    return part;
  };
  const toContent = (content: ContentText | number | null): ContentText | null =>
    typeof content === 'number' ? (find(content) as ContentText) : content;
  const toSite = (site: ErrorSite | number): ErrorSite => (typeof site === 'number' ? (find(site) as ErrorSite) : site);
  const toDigest = (item: PostedDigest | ItemRefusal): Digest | ItemRefusal => {
    switch (item.kind) {
      case 'event':
        return { ...item, site: toSite(item.site), context: toContent(item.context) };
      case 'request':
        return { ...item, headers: toContent(item.headers), responseHeaders: toContent(item.responseHeaders) };
      case 'log':
        return { ...item, environment: toContent(item.environment) };
      default:
        return item;
    }
  };
  return {
    read({ startsOver, parts, batches }) {
      if (startsOver) known = [];
      for (const part of parts) known.push('hash' in part ? part : { ...part, stack: toContent(part.stack) });
      return batches.map((batch) => ({ ...batch, items: batch.items.map(toDigest) }));
    },
  };
}
