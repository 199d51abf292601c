/**
 * The path in front of every address of the dashboard, without a slash at the end; empty where the daemon is served at the
 * root. The page names its icon relative to its own address, which only the browser knows whole.
 */
export const BASE_PATH = readBasePath();

/** The address, without the origin, of what the daemon has at a path. */
export function toAddress(path: string): string {
  return BASE_PATH + path;
}

/** The path of the dashboard that an address stands for. */
export function toOwnPath(pathname: string): string {
  return pathname.startsWith(`${BASE_PATH}/`) ? pathname.slice(BASE_PATH.length) : '/';
}

/** Before anything goes to another address of the dashboard: then the name of the icon would mean another one. */
function readBasePath(): string {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const { pathname } = new URL('./', icon === null ? window.location.origin : icon.href);
  // Two slashes in front would name a host.
  return pathname.replace(/^\/+/, '/').replace(/\/$/, '');
}
