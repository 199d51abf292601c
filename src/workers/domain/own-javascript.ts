/** False for Node's own files and for files in `node_modules`, wherever a client's build put its own paths around them. */
export function isJavascriptOwn(filename: string): boolean {
  return !(filename.startsWith('node:') || isDependencyPath(filename));
}

function isDependencyPath(filename: string): boolean {
  for (let at = filename.indexOf(DEPENDENCY_DIR); at !== -1; at = filename.indexOf(DEPENDENCY_DIR, at + 1)) {
    if (isSegmentEdge(filename[at - 1]) && isSegmentEdge(filename[at + DEPENDENCY_DIR.length])) return true;
  }
  return false;
}

const DEPENDENCY_DIR = 'node_modules';

function isSegmentEdge(char: string | undefined): boolean {
  return char === undefined || char === '/' || char === '\\';
}
