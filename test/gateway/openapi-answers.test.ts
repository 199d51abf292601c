// What the API document says of every route, held against what a daemon answers.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { ErrorGroupList } from '../../schemas/error-group.js';
import type { RequestList } from '../../schemas/request.js';
import type { Route } from '../../src/gateway/route.js';
import { ROUTES } from '../../src/gateway/routes.js';
import {
  type Call,
  fullEvent,
  fullLog,
  fullRequest,
  GOOD_CALLS,
  type Seeds,
  TOKEN,
  toBadCalls,
} from '../support/api-calls.js';
import { type AnswerDescriber, type ApiDocument, compileAnswers } from '../support/api-document.js';
import { aLog } from '../support/gateway.js';
import { callJson } from '../support/http.js';
import { useSharedDaemon } from '../support/shared-daemon.js';

const headers = { authorization: `Bearer ${TOKEN}` };

const ANOTHER = { type: 'another', fingerprint: ['another'] };

describe('the API document', () => {
  const shared = useSharedDaemon({ authToken: TOKEN, corsOrigin: false });
  const statusesSeen = new Map<string, Set<number>>();
  let describedAnswer: AnswerDescriber;
  let seeds: Seeds;

  before(async () => {
    const url = shared.url();
    for (const [path, body] of [
      ['/api/events', fullEvent],
      ['/api/events', { ...fullEvent, ...ANOTHER, eventId: 'another', message: 'another failure' }],
      // Of one error, so that it can be split.
      ['/api/events', { ...fullEvent, ...ANOTHER, eventId: 'hats', message: 'a hat failed' }],
      ['/api/events/request', fullRequest],
      ['/api/logs', fullLog],
      ['/api/logs', { ...aLog, projectId: 'blog' }],
    ] as const) {
      assert.equal((await callJson(url + path, { body, headers })).status, 201, path);
    }
    const read = async <T>(path: string): Promise<T> => (await callJson<T>(url + path, { headers })).body;
    const [group, other] = (await read<ErrorGroupList>('/api/errors')).errors;
    const [record] = (await read<RequestList>('/api/requests')).requests;
    const { body: key } = await callJson<{ id: string }>(`${url}/api/keys`, {
      body: { name: 'seed', role: 'reader' },
      headers,
    });
    seeds = {
      keyId: key.id,
      eventId: fullEvent.eventId ?? '',
      groupId: group?.id ?? '',
      otherGroupId: other?.id ?? '',
      requestId: record?.id ?? '',
    };
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

/** JSON as what it holds, any other text as it is. */
function toValue(body: string): unknown {
  return body.startsWith('#') ? body : JSON.parse(body);
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
