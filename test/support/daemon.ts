import { join } from 'node:path';
import type { Config } from '../../schemas/config.js';
import { parseOptions, type ServerOptions } from '../../src/config.js';
import { type Daemon, type DaemonExtras, type DaemonParts, startDaemon } from '../../src/daemon.js';
import { openLog } from '../../src/log.js';
import { useTempDir } from './temp-dir.js';
import { TEST_GATEWAY } from './test-gateway.js';
import { findStoreUrl } from './test-store.js';

export type TestDaemon = Daemon & { readonly parts: DaemonParts };

/** The server of the gateway is the one under test. */
export const DAEMON_DEFAULTS = { port: 0, host: '127.0.0.1', gateway: TEST_GATEWAY } as const;

export interface DaemonFixture {
  /** Starts a daemon on a free port and a database of its own; it is stopped after the test. */
  start(options?: ServerOptions, extras?: DaemonExtras): Promise<TestDaemon>;
  dbPath(): string;
}

/** Real daemons inside the test's process, so that a test can break a part of one. */
export function useDaemon(): DaemonFixture {
  const started: TestDaemon[] = [];
  // Hooks run in the order they are registered: the daemon ends before its directory goes.
  afterEach(async () => {
    for (const daemon of started.splice(0)) await daemon.stop();
  });
  const dir = useTempDir();
  const dbPath = (): string => join(dir(), 'service.db');
  return {
    dbPath,
    async start(options = {}, extras = {}) {
      const path = options.dbPath ?? dbPath();
      const storeUrl = await findStoreUrl(path);
      const store = storeUrl === null ? {} : { storeUrl };
      const config: Config = parseOptions({ ...DAEMON_DEFAULTS, dbPath: path, ...store, ...options });
      const daemon = await startDaemon(config, { log: openLog('silent'), ...extras });
      started.push(daemon);
      return daemon;
    },
  };
}
