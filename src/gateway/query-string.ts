import type { ErrorDetail } from '../../schemas/error-reply.js';
import { QUERY_CHARS_MAX } from '../limits.js';
import type { Validation } from '../validate.js';

/** The name of the parameter that may carry the token; no route sees it. */
const TOKEN_PARAMETER = 'token';

/** Parameters by name. A Map, because the names come from outside. */
export type QueryParameters = ReadonlyMap<string, string>;

/** Parses the part of a URL after `?`. Refuses what is too long, broken percent-encoding and repeated parameters. */
export function parseQueryString(text: string): Validation<QueryParameters> {
  if (text.length > QUERY_CHARS_MAX) return refuse('', `must not have more than ${QUERY_CHARS_MAX} characters`);
  const parameters = new Map<string, string>();
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    const value = equals === -1 ? '' : decode(pair.slice(equals + 1));
    if (name === null || value === null) return refuse(`/${name ?? ''}`, 'is not valid percent-encoded UTF-8');
    if (parameters.has(name)) return refuse(`/${name}`, 'must not be given twice');
    parameters.set(name, value);
  }
  return { ok: true, value: parameters };
}

/** The parameters as the object a schema checks, without the token. */
export function toQueryObject(parameters: QueryParameters): Record<string, string> {
  const object = Object.create(null) as Record<string, string>;
  for (const [name, value] of parameters) if (name !== TOKEN_PARAMETER) object[name] = value;
  return object;
}

/** One parameter of a query string, empty when there is none that can be read. */
export function toQueryParameter(text: string, name: string): string {
  if (text === '') return '';
  const parsed = parseQueryString(text);
  return parsed.ok ? (parsed.value.get(name) ?? '') : '';
}

/** Percent-decoded text, or null when it does not decode. `+` is a space, as forms and URLSearchParams write it. */
function decode(text: string): string | null {
  // Most texts have nothing to decode.
  return /[%+]/.test(text) ? decodeComponent(text.replaceAll('+', ' ')) : text;
}

/** `decodeURIComponent` that answers null instead of throwing. */
export function decodeComponent(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    // A URIError, the only thing it throws: the text is not valid percent-encoded UTF-8.
    return null;
  }
}

function refuse(path: string, message: string): { ok: false; details: ErrorDetail[] } {
  return { ok: false, details: [{ path, message }] };
}
