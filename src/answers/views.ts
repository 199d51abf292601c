import { type SavedView, ViewList } from '../../schemas/views.js';
import { compileStringify } from '../stringify.js';
import { optional } from './optional.js';

const stringifyViews = compileStringify(ViewList);

/** A view as a store has it. */
export type ViewRow = Omit<SavedView, 'projectId'> & { readonly project: string | null };

function toView({ id, project, name, query, sort, direction }: ViewRow): SavedView {
  return { id, ...optional('projectId', project), name, query, sort, direction };
}

/** The answer `ViewList`. */
export function viewListJson(views: readonly ViewRow[]): string {
  return stringifyViews({ views: views.map(toView) });
}
