// What receives webhooks in a test, and answers as it is told.

import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HookCall {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface HookServer {
  readonly url: string;
  readonly calls: readonly HookCall[];
  /** The status of the next answers. */
  answer: { status: number; headers?: Record<string, string> };
  close(): Promise<void>;
}

export async function openHookServer(): Promise<HookServer> {
  const calls: HookCall[] = [];
  const hook = { answer: { status: 200 } as HookServer['answer'] };
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      calls.push({ path: request.url ?? '', headers: request.headers, body });
      response.writeHead(hook.answer.status, hook.answer.headers).end('secret of the other side');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(hook, {
    url: `http://127.0.0.1:${port}`,
    calls,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  });
}
