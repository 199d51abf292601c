import type { Clock } from '../clock.js';
import { FEED_ENDPOINT } from '../constants.js';
import {
  FEED_CLIENTS_MAX,
  FEED_INBOUND_BYTES_MAX,
  FEED_LOG_BYTES_MAX,
  FEED_PAUSES_PER_TURN,
  FEED_TURNS_KEPT,
  OUTGOING_BYTES_MAX,
} from '../limits.js';
import type { FeedItem } from '../messages.js';
import type { FeedSource } from '../store/feed-source.js';
import type { Validation } from '../validate.js';
import type { Access, Caller } from './access.js';
import { toRefusalAnswer } from './entry.js';
import { type Exchange, type ExchangeOptions, openExchange } from './exchange.js';
import {
  FeedClient,
  type FeedClientFacts,
  type FeedSocketFacts,
  type Standing,
  type Turn,
  toTurn,
} from './feed-client.js';
import { FeedLog } from './feed-log.js';
import type { Guard } from './guard.js';
import { FEED_QUERY } from './routes.js';
import type { FeedHandlers, Transport } from './transport/transport.js';

export interface FeedOptions extends ExchangeOptions {
  readonly transport: Transport;
  readonly guard: Guard;
  readonly access: Pick<Access, 'onEnded'>;
  readonly clock: Clock;
  /** Does not jump: by it clients that read nothing are given up. */
  readonly readingClock: Clock;
  /** Whose messages the clients get. */
  readonly source: FeedSource;
}

/** A client that is admitted, and waits until the source hears everything. */
interface Joining {
  readonly caller: Caller;
  /** It has gone, or may not follow any more. */
  isOver: boolean;
}

/** Seconds without a sign of life after which a client is gone. */
const IDLE_SECONDS = 60;
/** "Going away" (RFC 6455, 7.4.1). */
const CLOSE_GOING_AWAY = 1001;
/** "Policy violation": it may not follow any more. */
const CLOSE_NOT_ALLOWED = 1008;
/** "Try again later" (the registry of RFC 6455, 11.7). */
const CLOSE_TRY_AGAIN = 1013;
/** When all who are behind have enough to read, so often is looked whether they do. */
const WATCH_MS = 1000;

/**
 * The live feed. A message goes out at once while the clients and this thread keep up. When they do not, messages gather
 * in a log that all clients share, turns follow one another with pauses in between, and a client that falls out of the
 * log goes on with the newest. One that reads nothing is disconnected; the others do not notice. Nothing is kept for
 * later.
 */
export class Feed {
  readonly #options: FeedOptions;
  readonly #clients = new Set<FeedClient>();
  readonly #joining = new Set<Joining>();
  readonly #log = new FeedLog();
  #timer: NodeJS.Timeout | null = null;
  /** On the clock of `performance.now()`. */
  #nextTurnAtMs = 0;
  /** No client keeps up. */
  #isNarrow = false;

