import { strict as assert } from 'node:assert';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { STEPS_TURN_MS_MAX } from '../../../../src/store/sqlite/limits.js';
import { openCheckpointer } from '../../../../src/store/sqlite/writer/checkpointer.js';
import { erase, runSteps, type SteppingWriter } from '../../../../src/store/sqlite/writer/run-steps.js';
import { tempDir } from '../../../support/sqlite-place.js';
import { openWriterParts } from '../../../support/writer-parts.js';

describe('the steps of a deletion', () => {
  /** Runs so many steps; what each and what others take is by a clock that stands still otherwise. Answers what ran, in order. */
  const run = async ({ stepMs, othersMs, count }: { stepMs: number; othersMs: number; count: number }) => {
    const { db } = openWriterParts();
    const ran: ('step' | 'others')[] = [];
    let nowMs = 0;
    const writer: SteppingWriter = {
      db,
      checkpoints: { truncate: () => undefined, settled: () => Promise.resolve() },
      queue: {
        flush: () => assert.fail('the pause after a commit is not waited for'),
        flushDue() {
          ran.push('others');
          nowMs += othersMs;
        },
      },
      reserve: { isTight: () => false },
      closing: false,
    };
    function* steps() {
      for (let step = 0; step < count; step += 1) {
        ran.push('step');
        nowMs += stepMs;
        yield 7;
      }
    }
    const { deletedRows } = await runSteps(writer, steps(), () => nowMs);
    assert.equal(deletedRows, count * 7);
    db.close();
    return ran;
  };

  it('let others run after each, where others take no longer than three of them', async () => {
    assert.deepEqual(await run({ stepMs: 5, othersMs: 15, count: 3 }), [
      'step',
      'others',
      'step',
      'others',
      'step',
      'others',
    ]);
  });

  it('have a third of the time that others took, where one takes less', async () => {
    const ran = await run({ stepMs: 5, othersMs: 60, count: 9 });
    assert.equal(ran.join(' '), 'step others step step step step others step step step step others');
  });

  it('follow one another for a bounded time, however long others took', async () => {
    const ran = await run({ stepMs: STEPS_TURN_MS_MAX / 2, othersMs: 100 * STEPS_TURN_MS_MAX, count: 5 });
    assert.equal(ran.join(' '), 'step others step step others step step others');
  });

  it('of an erasure leave an empty log, also where a pass of the checkpoint thread is under way at their end', async () => {
    const dbPath = join(tempDir(), 'service.db');
    const { db } = openWriterParts(dbPath);
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
