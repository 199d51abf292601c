// Stacks of Go: two lines for a call. Of several goroutines the first is the one that failed.
//
//   panic: assignment to entry in nil map
//
//   goroutine 1 [running]:
//   main.(*Cart).Add(...)
//   	/srv/shop/cart.go:12 +0x1d
//   created by main.start in goroutine 1
//   	/srv/shop/main.go:30 +0x5c

import { type CallPlace, type StackReader, type TextFrame, toTextFrame } from './text-stack.js';

const PLACE = /^\s+(\S.*\.(?:go|s)):(\d+)(?: \+0x[0-9a-f]+)?(?: fp=.*)?$/;
const GOROUTINE = /^goroutine \d+ /;
const CREATED = /^created by /;
/** `example.com/shop/cart.(*Cart).Add`: a package is up to the first dot behind its last slash. */
const CALL = /^([\w./~%@+-]*?[\w~%@+-]+)\.([^/]*)$/;

const STANDARD: ReadonlySet<string> = new Set([
  ...['archive', 'bufio', 'bytes', 'cmp', 'compress', 'container', 'context', 'crypto', 'database', 'debug', 'embed'],
  ...['encoding', 'errors', 'expvar', 'flag', 'fmt', 'go', 'hash', 'html', 'image', 'index', 'internal', 'io', 'iter'],
  ...['log', 'maps', 'math', 'mime', 'net', 'os', 'path', 'plugin', 'reflect', 'regexp', 'runtime', 'slices', 'sort'],
  ...[
    'strconv',
    'strings',
    'structs',
    'sync',
    'syscall',
    'testing',
    'text',
    'time',
    'unicode',
    'unique',
    'unsafe',
    'weak',
  ],
]);

export const GO: StackReader = {
  language: 'go',
  isOwnLine: (line) => (GOROUTINE.test(line) && line.endsWith(']:')) || (PLACE.test(line) && !/^\s+at /.test(line)),
  read(lines) {
    const frames: TextFrame[] = [];
    let hasGoroutine = false;
    for (const [index, line] of lines.entries()) {
      if (GOROUTINE.test(line)) {
        if (hasGoroutine && frames.length > 0) break;
        hasGoroutine = true;
      }
      const [, filename, lineno] = PLACE.exec(line) ?? [];
      const call = (lines[index - 1] ?? '').trim();
      if (filename === undefined || call === '' || CREATED.test(call)) continue;
      frames.push(toFrame(call, { filename, lineno }));
    }
    return [{ frames }];
  },
};

function toFrame(call: string, { filename, lineno }: { filename: string; lineno: string | undefined }): TextFrame {
  const bare = withoutArguments(call);
  const [, module, name] = CALL.exec(bare) ?? [];
  return toTextFrame(
    { filename, function: name ?? bare, module: module?.replaceAll('%2e', '.'), line: lineno },
    isOwnGo,
  );
}

/** `main.(*Cart).Add({0x1, 0x2})` without the parentheses at its end, which may hold others. */
function withoutArguments(call: string): string {
  if (!call.endsWith(')')) return call;
  let depth = 0;
  for (let at = call.length - 1; at >= 0; at--) {
    if (call[at] === ')') depth += 1;
    else if (call[at] === '(' && --depth === 0) return at === 0 ? call : call.slice(0, at);
  }
  return call;
}

/** False for the standard library and for modules that were fetched or copied. */
export function isOwnGo({ filename = '', module = '', function: name }: CallPlace): boolean {
  const path = filename.replaceAll('\\', '/');
  if (path.includes('/pkg/mod/') || path.includes('/vendor/') || /@v\d/.test(path) || /@v\d/.test(module)) return false;
  if (path.includes('/src/runtime/') || (name === 'goexit' && module === 'runtime')) return false;
  const root = module.split('/', 1)[0] ?? '';
  // Also an application may have a package named log: the standard one lies in the sources of Go, or has no path at all.
  return !(STANDARD.has(root) && (path === '' || path.includes(`/src/${module}/`) || path.startsWith(`${module}/`)));
}
