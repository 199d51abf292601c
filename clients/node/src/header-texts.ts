// The headers of request records as redacted JSON, made once for each value: a server sees the same ones again and again.

import { redactRecord } from '../../core/redact.js';
import {
  HEADER_FIELD_CHARS_MAX,
  HEADER_FIELDS_MAX,
  HEADER_LINES_MAX,
  HEADER_SET_CHARS_MAX,
  HEADER_SETS_MAX,
  HEADER_TEXTS_MAX,
} from './limits.js';

type Headers = Readonly<Record<string, unknown>>;

interface Line {
  readonly name: string;
  /** `"name":"value"`, redacted. */
  readonly field: string;
}

/** All headers of one request. */
interface HeaderSet {
  readonly names: readonly string[];
  readonly values: readonly string[];
  /** Redacted. */
  readonly json: string;
}

/** The same headers in the same order. To compare texts costs less than to look each of them up. */
function isSame({ names, values }: HeaderSet, headers: Headers): boolean {
  let index = 0;
  for (const name in headers) {
    if (names[index] !== name || values[index] !== headers[name]) return false;
    index += 1;
  }
  return index === names.length;
}

/** Texts by what they were made of; forgotten altogether when there are too many, as with ids in every request. */
export class Texts<T> {
  readonly #texts = new Map<string, T>();

  get(key: string): T | undefined {
    return this.#texts.get(key);
  }

  /** Returns the text. */
  add(key: string, text: T): T {
    if (key.length > HEADER_FIELD_CHARS_MAX) return text;
    if (this.#texts.size >= HEADER_TEXTS_MAX) this.#texts.clear();
    this.#texts.set(key, text);
    return text;
  }
}

/** Makes nothing that it does not keep but the text: what it throws away, the application's collector has to find. */
export class HeaderTexts {
  readonly #fields = new Texts<Texts<string>>();
  readonly #lines = new Texts<Line | null>();
  readonly #heads = new Texts<string>();
  /** To compare costs less than to look up. */
  #last = { head: '', json: '{}' };
  /** The header sets that were asked for last, the newest first. */
  readonly #sets: HeaderSet[] = [];

  /** The headers as one JSON object, as `redactRecord` leaves them. */
  toJson(headers: Headers): string {
    // The name of a secret may be a value itself: then one header is not looked at without the others.
    if (headers.value !== undefined || headers.Value !== undefined) return toRedactedJson(headers);
    for (let index = 0; index < this.#sets.length; index++) {
      const set = this.#sets[index];
      if (set === undefined || !isSame(set, headers)) continue;
      // Neighbours change places, which is all that it takes to have the one that is asked for most in front.
      if (index > 0) [this.#sets[index - 1], this.#sets[index]] = [set, this.#sets[index - 1] ?? set];
      return set.json;
    }
    return this.#joinFields(headers);
  }

  #joinFields(headers: Headers): string {
    const names: string[] = [];
    const values: string[] = [];
    let json = '';
    let chars = 0;
    for (const name in headers) {
      const value = headers[name];
      if (typeof value !== 'string' || names.length >= HEADER_FIELDS_MAX) return toRedactedJson(headers);
      const known = this.#fields.get(name) ?? this.#fields.add(name, new Texts());
      json += `${json === '' ? '' : ','}${known.get(value) ?? known.add(value, toField(name, value))}`;
      names.push(name);
      values.push(value);
      chars += name.length + value.length;
    }
    json = `{${json}}`;
    if (chars <= HEADER_SET_CHARS_MAX) {
      // The one that was asked for least makes room.
      if (this.#sets.length >= HEADER_SETS_MAX) this.#sets.pop();
      this.#sets.push({ names, values, json });
    }
    return json;
  }

  /** The same of the head of an answer as it was sent. A route that is asked often has the same one for a second. */
  toJsonOfHead(head: string): string {
    if (head !== this.#last.head) {
      this.#last = { head, json: this.#heads.get(head) ?? this.#heads.add(head, this.#joinLines(head)) };
    }
    return this.#last.json;
  }

  #joinLines(head: string): string {
    const names: string[] = [];
    let json = '';
    for (const line of head.split('\r\n', HEADER_LINES_MAX).slice(1)) {
      let known = this.#lines.get(line);
      if (known === undefined) known = this.#lines.add(line, toLine(line));
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
