// The connection on which a daemon listens to what others tell on the feed, and wakes those that listen.

import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../../../schemas/common.js';
import type { Clock } from '../../../clock.js';
import type { FeedDemand } from '../../../feed-demand.js';
import type { FeedItem } from '../../../messages.js';
import { openDb } from '../connection.js';
import { hasOthers } from '../daemon-number.js';
import {
  FEED_FOLLOW_WAIT_MS,
  FEED_LINGER_MS,
  FEED_LISTENING_MS,
  FEED_POLL_MS,
  OUTBOX_READ_CHARS_MAX,
} from '../limits.js';
import { messageOf } from '../postgres-error.js';
import {
  deleteTold,
  keepListening,
  readFeedHeads,
  readOutbox,
  startListening,
  stopListening,
} from '../tables/outbox.js';
import { type FeedOrder, toGap } from './feed-order.js';

const CHANNEL = 'errord_feed';

export interface FeedFollower {
  /** By which other daemons know it as long as it runs. */
  readonly id: string;
  /**
   * Follows what all daemons tell, as long as there are clients. Resolves when everything is told that is committed from then
   * on; at the latest after a while, and then there will be a gap.
   */
  follow(): Promise<void>;
  /** Has those that listen read what was committed; several commits may be one notice. */
  wake(): void;
  /** Deletes what the shard told before this message of its own. */
  forget(shard: number, number: number): void;
  close(): Promise<void>;
}

export interface FeedFollowerOptions {
  readonly url: string;
  /** The number of this daemon, when it has one. */
  readonly shard: () => number | null;
  readonly demand: FeedDemand;
  readonly order: FeedOrder;
  readonly publish: (items: readonly FeedItem[]) => void;
  readonly log: (level: 'warn' | 'info', message: string, facts?: JsonObject) => void;
  readonly monotonic: Clock;
}

/** What is to be done on the connection; each thing is done once however often it was asked for. */
interface Due {
  wake: boolean;
  read: boolean;
  forget: { readonly shard: number; readonly number: number } | null;
}

export function openFeedFollower(options: FeedFollowerOptions): FeedFollower {
  return new Follower(options);
}

class Follower implements FeedFollower {
  readonly id = randomUUID();
  readonly #options: FeedFollowerOptions;
  readonly #db;
  readonly #due: Due = { wake: false, read: false, forget: null };
  readonly #timer: NodeJS.Timeout;
  #waiting: (() => void)[] = [];
  /** Somebody follows the feed of this daemon, or did a moment ago. */
  #isWanted = false;
  #wantedAtMs = Number.NEGATIVE_INFINITY;
  /** The server sends notices on the connection that there is. */
  #isListening = false;
  #markedAtMs = 0;
  #isFailing = false;
  #isClosed = false;
  #running: Promise<void> | null = null;

  constructor(options: FeedFollowerOptions) {
    this.#options = options;
    this.#db = openDb(options.url, {
      max: 1,
      onClose: () => {
        this.#isListening = false;
        this.#run();
      },
      onNotice: (from) => {
        if (from !== this.id) this.#ask({ read: true });
      },
    });
    this.#timer = setInterval(() => this.#look(), FEED_POLL_MS).unref();
  }

  async follow(): Promise<void> {
    this.#isWanted = true;
    this.#wantedAtMs = this.#options.monotonic();
    if (this.#isLive || this.#isClosed) return;
    const followed = new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
      setTimeout(resolve, FEED_FOLLOW_WAIT_MS).unref();
    });
    this.#run();
    await followed;
  }

  wake(): void {
    this.#ask({ wake: true });
  }

  forget(shard: number, number: number): void {
    this.#ask({ forget: { shard, number } });
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#isWanted = false;
    this.#isClosed = true;
    this.#letIn();
    await this.#running;
    // Else it is taken for one that listens for a while.
    if (this.#options.order.isFollowing) await stopListening(this.#db, this.id).catch(() => undefined);
    await this.#db.close();
  }

  get #isLive(): boolean {
    return this.#isListening && this.#options.order.isFollowing;
  }

  #ask(due: Partial<Due>): void {
    Object.assign(this.#due, due);
    this.#run();
  }

  #letIn(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Notices get lost, and so do clients. */
  #look(): void {
    const { demand, monotonic } = this.#options;
    if (demand.isListening) this.#wantedAtMs = monotonic();
    this.#isWanted = monotonic() - this.#wantedAtMs < FEED_LINGER_MS;
    if (this.#isWanted) this.#due.read = true;
    this.#run();
  }

  #run(): void {
    if (this.#isClosed || this.#running !== null || !this.#hasWork) return;
    this.#running = this.#work().finally(() => {
      this.#running = null;
    });
  }

  get #hasWork(): boolean {
    const { wake, read, forget } = this.#due;
    return wake || forget !== null || (this.#isWanted ? read || !this.#isLive : this.#options.order.isFollowing);
  }

  /** Whatever fails is tried again at the next look, or when somebody asks for more. */
  async #work(): Promise<void> {
    try {
      while (this.#hasWork && !this.#isClosed) await this.#step();
      if (this.#isFailing) this.#options.log('info', 'the feed hears other daemons again');
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing && !this.#isClosed)
        this.#options.log('warn', 'the feed does not hear other daemons', { reason: messageOf(error) });
      this.#isFailing = true;
    }
  }

  async #step(): Promise<void> {
    const due = { ...this.#due };
    Object.assign(this.#due, { wake: false, read: false, forget: null } satisfies Due);
    if (due.wake) await this.#db.query(`/* reference */ SELECT pg_notify('${CHANNEL}', $1)`, [this.id]);
    if (!this.#isWanted) await this.#leave();
    else if (!this.#isLive) await this.#join();
    else await this.#keepMark();
    if (this.#isWanted) await this.#read();
    if (due.forget !== null) await deleteTold(this.#db, due.forget.shard, due.forget.number);
  }

  async #join(): Promise<void> {
    const { order, publish, monotonic } = this.#options;
    await this.#db.exec(`LISTEN ${CHANNEL}`);
    this.#isListening = true;
    const askedAtMs = monotonic();
    if (order.isFollowing && (await keepListening(this.#db, this.id))) {
      const { told } = order;
      publish(order.resume(await readFeedHeads(this.#db), told));
    } else await this.#start();
    this.#markedAtMs = askedAtMs;
    this.#letIn();
  }

  /** Clients that are there already may have missed what others did not write, for want of a listener. */
  async #start(): Promise<void> {
    const { order, publish, shard } = this.#options;
    const { told } = order;
    const missed = order.start(await this.#db.transact((transaction) => startListening(transaction, this.id)), told);
    if (missed > 0 || (await hasOthers(this.#db, shard()))) publish([toGap(Math.max(1, missed))]);
  }

  async #keepMark(): Promise<void> {
    const { monotonic } = this.#options;
    const askedAtMs = monotonic();
    if (askedAtMs - this.#markedAtMs < FEED_LISTENING_MS / 3) return;
    if (!(await keepListening(this.#db, this.id))) await this.#start();
    this.#markedAtMs = askedAtMs;
  }

  async #read(): Promise<void> {
    const { demand, order, publish } = this.#options;
    const charsMax = Math.max(0, Math.min(OUTBOX_READ_CHARS_MAX, demand.room));
    publish(order.take(await readOutbox(this.#db, order.told, charsMax)));
  }

  async #leave(): Promise<void> {
    if (!this.#options.order.isFollowing) return;
    this.#options.order.stop();
    await this.#db.exec(`UNLISTEN ${CHANNEL}`);
    this.#isListening = false;
    await stopListening(this.#db, this.id);
  }
}
