// The package that this file is part of.

import { readFileSync } from 'node:fs';

/** The package root, two levels above the built file (`dist/src/package.js`). */
export const PACKAGE_ROOT = new URL('../../', import.meta.url);

const packageJson = JSON.parse(readFileSync(new URL('package.json', PACKAGE_ROOT), 'utf8')) as { version: string };
export const VERSION = packageJson.version;
