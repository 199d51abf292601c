import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { PACKAGE_ROOT } from '../../src/package.js';

export interface Step {
  readonly instruction: string;
  readonly argument: string;
}

/** The instructions of the Dockerfile, each on one line, of its two stages. */
export function readDockerfile(): { readonly build: readonly Step[]; readonly runtime: readonly Step[] } {
  const lines = readFileSync(new URL('Dockerfile', PACKAGE_ROOT), 'utf8').split('\n');
  const steps = lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, instruction = '', argument = ''] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
      assert.ok(instruction !== '' && !argument.endsWith('\\'), line);
      return { instruction, argument };
    });
  const second = steps.findLastIndex(({ instruction }) => instruction === 'FROM');
  return { build: steps.slice(0, second), runtime: steps.slice(second) };
}

/** Where the folders of an image are in a plain one, and who is its user `node`. */
export interface PlainFolder {
  readonly root: string;
  readonly user: number;
}

/** A command, or the value of a variable, of the Dockerfile for a plain folder instead of an image. */
export function toPlain(text: string, { root, user }: PlainFolder): string {
  return text
    .replaceAll(/(?<![\w./])\/(?=(?:opt|tmp|var)\b)/g, `${root}/`)
    .replaceAll('/usr/local/bin/', `${root}/bin/`)
    .replace('=node --group=node', `=${user} --group=${user}`);
}

export const isRun = ({ instruction }: Step): boolean => instruction === 'RUN';

/** The argument of the one instruction of that name. */
export function find(steps: readonly Step[], name: string): string {
  const found = steps.filter(({ instruction }) => instruction === name);
  assert.equal(found.length, 1, name);
  return found[0]?.argument ?? '';
}
