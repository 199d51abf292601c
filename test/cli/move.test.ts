// `errord import` and `errord export`, as processes of their own, between a file and a real PostgreSQL.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fill, readAll } from '../support/filled-store.js';
import { makePostgresPlace } from '../support/postgres-place.js';
import { openSqliteHarness } from '../support/sqlite-place.js';
import { logDigest } from '../support/store-digests.js';
import { cleanUp, openHarness, times } from '../support/store-harness.js';
import { useTempDir } from '../support/temp-dir.js';
import { type CliResult, runCli, spawnCli } from './run-cli.js';

const PASSWORD = 'a-word-nobody-may-see';
/** From so many rows on progress is said. */
const SAID_ROWS = 50_000;

describe('errord import and export', function () {
  this.timeout(120_000);
  const dir = useTempDir();
  const at = (name: string): string => join(dir(), name);
  afterEach(cleanUp);

  const openTarget = async () => {
    const place = await makePostgresPlace();
    const storeUrl = place.url.replace('errord@', `errord:${PASSWORD}@`);
    return { env: { SERVICE_STORE_URL: storeUrl }, open: () => openHarness(makePostgresPlace, { place }) };
  };
  const run = async (args: readonly string[], env: Record<string, string> = {}): Promise<CliResult> => {
    const result = await runCli(args, { homeDir: dir(), env });
    for (const text of [result.stdout, result.stderr]) {
      assert.ok(!text.includes(PASSWORD), text);
      assert.doesNotMatch(text, /\n\s+at /);
    }
    return result;
  };

  it('are refused with 2 where no PostgreSQL is named, and say how to name one', async () => {
    for (const args of [['import'], ['export', 'out.db']]) {
      const { exitCode, stderr } = await run(args);
      assert.equal(exitCode, 2);
      assert.match(stderr, /^No PostgreSQL is named: set SERVICE_STORE_URL, or storeUrl in the configuration file/);
    }
    assert.equal(existsSync(at('out.db')), false);
  });

  it('say in words what cannot be read, or reached', async () => {
    const nowhere = { SERVICE_STORE_URL: `postgres://bob:${PASSWORD}@/none?host=${dir()}` };
    const absent = await run(['import', 'absent.db'], nowhere);
    assert.equal(absent.exitCode, 1);
    assert.match(absent.stderr, /^errord: .*absent\.db.*ENOENT/);
    writeFileSync(at('letter.db'), 'no database at all, but long enough to be taken for one '.repeat(100));
    const foreign = await run(['import', 'letter.db'], nowhere);
    assert.deepEqual([foreign.exitCode, foreign.stdout], [1, '']);
    assert.match(foreign.stderr, /^errord: .*letter\.db/);
    const away = await run(['export', 'out.db'], nowhere);
    assert.equal(away.exitCode, 1);
    assert.match(away.stderr, /^errord: The export from PostgreSQL at .*\/none ended: /);
    assert.equal(existsSync(at('out.db')), false);
  });

  it('move a database there and back, and the same command twice is refused in words', async () => {
    const { dbPath, answers } = await fill();
    const { env, open } = await openTarget();
    const moved = await run(['import', '--db-path', dbPath], env);
    assert.deepEqual([moved.exitCode, moved.stderr], [0, '']);
    assert.match(
      moved.stdout,
      /^PostgreSQL holds what .* has, read back and compared: 1\d error groups, 30 events, 9 requests, 9 logs\.\n$/,
    );
    const again = await run(['import', dbPath], env);
    assert.equal(again.exitCode, 1);
    assert.match(again.stderr, /^errord: Cannot import: this file is in the database already\.\n$/);

    const daemon = await open();
    assert.deepEqual(await readAll(daemon), answers);
    const busy = await run(['import', (await fill(3)).dbPath], env);
    assert.equal(busy.exitCode, 1);
    assert.match(busy.stderr, /daemons use the database; stop them first/);
    const back = await run(['export', 'back.db'], env);
    assert.deepEqual([back.exitCode, back.stderr], [0, '']);
    assert.match(
      back.stdout,
      /back\.db holds what PostgreSQL has, read back and compared: .*30 events, 9 requests, 9 logs\.\n$/,
    );
    const taken = await run(['export', 'back.db'], env);
    assert.equal(taken.exitCode, 1);
    assert.match(taken.stderr, /back\.db is there already; give another name, or --force\.\n$/);
    assert.equal((await run(['export', 'back.db', '--force'], env)).exitCode, 0);
    const file = await openSqliteHarness({ dbPath: at('back.db') });
    assert.deepEqual(await readAll(file), answers);
    await file.store.close();
  });

  it('say how far they are, and go on behind what a kill and a signal have left', async () => {
    const source = await openSqliteHarness();
    for (const part of times(SAID_ROWS / 2000, Number))
      await source.putAll(times(2000, (index) => logDigest({ message: `line ${part} ${index}`, environment: null })));
    await source.store.close();
    const { env, open } = await openTarget();
    mkdirSync(at('home'));
    /** Says a signal after so many lines of progress; answers the percentages, the end and the last words. */
    const importUntil = async (signal: NodeJS.Signals, lineCount: number) => {
      const child = spawnCli(['import', source.dbPath], { homeDir: at('home'), env });
      const percents: number[] = [];
      let stderr = '';
      child.stderr?.on('data', (chunk) => {
        stderr += String(chunk);
      });
      createInterface({ input: child.stdout ?? process.stdin }).on('line', (line) => {
        percents.push(Number(/^ {2}(\d+) % of \d+ rows$/.exec(line)?.[1]));
        if (percents.length === lineCount) child.kill(signal);
      });
      const [exitCode, ended] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
      return { percents, stderr, end: exitCode ?? ended };
    };
    const killed = await importUntil('SIGKILL', 2);
    assert.deepEqual([killed.end, killed.percents.slice(0, 2)], ['SIGKILL', [10, 20]]);
    const ended = await importUntil('SIGTERM', 2);
    assert.deepEqual(
      [ended.end, ended.stderr],
      [143, 'Ended by a signal; what was moved stays, and the same command goes on behind it.\n'],
    );
    const [first = 0] = ended.percents;
    assert.ok(first >= Math.max(...killed.percents) && first < 100, JSON.stringify([killed.percents, ended.percents]));
    const last = await run(['import', source.dbPath], env);
    assert.deepEqual([last.exitCode, last.stderr], [0, '']);
    const [next = '', ...rest] = last.stdout.trimEnd().split('\n');
    assert.ok(Number(/^ {2}(\d+) %/.exec(next)?.[1]) >= Math.max(...ended.percents), last.stdout);
    assert.match(rest.at(-1) ?? '', new RegExp(`${SAID_ROWS} logs\\.$`));
    const daemon = await open();
    assert.equal((await daemon.status()).logs, SAID_ROWS);

    const exported = await run(['export', 'back.db'], env);
    const lines = exported.stdout.trimEnd().split('\n');
    const percents = lines.slice(0, -1).map((line) => Number(/^ {2}(\d+) % of \d+ rows$/.exec(line)?.[1]));
    assert.deepEqual(
      percents,
      percents.toSorted((one, other) => one - other),
    );
    assert.ok(percents.length >= 5 && percents.at(-1) === 100, exported.stdout);
    assert.match(lines.at(-1) ?? '', new RegExp(`${SAID_ROWS} logs\\.$`));
  });
});
