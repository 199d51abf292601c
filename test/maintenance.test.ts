import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { CLOCK_AGREEMENT_MS, CLOCK_QUIET_MS, CLOCK_TOLERANCE_MS, SCHEDULE_LOOKBACK_MINUTES } from '../src/limits.js';
import { startMaintenance } from '../src/maintenance.js';
import type { PrunePolicy } from '../src/store/store.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const START_MS = Date.UTC(2026, 2, 14, 9, 26, 53);

/** The jobs of a daemon with clocks of the test's own, and what they do. */
function openJobs({ newestMs = null as number | null } = {}) {
  const time = { wallMs: START_MS, monotonicMs: 0 };
  const policies: PrunePolicy[] = [];
  const depths: string[] = [];
  const lines: { level: number; msg: string }[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as { level: number; msg: string });
      done();
    },
  });
  const maintenance = startMaintenance({
    store: {
      prune(policy) {
        policies.push(policy);
        return Promise.resolve({ deletedRows: 0, freedBytes: 0 });
      },
      maintain(depth) {
        depths.push(depth);
        return Promise.resolve();
      },
      newestAtOpenMs: () => Promise.resolve(newestMs),
    },
    policy: { retentionDays: 30, maxDbSizeMb: 0 },
    log: pino({ level: 'info' }, stream),
    clock: () => time.wallMs,
    monotonic: () => time.monotonicMs,
  });
  opened.push(maintenance);
  return {
    ...maintenance,
    time,
    depths,
    lines,
    policies,
    /** Time passes, and the clock goes ahead of it. */
    async pass(ms: number, aheadMs = 0): Promise<number> {
      time.monotonicMs += ms;
      time.wallMs += ms + aheadMs;
      await maintenance.prune();
      return (policies.at(-1)?.nowMs ?? 0) - time.wallMs;
    },
  };
}

const opened: { stop(): Promise<void> }[] = [];

describe('maintenance', () => {
  afterEach(async () => {
    for (const maintenance of opened.splice(0)) await maintenance.stop();
  });

  it('prunes every minute, and does what takes long once a night', async () => {
    const { time, beat, policies, depths, lines } = openJobs();
    for (let minute = 0; minute < 1440; minute += 1) {
      time.wallMs += MINUTE_MS;
      time.monotonicMs += MINUTE_MS;
      await beat();
    }
    assert.equal(policies.length, 1440);
    assert.equal(depths.filter((depth) => depth === 'full').length, 1);
    assert.deepEqual(lines, []);
  });

  it('runs each job once after a jump of 14 days, in no time and with one line of its own', async () => {
    const { time, beat, policies, depths, lines } = openJobs();
    time.wallMs += 14 * DAY_MS;
    const startMs = process.cpuUsage().user;
    await beat();
    const cpuMs = (process.cpuUsage().user - startMs) / 1000;
    assert.ok(cpuMs < 1000, `${cpuMs} ms`);
    assert.deepEqual([policies.length, depths.toSorted()], [1, ['full', 'quick']]);
    assert.deepEqual(
      lines.map(({ msg }) => msg.split(':')[0]),
      [
        'the clock went on without the scheduled jobs; each that was due runs once',
        'the clock is ahead of what was stored last',
      ],
    );
    time.wallMs += MINUTE_MS;
    time.monotonicMs += MINUTE_MS;
    await beat();
    assert.deepEqual([policies.length, lines.length], [2, 2]);
  });

  it('looks for missed jobs as far back as any of them needs', async () => {
    for (const [minutes, nights] of [
      [SCHEDULE_LOOKBACK_MINUTES - 1, 0],
      [SCHEDULE_LOOKBACK_MINUTES, 1],
      [3 * SCHEDULE_LOOKBACK_MINUTES + 5, 1],
    ] as const) {
      const { time, beat, depths } = openJobs();
      // Local time: in the minute of the nightly job, which has run.
      time.wallMs = new Date(2026, 2, 16, 3, 17).getTime();
      await beat();
      depths.length = 0;
      time.wallMs += minutes * MINUTE_MS;
      await beat();
      assert.equal(depths.filter((depth) => depth === 'full').length, nights, `${minutes} minutes`);
    }
  });

  it('runs on when the clock steps back by a year', async () => {
    const { time, beat, policies } = openJobs();
    time.wallMs -= 365 * DAY_MS;
    await beat();
    assert.equal(policies.length, 0);
    time.wallMs += MINUTE_MS;
    await beat();
    assert.equal(policies.length, 1);
  });
});

