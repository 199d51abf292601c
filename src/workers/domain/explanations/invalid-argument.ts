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
  ],
  counterexamples: [
    'Substring of beads not found in box',
    'Byte index 4 of the museum is not open',
    'Value cannot be nullified by the notary',
    'expected 4 guests to have dinner',
    'Index out of range: pollen index 14 (0 to 12)',
    'Invalid array length: solar array 4 has 11 of 12 panels',
  ],
  match: [
    /(?:^|: )The (?:"[^"]{1,100}" |first |second |third |last |\S{1,60} )?(?:argument|arguments|property)(?: '[^']{1,80}'| "[^"]{1,80}")? (?:must (?:be (?:of type|an? (?:string|number|integer|function|instance|object|non-|positive|valid|array|boolean|Buffer|URL)|one of|either a|specified|unspecified)|not be|contain only)|is invalid\. Received|is required to be)|(?:^|: )The "[^"]{1,100}" (?:option|arguments?|property|encoding|header|list|stream) (?:must|is|cannot|should)\b|(?:^|: )"[^"]{1,60}" (?:argument|option|property) (?:must|is)|(?:^|: )The value "[^"]{0,100}" is invalid for option|\bmust be (?:of type|one of type|an instance of) [^\n]{1,300}\bReceived (?:undefined|null|type|an instance|function)|(?:^|: )(?:Path must be a string|Data must be a string|Callback must be a function|Illegal arguments: |data and (?:salt|hash) arguments required)|^(?:Unknown (?:encoding|signal|credential|option): |Unknown option '-|Argument must be a |argument must be a |Invalid character in header content\b)|^Failed to (?:execute|construct) '[^']{1,60}'(?: on '[^']{1,60}')?: (?:\d+ arguments? required|The provided (?:value|double)|Value is not|parameter \d is not a)|^(?:[\w.]{1,60}: )?(?:At least \d+ arguments? required|Not enough arguments|Argument \d+ (?:is not|of|\())/,
  ],
  matchTyped: [
    /^RangeError: (?:Invalid (?!WebSocket|status)|invalid |Incorrect |precision|Value |The value|offset|Offset|Start|start|Source|radix|Index|index|Unsupported|date|Date|\w+\(\) )/,
  ],
  cases: [
    {
      id: 'assertion',
      signs: {
        codes: ['ERR_ASSERTION'],
        classes: [
          'AssertionError',
          'AssertionFailedError',
          'ExpectationNotMetError',
          'ComparisonFailure',
          'JestAssertionError',
        ],
        says: [
          /^(?:Expected values to be (?:strictly|loosely)|Expected "actual" (?:not )?to be|Values (?:have same structure|identical but)|Input A expected to|Input objects (?:not )?identical)|^(?:The expression evaluated to a falsy value|Missing expected (?:exception|rejection)|Got unwanted (?:exception|rejection)|The input (?:did not match|was expected)|ifError got unwanted|No value argument passed to `assert)|^expect\((?:received|locator|page|element|jest\.fn\(\)|string|promise)?\)\.\w/,
          /^assertion (?:failed: |`left == right` failed)|^Assertion failed(?=$|\n|: |\.)/i,
        ],
        saysAmongErrors: [
          /^expected .{1,200} to (?:equal|be|deeply|have|include|not|match|throw|exist|contain|strictly)\b.{0,200}$/s,
        ],
      },
      otherSigns: [
        { says: ['^--- FAIL: ', '= FAILURES =', '= short test summary info ='] },
        {
          says: [
            /^[^:\n]{1,200}:\d{1,7}: [^\n]{1,200}: Assertion [`'][^\n]{1,300}' failed\b/,
            /^[^\s:]{1,80}: [^\s:]{1,120}:\d{1,7}: .{1,200}: Assertion [`']/,
          ],
        },
        { codes: ['ERR_TEST_FAILURE'] },
      ],
      text: 'An assertion failed: the actual value differs from the expected one (they are not equal), or a condition the code relies on does not hold.',
      suggestion:
        'Compare the two values in the message, and decide which one is wrong: the code under test or what is expected.',
      examples: [
        'Expected values to be strictly equal:\n\n1 !== 2\n',
        { message: 'total must not be negative', type: 'AssertionError', language: 'python' },
        'expect(received).toBe(expected) // Object.is equality\n\nExpected: 3\nReceived: 2',
      ],
    },
    {
      id: 'number-from-text',
      signs: {
        classes: [
          'MethodArgumentTypeMismatchException',
          'NumberFormatException',
          'FormatException',
          'InvalidOperation',
          'ParseIntError',
          'ParseFloatError',
          'NumError',
        ],
        where: /^(?!.*(?:[dD]ate|URI|Guid|Base-?64|Unexpected character))/,
        says: [
          /^argument \S{1,80}: invalid (?:int|float) value: /,
          /^invalid literal for int\(\) with base \d|^could not convert string to float: |^For input string: "|\bstrconv\.\w{3,12}: parsing "|\bParse(?:Int|Float)Error \{ kind: |^invalid digit found in string$|^invalid float literal$|^invalid value for (?:Integer|Float)\(\): |^The input string '[^'\n]{0,200}' was not in a correct format|^Cannot convert .{1,100} to a BigInt$|^\[<class 'decimal\.ConversionSyntax'>\]$|^cannot parse integer from empty string$|^A non-numeric value encountered$|^Unsupported operand types: string [*+\/-] /,
        ],
      },
      otherSigns: [
        { says: ['^invalid value for '], where: ['(): '] },
        { says: ['^Exceeds the limit ('], where: ['integer string conversion'] },
        { classes: ['InputMismatchException', 'ParseBoolError', 'ParseCharError', 'CharTryFromError'] },
        { libraries: ['go:strconv', 'go:big'] },
        { classes: ['invalid_argument', 'out_of_range'], where: /^sto[a-z]{1,3}$/ },
        { says: ['^Prelude.read: no parse', ': Prelude.read: no parse'] },
      ],
      text: 'A text could not be parsed as a number (or as true or false, or as one character): it is empty, or holds letters, spaces, a unit or a decimal separator that a value of this type does not have, or is too large for it.',
      suggestion:
        'Log the text, trim and validate it before it is converted, handle the failure (answer 400 for input), and parse decimals as such before you round to a whole number.',
      examples: [
        { type: 'std::invalid_argument', message: 'stoi' },
        { message: "invalid literal for int() with base 10: 'abc'", type: 'ValueError', language: 'python' },
        { message: 'For input string: "12a"', type: 'NumberFormatException', language: 'java' },
        { message: 'strconv.Atoi: parsing "abc": invalid syntax', type: '*strconv.NumError', language: 'go' },
        { message: 'ParseIntError { kind: InvalidDigit }', language: 'rust' },
      ],
    },
    {
      id: 'naive-date',
      signs: {
        says: [
          /\bcan't (?:compare|subtract) offset-naive and offset-aware datetimes\b|\bCannot (?:compare|subtract|join) tz-naive (?:and|with) tz-aware\b/,
        ],
      },
      text: 'A date with a time zone (aware) is compared or calculated with one that has none (naive), and the two have no common scale.',
      suggestion:
        'Make all datetimes aware, in UTC at best: datetime.now(timezone.utc), replace(tzinfo=…) or tz_localize for values that come without a time zone.',
      examples: [
        { message: "can't compare offset-naive and offset-aware datetimes", type: 'TypeError', language: 'python' },
      ],
    },
    {
      id: 'array-truth',
      signs: {
        says: [/\b[Tt]he truth value of (?:a|an) (?:Series|DataFrame|array|Index|dask)\b.{0,60}\bis ambiguous\b/],
      },
      text: 'A whole array, Series or DataFrame stands where one true or false (a boolean) is needed, as in if, and, or and not: its truth value is ambiguous, because it holds many values.',
      suggestion:
        'Say what is meant with .any(), .all() or .empty, and combine conditions with & and | (each in brackets) instead of and and or.',
      examples: [{ message: 'The truth value of a Series is ambiguous.', type: 'ValueError' }],
    },
    {
      id: 'shapes',
      signs: {
        saysAmongErrors: [
          /^setting an array element with a sequence\b|\bmust have the same number of elements$|^Columns must be same length as key$|^Expected \d+ (?:bytes|rows|columns), got \d+/,
        ],
        says: [
          /\bIncompatible shapes: \[|\boperands could not be broadcast together with shapes\b|\bshapes \([\d, ]{1,40}\) and \([\d, ]{1,40}\) not aligned\b|\bcannot reshape array of size \d|^Length of values \(\d+\) does not match length of index\b|^All arrays must be of the same length$|\bFound input variables with inconsistent numbers of samples\b|\bmat1 and mat2 shapes cannot be multiplied\b|^too many values to unpack \(expected \d|^not enough values to unpack \(expected /,
        ],
      },
      otherSigns: [
        { says: ['^zip() argument ', '^all the input array dimensions '] },
        {
          saysAmongErrors: [
            'has a mismatch in its core dimension',
            'shapes not aligned',
            'must match exactly except for the concatenation axis',
          ],
        },
        { classes: ['DimensionMismatch'] },
        { classes: ['AxisError'] },
      ],
      text: 'Lengths or shapes (sizes, dimensions) do not fit together: the arrays, columns or values on the two sides differ in their number of elements, as when an index has another length, shapes cannot be broadcast, or more or fewer values are unpacked than there are names.',
      suggestion:
        'Print the length or shape of both sides, correct the step that drops or adds elements, and check what the function really returns.',
      examples: [{ message: 'too many values to unpack (expected 2)', type: 'ValueError', language: 'python' }],
    },
    {
      id: 'locale-time-zone-or-currency',
      signs: {
        classes: [
          'ZoneInfoNotFoundError',
          'UnknownTimeZoneError',
          'TimeZoneNotFoundException',
          'ZoneRulesException',
          'CultureNotFoundException',
        ],
        says: [
          /^Invalid currency code\b(?= ?:)|^Currency code is required\b|^invalid currency code in NumberFormat|^(?:Invalid unit argument|Unsupported time ?zone|Unit \S+ is not supported(?=$|\.)|Invalid key : |`?options\.(?:locale|unit)`? (?:must|contains))|^unknown time zone \S+$/i,
          /(?:^|: )(?:Invalid language tag: |Incorrect locale information provided|invalid language tag: |Invalid time zone(?: specified)?: |invalid time zone in |Invalid (?:calendar|numbering|unit)(?=:| argument| value))/,
        ],
      },
      otherSigns: [
        { says: ['Unknown or bad timezone ('] },
        { libraries: ['php:DateTimeZone', 'php:setlocale', 'php:NumberFormatter', 'php:IntlDateFormatter'] },
        { says: [/^invalid value for parameter "(?:TimeZone|lc_\w{1,20})"/] },
        {
          saysAmongErrors: [/^(?:Unsupported|Invalid) unit \S{1,40}$/],
          libraries: ['luxon', 'dayjs', 'moment', 'date-fns'],
        },
        { says: ['^unsupported locale setting$'] },
        { classes: ['InvalidUnitError', 'InvalidZoneError'] },
      ],
      text: 'The time zone, locale (language tag), currency code or unit is not known to this runtime, or is not valid: it is not written in the standard way.',
      suggestion:
        'Use names such as Europe/Berlin and en-US and three-letter currency codes (ISO 4217: EUR), map what users or systems send to them, and check that the runtime or container has full time zone and locale data (tzdata).',
      examples: ['Invalid time zone specified: Mars/Phobos', 'Incorrect locale information provided'],
    },
    {
      id: 'date',
      signs: {
        saysAmongErrors: [/^(?:year|month|day|hour|minute|second) -?\d{1,9} is out of range$/],
        classes: ['ParseError$time', 'DateTimeParseException', 'DateTimeException', 'OutOfBoundsDatetime'],
        says: [
          /\bFailed to parse time string \(|^parsing time "|^(?:second|minute|hour|day|month|year) must be in \d|^(?:day|month) is out of range for|^String '[^'\n]{0,80}' was not recognized as a valid DateTime/,
          /(?:^|: )(?:Invalid time value|invalid date|Invalid [Dd]ate(?:Time)?)(?=$|\n)|^(?:date value is not finite|Provided date is not in valid range|Value \S+ out of range for )|^(?:Use `\w+` instead of `\w+` \(in|Format string contains an unescaped latin|Invalid Duration|Invalid Interval|time data '|unconverted data remains: |Text '[^']{1,60}' could not be parsed|Cannot parse: \d|Unparseable date: ")/,
          /\bvalue provided is not in a recognized RFC2822 or ISO format|^(?:Invalid ISO 8601|Invalid isoformat string: |Unknown string format: |parsing time ")/i,
        ],
      },
      otherSigns: [
        { says: ['^date: invalid date '] },
        { says: ['^Unknown or bad format ('] },
        { says: ['^Invalid DateTime: '] },
        { classes: ['ParserError'], libraries: ['dateutil'] },
        { says: ['time: missing unit in duration', 'time: unknown unit', 'time: invalid duration'] },
        {
          libraries: [
            'php:DateTime',
            'php:DateTimeImmutable',
            'php:DateInterval',
            'php:DatePeriod',
            'php:date',
            'php:strtotime',
            'php:mktime',
          ],
        },
        { classes: ['InvalidDateTimeError', 'InvalidDurationError', 'InvalidIntervalError'] },
        {
          libraries:
            'luxon, dayjs, date-fns, moment, moment-timezone, date-fns-tz, @date-fns, dateutil, pendulum'.split(', '),
        },
        { classes: ['UnsupportedTemporalTypeException'] },
      ],
      text: 'A date or time is invalid: the text it was made from is empty or not in a format the parser knows, so there is no valid time value to work with.',
      suggestion:
        'Log the text before it is parsed, use ISO 8601 dates (2024-05-31T12:00:00Z) or give the exact format, and check that the date is valid before you format it.',
      examples: [{ message: "Text '31/05/2024' could not be parsed at index 0", type: 'DateTimeParseException' }],
    },
    {
      id: 'argument-type',
      signs: {
        says: [
          /^TypeError: [`'"]?\w{1,60}[`'"]? must be (?:an? )?(?:string|function|number|object|array|[Bb]uffer|Date|RegExp|boolean)\b/,
        ],
      },
      otherSigns: [
        { says: ["' where a stream was expected. You can provide"] },
        { saysAmongErrors: ['^Invalid transport, must be an object'] },
        { saysAmongErrors: ['^middleware must be a function!'] },
      ],
      text: 'A function was called with an argument of the wrong type: it must be a string, function, number or the like, and something else was passed, mostly undefined.',
      suggestion:
        'Find the call in your own frames of the stack, log the value that it passes, and check the order of the arguments and where the value comes from.',
      examples: [{ type: 'TypeError', message: 'pattern must be a string' }],
    },
    {
      id: 'cron-expression',
      signs: {
        says: [
          /^\S{1,60} is an invalid expression\b|^Invalid cron (?:expression|pattern)\b|^Constraint error, got value \S{1,20} expected range|^Invalid characters, got value: /i,
        ],
      },
      otherSigns: [{ libraries: ['cron-parser', 'cron', 'node-cron', 'croner', 'cron-validate', 'node-schedule'] }],
      text: 'The cron expression is not valid: it has too few or too many fields, or one of them holds a value outside of its range.',
      suggestion:
        'Compare the number of fields with what this library expects (five, or six with seconds), and check the ranges: minute 0 to 59, hour 0 to 23, day 1 to 31, month 1 to 12.',
      examples: ['0 is an invalid expression'],
    },
    {
      id: 'argument-value',
      signs: {
        codes:
          'ERR_MISSING_ARGS, ERR_INVALID_ADDRESS, ERR_SOCKET_BAD_TYPE, ERR_INVALID_MIME_SYNTAX, ERR_INVALID_TUPLE, ERR_UNKNOWN_SIGNAL, ERR_AMBIGUOUS_ARGUMENT, ERR_ARG_NOT_ITERABLE, ERR_INCOMPATIBLE_OPTION_PAIR, ERR_INVALID_FD_TYPE, ERR_INVALID_HANDLE_TYPE, ERR_MISSING_OPTION, ERR_BAD_OPTION_VALUE, UND_ERR_INVALID_ARG, ERR_INVALID_RETURN_VALUE, ERR_INVALID_RETURN_PROPERTY_VALUE'.split(
            ', ',
          ),
      },
      otherSigns: [
        {
          saysAmongErrors: [
            "^invalid mode: '",
            '^negative seek position ',
            '^Sample larger than population',
            '^Number of processes must be at least',
            '() not defined for negative values',
          ],
        },
        { says: ['^The normalization form should be one of '] },
        { classes: ['MongoParseError'], where: ['^option ', '^options '] },
        {
          saysAmongErrors: [' is a reserved event name', '^Queue name cannot contain '],
        },
        { says: ['^RequestInit: duplex option is required'] },
        { says: ['^Content-Security-Policy received an invalid directive'], libraries: ['helmet'] },
        { classes: ['MissingDriverError'], where: ['Wrong driver: '] },
        { saysAmongErrors: ['^Unexpected option: ', '^One and only one of the "'] },
        { says: ['^cannot convert float seconds to Duration: '] },
        {
          says: [
            /^[\w:\\]{1,120}\(\): Argument #\d{1,3} (?!(?:\(\$\w{1,60}\) )?must be (?:of type|a valid callback)\b)/,
          ],
        },
        { codes: ['ERR_INVALID_ARG_VALUE'] },
        {
          saysAmongErrors: [
            /^[\w.]{1,60}(?: constructor)?: (?:Argument \d{1,2} could not be converted|\d{1,2} arguments? required, but)|^init\["\w{1,40}"\] must be in the range|^'[A-Z]{3,10}' HTTP method is unsupported|^Invalid mark |\bperformance mark has not been set$/,
          ],
        },
      ],
      text: 'A function got an argument or option with a value that it does not accept: it is missing, empty, of another form, or not one of the values that are allowed. The message names the argument and what it received.',
      suggestion:
        'Compare the value behind "Received" with the manual of this version, and find out where it comes from: a setting that is not set, input that nobody checked, or arguments in the wrong order.',
      examples: [
        { type: 'TypeError', message: "The argument 'flags' is invalid. Received 'zz'", code: 'ERR_INVALID_ARG_VALUE' },
        {
          type: 'TypeError',
          message: 'The "options" or "port" or "path" argument must be specified',
          code: 'ERR_MISSING_ARGS',
        },
      ],
    },
    {
      id: 'path',
      signs: { says: [/^The "(?:path|paths\[\d+\]|file|filename|url|from|to)" argument must be/] },
      text: 'A path argument is not a string: it is undefined or of another type. Often the environment variable or option it is built from is not set.',
      suggestion:
        'Check where the path that is passed comes from, give it a default, and stop early with a clear message if the setting is missing.',
      examples: ['The "path" argument must be of type string. Received undefined'],
    },
    {
      id: 'secret',
      signs: {
        says: [
          /^(?:The "(?:key|secret|password|salt)" argument must be|Illegal arguments: |data and (?:salt|hash) arguments required)/,
        ],
      },
      text: 'The key (secret, password or salt) passed to this cryptographic function is missing: it is undefined or not a string or buffer, often because its setting or field is not there.',
      suggestion:
        'Check that the secret is set in the environment, that the user record was loaded with its hash, and await what is asynchronous.',
      examples: ['The "key" argument must be of type string or an instance of ArrayBuffer, Buffer. Received undefined'],
    },
    {
      id: 'refused-by-library',
      signs: {
        classes: ['TypeError', 'RangeError', 'IllegalArgumentException', 'ValueError', 'ArgumentError'],
        isLast: true,
        isOfLibrary: true,
      },
      text: 'A library refused how it was called: mostly an argument or option that it got is missing, or its value or type is not one that it accepts. The message says what it expects.',
      suggestion:
        'Look at the first line of your own in the stack, compare that call with the documentation of the installed version of the library, and check where the value comes from.',
      examples: [
        {
          type: 'TypeError',
          message: 'At least one of max, maxSize, or ttl is required',
          stack:
            'TypeError: At least one of max, maxSize, or ttl is required\n    at new LRUCache (/srv/app/node_modules/lru-cache/dist/esm/index.js:398:19)',
        },
      ],
    },
    {
      id: 'function',
      signs: { says: [/^The "[^"]{1,60}" argument must be of type function|(?:^|: )Callback must be a function/] },
      otherSigns: [
        { says: ['must be a valid callback, '] },
        { says: [' must be a valid callback, ', ' must be a valid callback or null, '] },
      ],
      text: 'A function argument was expected (a callback, listener or handler), and something else was passed, mostly undefined or the result of calling the function.',
      suggestion:
        'Pass the function itself (handler, not handler()), and check that it is exported, imported and spelled correctly.',
      examples: ['The "listener" argument must be of type function. Received undefined'],
    },
    {
      id: 'string-or-buffer',
      signs: { says: [/(?:"(?:chunk|data|body|string)"|first) argument must [^\n]{1,200}Received/] },
      text: 'An argument must be a string or buffer, and here it is undefined, an object or of another type. Objects are not converted to JSON by themselves.',
      suggestion:
        'Check the value, turn objects into a string with JSON.stringify, and make sure that it is not undefined.',
      examples: [
        'The "chunk" argument must be of type string or an instance of Buffer or Uint8Array. Received an instance of Object',
      ],
    },
    {
      id: 'length-or-digits',
      signs: {
        says: [
          /(?:^|: )[Ii]nvalid (?:array length|typed array length|array buffer length|DataView length)(?=$|\n|: -?\d+$)|^Array size is not a small enough positive integer\b|(?:^|: )(?:repeat count must be|argument to repeat|String\.prototype\.repeat argument|Invalid count value)|^strings: negative Repeat count|(?:^|: )(?:toFixed\(\)|toPrecision\(\)|toExponential\(\)|toString\(\)) (?:\w+ )?(?:argument |digits |radix )?(?:argument )?must be|^(?:radix must be an integer|precision \S+ out of range|toString\(\) radix argument)/,
        ],
      },
      text: 'A length, count, number of digits or radix is out of range: an array length and the count of repeat() must be whole numbers, not negative and not larger than the maximum size; toFixed takes 0 to 100 digits, toPrecision 1 to 100, and a radix is 2 to 36.',
      suggestion:
        'Check how the value is computed; it may be negative (use Math.max(0, n)), not a number, or swapped with another argument.',
      examples: [
        'invalid array length',
        'Invalid typed array length: -1',
        'Invalid count value: -1',
        'toFixed() digits argument must be between 0 and 100',
      ],
    },
    {
      id: 'slice-length',
      signs: { says: [/^runtime error: (?:makeslice|makechan|unsafe\.\w{1,20}|growslice): (?:len|cap|size|ptr)\b/] },
      otherSigns: [
        {
          says: [
            /^slice index starts at \d{1,20} but ends at \d|^mid > len$|^(?:chunk|window) size must be non-zero$|^copy_from_slice: /,
          ],
        },
        { says: [/^runtime error: cannot convert slice with length \d/] },
      ],
      text: 'make was called with a length, capacity or size that is out of range: negative, or larger than memory. Mostly the number is the result of a subtraction, or comes from input that nobody checked.',
      suggestion:
        'Check the number before make (0 at least and a limit above), and look at how it is computed, such as a difference of two lengths or an integer read from a message.',
      examples: [{ type: 'runtime.plainError', message: 'runtime error: makeslice: len out of range', language: 'go' }],
    },
    {
      id: 'division-by-zero',
      signs: {
        classes: ['ZeroDivisionError', 'DivideByZeroException', 'DivisionByZeroError', 'ArithmeticException'],
        where: /zero|divided by 0|^Division undefined|^\[<class 'decimal/i,
        says: [
          /^(?:runtime error: integer divide by zero|Illegal modulus zero at |Attempted to divide by zero|(?:Illegal d|[Dd])ivision by zero(?=$| at \S{1,200} line \d)|BigInt division by zero|attempt to (?:divide|calculate the remainder) (?:by|with) (?:zero|a divisor of zero))/,
        ],
      },
      text: 'A number was divided by zero, which whole numbers (and in some languages all numbers) do not allow.',
      suggestion: 'Check the divisor before the division, and decide what the result should be when it is zero.',
      examples: ['Division by zero', { message: '/ by zero', type: 'java.lang.ArithmeticException', language: 'java' }],
    },
    {
      id: 'char-boundary',
      signs: { says: [/^(?:(?:start|end) )?byte index \d+ is not a char boundary\b/] },
      text: 'A string was cut at a byte index that lies inside a character: in UTF-8 a character such as é takes several bytes, and a slice must begin and end at a char boundary.',
      suggestion:
        'Cut by characters (chars, char_indices) or check with is_char_boundary() or get(), instead of slicing at a fixed number of bytes.',
      examples: [
        {
          type: 'panic',
          message: "byte index 1 is not a char boundary; it is inside 'é' (bytes 0..2) of `été`",
          language: 'rust',
        },
      ],
    },
    {
      id: 'ip-address',
      signs: {
        classes: ['AddressValueError', 'NetmaskValueError'],
        says: [
          / does not appear to be an IPv4 or IPv6 (?:address|network|interface)$|^invalid (?:IP|CIDR) address: |^invalid IP address syntax$|\bhas host bits set$/,
        ],
      },
      otherSigns: [
        { classes: ['AddrParseError'] },
        {
          says: [/^(?:\w{2,10} (?:tcp|udp)[46]?: )?address \S{1,200}: (?:invalid port|too many colons in address)$/],
        },
        { codes: ['ERR_INVALID_IP_ADDRESS', 'ERR_INVALID_ADDRESS_FAMILY'] },
        { classes: ['ParseError'], libraries: ['net'] },
      ],
      text: 'The text is not a valid IP address or network: it is empty, a host name, has a port behind it, or a wrong number of parts or bits.',
      suggestion:
        'Check where the text comes from (a proxy header may list several addresses), take off the port, and resolve a host name first.',
      examples: [
        {
          type: 'ValueError',
          message: "'localhost' does not appear to be an IPv4 or IPv6 address",
          language: 'python',
        },
        { type: '*net.ParseError', message: 'invalid CIDR address: 10.0.0.1', language: 'go' },
      ],
    },
    {
      id: 'model-not-fitted',
      signs: { classes: ['NotFittedError'] },
      text: 'The model is used before it was trained: fit was not called on this object, or on another one than that which should predict or transform.',
      suggestion:
        'Call fit() first, load the trained model rather than a new one, and use one pipeline for training and prediction.',
      examples: [
        {
          type: 'sklearn.exceptions.NotFittedError',
          message:
            "This LogisticRegression instance is not fitted yet. Call 'fit' with appropriate arguments before using this estimator.",
          language: 'python',
        },
      ],
    },
    {
      id: 'mock-call',
      signs: {
        classes:
          'UnnecessaryStubbingException, WantedButNotInvoked, PotentialStubbingProblem, UnfinishedStubbingException, UnfinishedVerificationException, InvalidUseOfMatchersException, NotAMockException, ArgumentsAreDifferent, MissingMethodInvocationException, TooManyActualInvocations, TooFewActualInvocations, NeverWantedButInvoked, NoInteractionsWanted, WrongTypeOfReturnValue, MockException'.split(
            ', ',
          ),
      },
      otherSigns: [{ libraries: 'sinon, nock, testdouble, org.mockito'.split(', ') }],
      text: 'A mock in a test was not called as the test expects (never, too often, with other arguments), or was set up in a way that the mock library does not allow: a stubbing that is not finished or not used, or matchers mixed with values.',
      suggestion:
        'Compare the calls that the message lists with those expected, set up the mock before the code runs, use matchers for all arguments or none, and remove stubbings that the test does not use.',
      examples: [
        {
          type: 'org.mockito.exceptions.verification.WantedButNotInvoked',
          message: 'Wanted but not invoked: mailer.send(<any>);',
          language: 'java',
        },
      ],
    },
    {
      id: 'command-line',
      signs: {
        codes: ['ERR_PARSE_ARGS_*'],
        says: [
          /^(?:\S{1,60}: )?(?:error: )?(?:unknown (?:option|flag|shorthand flag):? ['"]?-|unknown command:? ['"]|unrecognized (?:arguments: -|option:? ['"]?-)|unexpected argument '|flag provided but not defined: |the following (?:required )?arguments (?:are required|were not provided)|option '[^'\n]{1,60}' argument missing|required option '|Unknown arguments?: [\w-]{1,40}(?:, [\w-]{1,40}){0,9}$|invalid option -- |illegal option -- |bad option: |option \S{1,40}: is unknown|(?:missing|extra) (?:destination )?(?:file )?operand)|^git: '[^'\n]{1,60}' is not a git command/,
        ],
      },
      otherSigns: [
        { libraries: ['OptionParser', 'yargs', 'commander', 'meow', 'minimist', 'click', 'argparse'] },
        { says: ["^Unknown option '-", "^Option '-"] },
        { says: ['^Missing required argument: '], libraries: ['yargs'] },
        {
          classes: [
            'MissingParameter',
            'NoSuchOption',
            'BadParameter',
            'BadOptionUsage',
            'CommanderError',
            'MissingOption',
            'InvalidOption',
            'UsageError',
          ],
        },
        { libraries: 'click, argparse, optparse, commander, yargs, clap, picocli, cobra, symfony/console'.split(', ') },
        { classes: ['ArgumentError'], where: /^argument \S{1,80}: / },
      ],
      text: 'The command was started with an option or argument that it does not know or whose value it does not take, or without one that it needs: a typo, an option of another version, or values in the wrong place.',
      suggestion:
        'Run the command with --help, compare the options with this version of the program, and put two dashes (--) in front of values that begin with a dash.',
      examples: [
        { type: 'argparse.ArgumentError', message: "argument --n: invalid int value: 'x'", language: 'python' },
        "error: unknown option '--prot'",
        { type: 'TypeError', message: "Unknown option '--prot'", code: 'ERR_PARSE_ARGS_UNKNOWN_OPTION' },
      ],
    },
    {
      id: 'index-out-of-range',
      signs: {
        classes:
          'IndexError, IndexOutOfBoundsException, ArrayIndexOutOfBoundsException, StringIndexOutOfBoundsException, boundsError, NSRangeException'.split(
            ', ',
          ),
        says: [
          /^(?:list|tuple|string|bytearray|array|range object|pop|list assignment|deque|memoryview) index out of range$|^pop from (?:an )?empty (?:list|deque|set)|^index \d{1,12} is out of bounds for axis |^single positional indexer is out-of-bounds$|\bindex out of range \[-?\d{1,12}\]|\bslice bounds out of range \[|^Index -?\d{1,12} out of bounds for length \d|^Index was (?:outside the bounds of the array|out of range\. Must be)|^index -?\d{1,12} (?:outside of array bounds|too (?:large|small) for (?:array|string))|^index out of bounds: the len is \d|^range (?:start|end) index \d{1,19} out of range for slice|^(?:start|end )?(?:byte )?index \d{1,19} is (?:out of bounds of|not a char boundary)|^(?:removal|insertion|swap_remove) index \(is \d|^(?:Fatal error: )?Index out of range$|^RangeError \((?:index|length)\): |^Uninitialized string offset\b|^Invalid value: (?:Not in inclusive range|Only valid value is)/,
        ],
      },
      otherSigns: [
        { classes: ['out_of_range', 'BoundsError'], where: /^(?!.{0,200}\bmap::at|.{0,20}\bsto[a-z]{1,3}$)/ },
        { says: [/^Error in .{1,200} : subscript out of bounds$/s] },
        { classes: ['CursorIndexOutOfBoundsException', 'IndexingError', 'InvalidIndexError'] },
      ],
      text: 'The code reads or writes at an index beyond the end of a list, array, slice or string (or below 0): it is out of range. Often the list is empty or shorter than expected, or a loop runs one step too far.',
      suggestion:
        'Check the length before you use the index, note that the last index is length minus 1, and find out why the data is shorter than the code expects (an empty result, a line with fewer fields).',
      examples: [
        { type: 'std::out_of_range', message: 'vector::_M_range_check: __n (which is 5) >= this->size() (which is 3)' },
        { type: 'IndexError', message: 'list index out of range', language: 'python' },
      ],
    },
    {
      id: 'missing-key',
      signs: {
        classes: ['KeyError', 'KeyNotFoundException'],
        says: [
          /^Undefined (?:array key|index|offset):? ?(?:"|-?\d|\w)|^key not found: :?\S|^no entry found for key$|^The given key (?:'.{1,200}' )?was not (?:present|found) in the dictionary\b|^Undefined array key\b|^key :\w{1,80} not found in: (?!nil)/,
        ],
        where: /^(?!(?:KeyError: )?key :\w{1,80} not found in: nil)/,
      },
      otherSigns: [
        { says: ['^no entry found for key$'] },
        { says: [/(?:^|: )Map\.!: given key is not an element in the map|^(?:std::)?(?:unordered_)?map::at\b/] },
      ],
      text: 'The dictionary, map or array has no such key: the data does not have this field, the key is misspelled or of another type (1 and "1" differ), or it comes from input that is incomplete.',
      suggestion:
        'Check whether the key exists before you read it (in, isset, has_key?, TryGetValue) or read it with a default (get(key, default), ??, dig), and log the keys that are there.',
      examples: [
        { type: 'KeyError', message: "'user_id'", language: 'python' },
        { type: 'ErrorException', message: 'Undefined array key "name"', language: 'php' },
      ],
    },
    {
      id: 'wrong-number-of-arguments',
      signs: {
        classes: ['ArgumentCountError', 'BadArityError'],
        says: [
          /^Unknown named parameter \$\w|^[\w.<>]{1,120}\(\) (?:missing \d{1,3} required (?:positional|keyword-only) argument|takes (?:no arguments|(?:from \d{1,3} to |exactly |at (?:most|least) )?\d{1,3} (?:positional )?arguments?\b)|got (?:an unexpected keyword argument|multiple values for (?:keyword )?argument))|^wrong number of arguments \(given \d{1,3}, expected \d|^(?:missing|unknown) keywords?: :?\w|^Too few arguments to function \S{1,200}\(\)|^\w{1,60}\(\) takes no (?:keyword )?arguments$/,
        ],
      },
      otherSigns: [{ saysAmongErrors: ['^struct size differs$'] }, { classes: ['ArityException'] }],
      text: 'A function or method was called with the wrong number or names of arguments: one is missing, one is too many, or a keyword argument has a name that it does not know. In a class, self may be missing from the method.',
      suggestion:
        'Compare the call with the definition of the function (and with its version, if it is of a library), and pass what the message names; arguments with a default may be left out.',
      examples: [
        { type: 'clojure.lang.ArityException', message: 'Wrong number of args (1) passed to: user/f' },
        { message: "f() missing 1 required positional argument: 'a'", type: 'TypeError', language: 'python' },
        { type: 'ArgumentError', message: 'wrong number of arguments (given 1, expected 2)', language: 'ruby' },
      ],
    },
    {
      id: 'empty-sequence',
      signs: {
        classes: ['NoSuchElementException', 'EmptyError'],
        says: [
          /^Sequence contains (?:no|more than one) (?:matching )?elements?$|^reduce\(\) of empty (?:iterable|sequence)|^(?:max|min)\(\) (?:arg is an empty sequence|iterable argument is empty)$|^Bad state: (?:No element|Too many elements)$|^empty collection$/,
        ],
        where:
          /^(?:NoSuchElementException: (?:No value present|List is empty\.?|Collection is empty\.?|Sequence is empty\.?|Array is empty\.?|Collection contains no element\b.{0,80}|null|)$|(?!NoSuchElementException)\w{1,40}(?:Error|Exception): |Sequence contains|m(?:ax|in)\(\) |Bad state: |empty collection$)/,
      },
      otherSigns: [
        { classes: ['IndexError'], where: ['Cannot choose from an empty '] },
        { says: [/(?:^|: )Prelude\.(?:head|tail|last|init|maximum|minimum|foldr1|foldl1): empty list/, '^None.get$'] },
        { classes: ['StatisticsError'] },
      ],
      text: 'The code takes an element out of something that is empty: a list, sequence or optional holds no value, often because a query or filter found nothing.',
      suggestion:
        'Check whether it is empty first, or use the call that gives a default (FirstOrDefault, firstOrNull, orElse, max(..., default=0)), and decide what should happen when there is none.',
      examples: [
        { type: 'java.util.NoSuchElementException', message: 'No value present', language: 'java' },
        { type: 'System.InvalidOperationException', message: 'Sequence contains no elements', language: 'dotnet' },
        { type: 'ValueError', message: 'max() arg is an empty sequence', language: 'python' },
      ],
    },
    {
      id: 'arithmetic-overflow',
      signs: {
        says: [
          /^attempt to (?:add|subtract|multiply|negate|shift (?:left|right)|calculate the remainder) with overflow$/,
        ],
        classes: ['OverflowException', 'ArithmeticOverflowError'],
      },
      text: 'A calculation or conversion overflowed: the number is too large (or too small, below zero where it cannot be negative) for the range of its type.',
      suggestion:
        'Check the values that go in, use a larger type, or calculate with checked, saturating or wrapping operations where overflow can happen.',
      examples: [
        { type: 'panic', message: 'attempt to subtract with overflow', language: 'rust' },
        {
          type: 'System.OverflowException',
          message: 'Value was either too large or too small for an Int32.',
          language: 'dotnet',
        },
      ],
    },
    {
      id: 'out-of-range',
      signs: {
        codes: ['ERR_OUT_OF_RANGE', 'ERR_BUFFER_OUT_OF_BOUNDS', 'ERR_INVALID_BUFFER_SIZE'],
        says: [
          /^The requested length exceeds 65,?536 bytes|exceeds the number of bytes of entropy available|^bignum too big to convert into |(?:^|: )The value of "[^"]{1,100}" is out of range|(?:^|: )[Ii]nvalid (?:DataView offset|code point)(?=$|\n|: | -?\d)|^\S+ is not a valid code point/,
          /(?:^|: )(?:Offset is outside the bounds|Start offset \S+ is outside|start offset of \w+|byte length of \w+|(?:source|Source) (?:array )?is too (?:large|long)|offset is out of bounds|Attempt to access memory outside buffer bounds|Length out of range of buffer|argument \d+ accesses an index that is out of range|invalid or out-of-range index|out of range index)/i,
          /^(?:Maximum BigInt size exceeded|BigInt is too|(?:\w+\(\) options: )?\w+ value is out of range\.$|Exponent must be (?:non-negative|positive)|The normalization form should be one of|BigInt negative exponent)|^Python int too large to convert to C|^(?:int|cannot fit '\w+') too (?:large|big) to\b|^attempt to (?:add|subtract|multiply) with overflow$|^Arithmetic operation resulted in an overflow|^(?:integer|long) overflow$/,
        ],
        saysAmongErrors: [
          /^math (?:domain|range) error$|\bnot in range\(0x|\bmust be in range\(0, \d|^signal number out of range$|^Value was either too large or too small for an? \w+/,
        ],
      },
      otherSigns: [
        { classes: ['TryFromIntError', 'TryFromFloatSecsError'] },
        {
          saysAmongErrors: [
            /^(?:negative|bad|invalid) (?:argument|string size|array size|count)(?: \(negative\))?$|^argument too big$/,
          ],
        },
        { classes: ['OverflowError'] },
        { codes: ['ERR_SOCKET_BAD_BUFFER_SIZE', 'ERR_INVALID_FD'] },
      ],
      text: 'A number argument is out of range: an index, offset or size is negative, too large, or beyond the end of the array or buffer.',
      suggestion:
        'Compare the value in the message with the allowed range and the length of the data, and check the calculation it comes from.',
      examples: [
        'The value of "size" is out of range. It must be >= 0 && <= 2147483647. Received -1',
        'Offset is outside the bounds of the DataView',
        { message: 'Python int too large to convert to C long', type: 'OverflowError', language: 'python' },
      ],
    },
    {
      id: 'text-encoding',
      signs: {
        classes: [
          'UnicodeDecodeError',
          'UnicodeEncodeError',
          'UndefinedConversionError',
          'InvalidByteSequenceError',
          'CompatibilityError',
          'Utf8Error',
          'FromUtf8Error',
          'MalformedInputException',
          'UnmappableCharacterException',
          'DecoderFallbackException',
          'EncoderFallbackException',
        ],
        saysAmongErrors: [
          '^invalid byte sequence in ',
          '^stream did not contain valid UTF-8$',
          '^invalid utf-8 sequence of ',
        ],
      },
      otherSigns: [
        { classes: ['JsonException'], where: ['Malformed UTF-8'] },
        { says: ['^The encoded data was not valid for encoding '] },
        { libraries: ['php:iconv', 'php:mb'] },
        { says: [/^unknown encoding: \S/] },
        {
          codes: 'ERR_ENCODING_INVALID_ENCODED_DATA, ERR_ENCODING_NOT_SUPPORTED, ERR_UNKNOWN_ENCODING, EILSEQ'.split(
            ', ',
          ),
        },
        {
          classes:
            'UnsupportedEncodingException, IllegalCharsetNameException, UnsupportedCharsetException, CharacterCodingException, ConverterNotFoundError'.split(
              ', ',
            ),
        },
      ],
      text: 'Text and bytes were converted with the wrong encoding: the bytes are not valid in it (mostly UTF-8), because they are binary data or text of another encoding, or a character has no place in it (such as é in ASCII).',
      suggestion:
        'Find out the encoding of the source (Latin-1, Windows-1252, UTF-16, or no text at all), name it when reading and writing, and decode or encode with a rule for invalid bytes only where loss is acceptable.',
      examples: [
        {
          type: 'UnicodeDecodeError',
          message: "'utf-8' codec can't decode byte 0xff in position 0: invalid start byte",
          language: 'python',
        },
        { type: 'Encoding::UndefinedConversionError', message: '"\\xE9" from ASCII-8BIT to UTF-8', language: 'ruby' },
        { type: 'ArgumentError', message: 'invalid byte sequence in UTF-8', language: 'ruby' },
      ],
    },
    {
      id: 'iterator-ended',
      signs: { classes: ['StopIteration'], says: ['^generator raised StopIteration$'] },
      otherSigns: [
        { says: ['already closed generator', 'Cannot rewind a generator'], where: ['generator'] },
        { classes: ['NoSuchElementException'], languages: ['java'], isLast: true },
        { classes: ['StopAsyncIteration'] },
      ],
      text: 'An iterator had no next element: it has reached its end (StopIteration), as the sequence is empty or all of it was already read. Inside a generator this becomes a RuntimeError.',
      suggestion:
        'Give next() a default value or loop over the iterator; inside a generator catch StopIteration and return, instead of letting it escape.',
      examples: [
        { type: 'java.util.NoSuchElementException', message: 'No line found', language: 'java' },
        { type: 'RuntimeError', message: 'generator raised StopIteration', language: 'python' },
        { type: 'StopIteration', message: 'iteration reached an end', language: 'ruby' },
      ],
    },
    {
      id: 'used-stream',
      signs: { saysAmongErrors: ['^stream has already been operated upon or closed$'] },
      otherSigns: [{ says: [/^Cannot (?:traverse|rewind|resume) an? (?:already closed )?generator/] }],
      text: 'A Java stream was used twice: a stream can be consumed only once, and a second operation on it finds it used up or closed.',
      suggestion:
        'Make a new stream from the collection (or a Supplier of streams) for each use, and keep no stream in a variable to use it again.',
      examples: [
        {
          type: 'java.lang.IllegalStateException',
          message: 'stream has already been operated upon or closed',
          language: 'java',
        },
      ],
    },
    {
      id: 'null-argument',
      signs: { classes: ['ArgumentNullException'], saysAmongErrors: ['^Value cannot be null.'] },
      otherSigns: [{ says: [/\(\): Passing null to parameter #\d/] }],
      text: 'A method was called with null for an argument that must not be null: the value that is passed is missing, was not set, or a lookup before it found nothing.',
      suggestion:
        'The message names the parameter: find where its value comes from, check it for null before the call, and require it where it enters the program.',
      examples: [
        {
          type: 'System.ArgumentNullException',
          message: "Value cannot be null. (Parameter 'source')",
          language: 'dotnet',
        },
      ],
    },
    {
      id: 'duplicate-key',
      signs: {
        saysAmongErrors: [
          /^An item with the same key has already been added\b|^(?:cannot reindex on an axis with duplicate labels|Duplicate key \S)/,
        ],
      },
      text: 'A dictionary, map or index already has an entry under this key: the key is a duplicate, as the data holds it twice or the code adds it a second time.',
      suggestion:
        'Make the keys unique, group or drop duplicates first, or overwrite the entry (dictionary[key] = value, TryAdd, a merge function) where the last one shall win.',
      examples: [
        {
          type: 'System.ArgumentException',
          message: 'An item with the same key has already been added. Key: 5',
          language: 'dotnet',
        },
      ],
    },
    {
      id: 'no-value-in-optional',
      signs: { saysAmongErrors: ['^Nullable object must have a value$', '^Nullable object must have a value.$'] },
      otherSigns: [{ classes: ['bad_optional_access'] }],
      text: 'The value of a nullable (optional) was read, but it is null: it has no value here.',
      suggestion:
        'Check HasValue (has_value) or compare with null before the value is read, or name a default with ??, GetValueOrDefault() or value_or().',
      examples: [
        { type: 'System.InvalidOperationException', message: 'Nullable object must have a value.', language: 'dotnet' },
      ],
    },
    {
      id: 'not-a-number-value',
      signs: {
        classes: ['FloatDomainError'],
        saysAmongErrors: [
          '^cannot convert float NaN to integer$',
          '^cannot convert float infinity to integer$',
          '^Cannot convert non-finite values',
        ],
      },
      otherSigns: [{ classes: ['IntCastingNaNError'] }],
      text: 'NaN (not a number) or infinity was to be converted to an integer: the value is missing or comes from a calculation that has no result.',
      suggestion:
        'Find where the NaN comes from (missing values, 0/0), fill or drop missing values first (fillna, dropna), and check with isnan or nan? before converting.',
      examples: [
        { type: 'ValueError', message: 'cannot convert float NaN to integer', language: 'python' },
        { type: 'FloatDomainError', message: 'NaN', language: 'ruby' },
      ],
    },
    {
      id: 'not-in-list',
      signs: {
        saysAmongErrors: [/^(?:list\.(?:remove|index)\(x\): x not in list|\S{1,80} is not in (?:list|tuple))$/],
      },
      text: 'The list does not contain the value that should be removed or found: it is not in the list (not a member), was removed before, or is of another type or spelling.',
      suggestion:
        'Check with "in" before you remove or look it up, or catch the ValueError, and never remove from a list while you loop over it.',
      examples: [{ type: 'ValueError', message: 'list.remove(x): x not in list', language: 'python' }],
    },
    {
      id: 'bad-serialized-data',
      signs: {
        says: [/^unpack(?:_from)? requires a buffer of \d|^unserialize\(\): Error at offset \d/],
      },
      otherSigns: [
        { classes: ['InvalidFileException'], libraries: ['plistlib'] },
        { classes: ['StreamCorruptedException', 'InvalidClassException', 'OptionalDataException'] },
        { libraries: ['struct', 'binascii'] },
      ],
      text: 'Binary or serialized data could not be read: it is too short (fewer bytes than the format needs), truncated or corrupt, or was written with another format or encoding.',
      suggestion:
        'Check the length and the first bytes of the data, whether a column or cache cut it off, and whether the writer used the same format and version.',
      examples: [
        { type: 'struct.error', message: 'unpack requires a buffer of 8 bytes', language: 'python' },
        { type: 'ErrorException', message: 'unserialize(): Error at offset 0 of 3 bytes', language: 'php' },
      ],
    },
    {
      id: 'reflection',
      signs: {
        says: [
          '^reflect: reflect.Value',
          '^reflect: reflect.flag',
          '^reflect: call of reflect.Value',
          '^reflect: call of reflect.flag',
        ],
      },
      otherSigns: [{ libraries: ['go:reflect'] }],
      text: 'The reflect package was called on a value of the wrong kind: a pointer where a struct was expected (or the other way), a zero value, or a value that cannot be set because it is no address.',
      suggestion:
        'Pass a pointer to the struct and call Elem() on it, check Kind(), IsValid() and CanSet() before, and look at what was passed in.',
      examples: [{ type: 'panic', message: 'reflect: call of reflect.Value.NumField on ptr Value', language: 'go' }],
    },
    {
      id: 'matrix',
      signs: { classes: ['LinAlgError'] },
      text: 'The matrix does not allow this calculation: it is singular (it has no inverse) or not positive definite, as rows or columns depend on each other.',
      suggestion:
        'Check the data for duplicate or constant columns, use lstsq or pinv, or add a small value to the diagonal.',
      examples: [{ type: 'numpy.linalg.LinAlgError', message: 'Singular matrix', language: 'python' }],
    },
    {
      id: 'merge-columns',
      signs: { classes: ['MergeError'], says: [/^You are trying to merge on \w{1,20} and \w{1,20} columns\b/] },
      text: 'The two tables cannot be merged (joined): they have no common columns, or the keys are not unique as the merge demands.',
      suggestion: 'Name the columns to join with on=, left_on= and right_on=, and print the columns of both sides.',
      examples: [
        {
          type: 'pandas.errors.MergeError',
          message: 'No common columns to perform merge on. Merge options: left_on=None',
          language: 'python',
        },
      ],
    },
    {
      id: 'negative-size',
      signs: { classes: ['NegativeArraySizeException'] },
      otherSigns: [
        {
          says: [
            '^Illegal Capacity: -',
            '^Illegal capacity: -',
            '^Illegal initial Capacity: -',
            '^Illegal initial capacity: -',
            '^capacity overflow$',
          ],
        },
        { classes: ['length_error'] },
      ],
      text: 'An array, list or string was created with a negative size, or one larger than any can have: the calculation of its length went below zero.',
      suggestion: 'Check the calculation of the size and the values that go in.',
      examples: [
        { type: 'std::length_error', message: 'vector::_M_default_append' },
        { type: 'java.lang.NegativeArraySizeException', message: '-1', language: 'java' },
      ],
    },
    {
      id: 'format-string',
      signs: {
        says: [
          /^Unknown format code '|^not (?:all|enough) arguments (?:converted during|for format) (?:string formatting|string)$|^Replacement index \d+ out of range for positional args tuple$|^unsupported format (?:character|string passed to )/,
        ],
        classes: [
          'MissingFormatArgumentException',
          'UnknownFormatConversionException',
          'IllegalFormatConversionException',
          'IllegalFormatException',
        ],
      },
      text: 'The format string (or SQL query) and its arguments do not fit together: there are more or fewer placeholders than arguments, or a placeholder does not take a value of this type.',
      suggestion:
        'Count the placeholders (%s, {}) and the arguments, put a tuple that is one value into another one, double a literal percent sign or brace, or use an f-string.',
      examples: [
        { type: 'TypeError', message: 'not all arguments converted during string formatting', language: 'python' },
        { type: 'java.util.MissingFormatArgumentException', message: "Format specifier '%s'", language: 'java' },
      ],
    },
    {
      id: 'text-not-found',
      signs: { saysAmongErrors: ['^substring not found$', '^subsection not found$'] },
      text: 'The text that was looked for is not in the string: index() found no such substring.',
      suggestion:
        'Use find() and check for -1, or test with "in" before, and look at the real text (upper and lower case, white space).',
      examples: [{ type: 'ValueError', message: 'substring not found', language: 'python' }],
    },
    {
      id: 'identifier-format',
      signs: {
        saysAmongErrors: [
          /^badly formed hexadecimal UUID string$|^Invalid UUID(?:$| string: )|^invalid UUID (?:length|format)/,
        ],
      },
      otherSigns: [{ libraries: 'uuid, nanoid, ulid, short-uuid'.split(', ') }],
      text: 'The text is not a valid UUID: it has another length or format, holds other characters than hexadecimal digits, or is empty.',
      suggestion:
        'Check where the id comes from (a route parameter, an old id), validate it before, and answer 400 or 404.',
      examples: [{ type: 'ValueError', message: 'badly formed hexadecimal UUID string', language: 'python' }],
    },
    {
      id: 'null-byte',
      signs: {
        saysAmongErrors: [
          '^embedded null byte$',
          '^embedded null character$',
          '^line contains NUL$',
          '^string contains null byte$',
        ],
      },
      otherSigns: [{ classes: ['NulError'] }],
      text: 'The text has a null byte (NUL, \\0) in it, which a path, command or CSV line may not hold: it is binary data, UTF-16 read as another encoding, or an attack.',
      suggestion:
        'Check the encoding of the file, reject such input, and remove null bytes only where you know why they are there.',
      examples: [{ type: 'ValueError', message: 'embedded null byte', language: 'python' }],
    },
    {
      id: 'sort-order',
      signs: {
        saysAmongErrors: [
          '^Comparison method violates its general contract!$',
          '^user-provided comparison function does not correctly implement a total order',
        ],
      },
      text: 'The comparison used for sorting contradicts itself (its contract): it says for some values that a is before b and b before a, or compares values that change meanwhile.',
      suggestion:
        'Write the comparator with Comparator.comparing or Integer.compare, return 0 for equal values, and mind null and NaN.',
      examples: [
        {
          type: 'java.lang.IllegalArgumentException',
          message: 'Comparison method violates its general contract!',
          language: 'java',
        },
      ],
    },
    {
      id: 'tensor-device',
      signs: {
        says: [
          /^Expected all tensors to be on the same device\b|^Input type \(torch\.\S{1,60} and weight type \(torch\.\S{1,60} should be the same/,
        ],
      },
      text: 'Tensors of one calculation are on different devices: some in the memory of the GPU (cuda), others on the CPU.',
      suggestion: 'Move model and inputs to one device with .to(device) before the calculation.',
      examples: [
        {
          type: 'RuntimeError',
          message: 'Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!',
          language: 'python',
        },
      ],
    },
    {
      id: 'e-mail-address',
      signs: { libraries: ['go:mail', 'email_validator', 'email-validator'] },
      text: 'The text is not a valid e-mail address: the @ or the domain is missing, a name with special characters stands without quotes, or it holds blanks or a second address.',
      suggestion:
        'Validate the address where it enters the program, trim it, and keep the display name and the address apart.',
      examples: [{ type: '*errors.errorString', message: "mail: missing '@' or angle-addr", language: 'go' }],
    },
    {
      id: 'rounding',
      signs: { says: ['^Non-terminating decimal expansion', '^Rounding necessary$', '^Rounding is necessary$'] },
      text: 'The exact result of this division or scale has no end (or more decimal places than allowed), and no rounding was named.',
      suggestion: 'Name the scale and the rounding: divide(b, 2, RoundingMode.HALF_UP), or a MathContext.',
      examples: [
        {
          type: 'java.lang.ArithmeticException',
          message: 'Non-terminating decimal expansion; no exact representable decimal result.',
          language: 'java',
        },
      ],
    },
    {
      id: 'buffer-limit',
      signs: { classes: ['BufferOverflowException', 'BufferUnderflowException'] },
      text: 'More was written to a buffer than it has space for, or more bytes were read than are left before its limit (its end): the buffer is too short, or it was not flipped between writing and reading.',
      suggestion:
        'Check remaining() before each read or write, call flip() after writing and clear() or compact() after reading, and allocate for the largest record.',
      examples: [{ type: 'java.nio.BufferUnderflowException', message: 'null', language: 'java' }],
    },
  ],
};
