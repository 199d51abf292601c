import { ProjectHeader } from '../../schemas/common.js';
import type { Clock } from '../clock.js';
import { assertNever } from '../errors.js';
import type { HeaderList, HttpAnswer } from '../http-answer.js';
import { INGEST_BODY_BYTES_MAX, INGEST_WINDOW_BYTES_MIN, REFUSED_BODY_BYTES_MAX } from '../limits.js';
import type { Logger } from '../log.js';
import type { BatchResult, BodyFormat, CommitReport, DialectName, IngestCall, IngestForm } from '../messages.js';
import type { Drop, Rejection } from '../outcome.js';
import { compileBody } from '../validate.js';
import type { AnswerFacts } from '../workers/dialects/dialect.js';
import { DIALECTS } from '../workers/dialects/dialects.js';
import type { DigestPool } from '../workers/pool.js';
import type { Admission } from './admission.js';
import type { Body } from './body.js';
import type { IngestRefusalCode, Refusal } from './entry.js';
import type { Exchange } from './exchange.js';
import type { OutcomeCounters } from './outcome-counters.js';
import type { ReachedLimits } from './reached-limits.js';
import { CLOSE_HEADERS, type Reply } from './reply.js';
import { SlowSenders } from './slow-senders.js';

export interface IngestOptions {
  readonly pool: Pick<DigestPool, 'submit' | 'buffers'>;
  readonly counters: OutcomeCounters;
  readonly admission: Admission;
  readonly reachedLimits: ReachedLimits;
  readonly clock: Clock;
  readonly log: Logger;
  /** Senders must bring `INGEST_WINDOW_BYTES_MIN` in each such time. */
  readonly windowMs: number;
  /** Called when an admitted call is over, answered or not. */
  readonly onSettled: () => void;
}

/** Who sends a call, as its protocol tells it. */
export interface CallSender {
  readonly projectName: string | null;
  /** Of a call that may tell it in its body: reads as little of it as needed, and may refuse it. */
  readonly readSender?: (
    body: Uint8Array,
    contentEncoding: string,
  ) => Pick<IngestCall, 'projectName' | 'keyProject'> | Rejection;
}

/** What is known of a call before its body is read. */
export interface AcceptedCall extends Pick<IngestCall, 'form' | 'pathIds' | 'keyProject'> {
  /** Absent where the header for the project says it. */
  readonly sentBy?: CallSender;
}

/** An admitted call whose body is being read. */
interface OpenCall {
  readonly accepted: AcceptedCall;
  readonly exchange: Exchange;
  readonly format: BodyFormat;
  readonly projectName: string | null;
  readonly sender: string;
  byteCount: number;
  /** It was refused while its body came; what still comes is forgotten. */
  isOver: boolean;
}

/** A call that is refused before it is read. */
interface UnreadCall {
  readonly form: IngestForm;
  readonly projectName: string | null;
  readonly refusal: Rejection | Drop;
}

/** A call that is with the pool or the store. */
interface PendingCall extends AnswerFacts {
  readonly reply: Reply;
  readonly projectName: string | null;
  readonly sender: string;
  readonly byteCount: number;
}

const QUEUE_FULL: Drop = { kind: 'dropped', reason: 'queue_full' };
// Made once: a daemon that has too much to do makes no answers.
const FULL_ANSWERS = { json: toFullAnswers('json'), protobuf: toFullAnswers('protobuf') };

const parseProjectName = compileBody(ProjectHeader);

/** https://opentelemetry.io/docs/specs/otlp/#binary-protobuf-encoding; some senders leave out the x. */
const PROTOBUF_TYPE = /^application\/(x-)?protobuf\b/i;

/**
 * Ingest calls from the first byte to the answer: admits, reads, hands the bytes to the pool, and answers when the store
 * reports what became of every item. Every item of every call is counted exactly once, whether or not anybody waits for
 * the answer.
 */
export class Ingest {
  readonly #options: IngestOptions;
  readonly #pending = new Map<number, PendingCall>();
  readonly #slowSenders: SlowSenders<OpenCall>;
  #ticketLast = 0;

