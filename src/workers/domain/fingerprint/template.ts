// The message of an error without what differs from one occurrence to the next. One rule after the other, each a pass
// over the text with expressions whose repetitions are bounded: the time is linear in the length of the message.

import { MAX_MESSAGE_LENGTH } from '../../../constants.js';
import { cutText } from '../text.js';
import { MAY_BE_NOT_JSON, NOT_JSON, NOT_JSON_OF_CLASS, templateNotJson, templateNotJsonOfClass } from './json-words.js';
import { normalizeMessage } from './normalize-message.js';
import type { Match, TemplateContext } from './template-context.js';
import { IS_ATTEMPT, ORDINAL, SPAN, templateSpan } from './template-counts.js';
import { DOCUMENT_PATH, HAS_DOCUMENT, templateDocument } from './template-documents.js';
import { templateHosts, templateUrl } from './template-hosts.js';
import { templateNumber } from './template-numbers.js';
import {
  LOG_LINE,
  LOGGED,
  PROPERTY,
  templateAssigned,
  templateLogged,
  templateProperty,
} from './template-properties.js';
import { templateQuoted } from './template-quoted.js';
import { templateWord } from './template-words.js';

interface Rule {
  readonly name: string;
  readonly pattern: RegExp;
  /** In each match. Where a message has none of it, the pattern need not be tried. */
  readonly needs?: string | RegExp;
  /** In no message that the rule is tried on. */
  readonly unless?: RegExp;
  /** What stands in the place of the match; the match itself to keep it. */
  replace(match: Match, context: TemplateContext): string;
}

const DIGIT = /\d/;

const LOOK_AROUND_CHARS = 48;

const always =
  (by: string): Rule['replace'] =>
  () =>
    by;

const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}';
const MONTH_NAME = '(?:January|February|March|April|May|June|July|August|September|October|November|December)';
const CLOCK = String.raw`\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?`;
const TIMED = String.raw`\d{1,15}(?:[.,]\d{1,9})? ?(?:[mµun]?s|msecs?|millis(?:econds)?|milliseconds?|secs?|seconds?|mins?|minutes?|h|hrs?|hours?|days?|weeks?|months?|years?)(?!\w)`;
const ZONE = String.raw`(?: ?(?:Z|UTC|GMT)\b| ?[+-]\d{2}:?\d{2}(?!\d)| [AP]M\b)?(?: \([A-Z][\w ]{1,40}\))?`;

