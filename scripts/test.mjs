// `npm test`: format, lint, types, tests. With arguments, only mocha, with these arguments; a test may be named by its
// source. With TEST_NODE=22 or 24 the tests run on that Node.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listFiles } from './freshness.mjs';
import { toMochaArgs, toMochaCommand } from './mocha-args.mjs';
import { installNode, OTHER_NODES, toNodeEnv } from './other-nodes.mjs';
import { prepare } from './prepare.mjs';
import { runJobs } from './run-jobs.mjs';
import { toBatches, toOtherNodeFiles, toPortableBatches, toPostgresBatches } from './test-batches.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const argv = process.argv.slice(2);
/** What runs the tests besides, as `runJobs` takes it; by default this Node. */
const wanted = process.env.TEST_NODE === undefined ? {} : toRunner(process.env.TEST_NODE);

if (argv.length > 0) await runSome();
else await runAll();

async function runSome() {
  await prepare('all');
  run('tests', toMochaCommand(toMochaArgs(argv)), wanted);
}

async function runAll() {
  say(`Node ${process.version}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 20)} MB`);
  await prepare('all');
  const files = listFiles(root, [{ path: 'dist/test', only: /\.test\.js$/ }]);
  const read = (file) => readFileSync(join(root, file), 'utf8');
  const { beside, alone } = toBatches(files, read);
  const isOther = process.env.TEST_NODE !== undefined;
  const portable = isOther ? [] : toPortableBatches(files, read).map(toPortableJob);
  const postgres = isOther ? { beside: [], alone: [] } : toPostgresBatches(files, read);
  const others = isOther ? [] : OTHER_NODES.flatMap((major) => toOtherNodeJob(major, files));
  const jobs = {
    beside: [...toChecks(), ...others, ...beside.map(toJob), ...portable, ...postgres.beside.map(toPostgresJob)],
    alone: [...alone.map(toJob), ...postgres.alone.map(toPostgresJob)],
  };
  const failed = await runJobs(jobs, root);
  if (failed.length > 0) fail(`failed: ${failed.join(', ')}`, 1);
}

function toChecks() {
  const colors = process.stdout.isTTY ? [] : ['--colors=off'];
  return [
    { name: 'lint', command: ['node_modules/oxlint/bin/oxlint', '--deny-warnings'] },
    { name: 'format', command: ['node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', ...colors, '.'] },
  ];
}

function toJob({ name, files }) {
  return { name, command: toMochaCommand(['--reporter', 'dot', '--no-color', ...files]), ...wanted };
}

function toPortableJob(batch) {
  return { ...toJob(batch), env: { TEST_GATEWAY: 'portable' } };
}

function toPostgresJob(batch) {
  return { ...toJob(batch), env: { TEST_STORE: 'postgres' } };
}

/** What shows that another Node serves: what depends on it, its SQLite and its server. */
function toOtherNodeJob(major, files) {
  const runner = toRunner(major);
  const job = toJob({ name: `Node ${major}`, files: toOtherNodeFiles(files, major) });
  return runner.program === undefined ? [] : [{ ...job, ...runner }];
}

/** Where there is no such Node for this system, a line says so. */
function toRunner(major) {
  const program = installNode(root, major);
  if (program === null && process.env.TEST_NODE !== undefined) fail(`there is no Node ${major} to test with`, 1);
  if (program === null) say(`not tested on Node ${major}: there is no package of it for this system`);
  return program === null ? {} : { program, env: toNodeEnv(program, major) };
}

function run(name, args, { program = process.execPath, env = {} }) {
  const stdio = ['ignore', 'inherit', 'inherit'];
  const { status } = spawnSync(program, args, { cwd: root, env: { ...process.env, ...env }, stdio });
  if (status !== 0) fail(`${name} failed`, status || 1);
}

function fail(text, status) {
  say(text);
  process.exit(status);
}

function say(text) {
  process.stderr.write(`errord: ${text}\n`);
}
