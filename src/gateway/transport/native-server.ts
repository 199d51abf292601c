// The binary that serves HTTP. It comes from a third party, so it is compared with the list of those that somebody has looked
// at, right before it is loaded and wherever the daemon is started (docs/dependencies.md).

import type * as uws from 'uWebSockets.js';
import { createRequire } from 'node:module';
import { findFault } from '#native-hashes';
import { ErrordError } from '../../errors.js';
import { toDocPath } from '../../package.js';
import { placeNativeBinary } from './native-binary.js';

export type NativeServer = typeof uws;

let loaded: NativeServer | null = null;

/**
 * `cacheDir` as in `placeNativeBinary`. Throws `gateway_foreign` when the binary is not the listed one, which nothing else may
 * take the place of, and `gateway_unavailable` when there is none for this system, or the system cannot load it.
 */
export function loadNativeServer(cacheDir: string | null): NativeServer {
  loaded ??= loadListed(placeNativeBinary(cacheDir));
  return loaded;
}

const require = createRequire(import.meta.url);

/** Not through the package's own loader, so that what was looked at is what is loaded. */
function loadListed(path: string): NativeServer {
  const fault = findFault(path);
  if (fault !== null) {
    const advice = `Remove node_modules and install again; ${toDocPath('dependencies.md')} says what this means`;
    throw new ErrordError('gateway_foreign', `errord does not start, because ${fault}. ${advice}.`);
  }
  try {
    return require(path) as NativeServer;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ErrordError('gateway_unavailable', `errord cannot serve here: ${path} cannot be loaded: ${reason}.`, {
      cause,
    });
  }
}
