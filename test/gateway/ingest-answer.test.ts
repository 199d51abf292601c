import assert from 'node:assert/strict';
import { mergeOutcomes, toIngestAnswer } from '../../src/gateway/ingest-answer.js';
import type { DigestVerdict } from '../../src/messages.js';
import type { Outcome, Rejection } from '../../src/outcome.js';

const invalid: Rejection = { kind: 'rejected', reason: 'validation_failed' };
const verdict: DigestVerdict = {
  ticket: 1,
  itemCount: 3,
  rejections: [{ index: 1, projectName: 'bad', rejection: invalid }],
  wholeBody: false,
  faults: [],
  acceptedProjects: ['a', null],
};
const items = (outcomes: readonly Outcome[]) => outcomes.map((outcome) => ({ projectName: null, outcome }));

describe('ingest answer', () => {
  it('puts refused and stored items in the order of the call', () => {
    const outcomes = [
      { kind: 'stored', id: '1' },
      { kind: 'duplicate', id: '2' },
    ] as const;
    assert.deepEqual(mergeOutcomes(verdict, { ticket: 1, ok: true, outcomes }), [
      { projectName: 'a', outcome: { kind: 'stored', id: '1' } },
      { projectName: 'bad', outcome: invalid },
      { projectName: null, outcome: { kind: 'duplicate', id: '2' } },
    ]);
  });

  it('counts accepted items as dropped for the reason the store gives', () => {
    const merged = mergeOutcomes(verdict, { ticket: 1, ok: false, code: 'storage_full' });
    assert.deepEqual(
      merged.map(({ outcome }) => outcome),
      [{ kind: 'dropped', reason: 'storage_full' }, invalid, { kind: 'dropped', reason: 'storage_full' }],
    );
  });

  it('takes an item that the store says nothing about as lost by a bug', () => {
    const merged = mergeOutcomes(verdict, { ticket: 1, ok: true, outcomes: [] });
    assert.deepEqual(merged[0]?.outcome, { kind: 'dropped', reason: 'internal' });
  });

  it('tells of an item lost by a bug beside the ones that were stored', () => {
    const answer = toIngestAnswer(
      'log_batch',
      items([
        { kind: 'stored', id: '1' },
        { kind: 'dropped', reason: 'internal' },
      ]),
    );
    assert.equal(answer.status, 207);
    const [stored, lost] = JSON.parse(String(answer.body)) as [string, { code: string }];
    assert.deepEqual([stored, lost.code], ['1', 'internal']);
  });

  it('answers with our failure when nothing was stored and some of it was our doing', () => {
    const answer = toIngestAnswer('log_batch', items([invalid, { kind: 'dropped', reason: 'storage_full' }]));
    assert.equal(answer.status, 503);
  });

  it('answers validation_failed when the reasons of all refusals differ', () => {
    const limit: Rejection = { kind: 'rejected', reason: 'project_limit' };
    const placed: Rejection = { ...invalid, details: [{ path: '/1/message', message: 'is required' }] };
    const answer = toIngestAnswer('event_batch', items([limit, placed]));
    assert.equal(answer.status, 400);
    const { code, details } = JSON.parse(String(answer.body)) as { code: string; details: { path: string }[] };
    assert.equal(code, 'validation_failed');
    assert.deepEqual(
      details.map(({ path }) => path),
      ['/0', '/1/message'],
    );
  });
});
