// Which route answers a request.

import { ID_CHARS_MAX } from '../../schemas/limits.js';
import { decodeComponent } from './query-string.js';
import { type Route, toSegmentName } from './route.js';
import { ROUTES } from './routes.js';

/** The ids in a path, decoded, by the names of their segments. Null for a text that cannot be the id of anything. */
export type PathIds = Readonly<Record<string, string | null>>;

export type RouteMatch =
  | { readonly kind: 'route'; readonly route: Route; readonly ids: PathIds }
  /** `OPTIONS` on a known path. */
  | { readonly kind: 'options'; readonly methods: readonly string[] }
  | { readonly kind: 'method_not_allowed'; readonly methods: readonly string[] }
  | { readonly kind: 'not_found' };

/** Finds the route of a request by its method, in upper case, and its path, not decoded. */
export type Matcher = (method: string, path: string) => RouteMatch;

interface PatternRoute {
  readonly route: Route;
  /** The segments that hold an id, and what the route calls it. */
  readonly idNames: readonly (readonly [index: number, name: string])[];
}

/** One way to write the paths of some routes. */
interface Pattern {
  /** Null where an id stands. */
  readonly segments: readonly (string | null)[];
  /** By method; `HEAD` is a `GET`. */
  readonly routes: ReadonlyMap<string, PatternRoute>;
  /** All that the path takes. */
  readonly methods: readonly string[];
}

/**
 * The matcher of a table. Where several paths match, the one with the first literal segment wins over one with an id
 * there, whatever the methods of both are.
 */
export function toMatcher(table: readonly Route[]): Matcher {
  const patterns = toPatterns(table);
  const literal = new Map(patterns.filter(isLiteral).map((pattern) => [pattern.segments.join('/'), pattern]));
  const others = patterns.filter((pattern) => !isLiteral(pattern)).sort(byLiterals);
  // No path with more segments matches anything, so that no more of them are looked at.
  const segmentsMax = Math.max(0, ...others.map(({ segments }) => segments.length));
  const find: Matcher = (method, path) => {
    const known = literal.get(path);
    if (known !== undefined) return toMatch(known, method, []);
    const segments = path.split('/', segmentsMax + 1);
    const pattern = others.find((candidate) => matches(candidate, segments));
    return pattern === undefined ? { kind: 'not_found' } : toMatch(pattern, method, segments);
  };
  // One call asks several times: for its headers, whether it may, and what it does.
  let last = { method: '', path: '', match: find('', '') };
  return (method, path) => {
    if (method !== last.method || path !== last.path) last = { method, path, match: find(method, path) };
    return last.match;
  };
}

/** Of the daemon's own table. */
export const matchRoute: Matcher = toMatcher(ROUTES);

function toMatch({ routes, methods }: Pattern, method: string, segments: readonly string[]): RouteMatch {
  if (method === 'OPTIONS') return { kind: 'options', methods };
  const route = routes.get(method === 'HEAD' ? 'GET' : method);
  if (route === undefined) return { kind: 'method_not_allowed', methods };
  return { kind: 'route', route: route.route, ids: segments.length === 0 ? NO_IDS : toIds(route, segments) };
}

const NO_IDS: PathIds = {};

function toIds({ idNames }: PatternRoute, segments: readonly string[]): PathIds {
  const ids: Record<string, string | null> = {};
  for (const [index, name] of idNames) ids[name] = parseId(segments[index] ?? '');
  return ids;
}

function toPatternRoute(route: Route): PatternRoute {
  const names = route.path.split('/').map(toSegmentName);
  return { route, idNames: names.flatMap((name, index) => (name === null ? [] : [[index, name] as const])) };
}

function parseId(segment: string): string | null {
  const id = decodeComponent(segment);
  return id === null || id.length > ID_CHARS_MAX ? null : id;
}

function matches(pattern: Pattern, segments: readonly string[]): boolean {
  if (pattern.segments.length !== segments.length) return false;
  return pattern.segments.every((literal, index) =>
    literal === null ? segments[index] !== '' : segments[index] === literal,
  );
}

function toMethods(routes: readonly Route[]): readonly string[] {
  return [...routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'];
}

function toPatterns(table: readonly Route[]): readonly Pattern[] {
  const patterns = new Map<string, { readonly segments: Pattern['segments']; readonly routes: Route[] }>();
  for (const route of table) {
    for (const path of toPaths(route)) {
      const segments = path.split('/').map((segment) => (toSegmentName(segment) === null ? segment : null));
      // Routes of one pattern may name its ids differently.
      const key = JSON.stringify(segments);
      const pattern = patterns.get(key) ?? { segments, routes: [] };
      pattern.routes.push(route);
      patterns.set(key, pattern);
    }
  }
  return [...patterns.values()].map(({ segments, routes }) => ({
    segments,
    routes: new Map(routes.map((route) => [route.method, toPatternRoute(route)])),
    methods: toMethods(routes),
  }));
}

function toPaths({ path, isSlashOptional }: Route): readonly string[] {
  if (isSlashOptional !== true) return [path];
  return [path, path.endsWith('/') ? path.slice(0, -1) : `${path}/`];
}

function isLiteral({ segments }: Pattern): boolean {
  return !segments.includes(null);
}

/** What is literal earlier comes first. Patterns of different lengths never match the same path. */
function byLiterals(a: Pattern, b: Pattern): number {
  const toKey = ({ segments }: Pattern): string => segments.map((literal) => (literal === null ? '1' : '0')).join('');
  return toKey(a) < toKey(b) ? -1 : 1;
}
