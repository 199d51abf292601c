// What an event is grouped by where its project has rules of its own.

import assert from 'node:assert/strict';
import type { Grouping } from '../../schemas/error-group.js';
import type { GroupingRule } from '../../schemas/project-settings.js';
import type { EventDigest, EventPrint } from '../../src/messages.js';
import { type DigestTools, digestCall } from '../../src/workers/digest.js';
import { toGroupingRules } from '../../src/workers/domain/fingerprint/grouping-rules.js';
import { DEFAULT_RULES } from '../../src/workers/domain/redact-rules.js';
import { openMapBook } from '../../src/workers/source-maps/map-book.js';
import { toPlaces } from '../../src/workers/source-maps/places.js';
import { toStoredPrint } from '../../src/workers/stored-print.js';
import { EVENT, facts, onlyDigest } from '../support/digests.js';

const STOCK: GroupingRule = { name: 'stock', message: 'no * left', fingerprint: 'stock of {type}' };

function openDigest(rules: readonly GroupingRule[] = [STOCK], more: Partial<DigestTools> = {}) {
  const ready = toGroupingRules(rules);
  const groupingRulesOf = (name: string | null) => (name === 'shop' ? ready : undefined);
  return (payload: object, projectId = 'shop'): EventDigest => {
    const items = [{ kind: 'event' as const, payload: { ...EVENT, projectId, ...payload } }];
    return onlyDigest(digestCall(facts(), { items }, { newId: () => 'id', groupingRulesOf, ...more }), 'event');
  };
}

const partsOf = ({ grouping }: EventPrint): Grouping => JSON.parse(grouping) as Grouping;

