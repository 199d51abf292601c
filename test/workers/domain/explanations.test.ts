import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { EXPLAIN_REQUIRED_CHARS_MIN } from '../../../src/limits.js';
import { PACKAGE_ROOT } from '../../../src/package.js';
import type { ErrorFacts } from '../../../src/workers/domain/evidence/evidence.js';
import { explain } from '../../../src/workers/domain/explain.js';
import { narrowness } from '../../../src/workers/domain/kind-index.js';
import {
  allSigns,
  type Condition,
  type Example,
  type Pattern,
  type Signs,
  type Words,
} from '../../../src/workers/domain/pattern.js';
import { PATTERNS } from '../../../src/workers/domain/patterns.js';
import { toPlainWords } from '../../../src/workers/domain/words.js';
import { assertQuick } from '../../support/assert-quick.js';

const PATTERN_COUNT = 46;
/** There are to be fewer of them from change to change: a code, a class or plain words do more than an expression. */
const EXPRESSIONS_MAX = 853;
const MESSAGE_CHARS_MAX = 2048;
const TEXT_CHARS_MAX = 400;
const SUGGESTION_CHARS_MAX = 350;

describe('the table of explanations', () => {
  it(`holds exactly ${PATTERN_COUNT} patterns, each with an id and a title of its own`, () => {
    assert.equal(PATTERNS.length, PATTERN_COUNT);
    assert.equal(new Set(PATTERNS.map(({ id }) => id)).size, PATTERN_COUNT);
    assert.equal(new Set(PATTERNS.map(({ title }) => title)).size, PATTERN_COUNT);
  });

  it('takes every file of the folder, and each has the name of its id', () => {
    const files = readdirSync(new URL('src/workers/domain/explanations/', PACKAGE_ROOT)).sort();
    assert.deepEqual(files, PATTERNS.map(({ id }) => `${id}.ts`).sort());
  });

  for (const pattern of PATTERNS) {
    it(`has ${pattern.id} from the file of that name, which holds nothing else`, async () => {
      const path = `../../../src/workers/domain/explanations/${pattern.id}.js`;
      const exported = (await import(path)) as Readonly<Record<string, unknown>>;
      assert.deepEqual(Object.keys(exported), [pattern.id.replaceAll('-', '_').toUpperCase()]);
      assert.equal(Object.values(exported)[0], pattern);
    });
  }

  it('stands in a folder where no file name is used twice', () => {
    const names = readdirSync(new URL('src/workers/domain/', PACKAGE_ROOT), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => basename(path));
    assert.ok(names.length > PATTERN_COUNT);
    assert.deepEqual(
      names.filter((name, index) => names.indexOf(name) !== index),
      [],
    );
  });
});

describe('every explanation', () => {
  for (const { id, title, text, suggestion, examples, counterexamples = [], cases = [] } of PATTERNS) {
    it(`explains the examples of ${id} by it`, () => {
      assert.ok(examples.length > 0);
      for (const example of examples) {
        assert.equal(explain(toFacts(example))?.title, title, toFacts(example).message);
        if (typeof example === 'string') assert.equal(explain({ type: '', message: example })?.title, title, example);
      }
    });

    it(`leaves the counterexamples of ${id} alone`, () => {
      for (const message of counterexamples) {
        for (const type of ['Error', '']) assert.notEqual(explain({ type, message })?.title, title, message);
      }
    });

    it(`names no example of ${id} twice`, () => {
      for (const some of [examples, cases.flatMap((one) => one.examples)]) {
        assert.equal(new Set(some.map((one) => JSON.stringify(toFacts(one)))).size, some.length);
      }
    });

    it(`keeps the texts of ${id} short`, () => {
      assert.match(id, /^[a-z0-9]+(?:-[a-z0-9]+)*$/);
      assert.ok(title.length >= 8 && title.length <= 60, title);
      for (const wording of [{ text, suggestion }, ...cases]) {
        assert.match(wording.text, /\.\)?$/);
        assert.ok(wording.text.length >= 60 && wording.text.length <= TEXT_CHARS_MAX, wording.text);
        assert.match(wording.suggestion, /\.\)?$/);
        assert.ok(wording.suggestion.length >= 30, wording.suggestion);
        assert.ok(wording.suggestion.length <= SUGGESTION_CHARS_MAX, wording.suggestion);
      }
    });

    it(`words the examples of each case of ${id} by that case`, () => {
      for (const wording of cases) {
        assert.ok(wording.examples.length > 0, wording.text);
        for (const example of wording.examples) {
          const explanation = `${wording.text} ${wording.suggestion}`;
          const told = explain(toFacts(example));
          assert.deepEqual(told, { title, explanation, suggestion: wording.suggestion }, toFacts(example).message);
        }
      }
    });
  }

  it('uses the class name where the bare message says too little', () => {
    const said: readonly [type: string, message: string, id: string][] = [
      ['SequelizeUniqueConstraintError', 'Validation error', 'db-unique'],
      ['NotFoundError', 'No User found', 'data-client'],
      ['MongoServerError', 'Authentication failed.', 'db-auth'],
      ['RuntimeError', 'unreachable', 'chunk-load'],
      ['TypeError', 'cancelled', 'timeout-or-abort'],
    ];
    for (const [type, message, id] of said) {
      assert.equal(explain({ type, message })?.title, titleOf(id), `${type}: ${message}`);
    }
    // Without the class these say something else, or nothing.
    assert.equal(explain({ type: 'Error', message: 'Validation error' })?.title, titleOf('validation'));
    assert.equal(explain({ type: 'Error', message: 'Authentication failed.' })?.title, titleOf('sign-in'));
    assert.equal(explain({ type: 'Error', message: 'No User found' }), null);
  });
});

