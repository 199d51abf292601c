// Does what the lines of its input say. The library was loaded in front of it.

import { createInterface } from 'node:readline';
import { setImmediate as turn } from 'node:timers/promises';
import { captureError, flush, stats } from '@errord/node';

let capturedCount = 0;

const COMMANDS: Readonly<Record<string, (count: number) => Promise<string | undefined> | string | undefined>> = {
  capture: (count) => {
    for (let index = 0; index < count; index++) {
      capturedCount += 1;
      captureError(new Error(`told ${capturedCount}`));
    }
    return `captured ${count}`;
  },
  flush: async () => `flushed ${String(await flush(10_000))} ${JSON.stringify(stats())}`,
  'until away': async () => {
    // A flush of no time says whether anything is left; by then the first call has failed.
    while (await flush(1)) await turn();
    return 'away';
  },
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