describe('an event that a rule of its project decides', () => {
  it('is grouped as if its client had sent the fingerprint, and tells the rule', () => {
    const digest = openDigest();
    const [shoes, hats] = [digest({ message: 'no shoes left' }), digest({ message: 'no hats left', stack: 'at x' })];
    assert.equal(shoes.site.fingerprint, hats.site.fingerprint);
    const { version, message, custom, rule } = partsOf(hats.site);
    assert.deepEqual([version, message, custom, rule], [1, 'no hats left', ['stock of Error'], 'stock']);
    const sent = digest({ message: 'of another', fingerprint: ['stock of Error'] });
    assert.equal(sent.site.fingerprint, shoes.site.fingerprint);
    assert.equal(partsOf(sent.site).rule, undefined);
    assert.equal(sent.unruled, undefined);
  });

  it('is told with what it would have been grouped by without', () => {
    const payload = { message: 'no shoes left', stackFrames: [{ filename: 'a.js', lineno: 1, inApp: true }] };
    const digest = openDigest([STOCK], { usesSecond: () => true });
    const [ruled, plain] = [digest(payload), digest(payload, 'blog')];
    assert.equal(plain.unruled, undefined);
    assert.deepEqual(ruled.unruled, {
      site: { fingerprint: plain.site.fingerprint, fingerprintVersion: 1 },
      second: { fingerprint: plain.second?.fingerprint, fingerprintVersion: 2 },
    });
  });

  it('is so the second time too, when its site is known, and until the rules change', () => {
    const payload = { message: 'no socks left' };
    const [plain, first] = [openDigest([]), openDigest()];
    const usual = plain(payload).site;
    const ruled = first(payload).site;
    assert.notEqual(ruled.fingerprint, usual.fingerprint);
    assert.equal(first(payload).site, ruled, 'a site that is known is the same object');
    assert.equal(plain(payload).site, usual);
    const renamed = openDigest([{ ...STOCK, fingerprint: 'another' }]);
    assert.notEqual(renamed(payload).site.fingerprint, ruled.fingerprint);
    // Those of another project are no business of its own.
    assert.equal(first(payload, 'blog').site, usual);
  });

  it('is told to be ignored where the rule says so, in the group of the rule or in the one it would come into', () => {
    const payload = { message: 'no scarves left' };
    const [plain, grouped] = [openDigest([]), openDigest([STOCK])];
    const ofRule = openDigest([{ ...STOCK, ignore: true }])(payload);
    assert.equal(ofRule.ignoredBy, 'stock');
    assert.equal(ofRule.site.fingerprint, grouped(payload).site.fingerprint);
    assert.equal(grouped(payload).ignoredBy, undefined);
    for (const second of [false, true]) {
      const tools = { usesSecond: () => second };
      const usual = openDigest([], tools)(payload);
      const kept = openDigest([{ ...STOCK, fingerprint: '{{ default }}', ignore: true }], tools)(payload);
      assert.deepEqual({ ...kept, eventId: '', ignoredBy: undefined }, { ...usual, eventId: '', ignoredBy: undefined });
      assert.equal(kept.ignoredBy, 'stock');
    }
    const sent = { ...payload, fingerprint: ['of its client'] };
    const left = openDigest([
      { ...STOCK, fingerprint: '{{ default }}' },
      { ...STOCK, name: 'behind' },
    ])(sent);
    assert.deepEqual([left.site.fingerprint, left.ignoredBy], [plain(sent).site.fingerprint, undefined]);
  });

  it('stands above what its client sends', () => {
    const digest = openDigest();
    const [one, other] = ['one', 'other'].map((word) => digest({ message: 'no gloves left', fingerprint: [word] }));
    assert.equal(one?.site.fingerprint, other?.site.fingerprint);
    assert.deepEqual(partsOf(one?.site ?? assert.fail()).custom, ['stock of Error']);
    assert.notEqual(one?.unruled?.site.fingerprint, other?.unruled?.site.fingerprint);
  });

  it('is one group by version 2 as well, whatever route it came from', () => {
    const digest = openDigest([STOCK], { usesSecond: () => true });
    // Without frames the route counts, and each event is asked for it.
    const [cart, orders, again] = ['/cart', '/orders', '/orders'].map((url) =>
      digest({ message: 'no ties left', request: { method: 'GET', url } }),
    );
    assert.equal(cart?.second?.fingerprintVersion, 2);
    assert.equal(cart.second.fingerprint, orders?.second?.fingerprint);
    assert.equal(cart.second.fingerprint, again?.second?.fingerprint);
    for (const one of [cart, orders, again]) assert.equal(partsOf(one?.second ?? assert.fail()).rule, 'stock');
    assert.notEqual(cart.unruled?.second?.fingerprint, orders?.unruled?.second?.fingerprint);
  });

  for (const usesSecond of [false, true]) {
    const version = usesSecond ? 4 : 3;
    it(`is one group by version ${version} as well`, () => {
      const book = openMapBook({ nowMs: () => 0, fetchFile: () => null });
      const maps = { book, nowMs: () => 0, placesOf: () => toPlaces(['/srv/none']) };
      const digest = openDigest([STOCK], { usesSecond: () => usesSecond, maps });
      const made = ['a.js', 'b.js'].map((filename) =>
        digest({ message: `no ${version} belts left`, stackFrames: [{ filename, lineno: 1, inApp: true }] }),
      );
      const [one, other] = made;
      assert.equal(one?.second?.fingerprintVersion, version);
      assert.equal(one.second.fingerprint, other?.second?.fingerprint);
      assert.equal(partsOf(one.second).rule, 'stock');
      assert.equal(one.unruled?.second?.fingerprintVersion, version);
      assert.notEqual(one.unruled.second.fingerprint, one.second.fingerprint);
    });
  }

  it('stays with its rule when what is stored is grouped anew, whatever the rules are then', () => {
    const digest = openDigest([STOCK], { usesSecond: () => true })({ message: 'no coats left' });
    const event = JSON.stringify({ type: 'Error', message: 'no coats left', source: 'backend', stackFrames: [] });
    const stored = { event, stack: null, grouping: digest.site.grouping };
    const maps = { book: openMapBook({ nowMs: () => 0, fetchFile: () => null }), rules: DEFAULT_RULES };
    for (const version of [2, 3, 4]) {
      const print = toStoredPrint(stored, { version, sourceMaps: [] }, maps);
      const { custom, rule } = partsOf(print ?? assert.fail());
      assert.deepEqual([print?.fingerprintVersion, custom, rule], [version, ['stock of Error'], 'stock']);
      if (version === 2) assert.equal(print?.fingerprint, digest.second?.fingerprint);
    }
  });

  it('is decided by what is stored of it, never by what was redacted', () => {
    const secret = { name: 'secret', message: '*hunter2*', fingerprint: 'secret' };
    const digest = openDigest([secret])({ message: 'login failed, password=hunter2 was wrong' });
    assert.equal(digest.unruled, undefined);
    assert.doesNotMatch(digest.site.message, /hunter2/);
  });
});
