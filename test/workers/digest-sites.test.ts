import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { KNOWN_SITE_CHARS_MAX, MESSAGE_IN_STACK_AT_MAX } from '../../src/limits.js';
import { MESSAGE_MARK } from '../../src/stack-text.js';
import { digest, EVENT, onlyDigest } from '../support/digests.js';

const LONG_CHARS = 4_000_000;

/** Fields of which little is stored. */
const LONG = {
  message: (text: string) => ({ message: `m ${text}` }),
  'function of a frame': (text: string) => ({ stackFrames: [{ filename: 'a.js', function: `f ${text}` }] }),
  'unknown field of a frame': (text: string) => ({ stackFrames: [{ filename: 'a.js', lineno: 1, vars: text }] }),
  'frames that are not stored': (text: string) => ({
    stackFrames: [...Array.from({ length: 60 }, () => ({ filename: 'a.js', inApp: true })), { filename: text }],
  }),
};

/** As a parser makes it: a text that is made by repeating takes no room until it is read. */
function toLongText(index: number): string {
  return JSON.parse(`"${String(index).repeat(LONG_CHARS)}"`) as string;
}

function heapBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

describe('the sites of events', () => {
  it('gives equal stacks equal content and different ones different content', () => {
    const frame = { filename: '/a.js', function: 'f', lineno: 1, colno: 2 };
    const variants: unknown[] = [
      { stack: 's', stackFrames: [frame] },
      { stack: 's', stackFrames: [{ ...frame, filename: '/b.js' }] },
      { stack: 's', stackFrames: [{ ...frame, function: 'g' }] },
      { stack: 's', stackFrames: [{ ...frame, colno: 3 }] },
      { stack: 's', stackFrames: [{ ...frame, inApp: false }] },
      { stack: 's', stackFrames: [{ ...frame, contextLine: 'x' }] },
      { stack: 's', stackFrames: [{ ...frame, preContext: ['x'] }] },
      { stack: 's', stackFrames: [{ ...frame, postContext: ['x', 'y'] }] },
      { stack: 's', stackFrames: [frame, frame] },
      { stack: 't', stackFrames: [frame] },
      { stackFrames: [frame] },
    ];
    const contentOf = (variant: unknown) =>
      onlyDigest(digest('event', { ...EVENT, ...(variant as object) }), 'event').site.stack;
    const first = variants.map(contentOf);
    for (const [index, variant] of variants.entries()) {
      const content = contentOf(variant);
      assert.deepEqual(content, first[index]);
      assert.equal(
        content?.hash,
        createHash('sha256')
          .update(content?.text ?? '')
          .digest()
          .toString('base64url', 0, 16),
      );
    }
    assert.equal(new Set(first.map((content) => content?.hash)).size, variants.length);
  });

  const siteOf = (fields: object) => onlyDigest(digest('event', { ...EVENT, ...fields }), 'event').site;

  it('gives stacks that differ in the message alone one content', () => {
    const stackOf = (message: string) => `Error: ${message}\n    at f (/a.js:1:2)`;
    const contents = ['order 1 failed', 'order 22 failed'].map(
      (message) => siteOf({ message, stack: stackOf(message) }).stack,
    );
    assert.equal(contents[0]?.text.split(MESSAGE_MARK).length, 2);
    assert.deepEqual(contents[0], contents[1]);
  });

  it('keeps a stack whole that does not hold the message near its beginning', () => {
    const far = (chars: number) => siteOf({ message: 'm', stack: `${'x'.repeat(chars)}m` }).stack?.text ?? '';
    assert.ok(far(MESSAGE_IN_STACK_AT_MAX).includes(MESSAGE_MARK));
    assert.ok(!far(MESSAGE_IN_STACK_AT_MAX + 1).includes(MESSAGE_MARK));
    assert.ok(!siteOf({ message: '', stack: 's' }).stack?.text.includes(MESSAGE_MARK));
  });

  it('remembers the site of equal events, unless it is large or the client groups by itself', () => {
    const again = (fields: object) => siteOf(fields) === siteOf(fields);
    const stackFrames = [{ filename: '/a.js', lineno: 1 }];
    assert.ok(again({ stack: 's', stackFrames }));
    assert.ok(!again({ stack: 's', stackFrames, fingerprint: ['own'] }));
    const overhead = siteOf({ message: 'long', stack: '' }).stack?.text.length ?? 0;
    const fit = KNOWN_SITE_CHARS_MAX - overhead - 'long'.length;
    assert.ok(again({ message: 'long', stack: '-'.repeat(fit) }));
    assert.ok(!again({ message: 'long', stack: '-'.repeat(fit + 1) }));
  });

  it('keeps no hold of what it has cut or left out of the sites that it remembers', () => {
    for (const [name, toFields] of Object.entries(LONG)) {
      const before = heapBytes();
      for (let index = 0; index < 8; index++) {
        digest('event', { ...EVENT, type: `${name} ${index}`, ...toFields(toLongText(index)) });
      }
      // One is held by the regular expression that was tried on it last, and other tests leave work behind.
      const heldBytes = heapBytes() - before;
      assert.ok(heldBytes < 4 * LONG_CHARS, `${name}: ${heldBytes}`);
    }
  });

  it('tells sites apart by every field they have', () => {
    const frame = { filename: '/a.js', function: 'f', lineno: 1, colno: 2 };
    const base = { type: 'T', message: 'm', stack: 's', stackFrames: [frame] };
    const variants = [
      base,
      { ...base, type: 'U' },
      { ...base, message: 'n' },
      { ...base, stack: 't' },
      { ...base, stack: null },
      { ...base, stackFrames: null },
      { ...base, stackFrames: [{ ...frame, colno: 3 }] },
    ];
    const first = variants.map(siteOf);
    for (const [index, variant] of variants.entries()) assert.deepEqual(siteOf(variant), first[index]);
    assert.equal(new Set(first.map((site) => JSON.stringify(site))).size, variants.length);
  });
});
