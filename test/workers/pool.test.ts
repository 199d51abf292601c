import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { openDigestReceiver } from '../../src/digest-channel.js';
import {
  DIGEST_ATTEMPTS_MAX,
  DIGEST_CALL_MS_MAX,
  DIGEST_TASK_CALLS_MAX,
  INGEST_BODY_BYTES_MAX,
} from '../../src/limits.js';
import type { DigestBatch, DigestMessage, IngestCall, IngestForm } from '../../src/messages.js';
import { type DigestPool, openDigestPool } from '../../src/workers/pool.js';

const EVENT = { type: 'Error', message: 'm', source: 'backend' };

const ONE: IngestForm = { dialect: 'errord', kind: 'event', isBatch: false };
const LOG: IngestForm = { dialect: 'errord', kind: 'log', isBatch: false };
const BATCH: IngestForm = { dialect: 'errord', kind: 'event', isBatch: true };

function call(ticket: number, value: unknown, more: Partial<IngestCall> = {}): IngestCall {
  return {
    ticket,
    form: ONE,
    pathIds: {},
    body: new TextEncoder().encode(JSON.stringify(value)),
    contentEncoding: '',
    format: 'json',
    receivedAtMs: 1000,
    projectName: null,
    keyProject: null,
    correlationId: null,
    ...more,
  };
}

/** Legal, small enough to share a task, and work for more than half a second: 1,000 events with long addresses. */
function slowCall(ticket: number): IngestCall {
  const query = Array.from({ length: 1200 }, (_, index) => `a${index}=%41`).join('&');
  const event = { ...EVENT, request: { url: `http://x/?${query.slice(0, 9500)}` } };
  const body = new Uint8Array(gzipSync(JSON.stringify(Array.from({ length: 1000 }, () => event))));
  return call(ticket, null, { form: BATCH, body, contentEncoding: 'gzip' });
}

/** What the pool said, and promises for what it will say. */
class Witness {
  /** What the store got, by ticket. */
  readonly batches = new Map<number, DigestBatch>();
  readonly lostTickets = new Set<number>();
  readonly overranTickets = new Set<number>();
  readonly ports: MessagePort[] = [];
  #check: () => void = () => undefined;

  readonly events = {
    fault: (fault: string): void => assert.fail(fault),
    lost: (tickets: readonly number[]): void => {
      for (const ticket of tickets) {
        assert.ok(!this.lostTickets.has(ticket), 'a call is lost once');
        this.lostTickets.add(ticket);
      }
      this.#check();
    },
    overran: (ticket: number): void => {
      assert.ok(!this.isSettled(ticket), 'a call overruns once, and is not handed on');
      this.overranTickets.add(ticket);
      this.#check();
    },
    port: (port: MessagePort): void => {
      const receiver = openDigestReceiver();
      port.on('message', (message: DigestMessage) => {
        for (const batch of receiver.read(message)) {
          assert.ok(!this.batches.has(batch.ticket), 'a call is handed to the store once');
          assert.ok(!this.overranTickets.has(batch.ticket), 'a call that overran is not handed on');
          this.batches.set(batch.ticket, batch);
        }
        this.#check();
      });
      this.ports.push(port);
    },
  };

  isSettled(ticket: number): boolean {
    return this.batches.has(ticket) || this.lostTickets.has(ticket) || this.overranTickets.has(ticket);
  }

  async until(holds: () => boolean): Promise<void> {
    while (!holds()) {
      await new Promise<void>((resolve) => {
        this.#check = resolve;
      });
    }
  }

  close(): void {
    for (const port of this.ports) port.close();
  }
}

