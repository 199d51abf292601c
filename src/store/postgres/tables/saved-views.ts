import { SAVED_VIEWS_MAX } from '../../../../schemas/limits.js';
import { parseViewId } from '../../sqlite/tables/saved-views.js';
import type { StoredView, ViewCommand, ViewFacts, ViewOutcome } from '../../views.js';
import type { Queries } from '../connection.js';

interface ViewRow extends ViewFacts {
  readonly id: number;
}

const SELECT = '/* reference */ SELECT id, project, name, query, sort, direction FROM saved_views';

/** One daemon at a time: together they must not make more than may be, nor two of one name. */
export async function runViewCommand(transaction: Queries, command: ViewCommand): Promise<ViewOutcome> {
  const locked = transaction.exec('/* reference */ LOCK TABLE saved_views IN SHARE ROW EXCLUSIVE MODE');
  if (command.kind === 'add') return addView(transaction, command.view, locked);
  await locked;
  const [known] = await transaction.query<ViewRow>(`${SELECT} WHERE id = $1`, [parseViewId(command.id)]);
  if (known === undefined) return refuse('view_not_found');
  if (command.kind === 'remove') {
    await transaction.change('/* reference */ DELETE FROM saved_views WHERE id = $1', [known.id]);
    return done(known);
  }
  const changed = { ...known, ...command.change };
  if (((await findByName(transaction, changed)) ?? known.id) !== known.id) return refuse('view_name_taken');
  await transaction.change(
    '/* reference */ UPDATE saved_views SET name = $2, query = $3, sort = $4, direction = $5 WHERE id = $1',
    [changed.id, changed.name, changed.query, changed.sort, changed.direction],
  );
  return done(changed);
}

async function addView(transaction: Queries, view: ViewFacts, locked: Promise<void>): Promise<ViewOutcome> {
  // Sent behind the lock, and carried out once it is held.
  const [, known, [counted]] = await Promise.all([
    locked,
    findByName(transaction, view),
    transaction.query<{ count: number }>('/* reference */ SELECT count(*) AS count FROM saved_views'),
  ]);
  if (known !== undefined) return refuse('view_name_taken');
  if ((counted?.count ?? 0) >= SAVED_VIEWS_MAX) return refuse('view_limit');
  const [row] = await transaction.query<{ id: number }>(
    `/* reference */ INSERT INTO saved_views (project, name, query, sort, direction) VALUES ($1, $2, $3, $4, $5)
     RETURNING id`,
    [view.project, view.name, view.query, view.sort, view.direction],
  );
  return done({ ...view, id: row?.id ?? 0 });
}

async function findByName(
  transaction: Queries,
  { project, name }: Pick<ViewFacts, 'project' | 'name'>,
): Promise<number | undefined> {
  const [row] = await transaction.query<{ id: number }>(
    "/* reference */ SELECT id FROM saved_views WHERE coalesce(project, '') = coalesce($1::text, '') AND name = $2",
    [project, name],
  );
  return row?.id;
}

export async function deleteViewsOf(transaction: Queries, project: string): Promise<void> {
  await transaction.change("/* reference */ DELETE FROM saved_views WHERE coalesce(project, '') = $1", [project]);
}

/** By name; with a project those of it and those of all. */
export async function readViews(db: Queries, project: string | undefined): Promise<StoredView[]> {
  const rows = await db.query<ViewRow>(`${SELECT} ORDER BY name COLLATE "C", id`);
  return rows
    .filter((row) => project === undefined || row.project === null || row.project === project)
    .map((row) => ({ ...row, id: String(row.id) }));
}

const refuse = (code: Extract<ViewOutcome, { kind: 'refused' }>['code']): ViewOutcome => ({ kind: 'refused', code });
const done = (row: ViewRow): ViewOutcome => ({ kind: 'done', view: { ...row, id: String(row.id) } });
