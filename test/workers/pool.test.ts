import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import { DIGEST_TASK_CALLS_MAX, INGEST_BODY_BYTES_MAX } from '../../src/limits.js';
import type { DigestMessage, DigestVerdict, IngestCall } from '../../src/messages.js';
import { type DigestPool, openDigestPool } from '../../src/workers/pool.js';

const EVENT = { type: 'Error', message: 'm', source: 'backend' };

function call(ticket: number, value: unknown, more: Partial<IngestCall> = {}): IngestCall {
  return {
    ticket,
    route: 'event',
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
  readonly verdicts = new Map<number, DigestVerdict>();
  readonly lostTickets = new Set<number>();
  readonly ports: MessagePort[] = [];
  readonly #digested: DigestMessage[] = [];
  #check: () => void = () => undefined;

  readonly events = {
    verdict: (verdict: DigestVerdict): void => {
      assert.ok(!this.isSettled(verdict.ticket), 'a call settles once');
      this.verdicts.set(verdict.ticket, verdict);
      this.#check();
    },
    lost: (tickets: readonly number[]): void => {
      for (const ticket of tickets) {
        assert.ok(!this.isSettled(ticket), 'a call settles once');
        this.lostTickets.add(ticket);
      }
      this.#check();
    },
    port: (port: MessagePort): void => {
      port.on('message', (message: DigestMessage) => {
        this.#digested.push(message);
        this.#check();
      });
      this.ports.push(port);
    },
  };

  isSettled(ticket: number): boolean {
    return this.verdicts.has(ticket) || this.lostTickets.has(ticket);
  }

  digestedTickets(): readonly number[] {
    return this.#digested.flat().map(({ ticket }) => ticket);
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

  it('sends accepted items to the port and their verdict back', async () => {
    await open(1);
    pool.submit(call(1, EVENT));
    await witness.until(() => witness.isSettled(1) && witness.digestedTickets().includes(1));
    assert.deepEqual(witness.verdicts.get(1), {
      ticket: 1,
      itemCount: 1,
      rejections: [],
      wholeBody: false,
      faults: [],
      acceptedProjects: [null],
    });
  });

  it('sends nothing to the port for a call without accepted items', async () => {
    await open(1);
    pool.submit(call(1, {}));
    pool.submit(call(2, EVENT, { contentEncoding: 'zstd' }));
    pool.submit(call(3, EVENT));
    await witness.until(() => witness.digestedTickets().includes(3));
    assert.deepEqual(witness.digestedTickets(), [3]);
    await witness.until(() => witness.isSettled(2));
    assert.equal(witness.verdicts.get(2)?.rejections[0]?.rejection.reason, 'unsupported_encoding');
  });

  it('answers every call of a burst once, in more calls than one task takes', async () => {
    await open(2);
    const count = DIGEST_TASK_CALLS_MAX * 10 + 1;
    for (let ticket = 1; ticket <= count; ticket++) pool.submit(call(ticket, EVENT));
    await pool.close();
    assert.equal(witness.verdicts.size, count);
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
      pool.submit(call(ticket, null, { route: 'event_batch', body: new TextEncoder().encode(large) }));
    }
    await thread.terminate();
    await witness.until(() => [1, 2, 3].every((ticket) => witness.isSettled(ticket)));
    // Not always the first: a thread that gets ahead may be done with it before it is told to end.
    assert.ok(witness.lostTickets.size > 0);
    pool.submit(call(4, EVENT));
    await witness.until(() => witness.isSettled(4));
    assert.ok(witness.verdicts.has(4));
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
    assert.ok(witness.verdicts.has(2));
  });

  it('closes after the verdicts of all calls, ends its threads, and loses what comes later', async () => {
    await open(2);
    const exits = pool.threads().map((thread) => once(thread, 'exit'));
    for (let ticket = 1; ticket <= 100; ticket++) pool.submit(call(ticket, EVENT));
    await pool.close();
    await Promise.all(exits);
    assert.equal(witness.verdicts.size, 100);
    pool.submit(call(101, EVENT));
    assert.ok(witness.lostTickets.has(101));
  });

  it('survives the body that unfolds to the most memory', async () => {
    await open(1);
    const body = new TextEncoder().encode(`[${'{},'.repeat(INGEST_BODY_BYTES_MAX / 3 - 2)}{}]`);
    pool.submit(call(1, null, { route: 'event_batch', body }));
    await witness.until(() => witness.isSettled(1));
    assert.equal(witness.verdicts.get(1)?.rejections[0]?.rejection.reason, 'batch_too_long');
  });
});
