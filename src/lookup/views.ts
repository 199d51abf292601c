// Saved views, and lists of errors by them.

import type { ErrorListQuery } from '../../schemas/query.js';
import { type SavedView, ViewList } from '../../schemas/views.js';
import { VIEWS_ENDPOINT } from '../constants.js';
import { toQueryString } from '../query-text.js';
import { compileBody } from '../validate.js';
import type { Reader } from './reader.js';

const validateViews = compileBody(ViewList);

/** By name: of a project with those of all, and without one (null) of every project. */
export function readViews(reader: Reader, project: string | null): Promise<ViewList> {
  const query = toQueryString(project === null ? {} : { projectId: project });
  return reader.read(`${VIEWS_ENDPOINT}?${query}`, validateViews);
}

export type ChosenView =
  | { readonly kind: 'view'; readonly view: SavedView }
  | { readonly kind: 'none' }
  /** No project was named, and more than one has a view of the name. */
  | { readonly kind: 'several' };

/**
 * The view that a name means: with a project its own before that of all projects, without one that of all before the only one
 * that there is.
 */
export function chooseView(views: readonly SavedView[], name: string, project: string | null): ChosenView {
  const named = views.filter((view) => view.name === name);
  const view = named.find(({ projectId }) => (projectId ?? null) === project) ?? named[0];
  if (view === undefined) return { kind: 'none' };
  const isMeant = named.length === 1 || (view.projectId ?? null) === project;
  return isMeant ? { kind: 'view', view } : { kind: 'several' };
}

type Wanted = { readonly [K in 'projectId' | 'query' | 'sort' | 'direction']?: ErrorListQuery[K] | undefined };

/**
 * The parameters of a list by a view, and by what is asked for beside it: both queries must hold, an order that is asked for
 * takes the place of the view's, and a view of one project lists the errors of that one.
 */
export function toListByView(view: SavedView, { projectId, query, sort, direction }: Wanted): Wanted {
  const order = sort === undefined ? { sort: view.sort, direction: direction ?? view.direction } : { sort, direction };
  const queries = [view.query, query ?? ''].filter((text) => text !== '');
  return { projectId: projectId ?? view.projectId, query: queries.join(' '), ...order };
}
