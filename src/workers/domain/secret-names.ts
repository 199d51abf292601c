// The names whose values are never stored: headers and object fields of the contract, applied as one list everywhere.

import { KNOWN_NAME_CHARS_MAX, KNOWN_NAMES_MAX } from '../../limits.js';
import { openBoundedCache } from './bounded-cache.js';

// As `toBareName` makes them: `apikey` is `apiKey`, `api_key` and `API-Key`.
const HEADER_NAMES = ['authorization', 'cookie', 'setcookie', 'xapikey', 'xauthtoken'];

const FIELD_NAMES = [
  'password',
  'passwd',
  'secret',
  'token',
  'apikey',
  'accesstoken',
  'refreshtoken',
  'creditcard',
  'ssn',
  'cardnumber',
  'cvv',
  'cvc',
];

const SECRET_HEADERS: ReadonlySet<string> = new Set(HEADER_NAMES);
const SECRET_NAMES: ReadonlySet<string> = new Set([...HEADER_NAMES, ...FIELD_NAMES]);

const knownNames = openBoundedCache<string, boolean>(KNOWN_NAMES_MAX);

/** True for a name of the lists: whole name, in any case, `_` and `-` ignored. */
export function isSecretName(name: string): boolean {
  return knownNames.get(name) ?? lookUp(name);
}

function lookUp(name: string): boolean {
  const isSecret = SECRET_NAMES.has(toBareName(name));
  return name.length <= KNOWN_NAME_CHARS_MAX ? knownNames.set(name, isSecret) : isSecret;
}

export function isSecretHeaderName(name: string): boolean {
  return isSecretName(name) && SECRET_HEADERS.has(toBareName(name));
}

/** The form in which names are compared: in lower case, without `_` and `-`. */
export function toBareName(name: string): string {
  return name.replace(/[_-]/g, '').toLowerCase();
}
