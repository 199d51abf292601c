import type { GATEWAY_NAMES } from '../../../schemas/config.js';
import { ErrordError } from '../../errors.js';
import type { Logger } from '../../log.js';
import { PortableTransport } from './portable.js';
import type { Transport } from './transport.js';

/** `auto` takes the native one where it can be loaded. */
export type TransportChoice = (typeof GATEWAY_NAMES)[number];

/**
 * The server that is asked for. Rejects with `native_unavailable` when it must be the native one and that cannot be loaded;
 * where either will do, the log says why it is the portable one.
 */
export async function openTransport(choice: TransportChoice, log: Logger): Promise<Transport> {
  if (choice === 'portable') return new PortableTransport();
  try {
    const { NativeTransport } = await import('./native.js');
    return new NativeTransport();
  } catch (error) {
    const reason = toReason(error);
    if (choice === 'native') throw new ErrordError('native_unavailable', `uWebSockets.js cannot be loaded: ${reason}`);
    log.warn(
      { reason },
      'uWebSockets.js cannot be loaded on this system: the portable gateway serves, at a lower rate',
    );
    return new PortableTransport();
  }
}

/** The line of the system, without the list of systems that the package has in front of it. */
function toReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return (message.split('\n').findLast((line) => line !== '') ?? message).replace(/^Error: /, '');
}
