import assert from 'node:assert/strict';
import { BATCH_ITEMS_MAX } from '../../../schemas/limits.js';
import type { HttpAnswer } from '../../../src/http-answer.js';
import type { IngestForm, ItemResult, RecordKind } from '../../../src/messages.js';
import type { Outcome, Rejection } from '../../../src/outcome.js';
import type { CallFacts, Item } from '../../../src/workers/dialects/dialect.js';
import { ERRORD } from '../../../src/workers/dialects/errord.js';

const one = (kind: RecordKind): IngestForm => ({ dialect: 'errord', kind, isBatch: false });
const batch = (kind: RecordKind): IngestForm => ({ dialect: 'errord', kind, isBatch: true });
const callOf = (form: IngestForm): CallFacts => ({
  ticket: 1,
  form,
  pathIds: {},
  receivedAtMs: 0,
  projectName: null,
  correlationId: null,
});
const invalid: Rejection = { kind: 'rejected', reason: 'validation_failed' };

const items = (outcomes: readonly Outcome[]): ItemResult[] =>
  outcomes.map((outcome) => ({ ...outcome, projectName: null }));
const bodyOf = ({ body }: HttpAnswer): unknown => JSON.parse(String(body));
const toItems = (value: unknown, form: IngestForm): readonly Item[] | Rejection =>
  ERRORD.toItems(Buffer.from(JSON.stringify(value)), callOf(form));

describe('items of our own JSON', () => {
  it('are one record of the kind of the route, whatever it is', () => {
    for (const payload of [{}, [{}], 'x', 5, null]) {
      assert.deepEqual(toItems(payload, one('log')), [{ kind: 'log', payload }]);
    }
  });

  it('are the elements of a batch, in order', () => {
    assert.deepEqual(toItems([1, null, {}], batch('event')), [
      { kind: 'event', payload: 1 },
      { kind: 'event', payload: null },
      { kind: 'event', payload: {} },
    ]);
    assert.deepEqual(toItems([], batch('event')), []);
  });

  it('are as many as the limit, and one more is refused with batch_too_long', () => {
    const payloads = Array.from({ length: BATCH_ITEMS_MAX + 1 }, () => ({}));
    const fit = toItems(payloads.slice(1), batch('log'));
    assert.equal('length' in fit && fit.length, BATCH_ITEMS_MAX);
    assert.deepEqual(toItems(payloads, batch('log')), { kind: 'rejected', reason: 'batch_too_long' });
  });

  for (const body of [{}, 'x', 5, null, true]) {
    it(`are not ${JSON.stringify(body)} where a batch is expected`, () => {
      const refused = toItems(body, batch('event'));
      assert.equal('reason' in refused && refused.reason, 'validation_failed');
    });
  }

  it('are none of a body that is no JSON', () => {
    const refused = ERRORD.toItems(Buffer.from('{'), callOf(one('event')));
    assert.deepEqual(refused, { kind: 'rejected', reason: 'invalid_json' });
  });
});

describe('an answer in our own JSON', () => {
  it('tells each stored item in the form of its kind, retries as the first time', () => {
    const stored: Outcome[] = [
      { kind: 'stored', id: '1', fingerprint: 'f', isNew: true },
      { kind: 'duplicate', id: '2', fingerprint: 'f', isNew: false },
    ];
    const events = [
      { id: '1', fingerprint: 'f', isNew: true },
      { id: '2', fingerprint: 'f', isNew: false },
    ];
    const answerOf = (form: IngestForm, outcomes: readonly Outcome[]) => {
      const answer = ERRORD.toAnswer(form, items(outcomes));
      assert.equal(answer.status, 201);
      return bodyOf(answer);
    };
    assert.deepEqual(answerOf(batch('event'), stored), events);
    assert.deepEqual(answerOf(batch('request'), stored), [{ id: '1' }, { id: '2' }]);
    assert.deepEqual(answerOf(batch('log'), stored), ['1', '2']);
    assert.deepEqual(answerOf(batch('log'), []), []);
    assert.deepEqual(answerOf(one('event'), stored.slice(0, 1)), events[0]);
    assert.deepEqual(answerOf(one('request'), stored.slice(0, 1)), { id: '1' });
    assert.deepEqual(answerOf(one('log'), stored.slice(0, 1)), { id: '1' });
  });

  it('tells of an item lost by a bug beside the ones that were stored', () => {
    const answer = ERRORD.toAnswer(
      batch('log'),
      items([
        { kind: 'stored', id: '1' },
        { kind: 'dropped', reason: 'internal' },
      ]),
    );
    assert.equal(answer.status, 207);
    const [stored, lost] = bodyOf(answer) as [string, { code: string }];
    assert.deepEqual([stored, lost.code], ['1', 'internal']);
  });

  it('names what was wrong with an item by its place in the batch', () => {
    const wrong: Rejection = { ...invalid, details: [{ path: '/message', message: 'is required' }] };
    const answer = ERRORD.toAnswer(batch('log'), items([{ kind: 'stored', id: '1' }, wrong]));
    const [, refused] = bodyOf(answer) as [string, { details: { path: string }[] }];
    assert.deepEqual(
      refused.details.map(({ path }) => path),
      ['/1/message'],
    );
  });

  it('is that of our failure when nothing was stored and some of it was our doing', () => {
    const answer = ERRORD.toAnswer(batch('log'), items([invalid, { kind: 'dropped', reason: 'storage_full' }]));
    assert.equal(answer.status, 503);
  });

  it('tells with 429 when the first of the limits lets go that items were over', () => {
    const over = (retryAfterSeconds: number): Rejection => ({
      kind: 'rejected',
      reason: 'rate_limited',
      message: 'The project has used up its limit of 5 items a minute.',
      retryAfterSeconds,
    });
    const retryAfter = ({ headers = [] }: HttpAnswer) => headers.find(([name]) => name === 'Retry-After')?.[1];
    const whole = ERRORD.toAnswer(batch('log'), items([over(3600), over(17)]));
    assert.deepEqual([whole.status, retryAfter(whole)], [429, '17']);
    const single = ERRORD.toAnswer({ ...batch('log'), isBatch: false }, items([over(17)]));
    assert.deepEqual([single.status, retryAfter(single)], [429, '17']);
    const withFault = ERRORD.toAnswer(batch('log'), items([invalid, over(17)]));
    assert.deepEqual([withFault.status, retryAfter(withFault)], [429, '17']);
    const withFailure = ERRORD.toAnswer(batch('log'), items([over(17), { kind: 'dropped', reason: 'storage_full' }]));
    assert.equal(withFailure.status, 503);
    const mixed = ERRORD.toAnswer(batch('log'), items([{ kind: 'stored', id: '1' }, over(17)]));
    assert.deepEqual([mixed.status, retryAfter(mixed)], [207, undefined]);
  });

  it('is validation_failed when the reasons of all refusals differ', () => {
    const limit: Rejection = { kind: 'rejected', reason: 'project_limit' };
    const placed: Rejection = { ...invalid, details: [{ path: '/message', message: 'is required' }] };
    const answer = ERRORD.toAnswer(batch('event'), items([limit, placed]));
    assert.equal(answer.status, 400);
    const { code, details } = bodyOf(answer) as { code: string; details: { path: string }[] };
    assert.equal(code, 'validation_failed');
    assert.deepEqual(
      details.map(({ path }) => path),
      ['/0', '/1/message'],
    );
  });
});
