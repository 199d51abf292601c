// Single values of the configuration: what a text stands for, and what a schema cannot say about them.

import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { inspect } from 'node:util';
import type { Config } from '../schemas/config.js';
import { ErrordError } from './errors.js';
import { isSocketPath, toSocketPath } from './socket-host.js';

// Each gives text that stands for no value back as it is, for the schema to refuse.
export const text = (value: string) => value;
export const number = (value: string) => (/^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value);
export const boolean = (value: string) => (value === 'true' ? true : value === 'false' ? false : value);

/** A pattern may hold a comma, so a list of them is JSON; text that is none is given back. */
export function parseJsonList(value: string): unknown {
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

/** A comma list; spaces around the items do not count. */
export function parseList(value: string): string[] {
  return value.split(',').map((item) => item.trim());
}

/** `true` and `false`, one origin, or a list of them. */
export function parseOrigins(value: string): unknown {
  const flag = boolean(value);
  if (typeof flag === 'boolean') return flag;
  const origins = parseList(value);
  return origins.length === 1 ? origins[0] : origins;
}

/** Whether it can stand in a URL: `1.2.3.4.5` and `a:b` have the characters of an address and are none. Or a socket. */
export function isHost(host: string): boolean {
  const path = toSocketPath(host);
  if (path !== null) return isSocketPath(path);
  return URL.canParse(`http://${host.includes(':') ? `[${host}]` : host}`);
}

/** Whether there is an origin that no browser can send, such as one with port 99999. */
export function hasBadUrl(value: boolean | string | readonly string[] | undefined): boolean {
  const origins = typeof value === 'string' ? [value] : typeof value === 'object' ? value : [];
  return origins.some((origin) => origin !== 'null' && !URL.canParse(origin));
}

/** Origins as browsers send them: in lower case, without the default port and a trailing slash. */
export function toOrigins(value: boolean | string | readonly string[]): Config['corsOrigin'] {
  if (typeof value === 'boolean') return value;
  return typeof value === 'string' ? toOrigin(value) : value.map(toOrigin);
}

function toOrigin(value: string): string {
  return /^https?:/i.test(value) ? new URL(value).origin : value.replace(/\/$/, '').toLowerCase();
}

/** A value as a person wrote it, in at most a hundred characters. */
export function excerpt(value: unknown): string {
  const shown = typeof value === 'string' ? JSON.stringify(value) : inspect(value, { depth: 1, breakLength: Infinity });
  return shown.length > 100 ? `${shown.slice(0, 100)}…` : shown;
}

/** Whether an error of `node:fs` says that there is no such file. */
export function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The home directory of who runs this process. Null where there is none: the variable is empty or no absolute path, or it is
 * not set and the system knows no directory of this user, as of those that containers are given by number.
 */
export function readHomeDir(): string | null {
  try {
    const path = homedir();
    return isAbsolute(path) ? path : null;
  } catch {
    // What it throws says the same in fewer words.
    return null;
  }
}

/** A path in the home directory. Throws `config_invalid` where there is none, with what it is of and what to do instead. */
export function toHomePath(
  homeDir: string | null,
  path: string,
  { what, advice }: { readonly what: string; readonly advice: string },
): string {
  if (homeDir !== null) return join(homeDir, path);
  const cause = 'HOME is empty, or no absolute path, or not set for a user who has none';
  throw new ErrordError('config_invalid', `${what} is in the home directory, and there is none (${cause}): ${advice}.`);
}

/** A path whose `~` stands for the home directory; throws as `toHomePath`. */
export function expandHome(path: string, homeDir: string | null): string {
  if (path !== '~' && !path.startsWith('~/')) return path;
  return toHomePath(homeDir, path.slice(1), { what: excerpt(path), advice: 'set HOME, or write the path from / on' });
}

/** Freezes a value and everything in it. */
export function deepFreeze<T extends object>(value: T): T {
  for (const inner of Object.values(value))
    if (typeof inner === 'object' && inner !== null) deepFreeze(inner as object);
  return Object.freeze(value);
}
