import type { EventFacts } from '../../../core/client.js';
import { DEFERRED_ERRORS_MAX, DEFERRED_ERRORS_MS } from '../limits.js';
import { type Page, schedule } from '../page.js';

interface Deferred {
  readonly thrown: unknown;
  readonly facts: EventFacts;
}

/** Errors that wait for who knows more of them. */
export class DeferredErrors {
  readonly #page: Page;
  readonly #deferred = new Map<unknown, Deferred>();

  constructor(page: Page) {
    this.#page = page;
    page.onSettle.add(() => {
      this.#capture();
    });
  }

  /**
   * Reports the error in a moment, so that a hook that knows more of it comes first. Of two that only saw it, the one that
   * saw it go through uncaught replaces the one that saw it logged.
   */
  add(thrown: unknown, facts: EventFacts): void {
    const key = typeof thrown === 'object' && thrown !== null ? thrown : {};
    if (facts.type === 'console_error' && this.#deferred.has(key)) return;
    if (this.#deferred.size === 0) {
      schedule(() => {
        this.#capture();
      }, DEFERRED_ERRORS_MS);
    }
    this.#deferred.set(key, { thrown, facts: { correlationId: this.#page.correlationId, ...facts } });
    if (this.#deferred.size >= DEFERRED_ERRORS_MAX) this.#capture();
  }

  #capture(): void {
    const deferred = [...this.#deferred.values()];
    this.#deferred.clear();
    for (const { thrown, facts } of deferred) this.#page.client.capture(thrown, facts);
  }
}
