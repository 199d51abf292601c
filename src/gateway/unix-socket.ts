// Listening on a unix socket. The file of a socket outlives its daemon when that is killed, and uWebSockets.js unlinks
// whatever is at the path before it listens: what is there is looked at before.

import type { TemplatedApp, us_listen_socket } from 'uWebSockets.js';
import { chmodSync, constants, lstatSync, statSync, unlinkSync } from 'node:fs';
import { access, unlink } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { dirname } from 'node:path';
import { ErrordError } from '../errors.js';

/** What a listening daemon has at the path. */
export interface SocketFile {
  readonly socket: us_listen_socket;
  /** Takes the file away, unless somebody has put another one there. */
  remove(): void;
}

/**
 * Rejects with `port_in_use` when a program listens at the path, and with `address_unavailable` when something else is there
 * or nothing could be. The file of a socket that nobody listens on any more is none of these.
 */
export async function assertSocketFree(path: string): Promise<void> {
  await hasStaleFile(path);
}

/** Listens at the path, in place of a daemon that is gone. Rejects as `assertSocketFree`. */
export async function listenOnSocket(app: TemplatedApp, path: string): Promise<SocketFile> {
  if (await hasStaleFile(path)) await unlink(path);
  const socket = await new Promise<us_listen_socket | false>((resolve) => {
    app.listen_unix(resolve, path);
  });
  if (socket === false) throw unavailable(path, 'the system does not allow it');
  // Until here it is the owner's alone: uWebSockets.js makes it so.
  chmodSync(path, toMode(statSync(dirname(path)).mode));
  const { ino } = lstatSync(path);
  return {
    socket,
    remove: () => {
      if (lstatSync(path, { throwIfNoEntry: false })?.ino === ino) unlinkSync(path);
    },
  };
}

/**
 * Who may write to a socket may connect: its owner. In a folder that is for a group and nobody else, such as 0750, the group
 * may too, so that a proxy under another user reaches the daemon.
 */
function toMode(folderMode: number): number {
  return (folderMode & 0o017) === 0o010 ? 0o660 : 0o600;
}

/** Whether there is the file of a socket that nobody listens on. */
async function hasStaleFile(path: string): Promise<boolean> {
  const folder = dirname(path);
  await access(folder, constants.W_OK | constants.X_OK).catch((cause: unknown) => {
    throw unavailable(path, `the folder ${folder} is not there, or nothing may be made in it`, cause);
  });
  const file = lstatSync(path, { throwIfNoEntry: false });
  if (file === undefined) return false;
  if (!file.isSocket()) throw unavailable(path, 'what is there is no socket; remove it, or choose another path');
  const code = await connectOnce(path);
  if (code === 'ENOENT') return false;
  if (code === 'ECONNREFUSED') return true;
  if (code === 'EACCES') throw unavailable(path, 'it is the socket of another user');
  // Also where it is so busy that it takes no more (EAGAIN), or speaks another protocol (EPROTOTYPE).
  throw new ErrordError('port_in_use', `The socket ${path} is in use by another program.`);
}

/** Null when somebody takes the connection, else the code of what went wrong. */
function connectOnce(path: string): Promise<string | null> {
  return new Promise((resolve) => {
    const probe = createConnection(path);
    probe.once('connect', () => {
      probe.destroy();
      resolve(null);
    });
    probe.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code ?? 'unknown'));
  });
}

function unavailable(path: string, reason: string, cause?: unknown): ErrordError {
  return new ErrordError('address_unavailable', `Cannot listen on the socket ${path}: ${reason}.`, { cause });
}
