import { strict as assert } from 'node:assert';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Digest } from '../../../../src/messages.js';
import { PACKAGE_ROOT } from '../../../../src/package.js';
import { openWritable } from '../../../../src/store/sqlite/database.js';
import { MIGRATIONS } from '../../../../src/store/sqlite/migrations/migrate.js';
import { verifyDatabase } from '../../../../src/store/sqlite/verify.js';
import { openSqliteHarness, tempDir } from '../../../support/sqlite-place.js';
import { eventDigest, logDigest, requestDigest } from '../../../support/store-digests.js';
import { cleanUp, times } from '../../../support/store-harness.js';
import { openSqlite } from '../../../support/test-sqlite.js';

const FIXTURES = new URL('test/fixtures/databases/', PACKAGE_ROOT);
const fixtures = readdirSync(FIXTURES).filter((name) => name.endsWith('.db.gz'));

/** A copy of a fixture that the test may change. */
function unpack(fixture: string): string {
  const dbPath = join(tempDir(), 'service.db');
  writeFileSync(dbPath, gunzipSync(readFileSync(new URL(fixture, FIXTURES))));
  return dbPath;
}

function schemaOf(dbPath: string): unknown[] {
  const db = openSqlite(dbPath, { readonly: true });
  const objects = db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name').all();
  db.close();
  return objects;
}

/** They came out with the one behind them: no build has left a file at one of these. */
const NEVER_ALONE: ReadonlySet<number> = new Set([90, 100, 110, 130, 140, 210, 230]);

