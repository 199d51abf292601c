// The names whose values are never stored: headers and object fields of the contract, applied as one list everywhere.

import { KNOWN_NAME_CHARS_MAX, KNOWN_NAMES_MAX } from '../../limits.js';

const HEADER_NAMES = ['authorization', 'cookie', 'set-cookie', 'x-api-key', 'x-auth-token'];

const FIELD_NAMES = [
  'password',
  'passwd',
  'secret',
  'token',
  'apiKey',
  'api_key',
  'accessToken',
  'access_token',
  'refreshToken',
  'refresh_token',
  'creditCard',
  'credit_card',
  'ssn',
  'cardNumber',
  'card_number',
  'cvv',
  'cvc',
];

const SECRET_HEADERS: ReadonlySet<string> = new Set(HEADER_NAMES.map(toBareName));
const SECRET_NAMES: ReadonlySet<string> = new Set([...HEADER_NAMES, ...FIELD_NAMES].map(toBareName));

const knownNames = new Map<string, boolean>();

/** True for a name of the lists: whole name, in any case, `_` and `-` ignored. */
export function isSecretName(name: string): boolean {
  const known = knownNames.get(name);
  if (known !== undefined) return known;
  const secret = SECRET_NAMES.has(toBareName(name));
  if (name.length <= KNOWN_NAME_CHARS_MAX) {
    if (knownNames.size >= KNOWN_NAMES_MAX) knownNames.clear();
    knownNames.set(name, secret);
  }
  return secret;
}

export function isSecretHeaderName(name: string): boolean {
  return isSecretName(name) && SECRET_HEADERS.has(toBareName(name));
}

/** The form in which names are compared: in lower case, without `_` and `-`. */
export function toBareName(name: string): string {
  return name.replace(/[_-]/g, '').toLowerCase();
}
