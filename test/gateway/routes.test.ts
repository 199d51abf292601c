import assert from 'node:assert/strict';
import { ID_CHARS_MAX } from '../../schemas/limits.js';
import { matchRoute, toMatcher } from '../../src/gateway/match-route.js';
import type { Route } from '../../src/gateway/route.js';
import { ROUTES } from '../../src/gateway/routes.js';
import { readError, useGateways } from '../support/gateway.js';
import { exchangeRaw } from '../support/raw.js';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

describe('route table', () => {
  it('knows the id in a path, decoded', () => {
    const match = matchRoute('GET', '/api/errors/a%2Fb%20c');
    assert.deepEqual(match.kind === 'route' && match.ids, { id: 'a/b c' });
  });

  it('takes an id at the limit and knows that a longer or broken one is the id of nothing', () => {
    for (const [id, expected] of [
      ['i'.repeat(ID_CHARS_MAX), 'i'.repeat(ID_CHARS_MAX)],
      ['i'.repeat(ID_CHARS_MAX + 1), null],
      ['%E0%A4%A', null],
      ['%', null],
    ] as const) {
      const match = matchRoute('GET', `/api/errors/${id}`);
      assert.ok(match.kind === 'route');
      assert.deepEqual(match.ids, { id: expected });
    }
  });

  it('has nothing at an empty id, below an id, or beside a path', () => {
    for (const path of [
      '/api/errors/',
      '/api/errors/a/b',
      '/api',
      '/api/',
      '/api/Errors',
      '/api/stats/x',
      '/api/errorsx',
      '/api/stats/',
      '/ws/',
      '/'.repeat(10_000),
      '',
    ]) {
      assert.equal(matchRoute('GET', path).kind, 'not_found', path);
    }
  });

  it('has each method of a path once', () => {
    const keys = ROUTES.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`);
    assert.equal(new Set(keys).size, ROUTES.length);
  });
});

describe('path patterns', () => {
  const [template] = ROUTES;
  assert.ok(template);
  const row = (path: string, facts: Partial<Route> = {}): Route => ({ ...template, path, ...facts });
  const match = toMatcher([
    row('/api/{project}/envelope/', { isSlashOptional: true }),
    row('/api/{project}/{kind}'),
    row('/api/errors/{id}', { method: 'GET' }),
    row('/api/errors/{group}', { method: 'PATCH' }),
    row('/api/{project}/envelope/{part}/of/{whole}'),
    row('/api/errors/all'),
    row('/api/info', { isSlashOptional: true }),
  ]);
  const find = (path: string, method = 'POST') => {
    const found = match(method, path);
    return found.kind === 'route' ? [found.route.path, { ...found.ids }] : found.kind;
  };

  it('have ids in any segment, as many as there are', () => {
    assert.deepEqual(find('/api/7/envelope/a%20b/of/c'), [
      '/api/{project}/envelope/{part}/of/{whole}',
      { project: '7', part: 'a b', whole: 'c' },
    ]);
    for (const path of ['/api/7/envelope/a/of', '/api/7/envelope/a/of/', '/api/7/envelope//of/c', '/api/7/x/a/of/c']) {
      assert.equal(find(path), 'not_found', path);
    }
  });

  it('match with and without a slash at the end where the row says so, and only there', () => {
    for (const path of ['/api/7/envelope/', '/api/7/envelope']) {
      assert.deepEqual(find(path), ['/api/{project}/envelope/', { project: '7' }]);
    }
    for (const path of ['/api/info', '/api/info/']) assert.deepEqual(find(path), ['/api/info', {}]);
    for (const path of ['/api/7/other/', '/api/errors/all/', '/api/7/envelope//']) {
      assert.equal(find(path), 'not_found', path);
    }
  });

  it('prefer what is literal, the earlier segment first', () => {
    assert.deepEqual(find('/api/errors/all'), ['/api/errors/all', {}]);
    assert.deepEqual(find('/api/errors/envelope', 'GET'), ['/api/errors/{id}', { id: 'envelope' }]);
    assert.deepEqual(find('/api/errors/envelope/'), ['/api/{project}/envelope/', { project: 'errors' }]);
    assert.deepEqual(find('/api/7/other'), ['/api/{project}/{kind}', { project: '7', kind: 'other' }]);
    assert.equal(find('/api/errors/other'), 'method_not_allowed');
  });

  it('may name the id of a segment differently from method to method', () => {
    assert.deepEqual(find('/api/errors/1', 'GET'), ['/api/errors/{id}', { id: '1' }]);
    assert.deepEqual(find('/api/errors/1', 'PATCH'), ['/api/errors/{group}', { group: '1' }]);
    assert.deepEqual(match('OPTIONS', '/api/errors/1'), {
      kind: 'options',
      methods: ['GET', 'HEAD', 'PATCH', 'OPTIONS'],
    });
  });

  it('take nothing in a path for a pattern', () => {
    for (const path of ['/api/{project}/envelope', '/api/.*/envelope', '/api/__proto__/envelope']) {
      const found = match('POST', path);
      assert.deepEqual(found.kind === 'route' && found.ids.project, path.split('/')[2]);
    }
    assert.equal(find('/.*'), 'not_found');
  });
});

describe('gateway routing', () => {
  const openTestGateway = useGateways();

  it('answers an unknown path with 404', async () => {
    const { fetch } = await openTestGateway();
    for (const method of METHODS.filter((name) => name !== 'HEAD')) {
      await readError(await fetch('/api/missing', { method }), 404, 'not_found');
    }
  });

  for (const path of new Set(ROUTES.map((route) => route.path))) {
    it(`answers 405 with Allow, and OPTIONS with 204, on ${path}`, async () => {
      const { fetch } = await openTestGateway();
      const own = ROUTES.filter((route) => route.path === path).map((route) => route.method);
      const allowed = [...own.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'];
      const url = path.replace(/\{\w+\}/g, 'some-id');
      for (const method of METHODS) {
        if (allowed.includes(method)) continue;
        const response = await fetch(url, { method });
        assert.equal(response.status, 405, method);
        assert.equal(response.headers.get('allow'), allowed.join(', '));
      }
      const options = await fetch(url, { method: 'OPTIONS' });
      assert.equal(options.status, 204);
      assert.equal(options.headers.get('allow'), allowed.join(', '));
      assert.equal(await options.text(), '');
    });
  }

  it('answers HEAD like GET, without the body, and the connection stays usable', async () => {
    const { gateway } = await openTestGateway();
    for (const path of ['/api/health', '/api/errors', '/api/missing']) {
      const answers = await exchangeRaw(gateway.port, `HEAD ${path} HTTP/1.1\r\nHost: x\r\n\r\n`, /\r\n\r\n$/);
      assert.match(answers, /^HTTP\/1\.1 (200|404) .*Content-Length: [1-9]\d*\r\n.*\r\n\r\n$/s, path);
    }
  });

  it('answers broken percent-encoding with JSON, never with an exception', async () => {
    const { gateway } = await openTestGateway();
    const raw = (path: string) => exchangeRaw(gateway.port, `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    assert.match(await raw('/api/errors/%E0%A4%A'), /^HTTP\/1\.1 404 .*"error_group_not_found"/s);
    assert.match(await raw('/api/requests/%'), /^HTTP\/1\.1 404 .*"request_not_found"/s);
    assert.match(await raw('/%E0%A4%A'), /^HTTP\/1\.1 404 .*"not_found"/s);
    assert.match(await raw('/api/errors?search=%E0%A4%A'), /^HTTP\/1\.1 400 .*"invalid_query"/s);
    assert.match(await raw('/api/health'), /^HTTP\/1\.1 200 /);
  });
});
