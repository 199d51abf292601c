// The error that another one tells in its message: what it wraps says more than the wrapper.

import { EXPLAIN_PREFIXES_MAX } from '../../../limits.js';

/** An error in the words of the one around it. */
export interface ToldError {
  readonly type: string;
  readonly message: string;
}

// `called `Result::unwrap()` on an `Err` value: Os { … }`; what expect() puts in front of it is the program's own.
const OF_RUST = /^called `Result::\w{1,20}\(\)` on an `(?:Err|Ok)` value: (.{1,2048})$/s;
// `One or more errors occurred. (Connection refused (127.0.0.1:80))` of AggregateException.
const OF_DOTNET = /^One or more errors occurred\. \((.{1,2048})\)$/s;
// Spring: `Failed to load; nested exception is java.net.ConnectException: Connection refused`.
const OF_SPRING = /; nested exception is (.{1,2048})$/s;
// Celery and loggers: `Task sync raised unexpected: KeyError('sku')`.
const OF_PYTHON = /(?:^|: )([A-Z]\w{0,60}(?:Error|Exception))\((?:(["'])(.{0,1024})\2)?\)$/s;
// Hibernate 6: `could not execute statement [Duplicate entry 'x' for key 'y'] [insert into …]`.
const OF_HIBERNATE = /^(?:could not \w{1,20} [\w ]{1,20}|JDBC exception executing SQL) \[(.{1,1024}?)\] \[/s;
/** How Rust prints a value for debugging: `Utf8Error { … }`, `PoisonError { .. }`, `NotPresent`, `Error("…", line: 1)`. */
const RUST_TYPE = /^([A-Z]\w{1,60})(?=$| \{|\()/;
const RUST_TEXT =
  /^(?:[A-Z]\w{0,60}\(|Error \{ kind: \w{1,40}, message: |Custom \{ kind: \w{1,40}, error: )?"((?:[^"\\]|\\.){1,1024})"/;

const OF_TRACEBACK = 'Traceback (most recent call last):\n';
// The last line of what Python prints: `zipfile.BadZipFile: File is not a zip file`.
const LINE_OF_PYTHON = /^((?:\w{1,60}\.){0,8}[A-Z]\w{1,80})(?:: (.{0,2048}))?$/;
// What Ruby prints first: `cart.rb:3:in `total': undefined method `price' for nil (NoMethodError)`.
const LINE_OF_RUBY = /^[^\s:]{1,300}:\d{1,7}:in [`'][^'\n]{1,200}': ([^\n]{0,1024}) \(([A-Z][\w:]{1,120})\)$/;

/** The error of a program of Python or Ruby in what the interpreter printed when it ended. */
function printedError(message: string): ToldError | null {
  if (message.startsWith(OF_TRACEBACK)) {
    const lines = message.trimEnd().split('\n');
    const [, type, told = ''] = LINE_OF_PYTHON.exec(lines.findLast((line) => !line.startsWith(' ')) ?? '') ?? [];
    return type === undefined ? null : { type, message: told };
  }
  const [, told, type] = LINE_OF_RUBY.exec(message.split('\n', 1)[0] ?? '') ?? [];
  return told === undefined || type === undefined ? null : { type, message: told };
}

/** The error inside of a Rust panic, a logged exception of Python, an aggregate of .NET or an exception of Spring; null where the message tells of none. */
export function toldError(message: string): ToldError | null {
  const rust = OF_RUST.exec(message)?.[1];
  if (rust !== undefined) {
    return {
      type: RUST_TYPE.exec(rust)?.[1] ?? 'Error',
      message: RUST_TEXT.exec(rust)?.[1]?.replaceAll('\\"', '"') ?? rust,
    };
  }
  const printed = printedError(message);
  if (printed !== null) return printed;
  const python = OF_PYTHON.exec(message);
  if (python?.[1] !== undefined) return { type: python[1], message: python[3] ?? '' };
  const inner = OF_DOTNET.exec(message)?.[1] ?? OF_SPRING.exec(message)?.[1] ?? OF_HIBERNATE.exec(message)?.[1];
  return inner === undefined ? null : { type: 'Error', message: inner };
}

/** What stands behind each of the first colons of a message, the longest first. */
export function wrappedBy(message: string): readonly string[] {
  const parts = message.split(': ', EXPLAIN_PREFIXES_MAX + 1);
  return parts.slice(1).map((_, index) => message.slice(parts.slice(0, index + 1).join(': ').length + 2));
}

// What a command printed may begin with progress, a trace or a source line. What tells its error begins with the name of
// the program, of its class, or a word for error.
const OF_OUTPUT =
  /\n(?:> |\s{1,8}> )?((?:[\w.+\/-]{1,200}:\d{1,7}(?::\d{1,7})?: (?:fatal )?error: |curl: \(\d|fatal: |npm (?:ERR!|error) |CONFLICT \(|Could not (?:find|resolve|reserve) |\/?[a-z][\w.\/+-]{1,60}(?:\[\d{1,3}\])?: |(?:\w{1,40}\.){0,6}[A-Z]\w{0,60}(?:Error|Exception): )[^\n]{1,1024})/g;

/** The lines of a program's output that tell errors, further down: `curl: (7) …`, `ModuleNotFoundError: …`. */
export function toldInOutput(message: string): readonly string[] {
  if (!message.includes('\n')) return [];
  return [...message.matchAll(OF_OUTPUT)].slice(0, EXPLAIN_PREFIXES_MAX).map(([, line = '']) => line);
}

// `Command failed: git push\nfatal: …` of Node, `Command '…' returned non-zero exit status 1.\n…` of Python, execa's words.
const OF_COMMAND =
  /^(?:Command failed(?: with exit code \d{1,3})?(?: \([^)\n]{1,80}\))?: [^\n]{1,1024}|Command ['"[][^\n]{1,1024} returned non-zero exit status \d{1,3}\.?(?: [^\n]{0,200})?)\n(?:exit code \d{1,3}\n)?/;

/** What a command that failed printed, by the error that says so; null where the message is none of these or has no output. */
export function outputOfCommand(message: string): string | null {
  const head = OF_COMMAND.exec(message);
  const output = head === null ? '' : message.slice(head[0].length).trim();
  return output === '' ? null : output;
}

// `2024-05-02T10:11:12.113Z `, `[2024-05-02 10:11:12,113] `, `05/02 10:11:12 `, `10:11:12.113 `
const LOGGED_AT =
  /^\[?(?:(?:\d{4}[-\/])?\d{2}[-\/]\d{2}[T ])?\d{2}:\d{2}:\d{2}(?:[.,]\d{1,9})?(?: ?(?:Z|UTC|[+-]\d{2}:?\d{2}))?\]?:? {1,4}/;
const LOG_LEVEL =
  /^[[<(]?(?:ERROR|FATAL|CRITICAL|SEVERE|WARN(?:ING)?|EMERG|ALERT|ERR|CRIT|error|fatal|critical|warn)[\])>]?:? {1,4}/;
/** What writers of logs name the error by: `err="pq: …"` of logfmt, `"error":"…"` of JSON. */
const LOG_FIELD = /(?:^|[\s{,]"?)(?:err|error|exception|cause)"?[=:] ?"((?:[^"\\]|\\.){1,1024})"/;

/** The error that a line of logfmt or JSON names in a field of its own; null for none. */
export function namedInLogLine(message: string): string | null {
  return LOG_FIELD.exec(message)?.[1]?.replaceAll('\\"', '"') ?? null;
}

/** `[billing] `, `[worker-3] `, `(api) `: who wrote the line; `/usr/bin/python3: ` as a program that names itself. */
const LOGGER = /^(?:[[(][\w.:@\/#-]{1,60}[\])]:? {1,4}|\d{1,9}#\d{1,9}: |(?:\/[\w.+-]{1,80}){2,12}: (?=[\w(]))/;

/** What a line of a log says behind its time, level and the name of its writer; null where none of them stand in front. */
export function withoutLogPrefix(message: string): string | null {
  let rest = message;
  for (let count = 0; count < EXPLAIN_PREFIXES_MAX; count++) {
    const prefix = LOGGED_AT.exec(rest) ?? LOG_LEVEL.exec(rest) ?? LOGGER.exec(rest);
    if (prefix === null) break;
    rest = rest.slice(prefix[0].length);
  }
  return rest === message || rest === '' ? null : rest;
}
