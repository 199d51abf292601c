// What the API document says of every route, held against what a daemon answers.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { ValidateFunction } from 'ajv';
import type { ErrorGroupList } from '../../schemas/error-group.js';
import { BATCH_ITEMS_MAX } from '../../schemas/limits.js';
import type { RequestList } from '../../schemas/request.js';
import { openAjv } from '../../src/ajv.js';
import type { Route } from '../../src/gateway/route.js';
import { ROUTES } from '../../src/gateway/routes.js';
import { COMMAND_BODY_BYTES_MAX, INGEST_BODY_BYTES_MAX } from '../../src/limits.js';
import { anEvent } from '../support/events.js';
import { aLog, aRequest } from '../support/gateway.js';
import { callJson } from '../support/http.js';
import { toKeyValues, toRequest } from '../support/otlp.js';
import { useSharedDaemon } from '../support/shared-daemon.js';

const TOKEN = 'a-long-secret';
const FOREIGN_PAGE = { origin: 'https://other.example' };
const UPGRADE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': Buffer.from('sixteen bytes...').toString('base64'),
};

/** One call of a route, and the status that answers it. */
interface Call {
  readonly status: number;
  /** Segments for the placeholders of the path, in order. */
  readonly ids?: readonly string[];
  readonly query?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly withoutToken?: boolean;
}

interface ApiDocument {
  readonly paths: Record<string, Record<string, { readonly responses: Record<string, DocumentedAnswer> }>>;
  readonly components: { readonly schemas: Record<string, object> };
}

interface DocumentedAnswer {
  readonly content?: Record<string, { readonly schema: object }>;
}

interface Seeds {
  readonly eventId: string;
  readonly groupId: string;
  readonly requestId: string;
  readonly keyId: string;
}

const fullEvent = anEvent({
  severity: 'fatal',
  correlationId: 'c-1',
  timestamp: '2026-01-01T00:00:00Z',
  request: { method: 'GET', url: '/cart', headers: { accept: '*/*' } },
  componentStack: 'in Cart',
  componentName: 'Cart',
  extra: { cart: [1, 2] },
  release: 'shop@1',
  user: { id: 7 },
  tags: { region: 'eu' },
  breadcrumbs: [{ category: 'click' }],
});
const fullRequest = {
  ...aRequest,
  statusCode: 500,
  duration: 1.5,
  source: 'backend',
  correlationId: 'c-1',
  errorEventId: fullEvent.eventId,
  headers: { accept: '*/*' },
  responseHeaders: { server: 'x' },
  requestBody: { a: 1 },
  responseBody: 'y'.repeat(20_000),
  projectId: 'shop',
};
const fullLog = {
  ...aLog,
  source: 'backend',
  projectId: 'shop',
  correlationId: 'c-1',
  environment: { runtime: 'node' },
  extra: { a: 1 },
};

const envelope = `{"event_id":"${'a'.repeat(32)}"}\n{"type":"event"}\n{"message":"m"}`;
const serverSpan = { kind: 2, attributes: toKeyValues({ 'http.request.method': 'GET' }) };

