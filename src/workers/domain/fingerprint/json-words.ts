// What a parser of JSON says of a text that is none, in the words of each language's own. What it met first depends on the text
// that came and on where that was cut, so that all of it is one: `not JSON`. What does not fit the program's own types stays.

import type { Match, TemplateContext } from './template-context.js';

/** A page where data was asked for. */
const MARKUP =
  /token '?<|["']<(?:!doctype|html)|^invalid character '<'|character \('<'|'<' is an invalid start|at '<|: 0x3C/i;

const IN_JSON = String.raw`(?: at position \d{1,9}(?: \(line \d{1,9} column \d{1,9}\))?)`;
/** Behind what an application says itself; alone it is an engine's words. */
const SCRIPT = String.raw`(?:Unexpected (?:token [\s\S]{1,120}?|number|string)|Expected [^\n]{1,80}?|No number after minus sign|Exponent part is missing a number|Unterminated (?:string|fractional number)|Bad \w[\w ]{0,40}?) in JSON${IN_JSON}|Unexpected token [\s\S]{1,120}? is not valid JSON|Unexpected end of JSON input|Unexpected non-whitespace character after JSON${IN_JSON}?|JSON Parse error: [^\n]{1,120}|JSON\.parse: [^\n]{1,160}? of the JSON data`;
const PYTHON = String.raw`(?:Expecting (?:value|property name enclosed in double quotes|'[,:]' delimiter)|Extra data|Unterminated string starting at|Invalid control character(?: '[^'\n]{1,12}')? at|Invalid \\(?:escape|uXXXX escape)(?:: [^\n]{1,12})?|Illegal trailing comma before end of (?:object|array)|unexpected (?:character|content after document|end of data|end of file)): line \d{1,9} column \d{1,9}(?: - line \d{1,9} column \d{1,9})? \(char \d{1,9}(?: - \d{1,9})?\)`;
const GO = String.raw`invalid character '[^\n]{1,12}?' (?:looking for beginning of (?:value|object key string)|after (?:object key(?::value pair)?|array element|top-level value|decimal point in numeric literal)|in (?:string literal|string escape code|\\u hexadecimal character escape|numeric literal|exponent of numeric literal|literal \w{4,5} \(expecting '\w'\)))|unexpected end of JSON input`;
/** Behind it Jackson prints the document and where in it that was. */
const SOURCE = String.raw`[^\n]{0,600}(?:\s{1,4}at \[[^\n]{0,800}\])?`;
const JACKSON = String.raw`(?:Unexpected character \('[^\n]{1,12}?' \(code \d{1,7}[^\n)]{0,24}\)\)|Unexpected end-of-input\b|Unrecognized token '[^\n]{0,400}?': was expecting |Unexpected close marker '|Illegal (?:unquoted )?character \(\(CTRL-CHAR|Unrecognized character escape |Invalid UTF-8 (?:start|middle) byte |Invalid numeric value: Leading zero|No content to map due to end-of-input)${SOURCE}`;
const GSON = String.raw`(?:(?:com\.google\.gson\.stream\.)?MalformedJsonException: |java\.io\.EOFException: )?(?:Unterminated (?:object|array|string|comment|escape sequence)|Use JsonReader\.setLenient\(true\) to accept malformed JSON|Use JsonReader\.setStrictness\(Strictness\.LENIENT\) to accept malformed JSON|End of input|Expected (?:name|value|':')|Unexpected value|Invalid escape sequence|Malformed Unicode escape[^\n]{0,24}) at line \d{1,9} column \d{1,9} path \S{1,400}(?:\s{1,4}See https:\/\/\S{1,200})?`;
/** Ruby prints what is left of the document. */
const RUBY = String.raw`(?:\d{1,5}: )?(?:unexpected (?:token|character) at '[\s\S]{0,2048}|unexpected character: '[^\n]{0,400}' at line \d{1,9} column \d{1,9}|expected (?:',' or '[}\]]' after (?:object|array) value|object key, got '[^\n]{0,400}')(?: at line \d{1,9} column \d{1,9})?)`;
const RUST = String.raw`(?:expected (?:value|ident|${'`'}:${'`'}|${'`'},${'`'} or ${'`'}[}\]]${'`'})|EOF while parsing (?:a value|a string|an object|a list)|trailing (?:characters|comma)|key must be a string|control character \(\\u0000-\\u001F\) found while parsing a string|invalid (?:escape|number|unicode code point)|lone leading surrogate in hex escape)(?: at line \d{1,9} column \d{1,9}|", line: \d{1,9}, column: \d{1,9})`;
const DOTNET = String.raw`(?:'[^\n]{1,12}?' is an? invalid (?:start of a (?:value|property name)|end of a (?:number|value)|escapable character within a JSON string|after a (?:value|single JSON value))[^\n]{0,200}|'[^\n]{1,12}?' is invalid (?:after a (?:value|single JSON value)|within a (?:number|JSON string))[^\n]{0,200}|The input does not contain any JSON tokens\.[^\n]{0,200}|Expected (?:end of string|depth to be zero at the end of the JSON payload|start of a property name or value)[^\n]{0,200}|The JSON object contains a trailing comma[^\n]{0,200}) LineNumber: \d{1,9} \| BytePositionInLine: \d{1,9}\.?`;
const NEWTONSOFT = String.raw`(?:Unexpected (?:character encountered while parsing (?:value|number): [^\n]{1,12}?|end (?:when reading JSON|while parsing \w{1,20}))|Unterminated string\. Expected delimiter: ["']|After parsing a value an unexpected character was encountered: [^\n]{1,12}?|Invalid (?:property identifier character|character after parsing property name\. Expected ':' but got): [^\n]{1,12}?|Additional text encountered after finished reading JSON content: [^\n]{1,12}?)\. Path '[^'\n]{0,400}', line \d{1,9}, position \d{1,9}\.?`;
const ELIXIR = String.raw`unexpected (?:byte at position \d{1,9}: 0x[\dA-F]{1,2}(?: \("[^\n]{1,4}"\))?|end of input at position \d{1,9}|sequence at position \d{1,9}: [^\n]{1,40})`;

/** Android's, which prints the document behind it, among them. */
const ORG_JSON = String.raw`(?:A JSON(?:Object|Array) text must (?:begin|end) with '.'|Unterminated string|Expected a '.'(?: or '.')?(?: after a key)?|Missing value|Illegal escape|Unclosed comment) at \d{1,9} \[character \d{1,9} line \d{1,9}\]|(?:Unterminated (?:object|array|string)|End of input|Expected (?:literal value|':' after [^\n]{1,80}?)) at character \d{1,9} of [\s\S]{0,2048}|Value [\s\S]{1,400}? of type java\.lang\.String cannot be converted to JSON(?:Object|Array)`;
const SWIFT = String.raw`(?:Unexpected character|Unescaped control character|Invalid escape sequence|Invalid hex (?:digit|encoded sequence)|Number with leading zero|Badly formed (?:object|array)|No string key for value in object|Unterminated string)[^\n]{0,60}? around line \d{1,9}, column \d{1,9}\.?`;

export const NOT_JSON = new RegExp(
  [SCRIPT, PYTHON, GO, JACKSON, GSON, RUBY, RUST, DOTNET, NEWTONSOFT, ELIXIR, ORG_JSON, SWIFT].join('|'),
  'g',
);

/** One of these is in each of them. */
export const MAY_BE_NOT_JSON =
  /\bJSON\b|\(char \d|invalid character '|\(code \d|end-of-input|Unrecognized |close marker|CTRL-CHAR|Invalid UTF-8|Leading zero| path \$|unexpected (?:token|character)|expected (?:object key|',')|line:? \d|at character \d|to JSON[OA]|LineNumber|Path '|at position \d/;

export function templateNotJson({ text }: Match): string {
  return MARKUP.test(text) ? 'not JSON but markup' : 'not JSON';
}

/** Texts that are of JSON only where the class says so. Dart prints the document behind it. */
export const NOT_JSON_OF_CLASS =
  /^(?:(?:Syntax error|Control character error, possibly incorrectly encoded|State mismatch \(invalid or modified JSON\))$|(?:\d{1,5}: )?[Uu]nexpected end of (?:input|file)\.?$|(?:Unexpected (?:character|end of input)|Unterminated string|Control character in string|Unrecognized string escape) \(at [^\n()]{1,60}\)[\s\S]{0,2048})/;
/** Of PHP, Ruby, Swift and Dart. */
const PARSER_CLASSES: ReadonlySet<string> = new Set([
  'JsonException',
  'ParserError',
  'DecodingError',
  'FormatException',
]);

export function templateNotJsonOfClass({ text }: Match, { className }: TemplateContext): string {
  if (!PARSER_CLASSES.has(className)) return text;
  return text.includes('\n<') ? 'not JSON but markup' : 'not JSON';
}

/** Jackson has classes for what it met first. */
export function toJsonClass(className: string, message: string): string {
  const isOfParser =
    className === 'JsonEOFException' ||
    (className === 'MismatchedInputException' && message.startsWith('No content to map due to end-of-input'));
  return isOfParser ? 'JsonParseException' : className;
}
