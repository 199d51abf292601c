import { renameSync } from 'node:fs';
import { createServer, type Server, ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { PORTABLE_HEADER_BYTES_MAX } from '../../limits.js';
import { toSocketPath } from '../../socket-host.js';
import { listenWith } from '../listen.js';
import { listenOnSocket } from '../unix-socket.js';
import { PortableFeed, type Upgrade } from './portable-feed.js';
import { PortableRequest, PortableResponse } from './portable-messages.js';
import type { FeedHandlers, Listening, Transport, TransportRequest, TransportResponse } from './transport.js';

/** A connection that sends no whole head in this time is closed. */
const HEAD_MS_MAX = 10_000;
/** A connection on which nothing comes between requests is closed. Longer than the pauses of clients that keep theirs. */
const KEEP_ALIVE_MS = 60_000;
/** A connection that ends with its answer may send the rest of its body so long: closed at once, it would lose the answer. */
const LINGER_MS = 3000;

type RequestHandler = (response: TransportResponse, request: TransportRequest) => void;
/** Makes a WebSocket of a connection, or answers it. */
type FeedUpgrade = (upgrade: Upgrade) => void;

/**
 * A server of `node:http` and `ws`, for systems on which uWebSockets.js cannot be loaded: another C library, a version of
 * Node that has no binary yet.
 */
export class PortableTransport implements Transport {
  readonly kind = 'portable';
  readonly #servers = new Set<Server>();
  readonly #connections = new Set<Duplex>();
  /** Requests of each that are not answered. */
  readonly #unanswered = new WeakMap<Duplex, number>();
  readonly #feeds = new Map<string, FeedUpgrade>();
  readonly #feedClosers: (() => void)[] = [];
  #handle: RequestHandler = (response) => response.close();
  #connectionsMax = Number.POSITIVE_INFINITY;

  onRequest(handle: RequestHandler): void {
    this.#handle = handle;
  }

  onFeed<Facts>(path: string, handlers: FeedHandlers<Facts>): void {
    const feed = new PortableFeed(handlers);
    this.#feedClosers.push(() => feed.close());
    this.#feeds.set(path, (upgrade) => {
      const { message, stream } = upgrade;
      const response = answerOn(upgrade);
      const facts = handlers.admit(new PortableResponse(message, response), new PortableRequest(message));
      if (facts === null) return;
      response.detachSocket(stream);
      feed.open(upgrade, facts);
    });
  }

  limitConnections(connectionsMax: number): void {
    this.#connectionsMax = connectionsMax;
  }

  async listen(host: string, port: number): Promise<Listening> {
    const server = this.#createServer();
    this.#servers.add(server);
    const path = toSocketPath(host);
    if (path !== null) return listenOnSocket(path, (free) => listenAt(server, free));
    await listenWith(server, host, port);
    return { port: (server.address() as AddressInfo).port, close: () => stopListening(server) };
  }

  close(): void {
    for (const server of this.#servers) stopListening(server);
    for (const close of this.#feedClosers) close();
    for (const connection of [...this.#connections]) connection.destroy();
  }

  #createServer(): Server {
    const server = createServer({
      maxHeaderSize: PORTABLE_HEADER_BYTES_MAX,
      // What the gateway says of a host that is missing is its own.
      requireHostHeader: false,
      headersTimeout: HEAD_MS_MAX,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // The gateway has its own clock for slow bodies.
      requestTimeout: 0,
      connectionsCheckingInterval: HEAD_MS_MAX / 2,
    });
    server.on('connection', (socket) => this.#take(socket));
    server.on('request', (message, response) => {
      lingerOnClose(response, message.socket);
      // What cannot be written any more is told by `close`.
      response.on('error', () => undefined);
      this.#count(message.socket, 1);
      response.once('close', () => this.#count(message.socket, -1));
      this.#handle(new PortableResponse(message, response), new PortableRequest(message));
    });
    server.on('upgrade', (message, stream, head) => {
      stream.on('error', () => stream.destroy());
      // Behind a request that is not answered yet there is no turn for it.
      if (!(stream instanceof Socket) || (this.#unanswered.get(stream) ?? 0) > 0) {
        stream.destroy();
        return;
      }
      const path = message.url?.split('?', 1)[0] ?? '';
      const isWebSocket = message.headers.upgrade?.toLowerCase() === 'websocket';
      const open = isWebSocket ? this.#feeds.get(path) : undefined;
      if (open === undefined) readAgain(server, { message, stream, head });
      else open({ message, stream, head });
    });
    return server;
  }

  #count(socket: Duplex, change: number): void {
    this.#unanswered.set(socket, (this.#unanswered.get(socket) ?? 0) + change);
  }

  #take(socket: Duplex): void {
    // A connection that is read again comes twice.
    if (this.#connections.has(socket)) return;
    if (this.#connections.size >= this.#connectionsMax) {
      socket.destroy();
      return;
    }
    this.#connections.add(socket);
    socket.once('close', () => this.#connections.delete(socket));
  }
}

/** Under another name first: Node takes away the file that it has made when it stops, whoever's it is by then. */
async function listenAt(server: Server, path: string): Promise<(() => void) | null> {
  const made = `${path}~`;
  const isListening = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen({ path: made, exclusive: true }, () => resolve(true));
  });
  if (!isListening) return null;
  renameSync(made, path);
  return () => stopListening(server);
}

/** Not with the `close` of the HTTP server, which ends the connections too that wait for their next request. */
function stopListening(server: Server): void {
  NetServer.prototype.close.call(server);
}

/** Answers a request whose connection Node has given away; the answer ends the connection. */
function answerOn({ message, stream }: Upgrade): ServerResponse {
  const response = new ServerResponse(message);
  response.shouldKeepAlive = false;
  response.assignSocket(stream);
  response.once('finish', () => stream.end());
  return response;
}

/** Keywords of a head that ask for another protocol. */
const UPGRADE_HEADERS = /^(?:upgrade|connection|http2-settings)$/i;

/**
 * Node gives away a connection that asks for any other protocol, with its body unread. A server may ignore the wish
 * (https://www.rfc-editor.org/rfc/rfc9110#section-7.8), and Java's client says it with each first request: so the request is
 * read again without it.
 */
function readAgain(server: Server, { message, stream, head }: Upgrade): void {
  const { method = 'GET', url = '/', rawHeaders } = message;
  const lines = [`${method} ${url} HTTP/1.1`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (!UPGRADE_HEADERS.test(name)) lines.push(`${name}: ${rawHeaders[at + 1] ?? ''}`);
  }
  stream.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('connection', stream);
}

/**
 * Node closes a connection together with an answer that says so. While a body is still coming that resets the connection,
 * and the answer may never be read.
 */
function lingerOnClose(response: ServerResponse, socket: Socket): void {
  socket.destroySoon = () => {
    socket.end();
    if (response.req.complete) return;
    socket.resume();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
}
