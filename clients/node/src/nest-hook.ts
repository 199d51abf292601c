// NestJS answers what is thrown by itself and prints it past the console. Its base filter is where all of it goes that the
// application has no filter for: https://docs.nestjs.com/exception-filters#inheritance

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { nestErrordFilter } from './frameworks.js';
import { type Host, quietly, type Unhook } from './host.js';
import { NEST_LOOKS_MAX } from './limits.js';

/** A connection comes before its first request: by then what is imported here is there. */
const CHANNEL = 'net.server.socket';
const FILTER = /[\\/]node_modules[\\/]@nestjs[\\/]core[\\/]exceptions[\\/]base-exception-filter\.js$/;
const FILTER_MODULE = '@nestjs/core/exceptions/base-exception-filter.js';

interface Filter {
  catch(exception: unknown, host: { switchToHttp(): { getRequest(): unknown } }): unknown;
}

/** Looks for NestJS when connections come, and reports what its base filter answers, without the helper. */
export function hookNest(host: Host): Unhook {
  let looksLeft = NEST_LOOKS_MAX;
  let unhook: Unhook | undefined;
  let isOver = false;
  const stop = (): void => {
    isOver = true;
    unsubscribe(CHANNEL, look);
  };
  const watch = (exported: unknown): void => {
    if (!isOver) unhook ??= watchBaseFilter(exported);
    if (unhook !== undefined) stop();
  };
  const look = (): void => {
    quietly(host, () => {
      looksLeft -= 1;
      const required = findRequired();
      if (required !== undefined) watch(required);
      // A module of the application that fails to load has failed before.
      else findImported()?.then(watch, () => undefined);
      if (looksLeft === 0) unsubscribe(CHANNEL, look);
    });
  };
  subscribe(CHANNEL, look);
  return () => {
    stop();
    unhook?.();
  };
}

/** NestJS 11 and older: all modules of CommonJS that are loaded, from wherever one asks. */
function findRequired(): unknown {
  const { cache } = createRequire(process.execPath);
  const path = Object.keys(cache).find((name) => FILTER.test(name));
  return path === undefined ? undefined : cache[path]?.exports;
}

/**
 * NestJS 12, which is ES modules: nobody tells which of those are loaded, but to import one that is gives the same one. NestJS
 * always loads `reflect-metadata`, and with it this function; where it is not there, nothing is loaded for our sake.
 */
function findImported(): Promise<unknown> | undefined {
  const [, script] = process.argv;
  if (script === undefined || !('getMetadata' in Reflect)) return undefined;
  try {
    return import(pathToFileURL(createRequire(script).resolve(FILTER_MODULE)).href);
  } catch {
    // The application has no NestJS.
    return undefined;
  }
}

function watchBaseFilter(exported: unknown): Unhook | undefined {
  const { BaseExceptionFilter } = exported as { BaseExceptionFilter?: { readonly prototype: Filter } };
  const prototype = BaseExceptionFilter?.prototype;
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
