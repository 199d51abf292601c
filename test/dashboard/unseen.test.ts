import { strict as assert } from 'node:assert';
import type { ErrorChanges } from '../../schemas/error-group.js';
import { loadDashboardModule } from '../support/dashboard-module.js';

type Counts = Readonly<Record<'new' | 'regressed' | 'louder', number>>;
interface Unseen {
  toUnseen(
    changes: ErrorChanges | undefined,
    list: { hasRow: (id: string) => boolean; waitingIds: readonly string[] },
  ): Counts;
  toNewsWords(counts: Counts): string;
}

describe('the words above the list of errors', () => {
  let unseen: Unseen;
  before(async () => {
    unseen = await loadDashboardModule<Unseen>('errors/to-unseen.ts');
  });

  const at = '2026-01-01T00:00:00.000Z';
  const changes = (counts: Counts, groups: ErrorChanges['groups']): ErrorChanges => ({
    since: at,
    at,
    ...counts,
    groups,
  });
  const words = (told: ErrorChanges | undefined, rows: readonly string[] = [], waitingIds: readonly string[] = []) =>
    unseen.toNewsWords(unseen.toUnseen(told, { hasRow: (id) => rows.includes(id), waitingIds }));
  const named: ErrorChanges['groups'] = [
    { id: 'a', change: 'new' },
    { id: 'b', change: 'regressed' },
    { id: 'c', change: 'louder' },
  ];
  const ONE_EACH = { new: 1, regressed: 1, louder: 1 };

  it('count each kind, and leave out those that are none', () => {
    assert.equal(words(changes({ new: 3, regressed: 2, louder: 5 }, named)), '3 new, 2 came back, 5 louder');
    assert.equal(words(changes({ new: 0, regressed: 1200, louder: 0 }, [])), '1,200 came back');
    assert.equal(words(changes({ new: 0, regressed: 0, louder: 0 }, [])), '');
    assert.equal(words(undefined), '');
  });

  it('leave out groups that the list has a row for', () => {
    assert.equal(words(changes(ONE_EACH, named), ['b']), '1 new, 1 louder');
    assert.equal(words(changes(ONE_EACH, named), ['a', 'b', 'c']), '');
  });

  it('count what waits and is no news to the daemon, once', () => {
    assert.equal(words(undefined, [], ['x', 'y']), '2 new');
    assert.equal(words(changes(ONE_EACH, named), [], ['a', 'x']), '2 new, 1 came back, 1 louder');
    // Of more than have a name, those that wait are among the counted ones.
    assert.equal(words(changes({ new: 200, regressed: 0, louder: 0 }, named.slice(0, 1)), [], ['x']), '200 new');
  });
});
