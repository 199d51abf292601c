import type { PatternCase } from '../pattern.js';

/** Arguments, ranges, dates and assertions. */
export const INVALID_ARGUMENT_CASES: readonly PatternCase[] = [
  {
    when: /^Expected values|[Aa]ssert|Expected "actual"|Values (?:have|identical)|Input (?:A|objects)|falsy value|Missing expected|Got unwanted|ifError|did not match|^expected /,
    text: 'An assertion failed: the actual value differs from the expected one (they are not equal), or a condition the code relies on does not hold.',
    suggestion:
      'Compare the two values in the message, and decide which one is wrong: the code under test or what is expected.',
    examples: ['Expected values to be strictly equal:\n\n1 !== 2\n'],
  },
  {
    when: /currency/i,
    text: 'The currency code is not valid: it must have three letters of ISO 4217, such as EUR or USD.',
    suggestion: 'Pass a three-letter currency code, and set one whenever the style is "currency".',
    examples: ['Invalid currency code : EURO'],
  },
  {
    when: /time zone|timezone|locale|language tag|calendar|numbering|\bunit\b|Invalid key|options\./i,
    text: 'The time zone, locale (language tag) or unit is not known to this runtime, or is not written in the standard way.',
    suggestion:
      'Use names such as Europe/Berlin and en-US, map what users or systems send to them, and check that the runtime has full Intl data.',
    examples: ['Invalid time zone specified: Mars/Phobos', 'Incorrect locale information provided'],
  },
  {
    when: /\bdate|Date|time value|time data|Interval|Duration|RFC2822|ISO 8601|hour|minute|second must|\bday\b|month|year|Format string|Use `|parsed/,
    text: 'A date or time is invalid: the text it was made from is empty or not in a format the parser knows, so there is no valid time value to work with.',
    suggestion:
      'Log the text before it is parsed, use ISO 8601 dates (2024-05-31T12:00:00Z), and check Number.isNaN(date.getTime()) before you format.',
    examples: ['Invalid time value'],
  },
  {
    when: /"(?:path|paths\[\d+\]|file|filename|url|from|to)"|Path must/,
    text: 'A path argument is not a string: it is undefined or of another type. Often the environment variable or option it is built from is not set.',
    suggestion:
      'Check where the path comes from, give it a default, and stop early with a clear message if the setting is missing.',
    examples: ['The "path" argument must be of type string. Received undefined'],
  },
  {
    when: /"(?:key|secret|password|salt)"|data and (?:salt|hash)|Illegal arguments/,
    text: 'The key (secret, password or salt) passed to this cryptographic function is missing: it is undefined or not a string or buffer, often because its setting or field is not there.',
    suggestion:
      'Check that the secret is set in the environment, that the user record was loaded with its hash, and await what is asynchronous.',
    examples: ['The "key" argument must be of type string or an instance of ArrayBuffer, Buffer. Received undefined'],
  },
  {
    when: /of type function|must be a function|Callback must/i,
    text: 'A function argument was expected (a callback, listener or handler), and something else was passed, mostly undefined or the result of calling the function.',
    suggestion:
      'Pass the function itself (handler, not handler()), and check that it is exported, imported and spelled correctly.',
    examples: ['The "listener" argument must be of type function. Received undefined'],
  },
  {
    when: /(?:"(?:chunk|data|body|string)"|first) argument must|Received an instance of Object/,
    text: 'An argument must be a string or buffer, and here it is undefined, an object or of another type. Objects are not converted to JSON by themselves.',
    suggestion:
      'Check the value, turn objects into a string with JSON.stringify, and make sure that it is not undefined.',
    examples: [
      'The "chunk" argument must be of type string or an instance of Buffer or Uint8Array. Received an instance of Object',
    ],
  },
  {
    when: /array (?:buffer )?length|typed array|Array size/i,
    text: 'The length of an array is out of range: it is negative, not a whole number, or larger than the maximum size.',
    suggestion:
      'Check the calculation of the size, for example a difference that becomes negative, or a string or NaN where a number is expected.',
    examples: ['invalid array length'],
  },
  {
    when: /count|repeat/,
    text: 'repeat() was called with a count that is negative, infinite or too large, so the count is out of range.',
    suggestion:
      'Use Math.max(0, n) for computed counts, and check for widths that are smaller than the text they should pad.',
    examples: ['Invalid count value: -1'],
  },
  {
    when: /toFixed|toPrecision|toExponential|precision|radix|digits/,
    text: 'The number of digits (or the radix) is out of range: toFixed takes 0 to 100 digits, toPrecision 1 to 100, and a radix is 2 to 36.',
    suggestion:
      'Check the value passed as digits; it may be negative, swapped with another argument or computed from a very small number.',
    examples: ['toFixed() digits argument must be between 0 and 100'],
  },
  {
    when: /[Dd]ivision by zero|divide/,
    text: 'A number was divided by zero, which whole numbers (BigInt) do not allow.',
    suggestion: 'Check the divisor before the division, and decide what the result should be when it is zero.',
    examples: ['Division by zero'],
  },
  {
    when: /out of range|out of bounds|out-of-range|outside|offset|index|too (?:large|long)|bounds|>=|BigInt|code point|Exponent/i,
    text: 'A number argument is out of range: an index, offset or size is negative, too large, or beyond the end of the array or buffer.',
    suggestion:
      'Compare the value in the message with the allowed range and the length of the data, and check the calculation it comes from.',
    examples: [
      'The value of "size" is out of range. It must be >= 0 && <= 2147483647. Received -1',
      'Offset is outside the bounds of the DataView',
    ],
  },
];

/** Stack and heap. */
export const OUT_OF_MEMORY_CASES: readonly PatternCase[] = [
  {
    when: /call stack|recursion|stack (?:space|overflow)|StackOverflow|goroutine stack/i,
    text: 'The call stack is full: a function calls itself without end (infinite recursion), directly, through a getter or event, or over a circular structure.',
    suggestion:
      'Look for the function that repeats in the stack trace and give the recursion an end. If the data is really that deep, or very many arguments are spread into a call, use a loop.',
    examples: ['Maximum call stack size exceeded'],
  },
  {
    when: /EventEmitter|listeners/,
    text: 'More and more listeners are added to one event emitter and never removed, which is mostly a memory leak.',
    suggestion:
      'Add the listener once rather than per request, remove it when it is done (or use once), and raise setMaxListeners only if so many are right.',
    examples: ['Possible EventEmitter memory leak detected. 11 error listeners added to [Socket].'],
  },
  {
    when: /string longer|Buffer larger|string length|File size|maximum size|allocation size|[Bb]uffer allocation/,
    text: 'One value is too large for memory: a string, buffer, map or array exceeds the maximum size the engine allows or can get from the heap.',
    suggestion:
      'Work on the data in parts (streams, pages, lines) instead of as one value, and check sizes that are computed from input.',
    examples: ['Array buffer allocation failed', 'Cannot create a string longer than 0x1fffffe8 characters'],
  },
];

/** `new`, `super`, `this` and conversions. */
export const TYPE_MISUSE_CASES: readonly PatternCase[] = [
  {
    when: /without 'new'|requires 'new'|without new|with 'new'|'new' operator|Cannot call a class/,
    text: 'A class was called like a function. A class constructor must be called with `new`.',
    suggestion: 'Write new ClassName(...), and check code compiled for old engines (ES5) that extends a modern class.',
    examples: ["Class constructor BaseModel cannot be invoked without 'new'"],
  },
  {
    when: /super/i,
    text: 'The constructor of a derived class (one that extends another) uses `this` or ends before it has called super(), calls it twice, or the parent is not a class.',
    suggestion:
      'Call super(...) once, as the first statement of the constructor, and check that the parent class is imported and no import cycle leaves it undefined.',
    examples: [
      "Must call super constructor in derived class before accessing 'this' or returning from derived constructor",
    ],
  },
  {
    when: /Class extends|heritage/,
    text: 'The class extends something that is no class or constructor, mostly undefined: the import of the parent class is wrong, or an import cycle has not defined it yet.',
    suggestion: 'Check default and named imports of the parent class, and break the import cycle.',
    examples: ['Class extends value undefined is not a constructor or null'],
  },
  {
    when: /Illegal (?:invocation|constructor)|on instances of|does not implement interface|incompatible|Receiver|this is not|private (?:member|field|method)|Private|instance of class|(?:called on|requires that)/i,
    text: 'A method was called on the wrong object: it was detached from its own (stored in a variable or passed as a callback), so it lost its `this` context.',
    suggestion:
      'Bind it (fetch.bind(window)) or wrap it in an arrow function, and do not wrap built-in objects in a Proxy without binding their methods.',
    examples: ["Failed to execute 'fetch' on 'Window': Illegal invocation"],
  },
  {
    when: /reduce/i,
    text: 'reduce was called on an empty array without an initial value, so there is nothing to return.',
    suggestion: 'Pass an initial value as second argument, for example reduce((sum, x) => sum + x, 0).',
    examples: ['reduce of empty array with no initial value'],
  },
  {
    when: /Promise (?:resolver|constructor)/,
    text: 'new Promise was given something that is not a function. It needs an executor function, which receives resolve and reject.',
    suggestion:
      'Write new Promise((resolve, reject) => { ... }), or Promise.resolve(value) if there is a value already.',
    examples: ['Promise resolver undefined is not a function'],
  },
  {
    when: /BigInt/,
    text: 'A BigInt is mixed with a number, or a value cannot be converted to a BigInt: the two number types are never converted by themselves.',
    suggestion:
      'Convert explicitly with Number(x) or BigInt(x), keep one type in a calculation, and check for decimals and empty strings.',
    examples: ['Cannot mix BigInt and other types, use explicit conversions'],
  },
  {
    when: /convert/,
    text: 'An object or symbol was used where a primitive (string or number) is needed, and it cannot be converted to one, for example in a template string or a comparison.',
    suggestion:
      'Use a field of the object, String(symbol) or JSON.stringify, and check objects made with Object.create(null), which have no toString.',
    examples: ['Cannot convert object to primitive value'],
  },
  {
    when: /instanceof|'in'|\bin\b/,
    text: 'The right side of `in` must be an object and that of `instanceof` a class or function; here it is a string, undefined or something else.',
    suggestion:
      'Check the type of the value first (typeof value === "object" && value !== null), and parse JSON text before you look into it.',
    examples: ["Cannot use 'in' operator to search for 'length' in abc"],
  },
];