describe('retention by age', () => {
  afterEach(async () => {
    for (const maintenance of opened.splice(0)) await maintenance.stop();
  });

  it('goes by a clock that is ahead by as much as is let pass, and not by one that is past it', async () => {
    assert.equal(await openJobs().pass(MINUTE_MS), 0);
    for (const [aheadMs, isDoubted] of [
      [CLOCK_TOLERANCE_MS, false],
      [CLOCK_TOLERANCE_MS + 1, true],
    ] as const) {
      const { pass, lines } = openJobs();
      await pass(MINUTE_MS);
      assert.equal(await pass(MINUTE_MS, aheadMs), isDoubted ? -aheadMs : 0);
      assert.equal(lines.length, isDoubted ? 1 : 0);
    }
  });

  it('waits after a jump until the clock has kept its pace, says so once, and then goes by it', async () => {
    const { pass, lines } = openJobs();
    await pass(MINUTE_MS);
    assert.equal(await pass(MINUTE_MS, 40 * DAY_MS), -40 * DAY_MS);
    for (let minute = 1; minute < CLOCK_AGREEMENT_MS / MINUTE_MS; minute += 1)
      assert.equal(await pass(MINUTE_MS), -40 * DAY_MS);
    assert.equal(await pass(MINUTE_MS), 0);
    assert.equal(lines.length, 1);
    assert.match(lines[0]?.msg ?? '', /retention by age/);
  });

  it('goes on as if nothing had been when the clock is set right again', async () => {
    const { pass, lines } = openJobs();
    await pass(MINUTE_MS);
    await pass(MINUTE_MS, 40 * DAY_MS);
    assert.equal(await pass(MINUTE_MS, -40 * DAY_MS), 0);
    assert.equal(await pass(CLOCK_AGREEMENT_MS), 0);
    assert.equal(lines.length, 1);
  });

  it('waits anew after each further jump', async () => {
    const { pass, lines } = openJobs();
    await pass(MINUTE_MS);
    await pass(MINUTE_MS, 40 * DAY_MS);
    assert.equal(await pass(CLOCK_AGREEMENT_MS - MINUTE_MS, DAY_MS), -41 * DAY_MS);
    assert.equal(await pass(CLOCK_AGREEMENT_MS - MINUTE_MS), -41 * DAY_MS);
    assert.equal(await pass(MINUTE_MS), 0);
    assert.equal(lines.length, 2);
  });

  it('believes a clock that steps back at once', async () => {
    const { pass, lines } = openJobs();
    await pass(MINUTE_MS);
    assert.equal(await pass(MINUTE_MS, -40 * DAY_MS), 0);
    assert.deepEqual(lines, []);
  });

  it('goes by the newest record for a while when a start is long after it', async () => {
    for (const [quietMs, isDoubted] of [
      [CLOCK_QUIET_MS, false],
      [CLOCK_QUIET_MS + 1, true],
    ] as const) {
      const { pass, lines, prune, policies } = openJobs({ newestMs: START_MS - quietMs });
      await prune();
      assert.equal(policies[0]?.nowMs, isDoubted ? START_MS - quietMs : START_MS);
      assert.equal(lines.length, isDoubted ? 1 : 0);
      assert.equal(await pass(CLOCK_AGREEMENT_MS), 0);
    }
    const future = openJobs({ newestMs: START_MS + 40 * DAY_MS });
    await future.prune();
    assert.equal(future.policies[0]?.nowMs, START_MS);
  });
});
