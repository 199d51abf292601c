// Words of a message that are ids: of orders, customers, pods, commits, traces.

import type { Match, TemplateContext } from './template-context.js';

/** Names that end in a number which belongs to them. */
const NUMBERED_NAME =
  /^(?:utf|ucs|iso|sha|md|crc|aes|des|rsa|rs|hs|es|ps|ed|x|ipv|http|h|tls|tlsv|ssl|sslv|base|win|x86|amd|arm|s|ec|k|p|e|v|u?int|float|latin|cp|windows|level|layer|oauth|web|es|vue|log4j|jdk|java|python|node|php|ruby|net|core|s3|r2|d3|i18n|l10n|a11y)[-_]?\d{1,5}(?:[-_]\d{1,3})?$/i;
/** In front of the number of an error. */
const CODE_PREFIX =
  /^(?:ORA|ERR|E|ER|SQL|CVE|RFC|AADSTS|PG|PGRST|HTTP|TS|NG|CS|MSB|BC|KB|WSAE|P|H|R|SQLSTATE|Error|Code|Status|PLS|TNS|DB|DB2|SQLCODE|DPI|HHH|HV|WFLY|ESLINT|RUST|EX|ERROR|CODE|STATUS|M|W|F|I|VUE|DEP|ISO|UTF|SHA)$/;
const POD = /^(.{1,200}?)-(?=[a-z0-9]*\d)[a-z0-9]{8,10}-[a-z0-9]{5}$/;
const HEX = /^(?=[\da-f]*\d)(?=\d*[a-f])[\da-f]{7,128}$/i;
/** Digits and letters that take turns, as in no short word. */
const SHORT_HEX = /^(?=.{6}$)[\da-f]*(?:\d[a-f]+\d|[a-f]\d+[a-f])[\da-f]*$/i;
/** In the key of an entry: `cart:7f3a:lock`. */
const SHORT_PART = /^(?=[\da-f]*\d)(?=\d*[a-f])[\da-f]{4,6}$/;
const IN_KEY = /[a-z][:#]$/i;
const CODE_BEFORE = /(?:error|code|codes|errno|status|sqlstate|signal|exception|warning|rule)[\s:=#([]{0,3}$|\[$/i;
/** But for the capital that a word begins with. */
const CASE_TURN = /[a-z](?=[A-Z\d])|[A-Z](?=\d)|\d(?=[A-Za-z])/g;
/** Of Microsoft's sign-in, wherever it stands. */
const SIGN_IN_CODE = /^AADSTS\d{4,8}$/;
/** Read by other rules: `30s`, `12th`, `3e-9`. */
const UNIT = /^\d{1,15}(?:[mun]?s|h|m|d|[kmgt]i?b|b|px|rem|em|st|nd|rd|th|e-?\d{1,4})$/i;
/** `TSH-RED-XL-204`: the words in the code of an article are part of it. */
const ARTICLE = /^[A-Z\d]{2,12}(?:-[A-Z\d]{1,12}){2,6}$/;

/** A word with what is an id in it replaced. */
export function templateWord({ text, before, after }: Match, { hasOwnFrames }: TemplateContext): string {
  if (!/\d/.test(text) || /^\d+$/.test(text) || UNIT.test(text) || NUMBERED_NAME.test(text)) return text;
  // `E11000 duplicate key`, `P2002:`, `[TS2304]`: the number of an error, not of a thing.
  const isCode =
    /^[A-Z]{1,8}-?\d{2,6}$/.test(text) && (before === '' || CODE_BEFORE.test(before) || /^[:)\]]/.test(after));
  if (isCode || SIGN_IN_CODE.test(text)) return text;
  if (HEX.test(text) || SHORT_HEX.test(text)) return '<id>';
  if (text.length === NANOID_CHARS && isMixed(text)) return '<id>';
  if (hasOwnFrames && IN_KEY.test(before) && SHORT_PART.test(text)) return '<id>';
  const pod = POD.exec(text);
  if (pod !== null) return `${pod[1]}-<pod>`;
  const parts = text.split(/([_-])/);
  if (parts.length === 1) return isRandom(text) || (hasOwnFrames && isSerial(text)) ? '<id>' : text;
  return hasOwnFrames && ARTICLE.test(text) && hasWordsBehind(parts) ? '<id>' : withoutIds(parts);
}

function hasWordsBehind([first = '', ...rest]: readonly string[]): boolean {
  return !CODE_PREFIX.test(first) && rest.some((part) => /^[A-Z]{1,12}$/.test(part));
}

/** `cus_9s6XKzkNRiz8i3`, `ORD-2024-001`, `user_42`: what stands in front of the first id stays. */
function withoutIds(parts: readonly string[]): string {
  if (CODE_PREFIX.test(parts[0] ?? '')) return parts.join('');
  const first = parts.findIndex(
    (part) => /^\d+$/.test(part) || HEX.test(part) || isRandom(part) || /^\d+[A-Za-z]{1,2}$/.test(part),
  );
  if (first === -1) return parts.join('');
  // A word behind it is the name of a thing again: `orders_2024_archive`.
  const last = parts.findLastIndex((part) => /\d/.test(part));
  const tail = parts.slice(last + 1).join('');
  return `${parts.slice(0, first).join('')}<id>${TAIL.test(tail) ? tail : ''}`;
}

/** As nanoid makes them, dashes and underscores among the letters. */
const NANOID_CHARS = 21;

function isMixed(text: string): boolean {
  return /[a-z]/.test(text) && /[A-Z]/.test(text) && (text.replace(/[_-]/g, '').match(CASE_TURN)?.length ?? 0) >= 5;
}

/** Words behind an id. */
const TAIL = /^(?:[_-][a-z]{3,40}){1,8}$/;

/** Letters and digits, capitals and small letters that take turns, as in no word. */
function isRandom(word: string): boolean {
  if (word.length >= 8 && /\d/.test(word) && (word.match(CASE_TURN)?.length ?? 0) >= 4) return true;
  const digits = word.replace(/\D/g, '').length;
  const turns = word.match(/\d+|[A-Za-z]+/g)?.length ?? 0;
  if (word.length >= 16) return digits >= 2 && turns >= 3;
  if (word.length >= 10) return digits >= 2 && turns >= 4;
  return word.length >= 6 && digits >= 3 && turns >= 4;
}

/** `SKU9981`, `SPRING24`. */
function isSerial(word: string): boolean {
  return (
    /^[A-Za-z]{1,8}\d{3,20}$/.test(word) || /^[A-Z]{4,20}\d{2,8}$/.test(word) || /^\d{3,20}[A-Za-z]{1,3}$/.test(word)
  );
}
