import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { EXPLAIN_REQUIRED_CHARS_MIN, EXPLAIN_REQUIRED_TEXTS_MAX } from '../../../src/limits.js';
import { PACKAGE_ROOT } from '../../../src/package.js';
import { toMatcher, toText } from '../../../src/workers/domain/matcher.js';
import { PATTERNS } from '../../../src/workers/domain/patterns.js';
import { toRequiredTexts } from '../../../src/workers/domain/required-texts.js';
import { openTextIndex } from '../../../src/workers/domain/text-index.js';
import { hasWords } from '../../../src/workers/domain/words.js';

const WORDINGS = PATTERNS.flatMap(({ match, matchTyped = [], signs, cases = [] }) => [
  ...match,
  ...matchTyped,
  ...[signs, ...cases.map((one) => one.signs)].flatMap((one) => [
    ...(one?.says ?? []),
    ...(one?.saysAmongErrors ?? []),
  ]),
]);
const EXPRESSIONS = WORDINGS.filter((one) => one instanceof RegExp);

function readMessages(): readonly string[] {
  const lines = ['explain', 'explain2', 'explain_negative', 'explain2_negative'].flatMap((name) =>
    readFileSync(new URL(`test/fixtures/corpus/${name}.jsonl`, PACKAGE_ROOT), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as { message: string; type?: string }),
  );
  const examples = PATTERNS.flatMap(({ examples: own, cases = [] }) => [
    ...own,
    ...cases.flatMap((one) => one.examples),
  ]);
  const told = examples.map((one) => (typeof one === 'string' ? { message: one } : one));
  return [...lines, ...told].flatMap(({ message, type = 'Error' }) => [message, `${type}: ${message}`]);
}

describe('what an expression requires', () => {
  const REQUIRED: readonly (readonly [RegExp, readonly string[] | null])[] = [
    [/connection refused/, ['connection refused']],
    [/\b[Cc]onnection refused\b/, ['connection refused']],
    [/Refused|denied/i, ['refused', 'denied']],
    [/abc|d/, null],
    [/colou?r of paint/, ['r of paint']],
    [/(?:socket|pipe) (?:closed|broken)/, ['closed', 'broken']],
    [/(?:socket)? closed/, [' closed']],
    [/(?=never)closed(?!never)/, ['closed']],
    [/\d+ files? in [a-z]+/, [' file']],
    [/a\.b\.c \(x\)/, ['a.b.c (x)']],
    [/x{3}abcd{2,}e/, ['abcd']],
    [/[^)]abc[|)]/, ['abc']],
    [/(named)(?<word>group)/, ['named']],
    [/.*/, null],
  ];

  for (const [expression, texts] of REQUIRED) {
    it(`is read from ${String(expression)}`, () => {
      assert.deepEqual(toRequiredTexts(expression.source), texts);
    });
  }

  it('is in every message that an expression of the table matches', () => {
    for (const message of readMessages()) {
      const folded = message.toLowerCase();
      for (const expression of EXPRESSIONS) {
        if (!expression.test(message)) continue;
        const texts = toRequiredTexts(expression.source);
        assert.ok(texts?.some((text) => folded.includes(text)) ?? true, `${expression.source} in ${message}`);
      }
    }
  });

  it(`is no text of fewer than ${EXPLAIN_REQUIRED_CHARS_MIN} characters, and none of more than ${EXPLAIN_REQUIRED_TEXTS_MAX} texts`, () => {
    const short = 'x'.repeat(EXPLAIN_REQUIRED_CHARS_MIN);
    assert.deepEqual(toRequiredTexts(short), [short]);
    assert.equal(toRequiredTexts(short.slice(1)), null);
    const many = Array.from({ length: EXPLAIN_REQUIRED_TEXTS_MAX }, (_, index) => `text ${index}`);
    assert.deepEqual(toRequiredTexts(many.join('|')), many);
    assert.equal(toRequiredTexts([...many, 'one more'].join('|')), null);
  });
});

describe('a matcher', () => {
  it('finds what its wordings find, one by one', () => {
    const matchers = WORDINGS.map((words) => ({ words, isMatch: toMatcher([words]) }));
    for (const message of readMessages()) {
      const text = toText(message);
      for (const { words, isMatch } of matchers) {
        const isFound = words instanceof RegExp ? words.test(message) : hasWords(message, words);
        assert.equal(isMatch(text), isFound, `${String(words)} in ${message}`);
      }
    }
  }).timeout(60_000);
});

describe('an index of texts', () => {
  it('finds those that a message holds, whatever the case', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ minLength: 3, maxLength: 6, unit: fc.constantFrom('a', 'b', ' ', 'é') }), {
          maxLength: 20,
        }),
        fc.string({ maxLength: 60, unit: fc.constantFrom('a', 'b', 'B', ' ', 'é', 'É') }),
        (texts, content) => {
          const index = openTextIndex();
          const numbers = new Map(texts.map((text) => [index.add(text), text]));
          const found = new Set([...index.find(content)].map((number) => numbers.get(number)));
          assert.deepEqual(found, new Set(texts.filter((text) => content.toLowerCase().includes(text))));
        },
      ),
    );
  });
});
