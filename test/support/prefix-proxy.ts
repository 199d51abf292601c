import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

export interface PrefixProxyOptions {
  readonly daemonPort: number;
  /** Where the daemon is served at; everything else is another program's, which knows nothing. */
  readonly prefix: string;
  /** Whether the prefix is taken off. */
  readonly strips: boolean;
}

export interface PrefixProxy {
  readonly origin: string;
  /** Paths that were asked for outside of the prefix, but for what a browser asks by itself. */
  readonly strays: readonly string[];
}

/** Proxies that serve a daemon below a path, as those in front of several programs of one host do. */
export function usePrefixProxy(): (options: PrefixProxyOptions) => Promise<PrefixProxy> {
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
  });
  return async ({ daemonPort, prefix, strips }) => {
    const strays: string[] = [];
    const toPath = ({ url = '/' }: IncomingMessage): string | null => {
      if (url.startsWith(`${prefix}/`)) return strips ? url.slice(prefix.length) : url;
      if (url !== '/favicon.ico') strays.push(url);
      return null;
    };
    const server = createServer((asked, answer) => {
      const path = toPath(asked);
      if (path === null) {
        answer.writeHead(404).end();
        return;
      }
      const { method, headers } = asked;
      const passed = request({ host: '127.0.0.1', port: daemonPort, path, method, headers }, (given) => {
        answer.writeHead(given.statusCode ?? 502, given.rawHeaders);
        given.pipe(answer);
      });
      passed.on('error', () => answer.destroy());
      asked.pipe(passed);
    });
    server.on('connection', (socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    });
    server.on('upgrade', (asked, socket) => {
      const path = toPath(asked);
      if (path === null) {
        socket.destroy();
        return;
      }
      const daemon = connect(daemonPort, '127.0.0.1', () => {
        const lines = asked.rawHeaders.flatMap((name, index, all) =>
          index % 2 === 0 ? [`${name}: ${all[index + 1]}`] : [],
        );
        daemon.write(`GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
        daemon.pipe(socket).pipe(daemon);
      });
      for (const end of [daemon, socket]) {
        end.on('error', () => undefined);
        end.on('close', () => {
          daemon.destroy();
          socket.destroy();
        });
      }
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address() as AddressInfo | null;
    assert.ok(address);
    return { origin: `http://127.0.0.1:${address.port}`, strays };
  };
}
