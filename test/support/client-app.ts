import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { isAbsolute } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { PACKAGE_ROOT } from '../../src/package.js';

const APPS = new URL('../clients/node/apps/', import.meta.url);

export interface AppOptions {
  readonly args?: readonly string[];
  /** For Node itself, such as `--import @errord/node/auto`. */
  readonly nodeArgs?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The root of the package when absent. */
  readonly cwd?: string;
}

export interface AppEnd {
  readonly code: number | string;
  readonly stdout: string;
  readonly stderr: string;
}

export interface App {
  readonly child: ChildProcess;
  /** The next line of its output. */
  line(): Promise<string>;
  /** One line to its input. */
  tell(line: string): void;
  readonly ended: Promise<AppEnd>;
}

const running = new Set<ChildProcess>();

/** For `afterEach`: what a failed test has left running. */
export async function endApps(): Promise<void> {
  await Promise.all(
    [...running].map(async (child) => {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    }),
  );
}

/** Starts a program of test/clients/node/apps, or the one at an absolute path, with nothing in its environment but what is given. */
export function startApp(name: string, options: AppOptions = {}): App {
  const { args = [], nodeArgs = [], env = {}, cwd = fileURLToPath(PACKAGE_ROOT) } = options;
  const path = isAbsolute(name) ? name : fileURLToPath(new URL(`${name}.js`, APPS));
  const child = spawn(process.execPath, [...nodeArgs, path, ...args], {
    cwd,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH ?? '', ...env },
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const output = { stdout: '', stderr: '' };
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = once(child, 'close').then(([code, signal]) => ({
    code: (code ?? signal) as number | string,
    ...output,
  }));
  return {
    child,
    ended,
    line: async () => {
      const next: IteratorResult<string, unknown> = await lines.next();
      if (next.done === true) throw new Error(`the application has ended: ${output.stderr}`);
      return next.value;
    },
    tell: (line) => void child.stdin.write(`${line}\n`),
  };
}

/** Runs such a program to its end. */
export async function runApp(name: string, options: AppOptions = {}): Promise<AppEnd> {
  const app = startApp(name, options);
  app.child.stdin?.end();
  return app.ended;
}
