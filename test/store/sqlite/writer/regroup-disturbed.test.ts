import { strict as assert } from 'node:assert';
import { join } from 'node:path';
import { REGROUP_EVENTS_MAX } from '../../../../src/store/sqlite/limits.js';
import { toPublicId } from '../../../../src/store/sqlite/row-id.js';
import { verifyDatabase } from '../../../../src/store/sqlite/verify.js';
import { changeStatuses } from '../../../../src/store/sqlite/writer/changes.js';
import type { RegroupPlace } from '../../../../src/store/sqlite/writer/regroup.js';
import { openRegroupParts } from '../../../support/regroup-parts.js';
import { tempDir } from '../../../support/sqlite-place.js';
import { DAY_MS, EXPLANATION } from '../../../support/store-digests.js';
import { cleanUp, times } from '../../../support/store-harness.js';
import { both, first } from '../../suite/regrouping.js';

const EVENTS = times(40, (index) => [`f${index % 3} ${index % 5}`, index % 4 === 0 ? '/b' : '/'] as const);
/** More steps than there are in one direction. */
const STEPS = 60;

describe('grouping anew, disturbed', () => {
  afterEach(cleanUp);

  it('does a step again that failed, such as on a full disk, as if it had not', () => {
    const [whole, failing] = [false, true].map((fails) => {
      let transactions = 0;
      const parts = openRegroupParts(undefined, (transact) => (work) => {
        transactions += 1;
        return transact(() => {
          const result = work();
          if (fails && transactions % 3 === 0) throw new Error('disk full');
          return result;
        });
      });
      parts.commit(...EVENTS.map(([message, url]) => first(message, url)));
      const states = [2, 1].map((version) => {
        parts.choose(version);
        for (;;) {
          try {
            parts.regroupAll();
            return parts.groups();
          } catch (error) {
            assert.equal((error as Error).message, 'disk full');
          }
        }
      });
      if (fails) assert.ok(transactions > 10);
      return states;
    });
    assert.deepEqual(failing, whole);
  });

  for (const [what, disturb] of [
    ['the project is cleared', (parts: Parts) => parts.run(parts.deletion.clear('shop'))],
    ['every project is cleared', (parts: Parts) => parts.run(parts.deletion.clear(null))],
    [
      'retention deletes everything',
      (parts: Parts) =>
        parts.run(parts.deletion.prune({ nowMs: parts.time.nowMs + 31 * DAY_MS, retentionDays: 30, maxDbSizeMb: 0 })),
    ],
  ] as const) {
    it(`comes to an end, and leaves nothing wrong, when ${what} between two of its steps`, function () {
      this.timeout(60_000);
      for (const version of [2, 1]) {
        for (let at = 1; at < STEPS; at += 4) {
          const dbPath = join(tempDir(), 'service.db');
          const parts = openRegroupParts(dbPath);
          parts.commit(...EVENTS.map(([message, url]) => first(message, url)));
          if (version === 1) {
            parts.choose(2);
            parts.regroupAll();
          }
          parts.choose(version);
          const steps = parts.regroupAll((step) => {
            if (step !== at) return;
            disturb(parts);
            // Records of the same errors that come right behind it.
            parts.commit(...EVENTS.slice(0, 6).map(([message, url]) => both(message, url)));
          });
          if (steps.length < at) break;
          const { count } = parts.db.prepare('SELECT sum(event_count) AS count FROM error_groups').get() as Counted;
          assert.equal(count, 6);
          parts.db.close();
          assert.deepEqual(verifyDatabase(dbPath, { nowMs: Date.now() }).faults, [], `version ${version}, step ${at}`);
        }
      }
    });
  }

  it('keeps what somebody decides about a group while it takes the events of another', () => {
    const parts = openRegroupParts();
    parts.commit(first('cart 1'), ...times(REGROUP_EVENTS_MAX * 3, () => first('cart 2')));
    decideMidway(parts, 'cart 1');
    assert.deepEqual(parts.statuses(), ['cart 1: ignored']);
  });

  it('gives the parts of a group the status that somebody gives it while it is looked at', () => {
    const parts = openRegroupParts();
    parts.commit(...times(REGROUP_EVENTS_MAX * 3, () => first('cart 1')));
    parts.commit(first('cart 1', '/b'));
    decideMidway(parts, 'cart 1');
    assert.deepEqual(parts.statuses(), ['cart 1: ignored', 'cart 1: ignored']);
  });

  it('brings an explanation back with what it was found by', () => {
    const evidence = [{ what: 'frame', text: 'cart.ts:42' }];
    const parts = openRegroupParts();
    const explanation = { ...EXPLANATION, evidence } as never;
    parts.commit(first('cart 1'), first('cart 2', '/', { explanation }));
    const read = () =>
      parts.db.prepare<[]>('SELECT explanation_evidence FROM error_group_texts ORDER BY id').pluck().all();
    const before = read();
    assert.deepEqual(before, [null, JSON.stringify(evidence)]);
    for (const version of [2, 1]) {
      parts.choose(version);
      parts.regroupAll();
    }
    assert.deepEqual(read(), before);
  });
});

type Parts = ReturnType<typeof openRegroupParts>;

interface Counted {
  readonly count: number;
}

/** Has somebody ignore a group when the first page of the last group has been placed. */
function decideMidway(parts: Parts, message: string): void {
  parts.choose(2);
  let pages = 0;
  const lastGroup = parts.idsOf().at(-1);
  parts.regroupAll(() => {
    const { current } = parts.tables.groupings.findDue() ?? {};
    const { groupId, afterId } = JSON.parse(current ?? '{}') as Partial<RegroupPlace>;
    if (groupId !== lastGroup || afterId === 0) return;
    pages += 1;
    if (pages !== 1) return;
    changeStatuses(parts.writer, parts.idsOf(message).map(toPublicId), {
      change: { status: 'ignored' },
      by: undefined,
    });
  });
  assert.ok(pages > 1, 'it was decided in the middle');
}
