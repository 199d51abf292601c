import { strict as assert } from 'node:assert';
import { type GroupTerm, parseGroupQuery, toQueryValue } from '../../schemas/group-query.js';
import {
  GROUP_QUERY_CHARS_MAX,
  GROUP_QUERY_TERMS_MAX,
  GROUP_QUERY_VALUES_MAX,
  QUERY_COUNT_MAX,
} from '../../schemas/limits.js';
import { toTypedPart } from '../../schemas/typed-query.js';

function termsOf(text: string): readonly GroupTerm[] {
  const parsed = parseGroupQuery(text);
  assert.ok(parsed.ok, parsed.ok ? '' : parsed.fault.sentence);
  return parsed.terms;
}

function faultOf(text: string): string {
  const parsed = parseGroupQuery(text);
  assert.ok(!parsed.ok, text);
  return `${parsed.fault.at}: ${parsed.fault.sentence}`;
}

const yes = { isNot: false };
const no = { isNot: true };
const HOUR = 3_600_000;

describe('a query for error groups', () => {
  const READS: Record<string, readonly GroupTerm[]> = {
    '': [],
    ' \t ': [],
    'timeout of payment': [
      { ...yes, key: 'message', values: ['timeout'] },
      { ...yes, key: 'message', values: ['of'] },
      { ...yes, key: 'message', values: ['payment'] },
    ],
    '"timed out" -"a \\"b\\""': [
      { ...yes, key: 'message', values: ['timed out'] },
      { ...no, key: 'message', values: ['a "b"'] },
    ],
    'is:unresolved,Regressed': [{ ...yes, key: 'is', values: ['unresolved', 'regressed'] }],
    'is:new,louder -changed:<1d': [
      { ...yes, key: 'is', values: ['new', 'louder'] },
      { ...no, key: 'changed', values: [{ comparison: '<', than: 24 * HOUR }] },
    ],
    '-severity:info !source:frontend': [
      { ...no, key: 'severity', values: ['info'] },
      { ...no, key: 'source', values: ['frontend'] },
    ],
    'browserVersion:"Safari 17.4" browser:Safari': [
      { ...yes, key: 'browserVersion', values: ['Safari 17.4'] },
      { ...yes, key: 'browser', values: ['Safari'] },
    ],
    'release:2.8.1,"3 beta" user:7': [
      { ...yes, key: 'release', values: ['2.8.1', '3 beta'] },
      { ...yes, key: 'user', values: ['7'] },
    ],
    'tag:tenant=north,south,plan="very free"': [
      {
        ...yes,
        key: 'tag',
        values: [
          { name: 'tenant', value: 'north' },
          { name: 'tenant', value: 'south' },
          { name: 'plan', value: 'very free' },
        ],
      },
    ],
    'seen:<1h first:>7d seen:30m': [
      { ...yes, key: 'seen', values: [{ comparison: '<', than: HOUR }] },
      { ...yes, key: 'first', values: [{ comparison: '>', than: 168 * HOUR }] },
      { ...yes, key: 'seen', values: [{ comparison: '<=', than: HOUR / 2 }] },
    ],
    'count:>100 count:<=5 count:7': [
      { ...yes, key: 'count', values: [{ comparison: '>', than: 100 }] },
      { ...yes, key: 'count', values: [{ comparison: '<=', than: 5 }] },
      { ...yes, key: 'count', values: [{ comparison: '=', than: 7 }] },
    ],
    '-message:"timed out" type:TypeError file:price.ts correlation:c-1 environment:prod': [
      { ...no, key: 'message', values: ['timed out'] },
      { ...yes, key: 'type', values: ['TypeError'] },
      { ...yes, key: 'file', values: ['price.ts'] },
      { ...yes, key: 'correlation', values: ['c-1'] },
      { ...yes, key: 'environment', values: ['prod'] },
    ],
  };
  for (const [text, terms] of Object.entries(READS)) {
    it(`reads ${text === '' ? 'nothing' : text}`, () => {
      assert.deepEqual(termsOf(text), terms);
    });
  }

  it('takes what is pasted from a message for words: names with a colon, addresses, a lone minus, commas', () => {
    const texts = [
      'TypeError: a,b',
      'Error:cause',
      'browserVersions:x',
      'error: x',
      'http://localhost:3000/a',
      '- 5',
      'a"b',
      '50%',
      "it's",
      'C:\\dir',
    ];
    for (const text of texts)
      assert.deepEqual(
        termsOf(text),
        text.split(' ').map((word) => ({ ...yes, key: 'message', values: [word] })),
      );
  });

  const FAULTS: Record<string, RegExp> = {
    'a relese:2': /^3: "relese" is no key; use one of is, .*, or put the words in quotes: "relese:2"\.$/,
    'is:open':
      /^4: "is:" takes unresolved, acknowledged, resolved, ignored, new, regressed or louder, and not "open"\.$/,
    'severity:fatal,bad': /^16: "severity:" takes info, warning, error or fatal, and not "bad"\.$/,
    'is:': /^4: A value is missing after "is:"; write for example is:unresolved\.$/,
    'type:a,,b': /^8: A value is missing after "type:"/,
    'type:"a b': /^6: The quote that begins here has no end; write another one behind the words\.$/,
    'x "': /^3: The quote that begins here has no end/,
    '""': /^1: There is nothing between the quotes/,
    'count:many': /^7: "count:" compares with a whole number; write for example count:>100\.$/,
    'count:>-1': /^7: /,
    'seen:<1y': /^6: "seen:" compares with a time in s, m, h, d or w; write for example seen:<1h\.$/,
    'tag:north': /^5: A tag has a name and a value; write for example tag:tenant=north\.$/,
    'tag:=x': /^5: /,
  };
  for (const [text, fault] of Object.entries(FAULTS)) {
    it(`refuses ${text}, and says where and what to write`, () => {
      assert.match(faultOf(text), fault);
    });
  }

  it('has at most GROUP_QUERY_CHARS_MAX characters', () => {
    assert.equal(termsOf('x'.repeat(GROUP_QUERY_CHARS_MAX)).length, 1);
    assert.match(faultOf('x'.repeat(GROUP_QUERY_CHARS_MAX + 1)), /longer than 512 characters/);
  });

  it('has at most GROUP_QUERY_TERMS_MAX terms', () => {
    assert.equal(termsOf('x '.repeat(GROUP_QUERY_TERMS_MAX)).length, GROUP_QUERY_TERMS_MAX);
    assert.match(faultOf('x '.repeat(GROUP_QUERY_TERMS_MAX + 1)), /at most 20 terms/);
  });

  it('has at most GROUP_QUERY_VALUES_MAX values of a key', () => {
    const of = (count: number): string => `type:${Array.from({ length: count }, (_, index) => `T${index}`).join(',')}`;
    assert.equal(termsOf(of(GROUP_QUERY_VALUES_MAX))[0]?.values.length, GROUP_QUERY_VALUES_MAX);
    assert.match(faultOf(of(GROUP_QUERY_VALUES_MAX + 1)), /at most 10 values/);
  });

  it('compares with numbers up to QUERY_COUNT_MAX, and with that for larger ones', () => {
    const than = (text: string) => termsOf(`count:${text}`)[0]?.values;
    assert.deepEqual(than(String(QUERY_COUNT_MAX)), [{ comparison: '=', than: QUERY_COUNT_MAX }]);
    assert.deepEqual(than(String(QUERY_COUNT_MAX + 1)), [{ comparison: '=', than: QUERY_COUNT_MAX }]);
  });

  it('never fails on any text, and takes no longer for hostile ones', () => {
    const pieces = [
      '"',
      '\\',
      ':',
      ',',
      '-',
      '!',
      'is',
      'tag',
      '=',
      ' ',
      'x',
      '__proto__',
      'constructor:x',
      '\0',
      '💥',
    ];
    for (let seed = 1; seed < 3000; seed += 1) {
      const text = Array.from({ length: 12 }, (_, index) => pieces[(seed * (index + 7) * 31) % pieces.length]).join('');
      parseGroupQuery(text);
      toTypedPart(text);
    }
    assert.match(faultOf('constructor:x'), /no key/);
  });
});

