import { strict as assert } from 'node:assert';
import type { ErrorListQuery, LogListQuery, RequestListQuery } from '../../../../schemas/query.js';
import type { WritableDb } from '../../../../src/store/sqlite/connection.js';
import { registerUnpacking } from '../../../../src/store/sqlite/packed-details.js';
import { openErrorGroupReads } from '../../../../src/store/sqlite/queries/error-groups.js';
import { openEventReads } from '../../../../src/store/sqlite/queries/events.js';
import { openLogHistograms } from '../../../../src/store/sqlite/queries/log-histogram.js';
import { openLogReads } from '../../../../src/store/sqlite/queries/logs.js';
import { openRequestReads } from '../../../../src/store/sqlite/queries/requests.js';
import { openStatsReads } from '../../../../src/store/sqlite/queries/stats.js';
import { openTrendReads } from '../../../../src/store/sqlite/queries/trends.js';
import { openUnmergePreview } from '../../../../src/store/sqlite/queries/unmerge-preview.js';
import { registerSearchFunction } from '../../../../src/store/sqlite/reader/search.js';
import { parsePublicId, toPublicId } from '../../../../src/store/sqlite/row-id.js';
import { openGroupPartCommands } from '../../../../src/store/sqlite/tables/group-parts.js';
import { openWriterTables } from '../../../../src/store/sqlite/writer/append.js';
import { eventDigest, logDigest, requestDigest } from '../../../support/store-digests.js';
import { cleanUp, times } from '../../../support/store-harness.js';
import { openWriterParts } from '../../../support/writer-parts.js';
import { only, plansOf, tableScans } from '../plans.js';

const page = { page: 1, pageSize: 50 };
/** Holds everything that is stored. */
const range = { from: '2026-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' };

function openDatabase(): WritableDb {
  const { db, commit } = openWriterParts();
  registerSearchFunction(db);
  registerUnpacking(db);
  const digests = times(200, (index) => {
    const projectName = ['shop', 'blog', null][index % 3] ?? null;
    const message = `failure ${index % 40}`;
    const correlationId = index % 50 === 0 ? 'c' : null;
    const log = logDigest({ projectName, message, correlationId });
    return [eventDigest({ projectName, message }), requestDigest({ projectName }), log];
  });
  commit(...digests.flat());
  return db;
}

const ORDERED_INDEX: Record<string, RegExp> = {
  error_groups: /^(SCAN|SEARCH) g USING (COVERING )?INDEX error_groups_(project_)?last_seen/,
  requests: /^(SCAN|SEARCH) r USING (COVERING )?INDEX requests_(project_)?(failing_)?time/,
  logs: /^(SCAN|SEARCH) l USING (COVERING )?INDEX logs_(project_|level_)?time/,
};

