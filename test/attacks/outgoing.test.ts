// Clients that ask for much and read little.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import type { ErrorGroupDetail, ErrorGroupList } from '../../schemas/error-group.js';
import type { LogList } from '../../schemas/log.js';
import { ANSWER_BYTES_MAX } from '../../src/limits.js';
import { endDaemonProcesses, startDaemonProcess } from '../support/daemon-process.js';
import { callJson } from '../support/http.js';
import { IS_OTHER_NODE } from '../support/other-node.js';
import { useTempDir } from '../support/temp-dir.js';

const MIB = 1024 * 1024;
/**
 * A peak of 430 to 490 MB on a quiet machine, of which the tables of explanations are 20, and up to 516 on a busy one, where
 * answers wait longer. Node 24 takes 30 MB more before it does anything, and its young generation grows to 64 MB where that of
 * Node 20 ends at 32 (docs/adr/0024-sqlite-of-node.md).
 */
const RSS_BYTES_MAX = IS_OTHER_NODE ? 620e6 : 560e6;
const TEXT = 't'.repeat(15_000);
const EVENTS = 400;

describe('attacks on what goes out', function () {
  this.timeout(120_000);
  const dir = useTempDir();
  const sockets: Socket[] = [];
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await endDaemonProcesses();
  });

  const start = () => startDaemonProcess(join(dir(), 'service.db'));

  function ask(port: number, head: string): { socket: Socket; status: Promise<string> } {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.write(`GET ${head}\r\nHost: x\r\n\r\n`);
    const status = new Promise<string>((resolve) => {
      // Reads the first line and stops: what follows stays with the daemon.
      socket.once('readable', () => resolve(String(socket.read(12) ?? '').slice(9)));
    });
    return { socket, status };
  }

  async function fillGroup(url: string): Promise<string> {
    const extra = { a: TEXT, b: TEXT, c: TEXT, d: TEXT };
    for (let sent = 0; sent < EVENTS; sent += 100) {
      const body = Array.from({ length: 100 }, (_, index) => ({
        type: 'Large',
        message: 'the same',
        source: 'backend',
        eventId: `e${sent + index}`,
        extra,
      }));
      assert.equal((await callJson(`${url}/api/events/batch`, { body })).status, 201);
    }
    return (await callJson<ErrorGroupList>(`${url}/api/errors`)).body.errors[0]?.id ?? '';
  }

  it('ends the page of a large group early, and the cursor reaches every event once', async () => {
    const { url } = await start();
    const id = await fillGroup(url);
    const found: (string | undefined)[] = [];
    let before = '';
    do {
      const { body } = await callJson<ErrorGroupDetail>(`${url}/api/errors/${id}${before}`);
      assert.ok(JSON.stringify(body).length < ANSWER_BYTES_MAX * 1.1);
      assert.equal(body.total, EVENTS);
      assert.ok(body.events.length > 0 && body.events.length < EVENTS);
      found.push(...body.events.map(({ eventId }) => eventId));
      before = body.next === undefined ? '' : `?before=${body.next}`;
    } while (before !== '');
    assert.equal(found.length, EVENTS);
    assert.equal(new Set(found).size, EVENTS);
  });

  it('ends a page of large logs early, and the cursor reaches every entry once, in a search too', async () => {
    const { url } = await start();
    for (let sent = 0; sent < 300; sent += 100) {
      const body = Array.from({ length: 100 }, (_, index) => ({
        level: 'log',
        message: `needle ${sent + index} ${TEXT}${TEXT}${TEXT}`,
      }));
      assert.equal((await callJson(`${url}/api/logs/batch`, { body })).status, 201);
    }
    for (const search of ['', '&search=needle']) {
      const found: string[] = [];
      let before = '';
      do {
        const { body } = await callJson<LogList>(`${url}/api/logs?pageSize=1000${search}${before}`);
        assert.equal(body.total, 300);
        assert.ok(body.logs.length < 300);
        found.push(...body.logs.map(({ id }) => id));
        before = body.next === undefined ? '' : `&before=${body.next}`;
      } while (before !== '');
      assert.deepEqual([found.length, new Set(found).size], [300, 300]);
    }
  });

  it('refuses answers that would wait for clients that do not read, and stays small', async () => {
    const { url, port, child } = await start();
    const id = await fillGroup(url);
    const asked = Array.from({ length: 100 }, () => ask(port, `/api/errors/${id} HTTP/1.1`));
    const statuses = await Promise.all(asked.map(({ status }) => status));
    assert.deepEqual([...new Set(statuses)].sort(), ['200', '503']);
    assert.ok(statuses.filter((status) => status === '200').length >= 2);
    assertSmall(child.pid);
    assertUnmapped(child.pid);
    assert.equal((await callJson(`${url}/api/stats`)).status, 200);
    for (const { socket } of asked) socket.destroy();
    // The room is there again as soon as the daemon has noticed.
    while ((await callJson(`${url}/api/errors/${id}`)).status === 503);
  });

  it('keeps nothing for feed clients that do not read, and stays small', async () => {
    const { url, port, child } = await start();
    const upgrade =
      '/ws HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n' +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
    const silent = Array.from({ length: 300 }, () => ask(port, upgrade));
    assert.deepEqual([...new Set(await Promise.all(silent.map(({ status }) => status)))], ['101']);
    const body = Array.from({ length: 100 }, () => ({ level: 'log', message: `${TEXT}${TEXT}${TEXT}${TEXT}` }));
    for (let sent = 0; sent < 15; sent += 1) {
      assert.equal((await callJson(`${url}/api/logs/batch`, { body })).status, 201);
    }
    assertSmall(child.pid);
  });
});

/** Where the system tells: the most that the daemon has held so far. */
function assertSmall(pid: number | undefined): void {
  if (process.platform !== 'linux') return;
  const peak = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid ?? ''}/status`, 'utf8'))?.[1];
  const bytes = Number(peak) * 1024;
  assert.ok(bytes < RSS_BYTES_MAX, `${Math.round(bytes / MIB)} MiB`);
}

/** Pages of a mapped database would count as memory of the daemon, once for each thread that has read them. */
function assertUnmapped(pid: number | undefined): void {
  if (process.platform !== 'linux') return;
  assert.doesNotMatch(readFileSync(`/proc/${pid ?? ''}/maps`, 'utf8'), /service\.db$/m);
}
