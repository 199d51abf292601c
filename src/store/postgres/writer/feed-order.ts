// The order in which the clients of this daemon hear what all daemons have committed. Of two transactions that changed one group,
// the later one is told later; nothing is told twice; what cannot be told any more is told as a gap.

import type { FeedItem } from '../../../messages.js';
import type { FeedHeads, OutboxNews, OutboxRow } from '../tables/outbox.js';

/** A transaction of this daemon that is committed. */
export interface OwnNews {
  readonly shard: number;
  readonly seq: number;
  /** How far the messages of the shard go with it; null when none were written for others. */
  readonly head: number | null;
  readonly items: readonly FeedItem[];
}

/** Messages were left out, and nobody knows of which projects. */
export function toGap(count: number): FeedItem {
  return { projectName: null, json: '', skippedBefore: count, isOfAnyProject: true };
}

/**
 * What one read of the outbox finds holds, with each row, all earlier ones that changed the same groups: those were committed
 * before the later transaction had its locks. So rows are told read by read, and by `seq` within one. What is told of a shard
 * is a beginning of what it wrote, because one writer writes it.
 */
export class FeedOrder {
  /** How far each shard is told; null while nobody here follows others. */
  #told: Map<number, number> | null = null;
  /** Of this daemon, also while it follows nobody: heads that were read before may be older. */
  #own: { readonly shard: number; readonly head: number } | null = null;
  /** What was read while a transaction of this daemon takes its place and ends; null while there is none. */
  #held: OutboxNews[] | null = null;

  get isFollowing(): boolean {
    return this.#told !== null;
  }

  /** For the next read: as it is at this moment. */
  get told(): FeedHeads {
    return new Map(this.#told);
  }

  /**
   * From these heads on everything is told. Answers how many messages before them were not, though they should have been.
   * `asked` is what was told when the heads were asked for.
   */
  start(heads: FeedHeads, asked: FeedHeads): number {
    const isNew = this.#told === null;
    this.#told ??= new Map();
    this.#lower(heads, asked);
    let missed = 0;
    for (const [shard, head] of heads) missed += this.#raise(shard, head);
    if (isNew && this.#own !== null) this.#raise(this.#own.shard, this.#own.head);
    return isNew ? 0 : missed;
  }

  stop(): void {
    this.#told = null;
  }

  /**
   * After a lost connection: a server that took over may have lost what others have told, and numbers it anew. `asked` is what was
   * told when the heads were asked for.
   */
  resume(heads: FeedHeads, asked: FeedHeads): readonly FeedItem[] {
    const lost = this.#lower(heads, asked);
    return lost === 0 ? [] : [toGap(lost)];
  }

  /** What was read beside transactions of this daemon. */
  take(news: OutboxNews): readonly FeedItem[] {
    if (this.#held === null) return this.#tell(news);
    this.#held.push(news);
    return [];
  }

  /** What a transaction of this daemon read when it had its locks: it comes before its own. */
  takeBefore(news: OutboxNews): readonly FeedItem[] {
    return this.#tell(news);
  }

  /** A transaction of this daemon takes its place: what others commit from now on may come behind it. */
  hold(): void {
    this.#held ??= [];
  }

  /** The transaction has ended; null when it was not committed, or nobody knows. */
  release(own: OwnNews | null): readonly FeedItem[] {
    const held = merge(this.#held ?? []);
    this.#held = null;
    if (own === null) return this.#tell(held);
    const before = held.rows.filter(({ seq }) => seq < own.seq);
    const items = [...this.#tell({ rows: before, heads: new Map() }), ...own.items];
    if (own.head !== null) {
      this.#own = { shard: own.shard, head: own.head };
      // The writer knows best how far its shard is, also behind a server that had lost some of it.
      this.#told?.set(own.shard, own.head);
    }
    return [...items, ...this.#tell(held)];
  }

  /** Answers by how much. */
  #raise(shard: number, number: number): number {
    const by = number - (this.#told?.get(shard) ?? 0);
    if (by > 0) this.#told?.set(shard, number);
    return Math.max(0, by);
  }

  /**
   * Takes back what the server does not have; answers how much that is. Heads are older than what was told while they were on
   * their way: what the writer's connection read or committed meanwhile stays told, or it would be told again.
   */
  #lower(heads: FeedHeads, asked: FeedHeads): number {
    let lost = 0;
    for (const [shard, number] of asked) {
      const head = heads.get(shard) ?? 0;
      if (head >= number) continue;
      lost += number - head;
      if (this.#told?.get(shard) === number) this.#told.set(shard, head);
    }
    return lost;
  }

  #tell({ rows, heads }: OutboxNews): FeedItem[] {
    if (this.#told === null) return [];
    const items = rows.flatMap((row) => this.#tellRow(row));
    for (const [shard, head] of heads) items.push(...this.#moveTo(shard, head));
    return items;
  }

  #tellRow({ shard, number, messageCount, projectName, items }: OutboxRow): readonly FeedItem[] {
    if (number < (this.#told?.get(shard) ?? 0)) return [];
    const gap = this.#moveTo(shard, number);
    this.#told?.set(shard, number + messageCount);
    return [...gap, ...(items ?? [{ projectName, json: '', skippedBefore: messageCount }])];
  }

  /** Nothing before this message of the shard is there any more. */
  #moveTo(shard: number, number: number): readonly FeedItem[] {
    const missed = number - (this.#told?.get(shard) ?? 0);
    if (missed <= 0) return [];
    this.#told?.set(shard, number);
    return [toGap(missed)];
  }
}

function merge(all: readonly OutboxNews[]): OutboxNews {
  const rows = all.flatMap((news) => news.rows).sort((one, other) => one.seq - other.seq || one.number - other.number);
  const heads = new Map<number, number>();
  for (const news of all)
    for (const [shard, head] of news.heads) heads.set(shard, Math.max(head, heads.get(shard) ?? 0));
  return { rows, heads };
}