/** A statement, in which `$12` is a parameter. */
const SQL = /\b(?:WHERE|VALUES)\b|\bvalues ?\(\$|[=<>] ?\$\d(?![\d.,]{0,20}\d)/;

const RULES: readonly Rule[] = [
  { name: 'parser of JSON', needs: MAY_BE_NOT_JSON, pattern: NOT_JSON, replace: templateNotJson },
  { name: 'parser of JSON', pattern: NOT_JSON_OF_CLASS, replace: templateNotJsonOfClass },
  {
    name: 'temporary file',
    pattern:
      /(?:(?:\/private)?\/(?:tmp|var\/tmp|var\/folders)|[A-Z]:\\(?:[^\\\s'"]{1,64}\\){0,6}Te?mp)[\\/][^\s'"`),;:]{1,200}/gi,
    replace: ({ text }) => baseOfTemporary(text),
  },
  { name: 'URL', needs: '://', pattern: /\b(?:https?|wss?|ftp):\/\/[^\s"'`<>|\\^{}]{1,1000}/gi, replace: templateUrl },
  { name: 'host or port', pattern: /[\w.:[\]@/+-]{3,512}/g, replace: templateHosts },
  {
    name: 'e-mail',
    needs: '@',
    pattern: /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){0,4}\.[a-z]{2,18}(?![\w-])/gi,
    replace: always('<email>'),
  },
  {
    name: 'padded id',
    needs: '=',
    pattern: /(?<![\w+/-])[\w+/-]{8,400}={1,2}(?![\w="'(])/g,
    replace: ({ text }) => (/\d/.test(text) && /[A-Z]/.test(text) && /[a-z]/.test(text) ? '<id>' : text),
  },
  {
    name: 'token',
    needs: 'eyJ',
    pattern: /(?<![\w-])eyJ[\w-]{4,2000}(?:\.[\w-]{2,2000}){1,4}/g,
    replace: always('<token>'),
  },
  {
    name: 'time',
    needs: DIGIT,
    pattern: new RegExp(
      String.raw`(?<![\w.])(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},? )?(?:(?:\d{4}[-.]\d{2}[-.]\d{2}|(?<!\w\/)\d{4}\/\d{2}\/\d{2})(?:[T ]${CLOCK})?|\d{1,2}[/.]\d{1,2}[/.]\d{4}(?:,? ${CLOCK})?|${MONTH} \d{1,2},? \d{4}(?:,? ${CLOCK})?|\d{1,2}[ -]${MONTH}[ -]\d{4}(?:,? ${CLOCK})?|${MONTH} {1,2}\d{1,2} ${CLOCK}|\d{1,2}:\d{2} ?[-–] ?\d{1,2}:\d{2}|${MONTH},? \d{4}|${MONTH_NAME} \d{1,2}(?:st|nd|rd|th)?(?! ?[a-z%])|\d{1,2} ${MONTH_NAME}|Q[1-4][ /-]\d{4}|\d{4}[ /-]Q[1-4]|(?:\d{1,6}\.(?=\d{2}:)|-?\d{1,6} days?, )?\d{1,2}:\d{2}:\d{2}(?:[.,]\d{1,9})?)${ZONE}(?![\w:]|\.\d)`,
      'g',
    ),
    replace: always('<time>'),
  },
  {
    // What Python found in the bytes is of the text that came.
    name: 'codec',
    needs: " codec can't ",
    pattern:
      /(?<= codec can't (?:de|en)code )(?:bytes?|characters?)(?: (?:0x[\da-f]{2}|'[^'\n]{1,12}'))? in position \d{1,15}(?:-\d{1,15})?: [^\n]{1,60}/g,
    replace: always('<value>'),
  },
  {
    // As Ruby words it since 3.4.
    name: 'object of Ruby',
    needs: / for [\w:]{1,80}:[A-Z]/,
    pattern: /(?<= for )(?:(nil:NilClass|true:TrueClass|false:FalseClass|main:Object)|([A-Z][\w:]{0,80}):Class)\b/g,
    replace: ({ groups: [object, name] }) => object?.slice(0, object.indexOf(':')) ?? `class ${name}`,
  },
  {
    name: 'UUID',
    needs: '-',
    pattern: /(?<![0-9a-z])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-z])/gi,
    replace: always('<uuid>'),
  },
  {
    name: 'inspected object',
    needs: '#<',
    pattern: /#<([A-Z]\w{0,60}(?:::\w{1,60}){0,6})(?:[: ][^<>\n]{0,400})?>/g,
    replace: ({ groups: [name = ''] }) => `an instance of ${name}`,
  },
  { name: 'address', needs: '0', pattern: /(?<!\w)0x[0-9a-f]{1,64}(?!\w)/gi, replace: always('<address>') },
  {
    name: 'hardware address',
    pattern: /(?<![\w:-])[0-9a-f]{2}([:-])(?:[0-9a-f]{2}\1){4}[0-9a-f]{2}(?![\w:-])/gi,
    replace: always('<mac>'),
  },
  { name: 'document', needs: HAS_DOCUMENT, pattern: DOCUMENT_PATH, replace: templateDocument },
  { name: 'value of a row', needs: '=(', pattern: /=\([^()]{0,400}\)/g, replace: always('=(<value>)') },
  {
    name: 'failing row',
    pattern: /(?<=Failing row contains |value is )\([^\n]{0,1000}\)/g,
    replace: always('(<value>)'),
  },
  { name: 'local variable', needs: '<local', pattern: /<local\d{1,4}>/g, replace: always('<local>') },
  {
    name: 'constant',
    needs: 'No enum constant ',
    pattern: /(?<=No enum constant )((?:[\w$]{1,120}\.){1,24})([^\n]{0,400})/g,
    // A name is a constant that the enumeration lacks; any other text is a value that came.
    replace: ({ text, groups: [type = '', name = ''] }) => (/^[A-Za-z_$]{1,120}$/.test(name) ? text : `${type}<value>`),
  },
  {
    name: 'selector',
    needs: ' is not a valid selector',
    pattern: /(?:'[^'\n]{1,400}'|(?<=: )'[^\n]{1,400}')(?= is not a valid selector)/g,
    replace: always('<value>'),
  },
  { name: 'line of a log', needs: LOG_LINE, pattern: LOGGED, replace: templateLogged },
  { name: 'value in JSON', needs: /["']\s{0,2}:/, pattern: PROPERTY, replace: templateProperty },
  {
    name: 'quoted value',
    pattern:
      /(?<![\w\\])(?:"(?:[^"\\\n]|\\.){0,400}"|'(?:[^'\\\n]|\\.){0,400}'(?!\w)|`[^`'\n]{0,400}['`](?!\w))|[“«][^”»\n]{0,400}[”»]/g,
    replace: templateQuoted,
  },
  {
    name: 'query string',
    needs: '?',
    pattern: /(?<=\/[\w./:-]{0,200})\?[\w.%~[\]-]{1,60}=[^\s"'`<>)]{0,400}/g,
    replace: always(''),
  },
  {
    name: 'value of a name',
    needs: '=',
    pattern: /(?<![\w.])([A-Za-z_][\w-]{0,40})=([^\s,;&()[\]{}"'`<>]{1,200})/g,
    replace: templateAssigned,
  },
  // In front of ids, which have digits and letters that take turns too: `1h30m`, `PT2M10S`.
  {
    name: 'duration',
    needs: DIGIT,
    pattern:
      /(?<![\w.])(?:(?:\d{1,9}(?:\.\d{1,9})?(?:ms?|[µun]?s|h|d)){2,5}|P(?:\d{1,9}[YMWD]){0,4}(?:T(?:\d{1,9}(?:\.\d{1,9})?[HMS]){1,3})?)(?!\w)/g,
    replace: ({ text }) => (/\d/.test(text) ? '<duration>' : text),
  },
  { name: 'duration', needs: DIGIT, pattern: SPAN, replace: templateSpan },
  { name: 'id', needs: DIGIT, pattern: /[A-Za-z0-9](?:[\w-]{2,400}\w)/g, replace: templateWord },
  {
    name: 'duration',
    needs: DIGIT,
    pattern: new RegExp(`(?<![\\w.])[-+]?${TIMED}(?:(?:,? and |, | )${TIMED}){0,4}`, 'gi'),
    replace: always('<duration>'),
  },
  {
    name: 'duration',
    needs: ' ago',
    pattern: /(?<!\w)an?(?: few)? (?:second|minute|hour|day|week|month|year)s?(?= ago\b)/gi,
    replace: always('<duration>'),
  },
  {
    name: 'size',
    needs: DIGIT,
    pattern: /(?<![\w.])[-+]?\d{1,15}(?:[.,]\d{1,9})? ?(?:[kmgt]i?b|bytes?|b|%)(?![\w])/gi,
    replace: always('<size>'),
  },
  {
    // Not `$1`, which is a parameter of SQL.
    name: 'money',
    needs: '$',
    unless: SQL,
    pattern: /(?<![\w$])\$(?:\d{1,3}(?:,\d{3}){1,5}|\d{2,15}|\d(?=\.\d))(?:\.\d{1,4})?(?![\w.,]?\d)/g,
    replace: templateMoney,
  },
  {
    name: 'number',
    needs: DIGIT,
    pattern: /(?<![\w$<])[-+]?\d{1,30}(?:(?:[.,:]\d{1,30}){0,8}(?:k|e[-+]?\d{1,4})?|st|nd|rd|th)(?![\w>])/g,
    replace: templateNumber,
  },
  { name: 'number', needs: IS_ATTEMPT, pattern: ORDINAL, replace: always('<n>') },
];

/** The message as it is compared. */
export function toTemplate(message: string, context: TemplateContext): string {
  let text = message;
  for (const [index, rule] of RULES.entries()) {
    if (index === PATHS_BEHIND) text = withoutPaths(text, context);
    text = applyRule(text, rule, context);
  }
  const spaced = text.replace(/\s+/g, ' ');
  return tidy(spaced.includes('>') ? spaced.replace(LIST, '$1').replace(COUNTED, '<n> $1$2') : spaced);
}

function tidy(spaced: string): string {
  return cutText(spaced.trim().replace(/\.$/, ''), MAX_MESSAGE_LENGTH);
}

/** However many values there are, it is one list of them. */
const LIST = /(<(?:n|id|uuid|value|email)>)(?:(?:, ?| and | or )\1){1,400}/g;

/** `1 item is`, `4 items are`. */
const COUNTED = /<n> ([a-z]{1,30}?[a-rt-z])s?(?:( )(?:is|are|was|were|has|have))?(?![\w'-])/g;

/** Version 1's rules for paths, lines and columns, once addresses and times are gone. */
const PATHS_BEHIND = RULES.findIndex(({ name }) => name === 'value of a row');

function withoutPaths(text: string, { part, replacements }: TemplateContext): string {
  const normal = normalizeMessage(text);
  if (normal === text) return text;
  const [from, to] = differingMiddle(text, normal);
  replacements.add(part, [from, to], 'path or line');
  return normal;
}

/** What two texts differ in, between the longest equal beginning and the longest equal end. */
function differingMiddle(one: string, other: string): [string, string] {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return [one.slice(start, one.length - end), other.slice(start, other.length - end)];
}

function applyRule(text: string, { name, pattern, needs, unless, replace }: Rule, context: TemplateContext): string {
  if (needs !== undefined && !(typeof needs === 'string' ? text.includes(needs) : needs.test(text))) return text;
  if (unless?.test(text) === true) return text;
  return text.replace(pattern, (found: string, ...rest: unknown[]) => {
    const at = rest.findLast((one) => typeof one === 'number') as number;
    const groups = rest.slice(0, rest.lastIndexOf(at)) as (string | undefined)[];
    const before = text.slice(Math.max(0, at - LOOK_AROUND_CHARS), at);
    const end = at + found.length;
    const match = { text: found, before, after: text.slice(end, end + LOOK_AROUND_CHARS), groups };
    const by = replace(match, context);
    context.replacements.add(context.part, [found, by], name);
    return by;
  });
}

const PARAMETER_BEFORE = /\bparam(?:eter)?s?:? (?:[$\d, ]|and){0,24}$/i;

function templateMoney({ text, before }: Match): string {
  return PARAMETER_BEFORE.test(before) ? text : '<money>';
}

/** The file in a temporary directory, or a word for one that lies there by itself. */
function baseOfTemporary(path: string): string {
  const parts = path.split(/[\\/]/).filter((part) => part !== '');
  const base = parts.at(-1) ?? '';
  const under = parts.length - 1 - parts.findLastIndex((part) => /^(?:te?mp|folders)$/i.test(part));
  if (under > 1 && !/^tmp/.test(base)) return base;
  const dot = base.lastIndexOf('.');
  return `<tmp>${dot > 0 ? base.slice(dot) : ''}`;
}
