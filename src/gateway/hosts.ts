// Which names a caller may know the daemon by. A page whose own domain was made to point at this machine (DNS rebinding)
// has the same origin as the daemon in the eyes of a browser; the Host header is what gives it away.

import { isIP } from 'node:net';

export interface HostPolicyOptions {
  /** Names from the configuration; one that begins with a dot stands for every name below it. */
  readonly allowedHosts: readonly string[];
  /** What this machine calls itself, and what the daemon was told to listen on. */
  readonly ownNames: readonly string[];
}

/** Whether a Host header names this daemon and not a stranger's domain. */
export type HostPolicy = (hostHeader: string) => boolean;

/** A name under one of these is never a domain that somebody can register. */
const LOCAL_SUFFIXES = ['.localhost', '.local'];
/** What containers call the machine they run on. */
const DOCKER_HOST = 'host.docker.internal';

/** A request without a Host header is not a browser's. */
export function toHostPolicy({ allowedHosts, ownNames }: HostPolicyOptions): HostPolicy {
  const names = new Set([DOCKER_HOST, ...ownNames, ...allowedHosts].map(toComparable));
  const suffixes = [...LOCAL_SUFFIXES, ...allowedHosts.filter((name) => name.startsWith('.')).map(toComparable)];
  return (hostHeader) => {
    if (hostHeader === '') return true;
    const name = toHostName(hostHeader);
    return name !== null && (isLocalForm(name) || names.has(name) || suffixes.some((suffix) => name.endsWith(suffix)));
  };
}

/** An address, or a name without a dot: nobody can register it. */
function isLocalForm(name: string): boolean {
  return isIP(name) !== 0 || !name.includes('.');
}

/** The name of a Host header, without its port; null when it is none. */
export function toHostName(hostHeader: string): string | null {
  if (!/^[A-Za-z0-9._:[\]-]{1,512}$/.test(hostHeader)) return null;
  const bracketed = /^\[([^\]]+)\](?::\d*)?$/.exec(hostHeader);
  if (bracketed !== null) return toComparable(bracketed[1] ?? '') || null;
  const plain = /^([^:[\]]+)(?::\d*)?$/.exec(hostHeader);
  return toComparable(plain?.[1] ?? '') || null;
}

/** Names end in a dot where they are written out whole. */
function toComparable(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}

/** Whether only this machine can be meant. */
export function isLoopbackName(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(?:\.\d{1,3}){3}$/.test(name);
}