describe('a query that is being typed', () => {
  it('ends in a key, in a value, or in neither', () => {
    assert.deepEqual(toTypedPart(''), { kind: 'key', from: 0, prefix: '' });
    assert.deepEqual(toTypedPart('is:unresolved -se'), { kind: 'key', from: 15, prefix: 'se' });
    assert.deepEqual(toTypedPart('release:2.'), { kind: 'value', from: 8, key: 'release', prefix: '2.' });
    assert.deepEqual(toTypedPart('x is:resolved,reg'), { kind: 'value', from: 14, key: 'is', prefix: 'reg' });
    assert.deepEqual(toTypedPart('release:"2 b'), { kind: 'value', from: 8, key: 'release', prefix: '2 b' });
    assert.deepEqual(toTypedPart('browserV'), { kind: 'key', from: 0, prefix: 'browserV' });
    assert.deepEqual(toTypedPart('browserVersion:Sa'), {
      kind: 'value',
      from: 15,
      key: 'browserVersion',
      prefix: 'Sa',
    });
    assert.equal(toTypedPart('TypeErr'), null);
    assert.equal(toTypedPart('"is unres'), null);
    assert.equal(toTypedPart('nokey:x'), null);
  });

  it('gets values as a query has them', () => {
    for (const value of ['plain', 'two words', 'a,b', 'a "quoted" \\ one', '']) {
      const written = toQueryValue(value);
      if (value !== '') assert.deepEqual(termsOf(`type:${written}`)[0]?.values, [value]);
    }
    assert.equal(toQueryValue('plain'), 'plain');
  });
});
