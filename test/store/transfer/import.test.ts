// A SQLite file in a PostgreSQL database: the same answers, whatever was between its beginning and its end.

import { strict as assert } from 'node:assert';
import { toHeadRow } from '../../../src/store/sqlite/tables/head-rows.js';
import { importFile, type TransferProgress } from '../../../src/store/transfer/import.js';
import { TRANSFER_ROWS } from '../../../src/store/transfer/limits.js';
import { FILLED_IDS, fill, nowMs, readAll, takeResolveBack } from '../../support/filled-store.js';
import { makePostgresPlace } from '../../support/postgres-place.js';
import { openSqliteHarness } from '../../support/sqlite-place.js';
import { eventDigest, logDigest, requestDigest } from '../../support/store-digests.js';
import { atCleanUp, cleanUp, openHarness } from '../../support/store-harness.js';
import { openWriterParts } from '../../support/writer-parts.js';

async function openTarget() {
  const place = await makePostgresPlace();
  let isOpen = false;
  atCleanUp(() => {
    if (!isOpen) void place.remove();
  });
  return {
    url: place.url,
    open: () => {
      isOpen = true;
      return openHarness(makePostgresPlace, { place });
    },
  };
}

describe('the import of a SQLite file into PostgreSQL', function () {
  this.timeout(60_000);
  afterEach(cleanUp);

  it('gives the answers that the file gave, and counts what it moved', async () => {
    const { dbPath, answers } = await fill();
    const target = await openTarget();
    const { rows } = await importFile({ file: dbPath, url: target.url, nowMs });
    assert.deepEqual([rows.events, rows.requests, rows.logs, rows.client_ids], [30, 9, 9, 48]);
    const harness = await target.open();
    assert.deepEqual(await readAll(harness), answers);
    assert.equal(await takeResolveBack(harness), 1);
  });

  it('goes on where it was when it had been ended, and comes to the same', async () => {
    const { dbPath, answers } = await fill(TRANSFER_ROWS + 50);
    const target = await openTarget();
    const stop = new AbortController();
    const onProgress = ({ table, doneRows }: TransferProgress): void => {
      if (table === 'events' && doneRows >= TRANSFER_ROWS) stop.abort(new Error('ended'));
    };
    await assert.rejects(
      importFile({ file: dbPath, url: target.url, nowMs, onProgress, signal: stop.signal }),
      /ended/,
    );
    const tables: string[] = [];
    await importFile({ file: dbPath, url: target.url, nowMs, onProgress: ({ table }) => void tables.push(table) });
    assert.equal(tables.includes('contents'), false);
    const harness = await target.open();
    assert.deepEqual(await readAll(harness), answers);
  });

  it('takes retries of what is in the file for what they are, and new records behind it', async () => {
    const { dbPath } = await fill();
    const target = await openTarget();
    await importFile({ file: dbPath, url: target.url, nowMs });
    const harness = await target.open();
    for (const id of FILLED_IDS) {
      const event = eventDigest({ eventId: id, projectName: (await harness.event(id))?.event.projectId ?? null });
      const again = await harness.store.append([event, requestDigest({ recordId: id }), logDigest({ recordId: id })]);
      assert.deepEqual(
        again.map(({ kind }) => kind),
        ['duplicate', 'duplicate', 'duplicate'],
        id,
      );
    }
    await harness.put(eventDigest({ message: 'behind it' }));
    assert.equal((await harness.errors({ search: 'behind it' })).total, 1);
  });

  it('has counts written that a daemon which was killed has noted', async () => {
    const { dbPath } = await fill(3);
    const { db, tables, commit } = openWriterParts({ dbPath, nowMs });
    commit(eventDigest({ message: 'noted' }));
    const head = tables.groups.findById(Number(db.prepare('SELECT max(id) FROM error_groups').pluck().get()));
    assert.ok(head !== null);
    const counters = { events: [], groups: [], requests: [], logs: [] };
    const note = { heads: [toHeadRow({ ...head, eventCount: 41 })], counters };
    db.prepare('INSERT INTO gathered_counts (changes) VALUES (?)').run(JSON.stringify(note));
    db.close();
    const target = await openTarget();
    await importFile({ file: dbPath, url: target.url, nowMs });
    const harness = await target.open();
    assert.equal((await harness.errors({ search: 'noted' })).errors[0]?.count, 41);
  });

  it('refuses a database that holds other records, and a file that is in it already', async () => {
    const { dbPath } = await fill(3);
    const target = await openTarget();
    await importFile({ file: dbPath, url: target.url, nowMs });
    await assert.rejects(importFile({ file: dbPath, url: target.url, nowMs }), /is in the database already/);
    const other = await fill(4);
    await assert.rejects(importFile({ file: other.dbPath, url: target.url, nowMs }), /give an empty one/);
    await target.open();
  });

  it('refuses a file and a database that are in use', async () => {
    const { dbPath } = await fill(3);
    const target = await openTarget();
    const daemon = await target.open();
    await assert.rejects(importFile({ file: dbPath, url: target.url, nowMs }), /daemons use the database/);
    await daemon.store.close();
    const { store, dbPath: inUse } = await openSqliteHarness();
    await assert.rejects(importFile({ file: inUse, url: target.url, nowMs }), { code: 'database_in_use' });
    await store.close();
  });
});
