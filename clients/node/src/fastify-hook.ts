// Fastify tells who subscribes of every handler that fails: https://fastify.dev/docs/latest/Reference/Hooks/#diagnostics-channel-hooks

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { captureFor, isServerFault } from './capture.js';
import { type Host, quietly, type Unhook } from './host.js';

const CHANNEL = 'tracing:fastify.request.handler:error';

interface Failure {
  readonly error?: unknown;
  readonly request?: { readonly raw?: unknown };
}

/** Reports what handlers and their `preHandler` hooks throw, without the plugin. Of Fastify 5; older ones do not tell. */
export function hookFastify(host: Host): Unhook {
  const onError = (message: unknown): void => {
    quietly(host, () => {
      const { error, request } = message as Failure;
      if (isServerFault(error)) captureFor(host, error, { request: request?.raw });
    });
  };
  subscribe(CHANNEL, onError);
  return () => {
    unsubscribe(CHANNEL, onError);
  };
}
