import assert from 'node:assert/strict';
import { ID_CHARS_MAX } from '../../schemas/limits.js';
import { matchRoute } from '../../src/gateway/match-route.js';
import { ROUTES } from '../../src/gateway/routes.js';
import { readError, useGateways } from '../support/gateway.js';
import { exchangeRaw } from '../support/raw.js';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

describe('route table', () => {
  it('knows the id in a path, decoded', () => {
    const match = matchRoute('GET', '/api/errors/a%2Fb%20c');
    assert.equal(match.kind === 'route' && match.id, 'a/b c');
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
      assert.equal(match.id, expected);
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
      '',
    ]) {
      assert.equal(matchRoute('GET', path).kind, 'not_found', path);
    }
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
      const url = path.replace('{id}', 'some-id');
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
