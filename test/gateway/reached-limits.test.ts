import assert from 'node:assert/strict';
import { ReachedLimits } from '../../src/gateway/reached-limits.js';
import { PROJECT_SETTINGS_MAX } from '../../src/limits.js';
import type { ReachedLimit } from '../../src/messages.js';
import { times } from '../support/store-harness.js';

const limit = (projectName: string, untilMs = 120_000): ReachedLimit => ({ projectName, fromMs: 60_000, untilMs });

describe('ReachedLimits', () => {
  it('keeps a project out until its limit is over, and tells the whole seconds that are left', () => {
    const limits = new ReachedLimits();
    limits.note([limit('shop')]);
    const left = [60_000, 60_001, 119_000, 119_999].map((nowMs) => limits.secondsLeft('shop', nowMs));
    assert.deepEqual(left, [60, 60, 1, 1]);
    assert.equal(limits.secondsLeft('shop', 120_000), null);
    // And not again, when the clock is set back: the store says so when it is so.
    assert.equal(limits.secondsLeft('shop', 119_000), null);
  });

  it('lets a project in when the clock was set back before the time of its limit', () => {
    const limits = new ReachedLimits();
    limits.note([limit('shop')]);
    assert.equal(limits.secondsLeft('shop', 59_999), null);
  });

  it('knows nothing of other projects, of records without one, and of a limit that was lifted', () => {
    const limits = new ReachedLimits();
    limits.note([limit('shop')]);
    assert.equal(limits.secondsLeft('blog', 60_000), null);
    assert.equal(limits.secondsLeft(null, 60_000), null);
    limits.lift('shop');
    assert.equal(limits.secondsLeft('shop', 60_000), null);
  });

  it('goes by what was reported last', () => {
    const limits = new ReachedLimits();
    limits.note([limit('shop'), limit('shop', 600_000)]);
    assert.equal(limits.secondsLeft('shop', 100_000), 500);
  });

  it('remembers as many projects as may have settings, and of more the latest', () => {
    const limits = new ReachedLimits();
    limits.note(times(PROJECT_SETTINGS_MAX, (index) => limit(`project-${index}`)));
    assert.equal(limits.secondsLeft('project-0', 60_000), 60);
    limits.note([limit('one more')]);
    const known = ['project-0', 'project-1', 'one more'].map((name) => limits.secondsLeft(name, 60_000));
    assert.deepEqual(known, [null, 60, 60]);
  });
});
