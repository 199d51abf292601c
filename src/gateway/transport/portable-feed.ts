import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type RawData, type WebSocket, WebSocketServer } from '#ws';
import { PORTABLE_SOCKET_BYTES } from '../../limits.js';
import type { FeedHandlers, FeedSocket } from './transport.js';

/** How often clients are asked for a sign of life within the time that they have for one. */
const PINGS_PER_IDLE_TIME = 3;
/** What a client has for its goodbye. */
const GOODBYE_MS = 1000;

/** A connection that would like to be a WebSocket. */
export interface Upgrade {
  readonly message: IncomingMessage;
  readonly stream: Socket;
  /** What has come behind the head. */
  readonly head: Buffer;
}

/** A connection of `ws` in the words of the transport. */
class PortableFeedSocket<Facts> implements FeedSocket<Facts> {
  readonly #socket: WebSocket;
  readonly #stream: Socket;
  readonly #facts: Facts;
  readonly #onClose: (socket: PortableFeedSocket<Facts>) => void;
  readonly #onSent: () => void;
  #isOver = false;
  /** On the clock of `performance.now()`. */
  heardAtMs = performance.now();

  constructor(
    { socket, stream }: { readonly socket: WebSocket; readonly stream: Socket },
    facts: Facts,
    on: Pick<FeedHandlers<Facts>, 'drain' | 'close'>,
  ) {
    this.#socket = socket;
    this.#stream = stream;
    this.#facts = facts;
    this.#onClose = on.close;
    this.#onSent = () => {
      if (!this.#isOver) on.drain(this);
    };
  }

  getUserData(): Facts {
    return this.#facts;
  }

  send(bytes: Uint8Array): number {
    this.#socket.send(bytes, { binary: false }, this.#onSent);
    return this.getBufferedAmount() === 0 ? 1 : 0;
  }

  ping(text: string): void {
    this.#socket.ping(text);
  }

  cork(write: () => void): void {
    this.#stream.cork();
    write();
    this.#stream.uncork();
  }

  /** A stream counts what was written in this turn, taken or not: only what is more than that is known to wait. */
  getBufferedAmount(): number {
    const { bufferedAmount } = this.#socket;
    return bufferedAmount > PORTABLE_SOCKET_BYTES ? bufferedAmount : 0;
  }

  end(code: number, reason: string): void {
    this.#socket.close(code, reason);
    setTimeout(() => this.#socket.terminate(), GOODBYE_MS).unref();
    this.over();
  }

  close(): void {
    this.#socket.terminate();
    this.over();
  }

  /** The connection is gone, or nothing more is sent on it. */
  over(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#onClose(this);
  }
}

/** WebSockets on one path. */
export class PortableFeed<Facts> {
  readonly #handlers: FeedHandlers<Facts>;
  readonly #server: WebSocketServer;
  readonly #sockets = new Set<PortableFeedSocket<Facts>>();
  readonly #timer: NodeJS.Timeout;

  constructor(handlers: FeedHandlers<Facts>) {
    this.#handlers = handlers;
    this.#server = new WebSocketServer({ noServer: true, maxPayload: handlers.inboundBytesMax, clientTracking: false });
    const idleMs = handlers.idleSeconds * 1000;
    this.#timer = setInterval(() => this.#keepAlive(idleMs), idleMs / PINGS_PER_IDLE_TIME).unref();
  }

  /** Makes a WebSocket of a connection that was admitted. */
  open({ message, stream, head }: Upgrade, facts: Facts): void {
    const { open, drain, pong, close } = this.#handlers;
    this.#server.handleUpgrade(message, stream, head, (webSocket) => {
      const socket = new PortableFeedSocket({ socket: webSocket, stream }, facts, {
        drain,
        close: () => {
          this.#sockets.delete(socket);
          close(socket);
        },
      });
      const hear = (): void => void (socket.heardAtMs = performance.now());
      webSocket.on('message', hear);
      webSocket.on('ping', hear);
      webSocket.on('pong', (data: RawData) => {
        hear();
        if (Buffer.isBuffer(data)) pong(socket, data);
      });
      // What a client did wrong ends its connection; there is nobody to tell.
      webSocket.on('error', () => socket.close());
      webSocket.once('close', () => socket.over());
      this.#sockets.add(socket);
      open(socket);
    });
  }

  close(): void {
    clearInterval(this.#timer);
    for (const socket of [...this.#sockets]) socket.close();
  }

  #keepAlive(idleMs: number): void {
    const nowMs = performance.now();
    for (const socket of [...this.#sockets]) {
      if (nowMs - socket.heardAtMs > idleMs) socket.close();
      else socket.ping('');
    }
  }
}
