// Where the statements of queries go: rows of one project, all projects, or tables that every server has whole.

import { strict as assert } from 'node:assert';
import type { QueryName, QueryParameters } from '../../../schemas/queries.js';
import { openDb, type Queries } from '../../../src/store/postgres/connection.js';
import { sampleGroups } from '../../../src/store/postgres/queries/group-sample.js';
import { readNewestEvents } from '../../../src/store/postgres/queries/newest-events.js';
import { answerQuery } from '../../../src/store/postgres/queries/queries.js';
import { makePostgresPlace } from '../../support/postgres-place.js';
import { eventDigest, logDigest, requestDigest } from '../../support/store-digests.js';
import { atCleanUp, cleanUp, openHarness, toQuery } from '../../support/store-harness.js';

const REFERENCES = new Set(['projects', 'project_settings', 'groupings', 'keys', 'audit']);
const page = { page: 1, pageSize: 10 };
const range = { from: '2026-01-01T00:10:00Z', to: '2126-01-01T00:20:00Z' };

/** Queries that name a project. */
const OF_A_PROJECT: { readonly [N in QueryName]?: readonly QueryParameters<N>[] } = {
  readErrorChanges: [{}, { since: range.from }],
  listErrorGroups: [
    { ...page, sort: 'attention' },
    page,
    { ...page, search: 'cannot read' },
    { ...page, correlationId: 'c-1', ...range },
  ],
  listRequests: [
    page,
    { ...page, ...range },
    { ...page, failing: 'true' },
    { ...page, search: 'checkout', method: 'GET' },
  ],
  listLogs: [
    page,
    { ...page, ...range },
    { ...page, level: 'info', search: 'cart rendered' },
    { ...page, search: '%' },
    { ...page, query: 'cart -slow' },
  ],
  readLogHistogram: [{}, { search: 'cart rendered' }, { exclude: 'x', ...range }],
  readStats: [{}, { timeRange: '7d' }, range],
  readTrends: [{ timeRange: '24h' }],
};

describe('statements of queries', function () {
  this.timeout(60_000);
  afterEach(cleanUp);

  const openSpied = async () => {
    const { place, put, putAll, errors } = await openHarness(makePostgresPlace);
    const eventId = 'event-1';
    await put(eventDigest({ eventId, correlationId: 'c-1' }));
    const [requestId = ''] = await putAll([requestDigest(), logDigest()]);
    const groupId = (await errors()).errors[0]?.id ?? '';
    const db = openDb(place.url, { max: 1, isReader: true });
    atCleanUp(() => void db.close());
    const texts: string[] = [];
    /** The statements that some work runs. */
    const spy = (work: (queries: Queries) => Promise<unknown>): Promise<string[]> => {
      texts.length = 0;
      return db
        .read((real) =>
          work({
            ...real,
            query: (text, parameters) => {
              texts.push(text);
              return real.query(text, parameters);
            },
            queryOnce: (text, parameters) => {
              texts.push(text);
              return real.queryOnce(text, parameters);
            },
          }),
        )
        .then(() => [...texts]);
    };
    return { spy, eventId, requestId, groupId };
  };

  it('say where they go, and go to one project alone when one is named', async () => {
    const { spy, eventId, groupId } = await openSpied();
    const projectId = 'shop';
    const named = (Object.entries(OF_A_PROJECT) as [QueryName, readonly object[]][]).flatMap(([name, all]) =>
      all.map((parameters) => toQuery(name, { ...parameters, projectId })),
    );
    const queries = [
      ...named,
      toQuery('readErrorGroup', { ...page, projectId }, { id: groupId }),
      toQuery('readEvent', { projectId }, { id: eventId }),
      toQuery('readProjectSettings', {}, { id: projectId }),
    ];
    for (const query of queries) {
      const texts = await spy((db) => answerQuery(db, query));
      assert.ok(texts.length > 0);
      for (const text of texts) assert.doesNotMatch(text, /^\/\* fan-out \*\//, `${query.name}: ${text}`);
      checkTags(texts);
    }
    const sampled = await spy((db) =>
      sampleGroups(db, { projectName: projectId, after: null, groupsMax: 5, eventsMax: 5 }),
    );
    checkTags(sampled);
    checkTags(await spy((db) => readNewestEvents(db, { projectName: projectId, after: null, eventsMax: 5 })));
    assert.ok(sampled.every((text) => !text.includes('fan-out')));
  });

  it('are marked where they look at all projects', async () => {
    const { spy, eventId, requestId, groupId } = await openSpied();
    const queries = [
      ...(['listErrorGroups', 'listRequests', 'listLogs'] as const).map((name) => toQuery(name, page)),
      toQuery('readErrorGroup', page, { id: groupId }),
      toQuery('readErrorGroup', page, { id: 'zz' }),
      toQuery('readEvent', {}, { id: eventId }),
      toQuery('readRequest', {}, { id: requestId }),
      toQuery('readStats', {}),
      toQuery('readTrends', { timeRange: '24h', groupIds: groupId }),
    ];
    for (const query of queries) {
      const texts = await spy((db) => answerQuery(db, query));
      checkTags(texts);
      assert.ok(
        texts.some((text) => text.startsWith('/* fan-out */')),
        query.name,
      );
    }
    for (const query of [toQuery('listProjects', {}), toQuery('listKeys', {}), toQuery('listAudit', { limit: 5 })])
      checkTags(await spy((db) => answerQuery(db, query)));
  });
});

/** Each names what it reads: a project's rows by its id, and only reference tables without one. */
function checkTags(texts: readonly string[]): void {
  for (const text of texts) {
    const [, tag] = /^\/\* (project|fan-out|reference) \*\/ /.exec(text) ?? [];
    assert.ok(tag, text);
    if (tag === 'project') assert.match(text, /project_id = \$\d/, text);
    if (tag === 'reference')
      for (const [, table = ''] of text.matchAll(/\b(?:FROM|JOIN) (\w+)/g)) assert.ok(REFERENCES.has(table), text);
  }
}
