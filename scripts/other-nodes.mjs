// The other versions of Node that the tests run on. They are packages of test/nodes, which is installed when one is wanted:
// together they take 370 MB. Plain Node.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

const FOLDER = 'test/nodes';
/** There are packages for these; elsewhere whoever wants another version runs the tests with it. */
const SYSTEMS = ['linux-x64', 'linux-arm64'];

export const OTHER_NODES = ['22', '24'];

/**
 * The program of a version of `OTHER_NODES`, installed where it is missing; null where there is no package for this system.
 * Throws where there is one and it cannot be installed: a run that tests less must not look like one that tests all.
 */
export function installNode(root, major) {
  const system = `${process.platform}-${process.arch}`;
  if (!OTHER_NODES.includes(major)) throw new Error(`TEST_NODE is ${OTHER_NODES.join(' or ')}, not ${major}`);
  if (!SYSTEMS.includes(system)) return null;
  const program = join(root, FOLDER, 'node_modules', `node-${major}-${system}`, 'bin', 'node');
  if (!existsSync(program)) {
    const flags = ['--prefix', FOLDER, '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
    spawnSync('npm', ['ci', ...flags], { cwd: root, stdio: ['ignore', 2, 2] });
  }
  if (!existsSync(program)) throw new Error(`Node ${major} could not be installed into ${FOLDER}`);
  return program;
}

/**
 * What a job has in its environment: a `node` that a test starts by name is this one, and the gateway is the portable one, because
 * whether the native one can be loaded there depends on the system.
 */
export function toNodeEnv(program, major) {
  return {
    TEST_NODE: major,
    TEST_GATEWAY: 'portable',
    PATH: `${dirname(program)}${delimiter}${process.env.PATH ?? ''}`,
  };
}
