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

export const isRun = ({ instruction }: Step): boolean => instruction === 'RUN';

/** The argument of the one instruction of that name. */
export function find(steps: readonly Step[], name: string): string {
  const found = steps.filter(({ instruction }) => instruction === name);
  assert.equal(found.length, 1, name);
  return found[0]?.argument ?? '';
}
