import { currentPlace, navigate, patchSearch, toHref, usePlace } from './location.ts';

const PARAMETER = 'project';

/** The chosen project, or null for all of them. It is part of every address, so that a link means the same to all. */
export function useProject(): string | null {
  return usePlace().search.get(PARAMETER);
}

/** Chooses a project; null for all of them. What is open belongs to one project: another leads to its list. */
export function chooseProject(name: string | null): void {
  const [section = '', thing] = currentPlace().path.split('/').slice(1);
  if (thing === undefined || name === null) patchSearch({ [PARAMETER]: name });
  else navigate(toPage(`/${section}`, { [PARAMETER]: name }));
}

const OVERVIEW = '/';
const TIME = ['range', 'from', 'to'] as const;
/** What has a time, besides the overview. */
const TIMED = /^\/(errors|requests|logs)(\/|$)/;

/**
 * The address of a page with the chosen project and the parameters given. From the overview the time that was chosen there
 * goes along, but not to a moment in the log.
 */
export function toPage(path: string, parameters: Readonly<Record<string, string>> = {}): string {
  const search = new URLSearchParams(parameters);
  const here = currentPlace();
  const hasTime = [...TIME, 'at'].some((name) => search.has(name));
  if (here.path === OVERVIEW && TIMED.test(path) && !hasTime) {
    for (const name of TIME) {
      const value = here.search.get(name);
      if (value !== null) search.set(name, value);
    }
  }
  const project = currentPlace().search.get(PARAMETER);
  if (project !== null && !search.has(PARAMETER)) search.set(PARAMETER, project);
  return toHref(path, search);
}
