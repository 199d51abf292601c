import type {
  HttpRequest,
  HttpResponse,
  TemplatedApp,
  us_socket_context_t,
  WebSocket,
  WebSocketBehavior,
} from 'uWebSockets.js';
import type { Clock } from '../clock.js';
import { FEED_ENDPOINT } from '../constants.js';
import type { HeaderList } from '../http-answer.js';
import { FEED_BACKPRESSURE_BYTES_MAX, FEED_CLIENTS_MAX, FEED_INBOUND_BYTES_MAX } from '../limits.js';
import type { FeedItem } from '../messages.js';
import type { FeedSource } from '../store/feed-source.js';
import type { Validation } from '../validate.js';
import { type Exchange, openExchange, type RequestFacts } from './exchange.js';
import type { Guard } from './guard.js';
import { FEED_QUERY } from './routes.js';

export interface FeedOptions {
  readonly app: TemplatedApp;
  readonly guard: Guard;
  readonly clock: Clock;
  readonly toHeaders: (facts: RequestFacts) => HeaderList;
  /** Whose messages the clients get. */
  readonly source: FeedSource;
}

interface FeedClient {
  readonly topic: string;
}

const TOPIC_ALL = 'all';
/** Seconds without a sign of life after which a client is gone; uWebSockets.js sends pings well before. */
const IDLE_SECONDS = 60;
/** "Going away" (RFC 6455, 7.4.1). */
const CLOSE_GOING_AWAY = 1001;

/**
 * The live feed. A client that does not read is disconnected once `FEED_BACKPRESSURE_BYTES_MAX` wait for it; the
 * others do not notice. Nothing is sent to a client before it is open, and nothing is kept for later.
 */
export class Feed {
  readonly #options: FeedOptions;
  readonly #clients = new Set<WebSocket<FeedClient>>();

  constructor(options: FeedOptions) {
    this.#options = options;
    options.app.ws(FEED_ENDPOINT, this.#behavior());
    options.source.subscribe((items) => this.#publish(items));
  }

  get clientCount(): number {
    return this.#clients.size;
  }

  /** Sends items to everybody who follows their project or everything, in the order given. */
  #publish(items: readonly FeedItem[]): void {
    const { app } = this.#options;
    for (const { projectName, json } of items) {
      app.publish(TOPIC_ALL, json);
      if (projectName !== null) app.publish(toProjectTopic(projectName), json);
    }
  }

  /** Says goodbye to every client. */
  close(): void {
    // A copy, because `end` calls the close handler, which changes the set.
    for (const client of [...this.#clients]) client.end(CLOSE_GOING_AWAY, 'the daemon stops');
  }

  #behavior(): WebSocketBehavior<FeedClient> {
    return {
      maxPayloadLength: FEED_INBOUND_BYTES_MAX,
      maxBackpressure: FEED_BACKPRESSURE_BYTES_MAX,
      closeOnBackpressureLimit: 1,
      idleTimeout: IDLE_SECONDS,
      sendPingsAutomatically: true,
      upgrade: (response, request, context) => {
        this.#upgrade(response, request, context);
      },
      open: (client) => {
        client.subscribe(client.getUserData().topic);
        this.#clients.add(client);
        this.#tellCount();
      },
      close: (client) => {
        this.#clients.delete(client);
        this.#tellCount();
      },
    };
  }

  #upgrade(response: HttpResponse, request: HttpRequest, context: us_socket_context_t): void {
    const exchange = openExchange(response, request, this.#options.toHeaders);
    const topic = this.#admit(exchange);
    if (topic === null) return;
    const key = request.getHeader('sec-websocket-key');
    const protocol = request.getHeader('sec-websocket-protocol');
    const extensions = request.getHeader('sec-websocket-extensions');
    const client: FeedClient = { topic };
    response.upgrade(client, key, protocol, extensions, context);
  }

  /** The topic a client may follow; null when it was refused and answered. */
  #admit({ facts, reply }: Exchange): string | null {
    const { guard, clock } = this.#options;
    const refusal =
      guard.checkRunning() ?? guard.checkHost(facts) ?? guard.checkOrigin(facts) ?? guard.checkToken(facts);
    if (refusal !== null) {
      reply.send(refusal.answer);
      return null;
    }
    const topic = parseTopic(facts.query, clock());
    if (!topic.ok) {
      reply.error('invalid_query', { details: topic.details });
      return null;
    }
    if (this.#clients.size >= FEED_CLIENTS_MAX) {
      reply.error('queue_full', { message: 'The feed has as many clients as it takes; close one and try again.' });
      return null;
    }
    return topic.value;
  }

  #tellCount(): void {
    this.#options.source.setClientCount(this.#clients.size);
  }
}

function parseTopic(query: string, nowMs: number): Validation<string> {
  const valid = FEED_QUERY.parse(query, nowMs);
  if (!valid.ok) return valid;
  const { projectId } = valid.value;
  return { ok: true, value: projectId === undefined ? TOPIC_ALL : toProjectTopic(projectId) };
}

/** The prefix keeps a project of the name `all` apart from the topic of everything. */
function toProjectTopic(projectName: string): string {
  return `project:${projectName}`;
}
