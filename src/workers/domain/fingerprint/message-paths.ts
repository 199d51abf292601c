import { CharSet, isWordAt, type Replacement } from './chars.js';

const QUOTES = new CharSet(/["'`]/);

/** Directories at the root of the systems and containers that send errors. Behind others a path could be a URL's. */
const ROOTS = new Set(
  (
    'Applications Library System Users Volumes app apps bin boot build builds code data dev etc function github home lib ' +
    'lib64 media mnt nix opt private proc project projects repo root run runner sbin sdcard snap srv storage sys tmp usr ' +
    'var vercel work workdir workspace workspaces www'
  ).split(' '),
);

/** Behind these words a path is a URL's, whatever it looks like. Methods are written large: `get` is a verb. */
const ROUTE_WORD =
  /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|CONNECT|TRACE|[Rr]outes?|[Ll]ocation|[Uu]r[li]|UR[LI]|[Ee]ndpoint|[Hh]ref|[Pp]athname|[Rr]equest|[Rr]edirect|[Nn]avigate)$/;

export function isRouteWord(word: string): boolean {
  return ROUTE_WORD.test(word);
}

const EXTENSION = /\.(?=[a-z0-9]*[a-z])[a-z0-9_]{1,10}$/i;

/** `/home/alice/app/a.txt` becomes `a.txt`, when something says that it is a file's path. */
export function absolutePath(text: string, at: number, previousWord: string): Replacement | null {
  if (!startsHere(text, at) || text[at + 1] === '/' || text[at + 1] === '*') return null;
  const end = posixEnd(text, at);
  const path = text.slice(at, end);
  if (ROUTE_WORD.test(previousWord) || path.includes('?')) return null;
  const bare = trimSlashes(path);
  const second = bare.indexOf('/', 1);
  const isFile = EXTENSION.test(bare.slice(bare.lastIndexOf('/') + 1));
  if (!isFile && (second === -1 || !ROOTS.has(bare.slice(1, second)))) return null;
  return toBaseName(text, { start: at, end: at + bare.length, pathEnd: end });
}

/** `C:\Users\bob\a.txt` and `C:/Users/bob/a.txt`. `at` is at the letter. */
export function drivePath(text: string, at: number): Replacement | null {
  const slash = text[at + 2];
  const code = text.charCodeAt(at) | 0x20;
  if ((slash !== '\\' && slash !== '/') || code < 97 || code > 122 || isWordAt(text, at - 1)) return null;
  if (slash === '/' && text[at + 3] === '/') return null;
  return windowsPath(text, at, at + 2);
}

/** `\\server\share\a.txt`, also with its backslashes doubled. */
export function uncPath(text: string, at: number): Replacement | null {
  if (text[at + 1] !== '\\' || text[at - 1] === '\\' || isWordAt(text, at - 1)) return null;
  let server = at + 2;
  while (text[server] === '\\') server += 1;
  return server - at <= 4 && isWordAt(text, server) ? windowsPath(text, at, server) : null;
}

/** `file:///home/alice/a.mjs` */
export function fileUrl(text: string, at: number, word: string): Replacement | null {
  if (word.toLowerCase() !== 'file') return null;
  const start = at + 'file://'.length;
  const isDrive = text[start] === '/' && text[start + 2] === ':';
  const end = posixEnd(text, isDrive ? start + 3 : start);
  return toBaseName(text, { start: at, end: at + trimSlashes(text.slice(at, end)).length, pathEnd: end });
}

interface PathSpan {
  readonly start: number;
  /** Without slashes at its end. */
  readonly end: number;
  readonly pathEnd: number;
}

/** Leaves the base name to be read on, because it may hold a UUID; drops what is in front of it. */
function toBaseName(text: string, { start, end, pathEnd }: PathSpan): Replacement | null {
  let base = end;
  while (base > start && text[base - 1] !== '/' && text[base - 1] !== '\\') base -= 1;
  if (base === end) return null;
  return end === pathEnd ? { start, end: base, text: '' } : { start, end: pathEnd, text: text.slice(base, end) };
}

function trimSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

/** A path starts at the start, or behind a mark that cannot be part of one. */
function startsHere(text: string, at: number): boolean {
  const before = text[at - 1];
  return before === undefined || PATH_BEFORE.test(before);
}

const PATH_BEFORE = /[\s"'`([{=,:;|>]/;
const POSIX_STOPS = new CharSet(/[\s"'`()[\]{}<>,;|*:]/);

/** In quotation marks a path goes up to the closing one, spaces and all. */
function posixEnd(text: string, at: number): number {
  const quoted = closingQuote(text, at);
  let end = at;
  while (end < text.length && !POSIX_STOPS.hasAt(text, end)) end += 1;
  while (text[end - 1] === '.' && end > at + 1) end -= 1;
  if (quoted === -1 || quoted <= end) return end;
  const whole = text.slice(at, quoted);
  return QUOTED_STOP.test(whole) ? end : quoted;
}

/** A colon ends the path (a line number follows); a slash behind a space starts another one. */
const QUOTED_STOP = /[\r\n:]|\s\//;

function closingQuote(text: string, at: number): number {
  return QUOTES.hasAt(text, at - 1) ? text.indexOf(text.charAt(at - 1), at) : -1;
}

const WINDOWS_STOPS = new CharSet(/[\t\r\n"'`()[\]{}<>,;|*?:]/);

function windowsPath(text: string, start: number, from: number): Replacement | null {
  const end = windowsEnd(text, from, QUOTES.hasAt(text, start - 1));
  let bare = end;
  while (bare > from && (text[bare - 1] === '\\' || text[bare - 1] === '/')) bare -= 1;
  return bare <= from ? null : toBaseName(text, { start, end: bare, pathEnd: end });
}

function windowsEnd(text: string, from: number, isQuoted: boolean): number {
  let end = from;
  while (end < text.length && !WINDOWS_STOPS.hasAt(text, end)) {
    if (text[end] === ' ' && !isQuoted) {
      const next = continuation(text, from, end);
      if (next === -1) break;
      end = next;
    }
    end += 1;
  }
  while (text[end - 1] === '.' || text[end - 1] === ' ') end -= 1;
  return end;
}

const SPACES_IN_NAME_MAX = 4;

/**
 * Where a path goes on behind a space: at the next backslash, if only a few words of one directory's name lie between.
 * Behind a name with an extension a space ends the path.
 */
function continuation(text: string, from: number, space: number): number {
  const slash = text.indexOf('\\', space);
  if (slash === -1) return -1;
  const between = text.slice(space, slash);
  const name = text.slice(Math.max(from, text.lastIndexOf('\\', space)), space);
  if (EXTENSION.test(name) || between.split(' ').length - 1 > SPACES_IN_NAME_MAX) return -1;
  if (between.endsWith(' ') || NOT_IN_NAME.test(between)) return -1;
  return slash;
}

const NOT_IN_NAME = /[\t\r\n"'`()[\]{}<>,;|*?:/]/;
