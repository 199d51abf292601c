import assert from 'node:assert/strict';
import { deflateSync, gzipSync } from 'node:zlib';
import type { HttpAnswer } from '../../../src/http-answer.js';
import { INGEST_BODY_BYTES_MAX, SENTRY_ERROR_CHARS_MAX } from '../../../src/limits.js';
import { DROP_REASONS, type Drop, type Outcome, REJECT_REASONS, type Rejection } from '../../../src/outcome.js';
import { SENTRY } from '../../../src/workers/dialects/sentry.js';
import { ENVELOPE, EVENT_ID, readBody, readOnly, STORE } from '../../support/sentry.js';

const FACTS = { form: ENVELOPE, format: 'json' } as const;
const stored: Outcome = { kind: 'stored', id: 'row' };
const torn: Rejection = { kind: 'rejected', reason: 'invalid_json', message: 'torn' };

const answerTo = (outcomes: readonly Outcome[], callId?: string): HttpAnswer =>
  SENTRY.toAnswer(FACTS, {
    items: outcomes.map((outcome) => ({ ...outcome, projectName: null })),
    notes: callId === undefined ? {} : { callId },
  });
const refuse = (refusal: Rejection | Drop): HttpAnswer => SENTRY.toRefusalAnswer(refusal, FACTS);
const bodyOf = ({ body }: HttpAnswer): unknown => JSON.parse(String(body));
const headerOf = ({ headers = [] }: HttpAnswer, wanted: string): string | undefined =>
  headers.find(([name]) => name === wanted)?.[1];

describe('the answer to an SDK', () => {
  it('is 200 with the id that the sender gave, or an empty object', () => {
    for (const kind of ['stored', 'duplicate'] as const) {
      const answer = answerTo([{ kind, id: 'row' }], EVENT_ID);
      assert.deepEqual([answer.status, bodyOf(answer)], [200, { id: EVENT_ID }]);
    }
    assert.deepEqual([answerTo([]).status, bodyOf(answerTo([]))], [200, {}]);
  });

  it('says why an item is refused, when others are stored too', () => {
    const answer = answerTo([stored, torn, { kind: 'rejected', reason: 'project_limit' }]);
    assert.equal(answer.status, 400);
    const { detail, causes } = bodyOf(answer) as { detail: string; causes: string[] };
    assert.equal(detail, 'torn');
    assert.equal(causes.length, 2);
    assert.equal(headerOf(answer, 'X-Sentry-Error'), 'torn');
  });

  it('is that of a failure of ours when there is one: the sender can do nothing about it', () => {
    assert.equal(answerTo([torn, { kind: 'dropped', reason: 'storage_full' }]).status, 503);
  });

  it('tells when to come again, in both headers, when the daemon has no room', () => {
    for (const [reason, status] of [
      ['queue_full', 429],
      ['storage_full', 503],
      ['shutting_down', 503],
    ] as const) {
      const answer = refuse({ kind: 'dropped', reason });
      assert.equal(answer.status, status);
      assert.equal(headerOf(answer, 'Retry-After'), '1');
      assert.equal(headerOf(answer, 'X-Sentry-Rate-Limits'), `1::organization:${reason}`);
    }
    assert.equal(headerOf(refuse(torn), 'Retry-After'), undefined);
  });

  it('is JSON with a detail, and the same in a header, for every reason', () => {
    const refusals: (Rejection | Drop)[] = [
      ...REJECT_REASONS.map((reason) => ({ kind: 'rejected' as const, reason })),
      ...DROP_REASONS.map((reason) => ({ kind: 'dropped' as const, reason })),
    ];
    for (const refusal of refusals) {
      const answer = refuse(refusal);
      const { detail } = bodyOf(answer) as { detail: string };
      assert.ok(answer.status >= 400 && detail.length > 10, refusal.reason);
      assert.equal(headerOf(answer, 'X-Sentry-Error'), detail);
    }
    assert.equal(refuse({ kind: 'rejected', reason: 'unauthorized' }).status, 403);
  });

  it('has in its header neither line breaks nor what is not ASCII, and not too much of it', () => {
    const headerFor = (message: string): string | undefined => headerOf(refuse({ ...torn, message }), 'X-Sentry-Error');
    assert.equal(headerFor('a\r\nSet-Cookie: b\u2028\u00e9'), 'a??Set-Cookie: b??');
    const longest = 'x'.repeat(SENTRY_ERROR_CHARS_MAX);
    assert.equal(headerFor(longest), longest);
    assert.equal(headerFor(`${longest}x`), longest);
  });
});

describe('a body of the legacy route', () => {
  const json = JSON.stringify({ event_id: EVENT_ID, message: 'old' });
  const old = (bytes: string | Buffer): Buffer => Buffer.from(deflateSync(bytes).toString('base64'));

  it('is unpacked where an old SDK packed it', () => {
    assert.equal(readOnly(old(json), STORE).message, 'old');
    assert.equal(readOnly(Buffer.from(json), STORE).message, 'old');
  });

  it('is refused when it does not unpack, or unpacks to too much', () => {
    const reasonOf = (body: Buffer): unknown => {
      const refused = readBody(body, STORE);
      return 'reason' in refused && refused.reason;
    };
    const padded = (byteCount: number): Buffer => old(json.padEnd(byteCount, ' '));
    assert.equal(readOnly(padded(INGEST_BODY_BYTES_MAX), STORE).message, 'old');
    assert.equal(reasonOf(padded(INGEST_BODY_BYTES_MAX + 1)), 'body_too_large');
    assert.equal(reasonOf(Buffer.from('bm90IHppcA==')), 'invalid_json');
    assert.equal(reasonOf(old(old(json))), 'invalid_json');
    assert.equal(reasonOf(Buffer.from(gzipSync(json).toString('base64'))), 'invalid_json');
    for (const body of ['', '[]', '5', '"x"', '{', '\u0000'])
      assert.equal(reasonOf(Buffer.from(body)), 'invalid_json', body);
  });
});
