// NestJS answers what is thrown by itself and prints it past the console. Its base filter is where all of it goes that the
// application has no filter for: https://docs.nestjs.com/exception-filters#inheritance

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createRequire } from 'node:module';
import { nestErrordFilter } from './frameworks.js';
import { type Host, quietly, type Unhook } from './host.js';
import { NEST_LOOKS_MAX } from './limits.js';

const CHANNEL = 'http.server.request.start';
const FILTER = /[\\/]node_modules[\\/]@nestjs[\\/]core[\\/]exceptions[\\/]base-exception-filter\.js$/;

interface Filter {
  catch(exception: unknown, host: { switchToHttp(): { getRequest(): unknown } }): unknown;
}

/** Looks for NestJS when requests are served, and reports what its base filter answers, without the helper. */
export function hookNest(host: Host): Unhook {
  let looksLeft = NEST_LOOKS_MAX;
  let unhook: Unhook | undefined;
  const look = (): void => {
    quietly(host, () => {
      unhook = watchBaseFilter();
      looksLeft -= 1;
      if (unhook !== undefined || looksLeft === 0) unsubscribe(CHANNEL, look);
    });
  };
  subscribe(CHANNEL, look);
  return () => {
    unsubscribe(CHANNEL, look);
    unhook?.();
  };
}

function watchBaseFilter(): Unhook | undefined {
  // All modules of CommonJS that are loaded, from wherever one asks.
  const { cache } = createRequire(process.execPath);
  const path = Object.keys(cache).find((name) => FILTER.test(name));
  const exported = path === undefined ? undefined : (cache[path]?.exports as { BaseExceptionFilter?: unknown });
  const { prototype } = (exported?.BaseExceptionFilter ?? {}) as { readonly prototype?: Filter };
  if (prototype === undefined) return undefined;
  const original = prototype.catch;
  const watched: Filter['catch'] = function (this: unknown, ...args) {
    return nestErrordFilter({
      catch: (...inner) => Reflect.apply<unknown, typeof inner, unknown>(original, this, inner),
    }).catch(...args);
  };
  prototype.catch = watched;
  return () => {
    if (prototype.catch === watched) prototype.catch = original;
  };
}
