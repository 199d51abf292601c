import type { Pattern } from '../pattern.js';

export const INVALID_ARGUMENT: Pattern = {
  id: 'invalid-argument',
  title: 'Invalid argument or value out of range',
  text: 'A function received an argument it cannot use: it is missing (undefined), of the wrong type, or not a valid value.',
  suggestion:
    'Check the argument the message names just before the call, find out where the wrong value comes from, and validate input early.',
  examples: [
    'The "path" argument must be of type string. Received undefined',
    'The value of "size" is out of range. It must be >= 0 && <= 2147483647. Received -1',
    'Expected values to be strictly equal:\n\n1 !== 2\n',
    'invalid array length',
    'Invalid time value',
    'Invalid currency code : EURO',
  ],
  match: [
    /(?:^|: )The (?:"[^"]{1,100}" |first |second |third |last |\S{1,60} )?(?:argument|arguments|property)(?: '[^']{1,80}'| "[^"]{1,80}")? (?:must (?:be (?:of type|an? (?:string|number|integer|function|instance|object|non-|positive|valid|array|boolean|Buffer|URL)|one of|either a|specified|unspecified)|not be|contain only)|is invalid\. Received|is required to be)/,
    /(?:^|: )The "[^"]{1,100}" (?:option|arguments?|property|encoding|header|list|stream) (?:must|is|cannot|should)\b/,
    /(?:^|: )The value (?:of "[^"]{1,100}" is out of range|"[^"]{0,100}" is invalid for option)/,
    /(?:^|: )"[^"]{1,60}" (?:argument|option|property) (?:must|is)/,
    /\bmust be (?:of type|one of type|an instance of) [^\n]{1,300}\bReceived (?:undefined|null|type|an instance|function)/,
    /(?:^|: )(?:Path must be a string|Data must be a string|Callback must be a function|Illegal arguments: |data and (?:salt|hash) arguments required)/,
    /^(?:Unknown (?:encoding|signal|credential|option): |Unknown option '-|Argument must be a |argument must be a )/,
    /^(?:Expected values to be (?:strictly|loosely)|Expected "actual" (?:not )?to be|Values (?:have same structure|identical but)|Input A expected to|Input objects (?:not )?identical|The expression evaluated to a falsy value|Missing expected (?:exception|rejection)|Got unwanted (?:exception|rejection)|The input (?:did not match|was expected)|ifError got unwanted|No value argument passed to `assert)/,
    /^(?:Array size is not a small enough positive integer|Invalid character in header content)\b/,
    /^Assertion failed(?=$|\n|: |\.)/i,
    /^expected .{1,200} to (?:equal|be|deeply|have|include|not|match|throw|exist|contain|strictly)\b.{0,200}$/s,
    /^Failed to (?:execute|construct) '[^']{1,60}'(?: on '[^']{1,60}')?: (?:\d+ arguments? required|The provided (?:value|double)|Value is not|parameter \d is not a)/,
    /^(?:[\w.]{1,60}: )?(?:At least \d+ arguments? required|Not enough arguments|Argument \d+ (?:is not|of|\())/,
    /(?:^|: )[Ii]nvalid (?:array length|typed array length|array buffer length|DataView (?:length|offset)|code point|count value)(?=$|\n|: | -?\d)/,
    /(?:^|: )(?:repeat count must be|argument to repeat|String\.prototype\.repeat argument|Invalid count value)/,
    /(?:^|: )(?:toFixed\(\)|toPrecision\(\)|toExponential\(\)|toString\(\)) (?:\w+ )?(?:argument |digits |radix )?(?:argument )?must be/,
    /^(?:radix must be an integer|precision \S+ out of range|toString\(\) radix argument|percentage)/,
    /(?:^|: )(?:Offset is outside the bounds|Start offset \S+ is outside|start offset of \w+|byte length of \w+|(?:source|Source) (?:array )?is too (?:large|long)|offset is out of bounds|Attempt to access memory outside buffer bounds|Length out of range of buffer|argument \d+ accesses an index that is out of range|invalid or out-of-range index|out of range index)/i,
    /^(?:list|string|tuple|array|pop)? ?[Ii]ndex (?:was )?(?:out of (?:range|bounds)(?=$|\n|[.:;])|\d+ out of bounds for|outside the bounds of)/,
    /^(?:index out of range \[|runtime error: index out of|Attempted to divide by zero|[Dd]ivision by zero(?=$|\.)|integer divide|BigInt division by zero|Maximum BigInt size exceeded|BigInt is too)/,
    /^(?:Exponent must be (?:non-negative|positive)|The normalization form should be one of|BigInt negative exponent|\S+ is not a valid code point)/,
    /(?:^|: )(?:Invalid language tag: |Incorrect locale information provided|invalid language tag: |Invalid time zone(?: specified)?: |[Ii]nvalid time zone|Invalid time value(?=$|\n)|invalid date(?=$|\n)|Invalid [Dd]ate(?:Time)?(?=$|\n|:)|Invalid (?:calendar|numbering|unit)\b)/,
    /^(?:date value is not finite|Provided date is not in valid range|Invalid currency code|Invalid unit argument|Currency code is required|Value \S+ out of range for |\w+ value is out of range\.|invalid currency code|Unsupported time ?zone|Unit \S+ is not supported|Invalid key : |Invalid interval)/i,
    /^(?:Use `\w+` instead of `\w+` \(in|Format string contains an unescaped latin|`?options\.(?:locale|unit)`? (?:must|contains)|Invalid Duration|Invalid Interval|time data '|Text '[^']{1,60}' could not be parsed|Cannot parse: \d)/,
    /\bvalue provided is not in a recognized RFC2822 or ISO format/,
    /^(?:Invalid ISO 8601|Cannot parse date|Unparseable date|RangeError: invalid date)/i,
    /^(?:second|minute|hour|day|month|year) must be in \d|^(?:day|month) is out of range for/,
  ],
  matchTyped: [
    /^AssertionError(?: \[ERR_ASSERTION\])?: /,
    /^RangeError: (?:Invalid (?!WebSocket|status)|invalid |Incorrect |precision|Value |The value|offset|Offset|Start|start|Source|radix|Index|index|Unsupported|date|Date|\w+\(\) )/,
    /^(?:ERR_INVALID_ARG_TYPE|ERR_OUT_OF_RANGE|ERR_INVALID_ARG_VALUE): /,
  ],
  cases: [
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
  ],
};
