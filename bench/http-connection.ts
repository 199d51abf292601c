// The least HTTP/1.1 that a load needs: one request at a time on a kept-alive connection, bytes in, status out.

import { connect, type Socket } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');
const HEAD_BYTES_MAX = 16 * 1024;
const STATUS_OFFSET = 'HTTP/1.1 '.length;

/** What is read of an answer. */
export interface HttpAnswer {
  readonly status: number;
  /** The seconds of `Retry-After`; null without it. Looked for in answers with 503 only. */
  readonly retryAfterSeconds: number | null;
}

export interface ConnectionEvents {
  /** The whole answer to the request under way has come. */
  answer(answer: HttpAnswer): void;
  /** The connection is of no use any more. Called at most once. */
  failed(reason: string): void;
}

export interface Connection {
  /** Sends a finished request. The bytes must stay as they are until the answer has come. */
  send(bytes: Buffer): void;
  close(): void;
}

/** Resolves when connected. */
export function openConnection(port: number, events: ConnectionEvents): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let isOver = false;
    const end = (reason: string): void => {
      if (isOver) return;
      isOver = true;
      socket.destroy();
      events.failed(reason);
    };
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      socket.on('error', (error) => end(error.message));
      socket.on('close', () => end('the server closed the connection'));
      readAnswers(socket, { answer: (answer) => isOver || events.answer(answer), failed: end });
      resolve({
        send: (bytes) => void socket.write(bytes),
        close() {
          isOver = true;
          socket.destroy();
        },
      });
    });
  });
}

function readAnswers(socket: Socket, events: ConnectionEvents): void {
  let head: Buffer = Buffer.alloc(0);
  let answer: HttpAnswer = { status: 0, retryAfterSeconds: null };
  let bodyBytesLeft = 0;
  const onData = (chunk: Buffer): void => {
    if (bodyBytesLeft > 0) {
      const taken = Math.min(bodyBytesLeft, chunk.length);
      bodyBytesLeft -= taken;
      if (taken < chunk.length) events.failed('more bytes came than the answer has');
      else if (bodyBytesLeft === 0) events.answer(answer);
      return;
    }
    head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
    const end = head.indexOf(HEAD_END);
    if (end === -1) {
      if (head.length > HEAD_BYTES_MAX) events.failed('the head of the answer has no end');
      return;
    }
    const text = head.toString('latin1', 0, end);
    const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
    if (length === undefined) {
      events.failed('the answer has no Content-Length');
      return;
    }
    answer = toAnswer(text);
    bodyBytesLeft = Number(length);
    const rest = head.subarray(end + HEAD_END.length);
    head = Buffer.alloc(0);
    if (bodyBytesLeft === 0) events.answer(answer);
    else if (rest.length > 0) onData(rest);
  };
  socket.on('data', onData);
}

function toAnswer(head: string): HttpAnswer {
  const status = Number(head.slice(STATUS_OFFSET, STATUS_OFFSET + 3));
  const seconds = status === 503 ? /\r\nretry-after: (\d+)/i.exec(head)?.[1] : undefined;
  return { status, retryAfterSeconds: seconds === undefined ? null : Number(seconds) };
}
