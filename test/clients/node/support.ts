import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo, Server as NetServer } from 'node:net';
import type { NodeOptions } from '@errord/node';
import * as errord from '@errord/node';
import { type FakeDaemon, startFakeDaemon } from '../../support/fake-daemon.js';

/** A client in this process for each test of the suite, and a daemon that keeps what it sends. */
export interface ClientSuite {
  daemon(): FakeDaemon;
  /** Starts the client for the test. */
  init(options?: NodeOptions): void;
  /** Delivers everything and returns it. */
  delivered(kind: 'events' | 'logs' | 'requests'): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Serves on a free port until the test ends. */
  serve(listener: RequestListener): Promise<string>;
  closeAfterTest(close: () => unknown): void;
}

/** Longer than a busy machine takes to read sources and to deliver. */
const DELIVERED_MS = 10_000;

export function useClient(): ClientSuite {
  let daemon: FakeDaemon | undefined;
  let closers: (() => unknown)[] = [];
  const current = (): FakeDaemon => {
    if (daemon === undefined) throw new Error('the daemon runs during tests only');
    return daemon;
  };
  beforeEach(async () => {
    daemon = await startFakeDaemon();
  });
  afterEach(async () => {
    for (const close of closers) await close();
    closers = [];
    await errord.close();
    await daemon?.stop();
  });
  return {
    daemon: current,
    init: (options) => {
      // The fake daemon is a server of this process too.
      const ignoreRequests = [/^\/api\/(?:events|logs)/, ...(options?.ignoreRequests ?? [])];
      errord.init({ serverUrl: current().url, projectId: 'shop', ...options, ignoreRequests });
    },
    delivered: async (kind) => {
      await errord.flush(DELIVERED_MS);
      return current().records(kind);
    },
    serve: async (listener) => {
      const server = createServer(listener);
      closers.push(() => stop(server));
      return listen(server);
    },
    closeAfterTest: (close) => {
      closers.push(close);
    },
  };
}

export async function listen(server: NetServer): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}

/** Silences the console for the tests of a suite; what was printed comes back. */
export function useSilentConsole(): () => readonly (readonly unknown[])[] {
  let printed: unknown[][] = [];
  const { error, warn, info, log, debug } = console;
  beforeEach(() => {
    printed = [];
    const print = (...args: unknown[]): void => {
      printed.push(args);
    };
    Object.assign(console, { error: print, warn: print, info: print, debug: print });
  });
  afterEach(() => {
    Object.assign(console, { error, warn, info, log, debug });
  });
  return () => printed;
}
