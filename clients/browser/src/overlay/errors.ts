import type { ErrorEvent } from '../../../core/types.js';
import { OVERLAY_ERRORS_MAX } from '../limits.js';

/** An error that the overlay shows, however often it happened. */
export interface ShownError {
  /** The last time. Its frames become better while it waits to be sent. */
  event: ErrorEvent;
  count: number;
  /** What the daemon says of it. */
  groupId?: string;
  explanation?: string;
}

/** The errors of a page, the latest first, at most `OVERLAY_ERRORS_MAX` of them. */
export class ShownErrors {
  readonly #errors = new Map<string, ShownError>();
  /** All that happened, those that are no longer kept too. */
  count = 0;

  get all(): readonly ShownError[] {
    return [...this.#errors.values()].reverse();
  }

  add(event: ErrorEvent): void {
    const [frame] = event.stackFrames ?? [];
    const key = JSON.stringify([event.type, event.message, frame?.filename, frame?.lineno, frame?.colno]);
    const error = this.#errors.get(key) ?? { event, count: 0 };
    error.event = event;
    error.count += 1;
    this.count += 1;
    this.#errors.delete(key);
    this.#errors.set(key, error);
    if (this.#errors.size > OVERLAY_ERRORS_MAX) this.#errors.delete(this.#errors.keys().next().value ?? key);
  }
}
