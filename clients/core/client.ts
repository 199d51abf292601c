import { LOG_MESSAGE_CHARS_MAX } from '../../src/limits.js';
import { newId } from './correlation.js';
import { isErrorLike, toFullHeadline, toThrownFacts } from './event.js';
import { FLUSH_TIMEOUT_MS } from './limits.js';
import type { Settings } from './options.js';
import { Outbox, type OutboxOptions, type Parcel, type Schedule } from './outbox.js';
import type { PendingEvents } from './pending.js';
import { cut, toReadableObject, toText } from './readable.js';
import { redactRecord } from './redact.js';
import { Scope } from './scope.js';
import type {
  Breadcrumb,
  ClientStats,
  DropReason,
  ErrorEvent,
  Extra,
  LogLevel,
  RequestRecord,
  Severity,
  Source,
  StackFrame,
} from './types.js';

/** What a client needs of the place where it runs. */
export interface Platform extends Omit<OutboxOptions, 'onDropped'> {
  readonly source: Source;
  /** As `schedule`, for what somebody waits for. */
  readonly scheduleHeld: Schedule;
  /** Of the machine, the runtime, the page. */
  environment(): Record<string, unknown>;
  /** The scope of the request that is being served; undefined outside of one. */
  scope?(): Scope | undefined;
  correlationId?(): string | undefined;
  /** The request that is being served, or the page. */
  request?(): Record<string, unknown> | undefined;
  /** Told of each event, so that a request record can name its error, and of what was thrown. May add to the event. */
  onEvent?(event: ErrorEvent, thrown: unknown): void;
  /** Marks and improves the frames at once. */
  frames?(frames: StackFrame[]): StackFrame[];
  /** Told which option keeps an error from being sent. */
  onUnsent?(option: UnsentBy): void;
  /** Holds events until their frames are read, where that takes reading files. */
  readonly pending?: PendingEvents;
}

/** What the client adds to a record. */
interface Numbered {
  recordId: string | undefined;
  projectId: string | undefined;
  source: Source | undefined;
}

/** The options by which an application leaves errors out. */
export type UnsentBy = 'ignoreErrors' | 'sampleRate' | 'beforeSend';

/** What a hook knows of an error besides the error. */
export interface EventFacts {
  readonly type?: string;
  readonly severity?: Severity;
  readonly extra?: Extra | undefined;
  readonly componentStack?: string | undefined;
  readonly componentName?: string | undefined;
  readonly correlationId?: string | undefined;
  readonly request?: Record<string, unknown> | undefined;
  /** Where it happened when what was thrown does not say so. */
  readonly frames?: StackFrame[];
  readonly stack?: string;
}

/**
 * Takes errors, messages, logs and requests, and sends them. No method throws, and none waits: what cannot be delivered is
 * counted in `stats()`.
 */
export class Client {
  readonly settings: Settings;
  readonly #platform: Platform;
  readonly #outbox: Outbox;
  readonly #scope: Scope;
  readonly #reported = new WeakSet<object>();
  /** 62 random bits: of ten million clients, no two have the same in practice. */
  readonly #idPrefix = newId().slice(-17);
  #idCount = 0;
  /** Inside of this library: what the application's callbacks and getters log or throw there is not reported. */
  #isBusy = false;
  #isClosed = false;

