import { strict as assert } from 'node:assert';
import type { GroupingRule } from '../schemas/project-settings.js';
import {
  PREVIEW_CHANGES_MAX,
  PREVIEW_MS_MAX,
  RULES_PREVIEW_EVENTS_MAX,
  RULES_PREVIEW_PAGE_EVENTS,
} from '../src/limits.js';
import { openRulesPreview } from '../src/rules-preview.js';
import type { GroupOfEvents, NewestRequest, RegroupStore } from '../src/store/regroup.js';
import { times } from './support/store-harness.js';

interface FakeEvent {
  readonly groupId: string;
  readonly message: string;
  readonly type?: string;
}

interface FakeOptions {
  readonly msPerPage?: number;
  readonly groups?: Readonly<Record<string, Partial<GroupOfEvents>>>;
}

/** A preview whose store has these events, and whose clock the test moves. */
function openFake(events: readonly FakeEvent[], { msPerPage = 0, groups = {} }: FakeOptions = {}) {
  const asked: NewestRequest[] = [];
  const time = { ms: 0 };
  const regroup: RegroupStore = {
    step: () => Promise.resolve(null),
    sample: () => Promise.resolve(null),
    newest(request) {
      asked.push(request);
      time.ms += msPerPage;
      if (request.projectName !== 'shop') return Promise.resolve(null);
      const start = Number(request.after ?? 0);
      const page = events.slice(start, start + request.eventsMax);
      const end = start + page.length;
      return Promise.resolve({
        events: page.map(({ groupId, message, type = 'Error' }) => ({
          groupId,
          event: JSON.stringify({ type, message, source: 'backend', stackFrames: [] }),
        })),
        groups: [...new Set(page.map(({ groupId }) => groupId))].map((id) => ({
          id,
          type: 'Error',
          message: `group ${id}`,
          count: events.filter(({ groupId }) => groupId === id).length,
          grouping: '{}',
          isByHand: false,
          ...groups[id],
        })),
        next: end === events.length ? null : String(end),
      });
    },
  };
  const preview = openRulesPreview({
    store: { regroup },
    redaction: { names: [], patterns: [] },
    monotonic: () => time.ms,
  });
  const look = async (rules: readonly GroupingRule[]) =>
    (await preview({ projectName: 'shop', rules })) ?? assert.fail();
  return { asked, preview, look };
}

const STOCK: GroupingRule = { name: 'stock', message: 'no * left', fingerprint: 'stock' };

