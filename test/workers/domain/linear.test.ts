import assert from 'node:assert/strict';
import { MAX_MESSAGE_LENGTH } from '../../../src/constants.js';
import {
  BODY_NODES_MAX,
  BODY_TEXT_CHARS_MAX,
  CONTEXT_TEXT_CHARS_MAX,
  FRAME_FILENAME_CHARS_MAX,
  FRAME_FUNCTION_CHARS_MAX,
  INGEST_BODY_BYTES_MAX,
  LOG_MESSAGE_CHARS_MAX,
  STACK_CHARS_MAX,
} from '../../../src/limits.js';
import { explain } from '../../../src/workers/domain/explain.js';
import { toAwaiting } from '../../../src/workers/domain/fingerprint/async-callers.js';
import type { GroupingFacts } from '../../../src/workers/domain/fingerprint/grouping-facts.js';
import { normalizeMessage } from '../../../src/workers/domain/fingerprint/normalize-message.js';
import { fingerprint } from '../../../src/workers/domain/fingerprint/v1.js';
import { fingerprintV2 } from '../../../src/workers/domain/fingerprint/v2.js';
import { redactProse, redactUrl } from '../../../src/workers/domain/redact-prose.js';
import { DEFAULT_RULES, toRedactRules } from '../../../src/workers/domain/redact-rules.js';
import { redactSite } from '../../../src/workers/domain/redact-site.js';
import { scanText } from '../../../src/workers/domain/redact-text.js';
import { redactBody } from '../../../src/workers/domain/redact-value.js';
import { parseStackText } from '../../../src/workers/domain/stacks/parse-stack.js';
import { assertQuick, processorMs } from '../../support/assert-quick.js';

/** What is repeated to make a text that is hard to read: all that the scanners look for, and pieces of it. */
const PIECES = [
  ...[
    '"',
    "'",
    '`',
    '\\',
    '\\"',
    '\\\\"',
    '\\\\\\"',
    '"\'`',
    '\\"\'\\\\`',
    '"":',
    '\':`:":',
    '{"',
    '{"a":',
    '["',
    '[[',
    '{[',
    '}]',
  ],
  ...[
    'name=',
    'name="',
    "name='",
    'name=\\"',
    'name=token ',
    'form-data; name="token"',
    'form-data; name=token\n',
    '\n--',
  ],
  ...[
    'password=',
    'password:',
    'password: ',
    '"password":',
    '"password",',
    '["token","',
    '"token","value":',
    'token = ',
  ],
  ...[
    'token:1 ',
    'token:{',
    'token:["',
    '"token":[',
    'unexpected token: "',
    'token: "a ',
    '"token",\'',
    'cookie: a=b;',
  ],
  ...[
    '=',
    ':',
    ': ',
    ',',
    ';',
    '&',
    '%',
    '%25',
    '%253d',
    '%3D',
    '%2525253d',
    'a%3d',
    '%70=',
    '?a=',
    '&token=',
    '[a][',
    ']=',
    'a]=',
  ],
  ...['://', '://a:', '://a:b/', '://a:b@', '//u:/@', '://u:p?', '@', '@:', 'user:p@'],
  ...[
    '\n ',
    '\r\n\t',
    'cookie:\n ',
    'authorization: a\n ',
    "'cookie: a\n",
    '\n  cookie: b',
    'Authorization: Bearer ',
    ' ',
    '\t',
  ],
  ...['bearer ', 'Bearer a', 'basic YQ==', ' -p', 'mysql -p', 'mysql ', ' --password ', ' --a', ' -u a:', '--a "'],
  ...[
    'eyJ',
    'eyJa.',
    '-eyJ',
    'eyJaaaaaaaaaa.',
    'ghp_',
    'xoxb-',
    'sk_live_',
    'SG.a',
    'AKIA',
    'PRIVATE KEY',
    '-----BEGIN PRIVATE KEY-----',
  ],
  ...[
    '1',
    '1 ',
    '1-',
    '4111 ',
    '4111 1111 1111 ',
    '4111-1111',
    'DE89 3704 ',
    'DE89',
    '4111111111111111',
    '4111111111111112 ',
  ],
  ...[
    'a',
    'a1',
    'a-',
    'a_',
    'A',
    'aA',
    '.',
    '/',
    '//',
    '/a',
    '\\a',
    'C:\\a ',
    'C:\\a b',
    '\\\\a ',
    '"/a',
    "'/a b",
    '/a b\\',
  ],
  ...[
    ':1',
    ':1:',
    '1:',
    '::',
    ':::1',
    '[::1]:',
    '[',
    '(1:1)',
    '(1,1',
    'a.js:1',
    '.a?',
    '.a?b=:1',
    'line 1 ',
    'port ',
    'port=1',
  ],
  ...[
    '0x',
    '0x1',
    'aaaaaaaa-',
    '550e8400-e29b-',
    ': a',
    'Error: ',
    'a.b.',
    'Uncaught ',
    '[Error: ',
    ' of ',
    'Cannot read ',
  ],
  ...['/a.pdf', 'a-1.pdf ', "' is not a valid selector", ": 'a", '{"level":1,"msg":"', ',"a":"', "(evaluating 'a.b["],
  ...[
    '1d ',
    '1h1m',
    'first attempt ',
    'retry two ',
    'No enum constant a.',
    '    at async f (a:1:1)\n',
    '  [errors]: [\n    E\n',
  ],
  ...[
    ...[
      'Expecting value: line 1 column 1 (char 1',
      "invalid character 'a",
      'Unexpected token a in JSON',
      'Value a of type java.lang.String',
      'End of input at character 1 of ',
      'for the last time ',
      'Expected a in JSON',
    ],
    ...[
      "Unexpected character ('a' (code 1",
      ' at [Source: ',
      'Unterminated object at line 1 column 1 path $',
      'End of input at',
    ],
    ...[
      "unexpected token at '",
      'expected value at line 1',
      "'a' is invalid after a value LineNumber: 1",
      'JSON.parse: of the JSON',
    ],
    ...["Unterminated string. Expected delimiter: ' Path 'a", 'unexpected byte at position 1: 0x1 ("'],
  ],
  ...['client: 1.1.1.1', 'from ::1 ', 'parameter $10, ', ' = $1 '],
  ...['{token:', "{ token: '", ', token: ', '\u{1f600}', '\ud800', 'é', '\u0000'],
];

