// The answers of both stores to the same records, byte by byte; ids and times of receipt aside.

import { strict as assert } from 'node:assert';
import type { QueryName, QueryParameters } from '../../../schemas/queries.js';
import type { LogHistogramQuery } from '../../../schemas/query.js';
import { LOG_LEVELS } from '../../../schemas/words.js';
import { ANSWER_BYTES_MAX } from '../../../src/limits.js';
import type { Digest } from '../../../src/messages.js';
import type { Store, StoreQuery } from '../../../src/store/store.js';
import { makePostgresPlace } from '../../support/postgres-place.js';
import { makeSqlitePlace } from '../../support/sqlite-place.js';
import {
  at,
  contentText,
  DAY_MS,
  EXPLANATION,
  eventDigest,
  fingerprintOf,
  HOUR_MS,
  logDigest,
  requestDigest,
} from '../../support/store-digests.js';
import { cleanUp, type Harness, openHarness, times, toQuery } from '../../support/store-harness.js';

/** In the middle of an hour, so that the test does not run over its end. */
const NOW_MS = Math.floor(Date.now() / HOUR_MS) * HOUR_MS + HOUR_MS / 2 - 1;
const PROJECTS = ['shop', 'blog', 'it\'s "ä" 日本', null] as const;
const TEXTS = [
  'disk is 100% full',
  'user_id\tis "missing"',
  'nul \0 and \ufdd0\ufdd1',
  'Grüße aus KÖLN',
  'ΤΕΛΟΣ',
  '__proto__',
  '',
];

const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

const RECORDS: readonly Digest[] = times(300, (index): Digest => {
  const when = at(NOW_MS - (index % 7) * DAY_MS - (index % 11) * HOUR_MS - (index % 13));
  const common = { ...when, projectName: pick(PROJECTS, index), correlationId: index % 5 === 0 ? 'trace-1' : null };
  const text = `${pick(TEXTS, index)} ${index % 40}`;
  if (index % 3 === 0)
    return eventDigest({
      ...common,
      eventId: `event-${index}`,
      message: text,
      type: pick(['http_error', 'uncaught_exception', '__proto__'], index % 40),
      source: pick(['backend', 'frontend'], index % 40),
      severity: pick(['fatal', 'error', 'warning', 'info'], index),
      ...(index % 2 === 0 && { explanation: { ...EXPLANATION, evidence: [] } }),
      stack: index % 4 === 0 ? null : contentText({ stack: `Error: \u0001 at ${index % 6}`, stackFrames: [] }),
      context: index % 6 === 0 ? null : contentText({ environment: { runtime: `nodé ${index % 3}` } }),
      ...(index % 9 === 0 && { details: null }),
      ...(index % 60 === 0 && { fingerprint: fingerprintOf('a client’s own') }),
      // Sent with a clock that runs ahead.
      ...(index % 8 === 0 && { timestampMs: NOW_MS + HOUR_MS }),
    });
  if (index % 3 === 1)
    return requestDigest({
      ...common,
      url: `/api/${text}`,
      method: pick(['GET', 'post', 'DELETE'], index),
      statusCode: pick([200, 304, 404, 503, null], index),
      duration: pick([null, 0, 12.25, 1e21], index),
      source: pick(['backend', 'frontend', null], index),
      route: pick([null, '/api/:text'], index),
      headers: index % 2 === 0 ? null : contentText({ accept: text }),
      requestBody: pick([null, { text: '{"a":1}', truncated: false }, { text, truncated: true }], index),
    });
  return logDigest({
    ...common,
    message: text,
    level: pick(LOG_LEVELS, index),
    source: pick(['backend', 'frontend', null], index),
    environment: index % 2 === 0 ? null : contentText({ runtime: text }),
    extra: pick([null, '{}', JSON.stringify({ text })], index),
  });
});

const page = { page: 1, pageSize: 20 };
const iso = (ms: number): string => new Date(ms).toISOString();
const RANGE = { from: iso(NOW_MS - 3 * DAY_MS - 7), to: iso(NOW_MS - HOUR_MS) };

/** Of lists; each is read to its end. */
const LISTS: { readonly [N in QueryName]?: readonly Partial<QueryParameters<N>>[] } = {
  listErrorGroups: [
    {},
    { projectId: 'shop' },
    { projectId: 'nobody' },
    { correlationId: 'trace-1' },
    { status: 'resolved' },
    { severity: 'fatal', source: 'backend' },
    { type: '__proto__', ...RANGE },
    ...TEXTS.map((search) => ({ search })),
    { search: 'τελος', projectId: 'blog' },
    { pageSize: 3, search: '%' },
    { pageSize: 7, sort: 'attention' },
    { sort: 'attention', direction: 'asc', projectId: 'shop' },
    { changedSince: RANGE.from },
    { query: 'is:new,louder,regressed changed:<30d' },
  ],
  listRequests: [
    {},
    { projectId: 'blog', ...RANGE },
    { failing: 'true' },
    { failing: 'true', ...RANGE },
    { statusClass: '5xx', projectId: 'shop' },
    { statusClass: 'none' },
    { method: 'pOsT', source: 'frontend' },
    { search: 'KÖLN' },
    { search: '%', pageSize: 2 },
    { correlationId: 'trace-1' },
  ],
  listLogs: [
    {},
    { projectId: 'shop', level: 'warn' },
    RANGE,
    { ...RANGE, level: 'debug', source: 'frontend' },
    { correlationId: 'trace-1' },
    { search: 'nul \0' },
    { search: 'köln', projectId: 'blog' },
    { search: '3', pageSize: 7 },
    { search: 'e', ...RANGE },
  ],
};

