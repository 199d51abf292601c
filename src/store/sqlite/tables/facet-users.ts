// The users of a group or a project: each with a row up to a number of them, of more a sample. The sample holds those
// whose number ends in so many zero bits (adaptive sampling, Wegman and Flajolet), which each event and each deletion can
// tell by itself: what is taken off is what was counted, also when two groups become one.

import { FACET_USERS_EXACT_MAX } from '../../../limits.js';
import type { WritableDb } from '../connection.js';

export interface FacetUsers {
  /** The user of each event, sorted. */
  add(scopeId: number, users: Float64Array): void;
  subtract(scopeId: number, users: Float64Array): void;
  /** Users of the scope; past `FACET_USERS_EXACT_MAX` an estimate. */
  count(scopeId: number): number;
  deleteAll(): void;
}

/** How many users there are: rows of a sample, and how often it was halved. */
export interface UserHead {
  readonly rows: number;
  readonly shift: number;
}

export const NO_USERS: UserHead = { rows: 0, shift: 0 };

export function toUserCount({ rows, shift }: UserHead): number {
  return rows * 2 ** shift;
}

export function isInSample(user: number, shift: number): boolean {
  return user % 2 ** shift === 0;
}

export function openFacetUsers(db: WritableDb, exactMax = FACET_USERS_EXACT_MAX): FacetUsers {
  const readHead = db.prepare<[number], UserHead>(
    'SELECT user_rows AS rows, user_shift AS shift FROM facet_heads WHERE scope_id = ?',
  );
  const writeHead = db.prepare<number[]>(
    `INSERT INTO facet_heads (scope_id, user_rows, user_shift) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET user_rows = excluded.user_rows, user_shift = excluded.user_shift`,
  );
  const removeHead = db.prepare<[number]>('DELETE FROM facet_heads WHERE scope_id = ?');
  const raise = db.prepare<number[]>('UPDATE facet_users SET count = count + ? WHERE scope_id = ? AND user = ?');
  const insert = db.prepare<number[]>('INSERT OR IGNORE INTO facet_users (scope_id, user, count) VALUES (?, ?, ?)');
  const remove = db.prepare<number[]>('DELETE FROM facet_users WHERE scope_id = ? AND user = ? AND count <= ?');
  const halve = db.prepare<number[]>('DELETE FROM facet_users WHERE scope_id = ? AND user & ? <> 0');
  const all = [db.prepare('DELETE FROM facet_users'), db.prepare('DELETE FROM facet_heads')];
  return {
    count: (scopeId) => toUserCount(readHead.get(scopeId) ?? NO_USERS),
    add(scopeId, users) {
      const known = readHead.get(scopeId) ?? NO_USERS;
      let { rows, shift } = known;
      for (const [user, count] of countEach(users)) {
        if (!isInSample(user, shift)) continue;
        if (insert.run(scopeId, user, count).changes === 0) {
          raise.run(count, scopeId, user);
          continue;
        }
        rows += 1;
        if (rows <= exactMax) continue;
        shift += 1;
        rows -= halve.run(scopeId, 2 ** shift - 1).changes;
      }
      if (rows !== known.rows || shift !== known.shift) writeHead.run(scopeId, rows, shift);
    },
    subtract(scopeId, users) {
      const head = readHead.get(scopeId);
      if (head === undefined) return;
      let { rows } = head;
      for (const [user, count] of countEach(users)) {
        if (!isInSample(user, head.shift)) continue;
        if (remove.run(scopeId, user, count).changes > 0) rows -= 1;
        else raise.run(-count, scopeId, user);
      }
      if (rows <= 0) removeHead.run(scopeId);
      else if (rows !== head.rows) writeHead.run(scopeId, rows, head.shift);
    },
    deleteAll() {
      for (const statement of all) statement.run();
    },
  };
}

/** Equal numbers lie side by side. */
function* countEach(users: Float64Array): Generator<readonly [user: number, count: number]> {
  for (let from = 0; from < users.length; ) {
    const user = users[from] ?? 0;
    let to = from + 1;
    while (users[to] === user) to += 1;
    yield [user, to - from];
    from = to;
  }
}
