import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import WebSocket from 'ws';
import { useDaemon } from '../support/daemon.js';
import { anEvent } from '../support/events.js';
import { takeFreePort } from '../support/free-port.js';
import { hasCommand } from '../support/system-command.js';
import { useTempDir } from '../support/temp-dir.js';
import { startCaddyCluster, startHaproxy } from './start-proxy.js';

/** More than two looks of the balancers, which look each second. */
const DRAIN_SECONDS = 4;
const DAEMONS = 3;
const SENDERS = 4;

/** Of Debian's packages haproxy and caddy; where one is missing there is nothing to start. */
const BALANCERS = [
  { file: 'deploy/haproxy.cfg', program: 'haproxy', flag: '-v', start: startHaproxy },
  { file: 'deploy/Caddyfile.cluster', program: 'caddy', flag: 'version', start: startCaddyCluster },
] as const;

for (const { file, program, flag, start } of BALANCERS) {
  describe(file, function () {
    this.timeout(60_000);
    const daemons = useDaemon();
    const dir = useTempDir();
    let balancer: ChildProcess | undefined;
    before(function () {
      if (hasCommand(program, flag)) return;
      process.stderr.write(`skipped: ${program} is not installed (apt-get install ${program})\n`);
      this.skip();
    });
    afterEach(async () => {
      if (balancer === undefined) return;
      const exited = once(balancer, 'exit');
      balancer.kill('SIGKILL');
      await exited;
      balancer = undefined;
    });

    it('spreads calls and feeds over the daemons, and turns away from one that stops before it does', async () => {
      const started = [];
      for (let index = 0; index < DAEMONS; index += 1)
        // The first one is stopped under load.
        started.push(
          await daemons.start({ dbPath: join(dir(), `${index}.db`), drainSeconds: index === 0 ? DRAIN_SECONDS : 0 }),
        );
      const port = await takeFreePort();
      const places = started.map((daemon) => `127.0.0.1:${daemon.port}`);
      balancer = await start({ dir: dir(), port, daemons: places });
      const url = `http://127.0.0.1:${port}`;
      // Until it has found them well.
      while ((await fetch(`${url}/api/health`)).status !== 200);

      const feed = new WebSocket(`ws://127.0.0.1:${port}/ws`);
      await once(feed, 'open');
      feed.terminate();
      const counts: Record<number, number> = {};
      const load = { isOver: false };
      const isOver = (): boolean => load.isOver;
      const send = async (): Promise<void> => {
        while (!isOver()) {
          const { status } = await fetch(`${url}/api/events`, { method: 'POST', body: JSON.stringify(anEvent()) });
          counts[status] = (counts[status] ?? 0) + 1;
        }
      };
      const sending = Array.from({ length: SENDERS }, send);
      const [first] = started;
      assert.ok(first);
      await first.stop();
      const before = counts[201] ?? 0;
      while ((counts[201] ?? 0) < before + 50) await new Promise(setImmediate);
      load.isOver = true;
      await Promise.all(sending);

      assert.deepEqual(Object.keys(counts), ['201']);
      const stored = started.map(({ parts }) => parts.gateway.outcomes.toJson().total.stored);
      assert.equal(
        stored.reduce((sum, count) => sum + count, 0),
        counts[201],
      );
      assert.ok(
        stored.every((count) => count > 0),
        JSON.stringify(stored),
      );
    });
  });
}
