// How groups go, with all that hangs on them: when their last event does, with their project, or all at once.

import type { WritableDb } from '../connection.js';

/** The deletions of `GroupCommands`; each runs inside the writer's transaction. */
export function openGroupDeletes(db: WritableDb) {
  const lower = db.prepare<{ id: number; count: number }>(
    'UPDATE error_groups SET event_count = event_count - :count WHERE id = :id',
  );
  const deleteEmpty = db.prepare<{ id: number }>('DELETE FROM error_groups WHERE id = :id AND event_count <= 0');
  const deleteTexts = db.prepare<{ id: number }>('DELETE FROM error_group_texts WHERE id = :id');
  const deleteSearch = db.prepare<{ id: number }>('DELETE FROM error_groups_search WHERE rowid = :id');
  const ofProject = db
    .prepare<{ projectId: number; limit: number }, number>(
      'SELECT id FROM error_groups WHERE project_id = :projectId LIMIT :limit',
    )
    .pluck();
  const remove = db.prepare<{ id: number }>('DELETE FROM error_groups WHERE id = :id');
  const all = db.prepare('DELETE FROM error_groups');
  const allTexts = db.prepare('DELETE FROM error_group_texts');
  const deleteRedirects = db.prepare<{ id: number }>('DELETE FROM group_redirects WHERE group_id = :id');
  const allAside = ['group_redirects', 'shelved_groups', 'event_homes'].map((table) =>
    db.prepare(`DELETE FROM ${table}`),
  );
  const allSearch = db.prepare("INSERT INTO error_groups_search (error_groups_search) VALUES ('delete-all')");
  const facets = ['facet_counts', 'facet_users', 'facet_heads'].map((table) =>
    db.prepare<{ id: number }>(`DELETE FROM ${table} WHERE scope_id = :id`),
  );
  const removeTexts = (id: number): void => {
    for (const statement of facets) statement.run({ id });
    deleteTexts.run({ id });
    deleteSearch.run({ id });
    deleteRedirects.run({ id });
  };
  return {
    /** False when the group went with its last event. */
    subtract(id: number, count: number): boolean {
      lower.run({ id, count });
      if (deleteEmpty.run({ id }).changes === 0) return true;
      removeTexts(id);
      return false;
    },
    deleteProject(projectId: number, limit: number): number {
      const ids = ofProject.all({ projectId, limit });
      for (const id of ids) {
        remove.run({ id });
        removeTexts(id);
      }
      return ids.length;
    },
    deleteAll(): void {
      all.run();
      allTexts.run();
      allSearch.run();
      for (const statement of allAside) statement.run();
    },
  };
}