/** Calls that succeed, by route: every status of a success at least once. */
const GOOD_CALLS: Readonly<Record<string, (seeds: Seeds) => readonly Call[]>> = {
  'POST /api/events': () => [{ status: 201, body: anEvent() }],
  'POST /api/events/batch': () => [
    { status: 201, body: [anEvent(), anEvent()] },
    { status: 207, body: [anEvent(), { type: 'T' }] },
  ],
  'POST /api/events/request': () => [{ status: 201, body: aRequest }],
  'POST /api/events/request/batch': () => [
    { status: 201, body: [aRequest, fullRequest] },
    { status: 207, body: [{ method: 'GET' }, aRequest] },
  ],
  'POST /api/logs': () => [{ status: 201, body: aLog }],
  'POST /api/logs/batch': () => [
    { status: 201, body: [aLog, fullLog] },
    { status: 207, body: [aLog, { level: 'loud' }] },
  ],
  'POST /api/{project}/envelope/': () => [{ status: 200, ids: ['1'], body: envelope }],
  'POST /api/{project}/store/': () => [{ status: 200, ids: ['1'], body: { message: 'm' } }],
  'POST /stream': () => [{ status: 200, body: '{}' }],
  'POST /v1/logs': () => [
    { status: 200, body: toRequest('logs', [{ severityNumber: 9 }]) },
    { status: 200, body: toRequest('logs', [{}, 5]) },
    { status: 400, body: toRequest('logs', [5]) },
  ],
  'POST /v1/traces': () => [
    { status: 200, body: toRequest('traces', [{ kind: 1 }]) },
    { status: 200, body: toRequest('traces', [serverSpan, 5]) },
  ],
  'POST /v1/metrics': () => [{ status: 200, body: toRequest('metrics', [{ name: 'a' }]) }],
  'GET /api/events/{id}': ({ eventId }) => [
    { status: 200, ids: [eventId] },
    { status: 200, ids: [eventId], query: 'projectId=shop' },
  ],
  'GET /api/errors': () => [
    { status: 200 },
    { status: 200, query: 'pageSize=1' },
    { status: 200, query: 'search=nothing+has+this' },
  ],
  'PATCH /api/errors': ({ groupId }) => [{ status: 200, body: { ids: [groupId, 'unknown'], status: 'acknowledged' } }],
  'GET /api/errors/{id}': ({ groupId }) => [
    { status: 200, ids: [groupId] },
    { status: 200, ids: [groupId], query: 'page=9' },
  ],
  'PATCH /api/errors/{id}': ({ groupId }) => [{ status: 200, ids: [groupId], body: { status: 'unresolved' } }],
  'GET /api/requests': () => [
    { status: 200 },
    { status: 200, query: 'pageSize=1' },
    { status: 200, query: 'search=orders' },
  ],
  'GET /api/requests/{id}': ({ requestId }) => [{ status: 200, ids: [requestId] }],
  'GET /api/logs': () => [{ status: 200 }, { status: 200, query: 'level=warn' }],
  'GET /api/stats': () => [{ status: 200 }, { status: 200, query: 'timeRange=7d' }],
  'GET /api/trends': ({ groupId }) => [{ status: 200 }, { status: 200, query: `timeRange=7d&groupIds=${groupId}` }],
  'GET /api/projects': () => [{ status: 200 }],
  'GET /api/projects/{name}/settings': () => [
    { status: 200, ids: ['shop'] },
    { status: 200, ids: ['nobody'] },
  ],
  'PATCH /api/projects/{name}/settings': () => [
    { status: 200, ids: ['shop'], body: { eventsPerMinute: 5000, retentionDays: 7 } },
    { status: 200, ids: ['shop'], body: { eventsPerMinute: null } },
  ],
  'DELETE /api/projects/{name}': () => [{ status: 200, ids: ['blog'] }],
  'POST /api/keys': () => [
    { status: 201, body: { name: 'app', role: 'ingest', project: 'shop' } },
    { status: 409, body: { name: 'app', role: 'reader' } },
    { status: 400, body: { name: 'eve', role: 'reader', project: 'shop' } },
  ],
  'GET /api/keys': () => [{ status: 200 }],
  'DELETE /api/keys/{id}': ({ keyId }) => [{ status: 200, ids: [keyId] }],
  'GET /api/session': () => [
    { status: 200 },
    { status: 200, withoutToken: true },
    { status: 401, headers: { authorization: 'Bearer wrong' } },
  ],
  'POST /api/session': () => [
    { status: 204, body: { key: TOKEN } },
    { status: 401, body: { code: 'wrong' } },
  ],
  'DELETE /api/session': () => [{ status: 204 }],
  'POST /api/session/code': () => [{ status: 201 }],
  'GET /api/audit': () => [{ status: 200 }, { status: 200, query: 'limit=1' }],
  'GET /metrics': () => [{ status: 200 }],
  'POST /api/logs/clear': () => [{ status: 200, body: { projectId: 'nobody' } }],
  'POST /api/clear': () => [{ status: 200, body: { projectId: 'nobody' } }],
  'GET /api/health': () => [{ status: 200 }, { status: 200, withoutToken: true }],
  'GET /api/outcomes': () => [{ status: 200 }, { status: 200, query: 'projectId=shop' }],
  'GET /api/status': () => [{ status: 200 }],
  'GET /api/openapi.json': () => [{ status: 200 }],
  'GET /ws': () => [{ status: 101, headers: UPGRADE }],
};

