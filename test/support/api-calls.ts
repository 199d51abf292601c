// Calls of every route: what succeeds, and what the row of a route says that it refuses.

import { BATCH_ITEMS_MAX } from '../../schemas/limits.js';
import type { Route } from '../../src/gateway/route.js';
import { COMMAND_BODY_BYTES_MAX, INGEST_BODY_BYTES_MAX, SETTINGS_BODY_BYTES_MAX } from '../../src/limits.js';
import { MCP_MESSAGE_BYTES_MAX } from '../../src/mcp/limits.js';
import { anEvent } from './events.js';
import { aLog, aRequest } from './gateway.js';
import { toKeyValues, toRequest } from './otlp.js';

/** Of the daemon that is called. */
export const TOKEN = 'a-long-secret';
const FOREIGN_PAGE = { origin: 'https://other.example' };
const UPGRADE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': Buffer.from('sixteen bytes...').toString('base64'),
};

/** One call of a route, and the status that answers it. */
export interface Call {
  readonly status: number;
  /** Segments for the placeholders of the path, in order. */
  readonly ids?: readonly string[];
  readonly query?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly withoutToken?: boolean;
}

/** What the daemon holds before it is called. */
export interface Seeds {
  readonly eventId: string;
  readonly groupId: string;
  /** Of the same project. */
  readonly otherGroupId: string;
  readonly requestId: string;
  readonly keyId: string;
}

