// What a digest thread remembers: as much as the limits say, and never in the place of something else.

import assert from 'node:assert/strict';
import {
  KNOWN_SITE_CHARS_MAX,
  KNOWN_SITES_CHARS_MAX,
  KNOWN_SITES_MAX,
  KNOWN_TEXT_CHARS_MAX,
  KNOWN_TEXTS_MAX,
} from '../../src/limits.js';
import { toContent, toContentHash, toStackContent } from '../../src/workers/content.js';
import { parseStackText } from '../../src/workers/domain/stacks/parse-stack.js';
import { toStackKey } from '../../src/workers/same-stack.js';
import { toSite } from '../../src/workers/site.js';

/** Two texts that the key of a stack does not tell apart: it looks at their ends only. */
const [ONE, OTHER] = ['one', 'two'].map((middle) => `${'a'.repeat(50)}${middle}${'z'.repeat(50)}`) as [string, string];

const siteWith = (fields: object) => ({
  type: 'Error',
  message: 'm',
  stack: 's',
  source: 'backend' as const,
  ...fields,
});
const stackOf = (stack: string) => ({ message: '', stack, stackFrames: [], causes: [] });

describe('the memories of a digest thread', () => {
  it('share the content of equal texts up to a length, and not of longer ones', () => {
    const text = (length: number, first: string): string => first.padEnd(length, 'x');
    assert.equal(toContent(text(KNOWN_TEXT_CHARS_MAX, 'a')), toContent(text(KNOWN_TEXT_CHARS_MAX, 'a')));
    const long = text(KNOWN_TEXT_CHARS_MAX + 1, 'b');
    assert.notEqual(toContent(long), toContent(long));
    assert.deepEqual(toContent(long), toContent(long));
  });

  it('keep the content of a text until so many others have come', () => {
    const first = toContent('first');
    for (let other = 0; other < KNOWN_TEXTS_MAX / 2 - 1; other++) toContent(`other ${other}`);
    assert.equal(toContent('first'), first);
    for (let other = 0; other < KNOWN_TEXTS_MAX; other++) toContent(`yet another ${other}`);
    assert.notEqual(toContent('first'), first);
    assert.deepEqual(toContent('first'), first);
  });

  it('keep a site until so many others have come', () => {
    const first = toSite(siteWith({ message: 'first' })).site;
    for (let other = 0; other < KNOWN_SITES_MAX / 2 - 1; other++) toSite(siteWith({ message: `other ${other}` }));
    assert.equal(toSite(siteWith({ message: 'first' })).site, first);
    for (let other = 0; other < KNOWN_SITES_MAX; other++) toSite(siteWith({ message: `yet another ${other}` }));
    assert.notEqual(toSite(siteWith({ message: 'first' })).site, first);
    assert.deepEqual(toSite(siteWith({ message: 'first' })).site, first);
  });

  it('keep the content of a stack until so many others have come', () => {
    const first = toStackContent(stackOf('first'));
    for (let other = 0; other < KNOWN_SITES_MAX / 2 - 1; other++) toStackContent(stackOf(`other ${other}`));
    assert.equal(toStackContent(stackOf('first')), first);
    for (let other = 0; other < KNOWN_SITES_MAX; other++) toStackContent(stackOf(`yet another ${other}`));
    assert.notEqual(toStackContent(stackOf('first')), first);
    assert.deepEqual(toStackContent(stackOf('first')), first);
  });

  it('keep sites and stacks until others of so many characters have come', () => {
    const large = Math.floor(KNOWN_SITE_CHARS_MAX / 2);
    const fit = Math.floor(KNOWN_SITES_CHARS_MAX / 2 / KNOWN_SITE_CHARS_MAX) - 1;
    const memories: Record<string, (name: string, fill: number) => unknown> = {
      site: (name, fill) => toSite(siteWith({ message: name, stack: '-'.repeat(fill) })).site,
      stack: (name, fill) => toStackContent(stackOf(`${name} ${'-'.repeat(fill)}`)),
      calls: (name, fill) => {
        const call = `\n    at ${name} (/app/a.js:1:2)`;
        const text = `Error: e${call.repeat(Math.ceil(fill / call.length))}`;
        parseStackText(text);
        parseStackText(text);
        return parseStackText(text);
      },
    };
    for (const [memory, read] of Object.entries(memories)) {
      const first = read(`${memory}-first`, 1);
      for (let other = 0; other < fit; other++) read(`${memory}-other-${other}`, large);
      assert.equal(read(`${memory}-first`, 1), first, memory);
      for (let other = 0; other < 6 * fit; other++) read(`${memory}-more-${other}`, large);
      assert.notEqual(read(`${memory}-first`, 1), first, memory);
    }
  });

  it('tell sites apart that have one key', () => {
    assert.equal(toStackKey(ONE, '', []), toStackKey(OTHER, '', []));
    for (const message of [ONE, OTHER, OTHER, ONE]) {
      const { site } = toSite(siteWith({ message }));
      assert.equal(site.message, message);
      assert.ok(site.grouping.includes(message));
    }
  });

  it('tell stacks apart that have one key', () => {
    assert.equal(toStackKey(ONE, '', []), toStackKey(OTHER, '', []));
    for (const stack of [ONE, OTHER, OTHER, ONE]) {
      const content = toStackContent(stackOf(stack));
      assert.equal(content?.text, JSON.stringify({ stack, stackFrames: [] }));
      assert.equal(content.hash, toContentHash(content.text));
    }
  });
});

describe('toStackKey', () => {
  it('is an integer of 32 bits, which a map finds without a number object', () => {
    for (const text of ['', 'a', ONE, '\uffff'.repeat(100)]) {
      const key = toStackKey(text, text, [{ lineno: 2_000_000_000 }]);
      assert.equal(key, key | 0);
    }
  });
});
