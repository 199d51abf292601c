// Why a call to the daemon has no answer.

/** Of a call in which nobody said anything for too long. */
export function toSilence(): Error {
  return new Error('errord: the daemon does not answer');
}

/** The other side has closed the connection. On one that was idle before, it is no reason to take the daemon for away. */
export function isClosedByPeer({ code }: NodeJS.ErrnoException): boolean {
  return code === 'ECONNRESET' || code === 'EPIPE';
}
