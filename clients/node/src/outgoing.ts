// Calls that the application makes: each leaves a breadcrumb, and those to the listed origins carry the correlation id.

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import http, { type ClientRequest } from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import { isCorrelated } from '../../core/correlated.js';
import { CORRELATION_HEADER } from '../../core/correlation.js';
import type { Scope } from '../../core/scope.js';
import { type Host, quietly, type Unhook } from './host.js';
import { nowMs } from './own-timers.js';
import { currentContext } from './request-context.js';

/** One call on its way. */
interface Call {
  readonly method: string;
  readonly url: string;
  readonly startedAt: number;
  /** Of the request that is being served, or of the application: the answer arrives outside of both. */
  readonly scope: Scope;
}

interface Target {
  readonly url: URL;
  readonly method: string;
  readonly hasHeader: boolean;
  addHeader(name: string, value: string): void;
}

/** Undefined for calls to the daemon itself. */
function openCall(host: Host, { url, method, hasHeader, addHeader }: Target): Call | undefined {
  const { serverUrl, correlationOrigins } = host.settings;
  if (url.origin === new URL(serverUrl).origin) return undefined;
  const context = currentContext();
  if (context !== undefined && !hasHeader && isCorrelated(url, undefined, correlationOrigins)) {
    addHeader(CORRELATION_HEADER, context.correlationId);
  }
  return { method, url: url.href, startedAt: nowMs(), scope: host.client.scope };
}

function closeCall(call: Call, outcome: { readonly statusCode?: number | undefined; readonly error?: unknown }): void {
  const { statusCode, error } = outcome;
  call.scope.addBreadcrumb({
    category: 'http',
    message: `${call.method} ${call.url}`,
    level: error !== undefined || (statusCode ?? 0) >= 500 ? 'error' : 'info',
    data: {
      duration: Math.round(nowMs() - call.startedAt),
      ...(statusCode !== undefined && { statusCode }),
      ...(error instanceof Error && { error: error.message }),
    },
  });
}

/** Global `fetch`, and whatever else stands on undici. */
export function hookFetch(host: Host): Unhook {
  const calls = new WeakMap<object, Call>();
  const end = (request: object, outcome: { statusCode?: number; error?: unknown }): void => {
    const call = calls.get(request);
    calls.delete(request);
    if (call !== undefined) closeCall(call, outcome);
  };
  const listeners: Readonly<Record<string, (message: UndiciMessage) => void>> = {
    'undici:request:create': ({ request }) => {
      const call = openCall(host, toTarget(request));
      if (call !== undefined) calls.set(request, call);
    },
    'undici:request:headers': ({ request, response }) => {
      end(request, { statusCode: response?.statusCode ?? 0 });
    },
    'undici:request:error': ({ request, error }) => {
      end(request, { error });
    },
  };
  const undo = Object.entries(listeners).map(([channel, listener]) => {
    const onMessage = (message: unknown): void => {
      quietly(host, () => {
        listener(message as UndiciMessage);
      });
    };
    subscribe(channel, onMessage);
    return () => unsubscribe(channel, onMessage);
  });
  return () => {
    for (const undoOne of undo) undoOne();
  };
}

/** What undici publishes (docs/docs/api/DiagnosticsChannel.md of its repository). */
interface UndiciMessage {
  readonly request: UndiciRequest;
  readonly response?: { readonly statusCode: number };
  readonly error?: unknown;
}

interface UndiciRequest {
  readonly origin: string | URL;
  readonly path: string;
  readonly method: string;
  readonly headers: unknown;
  addHeader(name: string, value: string): void;
}

function toTarget(request: UndiciRequest): Target {
  return {
    url: new URL(request.path, request.origin),
    method: request.method,
    // A list of names and values, or their text, by the version.
    hasHeader: String(request.headers).toLowerCase().includes(CORRELATION_HEADER),
    addHeader: (name, value) => {
      request.addHeader(name, value);
    },
  };
}

const MODULES = [http, https] as const;

/** `request` and `get` of `node:http` and `node:https`: no channel of Node 20 tells of a call before its headers are sent. */
export function hookHttp(host: Host): Unhook {
  const undo = MODULES.map((module) => {
    const { request, get } = module;
    const watchedRequest = function (this: unknown, ...args: unknown[]): ClientRequest {
      const call = Reflect.apply(request, this, args) as ClientRequest;
      quietly(host, () => {
        watch(host, call);
      });
      return call;
    };
    const watchedGet = function (this: unknown, ...args: unknown[]): ClientRequest {
      const call = watchedRequest.apply(this, args);
      call.end();
      return call;
    };
    module.request = watchedRequest;
    module.get = watchedGet;
    return () => {
      // Somebody who has replaced them since has ours inside of theirs, where it does no harm.
      if (module.request === watchedRequest) module.request = request;
      if (module.get === watchedGet) module.get = get;
    };
  });
  syncBuiltinESMExports();
  return () => {
    for (const undoOne of undo) undoOne();
    syncBuiltinESMExports();
  };
}

function watch(host: Host, request: ClientRequest): void {
  const name = request.getHeader('host');
  // A proxy, or a socket that is no network's.
  if (typeof name !== 'string') return;
  const url = new URL(request.path, `${request.protocol}//${name}`);
  if (url.hostname.replace(/^\[|\]$/g, '') !== request.host.toLowerCase()) return;
  const call = openCall(host, {
    url,
    method: request.method,
    hasHeader: request.headersSent || request.hasHeader(CORRELATION_HEADER),
    addHeader: (header, value) => {
      request.setHeader(header, value);
    },
  });
  if (call === undefined) return;
  // Not `response` and not `error`: their listeners take part in what happens next.
  request.once('close', () => {
    quietly(host, () => {
      const { res } = request as { res?: { readonly statusCode?: number } };
      closeCall(call, { statusCode: res?.statusCode, error: request.errored ?? undefined });
    });
  });
}
