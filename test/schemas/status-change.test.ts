import { strict as assert } from 'node:assert';
import { StatusChange, StatusChanges } from '../../schemas/error-group.js';
import { RELEASE_NAME_CHARS_MAX } from '../../schemas/limits.js';
import { FACET_VALUE_CHARS_MAX } from '../../src/limits.js';
import { compileBody } from '../../src/validate.js';

describe('the change of a status', () => {
  it(`names a release of up to ${RELEASE_NAME_CHARS_MAX} characters (RELEASE_NAME_CHARS_MAX), as facets count it`, () => {
    const [one, many] = [compileBody(StatusChange), compileBody(StatusChanges)];
    const isTaken = (chars: number): readonly boolean[] => {
      const change = { status: 'resolved', in: 'r'.repeat(chars) };
      return [one(change).ok, many({ ...change, ids: ['a'] }).ok];
    };
    assert.deepEqual(isTaken(1), [true, true]);
    assert.deepEqual(isTaken(RELEASE_NAME_CHARS_MAX), [true, true]);
    assert.deepEqual(isTaken(RELEASE_NAME_CHARS_MAX + 1), [false, false]);
    assert.deepEqual(isTaken(0), [false, false]);
    assert.equal(RELEASE_NAME_CHARS_MAX, FACET_VALUE_CHARS_MAX);
  });
});
