import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import type { StackFrame } from '../../../../schemas/event.js';
import { MAX_STACK_FRAMES } from '../../../../src/constants.js';
import {
  CAUSE_FRAMES_MAX,
  EVENT_CAUSES_MAX,
  STACK_CHARS_MAX,
  STACK_TEXT_LINE_CHARS_MAX,
  STACK_TEXT_LINES_MAX,
} from '../../../../src/limits.js';
import { PACKAGE_ROOT } from '../../../../src/package.js';
import { type ParsedStack, parseStackText } from '../../../../src/workers/domain/stacks/parse-stack.js';
import { processorMs } from '../../../support/assert-quick.js';

const DIR = new URL('test/fixtures/stacks/', PACKAGE_ROOT);

const read = (name: string): string => readFileSync(new URL(name, DIR), 'utf8');
const NAMES = readdirSync(DIR)
  .filter((name) => name.endsWith('.txt'))
  .map((name) => name.slice(0, -'.txt'.length));

/** `own module | function | file:line:column | code`, with a dash for what is absent. */
function tellFrame({
  inApp,
  module = '-',
  function: name = '-',
  filename = '-',
  lineno,
  colno,
  contextLine,
}: StackFrame) {
  const place = [filename, lineno, colno].filter((part) => part !== undefined).join(':');
  return `${inApp ? 'own' : 'lib'} ${module} | ${name} | ${place}${contextLine === undefined ? '' : ` | ${contextLine}`}`;
}

function tell(parsed: ParsedStack | null): unknown {
  assert.ok(parsed !== null);
  return {
    language: parsed.language,
    frames: parsed.stackFrames.map(tellFrame),
    causes: parsed.causes.map(({ type = '-', message = '-', stackFrames = [] }) => ({
      error: `${type} | ${message}`,
      frames: stackFrames.map(tellFrame),
    })),
  };
}

function parse(stack: string): ParsedStack {
  const parsed = parseStackText(stack);
  assert.ok(parsed !== null);
  return parsed;
}

describe('the text of a stack', () => {
  for (const name of NAMES) {
    it(`is read: ${name}`, () => {
      assert.deepEqual(tell(parseStackText(read(`${name}.txt`))), JSON.parse(read(`${name}.json`)));
    });

    it(`is read the same with the line ends of Windows: ${name}`, () => {
      const text = read(`${name}.txt`).replaceAll('\r', '');
      assert.deepEqual(parseStackText(text.replaceAll('\n', '\r\n')), parseStackText(text));
    });
  }

  it('is of no language when it is prose, a log or nothing', () => {
    const texts = [
      '',
      'it broke',
      'at noon (again)',
      '12:30:01 ERROR no cart',
      '#1 in the list: ok',
      'Error: x\n  at all',
    ];
    for (const text of texts) assert.equal(parseStackText(text), null, text);
  });

  it('groups by the first frames of the application, but not for JavaScript, which has not done so before', () => {
    const [frame, ...others] = parse(read('python-django.txt')).groupingFrames;
    assert.deepEqual([frame?.function, others.length], ['<genexpr>', 2]);
    assert.deepEqual(parse(read('javascript-node-cause.txt')).groupingFrames, []);
    assert.deepEqual(parse(read('javascript-firefox.txt')).groupingFrames, []);
  });

  it('takes the errors that inspection lists in an AggregateError for its causes', () => {
    const { stackFrames, causes } = parse(
      [
        'AggregateError [ECONNREFUSED]: ',
        '    at connect (/srv/shop/net.js:12:9) {',
        "  code: 'ECONNREFUSED',",
        '  [errors]: [',
        '    Error: connect ECONNREFUSED ::1:5432',
        '        at dial (/srv/shop/net.js:3:1) {',
        '      port: 5432',
        '    },',
        '    [TypeError: no host],',
        "    'text'",
        '  ],',
        '  [cause]: Error: no crew',
        '      at hire (/srv/shop/crew.js:3:1)',
        '}',
      ].join('\n'),
    );
    assert.deepEqual(
      stackFrames.map((frame) => frame.function),
      ['connect'],
    );
    assert.deepEqual(
      causes.map(({ type, message, stackFrames: [call] = [] }) => [type, message, call?.function]),
      [
        ['Error', 'connect ECONNREFUSED ::1:5432', 'dial'],
        ['TypeError', 'no host', undefined],
        ['Error', 'no crew', 'hire'],
      ],
    );
    const unlisted = parse('Error: x\n    at f (/srv/a.js:1:1)\n    Error: y\n    [errors]: [\n  Error: z');
    assert.deepEqual(unlisted.causes, []);
  });

  it('is read the same whatever was read before with other first lines', () => {
    const calls = '\n    at load (/srv/shop/remembered.js:12:9)\n    at run (/srv/shop/remembered.js:3:1)';
    for (const first of [
      'Error: a',
      'Error: order 7',
      'Caused by: x',
      'Error 1 of 2: x',
      '',
      'top@http://a/b.js:1:1',
    ]) {
      for (let round = 0; round < 2; round++) {
        const { stackFrames, causes } = parse(`${first}${calls}`);
        const isCause = first.startsWith('Caused') || first.startsWith('Error 1');
        assert.deepEqual([stackFrames.length, causes.length], isCause ? [0, 1] : [2, 0], first);
      }
    }
  });

  it('is cut where it is, and read as far as it goes', () => {
    for (const name of NAMES) {
      const text = read(`${name}.txt`);
      for (let end = 0; end < text.length; end += 7) parseStackText(text.slice(0, end));
    }
  });

  it('does not throw, whatever it is made of', () => {
    const lines = NAMES.flatMap((name) => read(`${name}.txt`).split('\n'));
    const line = fc.oneof(fc.constantFrom(...lines), fc.string(), fc.string({ unit: 'grapheme' }));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), (made) => {
        const parsed = parseStackText(made.join('\n'));
        for (const { filename, lineno } of parsed?.stackFrames ?? []) {
          assert.ok(filename !== '' && (lineno === undefined || Number.isFinite(lineno)));
        }
      }),
      { numRuns: 3000 },
    );
  });

  it('gives as many frames as an event may have, the innermost', () => {
    const calls = Array.from({ length: MAX_STACK_FRAMES + 1 }, (_, at) => `  File "/srv/a.py", line ${at + 1}, in f`);
    const { stackFrames } = parse(['Traceback (most recent call last):', ...calls, 'ValueError: x'].join('\n'));
    assert.deepEqual([stackFrames.length, stackFrames[0]?.lineno], [MAX_STACK_FRAMES, MAX_STACK_FRAMES + 1]);
  });

  it('is read up to so many lines', () => {
    const call = '\tat com.acme.A.f(A.java:1)';
    assert.equal(parse(['\n'.repeat(STACK_TEXT_LINES_MAX - 2), call].join('\n')).stackFrames.length, 1);
    assert.equal(parseStackText(['\n'.repeat(STACK_TEXT_LINES_MAX - 1), call].join('\n')), null);
  });

  it('is read without lines that are longer than a call', () => {
    const toCall = (length: number): string => `\tat com.acme.${'A'.repeat(length - 25)}.f(A.java:1)`;
    const fit = toCall(STACK_TEXT_LINE_CHARS_MAX);
    assert.equal(fit.length, STACK_TEXT_LINE_CHARS_MAX);
    assert.equal(parse(fit).stackFrames.length, 1);
    assert.equal(parseStackText(toCall(STACK_TEXT_LINE_CHARS_MAX + 1)), null);
  });

  it('gives so many causes, with so many frames together', () => {
    const link = (at: number): string => `Caused by: a.B: ${at}\n${'\tat a.B.f(B.java:1)\n'.repeat(40)}`;
    const { causes } = parse(
      `a.B: x\n\tat a.B.f(B.java:1)\n${Array.from({ length: 20 }, (_, at) => link(at)).join('')}`,
    );
    assert.equal(causes.length, EVENT_CAUSES_MAX);
    const counts = causes.map(({ stackFrames = [] }) => stackFrames.length);
    assert.deepEqual(counts.slice(0, 4), [40, 40, CAUSE_FRAMES_MAX - 80, 0]);
  });
});

