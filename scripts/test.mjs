// `npm test`: format, lint, types, tests. With arguments, only mocha, with these arguments.

import { spawnSync } from 'node:child_process';
import { availableParallelism, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { toMochaArgs } from './mocha-args.mjs';
import { prepare } from './prepare.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (name) => `${root}/node_modules/${name}`;
const argv = process.argv.slice(2);

const isWatched = process.stdout.isTTY === true;

const steps = [
  [
    'format',
    [bin('@biomejs/biome/bin/biome'), 'ci', '--error-on-warnings', ...(isWatched ? [] : ['--colors=off']), '.'],
  ],
  ['types and lint', [bin('eslint/bin/eslint.js'), '--max-warnings', '0', '.']],
];

// A sign per test, then the failures: whoever reads this may see no more than its end.
const whole = ['--reporter', 'dot', ...(isWatched ? [] : ['--no-color']), 'dist/test/**/*.test.js'];

if (argv.length === 0)
  say(`Node ${process.version}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 20)} MB`);
await prepare({ all: true });
for (const [name, args] of argv.length > 0 ? [] : steps) run(name, args);
run('tests', [bin('mocha/bin/mocha.js'), ...(argv.length > 0 ? toMochaArgs(argv) : whole)]);

function run(name, args) {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) {
    say(`${name} failed`);
    process.exit(status || 1);
  }
}

function say(text) {
  process.stderr.write(`errord: ${text}\n`);
}
