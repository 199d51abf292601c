import assert from 'node:assert/strict';
import fc from 'fast-check';
import { MAX_STACK_FRAMES } from '../../../../src/constants.js';
import { STACK_LINE_CHARS_MAX } from '../../../../src/limits.js';
import { parseStack } from '../../../../src/workers/domain/stacks/javascript-frames.js';
import { assertQuick } from '../../../support/assert-quick.js';

/** `function file line column`, the way a person would say a frame. */
const tell = (stack: string): string[] =>
  parseStack(stack).map(({ function: name, filename, lineno, colno }) =>
    [name ?? '-', filename, lineno, colno].filter((part) => part !== undefined).join(' '),
  );

/** Stacks as engines print them, and what they say. */
const STACKS: readonly (readonly [what: string, stack: string, frames: readonly string[]])[] = [
  [
    'Chromium: functions, methods, constructors, async, and code of the engine',
    `TypeError: Cannot read properties of undefined (reading 'lines')
    at Cart.total (http://localhost:5173/src/cart.ts?t=1763694000123:12:31)
    at Object.render [as draw] (http://localhost:5173/src/view.ts:8:10)
    at new Checkout (http://localhost:5173/src/checkout.ts:3:5)
    at Array.map (<anonymous>)
    at async Promise.all (index 0)
    at async load (http://localhost:5173/src/load.ts:40:3)
    at HTMLButtonElement.<anonymous> (http://localhost:5173/src/main.ts:5:1)
    at http://localhost:5173/src/main.ts:9:22`,
    [
      'Cart.total http://localhost:5173/src/cart.ts?t=1763694000123 12 31',
      'Object.render [as draw] http://localhost:5173/src/view.ts 8 10',
      'new Checkout http://localhost:5173/src/checkout.ts 3 5',
      'load http://localhost:5173/src/load.ts 40 3',
      'HTMLButtonElement.<anonymous> http://localhost:5173/src/main.ts 5 1',
      '- http://localhost:5173/src/main.ts 9 22',
    ],
  ],
  [
    'Chromium: code from texts, of bundlers, of extensions, from blobs, and of WebAssembly',
    `ReferenceError: missing is not defined
    at eval (eval at run (https://app.example/run.js:10:5), <anonymous>:1:1)
    at outer (eval at inner (eval at run (https://app.example/run.js:20:7), <anonymous>:1:1), <anonymous>:2:2)
    at webpack-internal:///./src/app.js:33:9
    at ./src/app.js (https://app.example/bundle.js:100:1)
    at __webpack_require__ (https://app.example/webpack/bootstrap:22:1)
    at chrome-extension://abcdefghijklmnop/content.js:1:77
    at self.onmessage (blob:https://app.example/3f5c1c6e-8f30-4d3c-9e65-0d6b8c8e1a11:4:11)
    at wasm://wasm/0003aee2:wasm-function[12]:0x1a2b
    at <anonymous>:1:1`,
    [
      'eval https://app.example/run.js 10 5',
      'outer https://app.example/run.js 20 7',
      '- webpack-internal:///./src/app.js 33 9',
      './src/app.js https://app.example/bundle.js 100 1',
      '__webpack_require__ https://app.example/webpack/bootstrap 22 1',
      '- chrome-extension://abcdefghijklmnop/content.js 1 77',
      'self.onmessage blob:https://app.example/3f5c1c6e-8f30-4d3c-9e65-0d6b8c8e1a11 4 11',
    ],
  ],
  [
    'Chromium: a message that looks like a stack',
    `Error: mail bob@http://host:25
http://localhost:3800
did not answer@https://a.example/x.js:1:1
    at send (https://app.example/mail (copy).js:7:7)`,
    ['send https://app.example/mail (copy).js 7 7'],
  ],
  [
    'Node: files, modules of its own, Windows',
    `Error: no
    at Object.<anonymous> (/srv/app/index.js:3:9)
    at Module._compile (node:internal/modules/cjs/loader:1554:14)
    at async file:///srv/app/main.mjs:2:1
    at C:\\app\\index.js:3:9
    at node:internal/main/run_main_module:36:49`,
    [
      'Object.<anonymous> /srv/app/index.js 3 9',
      'Module._compile node:internal/modules/cjs/loader 1554 14',
      '- file:///srv/app/main.mjs 2 1',
      '- C:\\app\\index.js 3 9',
      '- node:internal/main/run_main_module 36 49',
    ],
  ],
  [
    'Firefox: functions, inner ones, packages with a scope, and the top of a module',
    `total@http://localhost:5173/src/cart.ts:12:31
render/lines<@http://localhost:5173/src/view.ts:8:10
render/<@http://localhost:5173/src/view.ts:7:1
mount@http://localhost:5173/node_modules/@scope/kit/dist/kit.js?v=1f2e3d:500:13
injectStyle@http://localhost:5173/@vite/client:120:3
@http://localhost:5173/src/main.ts:9:22
`,
    [
      'total http://localhost:5173/src/cart.ts 12 31',
      'render/lines http://localhost:5173/src/view.ts 8 10',
      'render http://localhost:5173/src/view.ts 7 1',
      'mount http://localhost:5173/node_modules/@scope/kit/dist/kit.js?v=1f2e3d 500 13',
      'injectStyle http://localhost:5173/@vite/client 120 3',
      '- http://localhost:5173/src/main.ts 9 22',
    ],
  ],
  [
    'Firefox: what called later, code from texts, extensions, and the console',
    `load@https://app.example/load.js:40:3
async*go@https://app.example/main.js:5:1
promise callback*next@https://app.example/main.js:6:2
setTimeout handler*@https://app.example/main.js:7:3
EventListener.handleEvent*listen@https://app.example/main.js:8:4
run@https://app.example/run.js line 10 > eval:1:1
anonymous@https://app.example/run.js line 20 > Function:3:9
@https://app.example/run.js line 5 > eval line 2 > eval:1:1
inject@moz-extension://1b2c3d4e-0000-4000-8000-000000000000/content.js:1:77
@resource://gre/modules/Console.sys.mjs:1:1
@debugger eval code:1:1
`,
    [
      'load https://app.example/load.js 40 3',
      'go https://app.example/main.js 5 1',
      'next https://app.example/main.js 6 2',
      '- https://app.example/main.js 7 3',
      'listen https://app.example/main.js 8 4',
      'run https://app.example/run.js 10',
      'anonymous https://app.example/run.js 20',
      '- https://app.example/run.js 5',
      'inject moz-extension://1b2c3d4e-0000-4000-8000-000000000000/content.js 1 77',
      '- resource://gre/modules/Console.sys.mjs 1 1',
      '- debugger eval code 1 1',
    ],
  ],
  [
    'Safari: functions, none, code of the engine, promises, and the top of scripts and modules',
    `total@http://localhost:5173/src/cart.ts:12:31
map@[native code]
http://localhost:5173/src/view.ts:8:10
http://localhost:5173/node_modules/@scope/kit/dist/kit.js:500:13
@http://localhost:5173/src/view.ts:9:9
asyncFunctionResume@[native code]
promiseReactionJob@[native code]
eval code
eval@[native code]
global code@http://localhost:5173/legacy.js:1:1
module code@http://localhost:5173/src/main.ts:9:22
[native code]`,
    [
      'total http://localhost:5173/src/cart.ts 12 31',
      '- http://localhost:5173/src/view.ts 8 10',
      '- http://localhost:5173/node_modules/@scope/kit/dist/kit.js 500 13',
      '- http://localhost:5173/src/view.ts 9 9',
      '- http://localhost:5173/legacy.js 1 1',
      '- http://localhost:5173/src/main.ts 9 22',
    ],
  ],
  [
    'Safari: extensions, masked places, workers from blobs, and older versions without columns',
    `inject@safari-web-extension://0A1B2C3D-0000-4000-8000-000000000000/content.js:1:77
@webkit-masked-url://hidden/:2:3
onmessage@blob:https://app.example/3f5c1c6e-8f30-4d3c-9e65-0d6b8c8e1a11:4:11
old@https://app.example/old.js:14
<?>.wasm-function[12]@[wasm code]`,
    [
      'inject safari-web-extension://0A1B2C3D-0000-4000-8000-000000000000/content.js 1 77',
      '- webkit-masked-url://hidden/ 2 3',
      'onmessage blob:https://app.example/3f5c1c6e-8f30-4d3c-9e65-0d6b8c8e1a11 4 11',
      'old https://app.example/old.js 14',
    ],
  ],
  ['no stack at all', 'Error: something@somewhere:12', []],
];

