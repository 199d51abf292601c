import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { PACKAGE_ROOT } from '../../../../src/package.js';
import { fingerprintOf, type GroupingEvent } from '../../../corpus/score-grouping.js';

const FRAME = { filename: '/app/src/a.ts', function: 'f', lineno: 1 };

function printOf(fields: Partial<GroupingEvent>) {
  return fingerprintOf({ type: 'Error', message: 'm', ...fields });
}

function printOfFile(filename: string): string {
  return printOf({ stackFrames: [{ ...FRAME, filename }] }).value;
}

interface GoldenEvent {
  readonly name: string;
  readonly event: GroupingEvent;
  readonly fingerprint: string;
}

describe('fingerprint version 1', () => {
  const golden = JSON.parse(
    readFileSync(new URL('test/fixtures/fingerprint-v1.json', PACKAGE_ROOT), 'utf8'),
  ) as readonly GoldenEvent[];
  for (const { name, event, fingerprint } of golden) {
    it(`is frozen: ${name}`, () => {
      assert.equal(fingerprintOf(event).value, fingerprint);
    });
  }

  it('is 64 characters of lower-case hex and names its version and parts', () => {
    const print = printOf({ message: 'at 0x12', stackFrames: [{ ...FRAME, colno: 9 }] });
    assert.match(print.value, /^[0-9a-f]{64}$/);
    assert.equal(print.version, 1);
    assert.deepEqual(print.parts, { version: 1, type: 'Error', message: 'at <address>', frames: [FRAME] });
  });

  it('tells parts apart whatever they hold', () => {
    assert.notEqual(printOf({ type: 'a', message: 'b,c' }).value, printOf({ type: 'a,b', message: 'c' }).value);
    assert.notEqual(printOf({ type: 'a"', message: 'b' }).value, printOf({ type: 'a', message: '"b' }).value);
    assert.notEqual(
      printOf({ stackFrames: [{ filename: 'a', function: 'b' }] }).value,
      printOf({ stackFrames: [{ filename: 'ab', function: '' }] }).value,
    );
  });

  it('takes an absent function for an empty one', () => {
    const bare = { filename: FRAME.filename, lineno: FRAME.lineno };
    const variants = [bare, { ...bare, function: '' }, { ...bare, function: null }];
    assert.equal(new Set(variants.map((frame) => printOf({ stackFrames: [frame] }).value)).size, 1);
  });

  const SAME_FILES: readonly (readonly [string, string])[] = [
    ['file:///app/src/a.ts', '/app/src/a.ts'],
    ['file:///C:/app/a.ts', 'C:/app/a.ts'],
    ['webpack-internal:///./src/App.tsx', 'webpack:///./src/App.tsx?1a2b'],
    ['webpack-internal:///(app-pages-browser)/./src/App.tsx', 'webpack-internal:///./src/App.tsx'],
    ['webpack://shop/./src/App.tsx', 'src/App.tsx'],
    ['http://localhost:5173/src/App.tsx?t=123', 'http://localhost:5173/src/App.tsx?t=456'],
    ['http://localhost/a.js#x', 'http://localhost/a.js'],
    ['/src/App.vue?vue&type=script', '/src/App.vue'],
  ];
  for (const [one, other] of SAME_FILES) {
    it(`takes ${one} and ${other} for one file`, () => {
      assert.equal(printOfFile(one), printOfFile(other));
    });
  }

  const DIFFERENT_FILES: readonly (readonly [string, string])[] = [
    ['/app/src/a.ts', '/app/lib/a.ts'],
    ['/app/src/a.ts', '/app/src/A.ts'],
    ['/home/a/app/a.ts', '/home/b/app/a.ts'],
    ['/app/C#/a.ts', '/app/C#/b.ts'],
    ['./src/a.ts', 'src/a.ts'],
  ];
  for (const [one, other] of DIFFERENT_FILES) {
    it(`takes ${one} and ${other} for two files`, () => {
      assert.notEqual(printOfFile(one), printOfFile(other));
    });
  }

  it('groups by what the client says', () => {
    const custom = printOf({ fingerprint: ['checkout', 'timeout'] });
    assert.equal(printOf({ message: 'other', type: 'T', fingerprint: ['checkout', 'timeout'] }).value, custom.value);
    assert.notEqual(printOf({ fingerprint: ['checkout', 'other'] }).value, custom.value);
    assert.notEqual(printOf({ fingerprint: ['checkouttimeout'] }).value, custom.value);
    assert.deepEqual(custom.parts.custom, ['checkout', 'timeout']);
  });

  it('expands {{ default }} in what the client says', () => {
    assert.equal(printOf({ fingerprint: ['{{ default }}'] }).value, printOf({}).value);
    assert.equal(printOf({ fingerprint: ['{{default}}'] }).value, printOf({}).value);
    const extended = printOf({ fingerprint: ['{{ default }}', 'eu'] }).value;
    assert.notEqual(extended, printOf({}).value);
    assert.notEqual(extended, printOf({ message: 'other', fingerprint: ['{{ default }}', 'eu'] }).value);
  });

  it('is the same each time, for any event', () => {
    const frame = fc.record(
      { filename: fc.string(), function: fc.string(), lineno: fc.double() },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', minLength: 1 }),
        fc.string({ unit: 'binary' }),
        fc.array(frame),
        (type, message, stackFrames) => {
          assert.deepEqual(printOf({ type, message, stackFrames }), printOf({ type, message, stackFrames }));
        },
      ),
    );
  });
});
