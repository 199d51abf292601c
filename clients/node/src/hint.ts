// What to add where a request failed and nothing said why.

import { createRequire } from 'node:module';
import { watchesFastify } from './fastify-hook.js';

/** The helper for each framework that keeps errors to itself. */
const HELPERS: readonly (readonly [name: string, helper: string])[] = [
  ['@nestjs/core', 'nestErrordFilter'],
  ['fastify', 'fastifyErrord'],
  ['koa', 'koaErrord'],
  ['express', 'expressErrorHandler'],
];

let hint: string | undefined;

/** Names the helper for the framework that the application has loaded. The same for all requests, so it is found once. */
export function toHint(): string {
  hint ??= makeHint();
  return hint;
}

function makeHint(): string {
  const loaded = Object.keys(createRequire(process.execPath).cache);
  const isLoaded = (name: string): boolean =>
    loaded.some((path) => path.replaceAll('\\', '/').includes(`/node_modules/${name}/`));
  // What a watched instance of Fastify does not tell, the plugin would not tell either.
  const isHelped = (name: string): boolean => name === 'fastify' && watchesFastify();
  const known = HELPERS.find(([name]) => isLoaded(name) && !isHelped(name));
  const what = 'The request failed, and nothing told errord why.';
  if (known === undefined) return `${what} Give the error to captureError where the application answers it.`;
  const [name, helper] = known;
  return `${what} Add ${helper} of @errord/node, which reports what ${name} keeps to itself.`;
}
