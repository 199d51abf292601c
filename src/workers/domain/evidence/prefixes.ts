// What clients, consoles and runtimes put in front of a message.

import { EXPLAIN_PREFIXES_MAX } from '../../../limits.js';

export interface BareMessage {
  /** As qualified as it was written: `java.io.IOException`, `Errno::ENOENT`, `*url.Error`; null where none is known. */
  readonly className: string | null;
  /** What stood in brackets behind class names: `ERR_INVALID_URL`. */
  readonly codes: readonly string[];
  readonly bare: string;
}

// `Uncaught `, `Uncaught (in promise) `, `Unhandled promise rejection: `, `(node:12) ` and the like.
const REPORTER_PREFIX =
  /^(?:Uncaught \(in promise\):? |Uncaught (?:exception: )?|Unhandled(?: promise)? rejection(?: \([^)]{0,80}\))?: |Unhandled (?:exception|error)[:.] |unhandledRejection: |uncaughtException: |\(node:\d{1,10}\) |Exception in (?:promise|thread "[^"]{0,80}") |(?:Caused by|panic(?:ked)?): |thread '[^'\n]{1,80}' (?:\(\d{1,10}\) )?panicked at [^\s:'"]{1,300}(?::\d{1,8}){2}:\n|(?:PHP )?(?:Fatal|Recoverable fatal) error: {1,2}(?:Uncaught )?|PHP (?:Parse error|Warning|Notice): {1,2})/i;
// `TypeError: `, `Error [ERR_X]: `, `java.io.IOException: `, `DOMException [AbortError]: `.
const CLASS_PREFIX =
  /^((?:[A-Za-z_$][\w$]{0,60}(?:\.|::|\\)){0,8}(?:[A-Za-z_$][\w$]{0,80}(?:Error|Exception|Rejection|Warning)|Error|error|Exception))(?: \[([\w.]{1,60})\])?: /;
// SQLAlchemy names the driver's class, ActiveRecord too: `(psycopg2.errors.UniqueViolation) `, `PG::UniqueViolation: `.
const DRIVER_PREFIX =
  /^(?:\(((?:\w{1,60}\.){1,6}[A-Z]\w{1,60})\) |((?:[A-Z]\w{0,40}::){1,4}[A-Z]\w{1,60}): (?:ERROR: {1,2})?)/;
const BRACKETED = /^\[((?:[A-Za-z_$][\w$]{0,80})?(?:Error|Exception)(?: \[\w{1,60}\])?: .{1,2048})\]$/s;
const CLASS_NAME = /^\*?((?:[A-Za-z_$][\w$]{0,60}(?:\.|::|\\|\/|\$)){0,8}[A-Za-z_$][\w$]{0,100})(?: \[(\w{1,60})\])?$/;
const OF_CRATE = /^[a-z]\w{0,60}::/;
const SPACED_CLASS_NAME = /^[A-Z]\w{1,40} (?:Violation|error)$/;
const VAGUE_NAMES: ReadonlySet<string> = new Set([
  'Error',
  'error',
  'Exception',
  'DOMException',
  'Warning',
  'panic',
  'ErrorException',
  'RuntimeError',
  'RuntimeException',
]);

/** Whether a class name says no more than that something failed; that of a crate, as `diesel::result::Error`, says whose. */
export function isVagueName(className: string): boolean {
  return VAGUE_NAMES.has(toSimpleName(className)) && !OF_CRATE.test(className);
}

/** The last part of a qualified name: `IOException` of `java.io.IOException`, `ENOENT` of `Errno::ENOENT`. */
export function toSimpleName(className: string): string {
  return className.slice(Math.max(...['.', ':', '\\', '/', '$'].map((mark) => className.lastIndexOf(mark))) + 1);
}

/** Takes off what stands in front of the message, as often as it repeats, and keeps the most telling class name. */
export function stripPrefixes(type: string, message: string): BareMessage {
  const [ofType, codeOfType] = readType(type);
  const codes: string[] = codeOfType === undefined ? [] : [codeOfType];
  let className = ofType;
  let bare = withoutBacktrace(message).trim();
  for (let count = 0; count < EXPLAIN_PREFIXES_MAX; count++) {
    const reporter = REPORTER_PREFIX.exec(bare);
    if (reporter !== null) {
      bare = bare.slice(reporter[0].length);
      if (OF_PHP.test(reporter[0])) bare = withoutPlaceOfPhp(bare);
      continue;
    }
    const bracketed = BRACKETED.exec(bare);
    if (bracketed?.[1] !== undefined) {
      bare = bracketed[1];
      continue;
    }
    const driver = DRIVER_PREFIX.exec(bare);
    if (driver !== null) {
      className = moreTelling(className, driver[1] ?? driver[2] ?? null);
      bare = bare.slice(driver[0].length);
      continue;
    }
    const prefix = CLASS_PREFIX.exec(bare);
    if (prefix === null) break;
    const [whole, name, inBrackets] = prefix;
    if (inBrackets !== undefined && !inBrackets.endsWith('Error')) codes.push(inBrackets);
    className = moreTelling(className, inBrackets?.endsWith('Error') === true ? inBrackets : (name ?? null));
    bare = bare.slice(whole.length);
  }
  return { className, codes, bare };
}

function readType(type: string): [className: string | null, code?: string | undefined] {
  const match = CLASS_NAME.exec(type);
  if (match?.[1] !== undefined) return [match[1], match[2]];
  return [SPACED_CLASS_NAME.test(type) ? type : null];
}

const OF_PHP = /^PHP |atal error: /;
const PLACE_OF_PHP = /(?::\d{1,7}| on line \d{1,7})$/;

/** PHP prints where behind the message, and its trace below: `Class "Cart" not found in /srv/cart.php:3`. */
function withoutPlaceOfPhp(message: string): string {
  const [line = ''] = message.split('\n', 1);
  const at = PLACE_OF_PHP.test(line) ? line.lastIndexOf(' in ') : -1;
  return at === -1 ? message : line.slice(0, at);
}

// A panic of Rust with RUST_BACKTRACE, and the note that stands there without it.
const BACKTRACE = /\n(?:stack backtrace:(?:\n|$)|note: run with `RUST_BACKTRACE)/;

function withoutBacktrace(message: string): string {
  const at = message.includes('\n') ? message.search(BACKTRACE) : -1;
  return at === -1 ? message : message.slice(0, at);
}

/** The later name stands closer to the message, unless it says nothing. */
function moreTelling(earlier: string | null, later: string | null): string | null {
  return later === null || (earlier !== null && isVagueName(later)) ? earlier : later;
}
