import type { IncomingMessage, ServerResponse } from 'node:http';
import { PORTABLE_WRITE_BYTES } from '../../limits.js';
import type { TransportRequest, TransportResponse } from './transport.js';

const NO_BYTES = new Uint8Array(0);
const NOT_ASCII = /[\x80-\xff]/;

/** A request of `node:http` in the words of the transport. */
export class PortableRequest implements TransportRequest {
  readonly #message: IncomingMessage;
  readonly #url: string;
  readonly #queryAt: number;

  constructor(message: IncomingMessage) {
    this.#message = message;
    this.#url = message.url ?? '/';
    this.#queryAt = this.#url.indexOf('?');
  }

  forEach(visit: (name: string, value: string) => void): void {
    const { rawHeaders } = this.#message;
    for (let at = 0; at < rawHeaders.length; at += 2) {
      visit((rawHeaders[at] ?? '').toLowerCase(), toUtf8(rawHeaders[at + 1] ?? ''));
    }
  }

  getHeader(name: string): string {
    const { rawHeaders } = this.#message;
    for (let at = 0; at < rawHeaders.length; at += 2) {
      if (rawHeaders[at]?.toLowerCase() === name) return toUtf8(rawHeaders[at + 1] ?? '');
    }
    return '';
  }

  getMethod(): string {
    return this.#message.method ?? '';
  }

  getUrl(): string {
    return this.#queryAt < 0 ? this.#url : this.#url.slice(0, this.#queryAt);
  }

  getQuery(): string | undefined {
    return this.#queryAt < 0 ? undefined : this.#url.slice(this.#queryAt + 1);
  }
}

/** Node reads headers as Latin-1; what clients send is UTF-8. */
function toUtf8(value: string): string {
  return NOT_ASCII.test(value) ? Buffer.from(value, 'latin1').toString('utf8') : value;
}

/** The answer to a request of `node:http` in the words of the transport. */
export class PortableResponse implements TransportResponse {
  readonly #message: IncomingMessage;
  readonly #response: ServerResponse;
  #status = 200;
  readonly #headers: string[] = [];
  #sentBytes = 0;
  /** Everything is written. The system may not have taken it. */
  #isEnded = false;
  #onAborted: (() => void) | null = null;

  constructor(message: IncomingMessage, response: ServerResponse) {
    this.#message = message;
    this.#response = response;
  }

  onAborted(listener: () => void): void {
    this.#onAborted = listener;
  }

  /** The connection has gone. Says so unless the answer went whole; called again, does nothing. */
  abort(): void {
    const listener = this.#onAborted;
    this.#onAborted = null;
    if (!this.#isTaken) listener?.();
  }

  onData(listener: (chunk: Uint8Array, isLast: boolean) => void): void {
    this.#message.on('data', (chunk: Buffer) => listener(chunk, false));
    this.#message.once('end', () => listener(NO_BYTES, true));
  }

  /** Node gathers what one turn writes. */
  cork(write: () => void): void {
    write();
  }

  writeStatus(status: string): void {
    this.#status = Number.parseInt(status, 10);
  }

  writeHeader(name: string, value: string): void {
    this.#headers.push(name, toHeaderText(value));
  }

  end(body: string | Uint8Array = NO_BYTES, closeConnection = false): void {
    if (closeConnection) this.#headers.push('Connection', 'close');
    this.#writeHead(Buffer.byteLength(body));
    this.#endWith(body);
  }

  endWithoutBody(): void {
    this.#writeHead(null);
    this.#endWith(NO_BYTES);
  }

  tryEnd(body: string | Uint8Array, totalBytes: number): [isTaken: boolean, isOver: boolean] {
    if (!this.#response.headersSent) this.#writeHead(totalBytes);
    if (!this.#isEnded && totalBytes <= PORTABLE_WRITE_BYTES) {
      this.#sentBytes = totalBytes;
      this.#endWith(body);
    } else if (!this.#isEnded) {
      this.#writeSome(typeof body === 'string' ? Buffer.from(body) : body);
    }
    return [this.#isTaken, this.#isTaken];
  }

  onWritable(listener: (offset: number) => boolean): void {
    const tell = (): void => void listener(this.#sentBytes);
    this.#response.on('drain', tell);
    this.#response.once('finish', tell);
  }

  close(): void {
    this.#message.socket.destroy();
  }

  getRemoteAddress(): ArrayBuffer {
    return toAddressBytes(this.#message.socket.remoteAddress ?? '');
  }

  /** The system has everything. Behind another answer of its connection, an answer has no socket yet. */
  get #isTaken(): boolean {
    const { socket, writableFinished } = this.#response;
    return this.#isEnded && (writableFinished || socket?.writableLength === 0);
  }

  #writeSome(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at += PORTABLE_WRITE_BYTES) {
      const piece = bytes.subarray(at, at + PORTABLE_WRITE_BYTES);
      this.#sentBytes += piece.length;
      if (!this.#response.write(piece)) return;
    }
    this.#endWith(NO_BYTES);
  }

  #writeHead(bodyBytes: number | null): void {
    if (bodyBytes !== null) this.#headers.push('Content-Length', String(bodyBytes));
    this.#response.writeHead(this.#status, this.#headers);
  }

  #endWith(body: string | Uint8Array): void {
    this.#isEnded = true;
    this.#response.end(body);
  }
}

const CONTROL = /[\x00-\x08\x0a-\x1f\x7f]/g;

/** The bytes of its UTF-8, as a text that Node writes as they are; it throws at what no header may hold. */
function toHeaderText(value: string): string {
  return Buffer.from(value, 'utf8').toString('latin1').replace(CONTROL, ' ');
}

/** `192.0.2.1` in 4 bytes, `2001:db8::1%eth0` in 16; none of anything else. */
export function toAddressBytes(address: string): ArrayBuffer {
  const [text = ''] = address.split('%');
  const dotted = /(?:^|:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(text);
  const tail = dotted === null ? [] : dotted.slice(1).map(Number);
  if (dotted !== null && dotted.index === 0 && !text.startsWith(':')) return new Uint8Array(tail).buffer;
  const [head = '', rest] = (dotted === null ? text : text.slice(0, text.lastIndexOf(':'))).split('::', 2);
  const front = toGroupBytes(head);
  const back = [...toGroupBytes(rest ?? ''), ...tail];
  const zeros = 16 - front.length - back.length;
  if (zeros < 0 || (rest === undefined && zeros > 0)) return new ArrayBuffer(0);
  return new Uint8Array([...front, ...new Array<number>(zeros).fill(0), ...back]).buffer;
}

function toGroupBytes(groups: string): number[] {
  return groups
    .split(':')
    .filter((group) => group !== '')
    .flatMap((group) => {
      const value = Number.parseInt(group, 16);
      return [value >> 8, value & 0xff];
    });
}
