// Databases with a little of everything, and all that the API says of one.

import { createHash } from 'node:crypto';
import { openSqliteHarness } from './sqlite-place.js';
import { eventDigest, HOUR_MS, logDigest, requestDigest } from './store-digests.js';
import { type Harness, times } from './store-harness.js';

export const nowMs = Date.now();

/** Of the first events, requests and logs: ids in all forms that a file has them in. */
export const FILLED_IDS = [
  '6f1f0a52-3c9b-4e0f-9d0b-2a7c5e8b1d34',
  '0b7d2c5e9a414f6d8c3e1f20a6b4d798',
  '0B7D2C5E-9A41-4F6D-8C3E-1F20A6B4D798',
  '\u0002an id',
  '\u0004',
] as const;
const DETAILS = JSON.stringify({
  request: { method: 'POST', url: '/orders/7?page=2', statusCode: 500, duration: 12.5 },
  user: { id: 'u-7', username: 'Ada', email: 'ada@example.org' },
});

/** Of the first request. */
const SPANS = [{ spanCount: 2, spans: JSON.stringify([{ name: 'SELECT 1', op: 'db', offset: 0.5, duration: 1.25 }]) }];

/** A database with a little of everything; answers where it is. */
export async function fill(events = 30): Promise<{ readonly dbPath: string; readonly answers: unknown }> {
  const harness = await openSqliteHarness();
  const { store } = harness;
  // One project uses version 2 of the grouping: what version 1 would make of it is on the shelf.
  await store.setProjectSettings('blog', { grouping: 2 });
  const second = {
    fingerprint: createHash('sha256').update('one fix').digest('hex'),
    fingerprintVersion: 2,
    grouping: '{}',
  };
  await harness.putAll(
    times(events, (index) =>
      eventDigest({
        projectName: ['shop', 'blog', null][index % 3] ?? null,
        message: `failure ${index % 7} of \0 Ünïcode`,
        receivedAtMs: nowMs - index * HOUR_MS,
        timestampMs: nowMs - index * HOUR_MS,
        correlationId: `c-${index}`,
        ...(index < FILLED_IDS.length && { eventId: FILLED_IDS[index], details: DETAILS }),
        ...(index % 3 === 1 && { second }),
      }),
    ).reverse(),
  );
  await harness.putAll(
    times(9, (index) =>
      requestDigest({ recordId: FILLED_IDS[index] ?? `r-${index}`, duration: index / 3, ...SPANS[index] }),
    ),
  );
  await harness.putAll(
    times(9, (index) => logDigest({ recordId: FILLED_IDS[index] ?? `l-${index}`, message: `line ${index}` })),
  );
  const [group] = (await harness.errors()).errors;
  await store.setStatus(group?.id ?? '', { status: 'resolved', change: RESOLVING });
  await store.setProjectSettings('shop', { eventsPerMinute: 100_000, retentionDays: 90 });
  // Two errors of the shop are one.
  const groupIds = (await harness.errors({ projectId: 'shop' })).errors.slice(-2).map(({ id }) => id);
  await store.merging.merge({ groupIds, isPreview: false });
  await splitBlog(harness);
  const answers = await readAll(harness);
  await store.close();
  return { dbPath: harness.dbPath, answers };
}

/** Some events of the one error of the blog are another, where it has several. */
async function splitBlog({ store, errors }: Harness): Promise<void> {
  const [group] = (await errors({ projectId: 'blog' })).errors;
  if (group === undefined || group.count < 2) return;
  const split = await store.splitting.split({ groupId: group.id, conditions: { message: 'failure 1*' } });
  if (split.kind === 'refused') throw new Error(`no events were taken out: ${split.reason}`);
}

/** How many groups are open again when the resolve of `fill` is taken back. */
export async function takeResolveBack({ store, errors }: Harness): Promise<number> {
  const ids = (await errors({ status: 'resolved' })).errors.map(({ id }) => id);
  return (await store.undoStatuses(ids, RESOLVING)).undoneCount;
}

const RESOLVING = 'resolving';

/** What the API would say, but for the ids of projects, which each database gives its own. */
export async function readAll(harness: Harness): Promise<unknown> {
  const { errors } = await harness.errors({ pageSize: 100 });
  const answers = {
    errors,
    details: await Promise.all(errors.map(({ id }) => harness.error(id))),
    resolved: await harness.errors({ status: 'resolved' }),
    found: await harness.errors({ search: 'FAILURE 3' }),
    requests: await harness.requests(),
    logs: await harness.logs({ search: 'line' }),
    stats: await harness.stats({ nowMs }),
    ofShop: await harness.stats({ nowMs, projectId: 'shop' }),
    trends: await harness.trends({
      nowMs,
      groupIds: errors
        .map(({ id }) => id)
        .slice(0, 5)
        .join(','),
    }),
    projects: await harness.projects(),
  };
  // Whom a group affects is counted anew behind a move, in steps.
  const keep = (name: string, value: unknown): unknown => (AFFECTED.has(name) ? undefined : value);
  return JSON.parse(JSON.stringify(answers, keep)) as unknown;
}

const AFFECTED: ReadonlySet<string> = new Set(['users', 'usersApproximate', 'firstRelease', 'lastRelease']);
