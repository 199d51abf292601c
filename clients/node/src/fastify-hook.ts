// Fastify keeps errors to itself: it answers them, and logs them where it was given a logger.

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { captureFor, isServerFault } from './capture.js';
import { currentReporter } from './current.js';
import { type Host, quietly, type Unhook } from './host.js';

/** Tells of each instance when it is made: https://fastify.dev/docs/latest/Reference/Hooks/#diagnostics-channel-hooks */
const INSTANCES = 'fastify.initialization';
/** Tells of each handler and `preHandler` hook that fails, of Fastify 5; of the same page. */
const FAILURES = 'tracing:fastify.request.handler:error';

/** On an instance whose errors are told; those of its plugins inherit it, like the hook. Both builds of this package set it. */
const WATCHED = Symbol.for('@errord/node/fastify');

interface FastifyReply {
  readonly sent?: unknown;
  readonly statusCode?: unknown;
}

type FastifyErrorHook = (
  ...args: [request: { readonly raw?: unknown }, reply: FastifyReply, error: Error, done: () => void]
) => void;

export interface FastifyLike {
  addHook(name: 'onError', hook: FastifyErrorHook): unknown;
}

interface Failure {
  readonly error?: unknown;
  readonly request?: { readonly raw?: unknown; readonly server?: unknown };
  readonly reply?: FastifyReply;
}

/** Reports what Fastify answers with 5xx, without the plugin: all of an instance that is made from now on. */
export function hookFastify(host: Host): Unhook {
  const onInstance = (message: unknown): void => {
    quietly(host, () => {
      watchFastify((message as { readonly fastify: FastifyLike }).fastify);
    });
  };
  const onFailure = (message: unknown): void => {
    quietly(host, () => {
      const { error, request, reply = {} } = message as Failure;
      // What fails once the answer is sent comes to no hook. A text that was thrown would be told twice.
      if (isWatched(request?.server) && reply.sent !== true) return;
      if (isFault(error, reply)) captureFor(host, error, { request: request?.raw });
    });
  };
  subscribe(INSTANCES, onInstance);
  subscribe(FAILURES, onFailure);
  return () => {
    unsubscribe(INSTANCES, onInstance);
    unsubscribe(FAILURES, onFailure);
  };
}

/**
 * Reports what the instance and its plugins answer with 5xx; once, however often it is called. An instance takes no hook
 * back, so this one asks who reports now, and does nothing where nobody does.
 */
export function watchFastify(app: FastifyLike): void {
  if (isWatched(app)) return;
  // oxlint-disable-next-line max-params
  app.addHook('onError', (request, reply, error, next) => {
    if (isFault(error, reply) && isFirst(error, reply)) currentReporter()?.capture(error, {}, request.raw);
    next();
  });
  Object.defineProperty(app, WATCHED, { value: true });
  isAnyWatched = true;
}

let isAnyWatched = false;

/** True where the plugin would add nothing. */
export function watchesFastify(): boolean {
  return isAnyWatched;
}

function isWatched(app: unknown): boolean {
  return typeof app === 'object' && app !== null && WATCHED in app;
}

/** Where the error of each failed reply was thrown. */
const sites = new WeakMap<FastifyReply, unknown>();

/** Fastify runs the `onSend` hooks again to answer that one of them has failed, which then fails in the same place. */
function isFirst(error: unknown, reply: FastifyReply): boolean {
  const site = toSite(error);
  if (sites.has(reply) && sites.get(reply) === site) return false;
  sites.set(reply, site);
  return true;
}

/** The headline and the first frame: what called that is not the same again. */
function toSite(error: unknown): unknown {
  try {
    return error instanceof Error ? error.stack?.split(/\n {4}at /, 2).join(' ') : error;
  } catch {
    // A getter threw: nothing is the same as this.
    return {};
  }
}

/** The status that the reply was given goes before that of the error: `reply.code(404).send(new Error('no such order'))`. */
function isFault(error: unknown, { statusCode }: FastifyReply): boolean {
  const isClientFault = typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500;
  return !isClientFault && isServerFault(error);
}
