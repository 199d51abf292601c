import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { DaemonStatus } from '../../schemas/stats.js';

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

/** Answers by path with a status and a body; what is not listed is 404 in plain text. */
export function answering(answers: Readonly<Record<string, readonly [number, unknown]>>): RequestListener {
  return (request, response) => {
    const [status, body] = answers[request.url ?? ''] ?? [404, 'nothing here'];
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
  };
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
