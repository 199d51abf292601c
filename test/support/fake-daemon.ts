import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** One call that a client made. */
export interface Call {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly records: readonly Readonly<Record<string, unknown>>[];
}

/** Keeps what clients send, byte for byte, and answers as the test wants. */
export interface FakeDaemon {
  readonly url: string;
  readonly calls: readonly Call[];
  /** Records of one kind, in the order in which they came. */
  records(kind: 'events' | 'logs' | 'requests'): readonly Readonly<Record<string, unknown>>[];
  /** Answers to the next calls; 201 when there is none left. */
  readonly answers: number[];
  /** Reads calls and answers none. */
  isSilent: boolean;
  /** Resolves with the first call that makes the condition true. */
  until(isEnough: () => boolean): Promise<void>;
  stop(): Promise<void>;
}

const PATHS = {
  events: '/api/events/batch',
  logs: '/api/logs/batch',
  requests: '/api/events/request/batch',
} as const;

export async function startFakeDaemon(port = 0): Promise<FakeDaemon> {
  const calls: Call[] = [];
  const answers: number[] = [];
  const watchers = new Set<() => void>();
  const daemon = { isSilent: false };
  const server: Server = createServer((request, response) => {
    void text(request).then((body) => {
      const status = answers.shift() ?? 201;
      const records = JSON.parse(body) as Call['records'];
      calls.push({ path: request.url ?? '', headers: request.headers, body, records });
      for (const watcher of watchers) watcher();
      if (daemon.isSilent) return;
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(records.map(() => ({ id: 'a', fingerprint: 'b', isNew: false }))));
    });
  });
  // A test that fails in front of its `stop` must not keep the whole run.
  server.unref();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(daemon, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    answers,
    records: (kind: 'events' | 'logs' | 'requests') =>
      calls.filter(({ path }) => path === PATHS[kind]).flatMap(({ records }) => records),
    until: (isEnough: () => boolean) =>
      new Promise<void>((resolve) => {
        const watch = (): void => {
          if (!isEnough()) return;
          watchers.delete(watch);
          resolve();
        };
        watchers.add(watch);
        watch();
      }),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}
