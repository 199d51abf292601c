import assert from 'node:assert/strict';
import { fingerprintV2Of as printOf } from '../../../corpus/score-grouping.js';

type Event = Parameters<typeof printOf>[0];
type Frames = NonNullable<Event['stackFrames']>;

const EVENT = { type: 'Error', message: 'm' };
const FRAMES: Frames = [{ filename: '/app/src/a.ts', function: 'load', lineno: 7 }];
const valueOf = (event: Partial<Event>) => printOf({ ...EVENT, ...event }).value;
const templateOf = (message: string, event: Partial<Event> = {}) =>
  printOf({ ...EVENT, stackFrames: FRAMES, message, ...event }).parts.message;
/** All have the template of the first. */
const assertAlike = (messages: readonly string[], event: Partial<Event> = {}) => {
  for (const message of messages)
    assert.equal(templateOf(message, event), templateOf(messages[0] ?? '', event), message);
};

describe('words that fingerprint version 2 takes alike', () => {
  it('keeps the constant that an enumeration of Java lacks, and takes any other text for a value', () => {
    const of = (name: string) => templateOf(`No enum constant com.shop.Cart$Zone.${name}`, { platform: 'java' });
    assert.equal(of('NIGHT'), 'No enum constant com.shop.Cart$Zone.NIGHT');
    assert.equal(of('zone 7 (old)'), 'No enum constant com.shop.Cart$Zone.<value>');
    assert.equal(of('a-b'), of('c d'));
    assert.notEqual(of('a-b'), templateOf('No enum constant com.shop.Kind.a-b'));
  });

  it('takes a duration of several parts for one, in any units that become shorter', () => {
    assertAlike([
      ...['late by 730ms', 'late by 2m 11s', 'late by 1h 3m', 'late by 1 d 4 h', 'late by 3 weeks', 'late by 2 hrs'],
      ...['late by 1 hour and 3 minutes', 'late by 1 month, 2 days', 'late by 2m11.5s', 'late by 1y 2w 3d 4h 5m 6s'],
    ]);
    assertAlike(['late by 00:02:11.45', 'late by 1.04:00:00', 'late by 1 day, 4:00:00', 'late by 12 days, 0:11:02']);
    assertAlike(['gone an hour ago', 'gone a few seconds ago', 'gone 3 days ago']);
    assert.equal(templateOf('shelf of 5 m 3 m'), 'shelf of <n> m <n> m');
    assert.equal(templateOf('once an hour'), 'once an hour');
  });

  it('takes which attempt it was, or how many there were, for a number in words too', () => {
    assertAlike(['no answer on first attempt', 'no answer on final attempt', 'no answer on 3rd attempt']);
    assertAlike(['gave up after three tries', 'gave up after 4 tries', 'gave up after twelve tries']);
    assertAlike(['retry two failed', 'retry 3 failed']);
    assertAlike(['second failed attempt', 'fourth failed attempt', '3rd failed attempt']);
    assertAlike(['it broke for the second time', 'it broke for the last time']);
    assert.notEqual(templateOf('first name is missing'), templateOf('last name is missing'));
    assert.notEqual(templateOf('one country is bad'), templateOf('two country is bad'));
    assert.equal(templateOf('30 second retry is off'), '<duration> retry is off');
  });

  it('takes a class alone for the class with an empty message', () => {
    const java = { platform: 'java', type: 'uncaught_exception', stackFrames: FRAMES };
    const alone = printOf({ ...java, message: 'java.lang.NullPointerException' });
    assert.equal(alone.parts.type, 'NullPointerException');
    assert.equal(alone.value, printOf({ ...java, message: 'java.lang.NullPointerException: ' }).value);
    assert.equal(alone.value, printOf({ ...java, message: 'java.lang.NullPointerException: null' }).value);
    assert.notEqual(alone.value, printOf({ ...java, message: 'java.lang.IllegalStateException' }).value);
    assert.notEqual(valueOf({ message: 'payment.Failure' }), valueOf({ message: 'refund.Failure' }));
    assert.notEqual(valueOf({ message: 'payment.Error' }), valueOf({ message: 'refund.Error' }));
  });

  it('keeps the name that something is looked up by', () => {
    assert.notEqual(templateOf('JSONObject["lane"] not found'), templateOf('JSONObject["gate"] not found'));
    assert.equal(templateOf('carts["c 17"] not found'), 'carts[<value>] not found');
  });

  it('takes more files of users for values, and none of a program', () => {
    const open = (file: string) => templateOf(`ENOENT: no such file or directory, open '/var/lib/a/${file}'`);
    for (const file of ['ann-lee.dcm', 'lake-loop.gpx', 'team.ics', 'plan.dwg', 'talk.webm', 'all.7z'])
      assert.equal(open(file), open('a.pdf'), file);
    assert.notEqual(open('lanes.yaml'), open('gates.yaml'));
  });
});

