import { digitsEnd, isDigitAt, isWordAt, type Replacement } from './chars.js';

const PORT_PLACE = '<port>';
const PORT_MAX = 65_535;
const PORT_DIGITS_MAX = 5;

/** The end of the port number at `at`, or -1: 1 to 65535, and nothing behind it that would make it something else. */
export function portEnd(text: string, at: number): number {
  const end = digitsEnd(text, at);
  const port = end - at <= PORT_DIGITS_MAX ? Number(text.slice(at, end)) : 0;
  if (port < 1 || port > PORT_MAX || isWordAt(text, end)) return -1;
  const next = text[end];
  if (next === '@' || next === '%') return -1;
  return (next === '.' || next === ':') && isDigitAt(text, end + 1) ? -1 : end;
}

export function portPlace(start: number, end: number): Replacement {
  return { start, end, text: PORT_PLACE };
}

const BRACKETED_CHARS_MAX = 64;
const BRACKETED_IPV6 = /^\[[0-9a-f:.]{2,45}(?:%\w{1,15})?\]:$/i;

/** `[::1]:8080` */
export function bracketedPort(text: string, at: number): Replacement | null {
  const close = text.slice(at, at + BRACKETED_CHARS_MAX).indexOf(']:');
  if (close === -1) return null;
  const start = at + close + 2;
  const host = text.slice(at, start);
  if (!BRACKETED_IPV6.test(host) || !host.includes(':', 1) || host.indexOf(':') === host.length - 1) return null;
  const end = portEnd(text, start);
  return end === -1 ? null : portPlace(start, end);
}

const IPV6_CHARS_MAX = 64;
const IPV6_CHAR = /[0-9a-f:.]/i;
const LOOPBACK_OR_ANY = /^(?:::1?|(?:::ffff:)?\d{1,3}(?:\.\d{1,3}){3})$/i;

/**
 * `::1:5432` and `:::3000`, as Node writes them, without brackets. `at` is at the first `::`. For other addresses the last
 * part could as well belong to the address: it is a port when it has five digits, or behind an error code or "in use".
 */
export function bareIpv6Port(text: string, at: number, previousWord: string): Replacement | null {
  let runStart = at;
  while (runStart > 0 && at - runStart < IPV6_CHARS_MAX && IPV6_CHAR.test(text[runStart - 1] ?? '')) runStart -= 1;
  let runEnd = at + 2;
  while (runEnd - at < IPV6_CHARS_MAX && runEnd < text.length && IPV6_CHAR.test(text[runEnd] ?? '')) runEnd += 1;
  while (text[runEnd - 1] === '.') runEnd -= 1;
  if (isWordAt(text, runStart - 1) || isWordAt(text, runEnd)) return null;
  const start = text.lastIndexOf(':', runEnd - 1) + 1;
  if (start < at + 3 || portEnd(text, start) !== runEnd) return null;
  const host = text.slice(runStart, start - 1);
  if (LOOPBACK_OR_ANY.test(host)) return portPlace(start, runEnd);
  const before = runStart === at ? previousWord : wordBefore(text, runStart);
  return host.includes('::') && (runEnd - start === PORT_DIGITS_MAX || announcesAddress(before))
    ? portPlace(start, runEnd)
    : null;
}

const WORD_CHARS_MAX = 32;
const LAST_WORD = /(\w+)\W{0,3}$/;

/** The word in front of `at`, when it is near. */
export function wordBefore(text: string, at: number): string {
  return LAST_WORD.exec(text.slice(Math.max(0, at - WORD_CHARS_MAX), at))?.[1] ?? '';
}

const ERROR_CODE = /^E[A-Z]{3,}$/;

/** Node: "connect ECONNREFUSED host:port", "address already in use host:port". */
export function announcesAddress(word: string): boolean {
  return word === 'use' || ERROR_CODE.test(word);
}

const LISTENS = /^(?:tcp[46]?|udp[46]?|listen|listening|on|use|bind|binding|address|addr|port)$/i;

/** `listen tcp :8080` */
export function isListenWord(word: string): boolean {
  return LISTENS.test(word);
}

/** `port`, or a name that ends in it (`remotePort`, `DB_PORT`); `report` and `import` are other words. */
const PORT_WORD = /(?:^|_)port$|[a-z0-9]Port$/i;
const PORT_WORD_CASED = /(?:^|_)[Pp](?:ort|ORT)$|[a-z0-9]Port$/;
const PORT_VALUE = /["'`]?[ \t]{0,3}(?:(?:number|no\.?|is|[:=#]|=>)[ \t]{0,3})?["'`(]?(?=\d)/y;

/** `port 3000`, `port: 3000`, `"port":3000`. */
export function portAfterWord(text: string, word: string, wordEnd: number): Replacement | null {
  if (!PORT_WORD.test(word) || !PORT_WORD_CASED.test(word)) return null;
  PORT_VALUE.lastIndex = wordEnd;
  if (!PORT_VALUE.test(text)) return null;
  const start = PORT_VALUE.lastIndex;
  const end = portEnd(text, start);
  return end === -1 ? null : portPlace(start, end);
}

const LOCALHOST = /^localhost$/i;
const IPV4 = /^(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}$/;
const DOTTED_NAME = /^(?!-)(?:[\w-]{1,63}\.)+([a-z][a-z0-9-]{1,62})\.?$/i;
const PLAIN_NAME = /^[a-z][\w-]{0,62}$/i;
/** A dotted name that ends in one of these is a property of something, and the number its value. */
const PROPERTY =
  /^(?:id|ids|code|status|statuscode|length|size|value|key|index|line|column|col|version|number|num|total|page|row|level|age|errno|error|type|name|amount|price|quantity|offset|position|timeout|duration|retries|attempt|attempts|step|user|uid|order|item|job|task|session|token|count|ratio|score|time)$/i;

/** Whether the name in front of a colon and a number is a host by its form. */
export function isHost(name: string): boolean {
  if (LOCALHOST.test(name) || IPV4.test(name)) return true;
  const last = DOTTED_NAME.exec(name)?.[1];
  return last !== undefined && !PROPERTY.test(last);
}

export function isPlainHostName(name: string): boolean {
  return PLAIN_NAME.test(name);
}
