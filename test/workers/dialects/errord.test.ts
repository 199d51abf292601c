import assert from 'node:assert/strict';
import { BATCH_ITEMS_MAX } from '../../../schemas/limits.js';
import type { HttpAnswer } from '../../../src/http-answer.js';
import type { IngestForm, ItemResult, RecordKind } from '../../../src/messages.js';
import type { Outcome, Rejection } from '../../../src/outcome.js';
import type { AnswerFacts, CallFacts, Contents } from '../../../src/workers/dialects/dialect.js';
import { ERRORD } from '../../../src/workers/dialects/errord.js';

const one = (kind: RecordKind): IngestForm => ({ dialect: 'errord', kind, isBatch: false });
const batch = (kind: RecordKind): IngestForm => ({ dialect: 'errord', kind, isBatch: true });
const callOf = (form: IngestForm): CallFacts => ({
  ticket: 1,
  form,
  pathIds: {},
  format: 'json',
  receivedAtMs: 0,
  projectName: null,
  keyProject: null,
  correlationId: null,
});
const factsOf = (form: IngestForm): AnswerFacts => ({ form, format: 'json' });
const invalid: Rejection = { kind: 'rejected', reason: 'validation_failed' };

const items = (outcomes: readonly Outcome[]): ItemResult[] =>
  outcomes.map((outcome) => ({ ...outcome, projectName: null }));
const bodyOf = ({ body }: HttpAnswer): unknown => JSON.parse(String(body));
const toContents = (value: unknown, form: IngestForm): Contents | Rejection =>
  ERRORD.toContents(Buffer.from(JSON.stringify(value)), callOf(form));

describe('items of our own JSON', () => {
  it('are one record of the kind of the route, whatever it is', () => {
    for (const payload of [{}, [{}], 'x', 5, null]) {
      assert.deepEqual(toContents(payload, one('log')), { items: [{ kind: 'log', payload }] });
    }
  });

  it('are the elements of a batch, in order', () => {
    assert.deepEqual(toContents([1, null, {}], batch('event')), {
      items: [
        { kind: 'event', payload: 1 },
        { kind: 'event', payload: null },
        { kind: 'event', payload: {} },
      ],
    });
    assert.deepEqual(toContents([], batch('event')), { items: [] });
  });

  it('are as many as the limit, and one more is refused with batch_too_long', () => {
    const payloads = Array.from({ length: BATCH_ITEMS_MAX + 1 }, () => ({}));
    const fit = toContents(payloads.slice(1), batch('log'));
    assert.equal('items' in fit && fit.items.length, BATCH_ITEMS_MAX);
    assert.deepEqual(toContents(payloads, batch('log')), { kind: 'rejected', reason: 'batch_too_long' });
  });

  for (const body of [{}, 'x', 5, null, true]) {
    it(`are not ${JSON.stringify(body)} where a batch is expected`, () => {
      const refused = toContents(body, batch('event'));
      assert.equal('reason' in refused && refused.reason, 'validation_failed');
    });
  }

  it('are none of a body that is no JSON', () => {
    const refused = ERRORD.toContents(Buffer.from('{'), callOf(one('event')));
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
      const answer = ERRORD.toAnswer(factsOf(form), { items: items(outcomes) });
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
    const answer = ERRORD.toAnswer(factsOf(batch('log')), {
      items: items([
        { kind: 'stored', id: '1' },
        { kind: 'dropped', reason: 'internal' },
      ]),
    });
    assert.equal(answer.status, 207);
    const [stored, lost] = bodyOf(answer) as [string, { code: string }];
    assert.deepEqual([stored, lost.code], ['1', 'internal']);
  });

  it('names what was wrong with an item by its place in the batch', () => {
    const wrong: Rejection = { ...invalid, details: [{ path: '/message', message: 'is required' }] };
    const answer = ERRORD.toAnswer(factsOf(batch('log')), { items: items([{ kind: 'stored', id: '1' }, wrong]) });
    const [, refused] = bodyOf(answer) as [string, { details: { path: string }[] }];
    assert.deepEqual(
      refused.details.map(({ path }) => path),
      ['/1/message'],
    );
  });

  it('is that of our failure when nothing was stored and some of it was our doing', () => {
    const answer = ERRORD.toAnswer(factsOf(batch('log')), {
      items: items([invalid, { kind: 'dropped', reason: 'storage_full' }]),
    });
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
    const answerTo = (form: IngestForm, outcomes: readonly Outcome[]): (number | string | undefined)[] => {
      const answer = ERRORD.toAnswer(factsOf(form), { items: items(outcomes) });
      return [answer.status, retryAfter(answer)];
    };
    const lost: Outcome = { kind: 'dropped', reason: 'storage_full' };
    assert.deepEqual(answerTo(batch('log'), [over(3600), over(17)]), [429, '17']);
    assert.deepEqual(answerTo(one('log'), [over(17)]), [429, '17']);
    assert.deepEqual(answerTo(batch('log'), [invalid, over(17)]), [429, '17']);
    assert.deepEqual(answerTo(batch('log'), [over(17), lost]), [503, '1']);
    assert.deepEqual(answerTo(batch('log'), [{ kind: 'stored', id: '1' }, over(17)]), [207, undefined]);
  });

  it('is validation_failed when the reasons of all refusals differ', () => {
    const limit: Rejection = { kind: 'rejected', reason: 'project_limit' };
    const placed: Rejection = { ...invalid, details: [{ path: '/message', message: 'is required' }] };
    const answer = ERRORD.toAnswer(factsOf(batch('event')), { items: items([limit, placed]) });
    assert.equal(answer.status, 400);
    const { code, details } = bodyOf(answer) as { code: string; details: { path: string }[] };
    assert.equal(code, 'validation_failed');
    assert.deepEqual(
      details.map(({ path }) => path),
      ['/0', '/1/message'],
    );
  });
});