describe('a database that an older build made', () => {
  afterEach(cleanUp);

  it('is there for every schema that was released', () => {
    // The newest one may be under way.
    const released = MIGRATIONS.filter(({ version }) => !NEVER_ALONE.has(version)).map(
      ({ version }) => `${String(version).padStart(4, '0')}.db.gz`,
    );
    assert.ok(fixtures.length > 0);
    assert.deepEqual(fixtures.sort(), released.slice(0, fixtures.length));
    assert.ok(released.length - fixtures.length <= 1, 'a released schema has no fixture');
  });

  for (const fixture of fixtures) {
    describe(fixture, () => {
      it('has the schema of a new one when it has been opened, and is sound', () => {
        const dbPath = unpack(fixture);
        openWritable(dbPath).close();
        const fresh = join(tempDir(), 'service.db');
        openWritable(fresh).close();
        assert.deepEqual(schemaOf(dbPath), schemaOf(fresh));
        const db = openWritable(dbPath);
        assert.equal(db.prepare('PRAGMA integrity_check').pluck().get(), 'ok');
        db.close();
      });

      it('shows everything it holds through every query', async () => {
        const store = await openSqliteHarness({ dbPath: unpack(fixture) });
        assert.deepEqual(await store.projects(), ['billing', 'shop']);
        const { errors, total } = await store.errors();
        assert.equal(total, 3);
        assert.deepEqual(errors.map(({ message, status, count }) => [message, status, count]).sort(), [
          ["Cannot read properties of undefined (reading 'total')", 'unresolved', 12],
          ['amount is below zero', 'unresolved', 1],
          ['invoice is void', 'resolved', 1],
        ]);
        // Before schema 130 nobody noted when something happened to a group: it came when its first event did.
        assert.equal((await store.errors({ changedSince: '2020-01-01T00:00:00Z' })).total, 3);
        const cart = errors.find(({ count }) => count === 12);
        const detail = await store.error(cart?.id ?? '');
        assert.deepEqual(
          detail?.events.map(({ eventId }) => eventId).sort(),
          times(12, (index) => `fixture-cart-${index}`).sort(),
        );
        assert.match(cart?.explanation ?? '', /./);
        // Of what was stored before schema 70 nobody knows it any more.
        assert.equal('explanationEvidence' in detail.error, fixture >= '0070');
        const event = await store.event('fixture-cart-3');
        assert.equal(event?.event.stackFrames[0]?.filename, '/app/src/cart.ts');
        assert.deepEqual(event.event.extra, { index: 3 });
        assert.equal((await store.errors({ search: 'INVOICE' })).total, 1);
        assert.equal((await store.logs({ search: 'fixture line 2' })).total, 1);
        assert.equal((await store.logs({ projectId: 'billing' })).total, 4);
        const requests = await store.requests({ projectId: 'shop' });
        assert.deepEqual(
          requests.requests.map(({ url }) => url).sort(),
          times(5, (step) => `/api/checkout?step=${step}`),
        );
        const request = await store.request(requests.requests[0]?.id ?? '');
        assert.equal(request?.method, 'POST');
        const stats = await store.stats();
        assert.deepEqual([stats.totalRequests, stats.errorRequests], [5, 1]);
      });

      it('counts the facets of the events it holds, soon after it was opened', async () => {
        const store = await openSqliteHarness({ dbPath: unpack(fixture) });
        const untilMs = performance.now() + 10_000;
        const counted = async (): Promise<number> =>
          Math.max(0, ...(await store.facets()).facets.map(({ count }) => count));
        while ((await counted()) === 0) assert.ok(performance.now() < untilMs, 'nothing was counted');
        const { count } = await store.facets();
        assert.equal(count, 14);
        assert.ok((await counted()) <= count);
      });

      it('takes changes back, of groups that were changed before changes had names too', async () => {
        const { store, errors } = await openSqliteHarness({ dbPath: unpack(fixture) });
        const ids = async () => (await errors({ status: 'resolved' })).errors.map(({ id }) => id);
        const before = await ids();
        await store.setStatuses(before, { status: 'ignored', change: 'a' });
        assert.equal((await store.undoStatuses(before, 'a')).undoneCount, 1);
        assert.deepEqual(await ids(), before);
      });

      if (fixture >= '0220')
        it('shows what was stored before texts were packed as it was sent, and knows retries of it', async () => {
          const store = await openSqliteHarness({ dbPath: unpack(fixture) });
          const ids = ['6f1f0a52-3c9b-4e0f-9d0b-2a7c5e8b1d34', '0b7d2c5e9a414f6d8c3e1f20a6b4d798'];
          for (const id of ids) {
            const found = (await store.event(id, 'billing'))?.event;
            assert.equal(found?.eventId, id);
            assert.deepEqual(found.user, { id: 'u-7', username: 'Ada' });
            assert.deepEqual(found.request, {
              method: 'POST',
              url: '/invoices/7?draft=1',
              statusCode: 500,
              duration: 12.5,
            });
          }
          const retries = [
            ...ids.map((eventId) => eventDigest({ eventId, projectName: 'billing' })),
            requestDigest({ recordId: '5a0e6d1c-7b24-4c8f-b1d9-000000000003', projectName: 'shop' }),
            logDigest({ recordId: 'c2f4b8a6-91d3-4e57-8a0c-000000000003', projectName: 'billing' }),
          ];
          const own = retries.map((digest) => ({ ...digest, projectName: 'own' }));
          const send = async (digests: readonly Digest[]) =>
            (await store.store.append(digests)).map(({ kind }) => kind);
          assert.deepEqual(
            await send(retries),
            times(4, () => 'duplicate'),
          );
          assert.deepEqual(
            await send(own),
            times(4, () => 'stored'),
          );
          assert.deepEqual(
            await send(own),
            times(4, () => 'duplicate'),
          );
          const dbPath = store.dbPath;
          await store.close();
          assert.deepEqual(verifyDatabase(dbPath, { nowMs: Date.now() }), { faults: [], isCurrent: true });
          const reopened = await openSqliteHarness({ dbPath });
          assert.deepEqual(
            await reopened.store.append([...retries, ...own]).then((all) => all.map(({ kind }) => kind)),
            times(8, () => 'duplicate'),
          );
          assert.equal((await reopened.errors({ query: 'user:u-7' })).total, 2);
          await reopened.store.prune({ nowMs: Date.now() + 31 * 86_400_000, retentionDays: 30, maxDbSizeMb: 0 });
          assert.equal((await reopened.errors()).total, 0);
          assert.deepEqual(
            (await reopened.store.append(retries)).map(({ kind }) => kind),
            times(4, () => 'stored'),
          );
        });

      it('takes new records, knows the ids it has, and gives everything up when cleared', async () => {
        const store = await openSqliteHarness({ dbPath: unpack(fixture) });
        const [known, fresh] = await store.store.append([
          eventDigest({ eventId: 'fixture-cart-3' }),
          eventDigest({ message: 'a failure of today' }),
        ]);
        assert.equal(known?.kind === 'stored' && known.isNew, false);
        assert.equal(fresh?.kind === 'stored' && fresh.isNew, true);
        await store.putAll([requestDigest(), logDigest()]);
        assert.equal((await store.errors()).total, 4);
        assert.deepEqual([(await store.requests()).total, (await store.logs()).total], [6, 5]);
        await store.store.clear(null);
        assert.equal((await store.errors()).total, 0);
        assert.deepEqual([(await store.requests()).total, (await store.logs()).total], [0, 0]);
      });
    });
  }
});
