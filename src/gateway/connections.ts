import { readdirSync, readFileSync } from 'node:fs';
import { CONNECTIONS_MAX, CONNECTIONS_MIN, DESCRIPTORS_KEPT } from '../limits.js';

/**
 * What the system leaves to connections: asked once the threads of the daemon are there. Without a limit they take the last
 * file descriptor: then the database cannot open its files, and the event loop turns without rest around a connection that
 * it cannot accept.
 */
export function readConnectionsMax(): number {
  const descriptors = readDescriptors();
  return descriptors === null ? CONNECTIONS_MAX : toConnectionsMax(descriptors);
}

export interface Descriptors {
  readonly open: number;
  readonly max: number;
}

export function toConnectionsMax({ open, max }: Descriptors): number {
  return Math.min(CONNECTIONS_MAX, Math.max(CONNECTIONS_MIN, max - open - DESCRIPTORS_KEPT));
}

/** Null where the system does not tell it in files. */
function readDescriptors(): Descriptors | null {
  try {
    const [, max] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return max === undefined ? null : { open: readdirSync('/proc/self/fd').length, max: Number(max) };
  } catch {
    // Only Linux has these files; the fixed limit holds elsewhere.
    return null;
  }
}
