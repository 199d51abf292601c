import assert from 'node:assert/strict';
import { ERROR_CODES, REASON_CODES } from '../src/errors.js';
import { DROP_REASONS, REJECT_REASONS } from '../src/outcome.js';

describe('error codes', () => {
  it('answers 429 to nobody but those who try wrong keys, or a project over a limit of its own', () => {
    const codes = Object.entries(ERROR_CODES).filter(([, { status }]) => status === 429);
    assert.deepEqual(
      codes.map(([code]) => code),
      ['rate_limited', 'too_many_attempts'],
    );
  });

  it('answers what a sender did with 4xx and what we did with 5xx', () => {
    for (const reason of REJECT_REASONS) assert.match(String(ERROR_CODES[REASON_CODES[reason]].status), /^4\d\d$/);
    for (const reason of DROP_REASONS) assert.match(String(ERROR_CODES[REASON_CODES[reason]].status), /^5\d\d$/);
  });
});
