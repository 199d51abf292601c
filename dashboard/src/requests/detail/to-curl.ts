import type { RequestRecord } from '../../../../schemas/request.ts';
import { REDACTED } from '../../../../src/constants.ts';

export interface Curl {
  /** For a POSIX shell with `$'…'`: bash, zsh, ksh, and what follows POSIX of 2024. */
  readonly command: string;
  /** What is to be known, or done, before it is run. */
  readonly notes: readonly string[];
}

/** Stands in for the host of an address that was recorded without one. */
const HOST = 'http://localhost';
/** Of one connection or one body, and wrong for the next; curl sets its own. `host` is in the address. */
const OWN_OF_CURL = new Set(['accept-encoding', 'connection', 'content-length', 'host', 'transfer-encoding']);
/** The characters of RFC 9110 that a field name may have. A name with `@` in front would make curl read a file. */
const FIELD_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/**
 * The request as a command that sends it again. Whatever the record says, each of its values is one word of the shell and
 * one value of curl: nothing in it is run, read from a file, or taken for an option.
 */
export function toCurl(request: RequestRecord): Curl {
  const notes: string[] = [];
  const headers = toHeaders(request.headers ?? {}, notes);
  const body = toBody(request, notes);
  const address = toAddress(request, notes);
  const words = [
    // An address may begin like an option. One of file: would make curl read what is on this machine.
    [`curl --proto '=http,https' --url ${quote(address)}`],
    // Brackets and braces are patterns to curl: one address would become many.
    /[[\]{}]/.test(address) ? ['--globoff'] : [],
    toMethod(request.method, body !== null),
    ...headers.map((header) => [`-H ${quote(header)}`]),
    hasHeader(request, 'accept-encoding') ? ['--compressed'] : [],
    body === null ? [] : [`--data-raw ${quote(body)}`],
  ];
  const command = words.flat().join(' \\\n  ');
  const redactedCount = command.split(REDACTED).length - 1;
  if (redactedCount > 0) notes.unshift(`${REDACTED} stands where a secret was: put the real one in.`);
  return { command, notes };
}

function toAddress({ url, headers = {} }: RequestRecord, notes: string[]): string {
  if (!url.startsWith('/')) return url;
  const host = Object.entries(headers).find(([name]) => name.toLowerCase() === 'host')?.[1];
  if (typeof host === 'string' && /^[\w.:[\]-]+$/.test(host)) {
    notes.push('The address was recorded without a scheme: http is a guess.');
    return `http://${host}${url}`;
  }
  notes.push(`The address was recorded without a host: ${HOST} stands in for it.`);
  return HOST + url;
}

function toMethod(method: string, hasBody: boolean): string[] {
  // With -X HEAD curl would wait for a body that does not come.
  if (method === 'HEAD') return ['--head'];
  if (method === (hasBody ? 'POST' : 'GET')) return [];
  return [`-X ${quote(method)}`];
}

function toHeaders(headers: Readonly<Record<string, unknown>>, notes: string[]): string[] {
  const lines: string[] = [];
  let skippedCount = 0;
  for (const [name, value] of Object.entries(headers)) {
    if (OWN_OF_CURL.has(name.toLowerCase()) || name.startsWith(':')) continue;
    for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
      const isText = typeof item === 'string' || typeof item === 'number' || typeof item === 'boolean';
      if (FIELD_NAME.test(name) && isText) lines.push(toHeader(name, String(item)));
      else skippedCount += 1;
    }
  }
  if (skippedCount > 0) notes.push(`${skippedCount} of the headers cannot be sent as recorded and are left out.`);
  return lines;
}

/** A line break would begin another header. Without a value, curl wants a semicolon instead of the colon. */
function toHeader(name: string, value: string): string {
  const line = value.replace(/[\r\n\0]+/g, ' ').trim();
  return line === '' ? `${name};` : `${name}: ${line}`;
}

function hasHeader({ headers = {} }: RequestRecord, wanted: string): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === wanted);
}

function toBody({ requestBody, requestBodyTruncated }: RequestRecord, notes: string[]): string | null {
  if (requestBody === undefined || requestBody === null) return null;
  const text = typeof requestBody === 'string' ? requestBody : JSON.stringify(requestBody);
  if (requestBodyTruncated === true) notes.push('The body is only the beginning of the one that was sent.');
  if (text.includes('\0')) notes.push('NUL characters of the body are left out.');
  return text;
}

/** What a shell, or the terminal that it is pasted into, could take for more than text. */
const NOT_PLAIN = /[^\x20-\x7e]|!/;

/**
 * One word of a shell that is exactly this text. Line breaks, controls and what is not ASCII are written as escapes:
 * pasted as they are, the terminal could take them for keys, and the eye could be misled by them.
 */
export function quote(whole: string): string {
  // No word of a shell can hold it; as an escape it would end the word.
  const text = whole.replaceAll('\0', '');
  if (!NOT_PLAIN.test(text)) return `'${text.replaceAll("'", "'\\''")}'`;
  const escaped = text.replace(/[\\'!\n]|[^\x20-\x7e\n]+/g, (part) => {
    if (part === '\\' || part === "'") return `\\${part}`;
    if (part === '\n') return '\\n';
    // Octal, because it ends after three digits whatever follows.
    return [...new TextEncoder().encode(part)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
  });
  return `$'${escaped}'`;
}
