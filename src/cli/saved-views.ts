// `errord views`, `views save` and `views delete`: queries for error groups that have a name and an order.

import { parseGroupQuery } from '../../schemas/group-query.js';
import { Success } from '../../schemas/query.js';
import { SavedView, ViewAdd } from '../../schemas/views.js';
import type { FlagValues } from '../config.js';
import { VIEWS_ENDPOINT } from '../constants.js';
import { type ChosenView, chooseView, readViews } from '../lookup/views.js';
import { compileBody } from '../validate.js';
import { CommandError, UsageError } from './command-error.js';
import { tell } from './project.js';
import { readQuery } from './query-argument.js';
import { askDaemon, toReader } from './query-daemon.js';
import { parseProject } from './show.js';
import { toTable } from './table.js';
import type { Target } from './target.js';
import type { Terminal } from './terminal.js';
import { toTerminalText } from './terminal-text.js';

const validateAdd = compileBody(ViewAdd);
const validateView = compileBody(SavedView);
const validateSuccess = compileBody(Success);

/** Those of all projects too where one is named. */
export function listViews(flags: FlagValues, terminal: Terminal): Promise<number> {
  const project = parseProject(flags.project);
  return tell(flags, terminal, async (target) => {
    const json = await readViews(toReader(target), project);
    const rows = json.views.map((view) => [view.name, view.projectId ?? '(all)', toOrder(view), view.query]);
    const text = rows.length === 0 ? 'There are no saved views.' : toTable(['name', 'project', 'order', 'query'], rows);
    return { json, text };
  });
}

/** A new one: a name that the project has already is refused, so that nobody loses a view. */
export function saveView(
  flags: FlagValues,
  terminal: Terminal,
  [name = '', query = '']: readonly string[],
): Promise<number> {
  readQuery(query, parseGroupQuery);
  const body = toViewAdd(flags, { name, query });
  return tell(flags, terminal, async (target) => {
    const json = await askDaemon(target, { method: 'POST', path: VIEWS_ENDPOINT, body }, validateView);
    return { json, text: `Saved ${toWords(json)}` };
  });
}

/** Deletes the view of the project that is named, else that of all projects or the only one of the name. */
export function deleteView(flags: FlagValues, terminal: Terminal, name: string | null): Promise<number> {
  const project = parseProject(flags.project);
  return tell(flags, terminal, async (target) => {
    const { views } = await readViews(toReader(target), project);
    // Who names a project does not mean the view that all have.
    const own = views.filter(({ projectId }) => project === null || projectId === project);
    const view = toView(chooseView(own, name ?? '', project), name ?? '');
    const path = `${VIEWS_ENDPOINT}/${encodeURIComponent(view.id)}`;
    const json = await askDaemon(target, { method: 'DELETE', path }, validateSuccess);
    return { json, text: `Deleted ${toWords(view)}` };
  });
}

/** The view that `--view` means. Throws a sentence where there is none, or more than one. */
export async function findView(target: Target, name: string, project: string | null): Promise<SavedView> {
  const { views } = await readViews(toReader(target), project);
  return toView(chooseView(views, name, project), name);
}

function toView(chosen: ChosenView, name: string): SavedView {
  const label = toTerminalText(JSON.stringify(name));
  switch (chosen.kind) {
    case 'view':
      return chosen.view;
    case 'none':
      throw new CommandError(`there is no saved view ${label}; errord views lists those that there are`);
    case 'several':
      throw new CommandError(`several projects have a saved view ${label}; say which one with --project NAME`);
  }
}

function toViewAdd({ project, sort, direction }: FlagValues, named: Pick<ViewAdd, 'name' | 'query'>): ViewAdd {
  const body = validateAdd({
    ...named,
    ...(project !== undefined && { projectId: project }),
    ...(sort !== undefined && { sort }),
    ...(direction !== undefined && { direction }),
  });
  if (body.ok) return body.value;
  const [{ path, message } = { path: '', message: 'is not allowed' }] = body.details;
  const word = { '/projectId': '--project', '/sort': '--sort', '/direction': '--direction' }[path] ?? 'NAME';
  throw new UsageError(`${word} ${message}`);
}

/** `the view "mine" of project shop: is:unresolved, by events`. */
function toWords(view: SavedView): string {
  const { name, projectId, query } = view;
  const owner = projectId === undefined ? 'all projects' : `project ${projectId}`;
  return toTerminalText(
    `the view ${JSON.stringify(name)} of ${owner}: ${query === '' ? 'all errors' : query}, by ${toOrder(view)}`,
  );
}

function toOrder({ sort, direction }: Pick<SavedView, 'sort' | 'direction'>): string {
  return direction === 'desc' ? sort : `${sort} ${direction}`;
}
