// What belongs to one request that is being served, wherever its code goes on.

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Scope } from '../../core/scope.js';
import { nowMs } from './own-timers.js';

/** What is known of a request before it is answered. */
export interface ServedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

export class RequestContext {
  readonly request: ServedRequest;
  readonly correlationId: string;
  /** By the process's own clock. */
  readonly startedAtMs = nowMs();
  /** The first error of this request. */
  errorEventId: string | undefined;
  /** Something has said why it failed, also when that is not sent: it was ignored, or is not in the sample. */
  isExplained = false;
  #scope: Scope | undefined;
  #makeRecord: (() => void) | undefined;

  constructor(request: ServedRequest, correlationId: string) {
    this.request = request;
    this.correlationId = correlationId;
  }

  /** Milliseconds so far, to the microsecond. */
  get durationMs(): number {
    return Math.round((nowMs() - this.startedAtMs) * 1000) / 1000;
  }

  /** What makes its record when it is over; without it there will be none. */
  recordBy(make: () => void): void {
    this.#makeRecord = make;
  }

  /** Makes its record, once: what the request left behind may go on, and end the process. */
  record(): void {
    const make = this.#makeRecord;
    this.#makeRecord = undefined;
    make?.();
  }

  /** The scope of this request; it begins with what the application's has when it is first asked for. */
  scope(application: Scope): Scope {
    this.#scope ??= application.fork();
    return this.#scope;
  }
}

const contexts = new AsyncLocalStorage<RequestContext>();

/** Returns what it is given, to be a base class that makes nothing. */
function itself(this: unknown, request: object): object {
  return request;
}

/**
 * The context of a request as a private field of the request itself, which nobody else sees: a WeakMap costs each request
 * twice, once to set it and once more in the collector.
 */
class Marked extends (itself as unknown as new (request: object) => object) {
  #context: RequestContext;

  constructor(request: object, context: RequestContext) {
    super(request);
    this.#context = context;
  }

  static read(request: object): RequestContext | undefined {
    return #context in request ? request.#context : undefined;
  }

  static mark(request: object, context: RequestContext): void {
    if (#context in request) request.#context = context;
    else new Marked(request, context);
  }
}

/** The context of what runs now; undefined outside of a request. */
export function currentContext(): RequestContext | undefined {
  return contexts.getStore();
}

/** The request that is being served, if any, fails for a reason that was told. */
export function explainCurrent(): void {
  const context = currentContext();
  if (context !== undefined) context.isExplained = true;
}

/** The context of a request object of `node:http`, for code that has lost its own. */
export function contextOf(request: unknown): RequestContext | undefined {
  return typeof request === 'object' && request !== null ? Marked.read(request) : undefined;
}

/** From here on, everything that this call causes belongs to the context. */
export function enterContext(context: RequestContext, request: object): void {
  Marked.mark(request, context);
  contexts.enterWith(context);
}

export function runInContext<T>(context: RequestContext | undefined, run: () => T): T {
  return context === undefined ? contexts.exit(run) : contexts.run(context, run);
}
