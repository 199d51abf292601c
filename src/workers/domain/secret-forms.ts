// Secrets that their form gives away, under any name and in any text: keys of well-known services, signed tokens, private
// keys, numbers of cards and bank accounts, credentials in command lines. Every pattern starts at the start of a word and
// has bounded parts, so that no text is read more than a fixed number of times.

import { REDACTED } from '../../constants.js';
import { FORM_SEARCH_STEPS } from '../../limits.js';
import { replaceAccountNumbers } from './account-numbers.js';
import type { RedactRules } from './redact-text.js';
import { countRedaction, countSteps } from './redactions.js';

/** The text with every secret of a known form replaced; the text itself when there is none. */
export function replaceForms(text: string, rules: RedactRules): string {
  // Nearly every text ends here: what follows is for those that may hold something, and need not be quick.
  if (text.length < FORM_CHARS_MIN) return text;
  let out = text;
  const isMarked = hasMark(text);
  if (isMarked || hasLongWord(text)) {
    if (KEY_MARKS.test(text)) out = replaceKeys(out);
    if (LONG_NUMBER.test(text)) out = replaceAccountNumbers(out);
  }
  if (DIGIT_GROUPS.test(text)) out = replaceAccountNumbers(out);
  if (isMarked && text.includes('PRIVATE KEY')) out = replacePrivateKeys(out);
  if (isMarked || hasOption(text)) out = replaceInCommands(out, rules);
  return out;
}

function replaceKeys(text: string): string {
  countSteps(FORM_SEARCH_STEPS);
  return KEY_FORMS.reduce((out, form) => out.replace(form, `$1${REDACTED}`), text);
}

/** Nothing shorter is recognised: `mysql -ppass`, and longer forms. */
const FORM_CHARS_MIN = 12;

/** One of these is in every text with a key. */
const KEY_MARKS =
  /eyJ|A[KS]IA|gh[opsur]_|github_pat_|glpat-|xox[a-z]-|xapp-|hooks\.slack|[sr]k_(?:live|test)_|whsec_|AIza|GOCSPX-|ya29\.|npm_|pypi-|SG\.|sk-|dop_v1_|shpat_|hvs\./;
const LONG_NUMBER = /\d{14}|[A-Z]{2}\d{2}[A-Z0-9]{11}/;
/** Two groups of a number as it is printed on a card, or in the letter of a bank. */
const DIGIT_GROUPS = /\d{4}[ -]\d{4}/;
/** Of forms without a long word that has a digit: a few keys, and authentication schemes as they are written. */
const MARKS = ['Bearer', 'bearer', 'BEARER', 'Basic', 'basic', 'BASIC', 'AKIA', 'ASIA', 'hooks.slack', 'PRIVATE KEY'];
const ANY_MARK = new RegExp(MARKS.map((mark) => mark.replace('.', '\\.')).join('|'));
const SHORT_CHARS = 256;

/** In a short text one search costs less than ten; in a long one searches for rare first letters are quicker. */
function hasMark(text: string): boolean {
  return text.length < SHORT_CHARS ? ANY_MARK.test(text) : MARKS.some((mark) => text.includes(mark));
}

/** A hyphen at the start of a word: an option of a command line. */
function hasOption(text: string): boolean {
  for (let at = text.indexOf('-'); at !== -1; at = text.indexOf('-', at + 1)) {
    if (at === 0 || SPACE_BEFORE.has(text[at - 1] ?? '')) return true;
  }
  return false;
}

const SPACE_BEFORE: ReadonlySet<string> = new Set([' ', '"', "'", '`', '\n', '\t']);

/** Keys, and account numbers in one group, are words of so many characters at least, with a digit. */
const LONG_WORD_CHARS = 14;