  constructor(options: FeedOptions) {
    this.#options = options;
    options.transport.onFeed(FEED_ENDPOINT, this.#handlers());
    if (options.basePath !== '') options.transport.onFeed(options.basePath + FEED_ENDPOINT, this.#handlers());
    options.source.subscribe((items) => {
      this.#publish(items);
    });
    options.access.onEnded((isEnded) => {
      this.#endClients(isEnded);
    });
  }

  get clientCount(): number {
    return this.#clients.size;
  }

  /** What waits for clients that have not read it yet. */
  get bufferedBytes(): number {
    let bytes = 0;
    for (const client of this.#clients) bytes += client.bufferedBytes;
    return bytes;
  }

  /** Sends items to everybody who follows their project or everything, in the order given. */
  #publish(items: readonly FeedItem[]): void {
    if (this.#clients.size === 0) return;
    for (const item of items) this.#log.append(item);
    this.#wake();
  }

  /** Says goodbye to every client. */
  close(): void {
    this.#stopTimer();
    // A copy, because to end one calls the close handler, which changes the set.
    for (const client of [...this.#clients]) client.end(CLOSE_GOING_AWAY, 'the daemon stops');
  }

  /** Ends the connections of callers who may not follow any more. */
  #endClients(isEnded: (caller: Caller) => boolean): void {
    for (const joining of this.#joining) joining.isOver ||= isEnded(joining.caller);
    for (const client of [...this.#clients]) {
      if (isEnded(client.caller)) client.end(CLOSE_NOT_ALLOWED, 'the key or the session is over');
    }
  }

  /** A turn now, or when the pause after the last one is over. */
  #wake(): void {
    const waitMs = this.#nextTurnAtMs - performance.now();
    if (waitMs <= 0) this.#runTurn();
    else this.#schedule(waitMs);
  }

  #schedule(waitMs: number): void {
    this.#stopTimer();
    this.#timer = setTimeout(() => {
      this.#runTurn();
    }, waitMs).unref();
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #runTurn(): void {
    this.#stopTimer();
    const startedAtMs = performance.now();
    const turn = toTurn(this.#clients.size, this.#options.readingClock());
    const standings = new Set<Standing>();
    let [isOneServed, isOneMissing] = [false, false];
    for (const client of this.#clients) {
      const wasBehind = client.isBehind;
      const standing = client.take(turn);
      standings.add(standing);
      isOneServed ||= wasBehind && standing === 'current' && !client.hasMissed;
      isOneMissing ||= client.hasMissed;
      if (standing === 'stalled') client.end(CLOSE_TRY_AGAIN, 'nothing was read for too long');
    }
    const endedAtMs = performance.now();
    const pauseMs = (endedAtMs - startedAtMs) * FEED_PAUSES_PER_TURN;
    this.#nextTurnAtMs = endedAtMs + pauseMs;
    if (standings.has('behind')) this.#schedule(pauseMs);
    else if (standings.has('waiting')) this.#schedule(WATCH_MS);
    else this.#log.clear();
    this.#isNarrow = !isOneServed && this.#clients.size > 0 && (this.#isNarrow || isOneMissing);
    this.#tellRoom(turn);
  }

  /**
   * As long as one client gets everything, everything is made. When they all miss some, no more is made and kept than their
   * next turns can send, until one gets all of it again.
   */
  #tellRoom({ chunkBytes }: Turn): void {
    const charsMax = this.#isNarrow ? FEED_TURNS_KEPT * chunkBytes : FEED_LOG_BYTES_MAX;
    this.#log.setCharsMax(charsMax);
    this.#options.source.setRoom(charsMax);
  }

  #handlers(): FeedHandlers<FeedSocketFacts> {
    return {
      inboundBytesMax: FEED_INBOUND_BYTES_MAX,
      // Never reached: a client gets nothing while anything waits in its socket.
      bufferedBytesMax: OUTGOING_BYTES_MAX,
      idleSeconds: IDLE_SECONDS,
      admit: (response, request) => this.#admit(openExchange(response, request, this.#options)),
      open: (socket) => {
        const facts = socket.getUserData();
        facts.client = new FeedClient(socket, this.#log.join(facts.projectName), this.#options.outgoing);
        this.#clients.add(facts.client);
        if (this.#clients.size === 1) this.#options.source.setRoom(FEED_LOG_BYTES_MAX);
        this.#tellCount();
      },
      drain: (socket) => {
        if (socket.getUserData().client?.isBehind === true) this.#wake();
      },
      pong: (socket, message) => {
        const { client } = socket.getUserData();
        client?.onPong(Number(Buffer.from(message as ArrayBuffer).toString('latin1')), this.#options.readingClock());
        if (client?.isBehind === true) this.#wake();
      },
      close: (socket) => {
        const { client, projectName } = socket.getUserData();
        if (client === null) return;
        client.onClose();
        this.#log.leave(projectName);
        this.#clients.delete(client);
        this.#tellCount();
      },
    };
  }

  /** What a client may follow; null when it was refused and answered, or has gone. */
  #admit(exchange: Exchange): FeedSocketFacts | null | Promise<FeedSocketFacts | null> {
    const { guard, clock } = this.#options;
    const { facts, reply } = exchange;
    if (facts.isAmbiguous) {
      reply.end('ambiguous_length');
      return null;
    }
    const entry = guard.admitFeed(exchange);
    if (!entry.ok) {
      reply.send(toRefusalAnswer(entry.refusal));
      return null;
    }
    const client = parseClient(facts.query, clock());
    if (!client.ok) {
      reply.error('invalid_query', { details: client.details });
      return null;
    }
    if (this.#clients.size + this.#joining.size >= FEED_CLIENTS_MAX) {
      reply.error('queue_full', { message: 'The feed has as many clients as it takes; close one and try again.' });
      return null;
    }
    const admitted = { ...client.value, caller: entry.caller, client: null };
    const { follow } = this.#options.source;
    return follow === undefined ? admitted : this.#join(admitted, reply, follow);
  }

  /** What is committed from the opening on must be heard, whoever commits it. */
  async #join(
    admitted: FeedSocketFacts,
    reply: Exchange['reply'],
    follow: () => Promise<void>,
  ): Promise<FeedSocketFacts | null> {
    const joining: Joining = { caller: admitted.caller, isOver: false };
    this.#joining.add(joining);
    reply.onAborted(() => {
      joining.isOver = true;
    });
    await follow();
    this.#joining.delete(joining);
    if (!joining.isOver) return admitted;
    // To one who has gone nothing is sent.
    reply.error('unauthorized');
    return null;
  }

  #tellCount(): void {
    this.#options.source.setClientCount(this.#clients.size);
  }
}

function parseClient(query: string, nowMs: number): Validation<FeedClientFacts> {
  const valid = FEED_QUERY.parse(query, nowMs);
  if (!valid.ok) return valid;
  const { projectId = null, skipped } = valid.value;
  return { ok: true, value: { projectName: projectId, wantsSkipped: skipped !== undefined } };
}
