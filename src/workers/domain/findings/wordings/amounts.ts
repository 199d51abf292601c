// Times, sizes, positions, indexes: what was asked, and what there was.

import type { Wording } from '../wording.js';

export const AMOUNTS: readonly Wording[] = [
  {
    has: 'imeout of ',
    match: /\b(?:[Tt]imeout of|timeout of) (?<limit>\d{1,9} ?ms) exceeded/,
    says: 'the time limit was {limit}',
    example: ['TimeoutError: Navigation timeout of 30000 ms exceeded', 'The time limit was `30000 ms`.'],
  },
  {
    has: 'timed out after ',
    match: /\btimed out after (?<time>\d{1,9}(?:\.\d{1,4})? ?(?:ms|milliseconds|s|seconds)\b)/,
    says: 'it was given up after {time}',
    example: [
      'MongooseError: Operation `users.findOne()` buffering timed out after 10000ms',
      'It was given up after `10000ms`.',
    ],
  },
  {
    has: '(read timeout=',
    match: /\(read timeout=(?<seconds>\d{1,6}(?:\.\d{1,6})?)\)/,
    says: 'the time limit was {seconds} seconds',
    example: ['ReadTimeout: Read timed out. (read timeout=0.1)', 'The time limit was `0.1` seconds.'],
  },
  {
    has: 'larger than max',
    match: /message larger than max \((?<size>\d{1,12}) vs\. (?<limit>\d{1,12})\)/,
    says: 'the message has {size} bytes, and the limit is {limit}',
    example: [
      'Error: 8 RESOURCE_EXHAUSTED: Received message larger than max (5242880 vs. 4194304)',
      'The message has `5242880` bytes, and the limit is `4194304`.',
    ],
  },
  {
    has: 'is too large (',
    match: /Packet for query is too large \((?<size>[\d,]{1,16}) > (?<limit>[\d,]{1,16})\)/,
    says: 'the packet has {size} bytes, and the limit is {limit}',
    example: [
      'com.mysql.cj.jdbc.exceptions.PacketTooBigException: Packet for query is too large (5,242,880 > 4,194,304).',
      'The packet has `5,242,880` bytes, and the limit is `4,194,304`.',
    ],
  },
  {
    has: 'maxContentLength size of ',
    match: /maxContentLength size of (?<limit>\d{1,12}) exceeded/,
    says: 'the limit for the answer is {limit} bytes',
    example: ['AxiosError: maxContentLength size of 2000 exceeded', 'The limit for the answer is `2000` bytes.'],
  },
  {
    has: 'does not match the content-length',
    match: /content-length of (?<size>\d{1,12}) byte\(s\) does not match the content-length of (?<told>\d{1,12}) byte/,
    says: 'the body has {size} bytes, and the header says {told}',
    example: [
      "Error: Response body's content-length of 5 byte(s) does not match the content-length of 3 byte(s) set in header",
      'The body has `5` bytes, and the header says `3`.',
    ],
  },
  {
    has: 'Unexpected token',
    match: /Unexpected token '?<'?, "(?<start><[^"\n]{1,40})"(?:\.\.\.)? is not valid JSON/,
    says: 'what was read as JSON begins with {start}, as HTML and XML do',
    example: [
      'SyntaxError: Unexpected token \'<\', "<!DOCTYPE "... is not valid JSON',
      'What was read as JSON begins with `<!DOCTYPE`, as HTML and XML do.',
    ],
  },
  {
    has: 'in JSON at position ',
    match: /in JSON at position (?<position>\d{1,10})\b/,
    says: 'the JSON breaks at its character {position}, counted from 0',
    example: [
      'SyntaxError: Expected double-quoted property name in JSON at position 7',
      'The JSON breaks at its character `7`, counted from 0.',
    ],
  },
  {
    has: '(char ',
    match: /JSONDecodeError: [A-Z][^\n]{1,80}: line (?<line>\d{1,9}) column (?<column>\d{1,9}) \(char \d{1,10}\)/,
    says: 'the JSON breaks in line {line}, column {column}',
    example: [
      'json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)',
      'The JSON breaks in line `1`, column `1`.',
    ],
  },
  {
    has: 'index out of range [',
    match: /index out of range \[(?<index>-?\d{1,18})\] with length (?<length>\d{1,18})/,
    says: 'the index was {index}, and the length is {length}',
    example: [
      'panic: runtime error: index out of range [5] with length 3',
      'The index was `5`, and the length is `3`.',
    ],
  },
  {
    has: ' out of bounds for length ',
    match: /\bIndex (?<index>-?\d{1,18}) out of bounds for length (?<length>\d{1,18})/,
    says: 'the index was {index}, and the length is {length}',
    example: [
      'java.lang.ArrayIndexOutOfBoundsException: Index 5 out of bounds for length 3',
      'The index was `5`, and the length is `3`.',
    ],
  },
  {
    has: 'index out of bounds: ',
    match: /index out of bounds: the len is (?<length>\d{1,18}) but the index is (?<index>\d{1,18})/,
    says: 'the index was {index}, and the length is {length}',
    example: [
      'panic: index out of bounds: the len is 3 but the index is 5',
      'The index was `5`, and the length is `3`.',
    ],
  },
  {
    has: ' is out of range. It must be ',
    match:
      /The value of "(?<name>[^"\n]{1,100})" is out of range\. It must be (?<rule>[^\n]{1,80}?)\. Received (?<value>-?[\d_.]{1,30}n?)(?: |$)/,
    says: '{name} was {value}, and must be {rule}',
    example: [
      'RangeError: The value of "offset" is out of range. It must be >= 0 and <= 0. Received 1',
      '`offset` was `1`, and must be `>= 0 and <= 0`.',
    ],
  },
];
