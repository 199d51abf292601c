import type { Pattern } from '../pattern.js';

export const JSON_PARSE: Pattern = {
  id: 'json-parse',
  title: 'Invalid JSON',
  text: 'Text that should be JSON could not be parsed: it is something else, such as an error page or plain text, or it has a mistake at the place the message names.',
  suggestion:
    'Log the first characters of the text, and check the status and content type of the response before you parse it.',
  examples: [
    'Unexpected token < in JSON at position 0',
    '"[object Object]" is not valid JSON',
    'Unexpected end of JSON input',
    'JSON.parse: unexpected character at line 1 column 1 of the JSON data',
  ],
  match: [
    /\bin JSON at position \d/,
    /(?:^|: )(?:Unexpected token |["'`\u201c])[^\n]{0,400} is not valid JSON(?=$|\n|\.)/s,
    /(?:^|: )"?\S{0,100}"? is not valid JSON$/,
    /(?:^|: )[Uu]nexpected end of JSON input/,
    /(?:^|: )JSON(?:\.parse: |[ _][Pp]arse [Ee]rror\b|5?: (?:invalid|unexpected) )/,
    /(?:^|: )(?:Unexpected (?:non-whitespace character|token|number|string|character) [^\n]{0,60}JSON\b)/,
    /(?:^|: )(?:Unterminated (?:string|fractional number)|Bad (?:control|escaped) character|No number after minus sign|Exponent part is missing a number|Expected [^\n]{1,40}) (?:[^\n]{1,40} )?in JSON\b/,
    /(?:^|: )[Ii]nvalid [Jj][Ss][Oo][Nn](?: response body|:| string| input| payload| body| at | in | document|\.?$)/,
    /(?:^|: )(?:Failed|Unable|Could not|Cannot) (?:to )?parse (?:\S+ )?(?:as )?JSON\b(?! Bourne)/,
    /(?:^|: )(?:Expecting value|Extra data|Expecting property name enclosed in double quotes|Expecting ',' delimiter): line \d/,
    /(?:^|: )invalid character '[^']{1,8}' (?:looking for beginning of|after|in string)/,
    /^Unrecognized token '[^']{1,100}': was expecting/,
    /^(?:json: cannot unmarshal|jsonc?: unexpected)/,
    /^Body is not valid JSON but content-type is set to|^Body cannot be empty when content-type is set to 'application\/json'/,
  ],
  matchTyped: [/^(?:JSONError|JSONDecodeError|JsonSyntaxException|JsonParseException|JSONParseError): /],
  cases: [
    {
      when: /token '?<|'<'|"<|<!DOCTYPE|<html/i,
      text: 'The text to parse as JSON is an HTML page: the response was an error page, a login page or the index page instead of the expected data.',
      suggestion:
        'Check the URL, the status and the content type of the response before you parse it, and log its first characters.',
      examples: ['Unexpected token < in JSON at position 0'],
    },
    {
      when: /\[object|token '?o\b/,
      text: 'An object was passed to JSON.parse. It was turned into the text "[object Object]", which is not JSON, because the value is already parsed.',
      suggestion:
        'Use the object as it is (response.data and response.json() are parsed already), and store objects with JSON.stringify.',
      examples: ['"[object Object]" is not valid JSON', 'Unexpected token o in JSON at position 1'],
    },
    {
      when: /undefined|token '?u\b/,
      text: 'The value to parse as JSON is undefined: the variable, the stored item or the argument has no value.',
      suggestion:
        'Check that the value exists before you parse it, and do not store undefined (it becomes the text "undefined").',
      examples: ['"undefined" is not valid JSON'],
    },
    {
      when: /end of JSON|EOF|end of data|Unterminated|unexpected end|empty/i,
      text: 'The JSON text to parse is empty or truncated: the response had no body (such as 204), the file is empty or still being written, or the connection was cut.',
      suggestion:
        'Check for an empty text before you parse it, and write files whole (to a temporary name, then rename).',
      examples: ['Unexpected end of JSON input'],
    },
    {
      when: /property name|double-quoted|Expected|control character|escaped|[Tt]railing|non-whitespace|Expecting|token '?[\]}',]/,
      text: 'The JSON text has a mistake where parse stopped: a single quote, a missing or trailing comma, a name without double quotes, a control character without its escape, or more text after the end.',
      suggestion:
        'Look at the position in the message, write JSON with JSON.stringify rather than by hand, and split texts that hold several JSON values.',
      examples: [
        'Expected double-quoted property name in JSON at position 7',
        'Bad control character in string literal in JSON at position 7',
      ],
    },
  ],
};
