import assert from 'node:assert/strict';
import { MAX_MESSAGE_LENGTH, MAX_STACK_FRAMES, REDACTED } from '../../../../src/constants.js';
import {
  EVIDENCE_CHARS_MAX,
  FINDING_CAUSES_MAX,
  FINDING_MESSAGE_CHARS_MAX,
  FINDING_WORDS_CHARS_MAX,
  FINDINGS_MAX,
  FRAME_CONTEXT_LINE_CHARS_MAX,
} from '../../../../src/limits.js';
import type { FindingFacts } from '../../../../src/workers/domain/findings/finding.js';
import { findings, ROOMS, withFindings } from '../../../../src/workers/domain/findings/findings.js';
import { MISSING_VALUES } from '../../../../src/workers/domain/findings/wordings/missing-value-words.js';
import { assertQuick } from '../../../support/assert-quick.js';

const BARE: FindingFacts = { type: 'Error', message: '', frames: [], causes: [] };

function sentences(facts: Partial<FindingFacts>): string[] {
  return findings({ ...BARE, ...facts }).map(({ sentence }) => sentence);
}

const REFUSED = 'connect ECONNREFUSED 127.0.0.1:5432';
const REFUSED_SAID = 'Nothing listens on `127.0.0.1:5432`; that is the usual port of PostgreSQL.';

describe('findings', () => {
  it('are none where the event shows nothing', () => {
    for (const message of ['', 'coupon expired', 'Order 401 shipped late', 'The table "orders" is full']) {
      assert.deepEqual(sentences({ message }), [], message);
    }
  });

  it('are those of the innermost cause that shows something, where the message shows nothing', () => {
    const causes = [{ message: 'outer' }, { message: 'connect ECONNREFUSED 10.0.0.9:80' }, { message: REFUSED }];
    assert.deepEqual(sentences({ message: 'fetch failed', causes }), [REFUSED_SAID]);
    const [found] = findings({ ...BARE, message: 'fetch failed', causes });
    assert.deepEqual([...new Set(found?.evidence.map(({ shownBy }) => shownBy))], ['cause']);
  });

  it(`look at ${FINDING_CAUSES_MAX} causes from the innermost on`, () => {
    const others = Array.from({ length: FINDING_CAUSES_MAX - 1 }, () => ({ message: 'nothing' }));
    assert.deepEqual(sentences({ causes: [{ message: REFUSED }, ...others] }), [REFUSED_SAID]);
    assert.deepEqual(sentences({ causes: [{ message: REFUSED }, ...others, { message: 'nothing' }] }), []);
  });

  it('do not place what a cause says in the frames of the event', () => {
    const frames = [{ filename: '/srv/a.ts', function: 'run', lineno: 3, inApp: true, contextLine: 'cart.total' }];
    const causes = [{ type: 'TypeError', message: "Cannot read properties of undefined (reading 'total')" }];
    assert.deepEqual(sentences({ message: 'render failed', frames, causes }), []);
  });

  it('say what a code means where no message names it', () => {
    assert.deepEqual(sentences({ message: 'query failed', code: '23505' }), [
      'The code `23505` means that a value that must come once is there already.',
    ]);
    assert.deepEqual(sentences({ message: 'fetch failed', causes: [{ message: 'no', code: 'ECONNRESET' }] }), [
      'The code `ECONNRESET` means that the other end closed the connection.',
    ]);
    assert.deepEqual(sentences({ message: 'read ECONNRESET', code: 'ECONNRESET' }), []);
    assert.deepEqual(sentences({ message: 'no', code: 'E_CART' }), []);
  });

  it(`are at most ${FINDINGS_MAX}`, () => {
    const message = [
      'connect ECONNREFUSED 10.0.0.7:80',
      'no such table: users',
      "Cannot find module 'a'",
      'Request failed with status code 404',
      "KeyError: 'a'",
    ].join('; ');
    assert.equal(sentences({ message }).length, FINDINGS_MAX);
  });

  it('say nothing of what goes up to where the message is cut, or begins behind', () => {
    const fill = FINDING_MESSAGE_CHARS_MAX - 'Error: '.length;
    const at = (chars: number): string => `${'x '.repeat(fill).slice(0, chars - 1)} ${REFUSED} later`;
    assert.deepEqual(sentences({ message: at(fill - REFUSED.length - 2) }), [REFUSED_SAID]);
    assert.deepEqual(sentences({ message: at(fill - REFUSED.length) }), []);
    assert.deepEqual(sentences({ message: at(fill) }), []);
  });

  it('say nothing beside what was redacted, in any of the marks that are in use', () => {
    for (const mark of [REDACTED, '[Filtered]', '%5BRedacted%5D', '***', '<redacted>', '[Truncated]']) {
      assert.deepEqual(sentences({ message: `getaddrinfo ENOTFOUND db.${mark}` }), [], mark);
      assert.deepEqual(sentences({ message: `ENOENT: no such file or directory, open '/srv/${mark}/a'` }), [], mark);
      assert.deepEqual(sentences({ message: `relation "${mark}" does not exist` }), [], mark);
    }
  });

  it('never say a value of a row', () => {
    const [said = ''] = sentences({ message: "Duplicate entry 'ana@shop.test' for key 'email'" });
    assert.doesNotMatch(said, /ana/);
  });

  it('leave the query of a URL out', () => {
    const [said = ''] = sentences({
      message: 'request to https://api.test/v1?email=ana failed, reason: socket hang up',
    });
    assert.equal(said, 'The call went to `https://api.test/v1`.');
  });
});

