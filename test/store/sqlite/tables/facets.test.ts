import { strict as assert } from 'node:assert';
import {
  FACET_STALE_MS,
  FACET_TEXTS_KNOWN_MAX,
  FACET_USERS_EXACT_MAX,
  FACET_VALUES_ALL_MAX,
  FACET_VALUES_MAX,
  FACETS_GATHERED_MANY,
  FACETS_GATHERED_MANY_MS,
  FACETS_GATHERED_MAX,
  FACETS_GATHERED_MS,
  FACETS_MAX,
  FACETS_PART_ROWS,
  FACETS_SETTLE_ROWS,
  FACETS_STEP_ROWS,
} from '../../../../src/limits.js';
import type { WritableDb } from '../../../../src/store/sqlite/connection.js';
import { openFacetCounters } from '../../../../src/store/sqlite/tables/facet-counts.js';
import { openFacetUsers, toUserCount, type UserHead } from '../../../../src/store/sqlite/tables/facet-users.js';
import { recountFacets } from '../../../../src/store/sqlite/tables/facets.js';
import { openWriterTables } from '../../../../src/store/sqlite/writer/append.js';
import { openFacetClerk } from '../../../../src/store/sqlite/writer/facet-clerk.js';
import { at, contentText, DAY_MS, eventDigest } from '../../../support/store-digests.js';
import { times } from '../../../support/store-harness.js';
import { openWriterParts } from '../../../support/writer-parts.js';

const said = (tags: Record<string, string>, user?: number) =>
  eventDigest({
    context: contentText({ release: '1.0.0', tags }),
    details: user === undefined ? null : JSON.stringify({ user: { id: user } }),
  });

const count = (db: WritableDb, table: string): unknown => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
const total = (db: WritableDb, scope = -1): unknown =>
  db
    .prepare<[number, string], number>(
      `SELECT coalesce(sum(c.count), 0) FROM facet_counts c JOIN facet_names n ON n.id = c.value_id
       WHERE c.scope_id = ? AND n.facet = ?`,
    )
    .pluck()
    .get(scope, 'release');

const GROUP = { id: 7, isGroup: true };
const PROJECT = { id: 9, isGroup: false };
const tally = (lastMs: number, firstMs = lastMs) => ({ count: 1, firstMs, lastMs });
const named = (db: WritableDb, scope: number): unknown =>
  db
    .prepare<[number], number>(
      "SELECT count(*) FROM facet_counts c JOIN facet_names n ON n.id = c.value_id WHERE c.scope_id = ? AND n.value <> ''",
    )
    .pluck()
    .get(scope);

