// Calls to a daemon that answers as daemons do, over one connection. A busy server makes ten a second, and a call by `node:http`
// costs it more than twice as much (docs/benchmarks.md).

import { validateHeaderValue } from 'node:http';
import { connect, type Socket } from 'node:net';
import { CALL_TIMEOUT_MS } from '../../core/limits.js';
import type { SendAnswer } from '../../core/outbox.js';
import { CONNECT_TIMEOUT_MS, KEPT_CALL_BYTES_MAX, READ_BYTES } from './limits.js';
import { isClosedByPeer, toSilence } from './lost-calls.js';
import { clearTimeout, setTimeout } from './own-timers.js';
import { AnswerReader } from './plain-answer.js';

interface KeptConnectionOptions {
  readonly hostname: string;
  readonly port: number;
  /** Stands before each path. */
  readonly basePath: string;
  /** Header lines of each call but the length, each with its line break. */
  readonly headerLines: string;
}

/** Null where a call takes more than a socket: TLS, a password in the address, a header that may not be sent as it is. */
export function openKeptConnection(
  serverUrl: string,
  headers: Readonly<Record<string, string>>,
): KeptConnection | null {
  const { protocol, username, password, host, hostname, port, pathname, search } = new URL(serverUrl);
  if (protocol !== 'http:' || username !== '' || password !== '' || search !== '') return null;
  const lines = { host, ...headers };
  try {
    for (const [name, value] of Object.entries(lines)) validateHeaderValue(name, value);
  } catch {
    return null;
  }
  return new KeptConnection({
    // The brackets of an IPv6 address belong to the URL.
    hostname: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? 80 : Number(port),
    basePath: pathname.replace(/\/$/, ''),
    headerLines: Object.entries(lines)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join(''),
  });
}

interface Call {
  readonly path: string;
  readonly records: readonly string[];
  readonly resolve: (answer: SendAnswer) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
  /** The connection was idle before: the daemon may have closed it in this moment. */
  readonly isReused: boolean;
  readonly reader: AnswerReader;
}

const NO_BYTES = Buffer.alloc(0);
const HEAD_END = '\r\n\r\n';
/** Of the length of a body. */
const LENGTH_DIGITS_MAX = 9;
const [OPENING, COMMA, CLOSING] = [0x5b, 0x2c, 0x5d];
/** Of UTF-8, of one character of a text. */
const CHAR_BYTES_MAX = 3;

/** One call at a time. Its socket never keeps the process alive. */
class KeptConnection {
  readonly #options: KeptConnectionOptions;
  #socket: Socket | undefined;
  #call: Call | undefined;
  /** For what is sent and what comes, again and again: fresh memory costs a call more than to write it. */
  #sendRoom = NO_BYTES;
  #readRoom = NO_BYTES;

  constructor(options: KeptConnectionOptions) {
    this.#options = options;
  }

  /** A call has no answer yet: no other may be made. */
  get isBusy(): boolean {
    return this.#call !== undefined;
  }

  /** Rejects when no answer comes, and with `UnusualAnswerError` when one comes that takes `node:http` to be read. */
  post(path: string, records: readonly string[]): Promise<SendAnswer> {
    return new Promise((resolve, reject) => {
      const isReused = this.#socket !== undefined;
      this.#socket ??= this.#open();
      const socket = this.#socket;
      const request = this.#toRequest(path, records, socket);
      const timer = setTimeout(() => {
        socket.destroy(toSilence());
      }, CALL_TIMEOUT_MS).unref();
      this.#call = { path, records, resolve, reject, timer, isReused, reader: new AnswerReader() };
      socket.write(request);
    });
  }

  /** A call that has no answer yet is rejected. */
  close(): void {
    this.#socket?.destroy(new Error('errord: closed'));
  }