interface Scanner {
  readonly name: string;
  /** The longest text that it is ever given, or one long enough to show that the length does not matter. */
  readonly charsMax: number;
  readonly scan: (text: string) => unknown;
}

/** No text is bounded here but by its own limit: so long that a square would show. */
const LONG_CHARS = STACK_CHARS_MAX;
const everything = { rules: DEFAULT_RULES, outCharsMax: Number.POSITIVE_INFINITY };
const added = toRedactRules({ names: ['employeePin'], patterns: ['EMP-\\d+', '[a-z]+=[^=]*=', '\\w+:'] });

const FACTS: GroupingFacts = {
  type: 'Error',
  message: 'm',
  source: 'frontend',
  stackFrames: [{ filename: '/app/a.js', function: 'f', inApp: true }],
  causes: [],
  isAggregate: false,
  awaiting: new Set(),
  clientFingerprint: undefined,
  code: undefined,
  language: undefined,
  transaction: undefined,
  request: undefined,
  componentName: undefined,
  componentStack: undefined,
};
const LANGUAGES = [
  'javascript',
  'java',
  'dotnet',
  'go',
  'rust',
  'ruby',
  'php',
  'elixir',
  'dart',
  'swift',
  'python',
] as const;

const SCANNERS: readonly Scanner[] = [
  { name: 'bodies', charsMax: BODY_TEXT_CHARS_MAX - 64, scan: (text) => redactBody(text, DEFAULT_RULES) },
  { name: 'texts', charsMax: LONG_CHARS, scan: (text) => scanText(text, 'text', everything) },
  { name: 'broken JSON', charsMax: LONG_CHARS, scan: (text) => scanText(`{${text}`, 'broken_json', everything) },
  { name: 'URLs', charsMax: LONG_CHARS, scan: (text) => redactUrl(text, DEFAULT_RULES) },
  { name: 'messages and stacks', charsMax: LOG_MESSAGE_CHARS_MAX, scan: (text) => redactProse(text, DEFAULT_RULES) },
  {
    name: 'patterns of the configuration',
    charsMax: CONTEXT_TEXT_CHARS_MAX,
    scan: (text) => (added.ok ? redactProse(text, added.rules) : assert.fail(added.message)),
  },
  { name: 'normalized messages', charsMax: 8 * MAX_MESSAGE_LENGTH, scan: normalizeMessage },
  {
    name: 'explained messages',
    charsMax: MAX_MESSAGE_LENGTH,
    scan: (text) => explain({ type: 'Error', message: text }),
  },
  {
    name: 'explained types',
    charsMax: MAX_MESSAGE_LENGTH,
    scan: (text) => explain({ type: text, message: 'message' }),
  },
  { name: 'stack texts', charsMax: STACK_CHARS_MAX, scan: parseStackText },
  { name: 'awaiting callers', charsMax: STACK_CHARS_MAX, scan: toAwaiting },
  {
    name: 'grouped file names',
    charsMax: STACK_CHARS_MAX,
    scan: (filename) =>
      fingerprint(
        redactSite({
          stage: 'normalized',
          type: 'Error',
          message: 'm',
          stack: undefined,
          stackFrames: [{ filename, inApp: true }],
          groupingFrames: [{ filename, inApp: true }],
          clientFingerprint: undefined,
          language: undefined,
        }),
      ),
  },
  {
    name: 'messages of version 2',
    charsMax: MAX_MESSAGE_LENGTH,
    scan: (message) => fingerprintV2({ ...FACTS, message }),
  },
  {
    name: 'messages of version 2 without frames',
    charsMax: MAX_MESSAGE_LENGTH,
    scan: (message) => fingerprintV2({ ...FACTS, message, stackFrames: [] }),
  },
  {
    name: 'causes of version 2',
    charsMax: MAX_MESSAGE_LENGTH,
    scan: (message) => fingerprintV2({ ...FACTS, causes: [{ message }] }),
  },
  {
    name: 'file names of version 2',
    charsMax: FRAME_FILENAME_CHARS_MAX,
    scan: (filename) => fingerprintV2({ ...FACTS, stackFrames: [{ filename, function: 'f', inApp: true }] }),
  },
  ...LANGUAGES.map((language) => ({
    name: `functions of version 2 in ${language}`,
    charsMax: FRAME_FUNCTION_CHARS_MAX,
    scan: (name: string) => fingerprintV2({ ...FACTS, language, stackFrames: [{ function: name, inApp: true }] }),
  })),
  {
    name: 'places of version 2',
    charsMax: 8 * MAX_MESSAGE_LENGTH,
    scan: (url) =>
      fingerprintV2({
        ...FACTS,
        stackFrames: [],
        componentStack: url,
        request: { method: 'GET', url, route: undefined, statusCode: undefined },
      }),
  },
];

