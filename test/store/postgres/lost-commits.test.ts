import { strict as assert } from 'node:assert';
import { OUTCOME_WAIT_MS } from '../../../src/store/postgres/limits.js';
import { openPostgresStore } from '../../../src/store/postgres/postgres-store.js';
import type { PostgresPlace } from '../../support/postgres-place.js';
import { makeDatabase, type PostgresServer, startPostgres } from '../../support/postgres-server.js';
import { eventDigest, logDigest, requestDigest } from '../../support/store-digests.js';
import { atCleanUp, cleanUp, type Harness, openHarness, times } from '../../support/store-harness.js';
import { startTcpRelay, type TcpRelay } from '../../support/tcp-relay.js';

describe('a commit of which nobody hears how it ended', function () {
  this.timeout(30_000);
  let server: PostgresServer;
  before(async () => {
    server = await startPostgres();
  });
  afterEach(cleanUp);
  after(() => server.stop());

  const open = async (): Promise<{ harness: Harness<PostgresPlace>; relay: TcpRelay }> => {
    const relay = await startTcpRelay(`${server.directory}/.s.PGSQL.5432`);
    atCleanUp(() => relay.stop());
    const url = relay.toUrl(await makeDatabase(server));
    const place: PostgresPlace = {
      url,
      open: (events) => openPostgresStore({ url, events }),
      remove: () => Promise.resolve(),
    };
    return { harness: await openHarness(() => Promise.resolve(place)), relay };
  };

  for (const part of ['answer', 'commit'] as const) {
    it(`is answered as it ended, and records without an id are stored once: the ${part} is lost`, async () => {
      const { harness, relay } = await open();
      for (const round of times(3, Number)) {
        void relay.loseNext(part);
        const outcomes = await harness.store.append([requestDigest(), logDigest(), eventDigest()]);
        assert.deepEqual(
          outcomes.map(({ kind }) => kind),
          ['stored', 'stored', 'stored'],
        );
        const { events, requests, logs } = await harness.status();
        assert.deepEqual(
          [events, requests, logs],
          times(3, () => round + 1),
        );
        for (const outcome of outcomes.slice(0, 1))
          assert.ok('id' in outcome && (await harness.request(outcome.id)) !== null);
      }
      assert.equal((await harness.onlyGroup()).count, 3);
      assert.deepEqual(harness.failures, []);
    });
  }

  it('is refused when the server does not come back in time', async () => {
    const { harness, relay } = await open();
    const lost = relay.loseNext('answer');
    const appended = harness.store.append([logDigest()]);
    await lost;
    const lostAtMs = Date.now();
    relay.stop();
    await assert.rejects(appended, { code: 'storage_unavailable' });
    const waitedMs = Date.now() - lostAtMs;
    assert.ok(waitedMs >= OUTCOME_WAIT_MS && waitedMs < 2 * OUTCOME_WAIT_MS, `${waitedMs} ms`);
  });
});
