import assert from 'node:assert/strict';
import type { Pattern } from '../../../src/workers/domain/pattern.js';
import { ACCESS_PATTERNS } from '../../../src/workers/domain/patterns/access.js';
import { BROWSER_PATTERNS } from '../../../src/workers/domain/patterns/browser.js';
import { DATABASE_PATTERNS } from '../../../src/workers/domain/patterns/databases.js';
import { FRAMEWORK_PATTERNS } from '../../../src/workers/domain/patterns/frameworks.js';
import { SERVICE_PATTERNS } from '../../../src/workers/domain/patterns/services.js';
import { WEB_PATTERNS } from '../../../src/workers/domain/patterns/web.js';
import { assertQuick } from '../../support/assert-quick.js';
import { REAL_MESSAGES, TRAPS } from './patterns-b.messages.js';

// The order of the table: services last, because `request-failed` explains whatever status no one else has claimed.
const PATTERNS: readonly Pattern[] = [
  ...DATABASE_PATTERNS,
  ...ACCESS_PATTERNS,
  ...WEB_PATTERNS,
  ...BROWSER_PATTERNS,
  ...FRAMEWORK_PATTERNS,
  ...SERVICE_PATTERNS,
];

function idFor(message: string, type: string | null = null): string | null {
  const found = PATTERNS.find(
    (pattern) =>
      pattern.match.some((expression) => expression.test(message)) ||
      (type !== null && (pattern.matchTyped ?? []).some((expression) => expression.test(`${type}: ${message}`))),
  );
  return found?.id ?? null;
}

describe('patterns of databases, access, web, browser, frameworks and services', () => {
  it('are 23, with distinct ids', () => {
    assert.equal(new Set(PATTERNS.map((pattern) => pattern.id)).size, 23);
    assert.equal(PATTERNS.length, 23);
  });

  for (const pattern of PATTERNS) {
    it(`explains the examples of ${pattern.id} by it first`, () => {
      for (const example of pattern.examples) assert.equal(idFor(example), pattern.id, example);
    });
  }

  for (const [id, messages] of Object.entries(REAL_MESSAGES)) {
    it(`explains real messages by ${id}`, () => {
      for (const message of messages) assert.equal(idFor(message), id, message);
    });
  }

  it('uses the class name where the bare message says too little', () => {
    assert.equal(idFor('Validation error', 'SequelizeUniqueConstraintError'), 'db-unique');
    assert.equal(idFor('No User found', 'NotFoundError'), 'data-client');
    assert.equal(idFor('Authentication failed.', 'MongoServerError'), 'db-auth');
    assert.equal(idFor('cancelled', 'TypeError'), 'request-failed');
    assert.equal(idFor('unreachable', 'RuntimeError'), 'chunk-load');
  });

  it('leaves messages alone that only mention a word in passing', () => {
    for (const trap of TRAPS) {
      assert.equal(idFor(trap), null, trap);
      assert.equal(idFor(trap, 'Error'), null, trap);
    }
  });

  it('stays fast on a long hostile message', () => {
    const long = `${'"a" : ('.repeat(2000)} use${'Aa'.repeat(4000)} ${'{'.repeat(4000)}`;
    assertQuick(1000, () => idFor(long, 'Error'));
  });
});
