import { toAddress, toOwnPath } from '../base-path.ts';
import { openStore, useStore } from '../store.ts';

/** Where the person is: the path below the dashboard's root, and what the address carries beside it. */
export interface Place {
  readonly path: string;
  readonly search: URLSearchParams;
}

export type SearchPatch = Readonly<Record<string, string | null | undefined>>;

const place = openStore(read());

function read(): Place & { readonly href: string } {
  const { pathname, search } = window.location;
  return { path: toOwnPath(pathname), search: new URLSearchParams(search), href: pathname + search };
}

function publish(): void {
  const next = read();
  if (next.href !== place.get().href) place.set(next);
}

window.addEventListener('popstate', publish);

/** The place now, outside of React. */
export function currentPlace(): Place {
  return place.get();
}

/** The place; the component renders again when it changes. */
export function usePlace(): Place {
  return useStore(place);
}

/** Goes to an address of the dashboard; `replace` leaves no step to go back to. */
export function navigate(href: string, options: { readonly replace?: boolean } = {}): void {
  const address = toAddress(href);
  if (options.replace === true) window.history.replaceState({ steps: stepsTaken() }, '', address);
  else window.history.pushState({ steps: stepsTaken() + 1 }, '', address);
  publish();
}

/** Goes back to where the person came from inside the dashboard, or to an address when they came from elsewhere. */
export function goBack(href: string): void {
  if (stepsTaken() > 0) window.history.back();
  else navigate(href, { replace: true });
}

/** Steps inside the dashboard since this tab came to it. */
function stepsTaken(): number {
  const state: unknown = window.history.state;
  if (typeof state !== 'object' || state === null || !('steps' in state)) return 0;
  return typeof state.steps === 'number' ? state.steps : 0;
}

/** Changes parameters of the address and leaves the others; null, undefined and '' remove one. */
export function patchSearch(patch: SearchPatch, options: { readonly replace?: boolean } = {}): void {
  const search = new URLSearchParams(place.get().search);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null || value === undefined || value === '') search.delete(name);
    else search.set(name, value);
  }
  navigate(toHref(place.get().path, search), options);
}

/** An address of the dashboard, below its root, from a path and parameters. */
export function toHref(path: string, search: URLSearchParams): string {
  const query = search.toString();
  return query === '' ? path : `${path}?${query}`;
}
