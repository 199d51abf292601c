// Runs alone: it keeps its own process busy.

import assert from 'node:assert/strict';
import { mock } from 'node:test';
import * as errord from '@errord/node';
import { HEALTH_INTERVAL_MS, HEALTH_WARNING_INTERVAL_MS } from '../../../clients/node/src/limits.js';
import { useClient } from './support.js';

describe('the warnings before something fails', () => {
  const { init, delivered } = useClient();
  beforeEach(() => {
    mock.timers.enable({ apis: ['setInterval', 'Date'] });
  });
  afterEach(() => {
    mock.timers.reset();
  });

  const look = (): void => {
    mock.timers.tick(HEALTH_INTERVAL_MS);
  };
  const messages = async (): Promise<unknown[]> => {
    mock.timers.reset();
    return (await delivered('events')).map(({ message, severity }) => `${String(severity)}: ${String(message)}`);
  };

  it('tell of a heap that is filling up, once a minute', async () => {
    init({ memoryWarning: 0.000_1 });
    for (let elapsedMs = 0; elapsedMs <= HEALTH_WARNING_INTERVAL_MS; elapsedMs += HEALTH_INTERVAL_MS) look();
    const warning = 'warning: The heap is filling up: more than 0 % of its limit is in use.';
    assert.deepEqual(await messages(), [warning, warning]);
  });

  it('say nothing of a heap that has room', async () => {
    init({ memoryWarning: 0.999 });
    look();
    assert.deepEqual(await messages(), []);
  });

  it('tell of an event loop that was held up, after the application has started', async () => {
    init({ eventLoopDelayWarning: 50 });
    await holdUp(100);
    look();
    await holdUp(100);
    look();
    assert.deepEqual(await messages(), ['warning: The event loop was held up for more than 50 ms.']);
  });

  it('are off by default', async () => {
    init();
    look();
    assert.deepEqual(await messages(), []);
    assert.deepEqual(errord.stats().dropped, {});
  });
});

/** Holds up the event loop, and lets it turn before and afterwards so that it is seen. */
async function holdUp(ms: number): Promise<void> {
  await turns();
  const endsAt = performance.now() + ms;
  while (performance.now() < endsAt);
  await turns();
}

async function turns(): Promise<void> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < 30) await new Promise((resolve) => setImmediate(resolve));
}
