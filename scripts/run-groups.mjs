// Runs groups of tests side by side: a sign per test as it ends, and the reports when all have ended, those of the groups
// that failed last, because whoever reads the log of a build may see no more than its end. Plain Node.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { toMochaCommand } from './mocha-args.mjs';
import { splitSigns } from './test-groups.mjs';

/** Daemons and browsers have threads of their own, so more processes than this only wait for each other. */
const GROUPS_AT_ONCE_MAX = 4;
const GROUPS_AT_ONCE = Math.min(GROUPS_AT_ONCE_MAX, Math.max(2, availableParallelism()));

/** The names of the groups that failed. Every group runs, whatever becomes of the others. */
export async function runGroups({ beside, alone }, root) {
  const results = [
    ...(await runAll(beside, { root, atOnce: GROUPS_AT_ONCE })),
    ...(await runAll(alone, { root, atOnce: 1 })),
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

/** The signs of all groups, in the order in which their tests ended. */
function showSigns(signs) {
  for (const sign of signs) {
    shownCount += 1;
    process.stdout.write(shownCount % SIGNS_PER_LINE === 0 ? `${sign}\n` : sign);
  }
}

async function runAll(groups, { root, atOnce }) {
  const waiting = [...groups];
  const results = [];
  const lane = async () => {
    for (let group = waiting.shift(); group !== undefined; group = waiting.shift()) {
      results.push(await runGroup(group, root));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return results;
}

async function runGroup({ name, files }, root) {
  const startedAtMs = performance.now();
  const args = toMochaCommand(['--reporter', 'dot', '--no-color', ...files]);
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  let report = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    const parts = report === '' ? splitSigns(chunk) : { signs: '', report: chunk };
    showSigns(parts.signs.replace(/\s/g, ''));
    report += parts.report;
  });
  const [code, signal] = await ended;
  const seconds = Math.round((performance.now() - startedAtMs) / 1000);
  if (signal !== null) report += `\nended by ${signal}`;
  return { name, seconds, report, status: code ?? 1 };
}
