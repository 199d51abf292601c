import { join } from 'node:path';
import type { Config } from '../../schemas/config.js';
import { parseOptions, type ServerOptions } from '../../src/config.js';
import { type Daemon, type DaemonParts, startDaemon } from '../../src/daemon.js';
import { openLog } from '../../src/log.js';
import { useTempDir } from './temp-dir.js';

export type TestDaemon = Daemon & { readonly parts: DaemonParts };

export interface DaemonFixture {
  /** Starts a daemon on a free port and a database of its own; it is stopped after the test. */
  start(options?: ServerOptions): Promise<TestDaemon>;
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
    async start(options = {}) {
      const config: Config = parseOptions({ port: 0, host: '127.0.0.1', dbPath: dbPath(), ...options });
      const daemon = await startDaemon(config, { log: openLog('silent') });
      started.push(daemon);
      return daemon;
    },
  };
}