describe('a preview of rules', () => {
  it('tells which groups would be one, which would part, and what each rule decides', async () => {
    const events = [
      ...times(14, (index) => ({ groupId: `g${index}`, message: `no ${index} left` })),
      { groupId: 'g0', message: 'no 0 left' },
      { groupId: 'mixed', message: 'no x left' },
      { groupId: 'mixed', message: 'something else' },
      { groupId: 'quiet', message: 'something else' },
      { groupId: 'late', message: 'too late' },
    ];
    const rules = [STOCK, { name: 'late', message: '*late', fingerprint: 'late' }, { ...STOCK, name: 'never' }];
    const preview = await openFake(events).look(rules);
    assert.deepEqual(preview.groups, { before: 17, after: 4 });
    // The mixed one parts, and its part meets the others.
    assert.deepEqual(preview.joined, { before: 15, after: 2 });
    const [change, ...more] = preview.changes;
    assert.deepEqual([change?.before, change?.after, change?.fingerprints, more.length], [15, 2, ['stock'], 0]);
    assert.deepEqual(
      change?.groups.slice(0, 2).map(({ id, count }) => [id, count]),
      [
        ['g0', 2],
        ['mixed', 2],
      ],
    );
    assert.deepEqual(preview.rules, [
      { name: 'stock', events: 16, groups: 15 },
      { name: 'late', events: 1, groups: 1 },
      { name: 'never', events: 0, groups: 0 },
    ]);
    assert.deepEqual(preview.looked, { groups: 17, events: events.length, isWhole: true });
  });

  it('has events meet a group that is of the same fingerprint already, and leaves what people made one', async () => {
    const events = ['there', 'new', 'whole'].map((groupId) => ({ groupId, message: `no ${groupId} left` }));
    const there = { grouping: JSON.stringify({ custom: ['stock'] }) };
    const look = openFake([...events, { groupId: 'there', message: 'of its client' }], {
      groups: { there, whole: { isByHand: true, ...there } },
    }).look;
    const preview = await look([STOCK]);
    assert.deepEqual(preview.groups, { before: 3, after: 2 });
    assert.deepEqual(preview.joined, { before: 2, after: 1 });
    assert.deepEqual(preview.rules, [{ name: 'stock', events: 2, groups: 2 }]);
  });

  it('tells which rules ignore, and that nothing meets by one that leaves events what they are', async () => {
    const events = ['shoes', 'hats', 'hats'].map((word) => ({ groupId: word, message: `no ${word} left` }));
    const rule = { ...STOCK, fingerprint: '{{ default }}', ignore: true };
    // What a client sends for the usual parts is no text that events meet by.
    const sent = { grouping: JSON.stringify({ custom: ['{{ default }}'] }) };
    const preview = await openFake(events, { groups: { shoes: sent, hats: sent } }).look([rule, STOCK]);
    assert.deepEqual(preview.groups, { before: 2, after: 2 });
    assert.deepEqual(preview.changes, []);
    assert.deepEqual(preview.rules, [
      { name: 'stock', ignore: true, events: 3, groups: 2 },
      { name: 'stock', events: 0, groups: 0 },
    ]);
  });

  it('changes nothing without rules, and is none of a project that nobody has named', async () => {
    const { look, preview } = openFake([{ groupId: 'g', message: 'm' }]);
    assert.deepEqual((await look([])).groups, { before: 1, after: 1 });
    assert.equal(await preview({ projectName: 'nobody', rules: [STOCK] }), null);
  });

  it('looks at as many events as it may, a page at a time, and at none past them', async () => {
    for (const [count, last] of [
      [RULES_PREVIEW_EVENTS_MAX, null],
      [RULES_PREVIEW_EVENTS_MAX + 1, 'past'],
    ] as const) {
      const events = times(count, () => ({ groupId: 'g', message: 'no shoes left' }));
      const { asked, look } = openFake(events);
      const preview = await look([STOCK]);
      assert.deepEqual(preview.looked, { groups: 1, events: RULES_PREVIEW_EVENTS_MAX, isWhole: true }, String(last));
      assert.ok(asked.every(({ eventsMax }) => eventsMax <= RULES_PREVIEW_PAGE_EVENTS));
    }
  });

  it('looks as long as it may, and says where that was not all', async () => {
    const events = times(RULES_PREVIEW_PAGE_EVENTS * 3, () => ({ groupId: 'g', message: 'm' }));
    const [short, long] = [PREVIEW_MS_MAX / 4, PREVIEW_MS_MAX];
    assert.equal((await openFake(events, { msPerPage: short }).look([STOCK])).looked.isWhole, true);
    const cut = await openFake(events, { msPerPage: long }).look([STOCK]);
    assert.deepEqual(cut.looked, { groups: 1, events: RULES_PREVIEW_PAGE_EVENTS, isWhole: false });
  });

  it('tells as many changes as it may', async () => {
    for (const count of [PREVIEW_CHANGES_MAX, PREVIEW_CHANGES_MAX + 1]) {
      // Each pair of groups has a type of its own, and so its own fingerprint.
      const events = times(count * 2, (index) => ({ groupId: `g${index}`, message: 'm', type: `E${index >> 1}` }));
      const preview = await openFake(events).look([{ name: 'by type', message: '*', fingerprint: '{type}' }]);
      assert.equal(preview.changes.length, PREVIEW_CHANGES_MAX);
      assert.deepEqual(preview.joined, { before: count * 2, after: count });
    }
  });

  it('is refused while another one is under way, and not behind it', async () => {
    const { look } = openFake([{ groupId: 'g', message: 'm' }]);
    const first = look([STOCK]);
    await assert.rejects(look([STOCK]), { code: 'queue_full' });
    await first;
    assert.equal((await look([STOCK])).looked.events, 1);
  });
});
