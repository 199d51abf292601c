// Numbers in a message: a status or the number of an error tells what is wrong, others do not.

import type { Match } from './template-context.js';

/** The code of a thing, as a postal one, is a value of it. */
const CODE_BEFORE =
  /(?:\b(?:status(?: ?code)?|codes?(?<!\b(?:postal|post|zip|area|country|currency|product|article|item|promo|coupon|discount|voucher|gift|tracking|bar|qr|invite|booking|sort|pin|dial|store|branch|bank|customer|order)[ -]?codes?)|errno|err|sqlstate|state|exit(?:ed)?(?: with)?|signal|errors?|opcode|sqlcode|http(?:\/\d(?:\.\d)?)?|rule|base|version|rfc|returned|rc)|React error)(?: (?:is|was|of|code))?[\s:=#([\\]{0,3}$|Errno $/i;
/** Only a number of three digits is a status behind these. */
const STATUS_BEFORE =
  /\b(?:answered|returned|responded|replied|response|got|received|failed|failure|unexpected|with|upstream|server|request|GET|POST|PUT|PATCH|DELETE|HEAD|\S{0,200}\/\S{0,100})(?: (?:a|an|with|is|was))?[\s:=(-]{1,3}$/i;
const STATUS = /^[1-5]\d\d$/;
/** What a service answers, behind its name or in front of all: `stock-api: 404`, `[409] order is locked`. */
const ANSWER = /^(?:40[0-9]|41[0-8]|42[2-9]|500|501|502|503|504)$/;
const STATUS_AFTER =
  /^[\s:),-]{1,3}\(?(?:Bad |Un(?:authorized|processable|supported)|Payment Req|Forbidden|Not (?:Found|Acceptable|Implemented|Modified)|Method Not|Request (?:Timeout|Entity)|Conflict|Gone|Too Many|Internal Server|Service (?:Un|Temp)|Gateway Time|Client Error|Server Error|Moved|Found|error|response|status|Precondition|Locked|I'm a teapot|Length Req|Payload|Content Too|from )/i;

/** A number as it is compared. */
export function templateNumber({ text, before, after }: Match): string {
  if (CODE_BEFORE.test(before)) return text;
  if (STATUS.test(text) && (STATUS_BEFORE.test(before) || STATUS_AFTER.test(after) || isAlone(text, before, after)))
    return text;
  // `14 UNAVAILABLE: …` of gRPC, `(1146, "Table …` of MySQL's client for Python.
  if ((before === '' && /^ [A-Z_]{4,40}:/.test(after)) || (before === '(' && after.startsWith(','))) return text;
  // Behind the address of a machine stands its port.
  if (
    /(?:localhost|::1|127\.\d{1,3}\.\d{1,3}\.\d{1,3}\]?|<ip>|\d\.\d{1,3}):$/.test(before) ||
    isAddress(text, before, after)
  )
    return text;
  return '<n>';
}

function isAlone(text: string, before: string, after: string): boolean {
  if (before === '' && after === '') return true;
  if (!ANSWER.test(text)) return false;
  return before === '[' ? after.startsWith(']') : /[a-z]: $/i.test(before) && /^(?:$| [{[<])/.test(after);
}

/** Kept by the rule for addresses. */
function isAddress(text: string, before: string, after: string): boolean {
  const isVersion = /[a-z]\/$/i.test(before);
  return (!isVersion && /^\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?$/.test(text)) || /^:<\w+>/.test(after);
}
