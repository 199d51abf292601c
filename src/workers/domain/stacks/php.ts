// Stack traces of PHP: each entry says which function was called, and from where; where it was thrown is told above them.
//
//   PHP Fatal error:  Uncaught ShopError: cart 42 is broken in /srv/shop/Cart.php:12
//   Stack trace:
//   #0 /srv/shop/index.php(5): Shop\Cart->load(Array)
//   #1 [internal function]: {closure}(1)
//   #2 {main}
//     thrown in /srv/shop/Cart.php on line 12
//
// Of several errors in one text the last is the one that came out; `Next` stands between them. OpenTelemetry prints the
// stacks of PHP as those of Java: `at Shop.Cart.load(Cart.php:12)`.

import { readChain } from './java.js';
import {
  type CallPlace,
  type StackReader,
  splitMember,
  type TextFrame,
  type ThrownText,
  toHeadline,
  toTextFrame,
} from './text-stack.js';

const ENTRY = /^#\d{1,9} (?:(\S.*?)\((\d+)\)|\[internal function\]|\{main\}$)(?:: (.*))?$/;
const HEADER = /^(?:PHP )?(?:Fatal error:\s{1,4})?(?:Uncaught )?(?:Next )?(.*?) in (\S.*?)(?::| on line )(\d+)$/;
const NEXT = /^Next (?=\S)/;
const LIBRARY =
  /(?:^|[\\/])vendor[\\/]|^\[internal|^phar:|[\\/]wp-(?:includes|admin)[\\/]|[\\/](?:pear|share[\\/]php)[\\/]/i;
const JAVA_LIKE = /^\s*at ([^\s()]+|\{main\})\(([^\s():]+\.(?:php\d?|phtml|inc))(?::(\d+))?\)$/;

export const PHP: StackReader = {
  language: 'php',
  isOwnLine: (line) => ENTRY.test(line) || JAVA_LIKE.test(line),
  read(lines) {
    if (lines.some((line) => JAVA_LIKE.test(line))) return readChain(lines, readJavaLike);
    return toErrors(lines).map(readError).reverse();
  },
};

/** False for packages of Composer, for the runtime, and for what lies in archives. */
export function isOwnPhp({ filename }: CallPlace): boolean {
  return filename !== undefined && !LIBRARY.test(filename);
}

function readJavaLike(line: string): TextFrame | undefined {
  const [, call = '', filename, lineno] = JAVA_LIKE.exec(line) ?? [];
  if (filename === undefined) return undefined;
  const { function: name, module } = splitMember(call);
  return toTextFrame({ filename, function: name, module: module?.replaceAll('.', '\\'), line: lineno }, isOwnPhp);
}

function toErrors(lines: readonly string[]): string[][] {
  let current: string[] = [];
  const errors = [current];
  for (const line of lines) {
    if (NEXT.test(line)) {
      current = [];
      errors.push(current);
    }
    current.push(line);
  }
  return errors;
}

function readError(lines: readonly string[]): ThrownText {
  const [, headline = '', filename, lineno] = HEADER.exec(lines.find((line) => HEADER.test(line)) ?? '') ?? [];
  const entries = lines.flatMap((line) => {
    const [whole, file, at, call] = ENTRY.exec(line) ?? [];
    return whole === undefined ? [] : [{ filename: file, line: at, call }];
  });
  // An entry stands where the function of the entry above it was called from.
  const places = [{ filename, line: lineno }, ...entries];
  const frames = places.flatMap(({ filename: file, line }, index) => {
    const name = toName(entries[index]?.call);
    if (file === undefined && name === undefined) return [];
    return [toTextFrame({ filename: file, function: name ?? '{main}', line }, isOwnPhp)];
  });
  return { ...toHeadline(headline), frames };
}

/** Without the arguments, which may be secrets. */
function toName(call: string | undefined): string | undefined {
  return call?.replace(/\(.*$/s, '');
}