  constructor(options: IngestOptions) {
    this.#options = options;
    this.#slowSenders = new SlowSenders({
      windowMs: options.windowMs,
      windowBytesMin: INGEST_WINDOW_BYTES_MIN,
      clock: () => performance.now(),
      onSlow: (call) => {
        this.#abandon(call, { kind: 'rejected', reason: 'body_too_slow' });
      },
    });
  }

  /** Takes a call. Reads its body unless it is refused before. */
  accept(exchange: Exchange, accepted: AcceptedCall): void {
    const { form, keyProject, sentBy } = accepted;
    const { admission, reachedLimits, clock } = this.#options;
    const projectName = keyProject ?? toCountedProject(sentBy?.projectName ?? exchange.facts.projectName);
    const retryAfterSeconds = reachedLimits.secondsLeft(projectName, clock());
    if (retryAfterSeconds !== null) {
      const refusal: Rejection = { kind: 'rejected', reason: 'rate_limited', retryAfterSeconds };
      this.#refuseUnread(exchange, { form, projectName, refusal });
      return;
    }
    const sender = projectName === null ? `address ${exchange.senderAddress()}` : `project ${projectName}`;
    if (admission.isQueueFull(sender) || !admission.openCall(sender)) {
      this.#refuseUnread(exchange, { form, projectName, refusal: QUEUE_FULL });
      return;
    }
    this.#options.counters.open(projectName);
    const format = toFormat(exchange);
    const call: OpenCall = { accepted, exchange, format, projectName, sender, byteCount: 0, isOver: false };
    this.#slowSenders.watch(call);
    exchange.reply.onAborted(() => {
      this.#abandon(call, { kind: 'dropped', reason: 'connection_closed' });
    });
    const { buffers } = this.#options.pool;
    const take = (byteCount: number): boolean => this.#take(call, byteCount);
    exchange.readBody({ bytesMax: INGEST_BODY_BYTES_MAX, take, buffers }, (body) => {
      this.#acceptBody(call, body);
    });
  }

  /** Refuses a call before it is admitted, in the form that its sender expects, and counts it. */
  refuse(exchange: Exchange, form: IngestForm, refusal: Refusal<IngestRefusalCode>): void {
    const outcome = toOutcome(refusal);
    this.#options.counters.settle(toCountedProject(exchange.facts.projectName), outcome);
    const answer = DIALECTS[form.dialect].toRefusalAnswer(outcome, { form, format: toFormat(exchange) });
    exchange.reply.send(withHeaders(answer, refusal.headers));
  }

  /**
   * Clients lose the answer when it comes in the middle of what they send, and many of them are refused at once. So
   * most of them may finish their body, of which nothing is kept, and have their connection for the next try.
   */
  #refuseUnread(exchange: Exchange, { form, projectName, refusal }: UnreadCall): void {
    const format = toFormat(exchange);
    const isFull = refusal === QUEUE_FULL;
    const answers = isFull ? FULL_ANSWERS[format][form.dialect] : toUnreadAnswers(refusal, { form, format });
    this.#options.counters.settle(projectName, refusal);
    exchange.discardBody(REFUSED_BODY_BYTES_MAX, (isOver) => {
      exchange.reply.send(isOver ? answers.whole : answers.cut);
    });
  }

  /** The store has committed, or failed to. */
  onCommit({ results, reachedLimits = [] }: CommitReport): void {
    this.#options.reachedLimits.note(reachedLimits);
    for (const result of results) {
      const { ticket, items, notes } = result;
      const call = this.#pending.get(ticket);
      if (call === undefined) continue;
      for (const item of items) this.#options.counters.settle(item.projectName, item);
      if (notes !== undefined) this.#options.counters.note(notes);
      this.#close(ticket, call, toAnswer(call, result));
    }
  }

  /** These calls are gone, or nobody can say any more what became of their items. */
  onLost(tickets: readonly number[]): void {
    for (const ticket of tickets) this.#lose(ticket, { kind: 'dropped', reason: 'worker_lost' });
  }

  /** This call took longer than one may; nothing of it is stored. */
  onOverran(ticket: number): void {
    this.#lose(ticket, { kind: 'rejected', reason: 'too_costly' });
  }

  /** The store is gone: no report will come for what is pending. */
  onStoreLost(): void {
    this.onLost([...this.#pending.keys()]);
  }

  #lose(ticket: number, refusal: Rejection | Drop): void {
    const call = this.#pending.get(ticket);
    if (call === undefined) return;
    this.#options.counters.settle(call.projectName, refusal);
    this.#close(ticket, call, DIALECTS[call.form.dialect].toRefusalAnswer(refusal, call));
  }

  #take(call: OpenCall, byteCount: number): boolean {
    if (call.isOver || !this.#options.admission.addBytes(byteCount, call.sender)) return false;
    call.byteCount += byteCount;
    return true;
  }

  #acceptBody(call: OpenCall, body: Body): void {
    if (call.isOver) return;
    switch (body.kind) {
      case 'too_large':
        this.#abandon(call, { kind: 'rejected', reason: 'body_too_large' });
        return;
      case 'no_room':
        this.#abandon(call, QUEUE_FULL);
        return;
      case 'whole':
        this.#identify(call, body.bytes);
        return;
      default:
        assertNever(body);
    }
  }

  #identify(call: OpenCall, body: Uint8Array<ArrayBuffer>): void {
    const { accepted, exchange } = call;
    const { sentBy, keyProject } = accepted;
    if (sentBy === undefined) {
      // As it came: the pool checks it where a record needs it.
      this.#submit(call, body, { projectName: exchange.facts.projectName || null, keyProject });
      return;
    }
    const told = sentBy.readSender?.(body, exchange.facts.contentEncoding) ?? {
      projectName: sentBy.projectName,
      keyProject,
    };
    if ('reason' in told) this.#abandon(call, told);
    else this.#submit(call, body, told);
  }

  #submit(open: OpenCall, body: Uint8Array<ArrayBuffer>, told: Pick<IngestCall, 'projectName' | 'keyProject'>): void {
    const { accepted, exchange, format, projectName, sender, byteCount } = open;
    const { form, pathIds } = accepted;
    this.#slowSenders.leave(open);
    const { reply, facts } = exchange;
    // From here the work goes on without the client, and what becomes of it is what is counted.
    reply.onAborted(null);
    this.#ticketLast += 1;
    const ticket = this.#ticketLast;
    this.#options.admission.enterQueue(byteCount, sender);
    this.#pending.set(ticket, { form, format, reply, projectName, sender, byteCount });
    const call: IngestCall = {
      ticket,
      form,
      pathIds,
      // By name: an object with a spread in its middle is made field by field.
      projectName: told.projectName,
      keyProject: told.keyProject,
      body,
      contentEncoding: facts.contentEncoding,
      format,
      receivedAtMs: this.#options.clock(),
      correlationId: facts.correlationId || null,
    };
    try {
      this.#options.pool.submit(call);
    } catch (error) {
      // Thrown out of a socket callback it would end the process and everybody's calls with it.
      this.#options.log.error({ err: error }, 'ingest call could not be submitted');
      this.#lose(ticket, { kind: 'dropped', reason: 'internal' });
    }
  }

  /** Ends an admitted call that never reached the pool. */
  #abandon(call: OpenCall, refusal: Rejection | Drop): void {
    const { accepted, exchange, format, projectName, sender, byteCount } = call;
    const { form } = accepted;
    call.isOver = true;
    this.#slowSenders.leave(call);
    const { counters, admission, onSettled } = this.#options;
    counters.close(projectName);
    counters.settle(projectName, refusal);
    admission.closeCall(byteCount, sender);
    const answer = DIALECTS[form.dialect].toRefusalAnswer(refusal, { form, format });
    exchange.reply.send(closing(answer));
    onSettled();
  }

  #close(ticket: number, { reply, projectName, sender, byteCount }: PendingCall, answer: HttpAnswer): void {
    const { counters, admission, onSettled } = this.#options;
    this.#pending.delete(ticket);
    counters.close(projectName);
    admission.leaveQueue(byteCount, sender);
    admission.closeCall(byteCount, sender);
    reply.send(answer);
    onSettled();
  }
}

