import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FEED_ENDPOINT } from '../constants.js';
import { ErrordError } from '../errors.js';
import type { HeaderList } from '../http-answer.js';
import { PAGE_DEPTH_MAX, STATIC_BYTES_MAX, STATIC_FILES_MAX } from '../limits.js';
import type { Exchange, RequestFacts } from './exchange.js';
import { decodeComponent } from './query-string.js';

type Encoding = 'br' | 'gzip';

interface StaticFile {
  readonly type: string;
  readonly cacheControl: string;
  /** Hash of the content, without quotes. */
  readonly tag: string;
  readonly bytes: Uint8Array;
  /** Compressed forms that the build has put beside it. */
  readonly packed: ReadonlyMap<Encoding, Uint8Array>;
  /** Pages of other origins load it. */
  readonly isShared: boolean;
}

type FileMap = ReadonlyMap<string, StaticFile>;

export interface StaticDirs {
  /** Path or file URL of the folder with the dashboard's built files; null when it is not served. */
  readonly dashboard: string | URL | null;
  /** Of the folder with the client library for pages. */
  readonly clients: string | URL;
  /** Of the folder with the client libraries as packages. */
  readonly packages: string | URL;
}

const TYPES = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.json', 'application/json; charset=utf-8'],
  ['.webmanifest', 'application/manifest+json'],
  ['.map', 'application/json; charset=utf-8'],
  ['.txt', 'text/plain; charset=utf-8'],
  ['.png', 'image/png'],
  ['.ico', 'image/x-icon'],
  ['.webp', 'image/webp'],
  ['.woff2', 'font/woff2'],
  ['.tgz', 'application/gzip'],
]);
/** Endings of the compressed forms, the smallest first. */
const PACKED: ReadonlyMap<Encoding, string> = new Map([
  ['br', '.br'],
  ['gzip', '.gz'],
]);
const METHODS: HeaderList = [['Allow', 'GET, HEAD, OPTIONS']];
const INDEX = '/index.html';
/** Its neighbours in the folder are its source map and the compressed forms. */
const CLIENT_SCRIPT = '/errord.js';
/** Where package managers find the client libraries; every client that there is has its archive. */
const PACKAGES_PREFIX = '/clients';
const CLIENT_PACKAGE = '/node.tgz';
/** Names under it carry a hash of their content, so what they name never changes. */
const HASHED_PREFIX = '/assets/';

/** The files of the dashboard and of the clients, read once. A path is looked up in a Map, so none leads out of the folders. */
export class StaticFiles {
  readonly #files: FileMap;
  /** The page for addresses so many segments below the root; one that was asked for. */
  readonly #pages = new Map<number, StaticFile>();

  constructor(files: FileMap) {
    this.#files = files;
  }

  /** Answers a request for a file or, to a browser that navigates, with the page; false when there is neither. */
  answer({ facts, reply }: Exchange): boolean {
    if (facts.path === '' && isReading(facts) && this.#files.has(INDEX)) {
      // The page's own addresses are relative, so the one of its root has to end in a slash.
      const query = facts.query === '' ? '' : `?${facts.query}`;
      reply.send({ status: 307, headers: [['Location', `${facts.prefix}/${query}`]] });
      return true;
    }
    const file = this.#find(facts);
    if (file === undefined) return false;
    if (facts.method === 'OPTIONS') reply.send({ status: 204, headers: METHODS });
    else if (!isReading(facts)) reply.error('method_not_allowed', { headers: METHODS });
    else this.#send(file, { facts, reply });
    return true;
  }

  #find(facts: RequestFacts): StaticFile | undefined {
    const { path, accept } = facts;
    const decoded = decodeComponent(path);
    if (decoded === null) return undefined;
    const file = this.#files.get(decoded === '/' ? INDEX : decoded);
    if (file !== undefined) return file;
    // The page has addresses of its own, such as /errors/<id>, that a person may reload or be sent.
    const isNavigation = isReading(facts) && accept.includes('text/html');
    return isNavigation && !isReserved(path) ? this.#findPage(path) : undefined;
  }

  /**
   * The page for an address. What it loads is named relative to the address that it is loaded from: only the browser knows
   * the path that a proxy may have taken off, but how far below it the address is, is known here.
   */
  #findPage(path: string): StaticFile | undefined {
    const index = this.#files.get(INDEX);
    const depth = path.split('/', PAGE_DEPTH_MAX + 3).length - 2;
    if (index === undefined || depth > PAGE_DEPTH_MAX) return undefined;
    if (depth === 0) return index;
    const page = this.#pages.get(depth) ?? toPageBelow(index, depth);
    this.#pages.set(depth, page);
    return page;
  }

  #send(file: StaticFile, { facts, reply }: Pick<Exchange, 'facts' | 'reply'>): void {
    const encoding = chooseEncoding(file, facts.acceptEncoding);
    const body = (encoding === null ? undefined : file.packed.get(encoding)) ?? file.bytes;
    const etag = `"${file.tag}${encoding === null ? '' : `-${encoding}`}"`;
    const headers: HeaderList = [
      ['ETag', etag],
      ['Cache-Control', file.cacheControl],
      ['Vary', 'Accept-Encoding'],
    ];
    if (isUnchanged(facts.ifNoneMatch, etag)) {
      reply.send({ status: 304, headers });
      return;
    }
    const packing: HeaderList = encoding === null ? [] : [['Content-Encoding', encoding]];
    const type: HeaderList = [['Content-Type', file.type]];
    const policy = file.isShared ? SHARED_HEADERS : toSecurityHeaders(facts.host);
    reply.send({ status: 200, headers: [...type, ...packing, ...headers, ...policy], body });
  }
}

