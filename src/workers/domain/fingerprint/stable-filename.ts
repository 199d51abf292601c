// The file of a frame without what changes from build to build, from release to release and from machine to machine.

import { rememberFilenames } from '../known-filenames.js';

/** `file://`, `webpack://shop/`, `webpack-internal:///`, with the layer that Next.js puts behind it. */
const SCHEME =
  /^(?:file:\/\/|webpack(?:-internal)?:\/\/[^/]{0,128}\/(?:\([\w-]{1,64}\)\/)?|app:\/\/\/?|(?:turbopack|ng|rollup|vite|bun|deno|rsc):\/\/+(?:\[[\w-]{1,64}\]\/)?)/i;
const ORIGIN =
  /^(?:https?|wss?|capacitor|ionic|blob:https?|jar:file|safari-web-extension|(?:chrome|moz|ms-browser)-extension):\/\/[^/]{0,255}/i;
const RELEASES = /^(?:releases?|deploy(?:s|ments)?|revisions?|builds?|versions?|slugs?|artifacts?)$/i;
const VERSION = /^v?\d{1,6}(?:\.\d{1,6}){1,3}(?:[-+.][\w.-]{1,40})?$/i;
/** `20240101120000`, `2024-01-01_1200`, a commit, a UUID. */
const RELEASE =
  /^(?:\d{6,20}|\d{4}-\d{2}-\d{2}[\w.:-]{0,20}|(?=[a-f]*\d)(?=\d*[a-f])[a-f\d]{7,64}|[a-f\d]{8}(?:-[a-f\d]{4}){3}-[a-f\d]{12})$/i;
/** `build-4812`, `release_17`. */
const NUMBERED_RELEASE = /^(?:builds?|releases?|rel|deploy(?:ment)?s?|revisions?|rev)[-_.]?\d{1,20}$/i;
/** In the address of a script: `/r/118/app.js`, `/v42/app.js`. */
const SERVED_RELEASE = /^v?\d{1,20}$/i;
/** By a web server, of which an application may have many; an extension has an id in its place. */
const SERVED = /^(?:blob:)?https?:/i;
const NAMED_VERSION =
  /(?<=[@-])v?\d{1,6}(?:\.\d{1,6}){1,3}(?:[-+.][\w.]{1,40})?(?=\.(?:jar|war|whl|gem|egg|dll|phar)|!|$)/i;
const TEMPORARY = /^(?:tmp|temp)[\w.-]{4,64}$/i;
/** Where a home, a container or a host keeps an application. */
const ROOT =
  /^(?:.{0,200}\/resources\/app(?:\.asar(?:\.unpacked)?)?|\/home\/runner\/work\/[^/]{1,64}\/[^/]{1,64}|\/(?:home|Users)\/[^/]{1,64}|\/go\/src(?:\/[\w-]{1,32}\.[\w.]{1,32}\/[^/]{1,64}\/[^/]{1,64}|\/app)?|\/root|\/usr\/src\/app|\/usr\/local\/app|\/usr\/app|\/app|\/workspaces?|\/var\/task|\/var\/www(?:\/html)?|\/srv\/app|\/srv|\/code|\/build|\/opt\/app|\/opt|\/github\/workspace|\/layers|\/vercel\/path\d|\/data\/app|\/mnt\/[\w-]{1,64}|[a-z]:\/Users\/[^/]{1,64}|[a-z]:)(?=\/)/i;

export interface StableFilename {
  readonly path: string;
  /** By name or by place, written anew at each build. */
  readonly hasHash: boolean;
  /** Without the host that served it. */
  readonly hostless: string;
}