describe('openDigestPool', () => {
  let witness: Witness;
  let pool: DigestPool;

  async function open(threads: number, callMsMax = DIGEST_CALL_MS_MAX): Promise<void> {
    witness = new Witness();
    pool = await openDigestPool({ threads, events: witness.events, callMsMax });
  }

  /** One call that runs alone; behind it, as one task: four that are handed on together, the slow one, and ten more. */
  const SLOW = 6;
  const ALL = Array.from({ length: 16 }, (_, index) => index + 1);
  function submitTaskWithSlowCall(): void {
    // No events: the first of a thread takes as long as the tables of explanations.
    const other = { level: 'info', message: 'm' };
    for (const ticket of ALL) pool.submit(ticket === SLOW ? slowCall(ticket) : call(ticket, other, { form: LOG }));
  }

  afterEach(async () => {
    await pool.close();
    witness.close();
  });

  it('hands over one port for each thread', async () => {
    await open(2);
    assert.equal(witness.ports.length, 2);
  });

  it('sends the items of a call to the port, the refused ones among them', async () => {
    await open(1);
    pool.submit(call(1, [EVENT, {}], { form: BATCH }));
    pool.submit(call(2, EVENT, { contentEncoding: 'zstd' }));
    await witness.until(() => witness.isSettled(1) && witness.isSettled(2));
    const kinds = (ticket: number) => witness.batches.get(ticket)?.items.map(({ kind }) => kind);
    assert.deepEqual([kinds(1), witness.batches.get(1)?.bodyRefused], [['event', 'rejected'], false]);
    assert.deepEqual(witness.batches.get(2), {
      ticket: 2,
      items: [{ kind: 'rejected', reason: 'unsupported_encoding', projectName: null }],
      bodyRefused: true,
    });
  });

  it('hands on every call of a burst once, in more calls than one task takes', async () => {
    await open(2);
    const count = DIGEST_TASK_CALLS_MAX * 10 + 1;
    for (let ticket = 1; ticket <= count; ticket++) pool.submit(call(ticket, EVENT));
    await pool.close();
    await witness.until(() => witness.batches.size === count);
  });

  it('reports a call whose buffer is gone as lost, and goes on', async () => {
    await open(1);
    const sent = call(1, EVENT);
    structuredClone(sent.body, { transfer: [sent.body.buffer] });
    pool.submit(sent);
    await witness.until(() => witness.isSettled(1));
    pool.submit(call(2, EVENT));
    await witness.until(() => witness.isSettled(2));
    assert.deepEqual([...witness.lostTickets], [1]);
  });

  it('loses what a thread was at when it ended, and hands on every other call of its task once', async () => {
    await open(1);
    submitTaskWithSlowCall();
    await witness.until(() => witness.isSettled(SLOW - 1));
    await pool.threads()[0]?.terminate();
    await witness.until(() => ALL.every((ticket) => witness.isSettled(ticket)));
    // Ended before it got there, the thread was posting the four before it: they may have arrived and are lost as well.
    assert.ok([...witness.lostTickets].every((ticket) => ticket > 1 && ticket <= SLOW));
    assert.ok(ALL.every((ticket) => witness.batches.has(ticket) || ticket === SLOW));
    assert.ok(witness.lostTickets.size > 0);
    assert.ok(witness.ports.length >= 2, 'a new thread took over');
  });

  it('ends the thread of a call that overruns its time, and hands on every other call of its task once', async () => {
    // A tenth of what the slow call takes: a thread that is told to end near the end of its call may finish it before.
    await open(1, 50);
    submitTaskWithSlowCall();
    await witness.until(() => ALL.every((ticket) => witness.isSettled(ticket)));
    assert.deepEqual([...witness.overranTickets], [SLOW]);
    assert.equal(witness.lostTickets.size, 0);
    assert.equal(witness.batches.size, ALL.length - 1);
    assert.ok(witness.ports.length >= 2, 'a new thread took over');
  });

  it('gives a call the time that is its own, not what is left of that of its task', async () => {
    await open(1, 2000);
    for (let ticket = 1; ticket <= 5; ticket++) pool.submit(slowCall(ticket));
    await witness.until(() => witness.batches.size === 5);
  });

  it('takes back the buffer of a body that it has handed on', async () => {
    await open(1);
    const body = pool.buffers.take(2);
    body.set(new TextEncoder().encode('{}'));
    pool.submit(call(1, null, { body }));
    await pool.close();
    assert.equal(pool.buffers.keptBytes, body.buffer.byteLength);
    assert.equal(pool.buffers.take(2).buffer, body.buffer);
  });

  it('settles every call once, whatever it was at when its thread was ended', async () => {
    await open(2);
    const count = DIGEST_TASK_CALLS_MAX * 10;
    for (let ticket = 1; ticket <= count; ticket++) {
      pool.submit(call(ticket, EVENT));
    }
    const settledCount = (): number => new Set([...witness.batches.keys(), ...witness.lostTickets]).size;
    for (let step = 1; step <= 5; step++) {
      await witness.until(() => settledCount() >= (count * step) / 8);
      await Promise.all(pool.threads().map((thread) => thread.terminate()));
    }
    // What was being posted may have reached the store and be reported as lost too: nobody can tell.
    await witness.until(() => settledCount() === count);
    // At most those that each thread was posting or digesting when it was ended.
    assert.ok(witness.lostTickets.size <= 5 * 2 * 4, `${witness.lostTickets.size} were lost`);
  });

  it('gives a call up when as many threads have ended under it as a call has attempts, and not before', async () => {
    await open(1);
    const sent = call(1, EVENT);
    // No thread can be given it: the buffer is gone.
    structuredClone(sent.body, { transfer: [sent.body.buffer] });
    let reads = 0;
    pool.submit({
      ...sent,
      get body() {
        reads += 1;
        return sent.body;
      },
    });
    await witness.until(() => witness.isSettled(1));
    assert.deepEqual([...witness.lostTickets], [1]);
    // A task reads it to measure it and to copy it; before the first one its length is asked for.
    assert.equal(reads, 2 * DIGEST_ATTEMPTS_MAX + 1);
  });

  it('recovers when a thread ends while it starts', async () => {
    await open(1);
    await pool.threads()[0]?.terminate();
    await pool.threads()[0]?.terminate();
    pool.submit(call(1, EVENT));
    await witness.until(() => witness.isSettled(1));
    pool.submit(call(2, EVENT));
    await witness.until(() => witness.isSettled(2));
    assert.ok(witness.batches.has(2));
  });

  it('closes after all calls were handed on, ends its threads, and loses what comes later', async () => {
    await open(2);
    const exits = pool.threads().map((thread) => once(thread, 'exit'));
    for (let ticket = 1; ticket <= 100; ticket++) pool.submit(call(ticket, EVENT));
    await pool.close();
    await Promise.all(exits);
    await witness.until(() => witness.batches.size === 100);
    pool.submit(call(101, EVENT));
    assert.ok(witness.lostTickets.has(101));
  });

  it('refuses the bodies that would unfold to the most memory', async () => {
    await open(1);
    const half = INGEST_BODY_BYTES_MAX / 2;
    const texts = [`[${'{},'.repeat(INGEST_BODY_BYTES_MAX / 3 - 2)}{}]`, '['.repeat(half) + ']'.repeat(half)];
    for (const [index, text] of texts.entries()) {
      pool.submit(call(index, null, { form: BATCH, body: new TextEncoder().encode(text) }));
    }
    for (const index of texts.keys()) {
      await witness.until(() => witness.isSettled(index));
      const [refused] = witness.batches.get(index)?.items ?? [];
      assert.equal(refused?.kind === 'rejected' && refused.reason, 'too_costly');
    }
  });
});
