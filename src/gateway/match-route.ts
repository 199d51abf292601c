// Which route answers a request.

import { ID_CHARS_MAX } from '../../schemas/limits.js';
import { decodeComponent } from './query-string.js';
import { ROUTES, type Route } from './routes.js';

export type RouteMatch =
  | { readonly kind: 'route'; readonly route: Route; readonly id: string | null }
  /** `OPTIONS` on a known path. */
  | { readonly kind: 'options'; readonly methods: readonly string[] }
  | { readonly kind: 'method_not_allowed'; readonly methods: readonly string[] }
  | { readonly kind: 'not_found' };

const routesByPath = groupByPath(ROUTES);

/** The route of a request. `id` is null on a path that has none, and when it cannot be the id of anything. */
export function matchRoute(method: string, path: string): RouteMatch {
  const exact = routesByPath.get(path);
  const slash = path.lastIndexOf('/');
  const routes = exact ?? (slash + 1 < path.length ? routesByPath.get(`${path.slice(0, slash)}/{id}`) : undefined);
  if (routes === undefined) return { kind: 'not_found' };
  const methods = toMethods(routes);
  if (method === 'OPTIONS') return { kind: 'options', methods };
  const route = routes.find((candidate) => candidate.method === (method === 'HEAD' ? 'GET' : method));
  if (route === undefined) return { kind: 'method_not_allowed', methods };
  return { kind: 'route', route, id: exact === undefined ? parseId(path.slice(slash + 1)) : null };
}

function parseId(segment: string): string | null {
  const id = decodeComponent(segment);
  return id === null || id.length > ID_CHARS_MAX ? null : id;
}

function toMethods(routes: readonly Route[]): readonly string[] {
  return [...routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'];
}

function groupByPath(routes: readonly Route[]): ReadonlyMap<string, readonly Route[]> {
  const groups = new Map<string, Route[]>();
  for (const route of routes) add(groups, route.path.replace(/\{\w+\}$/, '{id}'), route);
  return groups;
}

/** Whatever a route calls the last part of its path. */
function add(groups: Map<string, Route[]>, path: string, route: Route): void {
  groups.set(path, [...(groups.get(path) ?? []), route]);
}
