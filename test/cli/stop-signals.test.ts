import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { findLine } from './run-cli.js';

/** A process that was told to stop and never gets there. */
const STUCK = `
  const { awaitStopSignal } = await import('${new URL('../../src/cli/stop-signals.js', import.meta.url).href}');
  const { openTerminal } = await import('${new URL('../../src/cli/terminal.js', import.meta.url).href}');
  const terminal = openTerminal();
  setInterval(() => undefined, 60_000);
  let nowMs = 0;
  const stopWanted = awaitStopSignal(terminal, () => (nowMs += Number(process.argv[1])));
  process.prependListener('SIGINT', () => terminal.say('received'));
  terminal.say('ready');
  await stopWanted;
  terminal.say('stopping');
`;

describe('a second signal to stop', () => {
  for (const [first, second, exitCode] of [
    ['SIGTERM', 'SIGTERM', 143],
    ['SIGINT', 'SIGINT', 130],
    ['SIGTERM', 'SIGINT', 130],
  ] as const) {
    it(`ends a stop by ${first} at once with ${exitCode} when it is ${second}, and says so`, async () => {
      const child = spawn(process.execPath, ['--input-type=module', '--eval', STUCK, '1000'], {
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const ended = once(child, 'exit');
      const again = findLine(child.stderr, 'again');
      for await (const chunk of child.stdout) {
        if (String(chunk).includes('ready')) child.kill(first);
        if (String(chunk).includes('stopping')) child.kill(second);
      }
      assert.deepEqual(await ended, [exitCode, null]);
      assert.match((await again) ?? '', /errord ends at once/);
    });
  }

  it('is taken for the first one when it comes with it, as it does under npm', async () => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', STUCK, '1'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = once(child, 'exit');
    let receivedCount = 0;
    for await (const chunk of child.stdout) {
      const text = String(chunk);
      if (text.includes('ready')) child.kill('SIGINT');
      if (text.includes('stopping')) child.kill('SIGINT');
      receivedCount += text.split('received').length - 1;
      if (receivedCount === 2) child.kill('SIGKILL');
    }
    assert.deepEqual(await ended, [null, 'SIGKILL']);
  });
});
