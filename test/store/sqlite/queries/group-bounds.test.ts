import { strict as assert } from 'node:assert';
import type { ErrorGroupList, Suggestions } from '../../../../schemas/error-group.js';
import { when } from '../../../../src/answers/condition.js';
import {
  EVENTS_LOOKED_MAX,
  GROUPS_LOOKED_MAX,
  SUGGESTED_FROM_MAX,
  SUGGESTED_TEXTS_MAX,
} from '../../../../src/limits.js';
import { openWritable } from '../../../../src/store/sqlite/database.js';
import { LIST_STATEMENTS_MAX } from '../../../../src/store/sqlite/limits.js';
import { registerUnpacking } from '../../../../src/store/sqlite/packed-details.js';
import { openErrorGroupReads } from '../../../../src/store/sqlite/queries/error-groups.js';
import { openSuggestionReads } from '../../../../src/store/sqlite/queries/suggestions.js';
import { openListQueries } from '../../../../src/store/sqlite/reader/list-query.js';
import { registerSearchFunction } from '../../../../src/store/sqlite/reader/search.js';
import { tempDir } from '../../../support/sqlite-place.js';
import { cleanUp } from '../../../support/store-harness.js';

/** A database with so many groups, the first of them seen last, and so many events of the first, each of a user of its own. A release and a user are counted that none of them says. */
function open({ groups = 1, events = 0 }: { readonly groups?: number; readonly events?: number }) {
  const db = openWritable(`${tempDir()}/service.db`);
  registerSearchFunction(db);
  registerUnpacking(db);
  const numbers = (count: number): string =>
    `WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`;
  db.exec(`${numbers(groups)} INSERT INTO error_groups (id, project_id, fingerprint, fingerprint_version, type, message,
      source, severity, status, first_seen_at_ms, last_seen_at_ms, event_count, culprit)
    SELECT i, 0, randomblob(32), 1, 'T' || i, 'm', 0, 2, 0, 0, ${groups} - i, i, 'f' || i || char(10) || char(10) FROM n;
    INSERT INTO error_group_texts (id, grouping) SELECT id, '{}' FROM error_groups;`);
  if (events > 0)
    db.exec(`${numbers(events)} INSERT INTO events (id, project_id, group_id, event_id, timestamp_ms, severity, source,
        context_id, details)
      SELECT i, 0, 1, 'e' || i, i, 2, 0, NULL, '{"user":{"id":"u' || i || '"}}' FROM n;
      INSERT INTO facet_names (id, facet, value) VALUES (1, 'release', ''), (2, 'release', 'r1'), (3, 'release', 'r2');
      INSERT INTO facet_counts (scope_id, facet_id, value_id, count, first_seen_at_ms, last_seen_at_ms)
        VALUES (-1, 1, 2, 1, 1, 1), (1, 1, 2, 1, 1, 1);
      INSERT INTO facet_heads (scope_id, user_rows, user_shift) VALUES (-1, 1, 0);`);
  const errors = openErrorGroupReads(db);
  const suggest = openSuggestionReads(db);
  const listOf = (query: string) =>
    JSON.parse(errors.list({ page: 1, pageSize: 1, query }, Date.now())) as ErrorGroupList;
  return {
    db,
    totalOf: (query: string) => listOf(query).total,
    uncounted: (query: string) => listOf(query).uncounted,
    suggested: (query: string) => (JSON.parse(suggest({ query })) as Suggestions).suggestions.map(({ text }) => text),
  };
}

describe('bounds of queries for groups', () => {
  afterEach(cleanUp);

  it('look for values that are not counted among the newest EVENTS_LOOKED_MAX events', () => {
    const within = open({ events: EVENTS_LOOKED_MAX });
    assert.equal(within.totalOf('user:u1'), 1);
    within.db.close();
    const past = open({ events: EVENTS_LOOKED_MAX + 1 });
    assert.equal(past.totalOf('user:u1'), 0);
    assert.equal(past.totalOf('user:u2'), 1);
    assert.deepEqual(past.uncounted('user:u1'), ['user:u1']);
    assert.equal(past.totalOf('release:r1'), 1);
    assert.equal(past.totalOf('release:r2'), 0);
    assert.equal(past.uncounted('release:r1,r2'), undefined);
    past.db.close();
  });

  it('look at GROUPS_LOOKED_MAX groups, those seen last', () => {
    const within = open({ groups: GROUPS_LOOKED_MAX });
    assert.equal(within.totalOf('count:>0'), GROUPS_LOOKED_MAX);
    within.db.close();
    const past = open({ groups: GROUPS_LOOKED_MAX + 1 });
    assert.equal(past.totalOf('count:>0'), GROUPS_LOOKED_MAX);
    assert.equal(past.totalOf(`count:${GROUPS_LOOKED_MAX + 1}`), 0);
    assert.equal(past.totalOf(''), GROUPS_LOOKED_MAX + 1);
    past.db.close();
  });

  it('suggest from SUGGESTED_FROM_MAX groups, and from SUGGESTED_TEXTS_MAX texts of as many events', () => {
    const { db, suggested } = open({ groups: SUGGESTED_FROM_MAX + 1, events: SUGGESTED_FROM_MAX + 1 });
    assert.deepEqual(suggested(`type:T${SUGGESTED_FROM_MAX}`), [`T${SUGGESTED_FROM_MAX}`]);
    assert.deepEqual(suggested(`type:T${SUGGESTED_FROM_MAX + 1}`), []);
    const oldest = SUGGESTED_FROM_MAX + 2 - SUGGESTED_TEXTS_MAX;
    assert.deepEqual(suggested(`user:u${oldest}`), [`u${oldest}`]);
    assert.deepEqual(suggested(`user:u${oldest - 1}`), []);
    const found = Array.from({ length: SUGGESTED_FROM_MAX + 1 }, (_, index) => suggested(`user:u${index + 1}`)).flat();
    assert.equal(new Set(found).size, SUGGESTED_TEXTS_MAX);
    db.close();
  });

  it('keep LIST_STATEMENTS_MAX statements, and answer with any number of them', () => {
    const { db } = open({});
    const shape = { select: 'SELECT g.id FROM error_groups g', from: 'error_groups g', key: 'g.id', order: 'g.id' };
    const lists = openListQueries<{ id: number }>(db, shape);
    for (const round of [1, 2])
      for (let index = 0; index < LIST_STATEMENTS_MAX + 1; index += 1)
        assert.equal(lists.count({ conditions: [when(`g.id > -${index} - :x`, 'x', round)] }, 10), 1);
    db.close();
  });
});
