import type { Pattern } from '../pattern.js';

const NOT_JSON_CLASSES = [
  'JSONDecodeError',
  'JSONError',
  'JSONParseError',
  'JsonSyntaxException',
  'JsonParseException',
  'JsonException',
  'JsonReaderException',
  'MalformedJsonException',
  'ParserError',
  'JSONException',
  'JsonEOFException',
  'JsonDecodingException',
  'JsonConvertException',
];

const HTML = {
  text: 'The text to parse as JSON is an HTML page: the response was an error page, a login page or the index page instead of the expected data.',
  suggestion:
    'Check the URL, the status and the content type of the response before you parse it, and log its first characters.',
};

const EMPTY = {
  text: 'The JSON text to parse is empty or truncated: the response had no body (such as 204), the file is empty or still being written, or the connection was cut.',
  suggestion: 'Check for an empty text before you parse it, and write files whole (to a temporary name, then rename).',
};

export const JSON_PARSE: Pattern = {
  id: 'json-parse',
  title: 'Invalid JSON',
  text: 'Text that should be JSON could not be parsed: it is something else, such as an error page (HTML), an empty body or plain text, or it has a mistake at the place the message names.',
  suggestion:
    'Log the first characters of the text, and check the status and content type of the response before you parse it.',
  examples: [
    'Unexpected token < in JSON at position 0',
    '"[object Object]" is not valid JSON',
    'Unexpected end of JSON input',
    'JSON.parse: unexpected character at line 1 column 1 of the JSON data',
    { message: 'Expecting value: line 1 column 1 (char 0)', type: 'json.decoder.JSONDecodeError', language: 'python' },
    { message: 'Syntax error', type: 'JsonException', language: 'php' },
  ],
  counterexamples: [
    'Unexpected token found in the parking meter',
    'The string did not match the expected pattern of knots',
  ],
  signs: {
    codes: ['ERR_BODY_PARSE_FAILURE'],
    classes: NOT_JSON_CLASSES,
    says: [
      /\bin JSON at position \d|(?:^|: )JSON(?:\.parse: |[ _][Pp]arse [Ee]rror\b|5?: (?:invalid|unexpected) )|(?:^|: )"?\S{0,100}"? is not valid JSON$|(?:^|: )(?:Unexpected (?:non-whitespace character|token|number|string|character) [^\n]{0,60}JSON\b)/,
      /(?:^|: )(?:Unexpected token |["'`\u201c])[^\n]{0,400} is not valid JSON(?=$|\n|\.)/s,
      /(?:^|: )[Ii]nvalid [Jj][Ss][Oo][Nn](?: response body|:| string| input| payload| body| at | in | document|\.?$)|(?:^|: )(?:Failed|Unable|Could not|Cannot) (?:to )?parse (?:\S+ )?(?:as )?JSON\b(?! Bourne)|\bUnrecognized token '[^']{1,100}': was expecting|\bError\("expected (?:value|ident|`.`)", line: \d|\bexpected value at line \d|(?:^|: )(?:Expecting value|Extra data): line \d|(?:^|: )invalid character '[^']{1,8}' (?:looking for beginning of|after|in string|in literal)/,
    ],
  },
  match: [
    // jq
    /^(?:jq: error [^\n]{0,200}: )?parse error: [^\n]{1,80} at (?:EOF at )?line \d{1,9}, column \d/,
    '^Body is not valid JSON but content-type is set to',
    "^Body cannot be empty when content-type is set to 'application/json'",
  ],
  cases: [
    {
      id: 'html',
      signs: {
        classes: NOT_JSON_CLASSES,
        where: /token '?<|(?:^|[ (])'<'|"<|<!DOCTYPE|<html|token at '<|character '<'|character \('<'/i,
        says: [/\bJSON\b|\binvalid character '<'/],
      },
      ...HTML,
      examples: [
        'Unexpected token < in JSON at position 0',
        { message: "invalid character '<' looking for beginning of value", type: 'error', language: 'go' },
        { message: "unexpected token at '<html>'", type: 'JSON::ParserError', language: 'ruby' },
        {
          message: "'<' is an invalid start of a value. Path: $ | LineNumber: 0 | BytePositionInLine: 0.",
          type: 'System.Text.Json.JsonException',
          language: 'dotnet',
        },
      ],
    },
    {
      id: 'object',
      signs: { where: ['[object', 'token o', "token 'o"], says: [/\bJSON\b/] },
      text: 'An object was passed to JSON.parse. It was turned into the text "[object Object]", which is not JSON, because the value is already parsed.',
      suggestion:
        'Use the object as it is (response.data and response.json() are parsed already), and store objects with JSON.stringify.',
      examples: ['"[object Object]" is not valid JSON', 'Unexpected token o in JSON at position 1'],
    },
    {
      id: 'undefined',
      signs: { where: /["']undefined["']|token '?u\b|identifier "undefined"/, says: [/\bJSON\b/] },
      text: 'The value to parse as JSON is undefined: the variable, the stored item or the argument has no value.',
      suggestion:
        'Check that the value exists before you parse it, and do not store undefined (it becomes the text "undefined").',
      examples: ['"undefined" is not valid JSON'],
    },
    {
      id: 'empty',
      signs: {
        classes: [...NOT_JSON_CLASSES, 'MismatchedInputException'],
        where:
          /end of JSON|\bEOF\b|end of data|Unterminated|unexpected end|\bempty\b|end-of-input|end of input|does not contain any JSON tokens|\bend of file|unexpected token at ''$/i,
        says: [
          /(?:^|: )[Uu]nexpected end of (?:JSON input|JSON|data)|\bJSON\b|\bEOF while parsing\b|\bNo content to map due to end-of-input\b|\bUnterminated (?:string|fractional number)/,
        ],
      },
      ...EMPTY,
      examples: [
        'Unexpected end of JSON input',
        { message: 'EOF while parsing a value at line 1 column 0', type: 'serde_json::Error', language: 'rust' },
        {
          message: 'No content to map due to end-of-input\n at [Source: (String)""; line: 1, column: 0]',
          type: 'com.fasterxml.jackson.databind.exc.MismatchedInputException',
          language: 'java',
        },
        { message: "unexpected token at ''", type: 'JSON::ParserError', language: 'ruby' },
      ],
    },
    {
      id: 'mistake',
      signs: {
        classes: NOT_JSON_CLASSES,
        where:
          /property name|double-quoted|[Cc]ontrol character|escaped|[Tt]railing|non-whitespace|Expecting (?:property|',')|Extra data|token '?[\]}',]|Expected [^\n]{1,40} in JSON|after (?:top-level|object key|array element|property)|No number after|Exponent part/,
        says: [
          /\bJSON\b|(?:^|: )(?:Expecting property name enclosed in double quotes|Expecting ',' delimiter|Extra data): line \d|\binvalid character '[^']{1,8}' after\b|\btrailing (?:comma|characters) at line \d/,
        ],
      },
      otherSigns: [{ libraries: ['go:json', 'php:json'] }],
      text: 'The JSON text has a mistake where parse stopped: a single quote, a missing or trailing comma, a name without double quotes, a control character without its escape, or extra data (more text or lines) after the end.',
      suggestion:
        'Look at the position in the message, write JSON with a serializer rather than by hand, and split texts that hold several JSON values.',
      examples: [
        'Expected double-quoted property name in JSON at position 7',
        'Bad control character in string literal in JSON at position 7',
        {
          message: 'Expecting property name enclosed in double quotes: line 1 column 2 (char 1)',
          type: 'JSONDecodeError',
          language: 'python',
        },
      ],
    },
    {
      id: 'unknown-field',
      signs: {
        classes: ['UnrecognizedPropertyException', 'UnknownKeyException'],
        says: [
          /\bUnrecognized field "[^"\n]{1,80}" \(class|^json: unknown field "|\bunknown field `[^`\n]{1,80}`, expected\b/,
        ],
      },
      text: 'The JSON has a field that the class or struct it is read into does not know, and unknown fields are not ignored here.',
      suggestion: 'Check the spelling of the field, add it to the class, or let the parser ignore unknown fields.',
      examples: [
        {
          message:
            'Unrecognized field "nick" (class com.shop.User), not marked as ignorable (2 known properties: "id", "name"])',
          type: 'com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException',
          language: 'java',
        },
        { message: 'json: unknown field "nick"', type: 'error', language: 'go' },
      ],
    },
    {
      id: 'other-type',
      signs: {
        classes: [
          ...NOT_JSON_CLASSES,
          'MismatchedInputException',
          'InvalidFormatException',
          'ValueInstantiationException',
          'InvalidTypeIdException',
        ],
        where:
          /cannot unmarshal|Expected (?:a|an|BEGIN_)|Cannot (?:deserialize|construct)|invalid type|missing field|could not be converted|[Cc]ould not resolve type|^(?:\w+: )?Cannot coerce/,
        says: [
          /^(?:keyNotFound|typeMismatch|valueNotFound|dataCorrupted)\(|\bjson: cannot unmarshal \w|\bExpected (?:a|an|BEGIN_)\S{0,12} but was [A-Z]|\bCannot deserialize (?:value|instance) of type\b|\binvalid type: [^\n]{1,80}, expected |\bmissing field `[^`\n]{1,80}`|\bThe JSON value could not be converted to \S|\bCannot construct instance of `/,
        ],
      },
      text: 'The JSON is well formed, but a value in it has another type or shape than the field, class or struct it is read into: for example a string where a number or object is expected, an object instead of a list, or a missing field.',
      suggestion:
        'Compare the JSON at the named path with the type, correct the type or the sender, and let fields that may be missing or null be optional.',
      examples: [
        {
          message: 'java.lang.IllegalStateException: Expected BEGIN_OBJECT but was STRING at line 1 column 1 path $',
          type: 'com.google.gson.JsonSyntaxException',
          language: 'java',
        },
        {
          message: 'json: cannot unmarshal string into Go struct field Order.total of type float64',
          type: '*json.UnmarshalTypeError',
          language: 'go',
        },
        {
          message: 'The JSON value could not be converted to System.Int32. Path: $.age | LineNumber: 0',
          type: 'System.Text.Json.JsonException',
          language: 'dotnet',
        },
      ],
    },
    {
      id: 'target-no-pointer',
      signs: { classes: ['InvalidUnmarshalError'] },
      text: 'JSON cannot be decoded into this value, because it is no pointer: Unmarshal needs the address of the variable to fill it.',
      suggestion: 'Pass a pointer: json.Unmarshal(data, &value), and make sure that it is not nil.',
      examples: [
        { type: '*json.InvalidUnmarshalError', message: 'json: Unmarshal(non-pointer main.T)', language: 'go' },
      ],
    },
    {
      id: 'not-json-by-header',
      signs: { classes: ['ContentTypeError'], says: ['Attempt to decode JSON with unexpected mimetype'] },
      text: 'The response is not JSON by its content-type header: the server sent HTML (an error or login page) or plain text, so the client did not parse it.',
      suggestion:
        'Check status and URL of the response and log the beginning of its body; if it is JSON after all, pass content_type=None to json().',
      examples: [
        {
          type: 'aiohttp.client_exceptions.ContentTypeError',
          message:
            "200, message='Attempt to decode JSON with unexpected mimetype: text/html', url=URL('http://127.0.0.1:1/')",
          language: 'python',
        },
      ],
    },
    {
      id: 'not-json-text',
      signs: {
        says: [
          /^unexpected byte at position \d+: 0x|^FormatException: Unexpected character \(at |^(?:keyNotFound|typeMismatch|valueNotFound|dataCorrupted)\(|^Unexpected character \(at (?:character|line) \d/,
        ],
      },
      text: 'The JSON could not be decoded (parsed) into what the program expects: the text is no JSON, such as an HTML page or an empty body, or a key is missing, null or of another type.',
      suggestion:
        'Log the beginning of the text and the status of the response, compare it with the model, and make fields optional that can be missing.',
      examples: [
        { type: 'Jason.DecodeError', message: 'unexpected byte at position 0: 0x3C ("<")', language: 'elixir' },
        { type: 'FormatException', message: 'FormatException: Unexpected character (at character 1)\n<html>\n^' },
      ],
    },
  ],
};
