import type { Pattern } from '../pattern.js';

export const SYNTAX: Pattern = {
  id: 'syntax',
  title: 'Syntax error in code, URL or pattern',
  text: 'The code has a syntax error and could not be parsed: a typo, a missing or extra bracket, parenthesis, quote or character at or before this place, or syntax this browser or engine does not know yet.',
  suggestion:
    'Look at the named line and the one before it, run a formatter or linter over the file, and compile for the oldest engine you support.',
  examples: [
    'Unexpected end of input',
    "Unexpected identifier 'b'",
    'missing ) after argument list',
    'Invalid URL',
    'Invalid regular expression: /(abc/: Unterminated group',
    'URI malformed',
  ],
  match: [
    /^Invalid or unexpected token(?=$|\n)/,
    /(?:^|: )Invalid (?:left-hand side|destructuring assignment target|assignment target|shorthand property)(?: |$)/,
    /(?:^|: )invalid assignment left-hand side|^Left side of assignment is not a reference/,
    /^expected expression, got /,
    /(?:^|: )Unexpected (?:token|identifier|string|number|template string|eval or arguments|reserved word|strict mode reserved word|keyword|private name)(?: ['"`‘“(*{}\]);:,.<>=!?&|@#%^~\\/+-]|$|\n| in strict)/,
    /^Unexpected token (?:\W{1,4}|\w+)(?=$|\n|\. Expected|, expected)/,
    /^Unexpected (?:end of (?:input|script|file)|EOF|keyword '\w+'|identifier)(?=$|\n|\.)/,
    /^(?:missing|expected) (?:[)\]};:,(=]|'[)\]};:,(=]'|formal parameter|variable name|name after|: after|exponent) ?(?:after|in|before|to|$)/,
    /^missing \) after argument list/,
    /^Missing (?:initializer in|catch or finally|semicolon\b|\) after)/,
    /^(?:Unterminated|unterminated) (?:string|template|regular|comment|regexp|character|parenthetical|string constant)/,
    /^(?:''|""|Invalid) string (?:literal contains|escape)|^Invalid (?:Unicode|hexadecimal) escape sequence/,
    /^(?:Identifier '[^']+' has already been declared|redeclaration of (?:\w+ )?\w+|Can't create duplicate variable|Cannot declare a \w+ variable twice)/,
    /^Illegal (?:return|break|continue|'use strict'|await|character|newline|token)(?: statement| directive|-expression|\b)/,
    /^(?:await is only valid in|yield (?:expression|is a reserved)|Unexpected use of 'await'|Can not use keyword 'await')/,
    /^(?:return not in function|unlabeled break|Undefined label|Delete of an unqualified identifier|applying the 'delete' operator)/,
    /^(?:Rest (?:parameter|element) must be last|Getter must not have|Setter must have|Duplicate (?:parameter name|constructor|__proto__|export)|Classes may not have|'super' keyword|Unexpected super|Malformed arrow function|Function statements require|Octal (?:literals|escape)|'with' statements|In strict mode code|Lexical declaration cannot|Async functions can only|Label '\w+' has already|Private field '#|Invalid optional chain|Nullish coalescing|Numeric separators|Unary operator used immediately|Strict mode code may not|A class may only have|Single function literal required|function statement requires a name|fields are not currently|Html comments are not|HTML-like comments|identifier starts immediately after numeric literal|invalid (?:escape|property id|shorthand|destructuring)|Parser error|Invalid BigInt syntax|Cannot convert \S+ to a BigInt)/,
    /(?:^|: )Invalid regular expression(?: flags?)?(?:: |$| flag)/i,
    /^(?:invalid (?:regexp group|capture group|identity escape|range in character class|regular expression flag|quantifier|named)|nothing to repeat|unmatched \) in regular|unterminated (?:parenthetical|character class)|Invalid (?:flags supplied to RegExp|capture group|escape|group|named (?:reference|capture)|regular)|Regular expression (?:is )?too large)/,
    /^(?:URI malformed|malformed URI sequence|URI error|Malformed URI|The URI to be encoded contains)/,
    /(?:^|: )Invalid URL(?=$|\n|: |\.$| \()/,
    /(?:^|: )Failed to (?:construct 'URL': Invalid|parse URL from)/,
    /^(?:URL constructor: |URL\.parse|Invalid base URL|Failed to construct 'Request': Failed to parse)/,
    /(?:^|: )\S{0,300} (?:cannot be parsed as a URL|is not a valid URL)\.?$/,
    /^Only (?:absolute URLs|HTTP\(S\) protocols) are supported/,
    /(?:^|: )Request path contains unescaped characters/,
    /^(?:File URL (?:path|host) must|The URL must be of scheme file|Must be an absolute URL)/,
    /(?:^|: )(?:Failed to execute '(?:atob|btoa)'|The string to be (?:decoded|encoded) (?:is not correctly|contains)|atob: |btoa: )/,
    /^The encoded data was not valid(?: for encoding)?|^Invalid (?:base64|character in base64)/,
    /^(?:String contains an invalid character|The string contains invalid characters\.)$/,
  ],
  matchTyped: [
    /^URIError: |^SyntaxError: The string did not match the expected pattern\.$/,
    /^SyntaxError: (?:Unexpected|Invalid (?:or|left|regular|reg|character|number|escape|char|label|token)|missing |Missing |expected |unterminated|Unterminated|illegal|Illegal|unexpected|invalid )(?!.{0,200}(?:\bselector\b|JSON))/,
    /^SyntaxError: (?:[^\n]{1,200}: )?(?:Unexpected token|Missing semicolon|Unterminated|Unexpected reserved word)[^\n]{0,100}\(\d+:\d+\)/,
    /^(?:IndentationError|ParseError|TabError): /,
    /^InvalidCharacterError: (?:The string|String|Failed to execute '(?:atob|btoa)'|Invalid character)/,
    /^TypeError: Invalid URL\b/,
  ],
  cases: [
    {
      when: /regular expression|regexp|RegExp|capture|character class|nothing to repeat|quantifier|parenthetical|identity escape|Invalid (?:group|named|flags)|invalid named/,
      text: 'The regular expression (regex) is not valid: its pattern has an unclosed group or bracket, a wrong quantifier or flag, or syntax this engine does not know.',
      suggestion:
        'Escape special characters when the pattern is built from input, double backslashes in strings, and note that old Safari has no lookbehind.',
      examples: ['Invalid regular expression: /(abc/: Unterminated group'],
    },
    {
      when: /atob|btoa|base64|encoded|to be decoded|invalid characters?\b|Invalid character/i,
      text: 'The text could not be decoded or encoded as base64: it contains a character that is not allowed, such as those of URL-safe base64 or letters beyond Latin-1.',
      suggestion:
        'Replace - and _ by + and / before atob, encode text as UTF-8 bytes before btoa, and take off any data: prefix.',
      examples: ['The string to be decoded is not correctly encoded.'],
    },
    {
      when: /malformed|URI\b/i,
      text: 'A URL part could not be decoded, because a percent sign in it does not begin a valid encoding (such as %20).',
      suggestion:
        'Decode only once and inside try and catch, encode values with encodeURIComponent, and answer 400 to such requests.',
      examples: ['URI malformed'],
    },
    {
      when: /URL|absolute|unescaped|expected pattern|scheme/,
      text: 'The URL (address) is invalid: it lacks its protocol (https://), is relative without a base, is undefined, or contains characters that are not allowed.',
      suggestion:
        'Log the URL, check the base address in the configuration, pass a base (new URL(path, base)), and encode parts with encodeURIComponent.',
      examples: ['Invalid URL'],
    },
    {
      when: /'<'|token '?<|got '<'/,
      text: 'A script begins with "<", which is a syntax error in JavaScript: the server sent an HTML page in its place (often the index or an error page), or JSX was not compiled.',
      suggestion: 'Open the address of the script in the browser, correct its path, and parse JSX with the build tool.',
      examples: ["expected expression, got '<'"],
    },
    {
      when: /left-hand|Left side|assignment target/,
      text: 'A syntax error: the left side of an assignment is not something that can be assigned to, such as a call, a constant or an optional chain.',
      suggestion: 'Use === to compare, and assign to a variable or property (a?.b = 1 is not allowed).',
      examples: ['Invalid left-hand side in assignment'],
    },
    {
      when: /await|yield/i,
      text: 'A syntax error: `await` is used outside of an async function (or of a module), or `yield` outside of a generator.',
      suggestion:
        'Mark the surrounding function async, including the callbacks in between, or run the file as an ES module.',
      examples: ['await is only valid in async functions and the top level bodies of modules'],
    },
    {
      when: /already been declared|redeclaration|duplicate variable|twice/,
      text: 'A syntax error: the same name is declared twice in one scope with let, const or class. In a page this also happens when a script is loaded twice.',
      suggestion:
        'Rename or remove one declaration, and load each script once (or as a module, which has a scope of its own).',
      examples: ["Identifier 'foo' has already been declared"],
    },
  ],
};
