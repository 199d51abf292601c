import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PACKAGE_ROOT } from '../../src/package.js';

const NODE_24 = fileURLToPath(
  new URL(`test/nodes/node_modules/node-24-${process.platform}-${process.arch}/bin/node`, PACKAGE_ROOT),
);

/** Whether the tests run on another Node than the one of the repository: `TEST_NODE=24 npm test`. */
export const IS_OTHER_NODE = process.env.TEST_NODE !== undefined;

/** The program of a Node that has SQLite itself; null where `npm test` has not installed one, or where the tests run on one. */
export const OTHER_NODE = existsSync(NODE_24) && !IS_OTHER_NODE ? NODE_24 : null;