describe('what an event says in a finding', () => {
  const quoted = (name: string): string => sentences({ message: `relation "${name}" does not exist` })[0] ?? '';

  it('cannot close the code that it stands in', () => {
    assert.equal(quoted('a` **b** `c'), "PostgreSQL finds no table or view `a' **b** 'c`.");
  });

  it('is kept as text, be it markup or a link', () => {
    assert.equal(
      quoted('<img src=x onerror=alert(1)>'),
      'PostgreSQL finds no table or view `<img src=x onerror=alert(1)>`.',
    );
    assert.equal(quoted('[a](https://evil.test)'), 'PostgreSQL finds no table or view `[a](https://evil.test)`.');
  });

  it('stands on one line, without colours, controls and what turns the direction', () => {
    assert.equal(
      quoted('a\n\tb\u001b[31mc\u001b]8;;https://evil.test\u0007d\u202ee\u2066f\u200bg\u0000h'),
      'PostgreSQL finds no table or view `a bcdefgh`.',
    );
  });

  it('is no finding where nothing of it can be seen', () => {
    assert.equal(quoted('\u200b\u202e'), '');
  });

  it('is cut with an ellipsis, and so is its evidence', () => {
    const path = `/${'p'.repeat(FINDING_WORDS_CHARS_MAX)}`;
    const message = `ENOENT: no such file or directory, open '${path}'`;
    assert.deepEqual(sentences({ message }), [
      `Nothing is at \`${path.slice(0, FINDING_WORDS_CHARS_MAX)}…\`, where \`open\` looked.`,
    ]);
    const exact = path.slice(0, FINDING_WORDS_CHARS_MAX);
    assert.deepEqual(sentences({ message: `ENOENT: no such file or directory, open '${exact}'` }), [
      `Nothing is at \`${exact}\`, where \`open\` looked.`,
    ]);
    const long = `ENOENT: no such file or directory, open '/${'p'.repeat(EVIDENCE_CHARS_MAX)}'`;
    const [found] = findings({ ...BARE, message: long });
    assert.equal(found?.evidence[0]?.text.length, EVIDENCE_CHARS_MAX + 1);
  });
});

describe('an explanation with findings', () => {
  const given = { title: 'T', explanation: 'What it means. What to do.', suggestion: 'What to do.' };

  it('begins with them and shows where their words stand', () => {
    const message = `${REFUSED}; ENOENT: no such file or directory, open '/a'`;
    const explained = withFindings(given, findings({ ...BARE, message }));
    assert.equal(
      explained.explanation,
      `${REFUSED_SAID} Nothing is at \`/a\`, where \`open\` looked. ${given.explanation}`,
    );
    assert.deepEqual(
      explained.evidence?.map(({ start, end }) => explained.explanation.slice(start, end)),
      ['`127.0.0.1:5432`', '`/a`', '`open`'],
    );
  });

  it('is itself where there are none', () => {
    assert.equal(withFindings(given, []), given);
  });
});

describe('the cost of findings', () => {
  const pieces = [
    ...[...MISSING_VALUES].flatMap(({ has, example }) => [has, example]),
    ...ROOMS.flat().flatMap(({ has, example }) => [has, example[0]]),
    ...[
      'connect ECONNREFUSED a.',
      'a.',
      'TypeError: a.',
      '"',
      "'",
      '`',
      '(',
      '[',
      'a.b[',
      '\u001b[',
      '\u001b]',
      ' ',
      '  ',
    ],
  ];

  it('is small for a message of any repeated piece', () => {
    for (const piece of pieces) {
      const message = piece.repeat(Math.ceil(MAX_MESSAGE_LENGTH / piece.length)).slice(0, MAX_MESSAGE_LENGTH);
      assertQuick(60, () => findings({ ...BARE, type: 'TypeError', message }), JSON.stringify(piece));
    }
  });

  it('is small for a source line of any repeated piece', () => {
    for (const piece of ['.total', 'a.total', '(', ')', ')]', 'a[', '].total', '`', '\\', '/*', 'a?.', '!']) {
      const contextLine = piece.repeat(FRAME_CONTEXT_LINE_CHARS_MAX).slice(0, FRAME_CONTEXT_LINE_CHARS_MAX);
      const frame = { filename: 'a.ts', lineno: 1, inApp: true };
      for (const line of [contextLine, contextLine.slice(0, 300)]) {
        const frames = [{ ...frame, contextLine: line }, ...Array.from({ length: MAX_STACK_FRAMES - 1 }, () => frame)];
        const message = "Cannot read properties of undefined (reading 'total')";
        assertQuick(60, () => findings({ ...BARE, message, frames }), JSON.stringify(piece));
      }
    }
  });
});
