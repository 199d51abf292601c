// How long a new user waits, in seconds: from the first command to the first error that is explained.

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { ErrorGroupList } from '../schemas/error-group.js';
import { PACKAGE_ROOT } from '../src/package.js';
import { loadNodeSqlite } from '../src/store/sqlite/binding/node-module.js';
import { messageOf } from '../src/store/sqlite/sqlite-error.js';
import { isRun, readDockerfile, type Step, toPlain } from '../test/support/dockerfile.js';
import { endGroup, spawnGroup } from './child-processes.js';
import { type BenchOptions, say } from './report.js';

/** A clone compiles and builds everything; whoever waits longer than this has given up. */
const STEP_TIMEOUT_MS = 15 * 60_000;
const CALL_TIMEOUT_MS = 10_000;
const SAID_CHARS_KEPT = 4_000;

const FLAGS = ['--host', '127.0.0.1', '--port', '0', '--db-path', './errors.db'];

/** What is pasted from the first page of the documents into a terminal. */
const EVENT = {
  type: 'uncaught_exception',
  source: 'backend',
  message: "TypeError: Cannot read properties of undefined (reading 'id')",
  projectId: 'stopwatch',
};

/** Seconds of each step, and of all. */
export type WaySeconds = Readonly<Record<string, number>> & { readonly total: number };

export type StopwatchFigures = Readonly<Partial<Record<Way, WaySeconds>>>;

/**
 * `node-sqlite` is the package without its binding of SQLite, which needs no compiler and Node 22.16; `container` the steps of the
 * Dockerfile in a plain folder.
 */
export const WAYS = ['package', 'node-sqlite', 'clone', 'container'] as const;
type Way = (typeof WAYS)[number];

const TIMED: Readonly<Record<Way, (folder: string) => Promise<WaySeconds>>> = {
  package: (folder) => timePackage(folder, []),
  'node-sqlite': (folder) => timePackage(folder, ['--omit=optional']),
  clone: timeClone,
  container: timeContainer,
};

/** One run of each way, as it is the first time that counts. The home stays the user's, with the settings of npm and its cache. */
export async function benchStopwatch({ ways }: BenchOptions): Promise<StopwatchFigures> {
  const wrong = ways.filter((way) => !(WAYS as readonly string[]).includes(way));
  if (wrong.length > 0) throw new Error(`no way to install: ${wrong.join(', ')}; there are ${WAYS.join(', ')}`);
  const figures: Partial<Record<Way, WaySeconds>> = {};
  for (const way of WAYS.filter((name) => ways.includes(name))) {
    const missing = way === 'node-sqlite' ? whyNoSqlite() : null;
    if (missing !== null) {
      say(`  ${way}: left out, as ${missing}`);
      continue;
    }
    figures[way] = await inFolder(TIMED[way]);
    say(`  ${way}: ${toSteps(figures[way])}`);
  }
  return figures;
}