/** Calls that a route refuses because of what its row says. */
function toBadCalls({ action, query, body, unknownId, isOpen, method, path, refusals }: Route): readonly Call[] {
  const ids = path.includes('{') ? ['unknown'] : [];
  const calls: Call[] = [];
  if (isOpen !== true) calls.push({ status: refusals?.toStatus('unauthorized') ?? 401, ids, withoutToken: true });
  if (method !== 'GET') calls.push({ status: 403, ids, headers: FOREIGN_PAGE });
  if (query !== null) calls.push({ status: 400, ids, query: 'nonsense=1' });
  // A project may have settings before anybody has named it: only what is no name is unknown.
  if (path.endsWith('/settings'))
    calls.push({ status: 404, ids: ['a..b'.repeat(40)], body: method === 'PATCH' ? {} : undefined });
  else if (unknownId !== null)
    calls.push({ status: 404, ids, ...(method === 'PATCH' && { body: { status: 'resolved' } }) });
  if (body !== null) {
    const bytesMax = action.kind === 'ingest' ? INGEST_BODY_BYTES_MAX : COMMAND_BODY_BYTES_MAX;
    calls.push(
      { status: 400, ids, body: '{"broken' },
      { status: 400, ids, body: '"no object"' },
      { status: 413, ids, body: ' '.repeat(bytesMax + 1) },
      { status: 415, ids, body: '{}', headers: { 'content-encoding': 'compress' } },
    );
  }
  if (body?.item !== undefined) {
    calls.push({ status: 400, body: [{}, {}] }, { status: 400, body: new Array(BATCH_ITEMS_MAX + 1).fill(null) });
  }
  if (action.kind === 'feed') {
    const upgraded = [
      { status: 401, withoutToken: true },
      { status: 403, headers: FOREIGN_PAGE },
      { status: 400, query: 'nonsense=1' },
    ];
    calls.push({ status: 426 }, ...upgraded.map((call) => ({ ...call, headers: { ...UPGRADE, ...call.headers } })));
  }
  return calls;
}

describe('the API document', () => {
  const shared = useSharedDaemon({ authToken: TOKEN, corsOrigin: false });
  const headers = { authorization: `Bearer ${TOKEN}` };
  const statusesSeen = new Map<string, Set<number>>();
  let describedAnswer: (route: Route, status: number) => ValidateFunction | null;
  let seeds: Seeds;

  before(async () => {
    const url = shared.url();
    for (const [path, body] of [
      ['/api/events', fullEvent],
      ['/api/events/request', fullRequest],
      ['/api/logs', fullLog],
      ['/api/logs', { ...aLog, projectId: 'blog' }],
    ] as const) {
      assert.equal((await callJson(url + path, { body, headers })).status, 201, path);
    }
    const read = async <T>(path: string): Promise<T> => (await callJson<T>(url + path, { headers })).body;
    const [group] = (await read<ErrorGroupList>('/api/errors')).errors;
    const [record] = (await read<RequestList>('/api/requests')).requests;
    const { body: key } = await callJson<{ id: string }>(`${url}/api/keys`, {
      body: { name: 'seed', role: 'reader' },
      headers,
    });
    seeds = { keyId: key.id, eventId: fullEvent.eventId ?? '', groupId: group?.id ?? '', requestId: record?.id ?? '' };
    describedAnswer = compileAnswers(await read<ApiDocument>('/api/openapi.json'));
  });

  for (const route of ROUTES) {
    const name = toName(route);
    it(`describes every answer of ${name}`, async () => {
      const calls = [...(GOOD_CALLS[name]?.(seeds) ?? []), ...toBadCalls(route)];
      const seen = new Set<number>();
      for (const call of calls) {
        const { status, body } = await send(shared.daemon().port, route, call);
        assert.equal(status, call.status, `${JSON.stringify(call).slice(0, 200)}: ${body.slice(0, 500)}`);
        seen.add(status);
        const validate = describedAnswer(route, status);
        if (validate === null) assert.equal(body, '');
        else assert.ok(validate(toValue(body)), `${status} ${body}\n${JSON.stringify(validate.errors)}`);
      }
      statusesSeen.set(name, seen);
    });
  }

  it('was held against a call of every route and against every success that a row names', () => {
    assert.deepEqual(Object.keys(GOOD_CALLS).sort(), ROUTES.map(toName).sort());
    for (const route of ROUTES) {
      const seen = statusesSeen.get(toName(route));
      const missing = route.successes.map(({ status }) => status).filter((status) => seen?.has(status) !== true);
      assert.deepEqual(missing, [], toName(route));
    }
  });

  it('does not describe an answer that has a field too many or one too few', () => {
    const [event] = ROUTES;
    assert.ok(event);
    const validate = describedAnswer(event, 201);
    assert.ok(validate);
    assert.equal(validate({ id: 'a', fingerprint: 'b', isNew: true }), true);
    assert.equal(validate({ id: 'a', fingerprint: 'b', isNew: true, more: 1 }), false);
    assert.equal(validate({ id: 'a' }), false);
  });
});