/** Looks at every so manieth character only, because a long word cannot lie between two of them. */
function hasLongWord(text: string): boolean {
  const { length } = text;
  for (let at = LONG_WORD_CHARS - 1; at < length; at += LONG_WORD_CHARS) {
    let kinds = WORD_KINDS[text.charCodeAt(at)] ?? 0;
    if (kinds === 0) continue;
    let start = at - 1;
    for (; start >= 0; start--) {
      const kind = WORD_KINDS[text.charCodeAt(start)] ?? 0;
      if (kind === 0) break;
      kinds |= kind;
    }
    let end = at + 1;
    for (; end < length; end++) {
      const kind = WORD_KINDS[text.charCodeAt(end)] ?? 0;
      if (kind === 0) break;
      kinds |= kind;
    }
    if (end - start > LONG_WORD_CHARS && kinds >= DIGIT) return true;
    // The search goes on behind the word.
    if (end - at > LONG_WORD_CHARS) at = end - LONG_WORD_CHARS;
  }
  return false;
}

const DIGIT = 2;

/** 0 for what is no part of a word. */
const WORD_KINDS = Uint8Array.from({ length: 128 }, (_zero, code) => {
  const char = String.fromCharCode(code);
  return /\d/.test(char) ? DIGIT : /[\w-]/.test(char) ? 1 : 0;
});

/** What the group at the start takes is kept. */
const KEY_FORMS: readonly RegExp[] = [
  /(hooks\.slack\.com\/(?:services|workflows|triggers)\/)[\w/-]{8,255}/g,
  // A signed or encrypted token, maybe cut: its head is the JSON of an object, and so is a signed one's body.
  /(?<![\w-])()eyJ[\w-]{8,4096}\.[\w-]{8,16384}(?:(?:\.[\w-]{0,4096}){1,3}|$)/g,
  /(?<!\w)()A[KS]IA[A-Z2-7]{16}(?!\w)/g,
  /(?<!\w)()gh[opsur]_[A-Za-z0-9]{30,255}(?!\w)/g,
  /(?<!\w)()github_pat_\w{22,255}(?!\w)/g,
  /(?<![\w-])()glpat-[\w.-]{20,300}/g,
  /(?<![\w-])()xox[a-z]-[\w-]{10,255}/g,
  /(?<![\w-])()xapp-[\w-]{20,255}/g,
  /(?<!\w)()[sr]k_(?:live|test)_\w{10,255}/g,
  /(?<!\w)()whsec_[\w+/=]{16,255}/g,
  /(?<![\w-])()AIza[\w-]{35}(?![\w-])/g,
  /(?<![\w-])()GOCSPX-[\w-]{20,64}/g,
  /(?<![\w-])()ya29\.[\w-]{20,2048}/g,
  /(?<!\w)()npm_[A-Za-z0-9]{36}(?!\w)/g,
  /(?<![\w-])()pypi-AgE[\w-]{50,1024}/g,
  /(?<![\w.-])()SG\.[\w-]{16,64}\.[\w-]{16,128}/g,
  /(?<![\w-])()sk-(?:(?:proj|ant|svcacct|or)-[\w-]{20,255}|[A-Za-z0-9]{32,255}(?![\w-]))/g,
  /(?<!\w)()dop_v1_[0-9a-f]{64}/g,
  /(?<!\w)()shpat_[0-9a-fA-F]{32}/g,
  /(?<![\w.-])()hvs\.[\w-]{24,255}/g,
];

