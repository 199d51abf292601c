import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';

/**
 * What we decided where the contract is silent, in our own words, and the title of the test that shows it. A title that
 * is changed or removed without the decision fails here.
 */
const DECISIONS: readonly (readonly [decision: string, title: string])[] = [
  // Success and error answers
  ['ingest that stores answers 201', 'answers 201 with id, fingerprint and isNew, and nothing else'],
  ['reads answer 200', 'answers groups in the form of the contract, with page 1 and pageSize 50'],
  ['PATCH answers 200', 'PATCH /api/errors/{id} sets each of the four statuses, from any to any'],
  ['clear answers 200', 'POST /api/clear without a body clears everything'],
  ['2xx survives kill -9', 'loses no acknowledged event and stores none twice, three times over'],
  ['every error answer has one form', 'gives every reason of a refused body its documented status'],
  ['codes live in one documented table', 'explain every error code'],
  ['400 for bad JSON', 'refuses what is no JSON, saying nothing of its content'],
  ['400 for failed validation', 'refuses values of the wrong type or outside a list, and names the field'],
  ['400 for bad query parameters', 'refuses bad parameters with 400 and names them'],
  ['404 for an unknown id', 'GET and PATCH /api/errors/{id} answer 404 to an id they do not know'],
  [
    '404 for an unknown path',
    'answers 404 in JSON to paths it does not know, 405 with Allow to methods it does not take',
  ],
  ['405 with Allow', 'answers 405 with Allow, 204 to OPTIONS, and HEAD like GET without a body, on every route'],
  ['413 before the body is read whole', 'refuses by Content-Length before any of the body has come'],
  ['415 for an unknown encoding', 'refuses an encoding it does not know with 415'],
  [
    '401 with a token configured',
    'with a token, every route but health wants it, and nobody else learns or changes anything',
  ],
  [
    '503 with Retry-After when full',
    'answers 503 with Retry-After when the calls under way fill the queue, and recovers',
  ],
  ['500 without internals', 'answers 500 without internals when the store fails by a bug'],
  ['never unbounded memory', 'gives memory back after a body of 64 MB, bombs and deep nesting'],
  // Ingest
  ['type is any text of 1 to 64 characters', 'takes any type of 1 to 64 characters and refuses others'],
  [
    'severity, timestamp, eventId have defaults',
    'fills in severity error, the time of receipt and a generated eventId',
  ],
  ['headers are defaults', 'takes the project and the correlation id of the headers when the event names none'],
  ['unknown fields are allowed', 'accepts unknown fields and does not store them'],
  ['the optional fields beyond the table', 'returns every field of a stored event as it was sent'],
  ['a client may override grouping', 'groups by the fingerprint a client gives'],
  ['request records require method and url', 'requires method and url, and names what is missing'],
  ['log entries require level and message', 'requires level and message, and names what is missing'],
  ['long messages are cut', 'keeps a message of 2048 characters and cuts one of 2049'],
  ['never inside a surrogate pair', 'never cuts a stored message inside a surrogate pair'],
  ['more than 50 frames are cut', 'keeps 50 frames and cuts 51 to the first 50'],
  ['64 KB of stack', 'keeps a stack of 64 KB and cuts a longer one'],
  ['207 in order', 'answers 207 in order when some events are bad, and stores the others'],
  ['all bad is 400', 'answers 400 when every event is bad, and names them by their place'],
  ['an empty batch is 201', 'answers 201 with an empty array to an empty batch'],
  ['1,000 items a call', 'takes 1,000 events and refuses 1,001, storing none of them'],
  ['10 MB a call', 'takes 10 MB and refuses one byte more'],
  [
    'a repeated eventId is a retry',
    'stores one event of 20 parallel calls with the same eventId, and one of them is new',
  ],
  ['within a project', 'takes the same eventId in two projects for two events'],
  ['a retry is broadcast once', 'sends nothing for a retry, a refusal, a clear or a PATCH of an unknown id'],
  ['any Content-Type is JSON', 'takes what navigator.sendBeacon sends as text/plain'],
  ['a limit on the unpacked size', 'refuses a bomb inside a bomb'],
  [
    'any record registers its project',
    'lists what events, requests and logs have named, each once, in the form of the contract',
  ],
  ['no request record of a context', 'makes no request record of the request context of an event'],
  ['resolved groups reopen', 'reopens a resolved group, and leaves ignored and acknowledged ones as they are'],
  [
    'status_change for PATCH only',
    'tells the new status of a group that an event reopened, and sends no status_change for it',
  ],
  ['severity rises', 'raises the severity of a group to the highest seen, and never lowers it'],
  ['severity since it was opened', 'starts the severity of a reopened group anew'],
  ['lastSeen is clamped', 'takes the latest timestamp for lastSeen, but never one after the receipt'],
  ['so are the statistics', 'counts an event of the future at the time of its receipt'],
  // Fingerprint
  ['64 characters of hex', 'is 64 characters of lower-case hex and names its version and parts'],
  ['three in-app frames', 'groups by type, normalized message and the first three in-app frames'],
  ['no in-app frame', 'groups by type and message alone when no frame is in-app'],
  ['groups are per project', 'keeps the groups of two projects apart, with the same fingerprint'],
  ['no project is one of its own', 'groups events without a project among themselves'],
  ['and is not listed', 'lists no project for records without one, and none that was only asked for'],
  ['grouping tells the parts', 'tells in the detail answer what the fingerprint was computed from'],
  ['the corpus of pairs', 'is grouped by version 1 as the specification says, pair by pair'],
  // Explanation
  ['common messages are explained', 'explains the common messages'],
  ['passing words do not match', 'leaves messages alone that only mention technical words'],
  ['no guess', 'explains a known message and is silent about an unknown one'],
  // Sanitization
  ['whole names only', 'redacts by the whole name only'],
  ['every context of an event', 'redacts every context of an event'],
  [
    'everywhere that is stored or broadcast',
    'are in no answer, no feed message, no line of the log and no byte of the database',
  ],
  ['bodies, forms and URLs', 'redacts headers, fields at any depth, form-encoded bodies and query strings'],
  ['bodies that were cut', 'redacts a body that was cut short, and one whose secret lies behind the cut'],
  ['16 KB at a character', 'keeps a body of 16 KB and cuts a longer one at a character, with a mark'],
  // Reads
  ['newest first', 'lists the latest seen first, in pages of 50 unless told otherwise'],
  ['search has no operators', 'searches for text in messages, in any case, with no character special'],
  ['all events of a group', 'GET /api/errors/{id} reaches all events of a group by page and pageSize'],
  ['from and to', 'narrows by status, source, severity, type, correlationId, from and to, and by several at once'],
  [
    'totals cover everything stored',
    'counts everything stored in totals, types and sources, and the last 24 hours apart',
  ],
  ['errorRequests from 400 on', 'counts statusCode 400 and above as failed, and a record without one as not'],
  ['timeRange', 'narrows to a span with timeRange, and answers it in 12 to 168 buckets'],
  ['healthScore', 'computes the health score as the percentage of requests that did not fail, with one decimal'],
  ['healthScore of nothing', 'answers zeros, a health score of 100 and 24 empty hours for a project without records'],
  ['errorsOverTime', 'answers 24 hourly buckets, zeros included, oldest first, that sum to errorsLast24h'],
  ['topErrors', 'names the five open groups with most events, neither resolved nor ignored'],
  // Feed
  ['barred origins', 'refuses an Origin that corsOrigin bars, and takes the others'],
  ['?projectId= narrows', 'narrows to one project with ?projectId=, all five kinds'],
  ['slow clients', 'keeps what waits for a client that does not read to a bound, while the others get everything'],
  ['after commit', 'tells of a record only when every reader finds it'],
  ['in commit order', 'sends the messages of concurrent calls in commit order'],
  // Retention
  ['by time of receipt', 'goes by the time of receipt, never by the timestamp of the client'],
  [
    'empty groups go',
    'deletes what was received before the span, groups without events too, and keeps the counters true',
  ],
  ['0 keeps everything', 'keeps everything with retentionDays 0 and maxDbSizeMb 0'],
  ['oldest first', 'deletes the oldest first when the database is over maxDbSizeMb, while ingest goes on'],
  [
    'the largest pays first',
    'over maxDbSizeMb takes the oldest records of the noisy project, and none of the quiet one',
  ],
  ['said by errord status', 'tells what a running daemon holds and keeps, and exits with 0'],
  ['said at start', 'says where it listens and what it keeps, serves, and stops with 0 on SIGTERM'],
  ['said in the README', 'say in the README what is kept, and how to change it'],
  // Across
  ['synchronous=FULL', 'has the pragmas in force that the promise of durability rests on'],
  ['429 never by default', 'answers 429 to nobody but those who try wrong keys, or a project over a limit of its own'],
  ['statistics come from counters', 'read statistics from the counters by key, and the top groups from their index'],
  ['normalization is linear', 'is linear in messages made of ${JSON.stringify(unit)}'],
  ['a released fingerprint version never changes', 'is frozen: ${name}'],
  ['exactly 46 patterns', 'holds exactly ${PATTERN_COUNT} patterns, each with an id and a title of its own'],
];

describe('every decision', () => {
  const dir = new URL('../../test/', import.meta.url);
  const files = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.test.ts') && name !== 'decisions.test.ts',
  );
  const sources = files.map((name) => readFileSync(new URL(name, dir), 'utf8')).join('\n');

  for (const [decision, title] of DECISIONS) {
    it(`is shown by a test: ${decision}`, () => {
      const isThere = [`it('${title}'`, `it(\`${title}\``].some((line) => sources.includes(line));
      assert.ok(isThere, `no test has the title "${title}"`);
    });
  }

  it('is named once', () => {
    assert.equal(new Set(DECISIONS.map(([decision]) => decision)).size, DECISIONS.length);
  });
});