/** As above; linear in the length of the name. */
export const toStableFilename = rememberFilenames((filename): StableFilename => {
  const slashed = filename.includes('\\') ? filename.replaceAll('\\', '/') : filename;
  const origin = ORIGIN.exec(slashed)?.[0] ?? '';
  const path = withoutQuery(origin === '' ? slashed.replace(SCHEME, '') : slashed.slice(origin.length));
  const rooted = origin === '' ? withoutRoot(path.replace(/^\/(?=[a-z]:\/)/i, '')) : path;
  const segments = rooted.replace(/^(?:\.{1,2}\/){1,8}/, '').split('/');
  const last = segments.length - 1;
  const stable = segments.map((segment, index) =>
    index === last
      ? toStableSegment(segment)
      : origin !== '' && SERVED_RELEASE.test(segment)
        ? '<release>'
        : toStableFolder(segment),
  );
  const hasHash = stable[last] !== segments[last];
  const bare = stable.join('/');
  const whole = `${toStableOrigin(origin)}${bare}`;
  return { path: whole, hasHash, hostless: SERVED.test(origin) ? bare.replace(/^\//, '') : whole };
});

function withoutQuery(path: string): string {
  const bare = path.split('?', 1)[0] ?? '';
  const fragment = bare.lastIndexOf('#');
  return fragment > bare.lastIndexOf('/') && fragment > 0 ? bare.slice(0, fragment) : bare;
}

/** Up to the directory of the release, or of the home or container that the application lies in. */
function withoutRoot(path: string): string {
  const segments = path.split('/');
  const release = segments.findIndex(
    (segment, index) => index < segments.length - 1 && (isRelease(segment) || isBehindReleases(segments, index)),
  );
  if (release !== -1) return segments.slice(release + 1).join('/');
  const root = ROOT.exec(path)?.[0] ?? '';
  const rest = path.slice(root.length).replace(/^\//, '');
  return fromSources(rest, OF_A_PERSON.test(root) ? SEGMENTS_MAX : OF_APPLICATIONS.test(root) ? 1 : 0);
}

/** Where in a home, or on a drive, a person keeps a project says nothing. */
const OF_A_PERSON = /^(?:\/home\/|\/Users\/|[a-z]:)/i;
/** Below these lies one folder for each application. */
const OF_APPLICATIONS = /^\/(?:opt|srv|var\/www|mnt\/[\w-]{1,64})$/i;
const SEGMENTS_MAX = 64;
const SOURCES = /^(?:src|dist|lib|apps?|packages)$/;

function fromSources(path: string, foldersMax: number): string {
  if (foldersMax === 0) return path;
  const segments = path.split('/');
  const at = segments.findIndex((segment, index) => index < segments.length - 1 && SOURCES.test(segment));
  return at === -1 || at > foldersMax ? path : segments.slice(at).join('/');
}

function isBehindReleases(segments: readonly string[], index: number): boolean {
  return index > 0 && RELEASES.test(segments[index - 1] ?? '') && /\d/.test(segments[index] ?? '');
}

function isRelease(segment: string): boolean {
  return RELEASE.test(segment) || VERSION.test(segment) || NUMBERED_RELEASE.test(segment);
}

function toStableFolder(segment: string): string {
  if (isRelease(segment)) return '<release>';
  if (TEMPORARY.test(segment)) return '<tmp>';
  return /\d/.test(segment) ? segment.replace(NAMED_VERSION, '<version>') : segment;
}

/** `cdn2`, `static-3`, `cdn-eu`, `assets-us-east-1`: mirrors of one host. */
const MIRROR =
  /(?<=^|\.)(cdn|static|assets?|images?|img|media|edge|mirror|cache|files?)(?:-?\d{1,3}|-(?:eu|us|ap|asia|sa|af|me|ca|uk|cn|jp|in|au|na|emea|apac|latam|global)(?:-?(?:north|south|east|west|central)){0,2}(?:-?\d{1,2})?)(?=\.)/i;

/** Preview hosts have a hash in their name; a port or a scheme does not make another file. */
function toStableOrigin(origin: string): string {
  if (origin === '') return '';
  const host = origin.replace(/^(?:blob:)?[a-z-]{1,32}:\/\//i, '').replace(/:\d{1,5}$/, '');
  const one = host.replace(MIRROR, '$1');
  return one.replace(/(?<=-)(?=[a-z]{0,32}\d)[a-z\d]{6,32}(?=[-.])/i, '<hash>');
}

const SUFFIX =
  /(?:\.(?:chunk|bundle|min|esm|prod|production|module|legacy|worker)){0,3}\.(?:[cm]?js|css|jsx|tsx?|map|wasm|html|png|jpe?g|gif|svg|webp|woff2?)$/i;
/** The file of a blob. */
const UUID = /^[a-f\d]{8}(?:-[a-f\d]{4}){3}-[a-f\d]{12}$/i;
const HASH_CHARS_MAX = 64;

/** `index-DUg81x_Q.js`, `main.3f2a1b.chunk.js`, `482.9a8b7c6d.js`: the name without the hash. */
export function toStableSegment(segment: string): string {
  const suffix = SUFFIX.exec(segment)?.[0];
  if (suffix === undefined && UUID.test(segment)) return '<hash>';
  if (suffix === undefined) return /\d/.test(segment) ? segment.replace(NAMED_VERSION, '<version>') : segment;
  const stem = segment.slice(0, -suffix.length);
  // Bundlers number the chunks that have no name.
  if (/^\d{1,6}$/.test(stem)) return `<hash>${suffix}`;
  // The longest end that looks like a hash is one: a hash may hold dashes.
  for (let at = Math.max(0, stem.length - HASH_CHARS_MAX); at < stem.length; at++) {
    const mark = stem[at - 1];
    if ((at === 0 || mark === '-' || mark === '.' || mark === '_') && isHash(stem.slice(at))) {
      // A build without hashes has the same names.
      return `${numberless(stem.slice(0, Math.max(0, at - 1))) || '<hash>'}${suffix}`;
    }
  }
  return segment;
}

function numberless(name: string): string {
  return /^\d+$/.test(name) ? '' : name;
}

const HEX_HASH = /^[a-f\d]{4,64}$/;
const WORDS = /^[A-Z]?[a-z]+(?:[A-Z][a-z]+|\d){0,12}$/;

function isHash(text: string): boolean {
  // The name in front of a point is none: `chunk-vendors.3f2a1b9c.js`.
  return text.includes('.') ? text.split('.').every(isOneHash) : isOneHash(text);
}

function isOneHash(text: string): boolean {
  if (HEX_HASH.test(text))
    return /\d/.test(text) ? /[a-f]/.test(text) || text.length >= 6 : text.length === 8 || text.length >= 16;
  if (/^[A-Z\d]{8}$/.test(text)) return true;
  const isMixed = /[a-z]/.test(text) && /[A-Z]/.test(text.slice(1)) && !WORDS.test(text);
  if (/[-_]/.test(text)) return text.length === 8 && isMixed;
  if (text.length === 8) return isMixed || /\d[A-Za-z]/.test(text);
  return text.length >= 6 && text.length <= 24 && /\d/.test(text) && (isMixed || /\d[a-z]{1,20}\d/i.test(text));
}
