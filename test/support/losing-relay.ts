import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Stands in front of a daemon, and loses answers: the daemon has taken the call, and its sender does not hear of it. */
export interface LosingRelay {
  readonly url: string;
  /** Of so many of the next calls the answer is lost. */
  lossesLeft: number;
  /** The bodies of the calls whose answers were lost. */
  readonly lost: readonly string[];
  /** The statuses of these answers. */
  readonly lostStatuses: readonly number[];
  stop(): Promise<void>;
}

const PAGES_MAY_CALL = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };

export async function startLosingRelay(daemonUrl: string, lossesLeft: number): Promise<LosingRelay> {
  const [lost, lostStatuses]: [string[], number[]] = [[], []];
  const relay = { lossesLeft, lost, lostStatuses };
  const server = createServer((request, response) => {
    // A page asks first whether it may send here.
    if (request.method === 'OPTIONS') return void response.writeHead(204, PAGES_MAY_CALL).end();
    return void text(request).then(async (body) => {
      const answer = await fetch(daemonUrl + (request.url ?? ''), { method: 'POST', body });
      const answered = await answer.text();
      if (relay.lossesLeft > 0) {
        relay.lossesLeft -= 1;
        lost.push(body);
        lostStatuses.push(answer.status);
        request.socket.destroy();
      } else {
        response.writeHead(answer.status, { 'content-type': 'application/json', ...PAGES_MAY_CALL }).end(answered);
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(relay, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}