const KEY_START = /-----BEGIN (?:[A-Z]{2,16} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;
const KEY_END = '-----END ';

/** What stands between the first and the last line; to the end of a text that was cut inside a key. */
function replacePrivateKeys(text: string): string {
  countSteps(FORM_SEARCH_STEPS);
  let out = '';
  let copied = 0;
  KEY_START.lastIndex = 0;
  for (let start = KEY_START.exec(text); start !== null; start = KEY_START.exec(text)) {
    const from = start.index + start[0].length;
    const end = text.indexOf(KEY_END, from);
    out += text.slice(copied, from) + REDACTED;
    copied = end === -1 ? text.length : end;
    KEY_START.lastIndex = copied;
  }
  return copied === 0 ? text : out + text.slice(copied);
}

/** `Bearer …` and `Basic …` with a value that is no word, `--password …`, `curl -u user:…`, `mysql -p…`. */
function replaceInCommands(text: string, rules: RedactRules): string {
  countSteps(FORM_SEARCH_STEPS);
  const replaced = text
    .replace(BEARER, (match, scheme: string, value: string) => (isOpaque(value) ? scheme + REDACTED : match))
    .replace(BASIC, (match, scheme: string, value: string) => (isUserAndPassword(value) ? scheme + REDACTED : match))
    .replace(OPTION, (match, option: string, value: string) =>
      rules.isSecretName(option.trim()) && isUsed(value) ? option + REDACTED : match,
    )
    .replace(USER_OPTION, (match, option: string, password: string) => (isPort(password) ? match : option + REDACTED));
  return PASSWORD_COMMANDS.test(replaced)
    ? replaced.replace(SHORT_OPTION, (...[match, option, value, at]: [string, string, string, number]) =>
        isBehindCommand(replaced, at + SHORT_OPTION_CHARS) && isUsed(value) ? option + REDACTED : match,
      )
    : replaced;
}

const BEARER = /(?<!\w)(bearer[ \t]{1,8})([\w.~+/-]{8,4096}={0,2})/gi;
const BASIC = /(?<!\w)(basic[ \t]{1,8})([A-Za-z0-9+/_-]{4,1024}={0,2})(?![\w=])/gi;
const OPTION =
  /(?<![\w-])(--?[A-Za-z][\w-]{2,40}[ \t]{1,8})("[^"\r\n]{1,1024}"?|'[^'\r\n]{1,1024}'?|[^\s"'-][^\s"']{0,1024})/g;
const USER_OPTION = /(?<![\w-])((?:-u|--user)[ \t]{1,8}["']?[\w.@-]{1,128}:)([^\s"'@/]{1,256})(?![^\s"'])/g;
const PASSWORD_COMMANDS = /(?<!\w)(?:mysql|mysqldump|mysqladmin|mariadb|sshpass)[ \t]/;
const SHORT_OPTION_CHARS = ' -p'.length;
const SHORT_OPTION = /( -p ?)(?!-)([^\s"']{1,256})/g;
const COMMAND_BEFORE = /(?<!\w)(?:mysql|mysqldump|mysqladmin|mariadb|sshpass)[ \t][^\r\n|;]{0,120}$/;
/** More than that can match, so that the start of the window is in no match. */
const COMMAND_CHARS_MAX = 140;

function isBehindCommand(text: string, end: number): boolean {
  countRedaction();
  return COMMAND_BEFORE.test(text.slice(Math.max(0, end - COMMAND_CHARS_MAX), end));
}

function isPort(value: string): boolean {
  countRedaction();
  return /^\d+$/.test(value);
}

function isOpaque(value: string): boolean {
  countRedaction();
  return /\d/.test(value) || value.length >= OPAQUE_CHARS_MIN;
}

/** Shorter ones without a digit are words: `bearer authentication`. */
const OPAQUE_CHARS_MIN = 20;

function isUserAndPassword(value: string): boolean {
  countRedaction();
  return Buffer.from(value, 'base64').toString('latin1').includes(':');
}

/** Not so in `--password is required`, `--token <token>`: there the option is spoken of. */
function isUsed(value: string): boolean {
  countRedaction();
  return !HELP_WORDS.test(value);
}

const HELP_WORDS =
  /^(?:[<$[{(|]|(?:is|was|are|to|or|and|must|for|in|not|requires?|required|option|flag|argument|with|cannot|as|of|the|a|an|from|on|when|if|has|have|but|can|value|should|will|instead|does|expects?|needs?|may|at|by|on|missing|given|set|without|=)(?:[.,:;!?)]|$))/i;