/** In less time nothing that grows with the square of so many characters is done; messages are shorter. */
const QUICK_MS = 30;
const QUICK_MESSAGE_MS = 2;
/** Twice the text, twice: 4 when the time is linear, 8 when it grows with the power of 1.5, 16 with the square. */
const RATIO_MAX = 7;
const ROUNDS_MAX = 8;

/** The best of several runs: what a machine that does something else meanwhile adds is left out. */
function leastMs(scan: (text: string) => unknown, text: string, knownMs: number): number {
  return Math.min(
    knownMs,
    processorMs(() => scan(text)),
  );
}

/** Fails when four times the text takes more than some four times the time, each time it is tried. */
function assertLinear({ scan, charsMax }: Scanner, piece: string, toText: (chars: number) => string): void {
  const whole = toText(charsMax);
  const part = toText(charsMax / 4);
  let [partMs, wholeMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < ROUNDS_MAX; round++) {
    // A character of its own keeps what was remembered of the round before from answering.
    wholeMs = leastMs(scan, whole + String(round), wholeMs);
    if (wholeMs <= (charsMax > MAX_MESSAGE_LENGTH ? QUICK_MS : QUICK_MESSAGE_MS)) return;
    partMs = leastMs(scan, part + String(round), partMs);
    if (round > 0 && wholeMs <= RATIO_MAX * partMs) return;
  }
  assert.fail(`${JSON.stringify(piece)}: ${partMs} ms for a quarter of it, ${wholeMs} ms for the whole`);
}

function assertLinearIn(scanner: Scanner, piece: string, lead: string): void {
  const repeated = lead + piece.repeat(Math.ceil(scanner.charsMax / piece.length));
  assertLinear(scanner, lead + piece, (chars) => repeated.slice(0, chars));
}

/** Quote marks behind more and more backslashes: none closes what another opens. */
function openQuotes(chars: number, marks: readonly string[]): string {
  const parts: string[] = [];
  for (let length = 0, depth = 0; length < chars; depth++) {
    const part = `name=${'\\'.repeat(depth)}${marks[depth % marks.length] ?? ''} `;
    parts.push(part);
    length += part.length;
  }
  return parts.join('').slice(0, chars);
}

