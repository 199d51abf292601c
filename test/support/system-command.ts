import { spawnSync } from 'node:child_process';

/** Whether a program of the system, which no package of ours brings, is there. */
export function hasCommand(command: string, flag: string): boolean {
  return spawnSync(command, [flag], { stdio: 'ignore' }).error === undefined;
}