function toAnswer(facts: AnswerFacts, result: BatchResult): HttpAnswer {
  const dialect = DIALECTS[facts.form.dialect];
  const [refusal] = result.bodyRefused ? result.items : [];
  return refusal?.kind === 'rejected' ? dialect.toRefusalAnswer(refusal, facts) : dialect.toAnswer(facts, result);
}

function toFormat({ facts }: Exchange): BodyFormat {
  return PROTOBUF_TYPE.test(facts.contentType) ? 'protobuf' : 'json';
}

function closing(answer: HttpAnswer): HttpAnswer {
  return withHeaders(answer, CLOSE_HEADERS);
}

function withHeaders(answer: HttpAnswer, headers: HeaderList): HttpAnswer {
  return { ...answer, headers: [...(answer.headers ?? []), ...headers] };
}

function toOutcome({ code, message }: Refusal<IngestRefusalCode>): Rejection | Drop {
  if (code === 'shutting_down') return { kind: 'dropped', reason: code };
  return { kind: 'rejected', reason: code, ...(message !== undefined && { message }) };
}

interface UnreadAnswers {
  readonly whole: HttpAnswer;
  /** Of a call whose body was not read to its end. */
  readonly cut: HttpAnswer;
}

function toUnreadAnswers(refusal: Rejection | Drop, facts: AnswerFacts): UnreadAnswers {
  const whole = DIALECTS[facts.form.dialect].toRefusalAnswer(refusal, facts);
  return { whole, cut: closing(whole) };
}

function toFullAnswers(format: BodyFormat): Readonly<Record<DialectName, UnreadAnswers>> {
  const entries = Object.keys(DIALECTS).map((name): [string, UnreadAnswers] => {
    const form: IngestForm = { dialect: name as DialectName, kind: null, isBatch: true };
    return [name, toUnreadAnswers(QUEUE_FULL, { form, format })];
  });
  return Object.fromEntries(entries) as Record<DialectName, UnreadAnswers>;
}

/** The project that a call without items is counted under: a name that is not allowed names none. */
function toCountedProject(projectName: string): string | null {
  if (projectName === '') return null;
  const project = parseProjectName(projectName);
  return project.ok ? project.value : null;
}
