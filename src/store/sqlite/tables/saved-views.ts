import { SAVED_VIEWS_MAX } from '../../../../schemas/limits.js';
import type { StoredView, ViewCommand, ViewFacts, ViewOutcome } from '../../views.js';
import type { ReadableDb, WritableDb } from '../connection.js';

interface ViewRow extends ViewFacts {
  readonly id: number;
}

const COLUMNS = 'id, project, name, query, sort, direction';
const PROJECT = "coalesce(project, '')";

export interface ViewCommands {
  /** In a transaction. */
  run(command: ViewCommand): ViewOutcome;
  deleteOf(project: string): void;
}

export function openViewCommands(db: WritableDb): ViewCommands {
  const byId = db.prepare<{ id: number }, ViewRow>(`SELECT ${COLUMNS} FROM saved_views WHERE id = :id`);
  const byName = db
    .prepare<Pick<ViewFacts, 'project' | 'name'>, number>(
      `SELECT id FROM saved_views WHERE ${PROJECT} = coalesce(:project, '') AND name = :name`,
    )
    .pluck();
  const count = db.prepare<[], number>('SELECT count(*) FROM saved_views').pluck();
  const insert = db.prepare<ViewFacts>(
    `INSERT INTO saved_views (project, name, query, sort, direction)
     VALUES (:project, :name, :query, :sort, :direction)`,
  );
  const update = db.prepare<Omit<ViewRow, 'project'>>(
    'UPDATE saved_views SET name = :name, query = :query, sort = :sort, direction = :direction WHERE id = :id',
  );
  const remove = db.prepare<{ id: number }>('DELETE FROM saved_views WHERE id = :id');
  const removeOf = db.prepare<{ project: string }>(`DELETE FROM saved_views WHERE ${PROJECT} = :project`);
  const add = (view: ViewFacts): ViewOutcome => {
    if (byName.get(view) !== undefined) return refuse('view_name_taken');
    if ((count.get() ?? 0) >= SAVED_VIEWS_MAX) return refuse('view_limit');
    return done({ ...view, id: Number(insert.run(view).lastInsertRowid) });
  };
  return {
    run(command) {
      if (command.kind === 'add') return add(command.view);
      const known = byId.get({ id: parseViewId(command.id) });
      if (known === undefined) return refuse('view_not_found');
      if (command.kind === 'remove') {
        remove.run({ id: known.id });
        return done(known);
      }
      const changed = { ...known, ...command.change };
      if ((byName.get(changed) ?? known.id) !== known.id) return refuse('view_name_taken');
      const { id, name, query, sort, direction } = changed;
      update.run({ id, name, query, sort, direction });
      return done(changed);
    },
    deleteOf: (project) => void removeOf.run({ project }),
  };
}

/** Of an id that no view can have, one that none has. */
export function parseViewId(id: string): number {
  return /^\d{1,15}$/.test(id) ? Number(id) : 0;
}

const refuse = (code: Extract<ViewOutcome, { kind: 'refused' }>['code']): ViewOutcome => ({ kind: 'refused', code });
const done = (row: ViewRow): ViewOutcome => ({ kind: 'done', view: { ...row, id: String(row.id) } });

/** By name; with a project those of it and those of all. */
export function openViewList(db: ReadableDb): (project: string | undefined) => StoredView[] {
  const all = db.prepare<[], ViewRow>(`SELECT ${COLUMNS} FROM saved_views ORDER BY name, id`);
  return (project) =>
    all
      .all()
      .filter((row) => project === undefined || row.project === null || row.project === project)
      .map((row) => ({ ...row, id: String(row.id) }));
}
