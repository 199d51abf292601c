import assert from 'node:assert/strict';
import type { CorsOrigin } from '../../src/gateway/cors.js';
import { INGEST_BODY_BYTES_MAX } from '../../src/limits.js';
import { FeedClient, refuseFeed } from '../support/feed-client.js';
import { anEvent, readError, type TestGateway, useGateways } from '../support/gateway.js';

const PAGE = 'https://app.example';
const OTHER = 'https://other.example';

const allowed = (response: Response) => response.headers.get('access-control-allow-origin');

/** One answer of each kind: success, 400, 404, 405, 413, and 503. */
async function askEverything({ fetch, post, store }: TestGateway, origin: string): Promise<Response[]> {
  const headers = { origin };
  const answers = [
    await fetch('/api/health', { headers }),
    await fetch('/api/errors?page=0', { headers }),
    await fetch('/api/missing', { headers }),
    await fetch('/api/health', { method: 'DELETE', headers }),
    await post('/api/events', anEvent, headers),
    await post('/api/events', ' '.repeat(INGEST_BODY_BYTES_MAX + 1), headers),
  ];
  store.failure = 'storage_full';
  answers.push(await post('/api/events', anEvent, headers));
  store.failure = null;
  return answers;
}

describe('gateway CORS', () => {
  const openTestGateway = useGateways();

  it('lets any origin read every answer, errors included, when corsOrigin is true', async () => {
    const gateway = await openTestGateway({ corsOrigin: true });
    const answers = await askEverything(gateway, PAGE);
    assert.deepEqual(
      answers.map((answer) => answer.status),
      [200, 400, 404, 405, 201, 413, 503],
    );
    for (const answer of answers) {
      assert.equal(allowed(answer), '*');
      assert.equal(answer.headers.get('access-control-allow-credentials'), null);
      assert.match(answer.headers.get('access-control-expose-headers') ?? '', /Retry-After/);
    }
  });

  for (const [name, corsOrigin] of [
    ['a text', `${PAGE}/`],
    ['a list', ['http://localhost:5173', PAGE]],
  ] as [string, CorsOrigin][]) {
    it(`lets only these origins read answers when corsOrigin is ${name}`, async () => {
      const gateway = await openTestGateway({ corsOrigin });
      for (const answer of await askEverything(gateway, PAGE)) {
        assert.equal(allowed(answer), PAGE);
        assert.equal(answer.headers.get('vary'), 'Origin');
      }
      const answers = await askEverything(gateway, OTHER);
      assert.deepEqual(
        answers.map((answer) => answer.status),
        [200, 400, 404, 405, 403, 403, 403],
      );
      for (const answer of answers) {
        assert.equal(allowed(answer), null);
        assert.equal(answer.headers.get('vary'), 'Origin');
      }
    });
  }

  it('lets no other origin read answers or send anything when corsOrigin is false', async () => {
    const gateway = await openTestGateway({ corsOrigin: false });
    for (const answer of await askEverything(gateway, PAGE)) assert.equal(allowed(answer), null);
    await readError(await gateway.post('/api/clear', '', { origin: PAGE }), 403, 'origin_forbidden');
    await readError(await gateway.post('/api/clear', '', { origin: 'null' }), 403, 'origin_forbidden');
    assert.equal(gateway.gateway.outcomes.toJson().total.rejected.origin_forbidden, 3);
  });

  it('always serves its own origin and callers that are no pages', async () => {
    for (const corsOrigin of [false, PAGE, true]) {
      const { post, url } = await openTestGateway({ corsOrigin });
      assert.equal((await post('/api/events', anEvent, { origin: url })).status, 201);
      assert.equal((await post('/api/events', anEvent)).status, 201);
    }
  });

  it('answers a preflight with 204, methods, headers and an age', async () => {
    for (const corsOrigin of [true, [PAGE]]) {
      const { fetch } = await openTestGateway({ corsOrigin, authToken: 'secret' });
      const response = await fetch('/api/errors/some-id', {
        method: 'OPTIONS',
        headers: { origin: PAGE, 'access-control-request-method': 'PATCH' },
      });
      assert.equal(response.status, 204);
      assert.equal(allowed(response), corsOrigin === true ? '*' : PAGE);
      assert.equal(response.headers.get('access-control-allow-methods'), 'GET, HEAD, PATCH, OPTIONS');
      assert.equal(
        response.headers.get('access-control-allow-headers'),
        'content-type, content-encoding, authorization, x-service-correlation-id, x-service-project-id, mcp-protocol-version',
      );
      assert.equal(response.headers.get('access-control-max-age'), '86400');
    }
  });

  it('tells a barred origin nothing in a preflight', async () => {
    for (const corsOrigin of [false, PAGE]) {
      const { fetch } = await openTestGateway({ corsOrigin });
      const response = await fetch('/api/clear', { method: 'OPTIONS', headers: { origin: OTHER } });
      assert.equal(response.status, 204);
      assert.equal(allowed(response), null);
      assert.equal(response.headers.get('access-control-allow-methods'), null);
    }
  });

  it('opens the feed to allowed origins, its own, and callers that are no pages', async () => {
    for (const [corsOrigin, origin] of [
      [true, OTHER],
      [PAGE, PAGE],
      [[PAGE], PAGE.toUpperCase()],
      [PAGE, 'own'],
      [false, 'own'],
      [false, undefined],
    ] as [CorsOrigin, string | undefined][]) {
      const { wsUrl, url } = await openTestGateway({ corsOrigin });
      const client = await FeedClient.open(
        wsUrl,
        origin === undefined ? {} : { origin: origin === 'own' ? url : origin },
      );
      await client.close();
    }
  });

  it('refuses the feed to a barred origin with 403', async () => {
    for (const corsOrigin of [false, PAGE, [PAGE]]) {
      const { wsUrl } = await openTestGateway({ corsOrigin });
      for (const origin of [OTHER, `${PAGE}.evil.example`, 'null', 'http://127.0.0.1:1']) {
        const { status, code } = await refuseFeed(wsUrl, { origin });
        assert.deepEqual([status, code], [403, 'origin_forbidden']);
      }
    }
  });
});
