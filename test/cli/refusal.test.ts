import assert from 'node:assert/strict';
import { CLI_REFUSAL_DETAILS_MAX } from '../../src/cli/limits.js';
import { describeRefusal } from '../../src/cli/refusal.js';

describe('why a daemon refused', () => {
  const describeReply = (json: object): string => describeRefusal({ kind: 'answer', status: 400, json });
  const error = 'It is wrong; see details.';

  it('is its sentence where it has no details', () => {
    assert.equal(describeReply({ code: 'invalid_query', error }), `HTTP 400, invalid_query: ${error}`);
  });

  it('has the details, of which none reaches the terminal as it is', () => {
    const details = [
      { path: '/snooze/until', message: 'must be a time to come' },
      { path: '', message: 'is\u001b[2J odd' },
    ];
    assert.equal(
      describeReply({ code: 'validation_failed', error, details }),
      'HTTP 400, validation_failed: It is wrong; see details (snooze/until must be a time to come; is\\u001b[2J odd).',
    );
  });

  it('has so many of them and no more', () => {
    const details = Array.from({ length: CLI_REFUSAL_DETAILS_MAX }, (_, index) => ({
      path: `/${index}`,
      message: 'is',
    }));
    const all = details.map(({ path }) => `${path.slice(1)} is`).join('; ');
    const toEnd = (list: string): string => `HTTP 400, a: It is wrong; see details (${list}).`;
    assert.equal(describeReply({ code: 'a', error, details }), toEnd(all));
    const longer = [...details, { path: '/z', message: 'is' }, { path: '/y', message: 'is' }];
    assert.equal(describeReply({ code: 'a', error, details: longer }), toEnd(`${all}; and 2 more`));
  });

  it('is what the connection says where nobody answers', () => {
    assert.equal(describeRefusal({ kind: 'unreachable', cause: 'ECONNREFUSED' }), 'ECONNREFUSED');
    assert.equal(describeReply({ hello: 1 }), 'HTTP 400, no answer of errord');
  });
});
