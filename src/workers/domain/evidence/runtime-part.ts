// The part of a standard library that an error names by itself: Go puts the package in front of its messages, PHP the function.

import type { Language } from '../stacks/text-stack.js';

/** Packages of Go whose name in front of a message tells what failed; one that a person might write too counts in Go alone. */
const GO_PACKAGES: ReadonlySet<string> = new Set(
  (
    'asn1 base32 base64 big bufio bzip2 csv filepath flate gif gob gzip hex html http jpeg json mail mime ' +
    'multipart pem pkcs12 png proxy reflect regexp rpc rsa smtp sql ssh strconv syntax tar template textproto tls url ' +
    'x509 xml zip zlib'
  ).split(' '),
);

// `mail: missing '@'`, `encoding/hex: odd length`; a type as `*csv.ParseError` and `hex.InvalidByteError`.
const GO_MESSAGE = /^(?:[a-z]{2,20}\/)?([a-z0-9]{2,12}): /;
const GO_TYPE = /^\*?([a-z0-9]{2,12})\.[A-Za-z]/;
// `preg_match(): `, `DateTimeZone::__construct(): `, `fopen(https://…): `.
const PHP_MESSAGE = /^(?:([A-Z]\w{1,60})::)?(\w{2,60})\([^)\n]{0,300}\): /;

export interface NamedByItself {
  readonly type: string;
  readonly message: string;
  readonly language?: Language | undefined;
}

/**
 * `go:mail`, `php:preg`, `php:DateTimeZone`: what of its runtime an error names as the one that refused; null where it names
 * none, or where nothing shows that its language is one of these.
 */
export function runtimePartOf({ type, message, language }: NamedByItself): string | null {
  if (language === 'go' || (language === undefined && type.startsWith('*'))) {
    const named = [GO_TYPE.exec(type)?.[1], GO_MESSAGE.exec(message)?.[1]];
    const known = named.find((name) => name !== undefined && GO_PACKAGES.has(name));
    return known === undefined ? null : `go:${known}`;
  }
  if (language !== 'php') return null;
  const [, ofClass, ofFunction = ''] = PHP_MESSAGE.exec(message) ?? [];
  if (ofClass !== undefined) return `php:${ofClass}`;
  const first = ofFunction.split('_', 1)[0] ?? '';
  return first === '' ? null : `php:${first}`;
}