/** Reads the folders. Rejects with `config_invalid` when one lacks what it is for or is out of proportion. */
export async function readStaticFiles({ dashboard, clients, packages }: StaticDirs): Promise<StaticFiles> {
  const script = await readFiles(clients, { isShared: true, mustHold: CLIENT_SCRIPT, hint: 'build it' });
  const archives = await readFiles(packages, { isShared: true, mustHold: CLIENT_PACKAGE, hint: 'build it' });
  const named = [...archives].map(([name, file]) => [PACKAGES_PREFIX + name, file] as const);
  const hint = 'build it, or set dashboardEnabled to false';
  const page = dashboard === null ? [] : await readFiles(dashboard, { isShared: false, mustHold: INDEX, hint });
  return new StaticFiles(new Map([...script, ...named, ...page]));
}

interface Folder {
  readonly isShared: boolean;
  readonly mustHold: string;
  /** What to do when it does not. */
  readonly hint: string;
}

async function readFiles(dir: string | URL, { isShared, mustHold, hint }: Folder): Promise<FileMap> {
  const root = dir instanceof URL ? fileURLToPath(dir) : dir;
  const paths = await listFiles(root, { isShared, mustHold, hint });
  if (paths.length > STATIC_FILES_MAX) throw unusable(root, `holds more than ${STATIC_FILES_MAX} files`);
  const contents = new Map<string, Buffer>();
  let byteCount = 0;
  for (const path of paths) {
    const bytes = await readFile(path);
    byteCount += bytes.byteLength;
    if (byteCount > STATIC_BYTES_MAX) throw unusable(root, `holds more than ${STATIC_BYTES_MAX} bytes`);
    contents.set(`/${relative(root, path).split(sep).join('/')}`, bytes);
  }
  const files = new Map<string, StaticFile>();
  for (const name of contents.keys()) {
    if (!isPackedForm(name, contents)) files.set(name, { ...toStaticFile(name, contents), isShared });
  }
  if (!files.has(mustHold)) throw unusable(root, `has no ${mustHold.slice(1)}; ${hint}`);
  return files;
}

async function listFiles(root: string, { isShared, hint }: Folder): Promise<readonly string[]> {
  try {
    // The folders below what is shared are the build's own.
    const entries = await readdir(root, { recursive: !isShared, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.'));
    return files.map((entry) => join(entry.parentPath, entry.name));
  } catch (cause) {
    throw unusable(root, `cannot be read; ${hint}`, cause);
  }
}

function unusable(root: string, fault: string, cause?: unknown): ErrordError {
  return new ErrordError('config_invalid', `the folder ${root} ${fault}`, { cause });
}

/** The page with what it loads that many folders further up. It is small: nothing of it is packed. */
function toPageBelow(index: StaticFile, depth: number): StaticFile {
  const html = Buffer.from(index.bytes).toString('utf8');
  const bytes = Buffer.from(html.replace(/(\s(?:href|src)=")\.\//g, `$1${'../'.repeat(depth)}`));
  return { ...index, bytes, tag: toTag(bytes), packed: new Map() };
}

/** Whether it is the compressed form of another file rather than a file of its own. */
function isPackedForm(name: string, contents: ReadonlyMap<string, Buffer>): boolean {
  return [...PACKED.values()].some((ending) => name.endsWith(ending) && contents.has(name.slice(0, -ending.length)));
}

function toStaticFile(name: string, contents: ReadonlyMap<string, Buffer>): Omit<StaticFile, 'isShared'> {
  const bytes = contents.get(name) ?? Buffer.alloc(0);
  const packed = new Map<Encoding, Uint8Array>();
  for (const [encoding, ending] of PACKED) {
    const form = contents.get(name + ending);
    if (form !== undefined) packed.set(encoding, form);
  }
  return {
    type: TYPES.get(extname(name)) ?? 'application/octet-stream',
    cacheControl: name.startsWith(HASHED_PREFIX) ? 'public, max-age=31536000, immutable' : 'no-cache',
    tag: toTag(bytes),
    bytes,
    packed,
  };
}

function toTag(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
}

function isReading({ method }: RequestFacts): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Paths that belong to the API: an unknown one is an error, also when a person opens it. */
function isReserved(path: string): boolean {
  return ['/api', FEED_ENDPOINT].some((prefix) => path === prefix || path.startsWith(`${prefix}/`));
}

/** The first of our forms that the client takes; null for the plain one. */
function chooseEncoding(file: StaticFile, acceptEncoding: string): Encoding | null {
  const accepted = new Set<string>();
  for (const part of acceptEncoding.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = part.split(';').map((text) => text.trim());
    if (!parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) accepted.add(coding);
  }
  for (const encoding of PACKED.keys()) {
    if (file.packed.has(encoding) && accepted.has(encoding)) return encoding;
  }
  return null;
}

function isUnchanged(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*');
}

/** The policies of the pages that load it are theirs; one that isolates itself wants to be told that it may. */
const SHARED_HEADERS: HeaderList = [
  ['Cross-Origin-Resource-Policy', 'cross-origin'],
  ['X-Content-Type-Options', 'nosniff'],
];

/**
 * What keeps a text from an event, should it ever reach the page as markup, from doing anything. The feed's address is
 * named because not every browser takes 'self' for WebSocket.
 */
function toSecurityHeaders(host: string): HeaderList {
  const feed = /^[\w.:[\]-]+$/.test(host) ? ` ws://${host} wss://${host}` : '';
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self'${feed}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return [
    ['Content-Security-Policy', policy.join('; ')],
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'no-referrer'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
  ];
}
