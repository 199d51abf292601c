import { ProjectHeader } from '../../schemas/common.js';
import type { Clock } from '../clock.js';
import { assertNever } from '../errors.js';
import { INGEST_BODY_BYTES_MAX, REFUSED_BODY_BYTES_MAX } from '../limits.js';
import type { Logger } from '../log.js';
import type { BatchResult, CommitReport, DigestVerdict, IngestCall, IngestRoute } from '../messages.js';
import type { Drop, Rejection } from '../outcome.js';
import { compileBody } from '../validate.js';
import type { DigestPool } from '../workers/pool.js';
import type { Admission } from './admission.js';
import type { Body } from './body.js';
import type { Exchange } from './exchange.js';
import { mergeOutcomes, toIngestAnswer, toRefusalAnswer } from './ingest-answer.js';
import type { OutcomeCounters } from './outcome-counters.js';
import { type Answer, CLOSE_HEADERS, type Reply } from './reply.js';

export interface IngestOptions {
  readonly pool: Pick<DigestPool, 'submit'>;
  readonly counters: OutcomeCounters;
  readonly admission: Admission;
  readonly clock: Clock;
  readonly log: Logger;
  /** Called when an admitted call is over, answered or not. */
  readonly onSettled: () => void;
}

/** An admitted call whose body is being read. */
interface OpenCall {
  readonly route: IngestRoute;
  readonly exchange: Exchange;
  readonly projectName: string | null;
  byteCount: number;
}

/** A call that is with the pool and the store. Either of the two may report first. */
interface PendingCall {
  readonly route: IngestRoute;
  readonly reply: Reply;
  readonly projectName: string | null;
  readonly byteCount: number;
  verdict: DigestVerdict | null;
  result: BatchResult | null;
}

const QUEUE_FULL: Drop = { kind: 'dropped', reason: 'queue_full' };
// Made once: a daemon that has too much to do makes no answers.
const FULL_ANSWER = toRefusalAnswer(QUEUE_FULL);
const FULL_CLOSE_ANSWER = toRefusalAnswer(QUEUE_FULL, CLOSE_HEADERS);

const parseProjectName = compileBody(ProjectHeader);

/**
 * Ingest calls from the first byte to the answer: admits, reads, hands the bytes to the pool, and merges the pool's
 * verdict with the store's result. Every item of every call is counted exactly once, whether or not anybody waits for
 * the answer.
 */
export class Ingest {
  readonly #options: IngestOptions;
  readonly #pending = new Map<number, PendingCall>();
  #ticketLast = 0;

  constructor(options: IngestOptions) {
    this.#options = options;
  }

  /** Takes a call. Reads its body unless it is refused before. */
  accept(exchange: Exchange, route: IngestRoute): void {
    const { admission } = this.#options;
    if (admission.isQueueFull() || !admission.openCall()) {
      this.#refuseFull(exchange);
      return;
    }
    const projectName = toCountedProject(exchange);
    this.#options.counters.receive(projectName);
    const call: OpenCall = { route, exchange, projectName, byteCount: 0 };
    exchange.reply.onAborted(() => {
      this.#abandon(call, { kind: 'dropped', reason: 'connection_closed' });
    });
    exchange.readBody({ bytesMax: INGEST_BODY_BYTES_MAX, take: (byteCount) => this.#take(call, byteCount) }, (body) => {
      this.#acceptBody(call, body);
    });
  }

  /** Refuses a call before it is admitted, and counts it. The answer is that of the reason unless one is given. */
  refuse(exchange: Exchange, refusal: Rejection | Drop, answer: Answer = toRefusalAnswer(refusal)): void {
    this.#countRefused(exchange, refusal);
    exchange.reply.send(answer);
  }

