// Files that bundlers make of libraries, of a framework, and of what loads the others: no code of the application.

import type { StableFilename } from './stable-filename.js';

const NAME =
  /^(?:(?:chunk-)?vendors?|(?:react|vue|angular|svelte)[-_.]vendors?|vendors?[-_.~](?:react(?:-dom)?|vue|angular|svelte|main|app)|vendors~[\w~.-]{1,200}|framework|react(?:-dom)?(?:[-_.](?:client|server))?|scheduler|polyfills?|(?:webpack-)?runtime(?:[~-]main)?|webpack)(?:-(?:legacy|nomodule|modern))?(?:\.(?:chunk|bundle|min|esm|prod|production|module|legacy)){0,3}\.[cm]?js$/i;
/** Those of Next.js need no hash: a person has no folder of that name. */
const OF_NEXT =
  /(?:^|\/)(?:_next\/static\/chunks\/(?:main|main-app|webpack|framework|polyfills|react-refresh)|\.next\/server\/webpack(?:-api)?-runtime)\.js$/;
const OF_DEPENDENCIES = /^vendors-node_modules_/;
const BUILT = /\.(?:chunk|bundle|min)\.[cm]?js$/i;

/** A source file may have such a name too. A hash, or what a bundler writes behind the name, tells that it is none. */
export function isLibraryChunk({ path, hasHash }: StableFilename): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return ((hasHash || BUILT.test(name)) && NAME.test(name)) || OF_DEPENDENCIES.test(name) || OF_NEXT.test(path);
}
