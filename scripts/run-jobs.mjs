// Runs the jobs of `npm test` side by side: a sign per test as it ends, and the reports when all have ended, those of the
// jobs that failed last, because whoever reads the log of a build may see no more than its end. Plain Node.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { splitSigns } from './test-batches.mjs';

/** Two more than there are cores: tests of clients and pages wait for half of their time. */
const LANES = availableParallelism() + 2;
/** A browser and a daemon are up to 1 GB, and more processes than this only wait for each other. */
const LANES_MAX = 5;
/**
 * The longest job takes three minutes on a quiet machine, and has been seen to take eleven on a busy one; what a failed test left
 * open must not keep the run for ever.
 */
const JOB_MINUTES_MAX = 25;

/**
 * Runs `beside` in their order, several at a time, then `alone` one after the other; each is `{ name, command, env, program }`:
 * what Node is given to run it, what it finds in its environment besides, and which Node runs it when it is not this one.
 * Returns the names of those that failed. Every job runs, whatever becomes of the others.
 */
export async function runJobs({ beside, alone }, root) {
  const results = [
    ...(await runAll(beside, { root, laneCount: Math.min(LANES, LANES_MAX) })),
    ...(await runAll(alone, { root, laneCount: 1 })),
  ];
  process.stdout.write('\n');
  const failed = results.filter(({ status }) => status !== 0);
  for (const { name, seconds, report } of [...results.filter(({ status }) => status === 0), ...failed]) {
    process.stdout.write(`\n${name}: ${seconds} s\n${report.trimEnd()}\n`);
  }
  return failed.map(({ name }) => name);
}

const SIGNS_PER_LINE = 100;
let shownCount = 0;

/** The signs of all jobs, in the order in which their tests ended. */
function showSigns(signs) {
  for (const sign of signs) {
    shownCount += 1;
    process.stdout.write(shownCount % SIGNS_PER_LINE === 0 ? `${sign}\n` : sign);
  }
}

async function runAll(jobs, { root, laneCount }) {
  const waiting = [...jobs];
  const results = [];
  const lane = async () => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      results.push(await runJob(job, root));
    }
  };
  await Promise.all(Array.from({ length: laneCount }, lane));
  return results;
}

async function runJob({ name, command, env = {}, program = process.execPath }, root) {
  const startedAtMs = performance.now();
  const child = spawn(program, command, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const limit = setTimeout(() => child.kill('SIGKILL'), JOB_MINUTES_MAX * 60_000);
  let report = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    const parts = report === '' ? splitSigns(chunk) : { signs: '', report: chunk };
    showSigns(parts.signs.replace(/\s/g, ''));
    report += parts.report;
  });
  const [code, signal] = await ended;
  clearTimeout(limit);
  const seconds = Math.round((performance.now() - startedAtMs) / 1000);
  if (signal !== null) report += `\nended by ${signal}`;
  return { name, seconds, report, status: code ?? 1 };
}
