import type { TemplatedApp, us_listen_socket } from 'uWebSockets.js';
import { createServer } from 'node:net';
import { ErrordError } from '../errors.js';
import { toSocketPath } from '../socket-host.js';
import { loadNativeServer } from './native-server.js';
import { assertSocketFree, listenOnSocket } from './unix-socket.js';

/** `LIBUS_LISTEN_EXCLUSIVE_PORT`: without it a second daemon would silently share the port (SO_REUSEPORT). */
const EXCLUSIVE_PORT = 1;

/** A place where the gateway listens. */
export interface Listener {
  /** 0 on a unix socket. */
  readonly port: number;
  /** No more connections are taken. */
  close(): void;
}

/** Rejects with `port_in_use` or `address_unavailable`. On a unix socket there is no port. */
export async function listen(app: TemplatedApp, host: string, port: number): Promise<Listener> {
  const path = toSocketPath(host);
  if (path === null) return toListener(await listenOnPort(app, host, port));
  const { socket, remove } = await listenOnSocket(app, path);
  return {
    port: 0,
    close: () => {
      // First the file: who looks in between finds no daemon instead of one that does not answer.
      remove();
      loadNativeServer().us_listen_socket_close(socket);
    },
  };
}

function toListener(socket: us_listen_socket): Listener {
  return {
    port: loadNativeServer().us_socket_local_port(socket),
    close: () => loadNativeServer().us_listen_socket_close(socket),
  };
}

async function listenOnPort(app: TemplatedApp, host: string, port: number): Promise<us_listen_socket> {
  const socket = await new Promise<us_listen_socket | false>((resolve) => {
    app.listen(host, port, EXCLUSIVE_PORT, resolve);
  });
  if (socket !== false) return socket;
  // uWebSockets.js does not say why it could not listen; Node does when it tries the same.
  await assertCanListen(host, port);
  throw new ErrordError('address_unavailable', `Cannot listen on ${host} port ${port}.`);
}

/** The same for the second port, which a tool of that name may have. */
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

/** Listens for a moment, to learn whether that is possible. Rejects as `listen` does. */
export async function assertCanListen(host: string, port: number): Promise<void> {
  const path = toSocketPath(host);
  if (path !== null) {
    await assertSocketFree(path);
    return;
  }
  const cause = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    const probe = createServer();
    probe.once('error', resolve);
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(undefined)));
  });
  if (cause?.code === 'EADDRINUSE') {
    throw new ErrordError('port_in_use', `Port ${port} on ${host} is in use by another program.`, { cause });
  }
  if (cause !== undefined) {
    throw new ErrordError('address_unavailable', `Cannot listen on ${host} port ${port}: ${cause.message}.`, { cause });
  }
}
