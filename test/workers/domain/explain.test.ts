import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { PACKAGE_ROOT } from '../../../src/package.js';
import { explain as explainFacts } from '../../../src/workers/domain/explain.js';
import type { Pattern } from '../../../src/workers/domain/pattern.js';
import { PATTERNS } from '../../../src/workers/domain/patterns.js';
import type { Language } from '../../../src/workers/domain/stacks/text-stack.js';
import { assertQuick } from '../../support/assert-quick.js';

const MESSAGE_CHARS_MAX = 2048;

const explain = (type: string, message: string, language?: Language): ReturnType<typeof explainFacts> =>
  explainFacts({ type, message, language });

describe('explain', () => {
  describe('prefixes', () => {
    const bare = explain('TypeError', "Cannot read properties of undefined (reading 'map')");
    const forms: readonly [type: string, message: string][] = [
      ['Error', "Uncaught TypeError: Cannot read properties of undefined (reading 'map')"],
      ['Error', "Uncaught (in promise) TypeError: Cannot read properties of undefined (reading 'map')"],
      ['Error', "Unhandled promise rejection: TypeError: Cannot read properties of undefined (reading 'map')"],
      ['Error', "[TypeError: Cannot read properties of undefined (reading 'map')]"],
      ['Error', "Error: Error: TypeError: Cannot read properties of undefined (reading 'map')"],
      ['Error', "TypeError [ERR_X]: Cannot read properties of undefined (reading 'map')"],
      ['', "app.errors.RenderError: Cannot read properties of undefined (reading 'map')"],
      ['Anything at all', "Failed to load user: Cannot read properties of undefined (reading 'map')"],
    ];

    for (const [type, message] of forms) {
      it(`do not change the explanation: ${message}`, () => {
        assert.notEqual(bare, null);
        assert.deepEqual(explain(type, message), bare);
      });
    }

    it('name the class as well as the type does', () => {
      assert.notEqual(explain('TypeError', 'terminated'), null);
      assert.deepEqual(explain('Error', 'TypeError: terminated'), explain('TypeError', 'terminated'));
      assert.equal(explain('Error', 'terminated'), null);
    });
  });

  it('says the same whatever UUIDs a message names', () => {
    const [one, other] = ['7c9e6679-7425-40de-944b-e07fc1f90ae7', '12345678-4040-4290-8500-500404429503'];
    for (const words of ['connect ECONNREFUSED 127.0.0.1:5432', 'record could not be loaded', '']) {
      const messages = [`${words} (${one})`, `${words} (${other})`, `${words} (${other.toUpperCase()})`];
      const [first, ...others] = messages.map((message) => explain('Error', message));
      for (const explanation of others) assert.equal(explanation, first);
    }
    assert.notEqual(explain('Error', `connect ECONNREFUSED 127.0.0.1:5432 (${one})`), null);
  });

  it('says the text and then the suggestion', () => {
    const told = explain('Error', 'socket hang up');
    const pattern = PATTERNS.find(({ id }) => id === 'connection');
    assert.ok(told !== null && pattern !== undefined);
    assert.equal(told.explanation, `${pattern.text} ${pattern.suggestion}`);
    assert.equal(told.suggestion, pattern.suggestion);
  });

  describe('messages of ordinary life', () => {
    for (const message of readOrdinaryMessages()) {
      it(`leaves alone: ${message}`, () => {
        assert.equal(explain('Error', message), null);
        assert.equal(explain('', message), null);
        assert.equal(explain('', `Error: ${message}`), null);
      });
    }
  });

  describe('any message', () => {
    it('gets the same answer twice and never throws', () => {
      const anyMessage = fc.oneof(
        fc.string({ maxLength: MESSAGE_CHARS_MAX }),
        fc
          .array(fc.constantFrom(...PATTERNS.flatMap(examplesOf), ': ', ' ', '"', "'", '\n', 'Error: '), {
            maxLength: 8,
          })
          .map((parts) => parts.join('').slice(0, MESSAGE_CHARS_MAX)),
      );
      fc.assert(
        fc.property(fc.string({ maxLength: 40 }), anyMessage, (type, message) => {
          assert.deepEqual(explain(type, message), explain(type, message));
        }),
      );
    });

    it('is dealt with in linear time', () => {
      const pieces = [
        'a',
        ' ',
        ': ',
        '(',
        "'",
        '"',
        '[',
        'a.',
        'Error: ',
        'Error',
        'a b ',
        ' is ',
        'E',
        '\n',
        '1 ',
        "'a' ",
      ];
      const starts = [
        '',
        'Cannot ',
        'Failed to execute ',
        "can't access property ",
        '[Error: ',
        'The "',
        'spawn ',
        '"',
      ];
      for (const start of starts) {
        for (const piece of pieces) {
          const message = (start + piece.repeat(MESSAGE_CHARS_MAX)).slice(0, MESSAGE_CHARS_MAX);
          assertQuick(250, () => explain('TypeError', message), JSON.stringify(message.slice(0, 60)));
        }
      }
    });
  });
});

