import { strict as assert } from 'node:assert';
import { type FacetRow, toFacets } from '../src/answers/facets.js';
import { joinFacets, toOwnFacets, toRoute, toSharedFacets } from '../src/facets.js';
import {
  FACET_DISTINCTIONS_MAX,
  FACET_TAG_CHARS_MAX,
  FACET_TAGS_MAX,
  FACET_URL_CHARS_MAX,
  FACET_URL_PARTS_MAX,
  FACET_VALUE_CHARS_MAX,
  FACET_VALUES_SHOWN_MAX,
  USER_AGENT_CHARS_MAX,
} from '../src/limits.js';
import { toAgent } from '../src/user-agent.js';

const shared = (context: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(toSharedFacets(context));
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

describe('the facets of an event', () => {
  it('are read from what our own clients send', () => {
    const environment = { name: 'staging', runtime: 'node', nodeVersion: 'v20.11.1', os: 'linux', hostname: 'web-1' };
    assert.deepEqual(shared({ environment, release: '1.2.0' }), {
      release: '1.2.0',
      environment: 'staging',
      server: 'web-1',
      runtime: 'node 20.11',
      os: 'linux',
    });
  });

  it('are read from the contexts that SDKs send', () => {
    const contexts = {
      browser: { name: 'Safari', version: '17.4' },
      os: { name: 'macOS', version: '14' },
      runtime: { name: 'CPython', version: '3.11.4' },
    };
    assert.deepEqual(shared({ contexts, serverName: 'db-1' }), {
      server: 'db-1',
      browser: 'Safari',
      browserVersion: 'Safari 17.4',
      runtime: 'CPython 3.11',
      os: 'macOS',
    });
  });

  it('take the browser from a User-Agent where nothing else says it', () => {
    const agent = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) Version/17.4 Safari/605.1.15';
    const own = toOwnFacets({ request: { url: '/a', headers: { 'user-agent': agent } } });
    const said = (context: Record<string, unknown>) => joinFacets(toSharedFacets(context), own.text).get('browser');
    assert.equal(said({}), 'Safari');
    assert.equal(said({ environment: { browser: 'Firefox 141.0' } }), 'Firefox');
  });

  it('have the same user for the same name, and none for what was redacted', () => {
    const userOf = (user: Record<string, unknown>) => toOwnFacets({ user }).user;
    assert.equal(userOf({ id: 7, email: 'a@example.com' }), userOf({ id: '7' }));
    assert.notEqual(userOf({ id: 7 }), userOf({ id: 8 }));
    assert.notEqual(userOf({ id: 'x' }), userOf({ email: 'x' }));
    assert.equal(userOf({ id: '[Redacted]' }), null);
    assert.equal(userOf({}), null);
  });

  it('hold no control characters, and nothing that was redacted', () => {
    assert.deepEqual(shared({ release: 'a\nb\u0000c', tags: { token: '[Redacted]', 'a\nb': 'x' } }), {
      release: 'a b c',
    });
  });

  it('cut a value at its limit', () => {
    const release = 'r'.repeat(FACET_VALUE_CHARS_MAX);
    assert.equal(shared({ release }).release, release);
    assert.equal(shared({ release: `${release}r` }).release, release);
  });

  it('have the first tags by name, and none with a key past its limit', () => {
    const tags = Object.fromEntries(times(FACET_TAGS_MAX + 1, (index) => [`t${String(index).padStart(3, '0')}`, 'x']));
    assert.equal(Object.keys(shared({ tags })).length, FACET_TAGS_MAX);
    const long = 'k'.repeat(FACET_TAG_CHARS_MAX);
    assert.deepEqual(shared({ tags: { [long]: 1, [`${long}k`]: 1 } }), { [`tag:${long}`]: '1' });
  });

  it('stay what they are for hostile input', () => {
    for (const hostile of [null, 1, 'x', [], { name: {} }, { __proto__: null, name: [] }]) {
      toSharedFacets({ environment: hostile, tags: hostile, contexts: hostile, release: hostile });
      toOwnFacets({ user: hostile, request: hostile, contexts: hostile, transaction: hostile });
    }
  });
});

describe('the route of a URL', () => {
  for (const [url, route] of [
    ['https://shop.example/orders/123?page=2', '/orders/*'],
    ['/api/v2/orders/7c9e6679-7425-40de-944b-e07fc1f90ae7', '/api/v2/orders/*'],
    ['/users/deadbeef01/cart#top', '/users/*/cart'],
    ['https://shop.example', '/'],
    ['/checkout', '/checkout'],
  ] as const)
    it(`of ${url} is ${route}`, () => {
      assert.equal(toRoute(url), route);
    });

  it('ends at its limits', () => {
    const parts = '/a'.repeat(FACET_URL_PARTS_MAX);
    assert.equal(toRoute(parts), parts);
    assert.equal(toRoute(`${parts}/a/a`), `${parts}/…`);
    assert.equal(toRoute(`/${'a'.repeat(FACET_URL_CHARS_MAX)}`)?.length, FACET_URL_CHARS_MAX);
  });
});

describe('a User-Agent', () => {
  for (const [agent, browser, os] of [
    ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/120.0 Safari/537.36 Edg/120.0', 'Edge', 'Windows'],
    ['Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36', 'Chrome', 'Android'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) Version/17.4 Mobile Safari/604.1', 'Safari', 'iOS'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0', 'Firefox', 'Linux'],
    ['curl/8.5.0', undefined, undefined],
  ] as const)
    it(`names ${browser ?? 'nothing'} on ${os ?? 'nothing'}`, () => {
      assert.deepEqual([toAgent(agent).browser, toAgent(agent).os], [browser, os]);
    });

  it('is looked at up to its limit', () => {
    const mark = 'Firefox/1';
    assert.equal(toAgent(' '.repeat(USER_AGENT_CHARS_MAX - mark.length) + mark).browser, 'Firefox');
    assert.equal(toAgent(' '.repeat(USER_AGENT_CHARS_MAX) + mark).browser, undefined);
  });
});

describe('the answer of facets', () => {
  const row = (facet: string, value: string, count: number): FacetRow => ({
    facet,
    value,
    count,
    firstMs: 0,
    lastMs: 0,
  });

  it('tells so many values of a facet, and how many events have others', () => {
    const rows = times(FACET_VALUES_SHOWN_MAX + 1, (index) => row('url', `/${index}`, 2));
    const { facets } = toFacets({ eventCount: 9, users: 0, isApproximate: false, rows: [...rows, row('url', '', 3)] });
    assert.deepEqual([facets[0]?.values.length, facets[0]?.otherCount], [FACET_VALUES_SHOWN_MAX, 5]);
  });

  it('tells so many distinctions, the clearest first', () => {
    const rows = times(FACET_DISTINCTIONS_MAX + 1, (index) => row(`tag:${index}`, 'x', 10));
    const around = { total: () => 110, count: (facet: string) => 10 + Number(facet.slice(4)) };
    const { distinctions } = toFacets({ eventCount: 10, users: 0, isApproximate: false, rows, around });
    assert.equal(distinctions.length, FACET_DISTINCTIONS_MAX);
    assert.deepEqual(distinctions[0], { facet: 'tag:0', value: 'x', share: 1, elsewhere: 0 });
  });
});
