import type { TemplatedApp, us_listen_socket } from 'uWebSockets.js';
import { ErrordError } from '../../errors.js';
import { toSocketPath } from '../../socket-host.js';
import { assertCanListen } from '../listen.js';
import { listenOnSocket } from '../unix-socket.js';
import type { NativeServer } from './native-server.js';
import type { FeedHandlers, Listening, Transport, TransportRequest, TransportResponse } from './transport.js';
import type {} from './uws-types.js';

/** `LIBUS_LISTEN_EXCLUSIVE_PORT`: without it a second daemon would silently share the port (SO_REUSEPORT). */
const EXCLUSIVE_PORT = 1;

/** A server of uWebSockets.js. */
export class NativeTransport implements Transport {
  readonly kind = 'native';
  readonly #server: NativeServer;
  readonly #app: TemplatedApp;

  constructor(server: NativeServer) {
    this.#server = server;
    this.#app = server.App();
  }

  onRequest(handle: (response: TransportResponse, request: TransportRequest) => void): void {
    this.#app.any('/*', handle);
  }

  onFeed<Facts>(path: string, handlers: FeedHandlers<Facts>): void {
    const { admit, open, drain, pong, close } = handlers;
    this.#app.ws<Facts>(path, {
      maxPayloadLength: handlers.inboundBytesMax,
      maxBackpressure: handlers.bufferedBytesMax,
      idleTimeout: handlers.idleSeconds,
      sendPingsAutomatically: true,
      upgrade: (response, request, context) => {
        const admitted = admit(response, request);
        if (admitted === null) return;
        const key = request.getHeader('sec-websocket-key');
        const protocol = request.getHeader('sec-websocket-protocol');
        const extensions = request.getHeader('sec-websocket-extensions');
        const upgrade = (facts: Facts | null): void => {
          if (facts !== null) response.cork(() => response.upgrade(facts, key, protocol, extensions, context));
        };
        if (admitted instanceof Promise) void admitted.then(upgrade);
        else upgrade(admitted);
      },
      open,
      drain,
      pong,
      close,
    });
  }

  limitConnections(connectionsMax: number): void {
    let count = 0;
    this.#app.filter((response, change) => {
      // 1 for a connection that comes, -1 for one that has gone, also when it was closed here.
      count += Number(change);
      if (count > connectionsMax) response.close();
    });
  }

  async listen(host: string, port: number): Promise<Listening> {
    const path = toSocketPath(host);
    if (path !== null) return listenOnSocket(path, (free) => this.#listenAt(free));
    const socket = await new Promise<us_listen_socket | false>((resolve) => {
      this.#app.listen(host, port, EXCLUSIVE_PORT, resolve);
    });
    if (socket !== false) return { port: this.#server.us_socket_local_port(socket), close: this.#toCloser(socket) };
    // uWebSockets.js does not say why it could not listen; Node does when it tries the same.
    await assertCanListen(host, port);
    throw new ErrordError('address_unavailable', `Cannot listen on ${host} port ${port}.`);
  }

  close(): void {
    this.#app.close();
  }

  /** The file is the owner's alone. */
  async #listenAt(path: string): Promise<(() => void) | null> {
    const socket = await new Promise<us_listen_socket | false>((resolve) => {
      this.#app.listen_unix(resolve, path);
    });
    return socket === false ? null : this.#toCloser(socket);
  }

  #toCloser(socket: us_listen_socket): () => void {
    return () => this.#server.us_listen_socket_close(socket);
  }
}
