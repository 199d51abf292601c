// A balancer for tests: passes each call on to one of the daemons whose health is well, in turn, on connections that it keeps.

import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Balancer {
  readonly url: string;
  /** Takes up a daemon; resolves when it is sent calls. */
  add(url: string): Promise<void>;
  /** Whether calls are sent to it. */
  isUp(url: string): boolean;
  close(): Promise<void>;
}

/** Between two looks at the health of a daemon. */
const LOOK_MS = 50;

export async function openBalancer(): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const daemons = new Map<string, { isUp: boolean }>();
  let turn = 0;
  const look = async (url: string): Promise<void> => {
    const answer = await fetch(`${url}/api/health`).catch(() => null);
    await answer?.arrayBuffer();
    // One that is away for good takes no calls, and is asked no more.
    if (answer === null) daemons.delete(url);
    else daemons.set(url, { isUp: answer.status === 200 });
  };
  const timer = setInterval(() => [...daemons.keys()].map(look), LOOK_MS);
  const pass = (call: IncomingMessage, answer: ServerResponse): void => {
    const up = [...daemons].filter(([, { isUp }]) => isUp).map(([url]) => url);
    turn += 1;
    const chosen = up[turn % up.length];
    const { method, headers, url: path = '/' } = call;
    if (chosen === undefined) {
      answer.writeHead(502).end();
      return;
    }
    const onward = request(new URL(path, chosen), { agent, method, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
    });
    onward.on('error', () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()));
    call.pipe(onward);
  };
  const server = createServer(pass).listen(0, '127.0.0.1');
  // On a machine that stands still for longer than Node's five seconds, the connection of a call that has just come would be
  // reset.
  server.keepAliveTimeout = 0;
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: look,
    isUp: (url) => daemons.get(url)?.isUp === true,
    async close() {
      clearInterval(timer);
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
