import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import { DIGEST_TASK_CALLS_MAX, INGEST_BODY_BYTES_MAX } from '../../src/limits.js';
import type { DigestBatch, DigestMessage, IngestCall, IngestForm } from '../../src/messages.js';
import { type DigestPool, openDigestPool } from '../../src/workers/pool.js';

const EVENT = { type: 'Error', message: 'm', source: 'backend' };

const ONE: IngestForm = { dialect: 'errord', kind: 'event', isBatch: false };
const BATCH: IngestForm = { dialect: 'errord', kind: 'event', isBatch: true };

function call(ticket: number, value: unknown, more: Partial<IngestCall> = {}): IngestCall {
  return {
    ticket,
    form: ONE,
    body: new TextEncoder().encode(JSON.stringify(value)),
    contentEncoding: '',
    receivedAtMs: 1000,
    projectName: null,
    correlationId: null,
    ...more,
  };
}

/** What the pool said, and promises for what it will say. */
class Witness {
  /** What the store got, by ticket. */
  readonly batches = new Map<number, DigestBatch>();
  readonly lostTickets = new Set<number>();
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
    port: (port: MessagePort): void => {
      port.on('message', (message: DigestMessage) => {
        for (const batch of message) {
          assert.ok(!this.batches.has(batch.ticket), 'a call is handed to the store once');
          this.batches.set(batch.ticket, batch);
        }
        this.#check();
      });
      this.ports.push(port);
    },
  };

  isSettled(ticket: number): boolean {
    return this.batches.has(ticket) || this.lostTickets.has(ticket);
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

  async function open(threads: number): Promise<void> {
    witness = new Witness();
    pool = await openDigestPool({ threads, events: witness.events });
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

  it('takes the buffer of a call away from its sender', async () => {
    await open(1);
    const sent = call(1, EVENT);
    pool.submit(sent);
    assert.equal(sent.body.byteLength, 0);
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

  it('reports the calls of a thread that ends as lost, and recovers with a new thread and port', async () => {
    await open(1);
    const [thread] = pool.threads();
    assert.ok(thread);
    const large = JSON.stringify([EVENT]).padEnd(INGEST_BODY_BYTES_MAX);
    for (const ticket of [1, 2, 3]) {
      pool.submit(call(ticket, null, { form: BATCH, body: new TextEncoder().encode(large) }));
    }
    await thread.terminate();
    await witness.until(() => [1, 2, 3].every((ticket) => witness.isSettled(ticket)));
    // Not always the first: a thread that gets ahead may be done with it before it is told to end.
    assert.ok(witness.lostTickets.size > 0);
    pool.submit(call(4, EVENT));
    await witness.until(() => witness.isSettled(4));
    assert.ok(witness.batches.has(4));
    assert.ok(witness.ports.length >= 2);
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

  it('survives the body that unfolds to the most memory', async () => {
    await open(1);
    const body = new TextEncoder().encode(`[${'{},'.repeat(INGEST_BODY_BYTES_MAX / 3 - 2)}{}]`);
    pool.submit(call(1, null, { form: BATCH, body }));
    await witness.until(() => witness.isSettled(1));
    const [refused] = witness.batches.get(1)?.items ?? [];
    assert.equal(refused?.kind === 'rejected' && refused.reason, 'batch_too_long');
  });
});
