// Stands in for the composition root until that exists: same signatures, an HTTP server with two routes behind them.

import { createServer, type Server } from 'node:http';
import type { Config } from '../schemas/config.js';
import type { DaemonStatus, Health } from '../schemas/stats.js';
import { parseOptions, type ServerOptions } from './config.js';
import { VERSION } from './constants.js';
import { ErrordError } from './errors.js';
import type { Logger } from './log.js';

export type { ServerOptions } from './config.js';

/** A running daemon. */
export interface Daemon {
  readonly url: string;
  readonly port: number;
  /** Resolves to the exit code when the daemon has ended, by `stop` or because it cannot go on. */
  readonly exited: Promise<number>;
  stop(): Promise<void>;
}

/** Starts a daemon from a whole configuration; rejects with an `ErrordError` of a `StartErrorCode`. */
export async function startDaemon(config: Config, extras: { readonly log?: Logger } = {}): Promise<Daemon> {
  const server = createServer((request, response) => {
    const body = request.url?.startsWith('/api/status') === true ? status(config) : health();
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  });
  await listen(server, config);
  extras.log?.info('daemon started');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.port;
  const exited = new Promise<number>((resolve) => {
    server.once('close', () => {
      resolve(0);
    });
  });
  const stop = async (): Promise<void> => {
    server.close();
    server.closeAllConnections();
    await exited;
  };
  return { url: `http://${config.host}:${port}`, port, exited, stop };
}

/** Starts a daemon for a program: options over defaults, environment and files not read. */
export async function startServer(options: ServerOptions = {}): Promise<Daemon> {
  return startDaemon(parseOptions(options));
}

async function listen(server: Server, { host, port }: Config): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const code = error.code === 'EADDRINUSE' ? 'port_in_use' : 'address_unavailable';
      reject(new ErrordError(code, `cannot listen on ${host} port ${port}`, { cause: error }));
    });
    server.listen(port, host, resolve);
  });
}

function health(): Health {
  return { status: 'ok', timestamp: new Date().toISOString(), uptime: process.uptime() };
}

function status({ dbPath, retentionDays, maxDbSizeMb }: Config): DaemonStatus {
  return {
    name: 'errord',
    version: VERSION,
    pid: process.pid,
    startedAt: new Date(Date.now() - process.uptime() * 1000).toISOString(),
    uptime: process.uptime(),
    database: { path: dbPath, bytes: 0, walBytes: 0, errors: 0, events: 0, requests: 0, logs: 0, projects: 0 },
    retention: { retentionDays, maxDbSizeMb },
    feedClients: 0,
  };
}