export const fullEvent = anEvent({
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
export const fullRequest = {
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
export const fullLog = {
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
export const GOOD_CALLS: Readonly<Record<string, (seeds: Seeds) => readonly Call[]>> = {
  'POST /mcp': () => [
    { status: 200, body: { jsonrpc: '2.0', id: 1, method: 'ping' } },
    { status: 202, body: { jsonrpc: '2.0', method: 'notifications/initialized' } },
    { status: 406, body: { jsonrpc: '2.0', id: 1, method: 'ping' }, headers: { accept: 'text/html' } },
  ],
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
    { status: 200, query: 'query=is:unresolved+count:%3E0&sort=trend&direction=asc' },
    { status: 400, query: 'query=is:' },
  ],
  'PATCH /api/errors': ({ groupId }) => [{ status: 200, body: { ids: [groupId, 'unknown'], status: 'acknowledged' } }],
  'PATCH /api/errors/matching': () => [
    { status: 200, body: { filter: { query: 'message:nothing-has-this' }, status: 'resolved' } },
    { status: 400, body: { filter: { query: 'is:' }, status: 'resolved' } },
  ],
  'POST /api/errors/undo': ({ groupId }) => [{ status: 200, body: { ids: [groupId, 'unknown'], change: 'none' } }],
  'POST /api/errors/merge': ({ groupId, otherGroupId }) => [
    { status: 200, body: { ids: [groupId, otherGroupId], preview: true } },
    { status: 200, body: { ids: [groupId, otherGroupId] } },
    { status: 404, body: { ids: [groupId, 'unknown'] } },
    { status: 409, body: { ids: [groupId, otherGroupId] } },
  ],
  'POST /api/errors/{id}/unmerge': ({ groupId }) => [
    { status: 200, ids: [groupId], body: { preview: true } },
    { status: 200, ids: [groupId], body: {} },
    { status: 409, ids: [groupId], body: {} },
  ],
  'POST /api/errors/{id}/split': ({ groupId }) => [
    { status: 200, ids: [groupId], body: { message: 'a hat*', preview: true } },
    { status: 409, ids: [groupId], body: { message: 'no such' } },
  ],
  'GET /api/errors/{id}': ({ groupId }) => [
    { status: 200, ids: [groupId] },
    { status: 200, ids: [groupId], query: 'page=9' },
  ],
  'GET /api/errors/{id}/facets': ({ groupId }) => [{ status: 200, ids: [groupId] }],
  'GET /api/releases': () => [{ status: 200 }, { status: 200, query: 'projectId=shop' }],
  'GET /api/releases/{name}': () => [
    { status: 200, ids: ['shop@1'] },
    { status: 200, ids: ['shop@1'], query: 'projectId=shop' },
  ],
  'GET /api/facets': () => [{ status: 200 }, { status: 200, query: 'projectId=shop' }],
  'PATCH /api/errors/{id}': ({ groupId }) => [{ status: 200, ids: [groupId], body: { status: 'unresolved' } }],
  'GET /api/errors/{id}/triage': ({ groupId }) => [{ status: 200, ids: [groupId] }],
  'PATCH /api/errors/{id}/triage': ({ groupId }) => [
    { status: 200, ids: [groupId], body: { assignee: 'ada', note: 'seen', snooze: { events: 5 } } },
    { status: 400, ids: [groupId], body: {} },
  ],
  'GET /api/alerts': () => [{ status: 200 }],
  'POST /api/alerts/channels': () => [
    { status: 200, body: { name: 'desk', kind: 'desktop' } },
    { status: 400, body: { name: 'hook', kind: 'webhook' } },
  ],
  'POST /api/alerts/channels/{name}/test': () => [{ status: 200, ids: ['desk'] }],
  'POST /api/alerts/rules': () => [
    { status: 200, body: { name: 'all', when: 'new', channels: ['desk'] } },
    { status: 400, body: { name: 'all', when: 'rate', channels: ['desk'] } },
  ],
  'DELETE /api/alerts/rules/{name}': () => [{ status: 200, ids: ['all'] }],
  'DELETE /api/alerts/channels/{name}': () => [{ status: 200, ids: ['desk'] }],
  'GET /api/requests': () => [
    { status: 200 },
    { status: 200, query: 'pageSize=1' },
    { status: 200, query: 'search=orders' },
  ],
  'GET /api/requests/{id}': ({ requestId }) => [{ status: 200, ids: [requestId] }],
  'GET /api/logs': () => [
    { status: 200 },
    { status: 200, query: 'level=warn' },
    { status: 200, query: 'query=a+-b+OR+level:warn' },
  ],
  'GET /api/logs/histogram': () => [{ status: 200 }, { status: 200, query: 'timeRange=1h&minLevel=info&exclude=x' }],
  'GET /api/stats': () => [{ status: 200 }, { status: 200, query: 'timeRange=7d' }],
  'GET /api/trends': ({ groupId }) => [{ status: 200 }, { status: 200, query: `timeRange=7d&groupIds=${groupId}` }],
  'GET /api/projects': () => [{ status: 200 }],
  'GET /api/projects/{name}/settings': () => [
    { status: 200, ids: ['shop'] },
    { status: 200, ids: ['nobody'] },
  ],
  'GET /api/projects/{name}/grouping/preview': ({ groupId }) => [
    { status: 200, ids: ['shop'], query: 'version=2' },
    { status: 200, ids: ['shop'], query: `version=2&errorId=${groupId}` },
  ],
  'POST /api/projects/{name}/grouping-rules/preview': () => [
    {
      status: 200,
      ids: ['shop'],
      body: { groupingRules: [{ name: 'all', message: '*', fingerprint: 'one of {type}' }] },
    },
    { status: 200, ids: ['shop'], body: { groupingRules: [] } },
  ],
  'PATCH /api/projects/{name}/settings': () => [
    { status: 200, ids: ['shop'], body: { eventsPerMinute: 5000, retentionDays: 7 } },
    { status: 200, ids: ['shop'], body: { eventsPerMinute: null } },
  ],
  'DELETE /api/projects/{name}': () => [{ status: 200, ids: ['blog'] }],
  'GET /api/errors/changes': () => [
    { status: 200 },
    { status: 200, query: 'since=2026-01-01T00:00:00Z&projectId=shop' },
  ],
  'GET /api/errors/suggestions': () => [{ status: 200 }, { status: 200, query: 'query=is:&projectId=shop' }],
  'GET /api/views': () => [{ status: 200 }, { status: 200, query: 'projectId=shop' }],
  'POST /api/views': () => [
    { status: 201, body: { name: 'loud', query: 'count:>10', projectId: 'shop', sort: 'events' } },
    { status: 409, body: { name: 'loud', query: '', projectId: 'shop' } },
    { status: 400, body: { name: 'bad', query: 'is:' } },
  ],
  'PATCH /api/views/{id}': () => [{ status: 200, ids: ['1'], body: { name: 'louder' } }],
  'DELETE /api/views/{id}': () => [{ status: 200, ids: ['1'] }],
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

/** A body that the schema takes. */
function toPatch(path: string): object {
  if (path.startsWith('/api/views')) return {};
  return path.endsWith('/triage') ? { note: 'a' } : { status: 'resolved' };
}

function toBodyBytesMax(action: Route['action']): number {
  const isOfSettings = action.kind === 'command' && ['setProjectSettings', 'previewRules'].includes(action.command);
  if (isOfSettings) return SETTINGS_BODY_BYTES_MAX;
  return { ingest: INGEST_BODY_BYTES_MAX, mcp: MCP_MESSAGE_BYTES_MAX }[action.kind as string] ?? COMMAND_BODY_BYTES_MAX;
}

/** Calls that a route refuses because of what its row says. */
export function toBadCalls({ action, query, body, unknownId, isOpen, method, path, refusals }: Route): readonly Call[] {
  const ids = path.includes('{') ? ['unknown'] : [];
  const calls: Call[] = [];
  if (isOpen !== true) calls.push({ status: refusals?.toStatus('unauthorized') ?? 401, ids, withoutToken: true });
  if (method !== 'GET') calls.push({ status: 403, ids, headers: FOREIGN_PAGE });
  if (query !== null) calls.push({ status: 400, ids, query: 'nonsense=1&nonsense=2' });
  // A project may have settings before anybody has named it: only what is no name is unknown.
  if (path.endsWith('/settings'))
    calls.push({ status: 404, ids: ['a..b'.repeat(40)], body: method === 'PATCH' ? {} : undefined });
  else if (unknownId !== null)
    calls.push({
      status: 404,
      ids,
      ...(path.endsWith('grouping/preview') && { query: 'version=2' }),
      ...(path.endsWith('grouping-rules/preview') && { body: { groupingRules: [] } }),
      ...(path.endsWith('/split') && { body: { message: '*' } }),
      ...(method === 'PATCH' && { body: toPatch(path) }),
    });
  if (body !== null) {
    const bytesMax = toBodyBytesMax(action);
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
      { status: 400, query: 'nonsense=1&nonsense=2' },
    ];
    calls.push({ status: 426 }, ...upgraded.map((call) => ({ ...call, headers: { ...UPGRADE, ...call.headers } })));
  }
  return calls;
}