describe('the frames of a stack', () => {
  for (const [what, stack, frames] of STACKS) {
    it(`are read as printed by ${what}`, () => {
      assert.deepEqual(tell(stack), frames);
    });
  }

  it('are as many as are kept and no more, and none of a line without end', () => {
    const line = '    at a (https://a.example/a.js:1:1)\n';
    assert.equal(parseStack(line.repeat(MAX_STACK_FRAMES)).length, MAX_STACK_FRAMES);
    assert.equal(parseStack(line.repeat(MAX_STACK_FRAMES + 1)).length, MAX_STACK_FRAMES);
    const long = (chars: number): string =>
      '    at a (https://a.example/:1:1)'.replace('/:', `/${'x'.repeat(chars - 33)}:`);
    assert.equal(long(STACK_LINE_CHARS_MAX).length, STACK_LINE_CHARS_MAX);
    assert.equal(parseStack(long(STACK_LINE_CHARS_MAX)).length, 1);
    assert.equal(parseStack(long(STACK_LINE_CHARS_MAX + 1)).length, 0);
  });

  it('are read from any text without throwing', () => {
    const parts = [
      '    at ',
      'eval at ',
      '(',
      ')',
      '@',
      ':1',
      ' > eval',
      ' line 1',
      '<',
      '/',
      '*',
      'http://',
      '\n',
      'a ',
    ];
    const anyStack = fc.array(fc.oneof(fc.constantFrom(...parts), fc.string()), { maxLength: 60 });
    fc.assert(
      fc.property(anyStack, (pieces) => {
        for (const { filename, lineno } of parseStack(pieces.join(''))) {
          assert.ok(filename !== '' && Number.isInteger(lineno));
        }
      }),
    );
  });

  it('are read in a time that grows with the text', () => {
    for (const part of ['<', '/<', '@', '(', ')', ' (', 'eval at (', '*', ':1', ' line 1 >', 'a:/']) {
      const line = part.repeat(STACK_LINE_CHARS_MAX).slice(0, STACK_LINE_CHARS_MAX - 40);
      for (const around of [
        `    at a (${line}:1:1)\n`,
        `    at a (eval at ${line}:1:1)\n`,
        `    at ${line} (a:1:1)\n`,
        `${line}@http://a:1:1\n`,
      ]) {
        assertQuick(200, () => parseStack(around.repeat(200)), around.slice(0, 40));
      }
    }
  });
});
