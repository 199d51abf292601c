import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DIRECTORIES_MAX } from './limits.js';
import { NODE_OPTION_CHECKS } from './options.js';

/**
 * The name in the package.json of the application: the nearest one above the script that was started, or above the current
 * directory when that script is a dependency's, as with a test runner. Undefined when there is none.
 */
export function findProjectName(): string | undefined {
  const script = process.argv[1];
  const isOwn = script !== undefined && !/[\\/]node_modules[\\/]/.test(script);
  let directory = isOwn ? dirname(script) : process.cwd();
  for (let level = 0; level < DIRECTORIES_MAX; level++) {
    const name = readName(join(directory, 'package.json'));
    if (name !== undefined) return name;
    const above = dirname(directory);
    if (above === directory) return undefined;
    directory = above;
  }
  return undefined;
}

function readName(path: string): string | undefined {
  try {
    const { name } = JSON.parse(readFileSync(path, 'utf8')) as { readonly name?: unknown };
    return NODE_OPTION_CHECKS.projectId?.[0](name) === true ? (name as string) : undefined;
  } catch {
    // No such file, or none that can be read: the next directory may have one.
    return undefined;
  }
}
