import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PACKAGE_ROOT } from '../../src/package.js';

const toProgram = (major: string): string | null => {
  const path = `test/nodes/node_modules/node-${major}-${process.platform}-${process.arch}/bin/node`;
  const program = fileURLToPath(new URL(path, PACKAGE_ROOT));
  return existsSync(program) ? program : null;
};

/** Whether the tests run on another Node than the one of the repository: `TEST_NODE=24 npm test`. */
export const IS_OTHER_NODE = process.env.TEST_NODE !== undefined;

/** The program of a Node that has SQLite itself; null where `npm test` has not installed one, or where the tests run on one. */
export const OTHER_NODE = IS_OTHER_NODE ? null : toProgram('24');

/** One that has SQLite itself and takes better-sqlite3 as well, if it was compiled for it; null as above. */
export const OTHER_NODE_22 = IS_OTHER_NODE ? null : toProgram('22');
