import assert from 'node:assert/strict';
import type { ErrorGroupDetail, EventDetail } from '../../schemas/error-group.js';
import {
  FACET_FILTER_CHARS_MAX,
  ID_CHARS_MAX,
  LOG_QUERY_CHARS_MAX,
  SEARCH_CHARS_MAX,
  STATS_BACK_MS,
  TREND_GROUPS_MAX,
} from '../../schemas/limits.js';
import type { RequestRecord } from '../../schemas/request.js';
import { IGNORED_HEADER } from '../../src/constants.js';
import type { StoreErrorCode } from '../../src/errors.js';
import { parseQueryString, toQueryObject } from '../../src/gateway/query-string.js';
import { IGNORED_NAME_CHARS_MAX, IGNORED_NAMES_MAX, QUERY_CHARS_MAX } from '../../src/limits.js';
import { anEvent, aRequest, readError, useGateways } from '../support/gateway.js';
import { one } from '../support/store-harness.js';

/** 2023-11-14T22:13:20Z. */
const NOW_MS = 1_700_000_000_000;

describe('query string', () => {
  it('decodes names and values, plus as space', () => {
    const parsed = parseQueryString('search=a+b%2Bc&projectId=gr%C3%BC%C3%9Fe&&empty=&bare');
    assert.ok(parsed.ok);
    assert.deepEqual(
      [...parsed.value],
      [
        ['search', 'a b+c'],
        ['projectId', 'grüße'],
        ['empty', ''],
        ['bare', ''],
      ],
    );
  });

  it('takes as many characters as the limit and not one more', () => {
    assert.ok(parseQueryString(`a=${'x'.repeat(QUERY_CHARS_MAX - 2)}`).ok);
    assert.ok(!parseQueryString(`a=${'x'.repeat(QUERY_CHARS_MAX - 1)}`).ok);
  });

  it('refuses a repeated parameter and broken percent-encoding', () => {
    assert.deepEqual(parseQueryString('a=1&%61=2'), {
      ok: false,
      details: [{ path: '/a', message: 'must not be given twice' }],
    });
    assert.ok(!parseQueryString('a=%E0%A4%A').ok);
    assert.ok(!parseQueryString('%=1').ok);
  });

  it('gives names like __proto__ no meaning', () => {
    const parsed = parseQueryString('__proto__=x&constructor=y&token=secret');
    assert.ok(parsed.ok);
    const object = toQueryObject(parsed.value);
    assert.deepEqual(Object.keys(object), ['__proto__', 'constructor']);
    assert.equal(Object.getPrototypeOf(object), null);
  });
});

