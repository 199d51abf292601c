// Builds the parts of a client and wires them.

import { Client, type EventFacts, type Platform } from '../../core/client.js';
import { tellCalls, tellUnsent } from '../../core/debug.js';
import { QUEUE_CHARS_MAX } from '../../core/limits.js';
import type { Send } from '../../core/outbox.js';
import { PendingEvents } from '../../core/pending.js';
import { captureFor } from './capture.js';
import { toNamedDetails } from './causes.js';
import { hookConsole, RecentStacks } from './console-hooks.js';
import { hookFastify } from './fastify-hook.js';
import { toNodeFrames } from './frames.js';
import { watchHealth } from './health.js';
import { type Host, quietly, type Unhook } from './host.js';
import { hookIncoming } from './incoming.js';
import { deliverNow } from './last-call.js';
import { tellLastCall, toLossLine } from './last-word.js';
import { Later } from './later.js';
import { REQUEST_BATCH_SIZE, REQUEST_WAIT_MS } from './limits.js';
import { hookNest } from './nest-hook.js';
import type { NodeSettings } from './options.js';
import { hookFetch, hookHttp } from './outgoing.js';
import { hookProcess } from './process-hooks.js';
import { currentContext } from './request-context.js';
import { Sources } from './sources.js';
import { hookTestRunner } from './test-runners.js';
import { openTransport, type Transport } from './transport.js';
import { serve, type WebHandler } from './web-requests.js';

/** The one client of a process. Both builds of this package use the same one, so they meet in this interface. */
export interface Reporter {
  readonly client: Pick<Client, 'captureMessage' | 'log' | 'setUser' | 'setTag' | 'addBreadcrumb' | 'stats'>;
  /** Reports an error of the request, when it is one of ours, else of what runs now. */
  capture(error: unknown, facts: Omit<EventFacts, 'request'>, request?: unknown): string | undefined;
  /** Calls a handler of web requests in a context of its own. */
  serve(request: Request, handler: WebHandler): Promise<Response>;
  /** Sends what waits, also for hooks that would look a little longer. Not patient: not longer than the daemon answers. */
  flush(timeoutMs: number, options?: { readonly isPatient: boolean }): Promise<boolean>;
  /** Takes the hooks back at once, then sends what waits. */
  close(timeoutMs: number): Promise<void>;
}

/** Hooks into the process and returns what reports. */
export function startReporter(settings: NodeSettings): Reporter {
  const transport = openTransport(settings);
  const send = settings.debug === true ? tellCalls(transport.send, settings, writeLine) : transport.send;
  const recent = new RecentStacks();
  const later = new Later();
  const client: Client = new Client(settings, {
    ...toPlatform({ transport, recent, send, client: () => client }),
    ...(settings.debug === true && { onUnsent: tellUnsent(writeLine) }),
  });
  const host: Host = { settings, client, later };
  const { serverUrl } = settings;
  const deliverLast = settings.debug === true ? tellLastCall(deliverNow, writeLine) : deliverNow;
  const hooks: readonly (() => Unhook)[] = [
    () =>
      hookProcess(host, {
        deliver: (parcels, timeoutMs) => {
          deliverLast({ serverUrl, headers: transport.headers, parcels, timeoutMs });
        },
        onLost: (recordCount, reason) => {
          if (settings.debug === true) writeLine(toLossLine(recordCount, serverUrl, reason));
        },
      }),
    () => hookConsole(host, recent),
    () => hookIncoming(host),
    () => hookFastify(host),
    () => hookNest(host),
    () => hookFetch(host),
    () => hookHttp(host),
    () => watchHealth(host),
    () => hookTestRunner(host),
  ];
  // A hook that cannot be set, such as one for a console that was frozen, leaves the others alone.
  const undo = hooks.map((hook) => quietly(host, hook));
  return {
    client,
    capture: (error, facts, request) => captureFor(host, error, { ...facts, request }),
    serve: (request, handler) => serve(host, request, handler),
    flush: (timeoutMs, options) => {
      later.settle();
      return client.flush(timeoutMs, options);
    },
    close: async (timeoutMs) => {
      for (const undoOne of undo) quietly(host, () => undoOne?.());
      later.settle();
      await client.close(timeoutMs);
      transport.close();
    },
  };
}

/** Not by the console, which is hooked. */
function writeLine(line: string): void {
  process.stderr.write(`${line}\n`);
}

interface Parts {
  readonly transport: Transport;
  readonly send: Send;
  readonly recent: RecentStacks;
  readonly client: () => Client;
}

function toPlatform({ transport, send, recent, client }: Parts): Platform {
  const sources = new Sources();
  // The same in every event, so that the daemon stores it once.
  const environment = { runtime: 'node', nodeVersion: process.version, os: process.platform, arch: process.arch };
  return {
    source: 'backend',
    queueCharsMax: QUEUE_CHARS_MAX,
    requestBatchSize: REQUEST_BATCH_SIZE,
    requestWaitMs: REQUEST_WAIT_MS,
    send,
    schedule: transport.schedule,
    scheduleHeld: transport.scheduleHeld,
    environment: () => environment,
    scope: () => currentContext()?.scope(client().globalScope),
    correlationId: () => currentContext()?.correlationId,
    request: () => {
      const context = currentContext();
      if (context === undefined) return undefined;
      const { method, url } = context.request;
      return { method, url, duration: context.durationMs, headers: context.request.headers };
    },
    onEvent: (event, thrown) => {
      Object.assign(event, toNamedDetails(thrown));
      const { eventId, severity, stack } = event;
      const context = currentContext();
      const isError = severity === 'error' || severity === 'fatal';
      if (context !== undefined && isError) context.errorEventId ??= eventId;
      // A stack that was only printed, printed again, is another error of the same place.
      if (stack !== undefined && typeof thrown !== 'string') recent.add(stack);
    },
    frames: toNodeFrames,
    pending: new PendingEvents({
      read: (frames) => sources.read(frames),
      readNow: (frames) => sources.readNow(frames),
      schedule: transport.scheduleHeld,
    }),
  };
}