describe('facets in SQLite', () => {
  it('gather for a moment, and are written with the first commit after it', () => {
    const { db, time, commit } = openWriterParts();
    commit(said({}));
    assert.equal(total(db), 1);
    time.nowMs += FACETS_GATHERED_MS - 1;
    commit(said({}));
    assert.equal(total(db), 1);
    time.nowMs += 1;
    commit(said({}));
    assert.equal(total(db), 3);
  });

  it('go on gathering while events that are counted already are deleted, and are written before one of theirs is', () => {
    const { db, time, commit, tables, committer, deletion, run } = openWriterParts();
    commit(said({}));
    time.nowMs += 2 * DAY_MS;
    commit(said({}));
    commit({ ...said({}), ...at(time.nowMs) });
    assert.deepEqual([total(db), tables.facets.isWaiting], [2, true]);
    run(deletion.prune({ nowMs: time.nowMs, retentionDays: 1, maxDbSizeMb: 0 }));
    assert.deepEqual([count(db, 'events'), total(db), tables.facets.isWaiting], [2, 1, true]);
    run(deletion.clear('shop'));
    assert.deepEqual([count(db, 'events'), total(db), tables.facets.isWaiting], [0, 0, false]);
    committer.transact(() => tables.facets.settle());
    assert.equal(total(db), 0);
  });

  it('that went with a transaction that failed are counted before one of their events is deleted', () => {
    const { db, commit, tables, committer, deletion, run } = openWriterParts();
    commit(said({}));
    commit(said({}), { ...said({}), projectName: 'blog' });
    const fail = (): never => {
      tables.facets.settle();
      throw new Error('no');
    };
    assert.throws(() => committer.transact(fail), /no/);
    run(deletion.clear('shop'));
    assert.deepEqual([count(db, 'events'), total(db)], [1, 1]);
  });

  it('are written at once when so many differ', () => {
    const { db, commit } = openWriterParts();
    commit(said({}));
    const digest = said({});
    const differing = (from: number, size: number) =>
      commit(
        ...times(size, (index) => ({
          ...digest,
          eventId: `e-${from + index}`,
          facets: { text: `url\n/${from + index}`, user: null },
        })),
      );
    // Each counts in its group and its project, and so does the context that they share.
    const room = FACETS_GATHERED_MAX / 2 - 2;
    differing(0, room);
    assert.equal(total(db), 1);
    differing(room, 1);
    assert.equal(total(db), room + 2);
  });

  it('are written a part with each commit, and none twice after a crash in between', () => {
    const { db, time, commit } = openWriterParts();
    // More than a part, and more than a step of what is counted after a crash.
    const groups = Math.max(FACETS_PART_ROWS, FACETS_STEP_ROWS) + 1;
    const ofGroups = () =>
      times(groups, (index) => {
        const digest = said({}, index);
        return { ...digest, site: { ...digest.site, fingerprint: index.toString(16).padStart(64, '0') } };
      });
    commit(said({}));
    commit(...ofGroups());
    time.nowMs += FACETS_GATHERED_MS;
    commit(said({}));
    const written = (): unknown => db.prepare('SELECT count(DISTINCT scope_id) FROM facet_counts').pluck().get();
    assert.ok(Number(written()) < groups, `${String(written())} of ${groups} are written already`);
    openWriterTables(db, Date.now);
    assert.equal(written(), groups + 3);
    assert.equal(total(db), groups + 2);
    assert.equal(db.prepare('SELECT sum(count) FROM facet_users').pluck().get(), 3 * groups);
    assert.equal(db.prepare('SELECT max(user_rows) FROM facet_heads').pluck().get(), groups);
  });

  it('are all written in the end while commits go on', () => {
    const { db, time, commit } = openWriterParts();
    const digests = times(FACETS_PART_ROWS, (index) => {
      const digest = said({}, index);
      return { ...digest, site: { ...digest.site, fingerprint: index.toString(16).padStart(64, '0') } };
    });
    commit(said({}));
    commit(...digests);
    time.nowMs += FACETS_GATHERED_MS;
    for (let index = 0; index < 5; index++) commit(said({}));
    assert.equal(count(db, 'facet_users'), 3 * FACETS_PART_ROWS);
    assert.equal(count(db, 'facet_heads'), FACETS_PART_ROWS + 2);
  });

  it('are written for who asks in steps between which commits go on, and only those that were there then', () => {
    const { db, tables, committer, commit, time } = openWriterParts();
    const clerk = openFacetClerk({ tables, committer, log: () => undefined });
    clerk.close();
    const ofGroups = (from: number) =>
      times(FACETS_SETTLE_ROWS / 4, (index) => {
        const digest = said({}, index);
        return { ...digest, site: { ...digest.site, fingerprint: (from + index).toString(16).padStart(64, '0') } };
      });
    commit(said({}));
    // The context and three users of each: some steps.
    commit(...ofGroups(0), ...ofGroups(FACETS_SETTLE_ROWS));
    const before = total(db);
    const steps = clerk.settle();
    assert.equal(steps.next().done, false);
    assert.ok(Number(total(db)) > Number(before));
    commit(...ofGroups(2 * FACETS_SETTLE_ROWS));
    while (steps.next().done !== true);
    assert.equal(count(db, 'facet_heads'), FACETS_SETTLE_ROWS / 2 + 2);
    assert.equal(tables.facets.isWaiting, true, 'what came meanwhile gathers on');
    time.nowMs += FACETS_GATHERED_MANY_MS;
    while (clerk.settle().next().done !== true);
    assert.equal(count(db, 'facet_heads'), (3 * FACETS_SETTLE_ROWS) / 4 + 2);
  });

  it('are counted right of more texts than are remembered, also when the first comes again', () => {
    const { db, time, commit } = openWriterParts();
    const saying = (number: number) => ({ ...said({}), facets: { text: `url\n/${number}`, user: null } });
    commit(said({}));
    commit(...times(FACET_TEXTS_KNOWN_MAX + 1, saying));
    commit(saying(0), saying(FACET_TEXTS_KNOWN_MAX));
    time.nowMs += FACETS_GATHERED_MS;
    // One for the group, its project and all of them.
    for (let index = 0; index < 3; index++) commit(said({}));
    const counted = db
      .prepare<[], number>(
        `SELECT sum(c.count) FROM facet_counts c JOIN facet_names n ON n.id = c.value_id
         WHERE c.scope_id = -1 AND n.facet = 'url'`,
      )
      .pluck()
      .get();
    assert.equal(counted, FACET_TEXTS_KNOWN_MAX + 3);
  });

  it('gather longer where many come', () => {
    const { db, time, commit } = openWriterParts();
    commit(said({}));
    const digest = said({}, 1);
    commit(...times(FACETS_GATHERED_MANY, (index) => ({ ...digest, eventId: `e-${index}` })));
    time.nowMs += FACETS_GATHERED_MS;
    commit(said({}));
    assert.equal(total(db), 1);
    time.nowMs += FACETS_GATHERED_MANY_MS - FACETS_GATHERED_MS;
    commit(said({}));
    assert.equal(total(db), FACETS_GATHERED_MANY + 3);
  });

  it('are those of the rows after a crash, whatever had been written', () => {
    const { db, commit } = openWriterParts();
    commit(said({}, 1));
    commit(said({}, 2), said({}, 3));
    assert.equal(total(db), 1);
    openWriterTables(db, Date.now);
    assert.equal(total(db), 3);
    assert.equal(count(db, 'facet_users'), 9);
  });

  it('of events that were stored before are counted in steps', () => {
    const { db, tables, committer, commit } = openWriterParts();
    commit(...times(FACETS_STEP_ROWS + 1, () => said({})));
    recountFacets(db);
    const again = openWriterTables(db, Date.now);
    assert.equal(total(db), 0);
    const step = (): number => committer.transact(() => again.facets.countGap());
    assert.deepEqual([step(), step(), step()], [FACETS_STEP_ROWS, 1, 0]);
    assert.equal(total(db), FACETS_STEP_ROWS + 1);
    assert.ok(tables);
  });

  it('keep what a transaction that failed did not write', () => {
    const { db, time, tables, committer, commit } = openWriterParts();
    commit(said({}));
    commit(said({}));
    assert.throws(() =>
      committer.transact(() => {
        tables.facets.settle();
        throw new Error('the disk is full');
      }),
    );
    assert.equal(total(db), 1);
    time.nowMs += FACETS_GATHERED_MS;
    commit(said({}));
    assert.equal(total(db), 3);
  });

  it('count so many values by name, more over a project', () => {
    const { db } = openWriterParts();
    const counters = openFacetCounters(db);
    for (const scope of [GROUP, PROJECT])
      for (const index of times(FACET_VALUES_ALL_MAX + 1, (at) => at))
        counters.add(scope, [[{ facet: 'url', value: `/${index}` }, tally(1000)]]);
    assert.deepEqual([named(db, GROUP.id), named(db, PROJECT.id)], [FACET_VALUES_MAX, FACET_VALUES_ALL_MAX]);
  });

  it('give the place of a value that nobody has sent for long to a new one, but never that of the first', () => {
    const { db } = openWriterParts();
    const counters = openFacetCounters(db);
    for (const index of times(FACET_VALUES_MAX, (at) => at))
      counters.add(GROUP, [[{ facet: 'url', value: `/${index}` }, tally(1000 + index)]]);
    const isNamed = (value: string): boolean =>
      db
        .prepare<[string], number>(
          'SELECT count(*) FROM facet_counts c JOIN facet_names n ON n.id = c.value_id WHERE n.value = ?',
        )
        .pluck()
        .get(value) === 1;
    counters.add(GROUP, [[{ facet: 'url', value: '/early' }, tally(1001 + FACET_STALE_MS)]]);
    assert.equal(isNamed('/early'), false);
    counters.add(GROUP, [[{ facet: 'url', value: '/late' }, tally(1002 + FACET_STALE_MS)]]);
    assert.deepEqual([isNamed('/late'), isNamed('/0'), isNamed('/1')], [true, true, false]);
  });

  it('count together in one go what they count together one by one', () => {
    const rows = (isAtOnce: boolean): unknown => {
      const { db } = openWriterParts();
      const counters = openFacetCounters(db);
      const add = (...tallies: (readonly [string, string, number])[]): void => {
        const named = tallies.map(([facet, value, atMs]) => [{ facet, value }, tally(atMs)] as const);
        if (isAtOnce) counters.add(GROUP, named);
        else for (const one of named) counters.add(GROUP, [one]);
      };
      add(...times(FACET_VALUES_MAX, (at) => ['url', `/${at}`, 1000 + at] as const));
      add(...times(FACET_VALUES_MAX, (at) => ['release', `1.${at}`, 1000 + at] as const));
      // Among them are some that find a stale value, before and after some that do not.
      for (const round of [1, 2])
        add(
          ...[1, 1 + round, 2 + round, 2000, 3000, 1 + round, 3 + round].map(
            (at, index) => ['url', `/new-${round}-${index}`, FACET_STALE_MS + 1000 + at] as const,
          ),
          ...[1, 1 + round, 2 + round, 2, 5].map((at, index) => ['release', `2.${round}-${index}`, 1000 + at] as const),
          ['url', '/40', 2500],
          ['url', '/new-1-0', 2600],
        );
      return db
        .prepare(
          `SELECT f.facet, n.value, count, first_seen_at_ms, last_seen_at_ms FROM facet_counts c
             JOIN facet_names f ON f.id = c.facet_id JOIN facet_names n ON n.id = c.value_id ORDER BY 1, 2`,
        )
        .all();
    };
    assert.deepEqual(rows(true), rows(false));
  });

  it('are counted under a name that the file has for another text, as it may have for half a surrogate pair', () => {
    const { db } = openWriterParts();
    const counters = openFacetCounters(db);
    const full = times(FACET_VALUES_MAX, (at) => [{ facet: 'url', value: `/${at}` }, tally(1000)] as const);
    counters.add(GROUP, full);
    const name = { facet: 'url', value: '/equal' };
    // There is no room for it, so that it is remembered as one that there is not.
    counters.add(GROUP, [[name, tally(1000)]]);
    db.prepare("INSERT INTO facet_names (facet, value) VALUES ('url', '/equal')").run();
    counters.add(PROJECT, [[name, tally(1000)]]);
    counters.add(PROJECT, [[name, tally(1000)]]);
    assert.equal(named(db, PROJECT.id), 1);
  });

  it('are so many for each group', () => {
    const { db } = openWriterParts();
    const counters = openFacetCounters(db);
    for (const index of times(FACETS_MAX + 1, (at) => at))
      counters.add(GROUP, [[{ facet: `tag:${index}`, value: 'x' }, tally(1)]]);
    assert.equal(named(db, GROUP.id), FACETS_MAX);
  });

  it('count users exactly up to the limit, and within 5 % beyond it, also after some are gone', () => {
    const { db } = openWriterParts();
    const users = openFacetUsers(db);
    const read = (): UserHead =>
      db.prepare<[], UserHead>('SELECT user_rows AS rows, user_shift AS shift FROM facet_heads').get() ?? {
        rows: 0,
        shift: 0,
      };
    // As well mixed as what `toOwnFacets` makes of ids.
    const mixed = (index: number): number => Number(((BigInt(index) * 0x9e3779b97f4a7c15n) >> 12n) & 0xfffffffffffffn);
    const some = (from: number, to: number) =>
      Float64Array.from(times(to - from, (index) => mixed(from + index))).sort();
    db.transaction(() => users.add(1, some(0, FACET_USERS_EXACT_MAX))).immediate();
    // Copied, as a row of Node's SQLite has no prototype.
    assert.deepEqual({ ...read() }, { rows: FACET_USERS_EXACT_MAX, shift: 0 });
    db.transaction(() => users.add(1, some(FACET_USERS_EXACT_MAX, 50_000))).immediate();
    assert.ok(read().rows <= FACET_USERS_EXACT_MAX && read().shift > 0);
    assert.ok(Math.abs(toUserCount(read()) - 50_000) < 2500, `${toUserCount(read())} of 50,000`);
    db.transaction(() => users.subtract(1, some(0, 25_000))).immediate();
    assert.ok(Math.abs(toUserCount(read()) - 25_000) < 1250, `${toUserCount(read())} of 25,000`);
  });
});
