import { randomBytes } from 'node:crypto';
import { renameSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerOptions, ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer, Socket } from 'node:net';
import { PORTABLE_HEADER_BYTES_MAX, PORTABLE_PIPELINED_MAX } from '../../limits.js';
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
  /** With the answers that each has not taken whole. */
  readonly #connections = new Map<Socket, Set<PortableResponse>>();
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
      const answer = new PortableResponse(message, response);
      response.once('close', () => answer.abort());
      const open = (facts: Facts | null): void => {
        if (facts === null) return;
        response.detachSocket(stream);
        feed.open(upgrade, facts);
      };
      const admitted = handlers.admit(answer, new PortableRequest(message));
      if (admitted instanceof Promise) void admitted.then(open);
      else open(admitted);
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
    for (const connection of [...this.#connections.keys()]) connection.destroy();
  }

  #createServer(): Server {
    const server = createServer({
      maxHeaderSize: PORTABLE_HEADER_BYTES_MAX,
      headersTimeout: HEAD_MS_MAX,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // The gateway has its own clock for slow bodies.
      requestTimeout: 0,
      connectionsCheckingInterval: HEAD_MS_MAX / 2,
      // From Node 24.9 on, which reads the body of a request for another protocol before it gives its connection away.
      shouldUpgradeCallback: (message: IncomingMessage) => this.#findFeed(message) !== undefined,
    } as ServerOptions);
    // A connection that could not be taken is its client's loss.
    server.on('error', () => undefined);
    server.on('connection', (socket) => this.#take(socket));
    const answer = (message: IncomingMessage, response: ServerResponse): void => this.#answer(message, response);
    server.on('request', answer);
    // What a client expects beside `100-continue` is not ours to know; Node would answer past the gateway.
    server.on('checkExpectation', answer);
    server.on('upgrade', (message, stream, head) => {
      try {
        // Whatever else it is, it did not come from a port.
        if (stream instanceof Socket) this.#upgrade(server, { message, stream, head });
        else stream.destroy();
      } catch {
        // Nothing that a client asks for may end the daemon.
        stream.destroy();
      }
    });
    return server;
  }

  #answer(message: IncomingMessage, response: ServerResponse): void {
    const { socket } = message;
    const open = this.#connections.get(socket);
    if (open === undefined || open.size >= PORTABLE_PIPELINED_MAX) {
      socket.destroy();
      return;
    }
    socket.destroySoon = () => linger(socket);
    // What cannot be written any more is told by the connection.
    response.on('error', () => undefined);
    const answer = new PortableResponse(message, response);
    open.add(answer);
    response.once('close', () => {
      open.delete(answer);
      answer.abort();
    });
    this.#handle(answer, new PortableRequest(message));
  }

  #upgrade(server: Server, upgrade: Upgrade): void {
    const { message, stream } = upgrade;
    const unanswered = this.#connections.get(stream)?.size ?? 0;
    // Behind a request that is not answered yet there is no turn for it.
    if (unanswered > 0) {
      stream.destroy();
      return;
    }
    const open = this.#findFeed(message);
    if (open === undefined) readAgain(server, upgrade);
    else open(upgrade);
  }

  /** The feed whose WebSocket the request asks for. */
  #findFeed({ url, headers }: IncomingMessage): FeedUpgrade | undefined {
    return headers.upgrade?.toLowerCase() === 'websocket' ? this.#feeds.get(url?.split('?', 1)[0] ?? '') : undefined;
  }

  #take(socket: Socket): void {
    // A connection that is read again comes twice.
    if (this.#connections.has(socket)) return;
    if (this.#connections.size >= this.#connectionsMax) {
      socket.destroy();
      return;
    }
    const open = new Set<PortableResponse>();
    this.#connections.set(socket, open);
    // Node listens to it until it is upgraded.
    socket.on('error', () => socket.destroy());
    socket.once('close', () => {
      this.#connections.delete(socket);
      // Also those that wait behind another one, of which Node says nothing.
      for (const answer of open) answer.abort();
    });
  }
}

/** Under another name first: Node takes away the file that it has made when it stops, whoever's it is by then. */
async function listenAt(server: Server, path: string): Promise<(() => void) | null> {
  const made = `${path}.${randomBytes(3).toString('hex')}`;
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
  response.on('error', () => undefined);
  response.assignSocket(stream);
  response.once('finish', () => linger(stream));
  return response;
}

/** Keywords of a head that ask for another protocol. */
const UPGRADE_HEADERS = /^(?:upgrade|connection|http2-settings)$/i;

/**
 * Node before 24.9 gives away a connection that asks for any other protocol, with its body unread. A server may ignore the wish
 * (https://www.rfc-editor.org/rfc/rfc9110#section-7.8), and Java's client says it with each first request: so the request is
 * read again without it.
 */
function readAgain(server: Server, { message, stream, head }: Upgrade): void {
  const { method = 'GET', url = '/', httpVersion, rawHeaders, headers } = message;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  if (/\bclose\b/i.test(headers.connection ?? '')) lines.push('Connection: close');
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (!UPGRADE_HEADERS.test(name)) lines.push(`${name}: ${rawHeaders[at + 1] ?? ''}`);
  }
  stream.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('connection', stream);
}

/**
 * Node closes a connection together with an answer that says so. While a body is still coming that resets the connection,
 * and the answer may never be read: so what comes is read and forgotten, for as long as an honest client takes to close.
 */
function linger(socket: Socket): void {
  socket.end();
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(timer));
}
