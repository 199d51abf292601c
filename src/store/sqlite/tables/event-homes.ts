// In which shelved group an event is, where that has another id than the group that shows it; and where groups went.

import type { ReadableDb, WritableDb } from '../connection.js';

export interface EventHomeCommands {
  /** Null: the shelved group with the id of the group that shows the event. */
  set(eventRowId: number, homeId: number | null): void;
  delete(eventRowId: number): void;
}

export function openEventHomeCommands(db: WritableDb): EventHomeCommands {
  const put = db.prepare<[number, number]>('INSERT OR REPLACE INTO event_homes (id, group_id) VALUES (?, ?)');
  const remove = db.prepare<[number]>('DELETE FROM event_homes WHERE id = ?');
  return {
    set(eventRowId, homeId) {
      if (homeId === null) remove.run(eventRowId);
      else put.run(eventRowId, homeId);
    },
    delete: (eventRowId) => void remove.run(eventRowId),
  };
}

export interface GroupRedirectCommands {
  /** From now on the id of a group that is gone leads to another, and so do those that led to it. */
  set(id: number, groupId: number): void;
  /** The id of the group that has the events of one that is gone; of others, the id itself. */
  follow(id: number): number;
  /** The id is that of a group again. */
  delete(id: number): void;
}

export function openGroupRedirectCommands(db: WritableDb): GroupRedirectCommands {
  const follow = db.prepare<[number, number]>('UPDATE group_redirects SET group_id = ? WHERE group_id = ?');
  const put = db.prepare<[number, number]>('INSERT OR REPLACE INTO group_redirects (id, group_id) VALUES (?, ?)');
  const remove = db.prepare<[number]>('DELETE FROM group_redirects WHERE id = ?');
  const find = openGroupRedirects(db);
  return {
    follow: (id) => find(id) ?? id,
    set(id, groupId) {
      follow.run(groupId, id);
      put.run(id, groupId);
    },
    delete: (id) => void remove.run(id),
  };
}

/** The group that has the events of one that is gone. */
export function openGroupRedirects(db: ReadableDb): (id: number) => number | undefined {
  const find = db.prepare<{ id: number }, number>('SELECT group_id FROM group_redirects WHERE id = :id').pluck();
  return (id) => find.get({ id });
}