  constructor(settings: Settings, platform: Platform) {
    this.settings = settings;
    this.#platform = platform;
    this.#scope = new Scope(Object.entries(settings.tags));
    this.#outbox = new Outbox({
      ...platform,
      onDropped: (dropped) => {
        this.#reportDropped(dropped);
      },
    });
  }

  /** Reports anything that was thrown; the id of its event, or undefined when it was reported before or is not sent. */
  captureError(error: unknown, extra?: Extra): string | undefined {
    return this.capture(error, { extra });
  }

  captureMessage(message: string, severity: Severity = 'info', extra?: Extra): string | undefined {
    return this.capture(message, { type: 'message', severity, extra });
  }

  /** Adds a log entry. `error` is no level of a log: it is reported as a message. */
  log(level: LogLevel | 'error', message: string, extra?: Extra): void {
    if (level === 'error') this.captureMessage(message, 'error', extra);
    else
      this.#guard(() => {
        this.#pushLog(level, cut(toText(message), LOG_MESSAGE_CHARS_MAX), extra);
      });
  }

  setUser(user: Readonly<Record<string, unknown>> | null): void {
    this.#guard(() => {
      this.scope.user = user === null ? undefined : toReadableObject(user);
    });
  }

  setTag(name: string, value: string | undefined): void {
    this.#guard(() => {
      this.scope.setTag(name, value);
    });
  }

  addBreadcrumb(breadcrumb: Breadcrumb): void {
    this.#guard(() => {
      this.scope.addBreadcrumb(breadcrumb);
    });
  }

  /** For hooks: as `captureError`, with what the hook knows. */
  capture(thrown: unknown, facts: EventFacts): string | undefined {
    return this.#guard(() => {
      if (!this.#isWanted(thrown)) return undefined;
      const event = this.#toEvent(thrown, facts);
      this.#platform.onEvent?.(event, thrown);
      const queue = (): void => {
        this.#queue(event);
      };
      if (this.#platform.pending?.hold(event, () => this.#guard(queue)) !== true) queue();
      return event.eventId;
    });
  }

  /** For hooks: true while a callback of the application or a getter of a value runs for us. */
  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** For hooks: adds a request record. `toJson` is for one that has redacted a part of it already. */
  captureRequest(request: RequestRecord, toJson: (request: RequestRecord) => string = toRedactedJson): void {
    this.#guard(() => {
      this.#outbox.push('requests', toJson(this.#toNumbered(request)));
    });
  }

  /** For hooks: counts a fault of theirs, which must not reach the application. */
  countFault(): void {
    this.#outbox.drop('internal');
  }

  /** The scope of what is being done: of the request, else of the application. */
  get scope(): Scope {
    return this.#platform.scope?.() ?? this.#scope;
  }

  /** The scope of the application. */
  get globalScope(): Scope {
    return this.#scope;
  }

  stats(): ClientStats {
    const stats = this.#outbox.stats();
    return { ...stats, queuedCount: stats.queuedCount + (this.#platform.pending?.size ?? 0) };
  }

  /** True while the daemon cannot be reached. */
  get isUnreachable(): boolean {
    return this.#outbox.isBackingOff;
  }

  /**
   * Sends what waits; true when everything was delivered within the time. Never rejects. `isPatient` false gives up as soon
   * as the daemon turns out to be away.
   */
  async flush(timeoutMs: number = FLUSH_TIMEOUT_MS, { isPatient = true } = {}): Promise<boolean> {
    const startedAtMs = Date.now();
    await this.#platform.pending?.settle(timeoutMs);
    const leftMs = Math.max(0, timeoutMs - (Date.now() - startedAtMs));
    return this.#outbox.flush(leftMs, { schedule: this.#platform.scheduleHeld, isPatient });
  }

  /** Sends what waits and stops. What comes afterwards is ignored. */
  async close(timeoutMs: number = FLUSH_TIMEOUT_MS): Promise<void> {
    await this.flush(timeoutMs);
    this.#isClosed = true;
    this.#outbox.close();
  }

  /** Everything that waits, for a process or page that ends now. */
  takeAll(charsMax: number, options: { readonly withCall: boolean }): Parcel[] {
    this.#platform.pending?.releaseAll();
    return this.#outbox.takeAll(charsMax, options);
  }

  /** Runs without ever throwing; nothing that it causes is reported. */
  #guard<T>(run: () => T): T | undefined {
    if (this.#isBusy || this.#isClosed) return undefined;
    this.#isBusy = true;
    try {
      return run();
    } catch {
      // A fault of ours is no reason to disturb the application; that it happened is counted and told.
      this.#outbox.drop('internal');
      return undefined;
    } finally {
      this.#isBusy = false;
    }
  }

  #isWanted(thrown: unknown): boolean {
    const { sampleRate, ignoreErrors } = this.settings;
    if (typeof thrown === 'object' && thrown !== null) {
      if (this.#reported.has(thrown)) return false;
      this.#reported.add(thrown);
    }
    if (ignoreErrors.length > 0) {
      const headline = isErrorLike(thrown) ? toFullHeadline(thrown) : toText(thrown);
      if (ignoreErrors.some((entry) => isMatch(headline, entry))) return this.#leaveOut('ignoreErrors');
    }
    return Math.random() < sampleRate || this.#leaveOut('sampleRate');
  }

  /** Always false. */
  #leaveOut(option: UnsentBy): false {
    this.#platform.onUnsent?.(option);
    return false;
  }

  #toEvent(thrown: unknown, facts: EventFacts): ErrorEvent {
    const platform = this.#platform;
    const { release, environment, projectId } = this.settings;
    const { type = 'exception', severity = 'error', extra, frames, ...known } = facts;
    const { fields, ...told } = toThrownFacts(thrown);
    const { scope } = this;
    const stackFrames = told.stackFrames ?? frames;
    return toFilled({
      eventId: newId(),
      timestamp: new Date().toISOString(),
      type,
      source: platform.source,
      severity,
      projectId,
      release,
      correlationId: platform.correlationId?.(),
      request: platform.request?.(),
      ...toFilled(known),
      ...told,
      environment: toFilled({ name: environment, ...platform.environment() }),
      user: scope.user,
      tags: scope.tags(),
      extra: toFilled({ error: fields, ...(extra && toReadableObject(extra)) }),
      breadcrumbs: [...scope.breadcrumbs()],
      stackFrames: stackFrames && (platform.frames?.(stackFrames) ?? stackFrames),
    }) as unknown as ErrorEvent;
  }

  #queue(told: ErrorEvent): void {
    const { beforeSend } = this.settings;
    let event: ErrorEvent | null | undefined = told;
    try {
      if (beforeSend !== undefined) event = beforeSend(told);
    } catch {
      // It may be there to take something out that must not be sent.
      event = undefined;
    }
    if (event === null) this.#leaveOut('beforeSend');
    else if (typeof event?.message === 'string') this.#outbox.push('events', toRedactedJson(event));
    else this.#outbox.drop('before_send_failed');
  }

  #pushLog(level: LogLevel, message: string, extra: Extra | undefined): void {
    const { environment } = this.settings;
    const entry = {
      level,
      message,
      timestamp: new Date().toISOString(),
      correlationId: this.#platform.correlationId?.(),
      environment: environment && { name: environment },
      extra: extra && toReadableObject(extra),
    };
    this.#outbox.push('logs', toRedactedJson(this.#toNumbered(entry)));
  }

  /** With an id by which the daemon recognises what is sent again. They come in order, which keeps its index small. */
  #toNumbered<T extends object>(record: T & Partial<Numbered>): T {
    // Field by field: a busy server has a record for each request.
    record.recordId = `${this.#idPrefix}${this.#idCount++}`;
    record.projectId = this.settings.projectId;
    record.source = this.#platform.source;
    return record;
  }

  #reportDropped(dropped: ReadonlyMap<DropReason, number>): void {
    const counts = [...dropped].map(([reason, count]) => `${count} ${reason}`).join(', ');
    const message = `errord: not delivered: ${counts}`;
    this.#guard(() => {
      this.#pushLog('warn', message, Object.fromEntries(dropped));
    });
  }
}

function toRedactedJson(record: object): string {
  return JSON.stringify(redactRecord(record));
}

/** A search begins at the start, also with an expression that remembers where it was. */
function isMatch(text: string, entry: string | RegExp): boolean {
  return typeof entry === 'string' ? text.includes(entry) : text.search(entry) !== -1;
}

/** Without the fields that say nothing. */
function toFilled(fields: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields as Record<string, unknown>).filter(([, value]) =>
      typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : value !== undefined,
    ),
  );
}
