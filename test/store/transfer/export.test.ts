// A PostgreSQL database in a SQLite file: the same answers, in a file in which nothing is wrong.

import { strict as assert } from 'node:assert';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { verifyDatabase } from '../../../src/store/sqlite/verify.js';
import { exportFile } from '../../../src/store/transfer/export.js';
import { importFile } from '../../../src/store/transfer/import.js';
import { FILLED_IDS, fill, nowMs, readAll, takeResolveBack } from '../../support/filled-store.js';
import { makePostgresPlace, type PostgresPlace } from '../../support/postgres-place.js';
import { openSqliteHarness, tempDir } from '../../support/sqlite-place.js';
import { eventDigest, logDigest, requestDigest } from '../../support/store-digests.js';
import { cleanUp, type Harness, openHarness } from '../../support/store-harness.js';

describe('the export from PostgreSQL into a SQLite file', function () {
  this.timeout(60_000);
  afterEach(cleanUp);

  async function openFilled(): Promise<{ readonly daemon: Harness<PostgresPlace>; readonly answers: unknown }> {
    const { dbPath, answers } = await fill();
    const place = await makePostgresPlace();
    await importFile({ file: dbPath, url: place.url, nowMs });
    return { daemon: await openHarness(makePostgresPlace, { place }), answers };
  }

  it('gives the answers that the database gives, beside the daemon that uses it', async () => {
    const { daemon, answers } = await openFilled();
    const file = join(tempDir(), 'moved.db');
    const { rows } = await exportFile({ url: daemon.place.url, file, replace: false, nowMs });
    assert.deepEqual([rows.events, rows.requests, rows.logs], [30, 9, 9]);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.deepEqual(verifyDatabase(file, { nowMs }), { faults: [], isCurrent: true });
    const moved = await openSqliteHarness({ dbPath: file });
    assert.deepEqual(await readAll(moved), answers);
    assert.equal(await takeResolveBack(moved), 1);
    for (const id of FILLED_IDS) {
      const event = eventDigest({ eventId: id, projectName: (await moved.event(id))?.event.projectId ?? null });
      const again = await moved.store.append([event, requestDigest({ recordId: id }), logDigest({ recordId: id })]);
      assert.deepEqual(
        again.map(({ kind }) => kind),
        ['duplicate', 'duplicate', 'duplicate'],
        id,
      );
    }
    await moved.put(eventDigest({ message: 'behind it' }));
    assert.equal((await moved.errors({ search: 'behind it' })).total, 1);
    await moved.store.close();
  });

  it('leaves nothing behind where it was ended, and never writes over a file', async () => {
    const { daemon } = await openFilled();
    const directory = tempDir();
    const file = join(directory, 'moved.db');
    const { url } = daemon.place;
    const ended = { url, file, replace: false, nowMs, signal: AbortSignal.abort(new Error('ended')) };
    await assert.rejects(exportFile(ended), /ended/);
    assert.deepEqual(readdirSync(directory), []);
    await exportFile({ url, file, replace: false, nowMs });
    await assert.rejects(exportFile({ url, file, replace: false, nowMs }), /is there already/);
    await exportFile({ url, file, replace: true, nowMs });
    assert.ok(existsSync(file));
    assert.deepEqual(readdirSync(directory), ['moved.db']);
  });
});
