// Stands between a daemon and PostgreSQL, and does what networks do.

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface TcpRelay {
  readonly port: number;
  /** The URL of a database on a socket, by way of the relay. */
  toUrl(url: string): string;
  /** Nothing passes any more, in no direction, until `resume`; connections stay. */
  stall(): void;
  resume(): void;
  /**
   * Of the next transaction that ends: its `COMMIT` does not arrive, or is answered to nobody. The daemon loses its connection
   * then, and the server does not hear of it. Resolves when it is lost.
   */
  loseNext(part: 'commit' | 'answer'): Promise<void>;
  stop(): void;
}

/** To the path of a socket, or a port of this machine. */
export async function startTcpRelay(target: string | number): Promise<TcpRelay> {
  const sockets = new Set<Socket>();
  let isStalled = false;
  let losing: 'commit' | 'answer' | null = null;
  let onLost: () => void = () => undefined;
  const keep = (socket: Socket, onEnd: () => void): void => {
    sockets.add(socket);
    if (isStalled) socket.pause();
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      sockets.delete(socket);
      onEnd();
    });
  };
  const server = createServer((client) => {
    const upstream = typeof target === 'number' ? connect(target, '127.0.0.1') : connect(target);
    let isCut = false;
    const cut = (): void => {
      losing = null;
      isCut = true;
      client.destroy();
      onLost();
    };
    keep(client, () => isCut || upstream.destroy());
    keep(upstream, () => client.destroy());
    const isCommit = openCommitFinder();
    client.on('data', (chunk) => {
      const commits = isCommit(chunk);
      if (losing === 'commit' && commits) cut();
      else upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      if (losing === 'answer' && chunk.includes('COMMIT\0')) cut();
      else if (!isCut) client.write(chunk);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    toUrl: (url) => url.replace('@/', `@127.0.0.1:${port}/`).replace(/\?.*/, ''),
    stall() {
      isStalled = true;
      for (const socket of sockets) socket.pause();
    },
    resume() {
      isStalled = false;
      for (const socket of sockets) socket.resume();
    },
    loseNext(part) {
      losing = part;
      return new Promise((resolve) => {
        onLost = resolve;
      });
    },
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

const PREPARES_COMMIT = /P[^]{4}(\w+)\0commit\0/;

/** The driver prepares `commit` once for each connection, under a name, and runs it by a Bind message with that name. */
function openCommitFinder(): (chunk: Buffer) => boolean {
  let name: string | undefined;
  return (chunk) => {
    const text = chunk.toString('latin1');
    name = PREPARES_COMMIT.exec(text)?.[1] ?? name;
    return name !== undefined && text.includes(`\0${name}\0`) && /B[^]{4}\0/.test(text);
  };
}
