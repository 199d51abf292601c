// The headers of request records as redacted JSON, made once for each value: a server sees the same ones again and again.

import { redactRecord } from '../../core/redact.js';
import { HEADER_FIELD_CHARS_MAX, HEADER_FIELDS_MAX, HEADER_LINES_MAX, HEADER_TEXTS_MAX } from './limits.js';

type Headers = Readonly<Record<string, unknown>>;

interface Line {
  readonly name: string;
  /** `"name":"value"`, redacted. */
  readonly field: string;
}

/** Texts by what they were made of; forgotten altogether when there are too many, as with ids in every request. */
class Texts<T> {
  readonly #texts = new Map<string, T>();

  take(key: string, make: () => T): T {
    const known = this.#texts.get(key);
    if (known !== undefined) return known;
    const made = make();
    if (key.length > HEADER_FIELD_CHARS_MAX) return made;
    if (this.#texts.size >= HEADER_TEXTS_MAX) this.#texts.clear();
    this.#texts.set(key, made);
    return made;
  }
}

export class HeaderTexts {
  readonly #fields = new Texts<Texts<string>>();
  readonly #lines = new Texts<Line | null>();
  readonly #heads = new Texts<string>();

  /** The headers as one JSON object, as `redactRecord` leaves them. */
  toJson(headers: Headers): string {
    // The name of a secret may be a value itself: then one header is not looked at without the others.
    if (headers.value !== undefined || headers.Value !== undefined) return toRedactedJson(headers);
    let json = '';
    let count = 0;
    for (const name in headers) {
      const value = headers[name];
      if (typeof value !== 'string' || ++count > HEADER_FIELDS_MAX) return toRedactedJson(headers);
      const values = this.#fields.take(name, () => new Texts());
      json += `${json === '' ? '' : ','}${values.take(value, () => toField(name, value))}`;
    }
    return `{${json}}`;
  }

  /** The same of the head of an answer as it was sent. A route that is asked often has the same one for a second. */
  toJsonOfHead(head: string): string {
    return this.#heads.take(head, () => this.#joinLines(head));
  }

  #joinLines(head: string): string {
    const names: string[] = [];
    let json = '';
    for (const line of head.split('\r\n', HEADER_LINES_MAX).slice(1)) {
      const known = this.#lines.take(line, () => toLine(line));
      if (known === null) continue;
      if (names.includes(known.name) || known.name === 'value') return toRedactedJson(parseHead(head));
      names.push(known.name);
      json += `${json === '' ? '' : ','}${known.field}`;
    }
    return `{${json}}`;
  }
}

/** Names in lower case; what was sent several times is one list. */
export function parseHead(head: string): Record<string, string> {
  const headers = Object.create(null) as Record<string, string>;
  for (const line of head.split('\r\n', HEADER_LINES_MAX).slice(1)) {
    const [name, value] = splitLine(line) ?? [];
    if (name === undefined || value === undefined) continue;
    headers[name] = name in headers ? `${headers[name] ?? ''}, ${value}` : value;
  }
  return headers;
}

function splitLine(line: string): readonly [name: string, value: string] | null {
  const colon = line.indexOf(':');
  return colon <= 0 ? null : [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}

function toLine(line: string): Line | null {
  const [name, value] = splitLine(line) ?? [];
  return name === undefined || value === undefined ? null : { name, field: toField(name, value) };
}

function toField(name: string, value: string): string {
  return toRedactedJson({ [name]: value }).slice(1, -1);
}

function toRedactedJson(headers: Headers): string {
  return JSON.stringify((redactRecord({ headers }) as { readonly headers: object }).headers);
}
