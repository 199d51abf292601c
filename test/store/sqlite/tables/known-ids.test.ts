import assert from 'node:assert/strict';
import { KNOWN_IDS_MAX, KNOWN_IDS_READ_MAX, KNOWN_IDS_READ_PER_RECORD } from '../../../../src/store/sqlite/limits.js';
import { KnownIds, type StoredId } from '../../../../src/store/sqlite/tables/known-ids.js';

/** An index of these ids, and how many of it were read. */
function openIndex(ids: readonly string[]) {
  const stored = ids.toSorted().map((clientId): StoredId => ({ clientId, projectId: 1 }));
  const read = { count: 0 };
  const readAfter = (last: StoredId, count: number): readonly StoredId[] => {
    const from = stored.findIndex(({ clientId }) => clientId > last.clientId);
    const found = from === -1 ? [] : stored.slice(from, from + count);
    read.count += found.length;
    return found;
  };
  return { readAfter, read };
}

function toIds(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${name}-${index}`);
}

function countHeld(known: KnownIds, ids: readonly string[]): number {
  return ids.filter((id) => known.mayHold(id)).length;
}

describe('what is known of the ids of clients', () => {
  it('is nothing before all stored ids have been read, so that each may be stored', () => {
    const { readAfter, read } = openIndex(toIds('stored', 3 * KNOWN_IDS_READ_PER_RECORD));
    const known = new KnownIds({ readAfter, waiting: () => [] });
    assert.ok(known.mayHold('new'));
    known.read(2);
    assert.equal(read.count, 2 * KNOWN_IDS_READ_PER_RECORD);
    assert.ok(known.mayHold('new'));
    known.read(2);
    assert.equal(known.mayHold('new'), false);
    assert.equal(countHeld(known, toIds('stored', 3 * KNOWN_IDS_READ_PER_RECORD)), 3 * KNOWN_IDS_READ_PER_RECORD);
  });

  it('reads no more before one commit than its limit, however many records the last one had', () => {
    const { readAfter, read } = openIndex(toIds('stored', KNOWN_IDS_READ_MAX + 1));
    const known = new KnownIds({ readAfter, waiting: () => [] });
    known.read(KNOWN_IDS_READ_MAX / KNOWN_IDS_READ_PER_RECORD + 1);
    assert.equal(read.count, KNOWN_IDS_READ_MAX);
    known.read(1);
    assert.equal(read.count, KNOWN_IDS_READ_MAX + 1);
    assert.equal(known.mayHold('new'), false);
  });

  it('holds what is in no index yet, and what came since', () => {
    const known = new KnownIds({ readAfter: openIndex([]).readAfter, waiting: () => ['waiting'] });
    known.read(1);
    known.add('since');
    assert.deepEqual(
      ['waiting', 'since', 'new'].map((id) => known.mayHold(id)),
      [true, true, false],
    );
  });

  it(`errs in at most one of twenty new ids when it is full with KNOWN_IDS_MAX`, () => {
    const known = new KnownIds({ readAfter: openIndex([]).readAfter, waiting: () => [] });
    known.read(1);
    for (let index = 0; index < KNOWN_IDS_MAX; index++) known.add(`stored-${index}`);
    known.read(1);
    const wrong = countHeld(known, toIds('new', 10_000));
    assert.ok(wrong > 0 && wrong < 500, `${wrong} of 10,000`);
  });

  it('is made anew past its limit, from what is still stored', () => {
    const { readAfter } = openIndex(['kept']);
    const known = new KnownIds({ readAfter, waiting: () => [], idsMax: 256 });
    known.read(1);
    for (const id of toIds('deleted', 255)) known.add(id);
    known.read(1);
    assert.equal(countHeld(known, toIds('deleted', 255)), 255);
    known.add('one more');
    known.read(1);
    known.read(1);
    assert.ok(countHeld(known, toIds('deleted', 255)) < 25);
    assert.ok(known.mayHold('kept'));
  });

  it('is given up where more ids are stored than it takes, until all are deleted', () => {
    const { readAfter, read } = openIndex(toIds('stored', 257));
    const known = new KnownIds({ readAfter, waiting: () => [], idsMax: 256 });
    known.read(100);
    assert.equal(read.count, 257);
    known.read(100);
    assert.equal(read.count, 257);
    assert.ok(known.mayHold('new'));
    known.startOver();
    known.read(100);
    assert.equal(read.count, 2 * 257);
  });
});