function toName({ method, path }: Pick<Route, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

/** What the document says of an answer: fails where it says nothing, null where it says that there is no body. */
function compileAnswers({ paths, components }: ApiDocument) {
  const ajv = openAjv('body', { source: false });
  const local = <T>(value: T): T =>
    closed(JSON.parse(JSON.stringify(value).replaceAll('#/components/schemas/', 'schemas-')) as T);
  for (const [name, schema] of Object.entries(components.schemas)) ajv.addSchema(local(schema), `schemas-${name}`);
  return ({ method, path }: Route, status: number): ValidateFunction | null => {
    const answer = paths[path]?.[method.toLowerCase()]?.responses[status];
    assert.ok(answer, `the document does not know ${status} of ${method} ${path}`);
    if (answer.content === undefined) return null;
    const schema = (answer.content['application/json'] ?? answer.content['text/plain'])?.schema;
    assert.ok(schema);
    return ajv.compile(local(schema));
  };
}

/** JSON as what it holds, any other text as it is. */
function toValue(body: string): unknown {
  return body.startsWith('#') ? body : JSON.parse(body);
}

/** The schema, and every one inside, with no other fields than it names. */
function closed<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(closed) as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value as unknown)]));
  return ('properties' in inner ? { additionalProperties: false, ...inner } : inner) as T;
}

/** Sends the call and reads its whole answer. By hand, because fetch knows no upgrades. */
async function send(port: number, route: Route, call: Call): Promise<{ status: number; body: string }> {
  const { ids = [], query, body = '', withoutToken = false, headers } = call;
  const left = [...ids];
  const path = route.path.replace(/\{\w+\}/g, () => encodeURIComponent(left.shift() ?? ''));
  const token = withoutToken ? {} : { authorization: `Bearer ${TOKEN}` };
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const length = route.method === 'GET' ? {} : { 'content-length': bytes.length };
  const outgoing = request({
    port,
    host: '127.0.0.1',
    method: route.method,
    path: query === undefined ? path : `${path}?${query}`,
    headers: { ...token, ...length, ...headers },
    agent: false,
  });
  // An answer in the middle of a body ends the connection, and what is still being sent fails.
  outgoing.on('error', () => undefined);
  const upgraded = once(outgoing, 'upgrade').then(([, socket]) => {
    (socket as { destroy(): void }).destroy();
    return { status: 101, body: '' };
  });
  const answered = once(outgoing, 'response').then(async ([response]) => {
    const incoming = response as IncomingMessage;
    return { status: incoming.statusCode ?? 0, body: await text(incoming) };
  });
  outgoing.end(route.method === 'GET' ? undefined : bytes);
  return await Promise.any([upgraded, answered]);
}
