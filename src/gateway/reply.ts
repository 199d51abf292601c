import { STATUS_CODES } from 'node:http';
import type { ErrorCode } from '../errors.js';
import {
  type ErrorAnswerFacts,
  type HeaderList,
  type HttpAnswer,
  toErrorAnswer,
  toJsonAnswer,
} from '../http-answer.js';
import { ANSWER_WHOLE_BYTES_MAX } from '../limits.js';
import type { Outgoing, WaitingAnswer } from './outgoing.js';
import type { TransportResponse } from './transport/transport.js';

export interface ReplyOptions {
  /** Answer with headers only, as HEAD wants. */
  readonly headOnly: boolean;
  /** Headers of every answer on this exchange. */
  readonly headers: HeaderList;
  /** Where answers wait that are not taken at once. */
  readonly outgoing: Outgoing;
}

/**
 * For answers given while the body is still coming. Clients must know that they cannot send another request after it
 * on this connection; closing is left to them, because a close from here could reset it before the answer was read.
 */
export const CLOSE_HEADERS: HeaderList = [['Connection', 'close']];

/**
 * The one way to answer an exchange: at most once, and never after the connection is gone. Must be opened before the
 * route handler returns, because uWebSockets.js ends the process when a pending response has no abort handler.
 */
export class Reply {
  readonly #response: TransportResponse;
  readonly #options: ReplyOptions;
  #state: 'open' | 'answered' | 'aborted' = 'open';
  #abortListener: (() => void) | null = null;
  readonly #added: [name: string, value: string][] = [];
  #closing = false;
  #waiting: WaitingAnswer | null = null;

  constructor(response: TransportResponse, options: ReplyOptions) {
    this.#response = response;
    this.#options = options;
    response.onAborted(() => {
      this.#waiting?.end();
      if (this.#state !== 'open') return;
      this.#state = 'aborted';
      this.#abortListener?.();
    });
  }

  /** Whatever the answer will be, it has this header too. */
  addHeader(name: string, value: string): void {
    this.#added.push([name, value]);
  }

  /** Calls back when the connection ends before the answer; the last listener wins, null removes it. */
  onAborted(listener: (() => void) | null): void {
    this.#abortListener = listener;
  }

  /**
   * Sends the answer if nobody has and somebody is there to read it. A large one for which there is no room becomes
   * `queue_full`.
   */
  send(answer: HttpAnswer): void {
    if (this.#state !== 'open') return;
    this.#state = 'answered';
    this.#abortListener = null;
    const fitting = this.#fits(answer) ? answer : toErrorAnswer('queue_full', NO_ROOM);
    this.#response.cork(() => {
      this.#write(fitting);
    });
  }

  /** Sends JSON text, or its bytes. */
  json(status: number, body: string | Uint8Array): void {
    this.send(toJsonAnswer(status, body));
  }

  /** Sends the error answer of a code; with `Retry-After` when it is worth trying again. */
  error(code: ErrorCode, facts?: ErrorAnswerFacts): void {
    this.send(toErrorAnswer(code, facts));
  }

  /**
   * Answers with the error and ends the connection: what follows on it cannot be told from the body. In a later turn,
   * because uWebSockets.js ends a connection on which another request comes before the answer, and otherwise takes it.
   */
  end(code: ErrorCode): void {
    this.#closing = true;
    setImmediate(() => this.error(code));
  }

  /** Small answers go out whole, or their connection ends. */
  #fits({ body = '' }: HttpAnswer): boolean {
    const byteCount = Buffer.byteLength(body);
    const { headOnly, outgoing } = this.#options;
    return headOnly || byteCount <= ANSWER_WHOLE_BYTES_MAX || outgoing.hasRoom(byteCount);
  }

  #write({ status, headers = [], body = '' }: HttpAnswer): void {
    const response = this.#response;
    response.writeStatus(`${status} ${STATUS_CODES[status] ?? ''}`);
    for (const [name, value] of this.#options.headers) response.writeHeader(name, value);
    for (const [name, value] of this.#added) response.writeHeader(name, value);
    for (const [name, value] of headers) response.writeHeader(name, value);
    if (status === 204 || status === 304) {
      response.endWithoutBody();
    } else if (this.#options.headOnly) {
      // Not `end`, which would send the body too, and not `endWithoutBody(length)`, after which the response stays
      // pending and the next request on the connection ends it.
      response.writeHeader('Content-Length', String(Buffer.byteLength(body)));
      response.endWithoutBody();
    } else if (body.length === 0) {
      response.end();
    } else {
      if (this.#closing) {
        response.end(body, true);
        return;
      }
      // Not `end`, which copies what the system does not take into a buffer of the socket that nobody counts.
      const [, isOver] = response.tryEnd(body, Buffer.byteLength(body));
      if (!isOver) this.#waiting = this.#options.outgoing.sendRest(response, body);
    }
  }
}

const NO_ROOM = { message: 'Too many answers wait for clients that do not read them; try again.' };
