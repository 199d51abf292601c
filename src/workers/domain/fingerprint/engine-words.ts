// One error of JavaScript, worded by V8, SpiderMonkey and JavaScriptCore.

import { lastMember } from './last-member.js';

/** What the engines mean. */
export interface EngineWords {
  readonly text: string;
  /** Engines give some errors different classes. */
  readonly className?: string;
  /** It names what is missing, so that it tells one place from another also where frames do not. */
  readonly isTelling?: boolean;
}

interface Wording {
  readonly pattern: RegExp;
  toWords(found: readonly string[], isBrowser: boolean): EngineWords;
}

/** The last name of `cart.items.map(…)`, `rows[0].total` and `(intermediate value).map`. */
function lastName(expression: string): string {
  return lastMember(expression) || expression.replace(/ ?[=!].{0,400}$|[[(].{0,400}$/s, '').trim();
}

/** Minifiers rename variables, never properties. */
function variable(name: string): string {
  return /^[\w$]{1,2}$/.test(name) ? '<name>' : name;
}

function missing(name: string, nothing: string): EngineWords {
  return { text: `property ${name} of ${nothing}`, className: 'TypeError', isTelling: !COMMON.has(name) };
}

function noFunction(expression: string): EngineWords {
  const last = variable(lastName(expression));
  return {
    text: `${last} is not a function`,
    className: 'TypeError',
    isTelling: !COMMON.has(last) && last !== '<name>',
  };
}

/** Properties that much code reads: they do not tell one place from another. */
const COMMON: ReadonlySet<string> = new Set([
  ...['id', 'name', 'length', 'map', 'data', 'value', 'type', 'key', 'then', 'toString', 'filter', 'forEach', 'push'],
  ...['0', 'join', 'call', 'apply', 'default', 'current', 'props', 'state', 'error', 'title', 'style', 'target'],
]);

function same(text: string, className?: string): Wording['toWords'] {
  const words = className === undefined ? { text } : { text, className };
  return () => words;
}

const EXPRESSION = String.raw`\(evaluating '([\s\S]{1,300})'\)`;

/** A page where data was asked for. */
const MARKUP = /token '?<|["']<(?:!doctype|html)/i;

const WORDINGS: readonly Wording[] = [
  {
    pattern: /^Cannot (?:read|set) propert(?:y|ies) of (undefined|null) \((?:reading|setting) '(.{0,120}?)'\)/,
    toWords: ([, nothing = '', name = '']) => missing(name, nothing),
  },
  {
    pattern: /^Cannot (?:read|set) property '(.{0,120}?)' of (undefined|null)/,
    toWords: ([, name = '', nothing = '']) => missing(name, nothing),
  },
  {
    pattern: /^Cannot destructure property '(.{0,120}?)' of '.{0,200}?' as it is (undefined|null)/,
    toWords: ([, name = '', nothing = '']) => missing(name, nothing),
  },
  {
    pattern: /^can't access property "?([^"\n]{0,120}?)"?(?: of|, .{1,200} is) (undefined|null)/,
    toWords: ([, name = '', nothing = '']) => missing(name, nothing),
  },
  {
    pattern: new RegExp(`^(undefined|null) is not an object ${EXPRESSION}`),
    toWords: ([, nothing = '', expression = '']) => {
      const member = lastMember(expression);
      if (member !== '') return missing(member, nothing);
      return { text: `${variable(lastName(expression))} is ${nothing}`, className: 'TypeError', isTelling: false };
    },
  },
  {
    pattern: /^([\w$.]{1,120}) is (undefined|null)$/,
    toWords: ([, name = '', nothing = '']) => ({ text: `${variable(name)} is ${nothing}`, className: 'TypeError' }),
  },
  {
    pattern: /^(?:.{1,200} is not iterable|Spread syntax requires |undefined is not a function \(near '.{1,120} of )/,
    toWords: same('not iterable', 'TypeError'),
  },
  {
    pattern: new RegExp(`^(.{1,200}?) is not a function\\b(?:\\.? ${EXPRESSION})?`),
    toWords: ([, name = '', expression = name]) => noFunction(expression),
  },
  {
    pattern: /^(.{1,200}?) is not a constructor\b/,
    toWords: ([, name = '']) => ({ text: `${variable(lastName(name))} is not a constructor`, className: 'TypeError' }),
  },
  {
    pattern: /^(?:Can't find variable: ([\w$]{1,120})|"?([\w$]{1,120})"? is not defined)$/,
    toWords: ([, one, other]) => {
      const name = variable(one ?? other ?? '');
      return { text: `${name} is not defined`, className: 'ReferenceError', isTelling: name !== '<name>' };
    },
  },
  {
    pattern:
      /^(?:Cannot access '.{0,120}?' before initialization|can't access lexical declaration |Cannot access uninitialized variable)/,
    toWords: same('access before initialization', 'ReferenceError'),
  },
  {
    pattern:
      /^(?:Assignment to constant variable|invalid assignment to const|Attempted to assign to readonly property|Cannot assign to read only property|"?.{1,120}"? is read-only$)/,
    toWords: same('assignment to a constant or read-only property', 'TypeError'),
  },
  {
    pattern:
      /^(?:Cannot add property .{1,120}, object is not extensible|can't define property .{1,120} is not extensible|Attempting to define property on object that is not extensible)/,
    toWords: same('property added to an object that is not extensible', 'TypeError'),
  },
  {
    pattern: /^(?:Maximum call stack size exceeded|too much recursion)/,
    toWords: same('stack overflow', 'RangeError'),
  },
  {
    pattern: /^(?:Failed to fetch|NetworkError when attempting to fetch resource|Load failed)\b(?! dynamically)/,
    toWords: same('fetch failed', 'TypeError'),
  },
  {
    pattern:
      /^(?:Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed)/,
    toWords: same('a module could not be loaded', 'TypeError'),
  },
  {
    // The module is not told by all; a default export is in every other one.
    pattern:
      /^(?:The requested module '[^'\n]{1,300}' (?:does not|doesn't) provide an export named:? '(?!default')([^'\n]{1,120})'|Importing binding name '(?!default')([^'\n]{1,120})' is not found)/,
    toWords: ([, one, other]) => ({
      text: `no export named ${one ?? other ?? ''}`,
      className: 'SyntaxError',
      isTelling: true,
    }),
  },
  {
    pattern: /^(?:Loading (?:CSS )?chunk [\w-]{1,80} failed)/,
    toWords: same('a chunk could not be loaded', 'ChunkLoadError'),
  },
  {
    // What was met first depends on the text that came, and where that was cut.
    pattern:
      /^(?:JSON\.parse: |JSON Parse error: |Unexpected (?:end of JSON input|non-whitespace character after JSON\b)|Unexpected token .{1,300} JSON\b|(?:Unexpected (?:number|string)|Expected .{1,200}|No number after minus sign|Exponent part is missing a number|Unterminated (?:string|fractional number)|Bad \w[\w ]{0,40}) in JSON at position \d|(?:".{1,80}|\S{1,80}) is not valid JSON$)/s,
    toWords: ([whole = ''], isBrowser) => {
      // SpiderMonkey does not tell what it found.
      const text = !isBrowser && MARKUP.test(whole) ? 'not JSON but markup' : 'not JSON';
      return { text, className: 'SyntaxError' };
    },
  },
  {
    pattern:
      /^(?:Converting circular structure to JSON|cyclic object value|JSON\.stringify cannot serialize cyclic structures)/,
    toWords: same('a cycle cannot become JSON', 'TypeError'),
  },
  {
    pattern:
      /^(?:Do not know how to serialize a BigInt|BigInt value can't be serialized in JSON|JSON\.stringify cannot serialize BigInt)/,
    toWords: same('a BigInt cannot become JSON', 'TypeError'),
  },
  {
    pattern:
      /^(?:Cannot mix BigInt and other types|can't convert BigInt to number|Invalid mix of BigInt and other type)/,
    toWords: same('BigInt mixed with another type', 'TypeError'),
  },
  {
    pattern:
      /^(?:The user aborted a request|signal is aborted without reason|This operation was aborted|The operation was aborted\.? ?$|Fetch is aborted|The operation was aborted\.?$)/,
    toWords: same('aborted', 'AbortError'),
  },
  {
    pattern: /^(?:signal timed out|The operation timed out\.?$|The operation was aborted due to timeout)/,
    toWords: same('timed out', 'TimeoutError'),
  },
  {
    pattern:
      /^(?:Failed to execute '.{1,80}' on 'Node': The node |Node\.\w{1,40}: (?:The node|Child to insert)|The object can not be found here)/,
    toWords: same('the node is not a child of this node', 'NotFoundError'),
  },
  {
    pattern:
      /^(?:Failed to execute 'setItem' on 'Storage': Setting the value|The quota has been exceeded|Persistent storage maximum size reached)/,
    toWords: same('the storage is full', 'QuotaExceededError'),
  },
  {
    pattern:
      /^(?:Invalid regular expression\b|invalid regexp group|unterminated (?:parenthetical|character class)|unmatched \) in regular|nothing to repeat$|invalid (?:range|quantifier|escape) in (?:regular|character))/,
    toWords: same('invalid regular expression', 'SyntaxError'),
  },
  {
    pattern: /^ResizeObserver loop (?:limit exceeded|completed with undelivered notifications)/,
    toWords: same('ResizeObserver loop'),
  },
  {
    pattern: /^(?:Invalid time value|invalid date|Invalid Date|date value is not finite)/,
    toWords: same('not a date', 'RangeError'),
  },
  {
    pattern:
      /^(?:invalid array length|Invalid array length|Array (?:size|length) (?:is not a small enough|must be a) positive integer)/,
    toWords: same('invalid array length', 'RangeError'),
  },
  {
    pattern: /^(?:URI malformed|malformed URI sequence|String contained an illegal UTF-16 sequence|URI error)/,
    toWords: same('malformed URI', 'URIError'),
  },
  {
    pattern:
      /^(?:Cannot convert undefined or null to object|can't convert (?:undefined|null) to object|Object\.\w{1,30} requires that input parameter not be null or undefined)/,
    toWords: same('undefined or null made an object', 'TypeError'),
  },
  {
    pattern:
      /^(?:Cannot use 'in' operator to search for |cannot use 'in' operator to search for |right-hand side of 'in' should be an object|.{1,120} is not an Object\. \(evaluating '.{1,200} in )/,
    toWords: same("'in' needs an object", 'TypeError'),
  },
];

/** Undefined for what no engine says. Looks at a bounded part of the message. */
export function toEngineWords(message: string, isBrowser: boolean): EngineWords | undefined {
  for (const { pattern, toWords } of WORDINGS) {
    const found = pattern.exec(message);
    if (found !== null) return toWords(found, isBrowser);
  }
  return undefined;
}
