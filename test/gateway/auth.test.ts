import assert from 'node:assert/strict';
import { ROUTES } from '../../src/gateway/routes.js';
import { FeedClient, refuseFeed } from '../support/feed-client.js';
import { anEvent, readError, useGateways } from '../support/gateway.js';

/** Of google.rpc.Code. */
const UNAUTHENTICATED = 16;

describe('gateway token', () => {
  const openTestGateway = useGateways();

  for (const route of ROUTES.filter(({ isOpen, action }) => isOpen !== true && action.kind !== 'feed')) {
    it(`is wanted for ${route.method} ${route.path}`, async () => {
      const { fetch } = await openTestGateway({ authToken: 'secret' });
      const response = await fetch(route.path.replace(/\{\w+\}/g, 'some-id'), { method: route.method });
      const dialect = route.action.kind === 'ingest' ? route.action.form.dialect : 'errord';
      if (dialect === 'sentry' || dialect === 'spotlight') {
        // The SDKs' own form: 403, and the sentence where they look for it.
        assert.equal(response.status, 403);
        assert.match(response.headers.get('x-sentry-error') ?? '', /key/);
      } else if (dialect.startsWith('otlp')) {
        const { code } = (await response.json()) as { code: number };
        assert.deepEqual([response.status, code], [401, UNAUTHENTICATED]);
      } else {
        assert.equal(response.headers.get('www-authenticate'), 'Bearer');
        await readError(response, 401, 'unauthorized');
      }
    });
  }

  it('is taken from the Bearer header or the query parameter', async () => {
    const { fetch, post, store } = await openTestGateway({ authToken: 'se cret+ü' });
    const token = encodeURIComponent('se cret+ü');
    assert.equal((await fetch(`/api/errors?token=${token}&page=2`)).status, 200);
    assert.equal((await post(`/api/events?token=${token}`, anEvent)).status, 201);
    assert.equal((await post(`/api/clear?token=${token}`, '')).status, 200);
    assert.deepEqual({ ...store.queries[0]?.parameters }, { page: 2, pageSize: 50 });
    const plain = await openTestGateway({ authToken: 'secret' });
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      assert.equal((await plain.fetch('/api/errors', { headers: { authorization: `${scheme} secret` } })).status, 200);
    }
  });

  it('is refused when it is wrong, empty, or of another scheme', async () => {
    const { fetch, gateway, post } = await openTestGateway({ authToken: 'secret' });
    for (const authorization of ['Bearer wrong', 'Bearer secret2', 'Bearer ', 'Basic secret', 'secret']) {
      await readError(await fetch('/api/errors', { headers: { authorization } }), 401, 'unauthorized');
    }
    for (const query of ['token=', 'token=wrong', 'token=secret&token=secret', 'token=%E0%A4%A']) {
      await readError(await fetch(`/api/errors?${query}`), 401, 'unauthorized');
    }
    await readError(await post('/api/events', anEvent), 401, 'unauthorized');
    assert.deepEqual(gateway.outcomes.toJson().total.rejected, { unauthorized: 1 });
  });

  it('is not wanted for health and preflights', async () => {
    const { fetch } = await openTestGateway({ authToken: 'secret' });
    assert.equal((await fetch('/api/health')).status, 200);
    assert.equal((await fetch('/api/errors', { method: 'OPTIONS' })).status, 204);
  });

  it('is wanted for the feed', async () => {
    const { wsUrl } = await openTestGateway({ authToken: 'secret' });
    const { status, code, response } = await refuseFeed(wsUrl);
    assert.deepEqual([status, code, response.headers['www-authenticate']], [401, 'unauthorized', 'Bearer']);
    await (await FeedClient.open(`${wsUrl}?token=secret`)).close();
    await (await FeedClient.open(wsUrl, { headers: { authorization: 'Bearer secret' } })).close();
  });
});
