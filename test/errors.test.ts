import assert from 'node:assert/strict';
import { ERROR_CODES, REASON_CODES } from '../src/errors.js';
import { DROP_REASONS, REJECT_REASONS } from '../src/outcome.js';

describe('error codes', () => {
  it('answers ingest with 429 to nobody but a project over a limit of its own', () => {
    const codes = [...REJECT_REASONS, ...DROP_REASONS].map((reason) => REASON_CODES[reason]);
    const limited = codes.filter((code) => (ERROR_CODES[code].status as number) === 429);
    assert.deepEqual(limited, ['rate_limited']);
  });

  it('answers what a sender did with 4xx and what we did with 5xx', () => {
    for (const reason of REJECT_REASONS) assert.match(String(ERROR_CODES[REASON_CODES[reason]].status), /^4\d\d$/);
    for (const reason of DROP_REASONS) assert.match(String(ERROR_CODES[REASON_CODES[reason]].status), /^5\d\d$/);
  });
});