const OF_SMALL_TABLES =
  /FROM (project(s|_settings)'?|saved_views|alert_settings)( WHERE (source_maps|grouping_rules) IS NOT NULL)?( ORDER BY [\w, ]+)?$/;

/**
 * The index of what alerts have not looked at is read up to the limit; messages and groups that wait for a count are bounded
 * in number; of what a person has dealt with there is a row for each group (`t`), each behind a click; of what people made one, as
 * many rows as are held in memory.
 */
const BOUNDED =
  /INDEX (alert_activity_due|alert_messages_due|group_triage_count|group_triage_users)$|^SCAN (t|group_(parts|splits))$/;

describe('query plans', () => {
  let db: WritableDb;
  before(() => {
    db = openDatabase();
  });
  after(async () => {
    db.close();
    await cleanUp();
  });

  /** A page is read in the order of an index, so that its cost does not grow with the table. */
  const assertOrdered = (table: string, plans: readonly { sql: string; plan: string[] }[]): void => {
    const pages = plans.filter(({ sql }) => /ORDER BY \w\.\w+_ms DESC, \w\.id DESC LIMIT :limit OFFSET/.test(sql));
    assert.ok(pages.length > 0);
    for (const { sql, plan } of pages) {
      assert.ok(
        plan.some((step) => ORDERED_INDEX[table]?.test(step)),
        `${sql}\n${plan.join('\n')}`,
      );
      // The rows of one page are sorted again after they were read by id.
      assert.ok(plan.filter((step) => step.includes('TEMP B-TREE')).length <= 1, plan.join('\n'));
      assert.ok(
        plan.every((step) => !/^SCAN \w+$/.test(step)),
        plan.join('\n'),
      );
    }
  };

  const errorQueries: Record<string, Partial<ErrorListQuery>> = {
    everything: {},
    'a project': { projectId: 'shop' },
    'a status': { status: 'unresolved' },
    'a range': range,
    'a project and a range': { projectId: 'shop', ...range },
    'what follows a cursor': { before: 'a.a' },
  };
  for (const [name, query] of Object.entries(errorQueries)) {
    it(`list error groups of ${name} in the order of an index`, () => {
      assertOrdered(
        'error_groups',
        plansOf(db, (recorded) => openErrorGroupReads(recorded).list({ ...page, ...query }, Date.now())),
      );
    });
  }

  it('find error groups by correlation id through its index', () => {
    const plans = plansOf(db, (recorded) =>
      openErrorGroupReads(recorded).list({ ...page, correlationId: 'c' }, Date.now()),
    );
    const plan = only(plans, /g\.id DESC LIMIT :limit OFFSET/).filter((step) => step.includes('events'));
    assert.ok(plan.every((step) => /^SEARCH events USING INDEX events_correlation/.test(step)) && plan.length > 0);
  });

  it('search error groups through the full-text index', () => {
    const plans = plansOf(db, (recorded) =>
      openErrorGroupReads(recorded).list({ ...page, search: 'failure' }, Date.now()),
    );
    for (const { plan } of plans.filter(({ sql }) => sql.includes('MATCH'))) {
      assert.ok(
        plan.some((step) => /error_groups_search VIRTUAL TABLE INDEX/.test(step)),
        plan.join('\n'),
      );
      assert.deepEqual(
        tableScans(plan).filter((step) => !step.includes('USING INDEX')),
        [],
      );
    }
  });

  it('search error groups through the full-text index also where parts of some have the text, and read the parts once', () => {
    const merged = openDatabase();
    const id = merged.prepare<[], number>('SELECT min(id) FROM error_groups').pluck().get() ?? 0;
    openGroupPartCommands(merged).add(id, { intoId: id, atMs: 0, by: null });
    const plans = plansOf(merged, (recorded) =>
      openErrorGroupReads(recorded).list({ ...page, search: 'failure' }, Date.now()),
    );
    merged.close();
    assert.equal(only(plans, /FROM group_parts WHERE state/)[0], 'SCAN group_parts');
    const searches = plans.filter(({ sql }) => sql.includes('MATCH'));
    assert.equal(searches.length, 2);
    for (const { plan } of searches) {
      assert.ok(plan.some((step) => /error_groups_search VIRTUAL TABLE INDEX/.test(step)));
      assert.ok(!plan.some((step) => /^SCAN (g|group_parts)$/.test(step)), plan.join('\n'));
    }
  });

  it('read the events of a group from its index, newest first without sorting the group', () => {
    const groupId = toPublicId(Number(db.prepare('SELECT max(id) FROM error_groups').pluck().get()));
    const plans = plansOf(db, (recorded) => openErrorGroupReads(recorded).detail(groupId, page));
    for (const sql of [/group_id = :groupId \s*UNION/, /\(:beforeMs, :beforeId\)\s*UNION/]) {
      const plan = only(plans, sql);
      assert.match(
        plan.join('\n'),
        /MERGE \(UNION ALL\)\nLEFT\nSEARCH group_events USING PRIMARY KEY \(group_id=\?( AND .*)?\)\nRIGHT/,
      );
      assert.match(plan.join('\n'), /SEARCH events USING INTEGER PRIMARY KEY \(rowid>\?\)/);
      assert.deepEqual(tableScans(plan), []);
    }
    assert.notEqual(parsePublicId(groupId), null);
  });

  it('count the newest events of a whole by part from the index of the group, each by its id', () => {
    const id = Number(db.prepare('SELECT max(id) FROM error_groups').pluck().get());
    const other = Number(db.prepare('SELECT min(id) FROM error_groups').pluck().get());
    const plans = db.transaction(() => {
      for (const part of [id, other]) openGroupPartCommands(db).add(part, { intoId: id, atMs: 0, by: null });
      const found = plansOf(db, (recorded) =>
        openUnmergePreview(recorded)({ groupId: toPublicId(id), partIds: [toPublicId(other)] }),
      );
      openGroupPartCommands(db).deleteAll();
      return found;
    })();
    assert.match(only(plans, /FROM group_parts/).join(), /^SEARCH group_parts USING INDEX group_parts_into/);
    const plan = only(plans, /GROUP BY e\.part_id/);
    assert.ok(plan.includes('SEARCH group_events USING PRIMARY KEY (group_id=?)'), plan.join('\n'));
    assert.ok(plan.includes('SEARCH e USING INTEGER PRIMARY KEY (rowid=?)'), plan.join('\n'));
    assert.deepEqual(
      tableScans(plan).filter((step) => step !== 'SCAN f'),
      [],
    );
  });

  it('find an event by its id through the index of ids, then among those above its mark', () => {
    for (const query of [{}, { projectId: 'shop' }]) {
      const plans = plansOf(db, (recorded) => openEventReads(recorded).detail('e', query));
      const indexed = only(plans, /SELECT id FROM event_ids/).join();
      assert.match(indexed, /^SEARCH event_ids USING PRIMARY KEY \(event_id=\?\)$/);
      assert.match(
        only(plans, /SELECT id FROM events/).join(),
        /^SEARCH events USING INTEGER PRIMARY KEY \(rowid>\?\)/,
      );
      assert.match(only(plans, /WHERE e\.id = :id/).join(), /^SEARCH e USING INTEGER PRIMARY KEY \(rowid=\?\)$/);
    }
  });

  const logQueries: Record<string, Partial<LogListQuery>> = {
    everything: {},
    'a project': { projectId: 'shop' },
    'a level': { level: 'info' },
    'a range': range,
    'a project and a level': { projectId: 'shop', level: 'info' },
  };
  for (const [name, query] of Object.entries(logQueries)) {
    it(`list logs of ${name} in the order of an index`, () => {
      assertOrdered(
        'logs',
        plansOf(db, (recorded) => openLogReads(recorded).list({ ...page, ...query })),
      );
    });
  }

  it('search logs through the full-text index, newest first without sorting, each row by its id', () => {
    for (const query of [{}, { projectId: 'shop' }, { level: 'info' } as const, range]) {
      const plans = plansOf(db, (recorded) => openLogReads(recorded).list({ ...page, ...query, search: 'failure' }));
      // Only what was found, at most `:max` rows, is sorted for the page.
      const [first, ...plan] = only(plans, /MATCH/);
      assert.match(first ?? '', /^CO-ROUTINE/);
      assert.match(plan[0] ?? '', /^SCAN s VIRTUAL TABLE INDEX/);
      assert.match(plan[1] ?? '', /^SEARCH l USING INTEGER PRIMARY KEY/);
      assert.deepEqual(
        plan.slice(2).map((step) => step.replace(/\d+/, 'n')),
        ['SCAN (subquery-n)', 'USE TEMP B-TREE FOR ORDER BY'],
      );
    }
  });

  it('look at a bounded number of logs for a query, in the order of an index', () => {
    for (const more of [{}, { projectId: 'shop' }, { level: 'info' } as const, range, { before: 'a.a' }]) {
      const query = { ...page, query: 'cart*empty OR -level:warn', ...more };
      const plans = plansOf(db, (recorded) => openLogReads(recorded).list(query));
      // Nothing is sorted, for the page or for its end.
      for (const statement of [/LIMIT :limit OFFSET :offset/, /OFFSET :skip/])
        assert.match(
          only(plans, statement).join(),
          /^(SCAN|SEARCH) l USING (COVERING )?INDEX logs_(project_|level_)?time[^,]*$/,
        );
    }
  });

  it('count logs by slot from the counters by key', () => {
    for (const query of [{}, { projectId: 'shop', level: 'warn', source: 'backend' } as const]) {
      const plans = plansOf(db, (recorded) =>
        openLogHistograms(recorded)({ ...query, ...range }, Date.parse(range.to)),
      );
      assert.match(
        only(plans, /AS slot/).join(),
        /^SEARCH log_counts USING PRIMARY KEY \(span_ms=\? AND project_id=\?/,
      );
      assert.match(
        only(plans, /LIMIT 1$/).join(),
        /^SEARCH log_counts USING PRIMARY KEY \(span_ms=\? AND project_id=\?\)$/,
      );
    }
  });

  it('count logs by slot from a bounded number of rows, in the order of an index', () => {
    const hour = { from: '2026-01-01T00:00:01Z', to: '2026-01-01T01:00:00Z' };
    for (const query of [
      {},
      { projectId: 'shop' },
      { level: 'info' } as const,
      { exclude: 'x', source: 'backend' } as const,
    ]) {
      const plans = plansOf(db, (recorded) => openLogHistograms(recorded)({ ...query, ...hour }, Date.now()));
      const [looked, ...rest] = only(plans, /AS looked/).filter((step) => !step.startsWith('CO-ROUTINE'));
      assert.match(looked ?? '', /^SEARCH l USING (COVERING )?INDEX logs_(project_|level_)?time/);
      assert.deepEqual(
        rest.map((step) => step.replace(/\d+/, 'n')),
        ['SCAN (subquery-n)'],
      );
    }
    const searched = plansOf(db, (recorded) => openLogHistograms(recorded)({ ...hour, search: 'failure' }, Date.now()));
    assert.match(
      only(searched, /AS slot[^]*MATCH/).join('\n'),
      /SCAN s VIRTUAL TABLE INDEX .*\nSEARCH l USING INTEGER PRIMARY KEY/,
    );
    const correlated = plansOf(db, (recorded) => openLogHistograms(recorded)({ correlationId: 'c' }, Date.now()));
    assert.match(only(correlated, /AS looked/).join('\n'), /SEARCH l USING INDEX logs_correlation/);
  });

  it('find logs and requests by correlation id through an index', () => {
    const logPlans = plansOf(db, (recorded) => openLogReads(recorded).list({ ...page, correlationId: 'c' }));
    assert.ok(only(logPlans, /OFFSET/).some((step) => /SEARCH l USING INDEX logs_correlation/.test(step)));
    const plans = plansOf(db, (recorded) => openRequestReads(recorded).list({ ...page, correlationId: 'c' }));
    assert.ok(
      only(plans, /\w\.id DESC LIMIT :limit OFFSET/).some((step) =>
        /SEARCH r USING INDEX requests_correlation/.test(step),
      ),
    );
  });

  const requestQueries: Record<string, Partial<RequestListQuery>> = {
    everything: {},
    'a project': { projectId: 'shop' },
    'a range': range,
    'what follows a cursor': { before: 'a.a' },
    failures: { failing: 'true' },
    'failures of a project and a range': { failing: 'true', projectId: 'shop', ...range },
  };
  for (const [name, query] of Object.entries(requestQueries)) {
    it(`list requests of ${name} in the order of an index`, () => {
      assertOrdered(
        'requests',
        plansOf(db, (recorded) => openRequestReads(recorded).list({ ...page, ...query })),
      );
    });
  }

  it('list and count failing requests from the indexes that hold only those', () => {
    const parts = { from: '2026-01-01T00:00:01Z', to: '2100-01-01T00:00:01Z' };
    for (const query of [parts, { ...parts, projectId: 'shop' }]) {
      const plans = plansOf(db, (recorded) => openRequestReads(recorded).list({ ...page, failing: 'true', ...query }));
      const name = 'projectId' in query ? 'requests_project_failing_time' : 'requests_failing_time';
      assert.ok(only(plans, /OFFSET/).some((step) => step.includes(`COVERING INDEX ${name} `)));
      assert.ok(only(plans, /SELECT count\(/).some((step) => step.includes(`COVERING INDEX ${name} `)));
    }
  });

  it('go on behind a cursor without reading what is before it', () => {
    const requests = plansOf(db, (recorded) => openRequestReads(recorded).list({ ...page, before: 'a.a' }));
    assert.match(only(requests, /OFFSET/).join(), /SEARCH r USING COVERING INDEX requests_time \(timestamp_ms</);
    const errors = plansOf(db, (recorded) =>
      openErrorGroupReads(recorded).list({ ...page, before: 'a.a' }, Date.now()),
    );
    assert.match(
      only(errors, /g\.id DESC LIMIT :limit OFFSET/).join(),
      /SEARCH g USING COVERING INDEX error_groups_last_seen \(last_seen/,
    );
  });

  it('look at a bounded number of requests for a filter without an index, in the order of one', () => {
    const query = { ...page, search: 'cart', method: 'GET', source: 'backend' } as const;
    for (const more of [{}, { projectId: 'shop' }, { failing: 'true' } as const, range, { before: 'a.a' }]) {
      const plans = plansOf(db, (recorded) => openRequestReads(recorded).list({ ...query, ...more }));
      // Nothing is sorted for the page.
      assert.match(
        only(plans, /LIMIT :limit OFFSET :offset/).join(),
        /^(SCAN|SEARCH) r USING INDEX requests_(project_)?(failing_)?time[^,]*$/,
      );
      assert.match(only(plans, /OFFSET :skip/).join(), /^(SCAN|SEARCH) r USING COVERING INDEX/);
    }
  });

  it('read one request and its texts by their keys', () => {
    const plans = plansOf(db, (recorded) => openRequestReads(recorded).detail('1'));
    const plan = only(plans, /WHERE r\.id/);
    assert.deepEqual(
      plan.map((step) => step.replace(/ LEFT-JOIN$/, '')),
      [
        'SEARCH r USING INTEGER PRIMARY KEY (rowid=?)',
        'SEARCH h USING INTEGER PRIMARY KEY (rowid=?)',
        'SEARCH o USING INTEGER PRIMARY KEY (rowid=?)',
      ],
    );
  });

  it('read statistics from the counters by key, and the top groups from their index', () => {
    for (const query of [{}, { projectId: 'shop' }, { timeRange: '7d' } as const, range]) {
      const plans = plansOf(db, (recorded) => openStatsReads(recorded).read(query, Date.now()));
      const used = plans.filter(({ sql }) => !/FROM projects/.test(sql));
      for (const { sql, plan } of used) {
        // `s`: when the counters of groups start, as they were given.
        const scans = tableScans(plan).filter((step) => !/^SCAN s$|USING INDEX error_groups_top$/.test(step));
        assert.deepEqual(scans, [], sql);
        if (/_counts/.test(sql))
          assert.ok(
            plan.some((step) => /^SEARCH \w+_counts USING PRIMARY KEY/.test(step)),
            sql,
          );
      }
      assert.ok(
        only(plans, /sum\(count\) FROM\s+\(SELECT/).includes(
          'SEARCH group_counts USING PRIMARY KEY (span_ms=? AND start_ms=? AND group_id=?)',
        ),
      );
      // Those with most events in all, alone and as candidates for a window.
      for (const kind of [/LIMIT 5$/, /\(:seenAtMs, :id\)/]) {
        const ofAll = plans.filter(({ sql }) => kind.test(sql) && /status < 2\s+ORDER/.test(sql));
        assert.match(only(ofAll, kind).join(), /SCAN error_groups USING INDEX error_groups_top/);
        const ofProject = plans.filter(({ sql }) => kind.test(sql) && /status < 2 AND project_id/.test(sql));
        assert.match(only(ofProject, kind).join(), /SEARCH error_groups USING INDEX error_groups_project_top/);
      }
      const edges = plans.filter(({ sql }) => /LIMIT 1 OFFSET/.test(sql));
      assert.equal(edges.length, 2);
      for (const { plan } of edges)
        assert.match(plan.join(), /^SEARCH error_groups USING COVERING INDEX error_groups_(project_)?last_seen/);
    }
  });

  it('read the trends of groups by key, one look for each counter', () => {
    const query = { timeRange: '7d', groupIds: '1,2' } as const;
    const plans = plansOf(db, (recorded) => openTrendReads(recorded).read(query, Date.now()));
    assert.deepEqual(only(plans, /start_ms, count FROM json_each/), [
      'SCAN s VIRTUAL TABLE INDEX 1:',
      'SCAN g VIRTUAL TABLE INDEX 1:',
      'SEARCH group_counts USING PRIMARY KEY (span_ms=? AND start_ms=? AND group_id=?)',
    ]);
  });

  it('rank groups in one pass, with a look by key for the users of each', () => {
    const plans = plansOf(db, (recorded) => {
      const reads = openErrorGroupReads(recorded);
      reads.list({ ...page, sort: 'attention' }, Date.now());
      reads.list({ ...page, pageSize: 1, sort: 'attention', before: `1.${toPublicId(1)}` }, Date.now());
    });
    const ranked = plans.filter(({ sql }) => /LEFT JOIN facet_heads u .* ORDER BY/s.test(sql));
    assert.equal(ranked.length, 2);
    for (const { sql, plan } of ranked) {
      assert.deepEqual(tableScans(plan), ['SCAN g'], sql);
      assert.match(plan.join(), /SEARCH u USING INTEGER PRIMARY KEY/);
    }
  });

  it('rank groups by trend in one pass, with a look by key for the counters of each', () => {
    const plans = plansOf(db, (recorded) => openErrorGroupReads(recorded).list({ ...page, sort: 'trend' }, Date.now()));
    const plan = only(plans, /LEFT JOIN group_counts h0 .* ORDER BY/s);
    assert.deepEqual(tableScans(plan), ['SCAN g']);
    assert.match(plan.join(), /SEARCH h0 USING PRIMARY KEY .*SEARCH h1 USING PRIMARY KEY/);
  });

  it('find the groups of a user through the index of users, each by its id', () => {
    for (const project of [{}, { projectId: 'shop' }]) {
      const plans = plansOf(db, (recorded) =>
        openErrorGroupReads(recorded).list({ ...page, ...project, query: 'user:ann' }, Date.now()),
      );
      const found = plans.filter(({ sql }) => /FROM facet_users u CROSS JOIN/.test(sql));
      assert.ok(found.length > 0);
      for (const { plan } of found) {
        assert.deepEqual(tableScans(plan), []);
        assert.match(plan.join(), /SEARCH u USING COVERING INDEX facet_users_user \(user=\?\)/);
        assert.match(plan.join(), /SEARCH g USING INTEGER PRIMARY KEY/);
      }
    }
  });

  it('count logs and requests of a range from the counters by key, and from an index what is left of an hour', () => {
    const logPlans = plansOf(db, (recorded) => openLogReads(recorded).list({ ...page, ...range, projectId: 'shop' }));
    assert.match(only(logPlans, /FROM log_counts.*BETWEEN/).join(), /^SEARCH log_counts USING PRIMARY KEY/);
    const plans = plansOf(db, (recorded) => openRequestReads(recorded).list({ ...page, ...range }));
    assert.match(only(plans, /FROM request_counts.*BETWEEN/).join(), /^SEARCH request_counts USING PRIMARY KEY/);
    const parts = { from: '2026-01-01T00:00:01Z', to: '2100-01-01T00:00:01Z' };
    const edges = plansOf(db, (recorded) => openLogReads(recorded).list({ ...page, ...parts }));
    assert.match(only(edges, /SELECT count\(/).join(), /SEARCH l USING COVERING INDEX logs_time \(timestamp_ms>\? AND/);
  });

  it('store records, and know retries, without a scan', () => {
    const plans = plansOf(db, (recorded) => openWriterTables(recorded, Date.now));
    const perRecord = plans.filter(
      // Of projects, their settings, views, channels and rules there are 1,000 at most; those of each record are remembered.
      ({ sql }) => /^\s*(INSERT|UPDATE|SELECT)/.test(sql) && !OF_SMALL_TABLES.test(sql),
    );
    for (const { sql, plan } of perRecord) {
      assert.deepEqual(
        tableScans(plan).filter(
          (step) => !/COVERING INDEX sqlite_autoindex_projects/.test(step) && !BOUNDED.test(step),
        ),
        [],
        sql,
      );
    }
    const dedup = only(plans, /SELECT id FROM event_ids/).join();
    assert.match(dedup, /SEARCH event_ids USING PRIMARY KEY \(event_id=\? AND project_id=\?\)/);
    assert.match(only(plans, /hash = :hash/).join(), /SEARCH contents USING (COVERING )?INDEX contents_hash/);
    assert.match(only(plans, /g\.fingerprint = :fingerprint/).join(), /error_groups_fingerprint/);
  });

  it('find what some projects have of a range along the primary key, whoever they are', () => {
    const plans = plansOf(db, (recorded) => openWriterTables(recorded, Date.now));
    const ranges = plans.filter(({ sql }) => /id <= :toId/.test(sql));
    assert.equal(ranges.length, 3);
    for (const { sql, plan } of ranges) {
      assert.match(
        plan[0] ?? '',
        /^SEARCH (events|requests|logs) USING INTEGER PRIMARY KEY \(rowid>\? AND rowid<\?\)$/,
        sql,
      );
      assert.deepEqual(tableScans(plan), [], sql);
    }
  });

  it('prune and clear in steps without a scan', () => {
    const plans = plansOf(db, (recorded) => openWriterTables(recorded, Date.now));
    const steps = plans.filter(({ sql }) => /LIMIT :limit/.test(sql));
    assert.ok(steps.length >= 8, `${steps.length} statements`);
    for (const { sql, plan } of steps)
      assert.deepEqual(
        tableScans(plan).filter((step) => !BOUNDED.test(step)),
        [],
        sql,
      );
  });
});