describe('the evidence of an error', () => {
  const titleOf = (facts: Parameters<typeof explainFacts>[0]): string | undefined => explainFacts(facts)?.title;
  const thrownBy = (library: string): string => `Error: x\n    at f (/srv/node_modules/${library}/index.js:1:2)`;

  it('lets the class decide between families that a code fits equally', () => {
    const message = 'Invalid response body while trying to fetch http://10.0.0.5:6379/: read ECONNRESET';
    assert.equal(titleOf({ type: 'RedisConnectionException', message }), 'No connection to the database');
  });

  it('is that of a database where nothing answers at its port or socket', () => {
    for (const message of [
      'connect ETIMEDOUT 10.0.0.5:5432',
      'connect ETIMEDOUT 10.0.0.5:6379',
      'connect ENOENT /var/run/postgresql/.s.PGSQL.5432',
      'connect EACCES /var/run/mysqld/mysqld.sock',
    ]) {
      assert.equal(titleOf({ type: 'Error', message }), 'No connection to the database', message);
    }
    assert.equal(titleOf({ type: 'Error', message: 'connect ETIMEDOUT 10.0.0.5:443' }), 'Timed out or cancelled');
    assert.equal(titleOf({ type: 'Error', message: 'connect ENOENT /run/x.sock' }), 'Connection refused or lost');
  });

  it('is that a library refused a call only where the library threw', () => {
    const refused = { type: 'TypeError', message: 'Expected a fluxgate of at least 2' };
    const own = 'TypeError: x\n    at f (/srv/app/src/a.js:1:2)';
    assert.equal(titleOf(refused), undefined);
    assert.equal(titleOf({ ...refused, stack: own }), undefined);
    assert.match(explainFacts({ ...refused, stack: thrownBy('flux') })?.explanation ?? '', /^A library refused/);
    assert.equal(titleOf({ ...refused, type: 'Error', stack: thrownBy('flux') }), undefined);
  });

  it('takes a library for more than a word', () => {
    const serialization = { type: 'org.acme.SerializationException', message: 'Error serializing value' };
    assert.equal(titleOf(serialization), 'Value cannot be copied or turned into JSON');
    assert.equal(
      titleOf({ ...serialization, type: 'org.apache.kafka.common.errors.SerializationException' }),
      'Connection refused or lost',
    );
  });

  it('falls back to the beginning of a code where what names all of it is narrowed away', () => {
    const code = '0A000';
    const told = [
      explainFacts({ type: 'error', message: 'cached plan must not change result type', code }),
      explainFacts({ type: 'error', message: 'set-returning functions are not allowed in CASE', code }),
    ];
    assert.match(told[0]?.explanation ?? '', /^A prepared statement got lost/);
    assert.match(told[1]?.explanation ?? '', /^The database refuses this SQL statement/);
  });

  it('is a general class only where nothing else explains the error', () => {
    const type = 'requests.exceptions.ConnectionError';
    const of = (message: string): string => explainFacts({ type, message, language: 'python' })?.explanation ?? '';
    assert.match(of('of no form that anyone knows'), /^A request to another service got no answer/);
    assert.match(of('[Errno 111] Connection refused'), /^The connection was refused/);
  });

  it('is the library where nothing else is known and the library threw', () => {
    const facts = { type: 'Error', message: 'of no form that anyone knows' };
    assert.equal(titleOf(facts), undefined);
    assert.equal(titleOf({ ...facts, stack: thrownBy('left-pad') }), undefined);
    assert.equal(titleOf({ ...facts, stack: thrownBy('js-yaml') }), 'Syntax error in code, URL or pattern');
    assert.equal(titleOf({ ...facts, stack: thrownBy('@langchain/core') }), 'An external service refused the request');
    const own = `Error: x\n    at g (/srv/shop/cart.js:1:2)${thrownBy('js-yaml').slice('Error: x'.length)}`;
    assert.equal(titleOf({ ...facts, stack: own }), undefined);
    assert.equal(
      titleOf({ ...facts, message: 'connect ECONNREFUSED 10.0.0.5:80', stack: thrownBy('js-yaml') }),
      'Connection refused or lost',
    );
  });
});

describe('an explanation for an error of another language', () => {
  const FOREIGN: readonly (readonly [Language, type: string, message: string])[] = [
    ['python', 'ModuleNotFoundError', "No module named 'requests'"],
    ['python', 'TypeError', "'int' object is not iterable"],
    ['python', 'SyntaxError', 'invalid syntax'],
    ['python', 'RecursionError', 'maximum recursion depth exceeded'],
    ['java', 'java.lang.NullPointerException', 'Cannot read field "x" because "cart" is null'],
    ['php', 'Error', 'Call to a member function total() on null'],
    ['ruby', 'NoMethodError', "undefined method 'price' for nil"],
    ['elixir', 'UndefinedFunctionError', 'function Shop.total/1 is undefined or private'],
    ['go', 'error', "invalid character '<' looking for beginning of value"],
  ];

  it('speaks of nothing that only JavaScript has', () => {
    const words = /\b(?:node|npm|javascript|typescript|await|promise|json\.parse|undefined|react)\b|\?\./i;
    for (const [language, type, message] of FOREIGN) {
      assert.doesNotMatch(explain(type, message, language)?.explanation ?? '', words, `${type}: ${message}`);
    }
    for (const pattern of PATTERNS) {
      for (const message of examplesOf(pattern)) {
        assert.doesNotMatch(explain('Error', message, 'python')?.explanation ?? '', words, message);
      }
    }
  });

  it('is the usual one where it holds everywhere, and where no language is known', () => {
    const refused = 'connect ECONNREFUSED 127.0.0.1:5432';
    assert.deepEqual(explain('OSError', refused, 'python'), explain('OSError', refused));
    assert.notEqual(explain('OSError', refused, 'python'), null);
    const missing = "Cannot read properties of undefined (reading 'id')";
    assert.notEqual(explain('TypeError', missing), null);
    assert.deepEqual(explain('TypeError', missing, 'javascript'), explain('TypeError', missing));
    assert.equal(explain('TypeError', missing, 'python'), null);
  });
});

function examplesOf({ examples, cases = [] }: Pattern): readonly string[] {
  return [...examples, ...cases.flatMap((one) => one.examples)].map((one) =>
    typeof one === 'string' ? one : one.message,
  );
}

function readOrdinaryMessages(): readonly string[] {
  const file = new URL('test/fixtures/corpus/explain_ordinary.txt', PACKAGE_ROOT);
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}