describe('gateway queries', () => {
  const openTestGateway = useGateways();

  it('asks the store with the defaults filled in', async () => {
    const { fetch, store } = await openTestGateway({ clock: () => NOW_MS });
    for (const path of ['/api/errors', '/api/requests', '/api/logs', '/api/stats', '/api/trends', '/api/projects']) {
      const response = await fetch(path);
      assert.equal(response.status, 200, path);
      assert.equal(response.headers.get('cache-control'), 'no-store');
      assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
    }
    const none = { id: '', nowMs: NOW_MS };
    assert.deepEqual(JSON.parse(JSON.stringify(store.queries)), [
      { name: 'listErrorGroups', ...none, parameters: { page: 1, pageSize: 50 } },
      { name: 'listRequests', ...none, parameters: { page: 1, pageSize: 50 } },
      { name: 'listLogs', ...none, parameters: { page: 1, pageSize: 100 } },
      { name: 'readStats', ...none, parameters: {} },
      { name: 'readTrends', ...none, parameters: {} },
      { name: 'listProjects', ...none, parameters: {} },
    ]);
  });

  it('passes every parameter on, numbers as numbers', async () => {
    const { fetch, store } = await openTestGateway();
    const all = {
      status: 'resolved',
      source: 'frontend',
      severity: 'fatal',
      type: 'http_error',
      search: "' OR 1=1 -- %_*",
      projectId: 'proj-1',
      correlationId: 'c-1',
      from: '2026-01-01T00:00:00Z',
      to: '2026-01-02T00:00:00+02:00',
    };
    const response = await fetch(
      `/api/errors?${new URLSearchParams({ ...all, page: '2', pageSize: '1000' }).toString()}`,
    );
    assert.equal(response.status, 200);
    assert.deepEqual({ ...store.queries[0]?.parameters }, { ...all, page: 2, pageSize: 1000 });
  });

  for (const [parameter, detail] of [
    ['page=0', '/page'],
    ['page=1.5', '/page'],
    ['page=abc', '/page'],
    ['page=', '/page'],
    ['pageSize=0', '/pageSize'],
    ['pageSize=1001', '/pageSize'],
    ['status=open', '/status'],
    ['severity=ERROR', '/severity'],
    ['source=', '/source'],
    ['from=yesterday', '/from'],
    ['projectId=', '/projectId'],
    [`search=${'x'.repeat(SEARCH_CHARS_MAX + 1)}`, '/search'],
    [`facet=a=${'x'.repeat(FACET_FILTER_CHARS_MAX)}`, '/facet'],
    ['facet=browser', '/facet'],
    ['timeRange=2h', '/timeRange'],
    ['timeRange=1h&from=2026-01-01T00:00:00Z', '/timeRange'],
    ['timeRange=1h&to=2026-01-01T00:00:00Z', '/timeRange'],
    ['page=1&page=2', '/page'],
    ['search=%E0%A4%A', '/search'],
  ] as const) {
    it(`refuses ${parameter.slice(0, 30)} with 400 invalid_query`, async () => {
      const { fetch, store } = await openTestGateway();
      const error = await readError(await fetch(`/api/errors?${parameter}`), 400, 'invalid_query');
      assert.equal(error.details?.[0]?.path, detail);
      assert.equal(store.queries.length, 0);
    });
  }

  it('takes a time range on every list of telemetry, up to now', async () => {
    const { fetch, store } = await openTestGateway({ clock: () => NOW_MS });
    for (const path of ['/api/errors', '/api/requests', '/api/logs']) {
      for (const [range, hours] of Object.entries({ '1h': 1, '6h': 6, '24h': 24, '7d': 168 })) {
        assert.equal((await fetch(`${path}?timeRange=${range}`)).status, 200);
        const { page, pageSize, ...parameters } = store.queries.at(-1)?.parameters as Record<string, unknown>;
        assert.ok(page === 1 && Number(pageSize) > 0);
        assert.deepEqual(parameters, { from: new Date(NOW_MS - hours * 3_600_000).toISOString() });
      }
    }
  });

  it('ignores the parameters that a list does not know, and names them in a header', async () => {
    const { fetch, store } = await openTestGateway({ clock: () => NOW_MS });
    const response = await fetch('/api/errors?stauts=open&page=2&__proto__=x&a%0D%0Ab=1&%F0%9F%8C%B5=1&token=t');
    assert.equal(response.status, 200);
    assert.equal(response.headers.get(IGNORED_HEADER), 'stauts, __proto__, a%0D%0Ab, %F0%9F%8C%B5');
    assert.deepEqual({ ...store.queries[0]?.parameters }, { page: 2, pageSize: 50 });
    assert.equal((await fetch('/api/errors?page=2')).headers.get(IGNORED_HEADER), null);
  });

  it('names no more of them than the limit, and of each no more than its limit', async () => {
    const { fetch } = await openTestGateway();
    const ask = async (names: readonly string[]): Promise<string | null> =>
      (await fetch(`/api/logs?${names.map((name) => `${name}=1`).join('&')}`)).headers.get(IGNORED_HEADER);
    const names = Array.from({ length: IGNORED_NAMES_MAX }, (_, index) => `a${index}`);
    assert.equal(await ask(names), names.join(', '));
    assert.equal(await ask([...names, 'more', 'most']), `${names.join(', ')}, and 2 more`);
    assert.equal(await ask(['x'.repeat(IGNORED_NAME_CHARS_MAX)]), 'x'.repeat(IGNORED_NAME_CHARS_MAX));
    assert.equal(await ask(['x'.repeat(IGNORED_NAME_CHARS_MAX + 1)]), 'x'.repeat(IGNORED_NAME_CHARS_MAX));
  });

  it('refuses them where something is changed or deleted', async () => {
    const { fetch } = await openTestGateway();
    const answer = await fetch('/api/clear?projectId=a', { method: 'POST' });
    const error = await readError(answer, 400, 'invalid_query');
    assert.equal(error.details?.[0]?.path, '/projectId');
  });

  for (const parameter of [
    'failing=false',
    'failing=',
    'statusClass=6xx',
    'method=',
    'source=x',
    'before=',
    'before=a',
    'before=a.b.c',
  ]) {
    it(`refuses requests with ${parameter}`, async () => {
      const { fetch } = await openTestGateway();
      await readError(await fetch(`/api/requests?${parameter}`), 400, 'invalid_query');
    });
  }

  it('passes the filters of requests on', async () => {
    const { fetch, store } = await openTestGateway();
    const all = {
      failing: 'true',
      statusClass: '4xx',
      method: 'GET',
      source: 'frontend',
      search: '/cart',
      before: '-1z.abc',
    };
    assert.equal((await fetch(`/api/requests?${new URLSearchParams(all).toString()}`)).status, 200);
    assert.deepEqual({ ...store.queries[0]?.parameters }, { ...all, page: 1, pageSize: 50 });
  });

  it('takes a span of statistics and trends as far back as it is counted', async () => {
    const { fetch, store } = await openTestGateway({ clock: () => NOW_MS });
    const [from, to] = [NOW_MS - STATS_BACK_MS, NOW_MS].map((ms) => new Date(ms).toISOString());
    const query = new URLSearchParams({ from: from ?? '', to: to ?? '' });
    for (const [index, endpoint] of ['/api/stats', '/api/trends'].entries()) {
      assert.equal((await fetch(`${endpoint}?${query.toString()}`)).status, 200);
      assert.deepEqual({ ...store.queries[index]?.parameters }, { from, to });
      assert.equal(store.queries[index]?.nowMs, NOW_MS);
    }
  });

  for (const [name, query, path] of [
    ['that starts a millisecond too early', { from: new Date(NOW_MS - STATS_BACK_MS - 1).toISOString() }, '/from'],
    ['without an end', { to: undefined }, '/to'],
    ['without a start', { from: undefined }, '/from'],
    ['that ends before it starts', { to: '2023-11-14T09:59:59Z' }, '/to'],
    ['with a timeRange', { timeRange: '24h' }, '/timeRange'],
    ['of no dates', { from: 'yesterday' }, '/from'],
  ] as const) {
    it(`refuses a span of statistics or trends ${name}`, async () => {
      const { fetch } = await openTestGateway({ clock: () => NOW_MS });
      const all = { from: '2023-11-14T10:00:00Z', to: '2023-11-14T12:00:00Z', ...query };
      const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
      for (const endpoint of ['/api/stats', '/api/trends']) {
        const answer = await fetch(`${endpoint}?${new URLSearchParams(given).toString()}`);
        assert.equal((await readError(answer, 400, 'invalid_query')).details?.[0]?.path, path, endpoint);
      }
    });
  }

  it('refuses a query for the events of an error that is none, saying where', async () => {
    const { fetch } = await openTestGateway();
    const path = '/api/errors/zz?query=';
    await readError(await fetch(`${path}${encodeURIComponent('release:1 tag:a="b c"')}`), 404, 'error_group_not_found');
    const { details } = await readError(await fetch(`${path}is:resolved`), 400, 'invalid_query');
    assert.equal(details?.[0]?.path, '/query');
    assert.match(details[0].message, /^at character 1: "is:" is for finding errors/);
  });

  it('refuses a query for logs that is none, saying where', async () => {
    const { fetch } = await openTestGateway();
    for (const path of ['/api/logs', '/api/logs/histogram']) {
      assert.equal((await fetch(`${path}?query=${encodeURIComponent('(a OR b) -c')}`)).status, 200);
      const { details } = await readError(
        await fetch(`${path}?query=${encodeURIComponent('a (b')}`),
        400,
        'invalid_query',
      );
      assert.deepEqual(details, [
        {
          path: '/query',
          message: 'at character 3: The parenthesis that begins here has no end; write another one behind.',
        },
      ]);
      await readError(await fetch(`${path}?query=${'x'.repeat(LOG_QUERY_CHARS_MAX + 1)}`), 400, 'invalid_query');
      await readError(await fetch(`${path}?query=a&timeRange=1h&to=2026-01-01T00:00:00Z`), 400, 'invalid_query');
    }
  });

  it('takes as many groups for trends as allowed, and refuses one more', async () => {
    const { fetch } = await openTestGateway();
    const ids = (count: number): string => Array.from({ length: count }, (_, index) => `g${index}`).join(',');
    assert.equal((await fetch(`/api/trends?groupIds=${ids(TREND_GROUPS_MAX)}`)).status, 200);
    for (const groupIds of [ids(TREND_GROUPS_MAX + 1), 'a,,b', ',a', 'x'.repeat(ID_CHARS_MAX + 1), '']) {
      const query = new URLSearchParams({ groupIds });
      await readError(await fetch(`/api/trends?${query.toString()}`), 400, 'invalid_query');
    }
  });

  it('takes the largest values that are allowed', async () => {
    const { fetch } = await openTestGateway();
    assert.equal((await fetch(`/api/errors?facet=a=${'x'.repeat(FACET_FILTER_CHARS_MAX - 2)}`)).status, 200);
    assert.equal(
      (await fetch(`/api/errors?page=1000000&pageSize=1000&search=${'x'.repeat(SEARCH_CHARS_MAX)}`)).status,
      200,
    );
  });

  it('answers what the daemon tells of itself for parameters that it does not know, and names them', async () => {
    const { fetch } = await openTestGateway({ status: () => Promise.resolve({ name: 'errord' } as never) });
    for (const path of ['/api/status?x=1&projectId=a', '/api/outcomes?projectId=a&x=1']) {
      const response = await fetch(path);
      const ignored = path.startsWith('/api/status') ? 'x, projectId' : 'x';
      assert.deepEqual([response.status, response.headers.get(IGNORED_HEADER)], [200, ignored], path);
    }
    assert.equal((await fetch('/api/outcomes?projectId=a')).headers.get(IGNORED_HEADER), null);
  });

  it('refuses a project without a name, parameters given twice, and any where nothing may be misread', async () => {
    const { fetch } = await openTestGateway();
    const paths = ['/api/outcomes?projectId=', '/api/outcomes?x=1&x=2', '/api/status?x=1&x=2', '/metrics?x=1'];
    for (const path of paths) await readError(await fetch(path), 400, 'invalid_query');
    await readError(await fetch('/api/clear?projectId=a', { method: 'POST' }), 400, 'invalid_query');
  });

  it('answers an id with the store’s JSON and an unknown one with 404', async () => {
    const { fetch, post, stored } = await openTestGateway();
    await post('/api/events', anEvent);
    await post('/api/events/request', aRequest);
    const group = one((await stored.errors()).errors);
    const detail = (await (await fetch(`/api/errors/${group.id}?page=1`)).json()) as ErrorGroupDetail;
    assert.deepEqual(detail, await stored.error(group.id));
    assert.equal(detail.error.id, group.id);
    const { id } = one((await stored.requests()).requests);
    const request = (await (await fetch(`/api/requests/${id}`)).json()) as RequestRecord;
    assert.deepEqual(request, await stored.request(id));
    assert.equal(request.id, id);
    await readError(await fetch('/api/errors/unknown'), 404, 'error_group_not_found');
    await readError(await fetch('/api/requests/unknown'), 404, 'request_not_found');
  });

  it('reads an event by its id, percent-encoded where it must be, in a project or any', async () => {
    const { fetch, post, store } = await openTestGateway();
    await post('/api/events', { ...anEvent, eventId: 'a/b c?', projectId: 'shop' });
    const path = `/api/events/${encodeURIComponent('a/b c?')}`;
    const response = await fetch(`${path}?projectId=shop`);
    assert.equal(response.status, 200);
    assert.equal(((await response.json()) as { event: { eventId: string } }).event.eventId, 'a/b c?');
    const anywhere = (await (await fetch(path)).json()) as EventDetail;
    assert.deepEqual([anywhere.event.eventId, anywhere.event.projectId], ['a/b c?', 'shop']);
    await readError(await fetch(`${path}?projectId=other`), 404, 'event_not_found');
    await readError(await fetch(`/api/events/${'x'.repeat(129)}`), 404, 'event_not_found');
    await readError(await fetch('/api/events/%E0%A4%A'), 404, 'event_not_found');
    assert.equal((await fetch(`${path}?page=1`)).headers.get(IGNORED_HEADER), 'page');
    assert.deepEqual(
      store.queries.map(({ id, parameters }) => ({ id, ...parameters })),
      [{ id: 'a/b c?', projectId: 'shop' }, { id: 'a/b c?' }, { id: 'a/b c?', projectId: 'other' }, { id: 'a/b c?' }],
    );
  });

  it('answers a failed store with its code, 503 with Retry-After', async () => {
    const { fetch, store } = await openTestGateway();
    const codes: StoreErrorCode[] = ['queue_full', 'storage_unavailable', 'worker_lost', 'shutting_down'];
    for (const code of codes) {
      store.failure = code;
      const response = await fetch('/api/errors');
      assert.equal(response.headers.get('retry-after'), '1');
      await readError(response, 503, code);
    }
  });

  it('answers a bug with 500 and none of its text', async () => {
    const { fetch, store } = await openTestGateway();
    store.failure = 'bug';
    const response = await fetch('/api/errors');
    assert.doesNotMatch(JSON.stringify(await readError(response, 500, 'internal')), /secret/);
  });

  it('answers health without the store', async () => {
    const { fetch, store } = await openTestGateway();
    store.failure = 'storage_unavailable';
    const response = await fetch('/api/health?cache=buster');
    assert.equal(response.status, 200);
    const health = (await response.json()) as { status: string; timestamp: string; uptime: number };
    assert.equal(health.status, 'ok');
    assert.equal(new Date(health.timestamp).toISOString(), health.timestamp);
    assert.ok(health.uptime >= 0);
  });

  it('answers status from its provider, and its failure with 500', async () => {
    const status = { name: 'errord' } as never;
    const good = await openTestGateway({ status: () => Promise.resolve(status) });
    assert.deepEqual(await (await good.fetch('/api/status')).json(), { name: 'errord' });
    const bad = await openTestGateway({ status: () => Promise.reject(new Error('secret')) });
    await readError(await bad.fetch('/api/status'), 500, 'internal');
  });

  it('serves the API document', async () => {
    const { fetch } = await openTestGateway({ version: '9.8.7' });
    const document = (await (await fetch('/api/openapi.json')).json()) as {
      openapi: string;
      info: { version: string };
    };
    assert.equal(document.openapi, '3.1.0');
    assert.equal(document.info.version, '9.8.7');
  });
});
