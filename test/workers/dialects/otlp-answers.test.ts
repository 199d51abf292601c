import assert from 'node:assert/strict';
import type { HttpAnswer } from '../../../src/http-answer.js';
import { RETRY_AFTER_SECONDS } from '../../../src/limits.js';
import type { BodyFormat } from '../../../src/messages.js';
import type { Drop, Outcome } from '../../../src/outcome.js';
import { OTLP_LOGS, OTLP_METRICS, OTLP_TRACES } from '../../../src/workers/dialects/otlp.js';
import { CONTENT_TYPES, FORMATS, OTLP_FORM, readStatus, readSuccess } from '../../support/otlp.js';

const stored: Outcome = { kind: 'stored', id: '1' };
const wrong: Outcome = {
  kind: 'rejected',
  reason: 'validation_failed',
  details: [{ path: '/level', message: 'must be string' }],
};
const factsOf = (format: BodyFormat) => ({ form: OTLP_FORM, format });
const items = (...outcomes: readonly Outcome[]) => ({
  items: outcomes.map((outcome) => ({ ...outcome, projectName: null })),
});
const toBytes = (body: string | Uint8Array | undefined): Buffer => Buffer.from(body ?? '');
const headersOf = (headers: readonly (readonly [string, string])[] | undefined): Record<string, string> =>
  Object.fromEntries(headers ?? []);

describe('an answer of OTLP', () => {
  for (const format of FORMATS) {
    const answerOf = (...outcomes: readonly Outcome[]) => OTLP_LOGS.toAnswer(factsOf(format), items(...outcomes));

    it(`is an empty success when everything was stored, in ${format}`, () => {
      const answer = answerOf(stored, { ...stored, kind: 'duplicate' });
      assert.equal(answer.status, 200);
      assert.equal(headersOf(answer.headers)['Content-Type']?.split(';')[0], CONTENT_TYPES[format]);
      assert.deepEqual(readSuccess(toBytes(answer.body), format), {});
    });

    it(`is a partial success when some was refused, in ${format}`, () => {
      const answer = answerOf(stored, wrong, { kind: 'dropped', reason: 'internal' });
      assert.equal(answer.status, 200);
      assert.deepEqual(readSuccess(toBytes(answer.body), format), {
        partialSuccess: {
          rejectedLogRecords: '2',
          errorMessage: 'The record does not match its schema; see details. /level must be string',
        },
      });
    });

    it(`is a refusal when nothing could be stored, in ${format}`, () => {
      const answer = answerOf(wrong, wrong);
      assert.equal(answer.status, 400);
      assert.equal(readStatus(toBytes(answer.body), format).code, 3);
    });

    it(`asks to try again when something may be stored another time, in ${format}`, () => {
      for (const reason of ['storage_full', 'storage_unavailable', 'worker_lost', 'queue_full'] as const) {
        const drop: Drop = { kind: 'dropped', reason };
        const answers: readonly HttpAnswer[] = [
          answerOf(stored, wrong, drop),
          OTLP_LOGS.toRefusalAnswer(drop, factsOf(format)),
        ];
        for (const answer of answers) {
          assert.equal(answer.status, 503);
          const headers = headersOf(answer.headers);
          assert.equal(headers['Retry-After'], String(RETRY_AFTER_SECONDS));
          assert.equal(headers['Content-Type']?.split(';')[0], CONTENT_TYPES[format]);
          assert.equal(readStatus(toBytes(answer.body), format).code, 14);
        }
      }
    });
  }

  it('calls what was refused by the name of its signal', () => {
    for (const [dialect, name] of [
      [OTLP_LOGS, 'rejectedLogRecords'],
      [OTLP_TRACES, 'rejectedSpans'],
      [OTLP_METRICS, 'rejectedDataPoints'],
    ] as const) {
      const { body } = dialect.toAnswer(factsOf('json'), items(stored, wrong));
      const { partialSuccess } = JSON.parse(String(body)) as { partialSuccess: Record<string, string> };
      assert.equal(partialSuccess[name], '1');
    }
  });

  it('has a text of any length', () => {
    const message = 'ä'.repeat(5000);
    const answer = OTLP_LOGS.toRefusalAnswer(
      { kind: 'rejected', reason: 'project_limit', message },
      factsOf('protobuf'),
    );
    assert.equal(readStatus(toBytes(answer.body), 'protobuf').message, message);
  });
});
