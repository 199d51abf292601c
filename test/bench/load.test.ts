import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type LoadJob, type LoadReport, runLoad } from '../../bench/load.js';

const JOB = { engine: 'raw', kind: 'event', connections: 4, warmUpSeconds: 0.01, seconds: 0.2, seed: 1 } as const;

describe('the load generator', () => {
  const servers: Server[] = [];

  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  /** A load on a server that answers every call in this way. */
  async function load(answer: (response: ServerResponse) => void, job: Partial<LoadJob> = {}): Promise<LoadReport> {
    const server = createServer((request, response) => {
      request.resume().once('end', () => answer(response));
    });
    servers.push(server.listen(0, '127.0.0.1'));
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return await runLoad({ ...JOB, ratePerSecond: null, port, ...job });
  }

  /** Accepts and refuses in turns. */
  function everyOther(headers: Record<string, string>): (response: ServerResponse) => void {
    let count = 0;
    return (response) => response.writeHead(count++ % 2 === 0 ? 201 : 503, headers).end('{}');
  }

  it('counts refusals where the job allows them, and every call that it sent', async () => {
    const answer = everyOther({ 'Content-Length': '2', 'Retry-After': '1' });
    const report = await load(answer, { allowsRefusals: true, keepsSamples: true, ratePerSecond: 200 });
    assert.ok(report.calls > 0 && report.refused.calls > 0);
    assert.equal(report.sentCalls, report.acknowledgedCalls + report.refused.callsInAll);
    assert.equal(report.samples.length, report.calls + report.refused.calls);
  });

  it('rejects when a refusal does not say when to try again, or the job allows none', async () => {
    const bare = { 'Content-Length': '2' };
    await assert.rejects(load(everyOther(bare), { allowsRefusals: true }), /answered with 503 without Retry-After/);
    await assert.rejects(load(everyOther({ ...bare, 'Retry-After': '1' })), /answered with 503/);
  });

  it('rejects any other answer', async () => {
    const answer = (response: ServerResponse) => response.writeHead(500, { 'Content-Length': '2' }).end('{}');
    await assert.rejects(load(answer, { allowsRefusals: true }), /answered with 500/);
  });
});