const LEADS = ['', '{"password":"', 'form-data; name="', "mysql 'a' ", '"\'`'];

describe('every scanner of texts', () => {
  for (const scanner of SCANNERS) {
    it(`takes four times the time for four times the text: ${scanner.name}`, function () {
      this.timeout(120_000);
      for (const piece of PIECES) for (const lead of LEADS) assertLinearIn(scanner, piece, lead);
      for (const marks of [['"'], ['"', "'", '`']]) {
        assertLinear(scanner, 'open quotes', (chars) => openQuotes(chars, marks));
        assertLinear(scanner, 'open quotes in a form', (chars) => `form-data; ${openQuotes(chars, marks)}`);
      }
    });
  }

  it('takes four times the time for four times the text made of any two pieces', function () {
    this.timeout(120_000);
    const [bodies] = SCANNERS;
    assert.ok(bodies !== undefined);
    for (const [index, one] of PIECES.entries()) {
      const other = PIECES[(index * 37 + 11) % PIECES.length] ?? '';
      assertLinearIn(bodies, one.repeat(3) + other, '');
    }
  });
});

describe('the cost of one body', () => {
  const attacks: Readonly<Record<string, () => unknown>> = {
    'quote marks that are never closed': () => openQuotes(INGEST_BODY_BYTES_MAX, ['"']),
    'three kinds of them': () => openQuotes(INGEST_BODY_BYTES_MAX, ['"', "'", '`']),
    'parts that name a secret and have no headers': () => 'form-data; name="token" '.repeat(INGEST_BODY_BYTES_MAX / 24),
    'values that are redacted one after the other': () => 'password:{{{}}},'.repeat(INGEST_BODY_BYTES_MAX / 16),
    'an object that does not end': () => `{"password":${'{'.repeat(INGEST_BODY_BYTES_MAX)}`,
    'texts in an array': () => Array.from({ length: 40 }, () => openQuotes(INGEST_BODY_BYTES_MAX / 40, ['"', "'"])),
    'JSON in texts in JSON': () => {
      let text = `"${'token '.repeat(INGEST_BODY_BYTES_MAX / 12)}"`;
      for (let depth = 0; depth < 12; depth++) text = JSON.stringify([text]);
      return text;
    },
    'more values than are kept': () => Array.from({ length: 1_000_000 }, () => 1),
  };
  for (const [name, toBody] of Object.entries(attacks)) {
    it(`is bounded for ${name}`, function () {
      this.timeout(60_000);
      const body = toBody();
      // Before it was bounded, some of these took half a minute.
      assertQuick(500, () => redactBody(body, DEFAULT_RULES));
    });
  }

  it('leaves the rest out instead of letting it pass, and says so', () => {
    const secrets = (chars: number): string => 'password=hunter2&'.repeat(chars / 17 + 1).slice(0, chars);
    const long = `a=${'['.repeat(2)}${secrets(2000)}`;
    assert.equal(redactBody(long, DEFAULT_RULES).isCut, false);
    const value = 'h'.repeat(BODY_TEXT_CHARS_MAX - 'password='.length);
    assert.deepEqual(redactBody(`password=${value}`, DEFAULT_RULES), { text: 'password=[Redacted]', isCut: false });
    assert.deepEqual(redactBody(`password=${value}x&a=1`, DEFAULT_RULES), {
      text: 'password=[Redacted][Truncated]',
      isCut: true,
    });
  });

  it('says nothing of texts that would cost more than all may cost together', () => {
    const text = `password=${'x'.repeat(BODY_TEXT_CHARS_MAX - 9)}`;
    const { text: kept, isCut } = redactBody([text, text, text, text, 'hunter2 fits no more'], DEFAULT_RULES);
    assert.equal(kept, JSON.stringify([...Array<string>(4).fill('password=[Redacted]'), '[Truncated]']));
    assert.ok(isCut);
  });

  it('lets as many values through as fit into what is stored', () => {
    const { text } = redactBody(
      Array.from({ length: BODY_NODES_MAX }, () => 1),
      DEFAULT_RULES,
    );
    assert.ok(text.endsWith(',1,1]'));
    assert.ok(
      redactBody(
        Array.from({ length: BODY_NODES_MAX + 1 }, () => 1),
        DEFAULT_RULES,
      ).text.includes('[Truncated]'),
    );
  });
});
