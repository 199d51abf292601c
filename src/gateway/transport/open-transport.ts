import type { GATEWAY_NAMES } from '../../../schemas/config.js';
import { ErrordError } from '../../errors.js';
import type { Logger } from '../../log.js';
import { NativeTransport } from './native.js';
import { loadNativeServer } from './native-server.js';
import { PortableTransport } from './portable.js';
import type { Transport } from './transport.js';

/** `auto` takes the native one where it can be loaded. */
export type TransportChoice = (typeof GATEWAY_NAMES)[number];

export interface TransportPlace {
  readonly log: Logger;
  /** Where a packed binary may be unpacked to (native-binary.ts); null for nowhere. */
  readonly cacheDir: string | null;
}

/**
 * The server that is asked for; it does not listen yet. Throws `gateway_unavailable` when it must be the native one and that
 * cannot be loaded; where either will do, the log says why it is the portable one. Throws `gateway_foreign` whatever was
 * asked for, unless it is the portable one: a binary that was changed says nothing good of the rest.
 */
export function openTransport(choice: TransportChoice, { log, cacheDir }: TransportPlace): Transport {
  if (choice === 'portable') return new PortableTransport();
  try {
    return new NativeTransport(loadNativeServer(cacheDir));
  } catch (error) {
    const isAbsent = error instanceof ErrordError && error.code === 'gateway_unavailable';
    if (choice === 'native' || !isAbsent) throw error;
    log.warn(
      { reason: error.message },
      'the portable gateway serves, slower than the native one, which cannot be loaded',
    );
    return new PortableTransport();
  }
}
