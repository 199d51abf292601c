import assert from 'node:assert/strict';
import type { StackFrame } from '../../../../schemas/event.js';
import type { GroupingRule } from '../../../../schemas/project-settings.js';
import { CONDITION_FRAMES_MAX } from '../../../../src/limits.js';
import { findRule, toGroupingRules } from '../../../../src/workers/domain/fingerprint/grouping-rules.js';

const own = (filename: string): StackFrame => ({ inApp: true, filename });
const foreign = (filename: string): StackFrame => ({ inApp: false, filename });

function find(
  conditions: Partial<GroupingRule>,
  facts: { type?: string; message?: string; stackFrames?: StackFrame[] },
) {
  const rules = toGroupingRules([{ name: 'rule', fingerprint: 'one', ...conditions }]);
  return findRule(rules, { type: 'Error', message: 'm', stackFrames: [], ...facts });
}

describe('a rule of a project', () => {
  it('decides where all of its conditions hold, and not where one does not', () => {
    const conditions = { type: '*Error', message: 'no * left', file: '*/src/*' };
    const event = { type: 'StockError', message: 'no shoes left', stackFrames: [own('/app/src/stock.ts')] };
    assert.deepEqual(find(conditions, event), { index: 0, name: 'rule', fingerprint: 'one', ignores: false });
    for (const other of [{ type: 'Stock' }, { message: 'no shoes' }, { stackFrames: [own('/app/lib/stock.ts')] }])
      assert.equal(find(conditions, { ...event, ...other }), null);
  });

  it('looks for a file in every frame of the application, and in no other', () => {
    const file = '*/pay.ts';
    assert.ok(find({ file }, { stackFrames: [foreign('/app/a.ts'), own('/app/b.ts'), own('/app/pay.ts')] }));
    assert.equal(find({ file }, { stackFrames: [foreign('/app/pay.ts'), own('/app/b.ts'), { inApp: true }] }), null);
    assert.equal(find({ file }, {}), null);
  });

  for (const [filename, name] of [
    ['/app/node_modules/express/lib/router.js', 'express'],
    ['node_modules/@nestjs/core/index.js', '@nestjs/core'],
    ['C:\\app\\node_modules\\@nestjs\\core\\index.js', '@nestjs/core'],
    ['/app/node_modules/.pnpm/express@4.18.2/node_modules/express/lib/a.js', 'express'],
    ['/app/node_modules/a/node_modules/b/index.js', 'b'],
    ['webpack:///./node_modules/lodash/lodash.js', 'lodash'],
  ] as const) {
    it(`knows the package of ${filename}`, () => {
      assert.ok(find({ package: name }, { stackFrames: [own('/app/a.js'), foreign(filename)] }));
      assert.equal(find({ package: `${name}x` }, { stackFrames: [foreign(filename)] }), null);
    });
  }

  it('knows the module that a client tells, and no package where there is neither', () => {
    const stackFrames = [{ inApp: false, filename: 'api.py', module: 'requests.api' }];
    assert.ok(find({ package: 'requests.*' }, { stackFrames }));
    assert.equal(find({ package: '*' }, { stackFrames: [own('/app/my_node_modules/a.js'), { inApp: true }] }), null);
  });

  it('looks at as many frames as it may, and at none past them', () => {
    const frames = Array.from({ length: CONDITION_FRAMES_MAX }, () => own('/app/a.ts'));
    const [at, past] = [
      [...frames.slice(1), own('/app/pay.ts')],
      [...frames, own('/app/pay.ts')],
    ];
    assert.ok(find({ file: '*pay.ts' }, { stackFrames: at }));
    assert.equal(find({ file: '*pay.ts' }, { stackFrames: past }), null);
    const library = foreign('/app/node_modules/stripe/a.js');
    assert.ok(find({ package: 'stripe' }, { stackFrames: [...frames.slice(1), library] }));
    assert.equal(find({ package: 'stripe' }, { stackFrames: [...frames, library] }), null);
  });

  it('has the type of the event in its fingerprint, as it is', () => {
    const event = { type: '$& {type}' };
    assert.equal(find({ message: '*', fingerprint: 'a {type}, {type}' }, event)?.fingerprint, 'a $& {type}, $& {type}');
  });

  it('has no fingerprint of its own where it leaves the event what it would be grouped by, and ignores it or not', () => {
    for (const fingerprint of ['{{ default }}', '{{default}}'])
      assert.deepEqual(find({ type: '*', fingerprint, ignore: true }, {}), {
        index: 0,
        name: 'rule',
        fingerprint: null,
        ignores: true,
      });
    assert.equal(find({ type: '*', ignore: false }, {})?.ignores, false);
  });

  it('stands in front of those behind it', () => {
    const rules = toGroupingRules([
      { name: 'first', type: 'A*', fingerprint: 'one' },
      { name: 'second', type: '*', fingerprint: 'two' },
    ]);
    const nameOf = (type: string) => findRule(rules, { type, message: 'm', stackFrames: [] })?.name;
    assert.deepEqual([nameOf('AError'), nameOf('BError')], ['first', 'second']);
    assert.equal(findRule([], { type: 'AError', message: 'm', stackFrames: [] }), null);
  });
});
