import assert from 'node:assert/strict';
import { toChangePolicy, toIngestDialect } from '../../src/gateway/foreign-pages.js';

const HOST = 'localhost:3800';
const ask = (origin: string, fetchSite = '') => ({ origin, host: HOST, fetchSite });

describe('changes by a page', () => {
  const byDefault = toChangePolicy({ corsOrigin: true, corsOriginGiven: false });
  const listed = toChangePolicy({ corsOrigin: ['https://app.example'], corsOriginGiven: true });

  for (const [what, facts] of [
    ['no page', ask('')],
    ['what a person typed', ask('', 'none')],
    ["the daemon's own page", ask('http://localhost:3800', 'same-origin')],
    ['a page on a loopback host', ask('http://localhost:5173', 'same-site')],
    ['a page on a name below localhost', ask('https://shop.localhost', 'cross-site')],
    ['a page on a loopback address', ask('http://127.0.0.1:8080')],
    ['a page on the IPv6 loopback address', ask('http://[::1]:8080')],
  ] as const) {
    it(`are allowed to ${what}, by default and with a list`, () => {
      assert.deepEqual([byDefault(facts), listed(facts)], [true, true]);
    });
  }

  for (const [what, facts] of [
    ['a foreign page', ask('https://evil.example', 'cross-site')],
    ['a foreign page of an old browser', ask('https://evil.example')],
    ['a page without an origin', ask('null', 'cross-site')],
    ['a foreign page that hides its origin', ask('', 'cross-site')],
    ['a page on a neighbour of the host', ask('', 'same-site')],
    ['a page with a name like localhost', ask('http://localhost.evil.example')],
    ['a file', ask('file://localhost')],
    ['an extension', ask('chrome-extension://localhost')],
    ['nonsense', ask('localhost')],
  ] as const) {
    it(`are refused to ${what}, by default and with a list`, () => {
      assert.deepEqual([byDefault(facts), listed(facts)], [false, false]);
    });
  }

  it('are allowed to a page that is listed by name, however it is written', () => {
    for (const origin of ['https://app.example', 'https://APP.example']) assert.ok(listed(ask(origin, 'cross-site')));
  });

  it('are allowed to every page when corsOrigin was set to true on purpose', () => {
    const open = toChangePolicy({ corsOrigin: true, corsOriginGiven: true });
    assert.ok(open(ask('https://evil.example', 'cross-site')));
    assert.ok(open(ask('null')));
  });
});

describe('calls that pages make', () => {
  it('are ingest and what a browser asks before it, not what the same paths answer', () => {
    for (const [method, path, dialect] of [
      ['POST', '/api/logs', 'errord'],
      ['OPTIONS', '/api/events/batch', 'errord'],
      ['POST', '/api/1/envelope/', 'sentry'],
      ['OPTIONS', '/api/shop/store', 'sentry'],
      ['POST', '/stream', 'spotlight'],
    ] as const) {
      assert.equal(toIngestDialect({ method, path }), dialect);
    }
    for (const [method, path] of [
      ['GET', '/api/logs'],
      ['POST', '/api/logs/clear'],
      ['GET', '/api/errors'],
      ['POST', '/api/clear'],
    ] as const) {
      assert.equal(toIngestDialect({ method, path }), null, path);
    }
  });
});