describe('the signs of the table', () => {
  for (const field of ['codes', 'classes'] as const) {
    it(`give each of the ${field} that nothing narrows to one family`, () => {
      const owners = new Map<string, string>();
      for (const family of PATTERNS) {
        const { id, cases = [] } = family;
        for (const one of [family, ...cases].flatMap(allSigns)) {
          if (narrowness(one) > 0) continue;
          for (const name of one[field] ?? []) {
            assert.equal(owners.get(name) ?? id, id, name);
            owners.set(name, id);
          }
        }
      }
    });
  }
});

describe('the expressions of the table', () => {
  const pieces = ['a', ' ', ': ', '"', "'", '1 ', 'of type ', 'expected ', 'a b ', '\n', '<', '$'];

  for (const family of PATTERNS) {
    const { id } = family;
    it(`of ${id} are tried in linear time`, () => {
      for (const expression of wordsOf(family).filter((one) => one instanceof RegExp)) {
        // Either flag would make the answer depend on the message before.
        assert.ok(!expression.global && !expression.sticky, expression.source);
        for (const piece of pieces) {
          const message = piece.repeat(MESSAGE_CHARS_MAX).slice(0, MESSAGE_CHARS_MAX);
          assertQuick(100, () => expression.test(message), `${id} ${expression.source}`);
        }
      }
    });
  }

  it('stay fast on a long hostile message', () => {
    const long = `${'"a" : ('.repeat(2000)} use${'Aa'.repeat(4000)} ${'{'.repeat(4000)}`;
    const everyExpression = PATTERNS.flatMap(wordsOf).filter((one) => one instanceof RegExp);
    assertQuick(1000, () => {
      for (const expression of everyExpression) expression.test(long);
    });
    assertQuick(1000, () => explain({ type: 'Error', message: long }));
  });
});

describe('the wordings of the table', () => {
  const wordings = PATTERNS.flatMap(wordsOf);

  it('need fewer expressions from change to change', () => {
    const count = wordings.filter((one) => one instanceof RegExp).length;
    assert.ok(count <= EXPRESSIONS_MAX, `there are ${count} of them, and ${EXPRESSIONS_MAX} are allowed`);
  });

  it('have words that are long enough to be looked for', () => {
    for (const words of wordings) {
      if (typeof words === 'string') assert.ok(toPlainWords(words).length >= EXPLAIN_REQUIRED_CHARS_MIN, words);
    }
  });
});

/** All wordings of a family: what selects it, what narrows, and what tells its kinds apart. */
function wordsOf(family: Pattern): readonly Words[] {
  const { match, matchTyped = [], cases = [] } = family;
  const ofSigns = [family, ...cases].flatMap(allSigns).flatMap(wordsOfSigns);
  return [...match, ...matchTyped, ...cases.flatMap(({ when }) => toWords(when)), ...ofSigns];
}

function wordsOfSigns({ says = [], saysAmongErrors = [], where }: Signs): readonly Words[] {
  return [...says, ...saysAmongErrors, ...toWords(where)];
}

function toWords(condition: Condition = []): readonly Words[] {
  return condition instanceof RegExp ? [condition] : condition;
}

function toFacts(example: string | Example): ErrorFacts {
  return typeof example === 'string' ? { type: 'Error', message: example } : { type: 'Error', ...example };
}

function titleOf(id: string): string {
  const found = PATTERNS.find((pattern) => pattern.id === id);
  assert.ok(found !== undefined, id);
  return found.title;
}
