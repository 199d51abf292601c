import { strict as assert } from 'node:assert';
import { openConditionFrames, toConditionFrames, toEventCondition } from '../src/event-conditions.js';
import { CONDITION_FRAMES_MAX, CONDITION_STACKS_MAX } from '../src/limits.js';
import { MESSAGE_MARK } from '../src/stack-text.js';

const stackOf = (...frames: readonly object[]): string =>
  JSON.stringify({ stack: 'Error: MESSAGE', stackFrames: frames }).replace('MESSAGE', MESSAGE_MARK);

describe('conditions on events', () => {
  it('hold where all of them do, of the whole value', () => {
    const { ofTexts, ofFrames } = toEventCondition({ type: 'Stock*', message: '*hats' });
    assert.equal(ofFrames, null);
    assert.ok(ofTexts({ type: 'StockError', message: 'no hats' }));
    assert.ok(!ofTexts({ type: 'StockError', message: 'no hats left' }));
    assert.ok(!ofTexts({ type: 'Error', message: 'no hats' }));
  });

  it('ask the frames of a stored stack, in which a mark stands for the message', () => {
    const frames = toConditionFrames(stackOf({ inApp: true, filename: 'src/a.ts', function: 'f', lineno: 1 }));
    assert.deepEqual(frames, [{ inApp: true, filename: 'src/a.ts' }]);
    const { ofFrames } = toEventCondition({ file: '*/a.ts' });
    assert.ok(ofFrames !== null);
    assert.ok(ofFrames(frames));
    assert.ok(!ofFrames([{ inApp: false, filename: 'src/a.ts' }]));
    assert.ok(!ofFrames([{ inApp: true }]));
    assert.deepEqual(toConditionFrames(null), []);
  });

  it(`ask the first ${CONDITION_FRAMES_MAX} frames`, () => {
    const frame = { inApp: true, filename: 'src/a.ts' };
    const others = Array.from({ length: CONDITION_FRAMES_MAX }, () => ({ inApp: true, filename: 'src/b.ts' }));
    const { ofFrames } = toEventCondition({ file: '*/a.ts' });
    assert.ok(ofFrames !== null);
    assert.ok(ofFrames(toConditionFrames(stackOf(...others.slice(1), frame))));
    assert.ok(!ofFrames(toConditionFrames(stackOf(...others, frame))));
  });

  it('parse a stack once, as long as there is room for it', () => {
    const framesOf = openConditionFrames();
    const content = (n: number) => ({ hash: `h${n}`, text: stackOf({ inApp: true, filename: `src/${n}.ts` }) });
    const first = framesOf(content(0));
    for (let n = 1; n < CONDITION_STACKS_MAX; n += 1) framesOf(content(n));
    assert.equal(framesOf(content(0)), first);
    framesOf(content(CONDITION_STACKS_MAX));
    assert.notEqual(framesOf(content(0)), first);
    assert.deepEqual(framesOf(content(0)), first);
    assert.deepEqual(framesOf(null), []);
  });
});
