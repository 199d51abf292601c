import { Client, type Platform } from '../../core/client.js';
import { newId } from '../../core/correlation.js';
import type { Settings } from '../../core/options.js';
import type { Schedule } from '../../core/outbox.js';
import type { PendingEvents } from '../../core/pending.js';
import type { ErrorEvent, StackFrame } from '../../core/types.js';
import { PAGE_QUEUE_CHARS_MAX } from './limits.js';
import { Transport } from './transport.js';

/** What the hooks of one page share: the client, and the interaction that runs. */
export class Page {
  readonly client: Client;
  readonly transport: Transport;
  /** A hook may hold events back until more is known of their frames. */
  readonly clientPlatform: Omit<Platform, 'pending'> & { pending?: PendingEvents };
  /** Called before the page goes and before a flush: what waits for something has to do without it. */
  readonly onSettle = new Set<() => void>();
  /** Told of each event. */
  readonly onEvent = new Set<(event: Readonly<ErrorEvent>) => void>();
  /** Of the interaction: a click, a submit, an Enter key or a navigation, until the next one. */
  correlationId = newId();
  /** Where an event happens; a hook says more. */
  environment = (): Record<string, unknown> => ({ runtime: 'browser' });
  /** Marks the frames that are the application's; a hook does. */
  frames = (frames: StackFrame[]): StackFrame[] => frames;

  constructor(settings: Settings) {
    this.transport = new Transport(settings);
    this.clientPlatform = {
      source: 'frontend',
      send: (path, records) => this.transport.send(path, records),
      schedule,
      scheduleHeld: schedule,
      queueCharsMax: PAGE_QUEUE_CHARS_MAX,
      environment: () => this.environment(),
      correlationId: () => this.correlationId,
      request: () => ({ url: location.href, referrer: document.referrer }),
      onEvent: (event) => {
        for (const tell of this.onEvent) tell(event);
      },
      frames: (frames) => this.frames(frames),
    };
    this.client = new Client(settings, this.clientPlatform);
  }

  /** Ends all waiting for what would be good to know too. */
  settle(): void {
    for (const settle of this.onSettle) this.attempt(settle);
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
}

/** A page is kept alive by nothing. */
export const schedule: Schedule = (run, delayMs) => {
  const timer = setTimeout(run, delayMs);
  return () => {
    clearTimeout(timer);
  };
};
