import type { StackFrame } from '../../../core/types.js';

/** VS Code's own scheme; others took it over under their names. https://code.visualstudio.com/docs/configure/command-line */
const DEFAULT_EDITOR = 'vscode://file{path}:{line}:{column}';

/**
 * The address that opens a frame in an editor; undefined where no whole path is known. To an editor that was given, the path
 * of an address of the page is known as well: its template says what comes before. The path is encoded, so that nothing an
 * event says becomes anything but a path.
 */
export function toEditorAddress(frame: StackFrame, origin: string, editor?: string): string | undefined {
  const path = toPath(frame.filename ?? '', origin, editor !== undefined);
  if (path === undefined) return undefined;
  const places = { path, line: frame.lineno ?? 1, column: frame.colno ?? 1 };
  return (editor ?? DEFAULT_EDITOR).replace(/\{(path|line|column)\}/g, (_, name: keyof typeof places) =>
    String(places[name]),
  );
}

/** Of a file, of what Vite serves from outside of its root, or, where that will do, below the page's origin. */
function toPath(filename: string, origin: string, isRelativeEnough: boolean): string | undefined {
  const served = filename.startsWith(`${origin}/`) ? decode(filename.slice(origin.length)) : undefined;
  const outside = served?.replace(/^\/@fs(?=\/)/, '');
  const isOutside = outside !== served;
  const local = served === undefined ? decode(filename.replace(/^file:\/\//, '')) : undefined;
  const named = isOutside || isRelativeEnough ? (outside ?? local) : local;
  const path = named?.replace(/^(?=[A-Za-z]:[\\/])/, '/').replaceAll('\\', '/');
  const isWhole = path !== undefined && /^\/(?!\/)/.test(path) && !path.split('/').includes('..');
  return isWhole && !path.includes('\0')
    ? encodeURI(path.toWellFormed()).replace(/[?#]/g, encodeURIComponent)
    : undefined;
}

function decode(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    // A percent sign that encodes nothing is one.
    return path;
  }
}
