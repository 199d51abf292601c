import { Client, type EventFacts } from '../../core/client.js';
import { newId } from '../../core/correlation.js';
import type { Settings } from '../../core/options.js';
import type { Schedule } from '../../core/outbox.js';
import type { ErrorEvent } from '../../core/types.js';
import { toEnvironment, toPageAddress } from './environment.js';
import { markFrames } from './frames.js';
import { DEFERRED_ERRORS_MAX, DEFERRED_ERRORS_MS, PAGE_QUEUE_CHARS_MAX } from './limits.js';
import { Transport } from './transport.js';

interface Deferred {
  readonly thrown: unknown;
  readonly facts: EventFacts;
}

/** What the hooks of one page share: the client, the interaction that runs, errors that wait for who knows more of them. */
export class Page {
  readonly settings: Settings;
  readonly client: Client;
  readonly transport: Transport;
  /** Called before the page goes and before a flush: what waits for something has to do without it. */
  readonly onSettle = new Set<() => void>();
  /** Told of each event. */
  readonly onEvent = new Set<(event: Readonly<ErrorEvent>) => void>();
  /** Of the interaction: a click, a submit, an Enter key or a navigation, until the next one. */
  correlationId = newId();
  #isNewInteraction = false;
  readonly #deferred = new Map<unknown, Deferred>();

  constructor(settings: Settings) {
    this.settings = settings;
    this.transport = new Transport(settings);
    this.client = new Client(settings, {
      source: 'frontend',
      send: (path, body) => this.transport.send(path, body),
      schedule,
      scheduleHeld: schedule,
      queueCharsMax: PAGE_QUEUE_CHARS_MAX,
      environment: toEnvironment,
      correlationId: () => this.correlationId,
      request: () => ({ url: toPageAddress(), referrer: document.referrer }),
      onEvent: (event) => {
        for (const tell of this.onEvent) tell(event);
      },
      frames: markFrames,
    });
    this.onSettle.add(() => {
      this.#captureDeferred();
    });
  }

  /** Starts a new interaction. What one task brings (a key that clicks a button that submits a form) is one. */
  interact(): void {
    if (this.#isNewInteraction) return;
    this.correlationId = newId();
    this.#isNewInteraction = true;
    schedule(() => {
      this.#isNewInteraction = false;
    }, 0);
  }

  /**
   * Reports the error in a moment, so that a hook that knows more of it comes first. Of two that only saw it, the one that
   * saw it go through uncaught replaces the one that saw it logged.
   */
  defer(thrown: unknown, facts: EventFacts): void {
    const key = typeof thrown === 'object' && thrown !== null ? thrown : {};
    if (facts.type === 'console_error' && this.#deferred.has(key)) return;
    if (this.#deferred.size === 0) {
      schedule(() => {
        this.#captureDeferred();
      }, DEFERRED_ERRORS_MS);
    }
    this.#deferred.set(key, { thrown, facts: { correlationId: this.correlationId, ...facts } });
    if (this.#deferred.size >= DEFERRED_ERRORS_MAX) this.#captureDeferred();
  }

  /** Ends all waiting for what would be good to know too. */
  settle(): void {
    for (const settle of [...this.onSettle]) this.attempt(settle);
  }

  /** Runs a part of a hook: nothing that goes wrong in it reaches the page. */
  attempt<T>(run: () => T): T | undefined {
    try {
      return run();
    } catch {
      // The page may have changed anything that a hook relies on; it is counted as a fault of ours all the same.
      this.client.countFault();
      return undefined;
    }
  }

  #captureDeferred(): void {
    const deferred = [...this.#deferred.values()];
    this.#deferred.clear();
    for (const { thrown, facts } of deferred) this.client.capture(thrown, facts);
  }
}

/** A page is kept alive by nothing. */
const schedule: Schedule = (run, delayMs) => {
  const timer = setTimeout(run, delayMs);
  return () => {
    clearTimeout(timer);
  };
};
