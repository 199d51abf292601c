// One helper for each framework that keeps errors to itself. Their types name what is used of a framework, so that none of
// them has to be installed.

import { isServerFault } from './capture.js';
import { currentReporter } from './current.js';
import { type FastifyLike, watchFastify } from './fastify-hook.js';

/** Reports unless the error is an answer to a mistake of the client's, such as 404 or a body that is no JSON. */
function report(request: unknown, error: unknown): void {
  if (isServerFault(error)) currentReporter()?.capture(error, {}, request);
}

/** Express: `app.use(expressErrorHandler())` behind the routes, before other error handlers. */
export function expressErrorHandler() {
  // Express knows an error handler by its four parameters.
  // oxlint-disable-next-line max-params
  return (error: unknown, request: unknown, _response: unknown, next: (error?: unknown) => void): void => {
    report(request, error);
    next(error);
  };
}

/** Fastify: `app.register(fastifyErrord)` before the routes. */
export const fastifyErrord = Object.assign(
  (app: FastifyLike, _options: unknown, done: () => void): void => {
    watchFastify(app);
    done();
  },
  // So that it holds for the whole application and not only inside of this plugin.
  { [Symbol.for('skip-override')]: true, [Symbol.for('fastify.display-name')]: 'errord' },
);

/** Koa: `app.use(koaErrord())` as the first middleware. */
export function koaErrord() {
  return async (context: { readonly req?: unknown }, next: () => Promise<unknown>): Promise<void> => {
    try {
      await next();
    } catch (error) {
      report(context.req, error);
      throw error;
    }
  };
}

interface NestHost {
  switchToHttp(): { getRequest(): unknown };
}

interface NestFilter<Host> {
  catch(exception: unknown, host: Host): unknown;
}

/**
 * NestJS: reports, then lets the given filter answer, as in
 * `app.useGlobalFilters(nestErrordFilter(new BaseExceptionFilter(app.get(HttpAdapterHost).httpAdapter)))`.
 */
export function nestErrordFilter<Host extends NestHost>(filter: NestFilter<Host>): NestFilter<Host> {
  return {
    catch: (exception, host) => {
      report(readNestRequest(host), exception);
      return filter.catch(exception, host);
    },
  };
}

function readNestRequest(host: NestHost): unknown {
  try {
    const request = host.switchToHttp().getRequest();
    // On Fastify, the request of `node:http` is inside.
    return (request as { readonly raw?: unknown } | null)?.raw ?? request;
  } catch {
    // No HTTP: a message or a socket.
    return undefined;
  }
}

/** Next.js and its like: `export const GET = withErrord(async (request) => …)`. What the handler throws is thrown on. */
export function withErrord<R extends Request, Rest extends readonly unknown[]>(
  handler: (request: R, ...rest: Rest) => Response | Promise<Response>,
): (request: R, ...rest: Rest) => Promise<Response> {
  return async (request, ...rest) => {
    const call = (): Response | Promise<Response> => handler(request, ...rest);
    return currentReporter()?.serve(request, call) ?? call();
  };
}
