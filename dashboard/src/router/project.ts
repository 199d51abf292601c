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

/** The address of a page with the chosen project and the parameters given. */
export function toPage(path: string, parameters: Readonly<Record<string, string>> = {}): string {
  const search = new URLSearchParams(parameters);
  const project = currentPlace().search.get(PARAMETER);
  if (project !== null && !search.has(PARAMETER)) search.set(PARAMETER, project);
  return toHref(path, search);
}
