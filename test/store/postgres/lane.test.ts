// One connection and what waits for it, with a driver that loses it when it is told to.
// Runs alone: it times when a connection is tried again.

import { strict as assert } from 'node:assert';
import { openLane } from '../../../src/store/postgres/lane.js';
import { RECONNECT_MS } from '../../../src/store/postgres/limits.js';

interface FakeDriver {
  readonly number: number;
  lose(): void;
}

function openFake() {
  const made: FakeDriver[] = [];
  const ended: number[] = [];
  let closeCount = 0;
  const lane = openLane<FakeDriver>({
    connect: (onLost) => {
      const driver = { number: made.length, lose: onLost };
      made.push(driver);
      return driver;
    },
    end: (driver) => Promise.resolve(void ended.push(driver.number)),
    onClose: () => void (closeCount += 1),
  });
  return { lane, made, ended, closes: () => closeCount };
}

describe('a lane to PostgreSQL', () => {
  it('does one work after the other, also behind one that failed', async () => {
    const { lane } = openFake();
    const order: string[] = [];
    const first = lane.run(async () => {
      await new Promise(setImmediate);
      order.push('first');
      throw new Error('failed');
    });
    const second = lane.run(() => Promise.resolve(order.push('second')));
    assert.equal(lane.waiting, 2);
    await assert.rejects(first, /failed/);
    await second;
    assert.deepEqual([order, lane.waiting], [['first', 'second'], 0]);
  });

  it('makes another driver when the connection is lost, ends the one before, and not at once', async () => {
    const { lane, made, ended, closes } = openFake();
    let lostAtMs = 0;
    await lane.run((driver, held) => {
      const isLost = held.watch();
      assert.equal(isLost(), false);
      driver.lose();
      lostAtMs = performance.now();
      assert.equal(isLost(), true);
      assert.equal(held.watch()(), false);
      return Promise.resolve();
    });
    const number = await lane.run((driver) => Promise.resolve(driver.number));
    // A timer may be a millisecond early.
    assert.ok(performance.now() - lostAtMs >= RECONNECT_MS - 2);
    assert.deepEqual([number, made.length, ended, closes()], [1, 2, [0], 1]);
    await lane.close();
    assert.deepEqual(ended, [0, 1]);
  });

  it('goes on behind work whose server never answers, once that is given up', async () => {
    const { lane, ended } = openFake();
    const silent = lane.run((_, held) => {
      setImmediate(held.giveUp);
      return new Promise<never>(() => undefined);
    });
    await assert.rejects(silent, { code: 'CONNECTION_CLOSED' });
    assert.equal(await lane.run((driver) => Promise.resolve(driver.number)), 1);
    assert.deepEqual(ended, [0]);
  });
});