/** Null where this Node has one that errord takes. */
function whyNoSqlite(): string | null {
  try {
    loadNodeSqlite();
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

async function inFolder(run: (folder: string) => Promise<WaySeconds>): Promise<WaySeconds> {
  const folder = mkdtempSync(join(tmpdir(), 'errord-stopwatch-'));
  try {
    return await run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `npm install ./errord.tgz` in an empty folder, `npx errord`. The package is there when the clock starts. */
async function timePackage(folder: string, flags: readonly string[]): Promise<WaySeconds> {
  const root = fileURLToPath(PACKAGE_ROOT);
  await runToEnd(['npm', 'pack', '--silent', '--pack-destination', folder], root);
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'));
  if (tarball === undefined) throw new Error('npm has packed nothing');
  const empty = join(folder, 'project');
  mkdirSync(empty);
  const clock = new Clock();
  const install = ['npm', 'install', '--no-audit', '--no-fund', ...flags, `../${tarball}`];
  await clock.time('install', () => runToEnd(install, empty));
  return explainFirst(clock, { command: ['npx', 'errord', ...FLAGS], cwd: empty });
}

/** `git clone`, `npm start`. What is not committed is not cloned. */
async function timeClone(folder: string): Promise<WaySeconds> {
  const cwd = join(folder, 'errord');
  const clock = new Clock();
  await clock.time('clone', () => runToEnd(['git', 'clone', '--quiet', fileURLToPath(PACKAGE_ROOT), cwd], folder));
  return explainFirst(clock, { command: ['npm', 'start', '--', ...FLAGS], cwd });
}

/** What `docker build` and `docker run` do, but for the images themselves: they are not downloaded, and this Node runs. */
async function timeContainer(root: string): Promise<WaySeconds> {
  const here = (text: string): string => toPlain(text, { root, user: process.getuid?.() ?? 0 });
  for (const folder of ['tmp', 'bin', 'var/lib/errord', 'opt/errord'])
    mkdirSync(join(root, folder), { recursive: true });
  const { build, runtime } = readDockerfile();
  const clock = new Clock();
  const cwd = join(root, 'build');
  await clock.time('copy', () => runToEnd(['git', 'clone', '--quiet', fileURLToPath(PACKAGE_ROOT), cwd], root));
  const packed = build.findIndex(({ argument }) => argument.startsWith('npm pack'));
  const inBuild = build.slice(0, packed + 1).filter(isRun);
  await clock.time('build', () => runAll(inBuild.map(toCommand), cwd));
  const installed = [...build.slice(packed + 1), ...runtime].filter(isRun);
  await clock.time('install', () => runAll(installed.map(toCommand), join(root, 'opt/errord')));
  const env = runtime.filter(({ instruction }) => instruction === 'ENV').map(({ argument }) => here(argument));
  const program = join(root, 'bin/errord');
  const command = ['env', ...env, program, 'start', '--host', '127.0.0.1', '--port', '0'];
  return explainFirst(clock, { command, cwd: join(root, 'var/lib/errord') });

  function toCommand({ argument }: Step): readonly string[] {
    return ['sh', '-c', here(argument)];
  }
}

async function runAll(commands: readonly (readonly string[])[], cwd: string): Promise<void> {
  for (const command of commands) await runToEnd(command, cwd);
}

class Clock {
  readonly #seconds: Record<string, number> = {};
  readonly #startedAtMs = performance.now();

  async time<T>(step: string, run: () => Promise<T>): Promise<T> {
    const startedAtMs = performance.now();
    const result = await run();
    this.#seconds[step] = toSeconds(performance.now() - startedAtMs);
    return result;
  }

  stop(): WaySeconds {
    return { ...this.#seconds, total: toSeconds(performance.now() - this.#startedAtMs) };
  }
}

interface Start {
  readonly command: readonly string[];
  readonly cwd: string;
}

async function explainFirst(clock: Clock, { command, cwd }: Start): Promise<WaySeconds> {
  const child = spawnGroup(command, cwd);
  try {
    const url = await clock.time('start', () => readAddress(child));
    await clock.time('explain', () => explain(url));
    return clock.stop();
  } finally {
    await endGroup(child);
  }
}

async function explain(url: string): Promise<void> {
  const sent = await fetch(`${url}/api/events`, {
    method: 'POST',
    body: JSON.stringify(EVENT),
    signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
  });
  if (sent.status !== 201) throw new Error(`the event was answered with ${sent.status}`);
  const read = await fetch(`${url}/api/errors`, { signal: AbortSignal.timeout(CALL_TIMEOUT_MS) });
  const { errors } = (await read.json()) as ErrorGroupList;
  if (!errors[0]?.explanation) throw new Error('the error is not explained');
}

/** Resolves when the daemon says where it listens. */
async function readAddress(child: ChildProcess): Promise<string> {
  const said = gather(child);
  return limited(
    child,
    new Promise((resolve, reject) => {
      if (child.stdout !== null) {
        createInterface({ input: child.stdout }).on('line', (line) => {
          const [, url] = /listens on (http:\S+)/.exec(line) ?? [];
          if (url !== undefined) resolve(url);
        });
      }
      child.once('error', reject);
      child.once('exit', () => reject(new Error(`it ended before it listened: ${said()}`)));
    }),
  );
}

async function runToEnd(command: readonly string[], cwd: string): Promise<void> {
  const child = spawnGroup(command, cwd);
  const said = gather(child);
  child.stdout?.resume();
  const [code] = (await limited(child, once(child, 'close'))) as [number | null];
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${String(code)}: ${said()}`);
}

/** A command that takes too long is ended, and that is an error. */
async function limited<T>(child: ChildProcess, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('a step took too long')), STEP_TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, tooLong]);
  } catch (error) {
    await endGroup(child);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** The end of what it complains. */
function gather({ stderr }: ChildProcess): () => string {
  let said = '';
  stderr?.on('data', (chunk) => {
    said = `${said}${String(chunk)}`.slice(-SAID_CHARS_KEPT);
  });
  return () => said;
}

function toSeconds(ms: number): number {
  return Math.round(ms / 100) / 10;
}

function toSteps({ total, ...steps }: WaySeconds): string {
  const told = Object.entries(steps).map(([step, seconds]) => `${step} ${seconds} s`);
  return `${total} s (${told.join(', ')})`;
}
