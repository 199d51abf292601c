// What stands behind the router of a framework: middleware, which is around every handler of an application.

import type { StackFrame } from '../../../../schemas/event.js';
import type { OwnFrame } from './own-frame.js';

const ROUTER =
  /(?:^|[\\/])node_modules[\\/](?:express|router|connect|koa|koa-compose|koa-router|@koa[\\/]router|fastify|@hapi[\\/]hapi|restify|polka|hono|@nestjs[\\/]core)[\\/]/;

/** The frames in front of the first router in `stack`, where one of them has a name and is no shared helper: the handler. */
export function withoutMiddleware(own: readonly OwnFrame[], stack: readonly StackFrame[]): readonly OwnFrame[] {
  const router = stack.findIndex(({ filename }) => filename !== undefined && ROUTER.test(filename));
  if (router === -1) return own;
  const handlers = own.filter(({ frame }) => stack.indexOf(frame) < router);
  return handlers.some(({ name, isHelper, isMinified }) => name !== '' && !isHelper && !isMinified) ? handlers : own;
}