interface Answered {
  readonly query: StoreQuery;
  readonly text: string | null;
}

/** The same questions to one store; what depends on ids is found in its own answers. */
async function askAll(store: Store): Promise<Answered[]> {
  const answered: Answered[] = [];
  const ask = async (query: StoreQuery): Promise<string | null> => {
    const bytes = await store.query(query);
    const text = bytes === null ? null : Buffer.from(bytes).toString();
    answered.push({ query, text });
    return text;
  };
  for (const name of Object.keys(LISTS) as (keyof typeof LISTS)[]) {
    for (const parameters of LISTS[name] ?? []) {
      let before: string | undefined;
      do {
        const following = before === undefined ? {} : { before };
        const query = toQuery(name, { ...page, ...parameters, ...following });
        before = (JSON.parse((await ask(query)) ?? '{}') as { next?: string }).next;
      } while (before !== undefined);
    }
  }
  const idsOf = async (name: 'listErrorGroups' | 'listRequests', field: string): Promise<string[]> => {
    const bytes = await store.query(toQuery(name, { page: 1, pageSize: 1000 }));
    const rows = (JSON.parse(Buffer.from(bytes ?? []).toString()) as Record<string, { id: string }[]>)[field];
    return (rows ?? []).map(({ id }) => id);
  };
  const groupIds = await idsOf('listErrorGroups', 'errors');
  for (const id of [...groupIds, 'zz', '']) await ask(toQuery('readErrorGroup', { page: 1, pageSize: 2 }, { id }));
  for (const id of await idsOf('listRequests', 'requests')) await ask(toQuery('readRequest', {}, { id }));
  for (const { kind, ...digest } of RECORDS)
    if (kind === 'event' && 'eventId' in digest)
      await ask(
        toQuery('readEvent', digest.projectName === null ? {} : { projectId: digest.projectName }, {
          id: digest.eventId,
        }),
      );
  const nowMs = NOW_MS;
  for (const projectId of [undefined, 'shop', 'nobody']) {
    const project = projectId === undefined ? {} : { projectId };
    await ask(toQuery('readStats', project, { nowMs }));
    for (const timeRange of ['1h', '6h', '24h', '7d'] as const)
      await ask(toQuery('readStats', { ...project, timeRange }, { nowMs }));
    await ask(toQuery('readStats', { ...project, ...RANGE }, { nowMs }));
    for (const timeRange of ['24h', '7d'] as const)
      await ask(
        toQuery('readTrends', { ...project, timeRange, groupIds: [...groupIds.slice(0, 50), 'zz'].join() }, { nowMs }),
      );
    const texts: readonly LogHistogramQuery[] = [
      { search: 'full' },
      { search: 'Τ' },
      { exclude: 'is' },
      { query: 'is -full OR τ*0' },
      { correlationId: 'trace-1' },
    ];
    for (const query of [
      {},
      { minLevel: 'info' } as const,
      { level: 'warn', source: 'backend' } as const,
      RANGE,
      ...texts,
    ])
      await ask(toQuery('readLogHistogram', { ...project, ...query }, { nowMs }));
    await ask(toQuery('listProjects', project));
    await ask(toQuery('readProjectSettings', {}, { id: projectId ?? 'blog', nowMs }));
  }
  return answered;
}

