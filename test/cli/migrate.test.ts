import { strict as assert } from 'node:assert';
import { makeDatabase, sharedPostgres } from '../support/postgres-server.js';
import { useTempDir } from '../support/temp-dir.js';
import { runCli } from './run-cli.js';

describe('errord migrate', () => {
  const dir = useTempDir();

  it('makes the tables of an empty database, and says so again when there is nothing to do', async () => {
    const env = { SERVICE_STORE_URL: await makeDatabase(await sharedPostgres()) };
    for (let round = 1; round <= 2; round += 1) {
      const { exitCode, stdout, stderr } = await runCli(['migrate'], { homeDir: dir(), env });
      assert.deepEqual([exitCode, stderr], [0, '']);
      assert.match(stdout, /^The schema in PostgreSQL \d+\S*.* is that of this version\.\n$/);
    }
  });

  it('says in one sentence that a server cannot distribute tables, and names no login', async () => {
    const url = await makeDatabase(await sharedPostgres());
    const env = { SERVICE_STORE_URL: url.replace('errord@', 'errord:secret@') };
    const { exitCode, stderr } = await runCli(['migrate', '--distribute'], { homeDir: dir(), env });
    assert.equal(exitCode, 1);
    assert.match(
      stderr,
      /^errord: The tables in PostgreSQL at \S+ cannot be distributed: the server does not have the extension citus/,
    );
    assert.doesNotMatch(stderr, /secret/);
  });

  it('says what to set where no PostgreSQL is named', async () => {
    const { exitCode, stderr } = await runCli(['migrate'], { homeDir: dir() });
    assert.equal(exitCode, 2);
    assert.match(stderr, /set SERVICE_STORE_URL/);
  });
});
