// Numbers of payment cards and bank accounts, told from other long numbers by their groups, prefixes and check digits.

import { REDACTED } from '../../constants.js';
import { ACCOUNT_NUMBER_STEPS, FORM_SEARCH_STEPS } from '../../limits.js';
import { countRedaction, countSteps } from './redactions.js';

/** The text with the numbers of cards and bank accounts replaced. */
export function replaceAccountNumbers(text: string): string {
  countSteps(FORM_SEARCH_STEPS);
  return text
    .replace(CARD, (match: string, ...rest: unknown[]) => {
      const at = rest.find((value) => typeof value === 'number') ?? 0;
      return isCardNumber(text, { match, at }) ? REDACTED : match;
    })
    .replace(IBAN, (match) => (isIban(match) ? REDACTED : match));
}

/** In the groups in which it is printed on cards, or in one. */
const CARD =
  /(?<![\w.+#/%=-])(?:\d{4}([ -])\d{4}\1\d{4}\1\d{1,7}|\d{4}([ -])\d{6}\2\d{4,5}|\d{14,19})(?![\w-]|[.:]\d|[ -]\d{4}(?!\d))/g;

/** Visa, Mastercard, American Express, Discover, JCB, Diners Club, UnionPay, with the lengths that each has. */
const CARD_PREFIX =
  /^(?:4\d{15}(?:\d{3})?|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|6(?:011\d\d|5\d{4}|4[4-9]\d{3}|22\d{3})\d{10}(?:\d{3})?|35(?:2[89]|[3-8]\d)\d{12}|3(?:0[0-5]|[68]\d)\d{11}|62\d{14})$/;
/** Behind these words a long number is what they say. */
const ID_WORDS =
  /(?:\b|_)(?:ids?|orders?|tracking|invoices?|ref|reference|shipment|parcel|ticket|job|trace|span|transaction|txn|timestamp|time|uid|user|account|message|request|session|serial|sku|imei|at)(?:[ _-]?(?:id|no|number|nr|key)\.?)?["']?[ \t]{0,2}[:=#]?[ \t]{0,2}["'#]?$/i;
const LOOK_BACK_CHARS_MAX = 40;

function isCardNumber(text: string, { match, at }: { readonly match: string; readonly at: number }): boolean {
  countSteps(ACCOUNT_NUMBER_STEPS);
  const digits = match.replace(/[ -]/g, '');
  if (!CARD_PREFIX.test(digits)) return false;
  countRedaction();
  if (!hasLuhnDigit(digits)) return false;
  // A number of JSON stays one.
  if (digits === match && text[at - 1] === ':' && text[at - 2] === '"') return false;
  return digits !== match || !ID_WORDS.test(text.slice(Math.max(0, at - LOOK_BACK_CHARS_MAX), at));
}

function hasLuhnDigit(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    const doubled = index % 2 === 0 ? digit : digit * 2;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

const IBAN = /(?<![\w-])[A-Z]{2}\d{2}(?:(?: [A-Z0-9]{4}){2,7}(?: [A-Z0-9]{1,3})?|[A-Z0-9]{11,30})(?![\w-])/g;

/** Lengths by country, as its registry has them. */
const IBAN_CHARS: ReadonlyMap<string, number> = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18 FO18 ' +
    'FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 ' +
    'LY25 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SE24 SI19 SK24 SM27 ' +
    'ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

function isIban(match: string): boolean {
  countSteps(ACCOUNT_NUMBER_STEPS);
  const number = match.replaceAll(' ', '');
  if (IBAN_CHARS.get(number.slice(0, 2)) !== number.length) return false;
  countRedaction();
  let rest = 0;
  for (const char of number.slice(4) + number.slice(0, 4)) {
    const value = Number.parseInt(char, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}
