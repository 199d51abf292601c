// Backtraces of Rust, as panics, anyhow and std::backtrace print them: a numbered line for a call, then its place.
//
//   thread 'main' panicked at src/cart.rs:12:5:
//   index out of bounds: the len is 1 but the index is 4
//   stack backtrace:
//      0: core::panicking::panic_fmt
//                at /rustc/5980761/library/core/src/panicking.rs:80:14
//      1: shop::cart::Cart::total
//                at ./src/cart.rs:12:5

import { type CallPlace, type StackReader, type TextFrame, type ThrownText, toTextFrame } from './text-stack.js';

const PANIC = /^(?:thread '.*' )?(?:\(\d+\) )?panicked at (?:'(.*)', )?([^\s':][^':]*\.rs):(\d+):(\d+):?$/;
const TITLE = /^\s*(?:stack )?backtrace:\s*$/i;
const CALL = /^\s{1,6}(\d+):\s+(?:0x[0-9a-f]+ - )?(\S.*)$/;
const PLACE = /^\s+at (\S.*\.(?:rs|cc?|cpp|hp?p?|S)):(\d+)(?::(\d+))?$/;
const CAUSES = /^Caused by:\s*$/;
const CAUSE = /^\s+(?:\d+: )?(\S.*)$/;
/** What tells one build from another: the hash of a crate, and the one that older symbols end with. */
const HASHES = /\[[0-9a-f]{8,16}\]|::h[0-9a-f]{16}$/g;
const LIBRARY_FILE = /\/rustc\/|^\.\/csu\/|[\\/]\.cargo[\\/](?:registry|git)[\\/]|[\\/]rustlib[\\/]|^library[\\/]/;
const LIBRARY_CALL =
  /^<{0,3}(?:dyn |&|\[|mut )*(?:std|core|alloc|proc_macro|test|backtrace|anyhow|eyre|color_eyre|tokio|futures(?:_\w+)?|hyper|axum|actix\w*|tower|rayon|tracing\w*|serde\w*|sqlx|reqwest|sentry\w*|__rustc)(?:::|\[|>|$)|^(?:rust_|__rust|_start|__libc|clone\d?$|start_thread|main$|_main$)/;

export const RUST: StackReader = {
  language: 'rust',
  isOwnLine: (line) => PANIC.test(line) || PLACE.test(line) || /^\s*stack backtrace:\s*$/i.test(line),
  read(lines) {
    const [, , filename, line, column] = PANIC.exec(lines.find((one) => PANIC.test(one)) ?? '') ?? [];
    const calls = readCalls(lines);
    // Without a backtrace the place of the panic is all there is.
    const place = toTextFrame({ filename, function: undefined, line, column }, isOwnRust);
    const frames = calls.length === 0 && filename !== undefined ? [place] : calls;
    return [{ frames }, ...readCauses(lines)];
  },
};

/** False for the standard library, and for crates that were fetched or are well known. */
export function isOwnRust({ filename, function: name }: CallPlace): boolean {
  if (filename !== undefined && LIBRARY_FILE.test(filename)) return false;
  return name === undefined || !LIBRARY_CALL.test(name);
}

function readCalls(lines: readonly string[]): TextFrame[] {
  const frames: TextFrame[] = [];
  // anyhow numbers causes as it does calls; a backtrace has a title then.
  const title = lines.findIndex((line) => TITLE.test(line));
  let name: string | undefined;
  let before = -1;
  const flush = (): void => {
    if (name !== undefined) frames.push(toTextFrame({ filename: undefined, function: name }, isOwnRust));
    name = undefined;
  };
  for (const line of lines.slice(title + 1)) {
    const [, number, call] = CALL.exec(line) ?? [];
    if (call !== undefined) {
      flush();
      // A second backtrace begins to count anew.
      if (Number(number) <= before) break;
      before = Number(number);
      name = call.replace(HASHES, '');
      continue;
    }
    const [, filename, lineno, column] = PLACE.exec(line) ?? [];
    if (filename === undefined) continue;
    frames.push(toTextFrame({ filename, function: name, line: lineno, column }, isOwnRust));
    name = undefined;
  }
  flush();
  return frames;
}

/** What anyhow lists between the error and its backtrace. */
function readCauses(lines: readonly string[]): ThrownText[] {
  const start = lines.findIndex((line) => CAUSES.test(line));
  if (start === -1) return [];
  const causes: ThrownText[] = [];
  for (const line of lines.slice(start + 1)) {
    const [, message] = CAUSE.exec(line) ?? [];
    if (message === undefined) break;
    causes.push({ message, frames: [] });
  }
  return causes;
}