  /**
   * Clients lose the answer when it comes in the middle of what they send, and many of them are refused at once. So
   * most of them may finish their body, of which nothing is kept, and have their connection for the next try.
   */
  #refuseFull(exchange: Exchange): void {
    this.#countRefused(exchange, QUEUE_FULL);
    exchange.discardBody(REFUSED_BODY_BYTES_MAX, (isOver) => {
      exchange.reply.send(isOver ? FULL_ANSWER : FULL_CLOSE_ANSWER);
    });
  }

  #countRefused(exchange: Exchange, refusal: Rejection | Drop): void {
    const { counters } = this.#options;
    const projectName = toCountedProject(exchange);
    counters.receive(projectName);
    counters.settle(projectName, refusal);
  }

  /** The pool has decoded a call. */
  onVerdict(verdict: DigestVerdict): void {
    const call = this.#pending.get(verdict.ticket);
    if (call === undefined) return;
    const refusal = verdict.wholeBody ? verdict.rejections[0]?.rejection : undefined;
    if (refusal !== undefined) {
      this.#options.counters.settle(call.projectName, refusal);
      this.#close(verdict.ticket, call, toRefusalAnswer(refusal));
      return;
    }
    call.verdict = verdict;
    this.#countItems(call, verdict);
    if (verdict.acceptedProjects.length === 0 || call.result !== null) this.#complete(verdict.ticket, call, verdict);
  }

  /** The store has committed, or failed to. */
  onCommit({ results }: Pick<CommitReport, 'results'>): void {
    for (const result of results) {
      const call = this.#pending.get(result.ticket);
      if (call === undefined) continue;
      call.result = result;
      if (call.verdict !== null) this.#complete(result.ticket, call, call.verdict);
    }
  }

  /** A pool thread ended while it held these calls; nobody can say any more what became of their items. */
  onLost(tickets: readonly number[]): void {
    for (const ticket of tickets) this.#lose(ticket, { kind: 'dropped', reason: 'worker_lost' });
  }

  #lose(ticket: number, drop: Drop): void {
    const call = this.#pending.get(ticket);
    // With a verdict, the call is the store's to answer.
    if (call === undefined || call.verdict !== null) return;
    this.#options.counters.settle(call.projectName, drop);
    this.#close(ticket, call, toRefusalAnswer(drop));
  }

  /** The store is gone: no result will come for what is pending. */
  onStoreLost(): void {
    for (const [ticket, call] of [...this.#pending]) {
      if (call.verdict === null) this.onLost([ticket]);
      else this.onCommit({ results: [{ ticket, ok: false, code: 'worker_lost' }] });
    }
  }

  #take(call: OpenCall, byteCount: number): boolean {
    if (!this.#options.admission.addBytes(byteCount)) return false;
    call.byteCount += byteCount;
    return true;
  }

  #acceptBody(call: OpenCall, body: Body): void {
    switch (body.kind) {
      case 'too_large':
        this.#abandon(call, { kind: 'rejected', reason: 'body_too_large' });
        return;
      case 'no_room':
        this.#abandon(call, QUEUE_FULL);
        return;
      case 'whole':
        this.#submit(call, body.bytes);
        return;
      default:
        assertNever(body);
    }
  }

  #submit({ route, exchange, projectName, byteCount }: OpenCall, body: Uint8Array<ArrayBuffer>): void {
    const { reply, facts } = exchange;
    // From here the work goes on without the client, and what becomes of it is what is counted.
    reply.onAborted(null);
    this.#ticketLast += 1;
    const ticket = this.#ticketLast;
    this.#options.admission.enterQueue(byteCount);
    this.#pending.set(ticket, { route, reply, projectName, byteCount, verdict: null, result: null });
    const call: IngestCall = {
      ticket,
      route,
      body,
      contentEncoding: facts.contentEncoding,
      receivedAtMs: this.#options.clock(),
      // As they came: the pool checks them where a record needs them.
      projectName: facts.projectName === '' ? null : facts.projectName,
      correlationId: facts.correlationId === '' ? null : facts.correlationId,
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
  #abandon({ exchange, projectName, byteCount }: OpenCall, refusal: Rejection | Drop): void {
    this.#options.counters.settle(projectName, refusal);
    this.#options.admission.closeCall(byteCount);
    exchange.reply.send(toRefusalAnswer(refusal, CLOSE_HEADERS));
    this.#options.onSettled();
  }

  /** The call was counted as one item of the header's project; now its items and their projects are known. */
  #countItems({ projectName }: PendingCall, verdict: DigestVerdict): void {
    const { counters } = this.#options;
    counters.takeBack(projectName);
    for (const refusal of verdict.rejections) counters.receive(refusal.projectName);
    for (const name of verdict.acceptedProjects) counters.receive(name);
  }

  #complete(ticket: number, call: PendingCall, verdict: DigestVerdict): void {
    const items = mergeOutcomes(verdict, call.result);
    for (const item of items) this.#options.counters.settle(item.projectName, item.outcome);
    this.#close(ticket, call, toIngestAnswer(call.route, items));
  }

  #close(ticket: number, { reply, byteCount }: PendingCall, answer: Answer): void {
    this.#pending.delete(ticket);
    this.#options.admission.leaveQueue(byteCount);
    this.#options.admission.closeCall(byteCount);
    reply.send(answer);
    this.#options.onSettled();
  }
}

/** The project that a call without items is counted under: a name that is not allowed names none. */
function toCountedProject({ facts }: Exchange): string | null {
  const project = parseProjectName(facts.projectName);
  return project.ok ? project.value : null;
}
