/** What of a frame says which package it is of. */
interface PackagedFrame {
  readonly filename?: string;
  readonly module?: string;
}

/** The package that a frame's file lies in, by the innermost `node_modules` around it, and what the client calls its module. */
export function toFramePackages({ filename, module }: PackagedFrame): readonly string[] {
  const inModules = filename === undefined ? undefined : toNodePackage(filename);
  return [inModules, module].filter((name) => name !== undefined);
}

const NODE_MODULES = /(?:^|[/\\])node_modules[/\\]/g;

function toNodePackage(filename: string): string | undefined {
  let start = -1;
  for (const { index, 0: found } of filename.matchAll(NODE_MODULES)) start = index + found.length;
  if (start === -1) return undefined;
  const [scope = '', name] = filename.slice(start).split(/[/\\]/, 2);
  return scope.startsWith('@') && name !== undefined ? `${scope}/${name}` : scope;
}