  /** The records one by one, and the head in front of them, which says how long they are. */
  #toRequest(path: string, records: readonly string[], socket: Socket): Buffer {
    const { basePath, headerLines } = this.#options;
    const start = `POST ${basePath}${path} HTTP/1.1\r\n${headerLines}content-length: `;
    const bodyAt = start.length + LENGTH_DIGITS_MAX + HEAD_END.length;
    const room = this.#roomFor(bodyAt + toBytesMax(records), socket);
    let at = bodyAt;
    for (const record of records) {
      room[at] = at === bodyAt ? OPENING : COMMA;
      at += 1 + room.write(record, at + 1);
    }
    room[at] = CLOSING;
    const head = `${start}${at + 1 - bodyAt}${HEAD_END}`;
    const headAt = bodyAt - head.length;
    room.write(head, headAt, 'latin1');
    return room.subarray(headAt, at + 1);
  }

  #roomFor(byteCount: number, { writableLength }: Socket): Buffer {
    // Of a call that was answered before all of it was sent, the rest still stands in the room.
    if (byteCount > KEPT_CALL_BYTES_MAX || writableLength > 0) return Buffer.allocUnsafe(byteCount);
    if (byteCount > this.#sendRoom.length) {
      // Calls grow little by little when an application does.
      this.#sendRoom = Buffer.allocUnsafeSlow(Math.min(2 * byteCount, KEPT_CALL_BYTES_MAX));
    }
    return this.#sendRoom;
  }

  #open(): Socket {
    const { hostname: host, port } = this.#options;
    if (this.#readRoom.length === 0) this.#readRoom = Buffer.allocUnsafeSlow(READ_BYTES);
    const onread = {
      buffer: this.#readRoom,
      callback: (byteCount: number): boolean => {
        this.#read(socket, this.#readRoom.subarray(0, byteCount));
        return true;
      },
    };
    const socket = connect({ host, port, noDelay: true, onread }).unref();
    const connecting = setTimeout(() => {
      socket.destroy(toSilence());
    }, CONNECT_TIMEOUT_MS).unref();
    let failure: Error | undefined;
    socket.once('connect', () => {
      clearTimeout(connecting);
      // Of a name with several addresses, each has a handle of its own, and only the first one was told.
      socket.unref();
    });
    socket.once('error', (error) => {
      failure = error;
    });
    socket.once('close', () => {
      clearTimeout(connecting);
      if (this.#socket === socket) this.#lose(failure);
    });
    return socket;
  }

  /** The bytes are overwritten by the next ones. */
  #read(socket: Socket, bytes: Buffer): void {
    const call = this.#call;
    if (call === undefined || this.#socket !== socket) {
      // Nobody has asked: who talks there is no daemon.
      socket.destroy();
      return;
    }
    try {
      const plain = call.reader.read(bytes);
      if (plain === null) return;
      this.#settle(call);
      if (plain.isLast) this.#drop(socket);
      call.resolve(plain.answer);
    } catch (error) {
      socket.destroy(error as Error);
    }
  }

  /** The connection is gone. */
  #lose(failure: NodeJS.ErrnoException | undefined): void {
    this.#socket = undefined;
    const call = this.#call;
    if (call === undefined) return;
    this.#settle(call);
    const reason = failure ?? toHangUp();
    const isStale = call.isReused && call.reader.isEmpty && isClosedByPeer(reason);
    if (isStale) this.post(call.path, call.records).then(call.resolve, call.reject);
    else call.reject(reason);
  }

  #settle({ timer }: Call): void {
    clearTimeout(timer);
    this.#call = undefined;
  }

  #drop(socket: Socket): void {
    this.#socket = undefined;
    socket.destroy();
  }
}

/** Of an array of them, which has at least one. */
function toBytesMax(records: readonly string[]): number {
  return records.reduce((sum, { length }) => sum + 1 + length * CHAR_BYTES_MAX, 1);
}

/** As `node:http` calls it. */
function toHangUp(): NodeJS.ErrnoException {
  return Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
}
