// The request that an event or a transaction happened in.

import { METHOD_CHARS_MAX } from '../../../schemas/limits.js';
import { cutUrl } from './cut-url.js';
import { asMap, asText, type JsonMap, mapValues, toFilled, toMap, toText } from './sentry-values.js';

/** In the form of errord's own clients. */
export function toEventRequest(request: JsonMap | undefined): JsonMap | undefined {
  if (request === undefined) return undefined;
  return toFilled({
    method: toText(request.method, METHOD_CHARS_MAX),
    url: toUrl(request),
    headers: toHeaders(request.headers),
    // By this name what is in it is redacted.
    cookie: isEmpty(request.cookies) ? undefined : request.cookies,
    body: request.data,
    env: asMap(request.env),
  });
}

/** Some SDKs send the cookies of a request that had none. */
function isEmpty(value: unknown): boolean {
  return value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
}

/** With the query string, which SDKs send apart. */
export function toUrl(request: JsonMap): string | undefined {
  const url = asText(request.url);
  const query = toQuery(request.query_string);
  if (url === undefined) return undefined;
  return cutUrl(query === undefined || url.includes('?') ? url : `${url}?${query}`);
}

function toQuery(value: unknown): string | undefined {
  if (typeof value === 'string') return asText(value.startsWith('?') ? value.slice(1) : value);
  const map = toMap(value);
  if (map === undefined) return undefined;
  const texts = mapValues(map, (inner) => toText(inner) ?? '') as Record<string, string> | undefined;
  return asText(new URLSearchParams(texts).toString());
}

/** Names and values; a header that came several times is one text, as HTTP joins them. */
export function toHeaders(value: unknown): JsonMap | undefined {
  return mapValues(toMap(value), (inner) =>
    Array.isArray(inner) ? inner.map((one) => toText(one)).join(', ') : inner,
  );
}
