// What the gateway needs of a server for HTTP and WebSockets, in the words of uWebSockets.js, whose objects serve as they
// are: a layer between would cost every call. `portable.ts` is the other one that speaks them.

/** One request. Valid until the handler that gets it returns. */
export interface TransportRequest {
  /** Every header line, names in lower case. */
  forEach(visit: (name: string, value: string) => void): void;
  /** The first one of this name, which is in lower case; empty when it is absent. */
  getHeader(name: string): string;
  getMethod(): string;
  /** The path, not decoded. */
  getUrl(): string;
  /** What follows `?`; undefined where nothing does. */
  getQuery(): string | undefined;
}

/** The way to answer a request, and to read its body. */
export interface TransportResponse {
  /** Calls back when the connection ends before the answer has. */
  onAborted(listener: () => void): unknown;
  /** Chunks are valid until the listener returns. */
  onData(listener: (chunk: ArrayBuffer | Uint8Array, isLast: boolean) => void): unknown;
  /** What is written in `write` goes out as one piece. */
  cork(write: () => void): unknown;
  /** Such as `200 OK`. Before all headers. */
  writeStatus(status: string): unknown;
  writeHeader(name: string, value: string): unknown;
  end(body?: string | Uint8Array, closeConnection?: boolean): unknown;
  /** For statuses that have no body, and for HEAD. */
  endWithoutBody(): unknown;
  /**
   * Sends what the system takes of a body of so many bytes, or of the rest of it. The answer: whether it takes more, and
   * whether the body has gone whole.
   */
  tryEnd(body: string | Uint8Array, totalBytes: number): [isTaken: boolean, isOver: boolean];
  /** Calls back when the system takes more, with the count of bytes that it has. */
  onWritable(listener: (offset: number) => boolean): unknown;
  /** Ends the connection at once. */
  close(): unknown;
  /** Its 4 or 16 bytes; none when the connection has gone. */
  getRemoteAddress(): ArrayBuffer;
}

/** One WebSocket connection. */
export interface FeedSocket<Facts> {
  getUserData(): Facts;
  /** 1 when the system takes more. */
  send(bytes: Uint8Array): number;
  ping(text: string): unknown;
  cork(write: () => void): unknown;
  /** Bytes that wait for the system to take them. */
  getBufferedAmount(): number;
  /** Says goodbye. */
  end(code: number, reason: string): unknown;
  /** Ends the connection at once. */
  close(): unknown;
}

export interface FeedHandlers<Facts> {
  /** A longer message from a client ends its connection. */
  readonly inboundBytesMax: number;
  /** So much may wait for one client, whatever happens. */
  readonly bufferedBytesMax: number;
  /** Seconds without a sign of life after which a client is gone; it is pinged well before. */
  readonly idleSeconds: number;
  /** What is kept with the connection, now or soon; null when it was refused and answered, or has gone. */
  readonly admit: (response: TransportResponse, request: TransportRequest) => Facts | null | Promise<Facts | null>;
  readonly open: (socket: FeedSocket<Facts>) => void;
  /** The system has taken what waited, or some of it. */
  readonly drain: (socket: FeedSocket<Facts>) => void;
  readonly pong: (socket: FeedSocket<Facts>, message: ArrayBuffer | Uint8Array) => void;
  /** Nothing may be sent any more. */
  readonly close: (socket: FeedSocket<Facts>) => void;
}

export interface Listening {
  readonly port: number;
  /** No more connections are taken. */
  close(): void;
}

/** A server. Handlers are set before it listens. */
export interface Transport {
  readonly kind: TransportKind;
  onRequest(handle: (response: TransportResponse, request: TransportRequest) => void): void;
  /** WebSockets on this path. */
  onFeed<Facts>(path: string, handlers: FeedHandlers<Facts>): void;
  /** Connections past so many are closed as they come. */
  limitConnections(connectionsMax: number): void;
  /** Rejects with `port_in_use` or `address_unavailable`. */
  listen(host: string, port: number): Promise<Listening>;
  /** Ends every connection. */
  close(): void;
}

export type TransportKind = 'native' | 'portable';
