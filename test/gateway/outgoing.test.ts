import type { HttpResponse } from 'uWebSockets.js';
import assert from 'node:assert/strict';
import { Outgoing } from '../../src/gateway/outgoing.js';
import { QueryGate } from '../../src/gateway/query-gate.js';
import {
  ANSWER_BYTES_MAX,
  ANSWER_MS_MAX,
  ANSWER_WHOLE_BYTES_MAX,
  OUTGOING_BYTES_MAX,
  OUTGOING_STALL_MS,
  QUERIES_AT_ONCE_MAX,
  QUERY_QUEUE_MAX,
} from '../../src/limits.js';

const ignore: (bytes: number) => void = () => undefined;

/** A reader that takes as many bytes as it is told to. */
function openReader() {
  const reader = { taken: 0, isClosed: false, take: ignore };
  const response = {
    close: () => {
      reader.isClosed = true;
      return response;
    },
    onWritable: (write: (offset: number) => boolean) => {
      reader.take = (bytes) => {
        allowed = bytes;
        write(reader.taken);
      };
      return response;
    },
    tryEnd: (rest: Uint8Array, size: number) => {
      const count = Math.min(allowed, rest.length);
      reader.taken += count;
      return [count === rest.length, reader.taken === size];
    },
  } as unknown as HttpResponse;
  let allowed = 0;
  return { reader, response };
}

describe('outgoing', () => {
  it('counts an answer until it is taken whole, and sends each byte of it once', () => {
    const outgoing = new Outgoing(() => 0);
    const { reader, response } = openReader();
    outgoing.sendRest(response, new Uint8Array(100));
    reader.take(60);
    assert.deepEqual([reader.taken, outgoing.bytes], [60, 100]);
    reader.take(60);
    assert.deepEqual([reader.taken, outgoing.bytes, reader.isClosed], [100, 0, false]);
  });

  it('gives the bytes back once when the connection ends', () => {
    const outgoing = new Outgoing(() => 0);
    const waiting = outgoing.sendRest(openReader().response, 'ü');
    assert.equal(outgoing.bytes, 2);
    waiting?.end();
    waiting?.end();
    assert.equal(outgoing.bytes, 0);
  });

  it('has room up to the limit and closes the connection of what comes past it', () => {
    const outgoing = new Outgoing(() => 0);
    outgoing.add(OUTGOING_BYTES_MAX - 10);
    assert.deepEqual([outgoing.hasRoom(10), outgoing.hasRoom(11)], [true, false]);
    const fitting = openReader();
    assert.notEqual(outgoing.sendRest(fitting.response, new Uint8Array(10)), null);
    const past = openReader();
    assert.equal(outgoing.sendRest(past.response, new Uint8Array(1)), null);
    assert.deepEqual([fitting.reader.isClosed, past.reader.isClosed], [false, true]);
    assert.equal(outgoing.bytes, OUTGOING_BYTES_MAX);
  });

  it('closes the connection of a reader that takes nothing for the time allowed, and of no other', () => {
    let nowMs = 0;
    const outgoing = new Outgoing(() => nowMs);
    const idle = openReader();
    const busy = openReader();
    for (const { response } of [idle, busy]) outgoing.sendRest(response, new Uint8Array(1000));
    nowMs = OUTGOING_STALL_MS - 1;
    busy.reader.take(1);
    outgoing.closeStalled();
    assert.equal(idle.reader.isClosed, false);
    nowMs = OUTGOING_STALL_MS;
    outgoing.closeStalled();
    assert.deepEqual([idle.reader.isClosed, busy.reader.isClosed], [true, false]);
  });

  it('closes the connection of a reader that takes a little now and then when the whole answer takes too long', () => {
    let nowMs = 0;
    const outgoing = new Outgoing(() => nowMs);
    const { reader, response } = openReader();
    outgoing.sendRest(response, new Uint8Array(1000));
    for (; nowMs < ANSWER_MS_MAX; nowMs += OUTGOING_STALL_MS / 2) {
      reader.take(1);
      outgoing.closeStalled();
      assert.equal(reader.isClosed, false);
    }
    outgoing.closeStalled();
    assert.equal(reader.isClosed, true);
  });

  it('refuses no small answer and takes the largest', () => {
    assert.ok(ANSWER_WHOLE_BYTES_MAX < ANSWER_BYTES_MAX);
    assert.ok(ANSWER_BYTES_MAX * QUERIES_AT_ONCE_MAX <= OUTGOING_BYTES_MAX);
  });
});

describe('query gate', () => {
  it('asks so many queries at once, and the others in their order', async () => {
    const gate = new QueryGate(new Outgoing(() => 0));
    const asked: number[] = [];
    const answer: (() => void)[] = [];
    const runs = Array.from({ length: QUERIES_AT_ONCE_MAX + 2 }, (_, index) =>
      gate.run(() => {
        asked.push(index);
        return new Promise((resolve) => void answer.push(resolve));
      }),
    );
    assert.equal(asked.length, QUERIES_AT_ONCE_MAX);
    for (const [index, run] of runs.entries()) {
      answer[index]?.();
      await run;
      await Promise.resolve();
    }
    assert.deepEqual(
      asked,
      runs.map((_, index) => index),
    );
  });

  it('does not ask when there is no room for the largest answer, and asks again when there is', async () => {
    const outgoing = new Outgoing(() => 0);
    const gate = new QueryGate(outgoing);
    outgoing.add(OUTGOING_BYTES_MAX - ANSWER_BYTES_MAX + 1);
    await assert.rejects(
      gate.run(() => assert.fail('it was asked')),
      { code: 'queue_full' },
    );
    outgoing.add(-1);
    await gate.run(() => Promise.resolve());
  });

  it('refuses a query when as many wait as may', async () => {
    const gate = new QueryGate(new Outgoing(() => 0));
    const answer: (() => void)[] = [];
    const ask = (): Promise<void> => new Promise((resolve) => void answer.push(resolve));
    const runs = Array.from({ length: QUERIES_AT_ONCE_MAX + QUERY_QUEUE_MAX }, () => gate.run(ask));
    await assert.rejects(gate.run(ask), { code: 'queue_full' });
    for (const [index, run] of runs.entries()) {
      answer[index]?.();
      await run;
      await Promise.resolve();
    }
  });

  it('goes on when a query fails', async () => {
    const gate = new QueryGate(new Outgoing(() => 0));
    for (let count = 0; count <= QUERIES_AT_ONCE_MAX; count += 1) {
      await assert.rejects(
        gate.run(() => Promise.reject(new Error('lost'))),
        /lost/,
      );
    }
  });
});
