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
  counterexamples: [
    'Syntax error in the poem of line 3',
    'Mapping of values not allowed here, says the guide',
    'Syntax error in essay 12: sentence 3 has no verb',
    'Missing ) after phone number of guest 12',
    'Invalid token colour for board game piece',
  ],
  signs: { codes: ['BABEL_PARSE_ERROR', 'BABEL_PARSER_SYNTAX_ERROR'] },
  match: [
    /^[\w.+\/-]{1,200}\.\w{1,5}:\d{1,7}(?::\d{1,7})?: (?:fatal )?error: /,
    /^Invalid or unexpected token(?=$|\n)|(?:^|: )Invalid (?:left-hand side|destructuring assignment target|assignment target|shorthand property)(?: |$)|(?:^|: )invalid assignment left-hand side|^Left side of assignment is not a reference|^expected expression, got |^Unexpected token (?:\W{1,4}|\w+)(?=$|\n|\. Expected|, expected)/,
    /(?:^|: )Unexpected (?:token|identifier|string|number|template string|eval or arguments|reserved word|strict mode reserved word|keyword|private name)(?: ['"`‘“(*{}\]);:,.<>=!?&|@#%^~\\/+-]|$|\n| in strict)|^Unexpected (?:end of (?:input|script|file)|EOF|keyword '\w+'|identifier)(?=$|\n|\.)|(?:^|: )Invalid URL(?=$|\n|: |\.$| \()/,
    /^(?:missing|expected) (?:[)\]};:,(=]|'[)\]};:,(=]'|formal parameter|variable name|name after|: after|exponent) ?(?:after|in|before|to|$)|^Missing (?:initializer in|catch or finally|semicolon(?=$|\n|[ .]\()|\) after (?:argument|condition))|(?:^|: )Failed to (?:construct 'URL': Invalid|parse URL from)/,
    /^(?:Unterminated|unterminated) (?:string|template|regular|comment|regexp|character|parenthetical|string constant)|^(?:''|""|Invalid) string (?:literal contains|escape)|^Invalid (?:Unicode|hexadecimal) escape sequence|^(?:URI malformed|malformed URI sequence|URI error|Malformed URI|The URI to be encoded contains)/,
    /^(?:Identifier '[^']+' has already been declared|redeclaration of (?:\w+ )?\w+|Can't create duplicate variable|Cannot declare a \w+ variable twice)|^Illegal (?:return|break|continue|'use strict'|await|character|newline|token)(?: statement| directive|-expression|$)|^Only (?:absolute URLs|HTTP\(S\) protocols) are supported/,
    /^(?:new\.target expression is not allowed|await is only valid in|yield (?:expression|is a reserved)|Unexpected use of 'await'|Can not use keyword 'await')|^(?:return not in function|unlabeled break|Undefined label|Delete of an unqualified identifier|applying the 'delete' operator)|(?:^|: )\S{0,300} (?:cannot be parsed as a URL|is not a valid URL)\.?$/,
    /^(?:Rest (?:parameter|element) must be last|Getter must not have|Setter must have|Duplicate (?:parameter name|constructor|__proto__|export)|Classes may not have|'super' keyword|Unexpected super|Malformed arrow function|Function statements require|Octal (?:literals|escape)|'with' statements|In strict mode code|Lexical declaration cannot|Async functions can only|Label '\w+' has already|Private field '#|Invalid optional chain|Nullish coalescing|Numeric separators|Unary operator used immediately|Strict mode code may not|A class may only have|Single function literal required|function statement requires a name|fields are not currently|Html comments are not|HTML-like comments|identifier starts immediately after numeric literal|invalid (?:escape|property id|shorthand|destructuring)|Parser error|Invalid BigInt syntax|Cannot convert \S+ to a BigInt)/,
    /(?:^|: )Invalid regular expression(?: flags?)?(?:: |$| flag)/i,
    /^(?:invalid (?:regexp group|capture group|identity escape|range in character class|regular expression flag|quantifier|named)|nothing to repeat|unmatched \) in regular|unterminated (?:parenthetical|character class)|Invalid (?:flags supplied to RegExp|capture group|escape|group|named (?:reference|capture)|regular)|Regular expression (?:is )?too large)/,
    /^(?:URL constructor: |URL\.parse|Invalid base URL|Failed to construct 'Request': Failed to parse)|(?:^|: )Request path contains unescaped characters|^(?:File URL (?:path|host) must|The URL must be of scheme file|Must be an absolute URL)|^The encoded data was not valid(?: for encoding)?|^Invalid (?:base64(?=$|[.:\n]| (?:string|data|encod|char|input|padding|length|alphabet))|character in base64)|(?:^|: )(?:Failed to execute '(?:atob|btoa)'|The string to be (?:decoded|encoded) (?:is not correctly|contains)|atob: |btoa: )|^(?:String contains an invalid character|The string contains invalid characters\.)$/,
  ],
  matchTyped: [
    /^URIError: |^SyntaxError: (?:Unexpected|Invalid (?:or|left|regular|reg|character|number|escape|char|label|token)|missing |Missing |expected |unterminated|Unterminated|illegal|Illegal|unexpected|invalid )(?!.{0,200}(?:\bselector\b|JSON))|^TypeError: Invalid URL\b|^SyntaxError: (?:[^\n]{1,200}: )?(?:Unexpected token|Missing semicolon|Unterminated|Unexpected reserved word)[^\n]{0,100}\(\d+:\d+\)|^InvalidCharacterError: (?:The string|String|Failed to execute '(?:atob|btoa)'|Invalid character)/,
  ],
  cases: [
    {
      id: 'indentation',
      signs: { classes: ['IndentationError', 'TabError'] },
      text: 'The indentation of this Python code is wrong: a block behind a colon is not indented, a line stands deeper than the lines around it, or tabs and spaces are mixed.',
      suggestion:
        'Indent each block by four spaces, let the editor turn tabs into spaces, put `pass` into empty blocks, and look at the named line and the one before it.',
      examples: [
        {
          type: 'IndentationError',
          message: 'expected an indented block after function definition on line 1 (orders.py, line 2)',
          language: 'python',
        },
        {
          type: 'TabError',
          message: 'inconsistent use of tabs and spaces in indentation (shop.py, line 3)',
          language: 'python',
        },
      ],
    },
    {
      id: 'return-outside',
      signs: {
        classes: ['SyntaxError'],
        where:
          /^(?:SyntaxError: )?(?:Illegal (?:return|break|continue) statement|return not in function|'(?:return|yield|await|break|continue|async for|async with)' (?:outside|not properly in) |unlabeled break|Illegal break statement)/,
      },
      text: 'A syntax error: `return`, `break`, `continue` or the like stands outside of the function or loop it belongs to, often at the top level of a file because of a bracket that closes too early or a line that is not indented.',
      suggestion: 'Check the brackets (or the indentation) above the line, or wrap the code in a function.',
      examples: [
        { type: 'SyntaxError', message: 'Illegal return statement' },
        { type: 'SyntaxError', message: "'return' outside function (orders.py, line 9)", language: 'python' },
      ],
    },
    {
      id: 'yaml-or-toml',
      signs: {
        classes: [
          'ScannerError',
          'YAMLException',
          'YAMLParseError',
          'YAMLSemanticError',
          'YamlException',
          'TOMLDecodeError',
          'TomlDecodeError',
          'ComposerError',
          'ConstructorError',
          'MarkedYAMLException',
        ],
        says: [
          /^(?:yaml: (?:line \d|unmarshal)|mapping values are not allowed (?:here|in this context)|TOML parse error at line \d|\(.{1,200}\): (?:did not find expected|mapping values are not allowed|could not find expected|found character that cannot start))/,
        ],
      },
      otherSigns: [
        { classes: ['ParserError', 'ReaderError'], libraries: ['yaml', 'ruamel'] },
        { classes: ['SyntaxError'], libraries: ['Psych'] },
        { classes: ['DisallowedClass', 'BadAlias', 'AliasesNotEnabled'], libraries: ['Psych'] },
        {
          libraries:
            'js-yaml, yaml, yamljs, toml, @iarna/toml, smol-toml, @ltd/j-toml, ini, org.yaml, YamlDotNet'.split(', '),
        },
      ],
      text: 'The YAML or TOML file has a syntax error and could not be parsed: an indent is wrong (a tab, or one space too many), a colon or quote is missing or stands in a value without quotes.',
      suggestion:
        'Look at the line in the message and the one before, indent with spaces only, and put values that hold ": " or begin with special characters in quotes; check configuration files in CI.',
      examples: [
        {
          type: 'Psych::SyntaxError',
          message: '(config.yml): did not find expected key while parsing a block mapping at line 2 column 1',
          language: 'ruby',
        },
        { type: 'yaml.scanner.ScannerError', message: 'mapping values are not allowed here', language: 'python' },
        { type: 'toml::de::Error', message: 'TOML parse error at line 1, column 3', language: 'rust' },
      ],
    },
    {
      id: 'csv',
      signs: {
        classes: ['EmptyDataError', 'MalformedCSVError', 'ParserError'],
        where: /tokenizing data|CSV|columns to parse/i,
        says: ['^Error tokenizing data. C error: ', '^No columns to parse from file$'],
      },
      otherSigns: [
        { says: ['^dict contains fields not in fieldnames: '] },
        {
          says: [
            '^Invalid Record Length: ',
            '^Quote Not Closed: ',
            '^Invalid Closing Quote: ',
            '^Invalid Opening Quote: ',
          ],
        },
        { libraries: ['go:csv'] },
        { classes: ['ParseError'], libraries: ['csv'] },
        { libraries: ['csv', '_csv'] },
        { codes: ['CSV_*'] },
        { libraries: 'csv-parse, csv-parser, fast-csv, papaparse, @fast-csv'.split(', ') },
      ],
      text: 'The CSV file could not be parsed: it is empty, a line has more fields than the ones before, or its delimiter (separator) or quotes are other than expected.',
      suggestion:
        'Look at the line in the message, name the separator (sep=";") and quote character, check that the file is not empty or an HTML page, and skip bad lines only on purpose.',
      examples: [
        {
          type: 'pandas.errors.ParserError',
          message: 'Error tokenizing data. C error: Expected 3 fields in line 4, saw 5',
          language: 'python',
        },
      ],
    },
    {
      id: 'shell',
      signs: {
        says: [
          /(?:^|: )(?:line \d{1,6}: )?(?:syntax error near unexpected token [`']|unexpected EOF while looking for matching|syntax error: unexpected end of file|Syntax error: (?:"|Unterminated|end of file))/,
        ],
      },
      otherSigns: [
        {
          says: [
            /^sed: -e expression #\d|^[gm]?awk: (?:cmd\. line:|line )\d|^(?:\w{1,8}: )?(?:line \d{1,6}: )?\$\{[^\n]{1,80}\}: bad substitution$/,
          ],
        },
      ],
      text: 'The shell script (or sed or awk expression in it) has a syntax error: a quote, bracket or keyword (fi, done, esac) is missing or not closed, or a character with a meaning of its own is not quoted.',
      suggestion:
        'Look at the line in the message and the ones before, close quotes and blocks, and check the script with bash -n or shellcheck; convert Windows line endings.',
      examples: [
        { type: 'Error', message: 'bash: line 1: ${a.b}: bad substitution' },
        { type: 'Error', message: "bash: -c: line 1: syntax error near unexpected token `)'" },
      ],
    },
    {
      id: 'makefile',
      signs: { says: [/^\S{1,120}:\d+: \*\*\* |^make(?:\[\d+\])?: \*\*\* No rule to make target /] },
      otherSigns: [{ says: [/^make(?:\[\d+\])?: \*\*\* No targets specified and no makefile found/] }],
      text: 'make cannot run this Makefile: it has no rule for the target (or for a file the target needs), or a line of a recipe begins with spaces where a tab has to stand (missing separator).',
      suggestion:
        'Check the name of the target and the directory make runs in, the path of the missing file, and indent recipes with a tab.',
      examples: [
        { type: 'Error', message: "make: *** No rule to make target 'build'.  Stop." },
        { type: 'Error', message: 'Makefile:2: *** missing separator.  Stop.' },
      ],
    },
    {
      id: 'server-configuration',
      signs: {
        says: [
          /^(?:nginx: )?\[emerg\] (?:\d{1,9}#\d{1,9}: )?(?!bind\(\)|open\(\)|mkdir\(\)|cannot load certificate)|^AH\d{5}: Syntax error on line \d|^Invalid command '\S{1,80}', perhaps misspelled or defined by a module|^\[ALERT\] .{0,80}: (?:parsing \[|Error\(s\) found in configuration file)|^\S{1,120}: line \d{1,6}: Bad configuration option: /,
        ],
      },
      otherSigns: [
        {
          says: ['^unknown directive "', '^unexpected end of file, expecting "}" in ', '^host not found in upstream "'],
          where: [' in /'],
        },
      ],
      text: 'The server does not start with this configuration file: a directive is misspelled, in the wrong block or of a module that is not loaded, or its value is not one that it takes.',
      suggestion:
        'Look at the file and line in the message, load the module that brings the directive, and test the file before a reload (nginx -t, apachectl configtest, haproxy -c).',
      examples: [
        { type: 'Error', message: 'nginx: [emerg] unknown directive "servr" in /etc/nginx/nginx.conf:3' },
        { type: 'Error', message: 'AH00526: Syntax error on line 3 of /etc/apache2/apache2.conf:' },
      ],
    },
    {
      id: 'build-plugin',
      signs: { says: [/\bSupport for the experimental syntax '\w{1,40}' isn't currently enabled\b/] },
      text: 'The compiler (Babel) met a syntax, such as JSX or types, whose plugin or preset is not enabled for this file.',
      suggestion:
        'Add the preset or plugin that the message names to the configuration of Babel, and check that the configuration applies to this folder (packages in node_modules are mostly left out).',
      examples: [
        {
          type: 'SyntaxError',
          message: "/srv/app/src/a.jsx: Support for the experimental syntax 'jsx' isn't currently enabled (3:10)",
        },
      ],
    },
    {
      id: 'xml',
      signs: {
        classes: [
          'SAXParseException',
          'XmlException',
          'XMLSyntaxError',
          'JAXBException',
          'UnmarshalException',
          'XMLStreamException',
          'SAXException',
        ],
        says: [
          /^(?:mismatched tag|not well-formed \(invalid token\)|no element found|junk after document element|undefined entity.{0,40}): line \d|: parser error : |^Content is not allowed in prolog\.$|^Root element is missing\.$/,
        ],
      },
      otherSigns: [
        { says: ["^Expected closing tag '"] },
        { libraries: ['go:xml', 'php:simplexml', 'php:SimpleXMLElement', 'php:DOMDocument', 'php:xml'] },
        { libraries: 'sax, saxes, xml2js, fast-xml-parser, xmldom, @xmldom/xmldom, lxml, org.xml'.split(', ') },
      ],
      text: 'The XML could not be parsed: it is empty or no XML at all (such as an HTML page or JSON), something stands in front of its root element, or a tag is not closed.',
      suggestion:
        'Log the beginning of the text and the status of the response it came from, check the encoding (a BOM at the start), and escape & and < in values.',
      examples: [
        { type: 'org.xml.sax.SAXParseException', message: 'Content is not allowed in prolog.', language: 'java' },
        { type: 'xml.etree.ElementTree.ParseError', message: 'mismatched tag: line 3, column 2', language: 'python' },
        {
          type: 'ErrorException',
          message: "simplexml_load_string(): Entity: line 1: parser error : Start tag expected, '<' not found",
          language: 'php',
        },
      ],
    },
    {
      id: 'code-of-other-language',
      signs: {
        classes: ['ParseError', 'TokenMissingError', 'SyntaxError', 'MismatchedDelimiterError', 'CompileError'],
        where:
          /^ParseError: (?!parsing time |mismatched tag|not well-formed|no element found|junk after|undefined entity)|^TokenMissingError: |\(\S{1,160}, line \d{1,7}\)$|^invalid syntax\b|^'[([{]' was never closed|^unterminated (?:string literal|triple-quoted|f-string)|^syntax error(?: before|, unexpected)|: syntax error(?: found)?(?:, | \(|$)|^unexpected (?:token|end-of-input|character after line)|^\S{1,300}\.(?:rb|exs?):\d/,
      },
      otherSigns: [
        { says: ['^syntax error, unexpected '] },
        { says: ["' expected near ", 'unexpected symbol near '] },
        { says: [/^syntax error at \S{1,200} line \d{1,7}, near /] },
        { classes: ['SyntaxError'], languages: ['ruby'] },
      ],
      text: 'The file has a syntax error and could not be parsed: a bracket, parenthesis or quote is not closed, a colon, comma or semicolon is missing, or the code needs a newer version of the language.',
      suggestion:
        'Look at the named line and the one before it, let the editor or a linter check the file, and compare the version of the language that runs with the one the code was written for.',
      examples: [
        { type: 'SyntaxError', message: "'(' was never closed (orders.py, line 3)", language: 'python' },
        { type: 'SyntaxError', message: 'invalid syntax', language: 'python' },
        { type: 'ParseError', message: 'syntax error, unexpected token "}", expecting ";"', language: 'php' },
        {
          type: 'SyntaxError',
          message: "app/cart.rb:12: syntax error, unexpected end-of-input, expecting `end'",
          language: 'ruby',
        },
      ],
    },
    {
      id: 'webkit-pattern',
      signs: {
        says: [
          '^SyntaxError: The string did not match the expected pattern$',
          '^SyntaxError: The string did not match the expected pattern.$',
        ],
      },
      text: 'Safari says this of text it cannot parse: mostly response.json() got something that is not JSON, such as an HTML error page or an empty answer; else a URL or CSS selector is not valid.',
      suggestion:
        'Check the status and the content type of the response before you parse it as JSON, log its text, and validate URLs and selectors that are built from data.',
      examples: [{ type: 'SyntaxError', message: 'The string did not match the expected pattern.' }],
    },
    {
      id: 'regex',
      signs: {
        classes: ['PatternSyntaxException', 'RegexpError', 'RegexParseException', 'PatternError'],
        says: [
          /^regexp: Compile\(|^error parsing regexp: |^error parsing regexp: |^preg_\w{2,30}\(\): (?:Compilation failed|Unknown modifier|No ending|Delimiter|Empty regular)|^(?:unterminated subpattern|missing \), unterminated|multiple repeat|bad escape \\|unterminated character set|look-behind requires)|^regex parse error:/,
        ],
      },
      otherSigns: [
        { says: ['^grep: Unmatched ', '^grep: Invalid '] },
        { says: ['^syntax error in pattern$'], languages: ['go'] },
        { libraries: ['go:regexp', 'go:syntax', 'php:preg'] },
        { libraries: ['re'] },
      ],
      when: /regular expression|regexp|RegExp|capture|character class|nothing to repeat|quantifier|parenthetical|identity escape|Invalid (?:group|named|flags)|invalid named/,
      text: 'The regular expression (regex) is not valid: its pattern has an unclosed group or bracket, a wrong quantifier or flag, or syntax this engine does not know.',
      suggestion:
        'Escape special characters when the pattern is built from input, double backslashes in strings, and note that old Safari has no lookbehind.',
      examples: [
        'Invalid regular expression: /(abc/: Unterminated group',
        {
          type: 'java.util.regex.PatternSyntaxException',
          message: 'Unclosed group near index 4\n(abc',
          language: 'java',
        },
        { message: 'error parsing regexp: missing closing ): `(abc`', language: 'go' },
      ],
    },
    {
      id: 'base64',
      signs: {
        says: [
          /^illegal base64 data at input byte \d|^Illegal base64 (?:character|ending)|^Incorrect padding$|^The input is not a valid Base-64 string\b|^Invalid base64-encoded string\b/,
        ],
      },
      otherSigns: [{ saysAmongErrors: ['^invalid base64$'] }, { libraries: ['go:base64', 'go:base32', 'go:hex'] }],
      when: /atob|btoa|base64|encoded|to be decoded|invalid characters?\b|Invalid character/i,
      text: 'The text could not be decoded or encoded as base64: it contains a character that is not allowed, such as those of URL-safe base64 or letters beyond Latin-1.',
      suggestion:
        'Replace - and _ by + and / (or use the decoder for URL-safe base64), add the missing = at the end, encode text as UTF-8 bytes first (before btoa), and take off any data: prefix.',
      examples: [
        'The string to be decoded is not correctly encoded.',
        { type: 'binascii.Error', message: 'Incorrect padding', language: 'python' },
      ],
    },
    {
      id: 'url-of-go',
      signs: {
        says: [/^parse "[^"]{0,300}": |^address \S{1,200}: (?:missing port in address|too many colons in address)$/],
      },
      otherSigns: [{ libraries: ['go:url'] }],
      text: 'The URL or address could not be parsed: a host or port is missing or not valid, a bracket is not closed, or it has characters (spaces, line ends) that must be escaped.',
      suggestion:
        'Log the value in quotes, trim it, build URLs with url.URL and url.QueryEscape, and addresses with net.JoinHostPort.',
      examples: [
        { type: '*url.Error', message: `parse "http://[::1": missing ']' in host`, language: 'go' },
        { type: '*net.AddrError', message: 'address localhost: missing port in address', language: 'go' },
      ],
    },
    {
      id: 'uri',
      when: /malformed|URI\b/i,
      text: 'A URL part could not be decoded, because a percent sign in it does not begin a valid encoding (such as %20).',
      suggestion:
        'Decode only once and inside try and catch, encode values with encodeURIComponent, and answer 400 to such requests.',
      examples: ['URI malformed'],
    },
    {
      id: 'url',
      signs: {
        codes:
          'ERR_INVALID_URL, curl 3, curl 1, ERR_INVALID_URL_SCHEME, ERR_INVALID_FILE_URL_HOST, ERR_INVALID_FILE_URL_PATH, ERR_INVALID_URI, ERR_UNESCAPED_CHARACTERS'.split(
            ', ',
          ),
        classes: [
          'MalformedURLException',
          'URISyntaxException',
          'UriFormatException',
          'InvalidURIError',
          'MissingSchema',
          'InvalidSchema',
          'InvalidURL',
          'UnsupportedProtocol',
          'LocationParseError',
        ],
        says: [
          /^parse "[^"\n]{0,300}": (?:invalid |first path segment|net\/url: )|\bunsupported protocol scheme "|\binvalid control character in URL$|\brelative URL without a base$|^Unsupported protocol \S{1,60}:$|\bCannot navigate to invalid URL$|\bunknown url type: |^Request URL is missing an 'http/,
        ],
      },
      otherSigns: [
        { says: ['^Port could not be cast to integer value as ', '^Port out of range 0-65535'] },
        { says: ['^Request cannot be constructed from a URL that includes credentials'] },
        { says: ['^Illegal character in '], where: [' at index '] },
        { says: ['^Request path contains unescaped characters'] },
        { says: ['^URI with undefined scheme$'] },
        { says: ['Unable to find the socket transport "', 'Unable to find the wrapper "'] },
      ],
      when: /URL|absolute|unescaped|expected pattern|scheme/,
      text: 'The URL (address) is invalid: it lacks its protocol or scheme (https://), is relative without a base, is empty, or contains characters that are not allowed.',
      suggestion:
        'Log the URL, check the base address in the configuration, join it with relative paths, and encode the parts that come from input.',
      examples: [
        'Invalid URL',
        {
          type: 'requests.exceptions.MissingSchema',
          message: "Invalid URL 'shop.test/api': No scheme supplied. Perhaps you meant https://shop.test/api?",
          language: 'python',
        },
        { type: '*url.Error', message: 'Get "shop": unsupported protocol scheme ""', language: 'go' },
      ],
    },
    {
      id: 'html-script',
      signs: { says: [/^(?:SyntaxError: )?(?:Unexpected token '?<'?$|expected expression, got '<'$)/] },
      text: 'A script begins with "<", which is a syntax error in JavaScript: the server sent an HTML page in its place (often the index or an error page), or JSX was not compiled.',
      suggestion: 'Open the address of the script in the browser, correct its path, and parse JSX with the build tool.',
      examples: ["expected expression, got '<'"],
    },
    {
      id: 'left-side',
      when: ['left-hand', 'Left side', 'assignment target'],
      text: 'A syntax error: the left side of an assignment is not something that can be assigned to, such as a call, a constant or an optional chain.',
      suggestion: 'Use === to compare, and assign to a variable or property (a?.b = 1 is not allowed).',
      examples: ['Invalid left-hand side in assignment'],
    },
    {
      id: 'await',
      when: /await|yield/i,
      text: 'A syntax error: `await` is used outside of an async function (or of a module), or `yield` outside of a generator.',
      suggestion:
        'Mark the surrounding function async, including the callbacks in between, or run the file as an ES module.',
      examples: ['await is only valid in async functions and the top level bodies of modules'],
    },
    {
      id: 'redeclared',
      when: ['already been declared', 'redeclaration', 'duplicate variable', 'twice'],
      text: 'A syntax error: the same name is declared twice in one scope with let, const or class. In a page this also happens when a script is loaded twice.',
      suggestion:
        'Rename or remove one declaration, and load each script once (or as a module, which has a scope of its own).',
      examples: ["Identifier 'foo' has already been declared"],
    },
    {
      id: 'compiled-source',
      signs: {
        says: [
          /^[\w.+\/-]{1,200}\.\w{1,5}:\d{1,7}(?::\d{1,7})?: (?:fatal )?error: (?:expected |illegal start of |reached end of file while parsing|class, interface, enum, or record expected|unclosed |not a statement|missing |stray |unterminated )/,
        ],
      },
      otherSigns: [
        {
          says: [
            /^(?:Transform|Build) failed with \d{1,5} errors?:\n[^\n]{1,300}:\d{1,7}:\d{1,7}: ERROR: (?:Unexpected|Expected|Unterminated|Syntax error|The symbol)/,
          ],
        },
      ],
      text: 'The source file has a syntax error, so the compiler stopped: a semicolon, bracket, brace or quote is missing or one too many (expected), at this line or just before it.',
      suggestion:
        'Look at the marked place and the end of the line before it, mend the first error and compile again: later ones often come from it.',
      examples: [
        { type: 'Error', message: "semi.c:1:23: error: expected ',' or ';' before 'return'" },
        { type: 'Error', message: 'C.java:1: error: illegal start of expression' },
      ],
    },
    {
      id: 'refused-by-compiler',
      when: /^[\w.+\/-]{1,200}\.\w{1,5}:\d{1,7}(?::\d{1,7})?: (?:fatal )?error: /,
      text: 'The compiler refuses this source file. Behind the file, the line and the column it says what it does not accept: a name it does not know, types that do not fit, an exception that is neither caught nor declared, or a statement in the wrong place.',
      suggestion:
        'Go to that line, mend the first error of the output and compile again: later ones often come from it.',
      examples: [
        {
          type: 'Error',
          message:
            'D.java:1: error: unreported exception FileNotFoundException; must be caught or declared to be thrown',
        },
      ],
    },
    {
      id: 'default-order',
      signs: { says: ['^non-default argument ', '^parameter without a default follows parameter with a default'] },
      text: 'A parameter (or field of a dataclass) without a default stands behind one that has a default, and Python could not tell which value is meant.',
      suggestion:
        'Put those without a default first, give the later ones a default too, or make them keyword-only (kw_only=True, a * in the list of parameters).',
      examples: [
        { type: 'TypeError', message: "non-default argument 'b' follows default argument", language: 'python' },
      ],
    },
    {
      id: 'perl-source',
      signs: {
        says: ['^Missing right curly or square bracket at ', '^syntax error at '],
        where: [' line '],
      },
      text: 'The Perl program could not be compiled: a bracket, quote or semicolon is missing, or a bare word stands where a string or function was meant (strict subs).',
      suggestion:
        'Look at the line in the message and the ones before it, close every bracket, and check the file with perl -c.',
      examples: [
        { type: 'Error', message: 'Missing right curly or square bracket at cart.pl line 12, at end of line' },
      ],
    },
    {
      id: 'unused-in-go',
      signs: {
        says: [
          ' imported and not used: "',
          ' imported and not used',
          ' declared and not used',
          ' declared but not used',
        ],
        where: ['.go:'],
      },
      text: 'Go does not compile a file with an import or variable that is not used.',
      suggestion:
        'Remove it, use it, or write _ in its place (import _ "…" for its side effects); goimports does it on save.',
      examples: [{ type: 'Error', message: '# shop\n./main.go:2:8: imported and not used: "os"' }],
    },
  ],
};
