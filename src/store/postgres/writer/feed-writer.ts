// What transactions of this daemon tell on the feed: to its own clients when they are committed, and to other daemons by
// the outbox.

import type { Clock } from '../../../clock.js';
import type { FeedDemand } from '../../../feed-demand.js';
import type { FeedItem } from '../../../messages.js';
import type { ItemDemand } from '../../sqlite/writer/feed-items.js';
import type { Queries } from '../connection.js';
import { OUTBOX_CHARS_MAX, OUTBOX_READ_CHARS_MAX } from '../limits.js';
import { isDisconnected } from '../postgres-error.js';
import { countMessages, isHeard, readOutbox, takePlace, writeOutbox } from '../tables/outbox.js';
import type { WriterConnection, Writing } from './connection.js';
import type { FeedFollower } from './feed-follower.js';
import type { FeedOrder } from './feed-order.js';
import { openOutboxRoom } from './outbox-room.js';

/** The feed of one transaction. */
export interface FeedPart {
  /** What of it is wanted, here and elsewhere. */
  readonly demand: Promise<ItemDemand>;
  /** Once, when the transaction has all its locks. Sent at once. */
  tell(items: readonly FeedItem[]): Promise<void>;
}

export interface FeedWriter {
  /**
   * A transaction that may tell something. `feed` is for the clients of this daemon now, in that order: what others had
   * committed before is in it.
   */
  transact<T>(work: FeedWork<T>): Promise<Told<T>>;
  /** The same by `commit` of the connection: for work that makes ids. */
  commit<T>(work: FeedWork<T>): Promise<Told<T>>;
}

type FeedWork<T> = (transaction: Queries, writing: Writing, part: FeedPart) => Promise<T>;

interface Told<T> {
  readonly out: T;
  readonly feed: readonly FeedItem[];
}

export interface FeedWriterOptions {
  readonly connection: WriterConnection;
  /** That of the clients of this daemon. */
  readonly demand: FeedDemand;
  readonly order: FeedOrder;
  readonly follower: Pick<FeedFollower, 'id' | 'wake' | 'forget'>;
  readonly publish: (items: readonly FeedItem[]) => void;
  readonly monotonic: Clock;
}

/** What has been told in a transaction that is not over yet. */
interface TellingState {
  readonly items: readonly FeedItem[];
  readonly isLocal: boolean;
  readonly writing: Writing;
  readonly seq: number;
  /** Null when nobody else listens. */
  readonly written: { readonly head: number; readonly chars: number } | null;
}

export function openFeedWriter(options: FeedWriterOptions): FeedWriter {
  const { connection, demand, order, follower, publish, monotonic } = options;
  const room = openOutboxRoom(monotonic);
  const keep = openKeeping(follower);
  const startPart = (transaction: Queries, writing: Writing, onTold: (told: TellingState) => void): FeedPart => {
    // A client that comes while it runs may miss it else.
    const isLocal = demand.isListening || order.isFollowing;
    const heard = isHeard(transaction, follower.id);
    const part = heard.then((isElsewhere) => toDemand(isLocal ? demand : null, isElsewhere ? room : null));
    // Work that fails before it asks fails for the same reason.
    part.catch(() => undefined);
    return {
      demand: part,
      async tell(items) {
        if (items.length === 0) return;
        order.hold();
        const isElsewhere = await heard;
        const head = writing.feedNumber + countMessages(items);
        const [seq, , chars] = await Promise.all([
          takePlace(transaction),
          // Before its own rows are there.
          isLocal && order.isFollowing ? readBefore(transaction) : null,
          isElsewhere ? writeOutbox(transaction, { shard: writing.shard, number: writing.feedNumber, items }) : null,
        ]);
        onTold({ items, isLocal, writing, seq, written: chars === null ? null : { head, chars } });
      },
    };
  };
  const readBefore = async (transaction: Queries): Promise<void> => {
    const charsMax = Math.max(0, Math.min(OUTBOX_READ_CHARS_MAX, demand.room));
    publish(order.takeBefore(await readOutbox(transaction, order.told, charsMax)));
  };
  const settle = ({ items, isLocal, writing, seq, written }: TellingState): readonly FeedItem[] => {
    const { shard } = writing;
    if (written !== null) {
      writing.feedNumber = written.head;
      follower.wake();
      keep(shard, written);
    }
    return order.release({ shard, seq, head: written?.head ?? null, items: isLocal ? items : [] });
  };
  /** Nobody knows whether it was committed. What was written for others is read with theirs; else there is a gap. */
  const toMissed = ({ items, isLocal, written }: TellingState): readonly FeedItem[] => {
    if (!isLocal || written !== null) return [];
    return items.map((item) => ({
      projectName: item.projectName,
      json: '',
      skippedBefore: countMessages([item]),
    }));
  };
  const run = async <T>(by: 'transact' | 'commit', work: FeedWork<T>): Promise<Told<T>> => {
    const state: { told: TellingState | null } = { told: null };
    try {
      const out = await connection[by]((transaction, writing) => {
        state.told = null;
        return work(
          transaction,
          writing,
          startPart(transaction, writing, (told) => {
            state.told = told;
          }),
        );
      });
      return { out, feed: state.told === null ? order.release(null) : settle(state.told) };
    } catch (error) {
      const missed = state.told !== null && isDisconnected(error) ? toMissed(state.told) : [];
      publish([...order.release(null), ...missed]);
      throw error;
    }
  };
  return { transact: (work) => run('transact', work), commit: (work) => run('commit', work) };
}

/** What daemons write for each other costs the server, so its room is what counts while any of them listens. */
function toDemand(own: ItemDemand | null, room: Pick<ItemDemand, 'hasRoom' | 'take'> | null): ItemDemand {
  return {
    isListening: own !== null || room !== null,
    get hasRoom() {
      return (room ?? own)?.hasRoom === true;
    },
    take(charCount) {
      room?.take(charCount);
      own?.take(charCount);
    },
  };
}

/** Has what is past the limit of this daemon deleted, the oldest first, and not one row at a time. */
function openKeeping(follower: Pick<FeedFollower, 'forget'>) {
  let kept: { readonly head: number; readonly chars: number }[] = [];
  let keptChars = 0;
  let keptShard: number | null = null;
  return (shard: number, written: { readonly head: number; readonly chars: number }): void => {
    // Under another number it began anew; what it left goes by its age.
    if (shard !== keptShard) [kept, keptChars, keptShard] = [[], 0, shard];
    kept.push(written);
    keptChars += written.chars;
    if (keptChars <= OUTBOX_CHARS_MAX) return;
    let head = 0;
    while (keptChars > OUTBOX_CHARS_MAX / 2 && kept.length > 1) {
      const oldest = kept.shift();
      head = oldest?.head ?? head;
      keptChars -= oldest?.chars ?? 0;
    }
    follower.forget(shard, head);
  };
}
