// A host that is no address: the path of a unix socket, as `unix:/run/errord.sock`.

import { SOCKET_PATH_BYTES_MAX } from './limits.js';

const SCHEME = 'unix:';

/** The path of the socket; null for a host that has ports. */
export function toSocketPath(host: string): string | null {
  return host.startsWith(`${SCHEME}/`) ? host.slice(SCHEME.length) : null;
}

/** Whether a system has room for it. A path ends in the name of a file. */
export function isSocketPath(path: string): boolean {
  return Buffer.byteLength(path) <= SOCKET_PATH_BYTES_MAX && !path.endsWith('/');
}

/** Stands for a socket where callers have the address of a daemon. */
export function toSocketUrl(path: string): URL {
  return new URL(SCHEME + path.split('/').map(encodeURIComponent).join('/'));
}

/** The path of the socket that an address stands for; null for an address with a host. */
export function readSocketUrl(url: URL): string | null {
  return url.protocol === SCHEME ? decodeURIComponent(url.pathname) : null;
}
