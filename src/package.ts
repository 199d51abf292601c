// The package that this file is part of.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The package root, two levels above the built file (`dist/src/package.js`), and above a bundle that it is in (`dist/main`, `dist/threads`). */
export const PACKAGE_ROOT = new URL('../../', import.meta.url);

const packageJson = JSON.parse(readFileSync(new URL('package.json', PACKAGE_ROOT), 'utf8')) as { version: string };
export const VERSION = packageJson.version;

/** Where a page of the documents is on this machine, for texts that send a person there: the package brings them along. */
export function toDocPath(page: string): string {
  return fileURLToPath(new URL(`docs/${page}`, PACKAGE_ROOT));
}
