import assert from 'node:assert/strict';
import vm from 'node:vm';
import fc from 'fast-check';
import { toThrownFacts } from '../../../clients/core/event.js';
import { CAUSES_MAX } from '../../../clients/core/limits.js';
import type { ErrorEvent, RequestRecord } from '../../../clients/core/types.js';
import type { EventPayload } from '../../../schemas/event.js';
import type { RequestPayload } from '../../../schemas/request.js';
import { MAX_MESSAGE_LENGTH, MAX_STACK_FRAMES } from '../../../src/constants.js';
import { STACK_CHARS_MAX } from '../../../src/limits.js';

// Compile only when what the clients send is what the daemon takes.
((event: ErrorEvent): EventPayload => event) satisfies unknown;
((request: RequestRecord): RequestPayload => request) satisfies unknown;

describe('what was thrown', () => {
  it('is told by name and message, without a name that says nothing', () => {
    assert.equal(toThrownFacts(new TypeError('x is not a function')).message, 'TypeError: x is not a function');
    assert.equal(toThrownFacts(new Error('it broke')).message, 'it broke');
    assert.equal(toThrownFacts(new RangeError()).message, 'RangeError');
    assert.equal(toThrownFacts(new Error()).message, 'Error');
  });

  it('may be anything', () => {
    assert.equal(toThrownFacts('a text').message, 'a text');
    assert.equal(toThrownFacts(undefined).message, 'undefined');
    assert.equal(toThrownFacts(null).message, 'null');
    assert.equal(toThrownFacts(42n).message, '"42n"');
    assert.equal(toThrownFacts({ code: 7 }).message, '{"code":7}');
    assert.equal(toThrownFacts({ message: 'like an error', code: 7 }).message, 'like an error');
    assert.deepEqual(toThrownFacts({ message: 'like an error', code: 7 }).fields, { code: 7 });
    const foreign: unknown = vm.runInNewContext('new TypeError("from there")');
    assert.equal(toThrownFacts(foreign).message, 'TypeError: from there');
  });

  it('has its frames, innermost first', () => {
    const { stackFrames } = toThrownFacts(new Error('here'));
    const [frame] = stackFrames ?? [];
    assert.ok(frame?.filename?.endsWith('event.test.js'));
    assert.ok((frame?.lineno ?? 0) > 0);
  });

  it('tells the stacks of its causes, each once, also when they go in a circle', () => {
    const root = new Error('root');
    const middle = new TypeError('middle', { cause: root });
    root.cause = middle;
    const { stack = '' } = toThrownFacts(new Error('top', { cause: middle }));
    const titles = stack.split('\n').filter((line) => line.startsWith('Caused by'));
    assert.deepEqual(titles, ['Caused by: TypeError: middle', 'Caused by: Error: root']);
  });

  it('tells the errors of an AggregateError', () => {
    const { stack = '', message } = toThrownFacts(new AggregateError([new Error('one'), 'two'], 'all failed'));
    assert.equal(message, 'AggregateError: all failed');
    assert.ok(stack.includes('\nError 1 of 2: Error: one\n') && stack.includes('\nError 2 of 2: two'), stack);
  });

  it('tells so many causes and no more', () => {
    const chain = (length: number): Error =>
      length === 0 ? new Error('end') : new Error('link', { cause: chain(length - 1) });
    assert.ok(toThrownFacts(chain(CAUSES_MAX)).stack?.includes('Error: end'));
    assert.ok(!toThrownFacts(chain(CAUSES_MAX + 1)).stack?.includes('Error: end'));
  });

  it('keeps the limits of the contract', () => {
    assert.ok(
      toThrownFacts('x'.repeat(MAX_MESSAGE_LENGTH + 1)).message.length <= MAX_MESSAGE_LENGTH + '[Truncated]'.length,
    );
    const error = new Error('deep');
    error.stack = `Error: deep\n${'    at run (/app/a.js:1:2)\n'.repeat(20_000)}`;
    const { stack = '', stackFrames = [] } = toThrownFacts(error);
    assert.ok(stack.length <= STACK_CHARS_MAX + '[Truncated]'.length);
    assert.equal(stackFrames.length, MAX_STACK_FRAMES);
  });

  it('has its own fields', () => {
    const error = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', port: 5432 });
    assert.deepEqual(toThrownFacts(error).fields, { code: 'ECONNREFUSED', port: 5432 });
    assert.equal(toThrownFacts(new Error('plain')).fields, undefined);
  });

  it('is told even when it resists', () => {
    const hostile = new Error('x');
    for (const name of ['stack', 'name', 'message', 'cause', 'errors']) {
      Object.defineProperty(hostile, name, {
        get: () => {
          throw new Error('no');
        },
      });
    }
    assert.equal(typeof toThrownFacts(hostile).message, 'string');
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    assert.equal(typeof toThrownFacts(proxy).message, 'string');
    fc.assert(
      fc.property(fc.anything(), (thrown) => {
        assert.equal(typeof toThrownFacts(thrown).message, 'string');
      }),
      { numRuns: 1000 },
    );
  });
});
