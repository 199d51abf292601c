import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { LOG_QUERY_CHARS_MAX, LOG_QUERY_DEPTH_MAX, LOG_QUERY_TERMS_MAX } from '../../schemas/limits.js';
import { type LogTerm, parseLogQuery } from '../../schemas/log-query.js';

/** A term as a text with every parenthesis. */
function toText(term: LogTerm | null): string {
  switch (term?.kind) {
    case undefined:
      return 'everything';
    case 'all':
    case 'any':
      return `(${term.terms.map(toText).join(term.kind === 'all' ? ' & ' : ' | ')})`;
    case 'not':
      return `!${toText(term.term)}`;
    case 'text':
      return term.parts.join('*');
    case 'level':
      return `level=${term.levels.join('+')}`;
    case 'source':
      return `source=${term.sources.join('+')}`;
  }
}

function read(query: string): string {
  const parsed = parseLogQuery(query);
  return parsed.ok ? toText(parsed.term) : `${parsed.fault.at}: ${parsed.fault.sentence}`;
}

describe('a query for log entries', () => {
  for (const [query, expected] of [
    ['', 'everything'],
    ['  \t ', 'everything'],
    ['timeout', 'timeout'],
    ['timed out', '(timed & out)'],
    ['timed AND out', '(timed & out)'],
    ['"timed out"', 'timed out'],
    ['"say \\"no\\" \\\\ \\n"', 'say "no" \\ \\n'],
    ['a OR b c OR d', '(a | (b & c) | d)'],
    ['(a OR b) c', '((a | b) & c)'],
    ['a -b', '(a & !b)'],
    ['a !b NOT c', '(a & !b & !c)'],
    ['-(a OR b)', '!(a | b)'],
    ['NOT NOT a', '!!a'],
    ['not or and', '(not & or & and)'],
    ['level:warn', 'level=warn'],
    ['level:warn,info -source:frontend', '(level=warn+info & !source=frontend)'],
    ['GET*500', 'GET*500'],
    ['*GET**500*', 'GET*500'],
    ['"a*b"', 'a*b'],
    ['TypeError: 12:30 http://a', '(TypeError: & 12:30 & http://a)'],
    ['a - b ! c', '(a & - & b & ! & c)'],
    ['x-y a-', '(x-y & a-)'],
    ['a"b c"d', '(a & b c & d)'],
    ['100% _x', '(100% & _x)'],
  ] as const) {
    it(`reads ${JSON.stringify(query)}`, () => assert.equal(read(query), expected));
  }

  for (const [query, at, words] of [
    ['"open', 1, 'no end'],
    ['a ""', 3, 'nothing between the quotes'],
    ['(a', 1, 'no end'],
    ['a)', 2, 'Nothing is open'],
    ['()', 2, 'A word is expected'],
    ['OR a', 1, 'A word is expected'],
    ['a OR', 5, 'ends where a word is expected'],
    ['a AND', 6, 'ends where a word is expected'],
    ['NOT', 4, 'ends where a word is expected'],
    ['a OR OR b', 6, 'A word is expected'],
    ['a **', 3, 'Every message has this'],
    ['level:error', 1, 'A level is one of'],
    ['level:', 1, 'A level is one of'],
    ['source:web', 1, 'A source is one of'],
  ] as const) {
    it(`refuses ${JSON.stringify(query)}`, () => {
      const parsed = parseLogQuery(query);
      assert.ok(!parsed.ok);
      assert.equal(parsed.fault.at, at);
      assert.ok(parsed.fault.sentence.includes(words), parsed.fault.sentence);
    });
  }

  it('has a length, a number of words and a depth at most', () => {
    assert.ok(parseLogQuery('x'.repeat(LOG_QUERY_CHARS_MAX)).ok);
    assert.ok(!parseLogQuery('x'.repeat(LOG_QUERY_CHARS_MAX + 1)).ok);
    assert.ok(parseLogQuery('x '.repeat(LOG_QUERY_TERMS_MAX)).ok);
    assert.match(read('x '.repeat(LOG_QUERY_TERMS_MAX + 1)), /^41: .* at most 20 terms/);
    const nested = (depth: number): string => `${'('.repeat(depth)}x${')'.repeat(depth)}`;
    assert.ok(parseLogQuery(nested(LOG_QUERY_DEPTH_MAX)).ok);
    assert.match(read(nested(LOG_QUERY_DEPTH_MAX + 1)), /nests at most 8 deep/);
    assert.match(read(`${'-'.repeat(LOG_QUERY_DEPTH_MAX + 1)}x`), /nests at most 8 deep/);
  });

  it('reads or refuses whatever is typed', () => {
    const piece = fc.constantFrom(
      '(',
      ')',
      '"',
      '-',
      '!',
      ' ',
      'OR',
      'AND',
      'NOT',
      'level:',
      'warn',
      ',',
      '*',
      'a',
      '\\',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 200 }), (pieces) => {
        const parsed = parseLogQuery(pieces.join(''));
        assert.ok(parsed.ok || (parsed.fault.at >= 1 && parsed.fault.at <= LOG_QUERY_CHARS_MAX + 1));
      }),
    );
  });
});
