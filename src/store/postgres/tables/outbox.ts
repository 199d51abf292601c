// What daemons tell each other of the feed: messages that one has committed, for the clients of the others, and who listens.

import type { FeedItem } from '../../../messages.js';
import type { Queries } from '../connection.js';
import { FEED_LISTENING_MS, OUTBOX_KEPT_MS, OUTBOX_ROW_CHARS } from '../limits.js';
import { FEED_LOCK } from '../locks.js';
import { NO_PROJECT_NAME } from './projects.js';

/** How far the messages of each daemon number go: those that were told, or those that somebody has read. */
export type FeedHeads = ReadonlyMap<number, number>;

/** What one transaction told of one project. */
export interface OutboxRow {
  readonly shard: number;
  /** How many messages the shard told before it. */
  readonly number: number;
  /** Of transactions that have a lock in common, a later one has a larger one. */
  readonly seq: number;
  readonly messageCount: number;
  readonly projectName: string | null;
  /** Null where there were more messages than are of use. */
  readonly items: readonly FeedItem[] | null;
}

/** Rows by `seq`, and how far the messages of the shards go that have told more than was known. */
export interface OutboxNews {
  readonly rows: readonly OutboxRow[];
  readonly heads: FeedHeads;
}

export interface OutboxWrite {
  readonly shard: number;
  /** Of the first message. */
  readonly number: number;
  readonly items: readonly FeedItem[];
}

/** No JSON has it (RFC 7464). */
const SEPARATOR = '\x1e';

interface WrittenRow {
  readonly projectName: string;
  readonly number: number;
  readonly messageCount: number;
  readonly chars: number;
  readonly body: string;
}
/** The project of that name, which is one. */
const INSERT = `/* project */ INSERT INTO feed_outbox (project_id, seq, shard, project_name, number, message_count, chars, body)
  SELECT p.id, currval('feed_order'), $2, p.name, $3, $4, $5, $6 FROM projects p WHERE p.name = $1`;

/** Answers the place of the transaction among those that have a lock in common with it. It must have all its locks. */
export async function takePlace(transaction: Queries): Promise<number> {
  const [row] = await transaction.query<{ seq: number }>(`/* reference */ SELECT nextval('feed_order') AS seq`);
  return row?.seq ?? 0;
}

/** Writes messages under the place that the transaction has taken; answers what they take. Sent at once. */
export async function writeOutbox(transaction: Queries, { shard, number, items }: OutboxWrite): Promise<number> {
  const rows = toRows(items, number);
  await Promise.all([
    ...rows.map(({ projectName, number: first, messageCount, chars, body }) =>
      transaction.change(INSERT, [projectName, shard, first, messageCount, chars, body]),
    ),
    transaction.change('/* reference */ UPDATE daemons SET feed_number = $2 WHERE number = $1', [
      shard,
      number + countMessages(items),
    ]),
  ]);
  return rows.reduce((sum, { chars }) => sum + chars, 0);
}

function toRows(items: readonly FeedItem[], first: number): WrittenRow[] {
  const byProject = new Map<string, FeedItem[]>();
  for (const item of items) {
    const name = item.projectName ?? NO_PROJECT_NAME;
    const own = byProject.get(name);
    if (own === undefined) byProject.set(name, [item]);
    else own.push(item);
  }
  let number = first;
  return [...byProject].map(([projectName, own]) => {
    const row = { projectName, number, messageCount: countMessages(own), ...toBody(own) };
    number += row.messageCount;
    return row;
  });
}

function toBody(items: readonly FeedItem[]): { chars: number; body: string } {
  const body = items.map(({ json, skippedBefore = 0 }) => `${skippedBefore} ${json}`).join(SEPARATOR);
  return { body, chars: body.length + OUTBOX_ROW_CHARS };
}

function parseBody(body: string, projectName: string | null): FeedItem[] {
  return body.split(SEPARATOR).map((text) => {
    const end = text.indexOf(' ');
    const skippedBefore = Number(text.slice(0, end));
    return { projectName, json: text.slice(end + 1), ...(skippedBefore > 0 && { skippedBefore }) };
  });
}

/** Those that were left out included. */
export function countMessages(items: readonly FeedItem[]): number {
  return items.reduce((sum, { json, skippedBefore = 0 }) => sum + skippedBefore + (json === '' ? 0 : 1), 0);
}

interface ReadRow {
  readonly shard: number;
  readonly head: number;
  /** Null, and what follows, where the shard has told something that is not there any more. */
  readonly number: number | null;
  readonly seq: number;
  readonly messageCount: number;
  readonly projectName: string;
  readonly body: string | null;
}

