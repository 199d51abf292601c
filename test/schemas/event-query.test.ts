import { strict as assert } from 'node:assert';
import { EVENT_KEYS, parseEventQuery, toFacetTerm } from '../../schemas/event-query.js';
import { FACET_KEYS } from '../../src/facet-queries.js';
import { FACETS } from '../../src/facets.js';

function faultOf(text: string): string {
  const parsed = parseEventQuery(text);
  assert.ok(!parsed.ok, text);
  return `${parsed.fault.at}: ${parsed.fault.sentence}`;
}

describe('a query for the events of an error', () => {
  it('takes what events say, and what each facet that is shown is called', () => {
    assert.ok(parseEventQuery('').ok);
    const keys: readonly string[] = EVENT_KEYS;
    for (const facet of [...FACETS, ...FACET_KEYS, 'user']) assert.ok(keys.includes(facet), facet);
    for (const facet of FACETS) assert.ok(parseEventQuery(toFacetTerm(facet, 'a "b", c')).ok, facet);
  });

  it('refuses words and what is said of whole errors, and says where and what to write', () => {
    assert.match(
      faultOf('release:2 is:resolved'),
      /^11: "is:" is for finding errors and not for the events of one; use release, environment, .* or transaction\.$/,
    );
    assert.match(faultOf('timeout'), /^1: Words are for finding errors/);
    assert.match(faultOf('os:Linux -message:x'), /^10: Words are /);
    assert.match(faultOf('relese:2'), /^1: "relese" is no key/);
  });

  it('has a value of a facet as a term that reads the same', () => {
    const values = ['plain', 'two words', 'a,b', 'a "quoted" \\ one', '-1', 'x=y', '=', 'a:b', '\u2028', 'a\\'];
    for (const value of values) {
      const [one, tag] = [parseEventQuery(toFacetTerm('url', value)), parseEventQuery(toFacetTerm('tag:a "b"', value))];
      assert.deepEqual(one.ok && one.terms, [{ isNot: false, key: 'url', values: [value] }]);
      assert.deepEqual(tag.ok && tag.terms, [{ isNot: false, key: 'tag', values: [{ name: 'a "b"', value }] }]);
    }
  });
});
