import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type ServedRecord, toRecordJson } from '../../../clients/node/src/record-json.js';

const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined });
const anyRecord: fc.Arbitrary<ServedRecord> = fc.record({
  method: fc.string(),
  url: fc.string({ unit: 'binary' }),
  duration: maybe(fc.integer({ min: 0 }).map((us) => us / 1000)),
  timestamp: maybe(fc.constant('2026-01-02T03:04:05.678Z')),
  statusCode: maybe(fc.integer({ min: 100, max: 599 })),
  correlationId: maybe(fc.string()),
  errorEventId: maybe(fc.uuid()),
  requestBody: maybe(fc.string({ unit: 'binary' })),
  responseBody: maybe(fc.string({ unit: 'binary' })),
  recordId: maybe(fc.uuid()),
  projectId: maybe(fc.string()),
  source: maybe(fc.constantFrom('backend' as const, 'frontend' as const)),
});

describe('a request record as JSON', () => {
  it('is what JSON.stringify makes of it and its headers', () => {
    const headers = { a: '"', b: '\n' };
    fc.assert(
      fc.property(anyRecord, fc.boolean(), (record, isAnswered) => {
        const responseHeaders = isAnswered ? { 'content-type': 'text/plain' } : undefined;
        const json = toRecordJson(record, {
          headers: JSON.stringify(headers),
          responseHeaders: responseHeaders && JSON.stringify(responseHeaders),
        });
        assert.deepEqual(JSON.parse(json), JSON.parse(JSON.stringify({ ...record, headers, responseHeaders })));
      }),
    );
  });
});
