import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { toCronLogger } from '../src/maintenance.js';

describe('maintenance', () => {
  it('puts what the scheduler says into the daemon’s log, as JSON, and nothing on the console', () => {
    const lines: string[] = [];
    const stream = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(chunk.toString());
        done();
      },
    });
    const logger = toCronLogger(pino({ level: 'debug' }, stream));
    logger.info('started');
    logger.debug('ticked');
    logger.warn('missed execution');
    logger.error(new Error('broken'));
    const entries = lines.map((line) => JSON.parse(line) as { level: number; msg: string; text?: string });
    assert.deepEqual(
      entries.map(({ level, msg, text }) => [level, msg, text]),
      [
        [20, 'scheduler', 'started'],
        [20, 'scheduler', 'ticked'],
        [30, 'a scheduled job was late', 'missed execution'],
        [40, 'a scheduled job failed', undefined],
      ],
    );
  });
});
