// What one sender can take from the others: room, and turns.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import type { Outcomes } from '../../schemas/stats.js';
import { parseOptions } from '../../src/config.js';
import { type DaemonLimits, startDaemon } from '../../src/daemon.js';
import { INGEST_BODY_BYTES_MAX, INGEST_IN_FLIGHT_BYTES_MAX } from '../../src/limits.js';
import { openLog } from '../../src/log.js';
import { anEvent } from '../support/events.js';
import { callJson } from '../support/http.js';
import { openSocket, readUntil } from '../support/raw.js';
import { useTempDir } from '../support/temp-dir.js';

const WHOLE_ANSWER = /\r\n\r\n.*\}$/s;
/** As many as fill the memory for bodies, and what each of them sends for that. */
const STALLED_COUNT = Math.ceil(INGEST_IN_FLIGHT_BYTES_MAX / INGEST_BODY_BYTES_MAX);
const STALLED_BYTES = Math.floor(INGEST_IN_FLIGHT_BYTES_MAX / STALLED_COUNT);

describe('senders that take room or turns from others', () => {
  let url: string;
  let port: number;
  let stop: (() => Promise<void>) | null = null;
  // Hooks run in the order they are registered: the daemon ends before its directory goes.
  afterEach(async () => {
    await stop?.();
    stop = null;
  });
  const dir = useTempDir();

  async function start(limits: DaemonLimits): Promise<void> {
    const config = parseOptions({ port: 0, host: '127.0.0.1', dbPath: `${dir()}/service.db` });
    const daemon = await startDaemon(config, { log: openLog('silent'), limits });
    ({ url, port } = daemon);
    stop = () => daemon.stop();
  }

  /** Announces a body, and sends all of it but a byte. */
  async function stall(headers = ''): Promise<{ answer: Promise<string>; end: () => void }> {
    const socket = await openSocket(port);
    const answer = readUntil(socket, WHOLE_ANSWER);
    // Of those that are not refused nobody waits for the answer.
    answer.catch(() => undefined);
    socket.write(`POST /api/logs HTTP/1.1\r\nHost: x\r\n${headers}Content-Length: ${STALLED_BYTES + 1}\r\n\r\n`);
    await new Promise((resolve) => socket.write(Buffer.alloc(STALLED_BYTES, ' '), resolve));
    return { answer, end: () => socket.destroy() };
  }

  const fiveMegabytes = (): string => JSON.stringify(anEvent()).padEnd(5_000_000);

  it('takes a body of 5 MB while the stalled senders of another project fill the memory', async () => {
    await start({});
    const senders = await Promise.all(
      Array.from({ length: STALLED_COUNT }, () => stall('x-service-project-id: stalled\r\n')),
    );
    // It reads up to half a megabyte of each connection between two answers to others: now it has read all of it.
    for (let count = 0; count < 60; count += 1) await callJson(`${url}/api/health`);
    const more = { body: anEvent(), headers: { 'x-service-project-id': 'stalled' } };
    assert.equal((await callJson(`${url}/api/events`, more)).status, 503);
    const headers = { 'x-service-project-id': 'quiet' };
    assert.equal((await callJson(`${url}/api/events`, { body: fiveMegabytes(), headers })).status, 201);
    for (const { end } of senders) end();
  });

  it('answers stalled senders 408 and takes a body of 5 MB of the same client instead', async () => {
    await start({ ingestWindowMs: 400 });
    const senders = await Promise.all(Array.from({ length: STALLED_COUNT }, () => stall()));
    for (const { answer } of senders) {
      assert.match(await answer, /^HTTP\/1\.1 408 .*\r\nConnection: close\r\n.*"code":"body_too_slow"/s);
    }
    assert.equal((await callJson(`${url}/api/events`, { body: fiveMegabytes() })).status, 201);
    const { total } = (await callJson<Outcomes>(`${url}/api/outcomes`)).body;
    assert.deepEqual([total.rejected, total.inFlight], [{ body_too_slow: STALLED_COUNT }, 0]);
    for (const { end } of senders) end();
  });

  it('refuses a noisy project with 200 connections, and the quiet one with 2 in less than 5 of 100 calls', async () => {
    await start({});
    const batch = JSON.stringify(Array.from({ length: 150 }, () => anEvent()));
    const agent = new Agent({ keepAlive: true, maxSockets: 202 });
    const send = async (project: string): Promise<number> => {
      const headers = { 'x-service-project-id': project };
      const call = request(`${url}/api/events/batch`, { method: 'POST', agent, headers });
      call.end(batch);
      const [response] = (await once(call, 'response')) as [IncomingMessage];
      await once(response.resume(), 'end');
      return response.statusCode ?? 0;
    };
    const noisy = { isOver: false, refusedCount: 0 };
    const noise = Array.from({ length: 200 }, async () => {
      while (!noisy.isOver) if ((await send('noisy')) === 503) noisy.refusedCount += 1;
    });
    const quiet = Array.from({ length: 2 }, async () => {
      let refusedCount = 0;
      for (let count = 0; count < 50; count += 1) if ((await send('quiet')) === 503) refusedCount += 1;
      return refusedCount;
    });
    const refusedCounts = await Promise.all(quiet);
    noisy.isOver = true;
    await Promise.all(noise);
    agent.destroy();
    assert.ok(noisy.refusedCount > 200, `the daemon was not full: it refused ${noisy.refusedCount} noisy calls`);
    const refusedCount = refusedCounts.reduce((sum, count) => sum + count, 0);
    assert.ok(refusedCount < 5, `${refusedCount} of 100 were refused`);
  }).timeout(120_000);
});