/** The newest messages up to so many characters, and the last ones of each project in any case. */
const READ = `/* fan-out */ SELECT d.number AS shard, d.feed_number AS head, o.number, o.seq, o.message_count,
    o.project_name, CASE WHEN sum(o.chars) OVER newest <= $3
      OR row_number() OVER (PARTITION BY o.project_id ORDER BY o.seq DESC, o.number DESC) = 1 THEN o.body END AS body
  FROM daemons d LEFT JOIN unnest($1::int[], $2::bigint[]) AS known (shard, number) ON known.shard = d.number
    LEFT JOIN feed_outbox o ON o.shard = d.number AND o.number >= coalesce(known.number, 0)
  WHERE d.feed_number > coalesce(known.number, 0)
  WINDOW newest AS (ORDER BY o.seq DESC, o.number DESC) ORDER BY o.seq, o.number`;

/** What shards have told since; of one that is not known, everything that is there. Sent at once. */
export async function readOutbox(queries: Queries, known: FeedHeads, charsMax: number): Promise<OutboxNews> {
  const found = await queries.query<ReadRow>(READ, [[...known.keys()], [...known.values()], charsMax]);
  return { rows: found.flatMap(toRow), heads: new Map(found.map(({ shard, head }) => [shard, head])) };
}

function toRow({ number, projectName: name, body, ...row }: ReadRow): OutboxRow[] {
  if (number === null) return [];
  const projectName = name === NO_PROJECT_NAME ? null : name;
  return [{ ...row, number, projectName, items: body === null ? null : parseBody(body, projectName) }];
}

export async function readFeedHeads(queries: Queries): Promise<FeedHeads> {
  const rows = await queries.query<{ number: number; feedNumber: number }>(
    '/* reference */ SELECT number, feed_number FROM daemons',
  );
  return new Map(rows.map(({ number, feedNumber }) => [number, feedNumber]));
}

/**
 * Whether another daemon listens, until the end of the transaction: none begins to before that. Must be the first that the
 * transaction locks. Sent at once.
 */
export async function isHeard(transaction: Queries, ownId: string): Promise<boolean> {
  const [, rows] = await Promise.all([
    transaction.query(`/* reference */ SELECT pg_advisory_xact_lock_shared(${FEED_LOCK}, 0)`),
    // Behind it: it sees whoever had the lock before.
    transaction.query(
      '/* reference */ SELECT FROM feed_listeners WHERE id <> $1 AND listening_until > clock_timestamp() LIMIT 1',
      [ownId],
    ),
  ]);
  return rows.length > 0;
}

/** A time of the server, so that the clocks of daemons do not matter. */
const UNTIL = `clock_timestamp() + ${FEED_LISTENING_MS} * interval '1 millisecond'`;

/** From the end of this transaction on every other one sees that the daemon listens. Answers what was told before. */
export async function startListening(transaction: Queries, ownId: string): Promise<FeedHeads> {
  await transaction.query(`/* reference */ SELECT pg_advisory_xact_lock(${FEED_LOCK}, 0)`);
  await transaction.change('/* reference */ DELETE FROM feed_listeners WHERE listening_until < clock_timestamp()');
  await transaction.change(
    `/* reference */ INSERT INTO feed_listeners (id, listening_until) VALUES ($1, ${UNTIL})
     ON CONFLICT (id) DO UPDATE SET listening_until = excluded.listening_until`,
    [ownId],
  );
  return readFeedHeads(transaction);
}

/** False when the daemon was taken for one that does not listen any more. */
export async function keepListening(queries: Queries, ownId: string): Promise<boolean> {
  const count = await queries.change(
    `/* reference */ UPDATE feed_listeners SET listening_until = ${UNTIL}
     WHERE id = $1 AND listening_until > clock_timestamp()`,
    [ownId],
  );
  return count > 0;
}

export async function stopListening(queries: Queries, ownId: string): Promise<void> {
  await queries.change('/* reference */ DELETE FROM feed_listeners WHERE id = $1', [ownId]);
}

/** What a daemon told before this message of its own. */
export async function deleteTold(queries: Queries, shard: number, number: number): Promise<void> {
  await queries.change('/* fan-out */ DELETE FROM feed_outbox WHERE shard = $1 AND number < $2', [shard, number]);
}

/** What nobody waits for any more, of all daemons. */
export async function deleteOldOutbox(queries: Queries): Promise<void> {
  await queries.change(
    `/* fan-out */ DELETE FROM feed_outbox
     WHERE written_at < clock_timestamp() - ${OUTBOX_KEPT_MS} * interval '1 millisecond'`,
  );
}
