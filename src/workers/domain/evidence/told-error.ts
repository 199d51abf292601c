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
// Hibernate 6: `could not execute statement [Duplicate entry 'x' for key 'y'] [insert into …]`.
const OF_HIBERNATE = /^(?:could not \w{1,20} [\w ]{1,20}|JDBC exception executing SQL) \[(.{1,1024}?)\] \[/s;
/** How Rust prints a value for debugging: `Utf8Error { … }`, `PoisonError { .. }`, `NotPresent`, `Error("…", line: 1)`. */
const RUST_TYPE = /^([A-Z]\w{1,60})(?=$| \{|\()/;
const RUST_TEXT =
  /^(?:[A-Z]\w{0,60}\(|Error \{ kind: \w{1,40}, message: |Custom \{ kind: \w{1,40}, error: )?"((?:[^"\\]|\\.){1,1024})"/;

/** The error inside of a Rust panic, an aggregate of .NET or an exception of Spring; null where the message tells of none. */
export function toldError(message: string): ToldError | null {
  const rust = OF_RUST.exec(message)?.[1];
  if (rust !== undefined) {
    return {
      type: RUST_TYPE.exec(rust)?.[1] ?? 'Error',
      message: RUST_TEXT.exec(rust)?.[1]?.replaceAll('\\"', '"') ?? rust,
    };
  }
  const inner = OF_DOTNET.exec(message)?.[1] ?? OF_SPRING.exec(message)?.[1] ?? OF_HIBERNATE.exec(message)?.[1];
  return inner === undefined ? null : { type: 'Error', message: inner };
}

/** What stands behind each of the first colons of a message, the longest first. */
export function wrappedBy(message: string): readonly string[] {
  const parts = message.split(': ', EXPLAIN_PREFIXES_MAX + 1);
  return parts.slice(1).map((_, index) => message.slice(parts.slice(0, index + 1).join(': ').length + 2));
}

// What a command printed may begin with progress, a trace or a source line.
const IN_OUTPUT =
  /\n((?:curl: \(\d|fatal: |make: \*\*\* |(?:\w{1,40}\.){0,6}[A-Z]\w{0,60}(?:Error|Exception): )[^\n]{1,1024})/;

/** The line of a program's output that tells its error, further down: `curl: (7) …`, `ModuleNotFoundError: …`; null for none. */
export function toldInOutput(message: string): string | null {
  return IN_OUTPUT.exec(message)?.[1] ?? null;
}
