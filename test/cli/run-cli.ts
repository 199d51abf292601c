import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const CLI_PATH = fileURLToPath(new URL('../../src/cli.js', import.meta.url));

export interface CliOptions {
  /** Home and working directory of the process. */
  readonly homeDir: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Of standard input, which is closed without it. */
  readonly input?: string;
}

export interface CliResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts the built command line as a process of its own, with nothing of this environment in its own. */
export function spawnCli(args: readonly string[], { homeDir, env = {}, input }: CliOptions): ChildProcess {
  const child = spawn(process.execPath, [CLI_PATH, ...args], {
    cwd: homeDir,
    env: { HOME: homeDir, PATH: '/usr/bin:/bin', ...env },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  // A command that refuses what it reads ends before the rest of it.
  child.stdin?.on('error', () => undefined).end(input);
  return child;
}

/** Runs the command line to its end. */
export async function runCli(args: readonly string[], options: CliOptions): Promise<CliResult> {
  const child = spawnCli(args, options);
  const stdout = readAll(child.stdout);
  const stderr = readAll(child.stderr);
  const [exitCode] = (await once(child, 'close')) as [number | null];
  return { exitCode, stdout: await stdout, stderr: await stderr };
}

/** Resolves to the first line of a stream that has `part` in it, or to null when the stream ends without one. */
export async function findLine(stream: NodeJS.ReadableStream | null, part: string): Promise<string | null> {
  if (stream === null) return null;
  for await (const line of createInterface({ input: stream })) if (line.includes(part)) return line;
  return null;
}

/** A directory that is there for one test, under a name with a space in it. */
export function openTempDir(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'errord test-'));
  return {
    path,
    remove: () => {
      rmSync(path, { recursive: true, force: true });
    },
  };
}

async function readAll(stream: NodeJS.ReadableStream | null): Promise<string> {
  let text = '';
  stream?.setEncoding('utf8');
  for await (const chunk of stream ?? []) text += String(chunk);
  return text;
}
