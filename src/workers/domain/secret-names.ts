// The names whose values are never stored: headers and object fields of the contract, applied as one list everywhere.

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

/** True for a name of the lists: whole name, in any case, `_` and `-` ignored. */
export function isSecretName(name: string): boolean {
  return SECRET_NAMES.has(toBareName(name));
}

export function isSecretHeaderName(name: string): boolean {
  return SECRET_HEADERS.has(toBareName(name));
}

/** The form in which names are compared: in lower case, without `_` and `-`. */
export function toBareName(name: string): string {
  return name.replace(/[_-]/g, '').toLowerCase();
}

/** What a name with dots is the name of: attributes of OpenTelemetry are `http.request.header.cookie`. */
export function toLastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}