/** The answers with each id replaced by its place among all ids that the store has given out. */
function withoutIds(answered: readonly Answered[], ids: readonly string[]): string[] {
  const places = new Map(ids.map((id, index) => [id, `#${index}`]));
  return answered.map(({ query, text }) => {
    const asked = `${query.name} ${JSON.stringify(query.parameters)} ${query.id} `;
    // Those of projects are small numbers in one of the stores.
    const word = query.name === 'listProjects' ? /(?<="id":")[0-9a-z]+/g : /[0-9a-z]{6,11}/g;
    return (
      (asked + String(text))
        .replaceAll(word, (id) => places.get(id) ?? id)
        // Row ids of events are in cursors alone.
        .replaceAll(/("next":"[^".]*\.)[0-9a-z]+"/g, '$1?"')
        // `until` of what is louder is some time after its receipt.
        .replaceAll(/"(receivedAt|createdAt|reopenedAt|until)":"[^"]*"/g, '"$1":""')
    );
  });
}

async function fill({ store, errors, put, putAll }: Harness): Promise<string[]> {
  const ids: string[] = [];
  for (let start = 0; start < RECORDS.length; start += 50)
    ids.push(...(await putAll(RECORDS.slice(start, start + 50))));
  for (const [index, { id }] of (await errors({ pageSize: 1000 })).errors.entries())
    if (index % 4 !== 0) await store.setStatus(id, pick(['resolved', 'ignored', 'acknowledged'], index));
  await store.setProjectSettings('shop', { eventsPerMinute: 5, retentionDays: 90 });
  await store.setProjectSettings('not yet', { grouping: 2 });
  // Some of them again, so that groups open and retries meet their first record.
  for (const digest of RECORDS.slice(0, 20)) ids.push(...('eventId' in digest ? await putAll([digest]) : []));
  await put(eventDigest({ ...at(NOW_MS), eventId: 'last', message: `${pick(TEXTS, 3)} 3` }));
  const groups = (await errors({ pageSize: 1000 })).errors;
  const projects = JSON.parse(Buffer.from((await store.query(toQuery('listProjects', {}))) ?? []).toString()) as {
    projects: { id: string }[];
  };
  return [...ids, ...groups.map(({ id }) => id), ...projects.projects.map(({ id }) => id)];
}

/** The answers of one store to everything. */
async function answersOf(harness: Harness): Promise<string[]> {
  const ids = await fill(harness);
  // What is counted a moment after a commit is there then.
  await harness.facets();
  return withoutIds([...(await askAll(harness.store)), ...(await askToTakeApart(harness))], ids);
}

/** What would come of a group that is made of all of a project, and has events of each part since. */
async function askToTakeApart({ store, errors, putAll }: Harness): Promise<Answered[]> {
  const groupIds = (await errors({ projectId: 'blog', pageSize: 1000 })).errors.map(({ id }) => id);
  const [whole = '', part = ''] = groupIds;
  assert.equal((await store.merging.merge({ groupIds, isPreview: false })).kind, 'done');
  const since = RECORDS.filter(({ kind, projectName }) => kind === 'event' && projectName === 'blog');
  await putAll(
    since.map((digest, index) => ({ ...digest, ...at(NOW_MS + index), eventId: `since-${index}` }) as Digest),
  );
  const answered: Answered[] = [];
  for (const partIds of [null, [part], [part, whole]]) {
    // The whole itself cannot be taken out.
    const outcome = await store.merging.previewUnmerge({ groupId: whole, partIds });
    assert.equal(outcome.kind, partIds?.includes(whole) === true ? 'refused' : 'done');
    // What the question is called says where two answers differ.
    answered.push({
      query: toQuery('readErrorGroup', { page: partIds?.length ?? 0, pageSize: 0 }, { id: whole }),
      text: JSON.stringify(outcome),
    });
  }
  return answered;
}

/** Texts of which some hundred fill an answer. */
const long = (index: number): string => `${index}${'ä"'.repeat(30_000)}`;
const LARGE: readonly Digest[] = times(110, (index) => [
  logDigest({ ...at(NOW_MS - index), message: long(index), environment: contentText({ runtime: long(index % 3) }) }),
  eventDigest({
    ...at(NOW_MS - index),
    eventId: `large-${index}`,
    message: 'same',
    stack: contentText({ stack: `\u0001${long(index % 40)}`, stackFrames: [] }),
    details: JSON.stringify({ extra: { text: long(index) } }),
  }),
  eventDigest({ ...at(NOW_MS - index), message: long(index) }),
]).flat();

describe('a PostgreSQL store beside a SQLite store', () => {
  afterEach(cleanUp);

  it('answers every query with the same bytes', async () => {
    const expected = await answersOf(await openHarness(makeSqlitePlace));
    const found = await answersOf(await openHarness(makePostgresPlace));
    assert.ok(expected.length > 400, String(expected.length));
    for (const [index, text] of expected.entries()) assert.equal(found[index], text);
    assert.equal(found.length, expected.length);
  }).timeout(60_000);

  it('ends a page that is full of large texts at the same row', async () => {
    const pagesOf = async ({ putAll, logs, errors, error }: Harness): Promise<number[]> => {
      for (let start = 0; start < LARGE.length; start += 60) await putAll(LARGE.slice(start, start + 60));
      const first = await logs({ pageSize: 1000 });
      assert.ok(first.next);
      const second = await logs({ pageSize: 1000, before: first.next });
      const groups = await errors({ pageSize: 1000 });
      const [group] = (await errors({ search: 'same' })).errors;
      const detail = await error(group?.id ?? '');
      assert.ok(groups.next !== undefined && detail?.next !== undefined);
      return [first, second].map((list) => list.logs.length).concat(groups.errors.length, detail.events.length);
    };
    const expected = await pagesOf(await openHarness(makeSqlitePlace));
    assert.ok(
      expected.every((count) => count > 20 && count * 50_000 < 2 * ANSWER_BYTES_MAX),
      expected.join(),
    );
    assert.deepEqual(await pagesOf(await openHarness(makePostgresPlace)), expected);
  }).timeout(120_000);
});