/** What makes each reader work, and goes on without an end. */
const PIECES = [
  ...NAMES.map((name) => `${read(`${name}.txt`)}\n`),
  ...NAMES.flatMap((name) => read(`${name}.txt`).split('\n').slice(0, 12)).map((line) => `${line}\n`),
  ...[
    '  File "',
    '\tat a.',
    '\tat a(',
    '   at A(B(',
    '#0 a(1)',
    '#0 a(1): ',
    '#0      a (',
    ' (a 1.0) ',
    "a:1:in '",
    '0   a 0x1 ',
  ],
  ...[
    '| ',
    '+-',
    'a.',
    'a/',
    '<>c',
    '.<a>',
    'goroutine 1 ',
    '\t/a.go:1',
    'Caused by: ',
    ' ---> ',
    '    at a@',
    '(',
    ')',
    ' at ',
  ],
];

describe('the time that the text of a stack takes', () => {
  it('is small for texts of the longest length, and twice as much for twice the text', function () {
    this.timeout(120_000);
    for (const piece of PIECES) {
      for (const text of [
        piece.repeat(STACK_CHARS_MAX / piece.length + 1),
        `${piece}\n`.repeat(STACK_CHARS_MAX / piece.length + 1),
      ]) {
        const whole = text.slice(0, STACK_CHARS_MAX);
        assertLinear(whole, JSON.stringify(piece.slice(0, 80)));
      }
    }
  });
});

/** What is quicker is not measured well. */
const QUICK_MS = 12;

function assertLinear(whole: string, what: string): void {
  const half = whole.slice(0, whole.length / 2);
  let [halfMs, wholeMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < 8; round++) {
    wholeMs = Math.min(
      wholeMs,
      processorMs(() => parseStackText(whole)),
    );
    if (wholeMs <= QUICK_MS) return;
    halfMs = Math.min(
      halfMs,
      processorMs(() => parseStackText(half)),
    );
    if (round > 0 && wholeMs <= 3 * halfMs) return;
  }
  assert.fail(`${what}: ${halfMs} ms for half of it, ${wholeMs} ms for the whole`);
}
