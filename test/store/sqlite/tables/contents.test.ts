import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { ContentText } from '../../../../src/messages.js';
import { openWritable } from '../../../../src/store/sqlite/database.js';
import { openContentCommands, USE_NOTED_MS } from '../../../../src/store/sqlite/tables/contents.js';
import { tempDir } from '../../../support/sqlite-place.js';
import { contentText } from '../../../support/store-digests.js';
import { cleanUp } from '../../../support/store-harness.js';

describe('texts that records share, met again as the same object', () => {
  after(cleanUp);

  function open() {
    const db = openWritable(join(tempDir(), 'service.db'));
    const contents = openContentCommands(db);
    const usedAtMs = (id: number) =>
      db.prepare<{ id: number }, number>('SELECT last_used_at_ms FROM contents WHERE id = :id').pluck().get({ id });
    return { contents, usedAtMs };
  }
  const toText = (): ContentText => contentText('a stack');

  it('are stored once for each project, and found as their equals are', () => {
    const { contents } = open();
    const text = toText();
    const [one, other] = [contents.intern(1, text, 0), contents.intern(2, text, 0)];
    assert.notEqual(one, other);
    for (const again of [text, toText()]) {
      assert.equal(contents.intern(1, again, 0), one);
      assert.equal(contents.intern(2, again, 0), other);
    }
  });

  it('are stored anew when what was known of them is void', () => {
    const { contents, usedAtMs } = open();
    const text = toText();
    contents.intern(1, text, 0);
    contents.deleteAll();
    contents.reload();
    assert.equal(usedAtMs(contents.intern(1, text, 5)), 5);
  });

  it('have their use noted after an hour, and from when it is asked for', () => {
    const { contents, usedAtMs } = open();
    const text = toText();
    const use = (atMs: number) => usedAtMs(contents.intern(1, text, atMs));
    assert.equal(use(0), 0);
    assert.equal(use(USE_NOTED_MS), 0);
    assert.equal(use(USE_NOTED_MS + 1), USE_NOTED_MS + 1);
    contents.noteUseSince(USE_NOTED_MS + 2);
    assert.equal(use(USE_NOTED_MS + 3), USE_NOTED_MS + 3);
  });
});
