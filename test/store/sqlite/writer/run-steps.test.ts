import { strict as assert } from 'node:assert';
import { runSteps, type SteppingWriter } from '../../../../src/store/sqlite/writer/run-steps.js';
import { openWriterParts } from '../../../support/writer-parts.js';

describe('the steps of a deletion', () => {
  /** Runs so many steps; what each and what others take is by a clock that stands still otherwise. Answers what ran, in order. */
  const run = async ({ stepMs, othersMs, count }: { stepMs: number; othersMs: number; count: number }) => {
    const { db } = openWriterParts();
    const ran: ('step' | 'others')[] = [];
    let nowMs = 0;
    const writer: SteppingWriter = {
      db,
      checkpoints: { truncate: () => undefined },
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
});
