// The overlay of a page in development: loaded by a page of this machine that asks for it, with its first error.

import type { ErrorEvent } from '../../core/types.js';
import { OVERLAY_READS_MAX } from './limits.js';
import { ShownErrors } from './overlay/errors.js';
import { OverlayView } from './overlay/view.js';

export interface OverlayOptions {
  readonly serverUrl: string;
  readonly projectId?: string | undefined;
  readonly token?: string | undefined;
  readonly editor?: string | undefined;
  /** As the page had it before it was hooked. */
  readonly fetch: typeof window.fetch;
}

/** The part of `EventDetail` that is shown. */
interface EventAnswer {
  readonly error?: { readonly id?: unknown; readonly explanation?: unknown };
}

export class Overlay {
  readonly #options: OverlayOptions;
  readonly #errors = new ShownErrors();
  readonly #view: OverlayView;
  #readCount = 0;
  /** False once the daemon has refused: its answers are for other pages, or other keys. */
  #mayRead = true;

  constructor(options: OverlayOptions) {
    this.#options = options;
    this.#view = new OverlayView(options);
  }

  add(event: ErrorEvent): void {
    this.#errors.add(event);
    this.#view.update(this.#errors);
  }

  /** Takes the daemon's answer to a batch of events, empty when there was none, and asks for what it knows of them. */
  async takeAnswer(body: string): Promise<void> {
    // The frames are better than they were.
    this.#view.update(this.#errors);
    const ids = toIds(body);
    for (const error of this.#errors.all) {
      if (error.groupId !== undefined || !ids.has(error.event.eventId)) continue;
      if (!this.#mayRead || this.#readCount >= OVERLAY_READS_MAX) return;
      this.#readCount += 1;
      const { id, explanation } = (await this.#read(error.event.eventId)) ?? {};
      if (typeof id === 'string') error.groupId = id;
      if (typeof explanation === 'string') error.explanation = explanation;
      this.#view.update(this.#errors);
    }
  }

  remove(): void {
    this.#view.remove();
  }

  /** Undefined when the page may not know, or the daemon has no time; never rejects. */
  async #read(eventId: string): Promise<EventAnswer['error']> {
    const { serverUrl, projectId, token, fetch } = this.#options;
    const query = new URLSearchParams({ ...(projectId && { projectId }), ...(token && { token }) });
    const url = `${serverUrl}/api/events/${encodeURIComponent(eventId)}?${query.toString()}`;
    try {
      const response = await fetch.call(window, url, { credentials: 'omit' });
      if (response.ok) return ((await response.json()) as EventAnswer).error;
      // A daemon that is busy says so, and is asked for the next error.
      this.#mayRead = response.status !== 401 && response.status !== 403;
    } catch {
      // The browser keeps the answer from the page; it has just taken an event, so the daemon is there.
      this.#mayRead = false;
    }
    return undefined;
  }
}

/** Of the events that were stored. */
function toIds(body: string): ReadonlySet<unknown> {
  try {
    return new Set((JSON.parse(body) as readonly ({ readonly id?: unknown } | null)[]).map((item) => item?.id));
  } catch {
    // No answer, or one of somebody else: nothing is known to be stored.
    return new Set();
  }
}