describe('what parsers of JSON say, in fingerprint version 2', () => {
  const of = (message: string, event: Partial<Event> = {}) => templateOf(message, event);

  it('is one in the words of Python', () => {
    const at = ': line 1 column 5 (char 4)';
    const messages = [
      ...['Expecting value', "Expecting ',' delimiter", "Expecting ':' delimiter", 'Extra data'],
      ...['Expecting property name enclosed in double quotes', 'Unterminated string starting at'],
      ...['Invalid control character at', "Invalid control character '\\x00' at", 'Invalid \\escape'],
      ...['Invalid \\uXXXX escape', 'Illegal trailing comma before end of object'],
    ];
    for (const message of messages) assert.equal(of(message + at, { platform: 'python' }), 'not JSON', message);
    assert.notEqual(of('Expecting value of type int'), 'not JSON');
  });

  it('is one in the words of Go, behind what the application says', () => {
    const found = [
      ...["'h' looking for beginning of value", "'}' after object key", "'\\n' in string literal"],
      ...["'x' in string escape code", "'e' in literal true (expecting 'r')", "'a' after top-level value"],
    ];
    for (const what of found) assert.equal(of(`feed: invalid character ${what}`), 'feed: not JSON', what);
    assert.equal(of('feed: unexpected end of JSON input'), 'feed: not JSON');
    assert.equal(of("feed: invalid character '<' looking for beginning of value"), 'feed: not JSON but markup');
    assert.notEqual(
      of('json: cannot unmarshal string into Go struct field A.b of type int'),
      of('json: cannot unmarshal string into Go struct field A.c of type int'),
    );
  });

  it('is one in the words and classes of Jackson', () => {
    const java = (message: string) => valueOf({ message, platform: 'java', stackFrames: FRAMES });
    const source = '\n at [Source: (String)"{"; line: 1, column: 2]';
    const usual = java(
      `com.fasterxml.jackson.core.JsonParseException: Unrecognized token 'a': was expecting (…)${source}`,
    );
    const others = [
      `com.fasterxml.jackson.core.JsonParseException: Unexpected character ('o' (code 111)): expected a value${source}`,
      `com.fasterxml.jackson.core.io.JsonEOFException: Unexpected end-of-input: expected close marker for Object${source}`,
      `com.fasterxml.jackson.databind.exc.MismatchedInputException: No content to map due to end-of-input${source}`,
      `com.fasterxml.jackson.core.JsonParseException: Invalid UTF-8 start byte 0xe4${source}`,
    ];
    for (const message of others) assert.equal(java(message), usual, message);
    const mismatch = 'com.fasterxml.jackson.databind.exc.MismatchedInputException: Cannot deserialize value';
    assert.notEqual(java(mismatch), usual);
    assert.equal(of("Unrecognized token 'a' in formula"), 'Unrecognized token <value> in formula');
  });

  it('is one in the words of Gson, whatever the path, and another shape is another error', () => {
    const gson = 'com.google.gson.stream.MalformedJsonException: ';
    assert.equal(of(`${gson}Unterminated object at line 1 column 5 path $.a`), 'not JSON');
    assert.equal(of('java.io.EOFException: End of input at line 3 column 1 path $.rows[2].id'), 'not JSON');
    assert.notEqual(of('Expected BEGIN_OBJECT but was STRING at line 1 column 1 path $'), 'not JSON');
  });

  it('is one in the words of Ruby, PHP, .NET, Rust, Elixir, Dart, Swift and org.json', () => {
    const tail = ' Path: $ | LineNumber: 0 | BytePositionInLine: 0.';
    const messages: readonly (readonly [string, Partial<Event>?])[] = [
      ['859: unexpected token at \'{"a": \n\''],
      ["expected ',' or '}' after object value at line 1 column 9"],
      ['Syntax error', { type: 'JsonException' }],
      ['State mismatch (invalid or modified JSON)', { type: 'JsonException' }],
      [`'o' is an invalid start of a value.${tail}`],
      [`The input does not contain any JSON tokens. Expected the input to start with a valid token.${tail}`],
      ["Unexpected character encountered while parsing value: o. Path '', line 0, position 0."],
      ["Unterminated string. Expected delimiter: \". Path 'a.b', line 1, position 18."],
      ['expected value at line 1 column 1'],
      ['EOF while parsing an object at line 3 column 0'],
      ['unexpected byte at position 0: 0x6F ("o")'],
      ['unexpected end of input at position 14'],
      ['Unexpected character (at character 1)\noops\n^\n', { type: 'FormatException' }],
      ['unexpected end of input', { type: 'JSON::ParserError' }],
      ['Unexpected end of file', { type: 'DecodingError' }],
      ["Unexpected character 's' around line 1, column 1."],
      ["A JSONObject text must begin with '{' at 1 [character 2 line 1]"],
      ['Unterminated object at character 5 of {"a"'],
      ['Value oops of type java.lang.String cannot be converted to JSONObject'],
    ];
    for (const [message, event] of messages) assert.equal(of(message, event), 'not JSON', message);
    assert.equal(of('Syntax error'), 'Syntax error');
    assert.equal(of('unexpected end of input'), 'unexpected end of input');
    assert.equal(of('Maximum stack depth exceeded', { type: 'JsonException' }), 'Maximum stack depth exceeded');
    assert.notEqual(of('missing field `a` at line 1 column 9'), of('missing field `b` at line 1 column 9'));
    assert.notEqual(
      of('The JSON value could not be converted to System.Int32. Path: $.a | LineNumber: 0 | BytePositionInLine: 1.'),
      of('The JSON value could not be converted to System.Int32. Path: $.b | LineNumber: 0 | BytePositionInLine: 1.'),
    );
  });

  it('is one in the words of JavaScript behind those of the application', () => {
    assert.equal(of('settings: Unexpected token o in JSON at position 1'), 'settings: not JSON');
    assert.equal(of('settings: Unexpected end of JSON input'), 'settings: not JSON');
    assert.equal(
      of(`settings: Unexpected token '<', "<!DOCTYPE "... is not valid JSON`),
      'settings: not JSON but markup',
    );
  });
});
