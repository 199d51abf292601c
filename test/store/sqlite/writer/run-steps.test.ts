import { strict as assert } from 'node:assert';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { STEPS_TURN_MS_MAX } from '../../../../src/store/sqlite/limits.js';
import { openCheckpointer } from '../../../../src/store/sqlite/writer/checkpointer.js';
import { openOverwriting } from '../../../../src/store/sqlite/writer/erase.js';
import { erase, openStepShare, runSteps, type SteppingWriter } from '../../../../src/store/sqlite/writer/run-steps.js';
import { tempDir } from '../../../support/sqlite-place.js';
import { openWriterParts } from '../../../support/writer-parts.js';

describe('the steps of a deletion', () => {
  interface Times {
    readonly stepMs: number;
    readonly commitMs: number;
    readonly count: number;
    /** Deletions that run at once, each with so many steps. */
    readonly runs?: number;
  }

  /** By a clock that stands still but for steps and commits. Answers what ran, in order: `s` a step, `c` a commit. */
  const run = async ({ stepMs, commitMs, count, runs = 1 }: Times): Promise<string> => {
    const { db } = openWriterParts();
    let ran = '';
    let nowMs = 0;
    let spentMs = 0;
    const writer: SteppingWriter = {
      db,
      checkpoints: { truncate: () => undefined, settled: () => Promise.resolve() },
      queue: {
        flush: () => assert.fail('the pause after a commit is not waited for'),
        flushDue() {
          ran += 'c';
          nowMs += commitMs;
          spentMs += commitMs;
        },
      },
      reserve: { isTight: () => false },
      share: openStepShare(() => spentMs),
      overwriting: openOverwriting(db),
      closing: false,
    };
    function* steps() {
      for (let step = 0; step < count; step += 1) {
        ran += 's';
        nowMs += stepMs;
        yield 7;
      }
    }
    const reports = await Promise.all(Array.from({ length: runs }, () => runSteps(writer, steps(), () => nowMs)));
    for (const { deletedRows } of reports) assert.equal(deletedRows, count * 7);
    db.close();
    return ran;
  };

  it('let what has come in be committed after each, where commits take no longer than three of them', async () => {
    assert.equal(await run({ stepMs: 5, commitMs: 15, count: 4 }), 'scscscsc');
  });

  it('have a third of the time that commits took, where one takes less', async () => {
    assert.equal(await run({ stepMs: 5, commitMs: 60, count: 9 }), 'scsssscssssc');
  });

  it('have no more than that where several deletions run at once', async () => {
    const ran = await run({ stepMs: 5, commitMs: 60, count: 30, runs: 4 });
    // The first of each comes without it.
    const [steps, commits] = ['s', 'c'].map((kind) => ran.split(kind).length - 1);
    assert.equal(steps, 120);
    assert.ok((commits ?? 0) >= 120 / 5, ran);
  });

  it('follow one another for a bounded time, however long commits took', async () => {
    assert.equal(await run({ stepMs: STEPS_TURN_MS_MAX / 2, commitMs: 100 * STEPS_TURN_MS_MAX, count: 5 }), 'scsscssc');
  });

  it('of an erasure leave an empty log, also where a pass of the checkpoint thread is under way at their end', async () => {
    const dbPath = join(tempDir(), 'service.db');
    const { db } = openWriterParts({ dbPath });
    db.exec('CREATE TABLE filler (body BLOB)');
    const write = db.prepare('INSERT INTO filler (body) VALUES (zeroblob(4000000))');
    const checkpointer = openCheckpointer(dbPath);
    // The thread runs before there is much to do.
    await new Promise((resolve) => checkpointer.start(resolve));
    for (let count = 0; count < 12; count += 1) write.run();
    const writer: SteppingWriter = {
      db,
      checkpoints: { truncate: () => undefined, settled: () => checkpointer.settled() },
      queue: { flush: () => undefined, flushDue: () => undefined },
      reserve: { isTight: () => false },
      share: () => false,
      overwriting: openOverwriting(db),
      closing: false,
    };
    const steps = function* () {
      checkpointer.start(() => undefined);
      yield 0;
    };
    await erase(writer, steps(), false);
    assert.equal(statSync(`${dbPath}-wal`).size, 0);
    await checkpointer.close();
    db.close();
  });
});
