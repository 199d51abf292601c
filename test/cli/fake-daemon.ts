import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { DaemonStatus } from '../../schemas/stats.js';
import { matchRoute } from '../../src/gateway/match-route.js';
import { PACKAGE_ROOT } from '../../src/package.js';
import { type ApiDocument, compileAnswers } from '../support/api-document.js';

/** A program that answers on a port as a test wants it to. */
export interface FakeDaemon {
  readonly port: number;
  /** `METHOD path` of each call, in order. */
  readonly calls: readonly string[];
  readonly bodies: readonly string[];
  readonly tokens: readonly (string | undefined)[];
  close(): Promise<void>;
}

/** A status as a daemon with some telemetry tells it. */
export function statusOf(changes: Partial<DaemonStatus> = {}): DaemonStatus {
  return {
    name: 'errord',
    version: '9.8.7',
    pid: 4242,
    startedAt: '2025-01-02T03:04:05.000Z',
    uptime: 93_784,
    database: {
      path: '/home/ada/.service/service.db',
      bytes: 13_000_000,
      walBytes: 2048,
      errors: 12,
      events: 340,
      requests: 10,
      logs: 900,
      projects: 1,
    },
    retention: { retentionDays: 30, maxDbSizeMb: 2048 },
    feedClients: 2,
    ...changes,
  };
}

/** Statuses and bodies by path; a body that is a text is JSON as it is sent. */
type Answers = Readonly<Record<string, readonly [number, unknown]>>;

/** Answers as a daemon could: what the API document does not describe is not taken. What is not listed is 404. */
export function answering(answers: Answers): RequestListener {
  for (const [path, [status, body]] of Object.entries(answers)) assertDescribed(path, status, body);
  return strangelyAnswering(answers);
}

/** The same for a program that is no daemon, or none of today. */
export function strangelyAnswering(answers: Answers): RequestListener {
  return (request, response) => {
    const [status, body] = answers[request.url ?? ''] ?? [404, 'nothing here'];
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

const DOCUMENT = JSON.parse(readFileSync(new URL('docs/openapi.json', PACKAGE_ROOT), 'utf8')) as ApiDocument;
const describedAnswer = compileAnswers(DOCUMENT);

/** Fails unless each route of this path that has such a status may answer so, and one has. A proxy may put a path in front. */
function assertDescribed(address: string, status: number, body: unknown): void {
  const path = address.slice(address.indexOf('/api/')).replace(/\?.*$/, '');
  const routes = ['GET', 'POST', 'PATCH', 'DELETE']
    .map((method) => matchRoute(method, path))
    .flatMap((match) => (match.kind === 'route' ? [match.route] : []))
    .filter((route) => DOCUMENT.paths[route.path]?.[route.method.toLowerCase()]?.responses[status] !== undefined);
  assert.notDeepEqual(routes, [], `${address} does not answer ${status}`);
  const value = typeof body === 'string' ? (JSON.parse(body) as unknown) : body;
  for (const route of routes) {
    const validate = describedAnswer(route, status);
    assert.ok(validate?.(value), `${route.method} ${path} does not answer so: ${JSON.stringify(validate?.errors)}`);
  }
}

/** Listens on a free port of the loopback interface. */
export async function openFakeDaemon(listener: RequestListener): Promise<FakeDaemon> {
  const calls: string[] = [];
  const bodies: string[] = [];
  const tokens: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    calls.push(`${request.method ?? ''} ${request.url ?? ''}`);
    tokens.push(request.headers.authorization);
    void readBody(request).then((body) => {
      bodies.push(body);
      listener(request, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    calls,
    bodies,
    tokens,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}
