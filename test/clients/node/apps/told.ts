// Does what the lines of its input say. The library was loaded in front of it.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { captureError, flush, log, stats } from '@errord/node';

let capturedCount = 0;
let loggedCount = 0;

const COMMANDS: Readonly<Record<string, (count: number) => Promise<string | undefined> | string | undefined>> = {
  capture: (count) => {
    for (let index = 0; index < count; index++) {
      capturedCount += 1;
      captureError(new Error(`told ${capturedCount}`));
    }
    return `captured ${count}`;
  },
  log: (count) => {
    for (let index = 0; index < count; index++) {
      loggedCount += 1;
      log('info', `line ${loggedCount}`);
    }
    return `logged ${count}`;
  },
  serve: async (count) => {
    const server = createServer((_, response) => response.end('served')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    for (let index = 0; index < count; index++) await (await fetch(`http://127.0.0.1:${port}/${index}`)).text();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
    return `served ${count}`;
  },
  // Longer than a client waits that has lost one answer after the other.
  flush: async () => `flushed ${String(await flush(30_000))} ${JSON.stringify(stats())}`,
  // Long enough for a call to fail.
  try: async () => `tried ${String(await flush(500))}`,
  end: () => {
    lines.close();
    process.stdin.destroy();
    return undefined;
  },
};

const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const [, name = '', count = '0'] = /^(.*?)(?: (\d+))?$/.exec(line) ?? [];
  void Promise.resolve(COMMANDS[name]?.(Number(count))).then((answer) => {
    if (answer !== undefined) process.stdout.write(`${answer}\n`);
  });
});
