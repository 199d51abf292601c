// `npm test`: format, lint, types, tests. With arguments, only mocha, with these arguments; a test may be named by its
// source.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listFiles } from './freshness.mjs';
import { toMochaArgs, toMochaCommand } from './mocha-args.mjs';
import { prepare } from './prepare.mjs';
import { runJobs } from './run-jobs.mjs';
import { toBatches, toPortableBatches } from './test-batches.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const argv = process.argv.slice(2);

if (argv.length > 0) await runSome();
else await runAll();

async function runSome() {
  await prepare({ all: true });
  run('tests', toMochaCommand(toMochaArgs(argv)));
}

async function runAll() {
  say(`Node ${process.version}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 20)} MB`);
  await prepare({ all: true });
  const files = listFiles(root, [{ path: 'dist/test', only: /\.test\.js$/ }]);
  const read = (file) => readFileSync(join(root, file), 'utf8');
  const { beside, alone } = toBatches(files, read);
  const portable = toPortableBatches(files, read).map((batch) => ({
    ...toJob(batch),
    env: { TEST_GATEWAY: 'portable' },
  }));
  const jobs = { beside: [...toChecks(), ...beside.map(toJob), ...portable], alone: alone.map(toJob) };
  const failed = await runJobs(jobs, root);
  if (failed.length > 0) fail(`failed: ${failed.join(', ')}`, 1);
}

/** They keep one core busy, so they begin first. */
function toChecks() {
  const colors = process.stdout.isTTY ? [] : ['--colors=off'];
  return [
    { name: 'types and lint', command: ['node_modules/eslint/bin/eslint.js', '--max-warnings', '0', '.'] },
    { name: 'format', command: ['node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', ...colors, '.'] },
  ];
}

function toJob({ name, files }) {
  return { name, command: toMochaCommand(['--reporter', 'dot', '--no-color', ...files]) };
}

function run(name, args) {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) fail(`${name} failed`, status || 1);
}

function fail(text, status) {
  say(text);
  process.exit(status);
}

function say(text) {
  process.stderr.write(`errord: ${text}\n`);
}
