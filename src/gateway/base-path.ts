// The path below which browsers see the daemon when a proxy in front of it leaves that path in the address.

/** Where a request was addressed to. */
export interface OwnPath {
  /** The configured path where the request's began with it; empty where it did not. */
  readonly prefix: string;
  /** What the routes know, not decoded; empty when the address was the prefix alone. */
  readonly path: string;
}

/**
 * Takes the configured path off. What does not begin with it is taken as it is, so that a proxy may take it off itself, and
 * programs beside the daemon need not know of it.
 */
export function toOwnPath(path: string, basePath: string): OwnPath {
  if (basePath === '' || !path.startsWith(basePath)) return { prefix: '', path };
  const rest = path.slice(basePath.length);
  return rest === '' || rest.startsWith('/') ? { prefix: basePath, path: rest } : { prefix: '', path };
}
