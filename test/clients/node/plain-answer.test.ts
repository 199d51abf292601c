import assert from 'node:assert/strict';
import {
  ANSWER_CHARS_MAX,
  ANSWER_HEAD_BYTES_MAX,
  ANSWER_PIECES_MAX,
  CHUNK_ENDS_MAX,
} from '../../../clients/node/src/limits.js';
import { AnswerReader, parseAnswerHead, UnusualAnswerError } from '../../../clients/node/src/plain-answer.js';

const parse = (text: string) => parseAnswerHead(Buffer.from(text, 'latin1'));

describe('the head of an answer', () => {
  it('says the status, when to come again, and where the body is', () => {
    const head = 'HTTP/1.1 503 Service Unavailable\r\nRetry-After: 7\r\ncontent-length: 12\r\n\r\n';
    assert.deepEqual(parse(`${head}{"error":1}`), {
      status: 503,
      retryAfter: '7',
      bodyAt: head.length,
      bodyBytes: 12,
      isLast: false,
    });
  });

  it('is awaited until it is whole', () => {
    const head = 'HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\n';
    for (let length = 0; length < head.length; length++) assert.equal(parse(head.slice(0, length)), null);
    assert.equal(parse(head)?.bodyBytes, 2);
  });

  it('says when no other call may follow', () => {
    for (const [line, isLast] of [
      ['Connection: close', true],
      ['connection: Keep-Alive, Close', true],
      ['Connection: keep-alive', false],
      ['X: close', false],
    ] as const) {
      assert.equal(parse(`HTTP/1.1 200 OK\r\n${line}\r\nContent-Length: 0\r\n\r\n`)?.isLast, isLast, line);
    }
  });

  it('is not read where it takes more than a look', () => {
    for (const text of [
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n',
      'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\n',
      'HTTP/1.1 200 OK\r\n\r\n',
      'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n',
      'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n',
      'HTTP/1.1 100 Continue\r\nContent-Length: 0\r\n\r\n',
      'HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\n',
      'HTTP/1.1 OK\r\nContent-Length: 2\r\n\r\n',
      'SSH-2.0-OpenSSH_9.2\r\n\r\n',
    ]) {
      assert.throws(() => parse(text), UnusualAnswerError, text);
    }
  });

  it('is not read past its limits', () => {
    const toHead = (fill: number) => `HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX: ${'x'.repeat(fill)}\r\n\r\n`;
    const fill = ANSWER_HEAD_BYTES_MAX - (toHead(0).length - '\r\n\r\n'.length);
    assert.equal(parse(toHead(fill))?.status, 200);
    assert.throws(() => parse(toHead(fill + 1)), UnusualAnswerError);
    assert.equal(parse('x'.repeat(ANSWER_HEAD_BYTES_MAX)), null);
    assert.throws(() => parse('x'.repeat(ANSWER_HEAD_BYTES_MAX + 1)), UnusualAnswerError);
    const toLong = (length: number) => `HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\n`;
    assert.equal(parse(toLong(ANSWER_CHARS_MAX))?.bodyBytes, ANSWER_CHARS_MAX);
    assert.throws(() => parse(toLong(ANSWER_CHARS_MAX + 1)), UnusualAnswerError);
  });
});

describe('an answer', () => {
  const HEAD = 'HTTP/1.1 207 Multi-Status\r\n';
  const readAll = (pieces: readonly string[]) => {
    const reader = new AnswerReader();
    const room = Buffer.alloc(ANSWER_CHARS_MAX + 1);
    const answers = pieces.map((piece) => {
      // What comes is read into the same room each time.
      return reader.read(room.subarray(0, room.write(piece, 'latin1')));
    });
    assert.ok(answers.slice(0, -1).every((answer) => answer === null));
    return answers.at(-1) ?? null;
  };
  const toPieces = (text: string, length: number) => text.match(new RegExp(`[^]{1,${length}}`, 'g')) ?? [];

  it('is the same in whatever pieces it comes, by length and in chunks', () => {
    const bodies = ['', '[]', '[{"code":"queue_full"}]', '0\r\n\r\n', 'a0\r\n\r\n0\r\n\r\nb'];
    for (const body of bodies) {
      const chunks = toPieces(body, 3).map((chunk) => `${chunk.length.toString(16)};x=1\r\n${chunk}\r\n`);
      const last = '0;y\r\nX-Sum: 1\r\n\r\n';
      const answers = [
        `${HEAD}Transfer-Encoding: chunked\r\n\r\n${chunks.join('')}${last}`,
        `${HEAD}Content-Length: ${body.length}\r\n\r\n${body}`,
        `${HEAD}Transfer-Encoding: Chunked\r\n\r\n${chunks.join('')}0\r\n\r\n`,
      ];
      for (const text of answers) {
        for (const length of [1, 2, 7, text.length]) {
          const answer = { status: 207, retryAfter: null, body };
          assert.deepEqual(readAll(toPieces(text, length)), { answer, isLast: false }, `${text} by ${length}`);
        }
      }
    }
  });

  it('is the last of its connection when more comes than it should have', () => {
    assert.equal(readAll([`${HEAD}Content-Length: 2\r\n\r\n[]x`])?.isLast, true);
  });

  it('is not read in too many pieces', () => {
    const toPieceCount = (count: number) => [
      `${HEAD}Content-Length: ${count + 1}\r\n\r\n`,
      ...Array.from({ length: count }, () => 'x'),
    ];
    assert.equal(readAll(toPieceCount(ANSWER_PIECES_MAX - 1)), null);
    assert.throws(() => readAll(toPieceCount(ANSWER_PIECES_MAX)), UnusualAnswerError);
  });

  it('is not read in chunks without a length, past a length, or that seem to end too often', () => {
    const head = `${HEAD}Transfer-Encoding: chunked\r\n\r\n`;
    assert.throws(() => readAll([`${head}x\r\n\r\n0\r\n\r\n`]), UnusualAnswerError);
    const fill = 'x'.repeat(ANSWER_CHARS_MAX - head.length);
    assert.equal(readAll([head, fill]), null);
    assert.throws(() => readAll([head, `${fill}x`]), UnusualAnswerError);
    const toEnds = (count: number) => [`${head}ff\r\n`, ...Array.from({ length: count }, () => '0\r\n\r\n')];
    assert.equal(readAll(toEnds(CHUNK_ENDS_MAX)), null);
    assert.throws(() => readAll(toEnds(CHUNK_ENDS_MAX + 1)), UnusualAnswerError);
  });
});
