import { createServer, type Server } from 'node:net';
import { ErrordError } from '../errors.js';
import { toSocketPath } from '../socket-host.js';
import { assertSocketFree } from './unix-socket.js';

/** Rejects as `assertCanListen` does, with advice for the second port, which a tool of that name may have. */
export async function assertCanListenForSpotlight(host: string, port: number): Promise<void> {
  try {
    await assertCanListen(host, port);
  } catch (error) {
    if (!(error instanceof ErrordError) || error.code !== 'port_in_use') throw error;
    const advice = 'stop it, perhaps a Spotlight of its own, or start errord without --spotlight (spotlightPort)';
    throw new ErrordError('port_in_use', `Port ${port} on ${host} is in use by another program: ${advice}.`, {
      cause: error,
    });
  }
}

/** Listens for a moment, to learn whether that is possible. Rejects with `port_in_use` or `address_unavailable`. */
export async function assertCanListen(host: string, port: number): Promise<void> {
  const path = toSocketPath(host);
  if (path !== null) {
    await assertSocketFree(path);
    return;
  }
  const probe = createServer();
  await listenWith(probe, host, port);
  await new Promise((resolve) => probe.close(resolve));
}

/** Resolves when the server listens on a port; rejects as above. */
export async function listenWith(server: Server, host: string, port: number): Promise<void> {
  const cause = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    server.once('error', resolve);
    server.listen({ host, port, exclusive: true }, () => {
      server.off('error', resolve);
      resolve(undefined);
    });
  });
  if (cause?.code === 'EADDRINUSE') {
    throw new ErrordError('port_in_use', `Port ${port} on ${host} is in use by another program.`, { cause });
  }
  if (cause !== undefined) {
    throw new ErrordError('address_unavailable', `Cannot listen on ${host} port ${port}: ${cause.message}.`, { cause });
  }
}
