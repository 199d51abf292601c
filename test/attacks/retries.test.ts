// A sender that does not hear an answer sends the same again, to a daemon that may have been killed meanwhile.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import type { LogList } from '../../schemas/log.js';
import type { RecordAccepted, RequestList, RequestRecord } from '../../schemas/request.js';
import type { Outcomes, Stats } from '../../schemas/stats.js';
import { RECORD_IDS_GATHERED_MAX } from '../../src/store/sqlite/limits.js';
import { type DaemonProcess, endDaemonProcesses, startDaemonProcess } from '../support/daemon-process.js';
import { callJson } from '../support/http.js';
import { assertBalanced } from '../support/shared-daemon.js';
import { useTempDir } from '../support/temp-dir.js';

const LOGS = '/api/logs/batch';
const REQUESTS = '/api/events/request/batch';

const logOf = (index: number) => ({
  recordId: `r${index}`,
  level: 'info',
  message: `line ${index}`,
  projectId: 'shop',
});
const requestOf = (index: number) => ({ recordId: `r${index}`, method: 'GET', url: `/${index}`, projectId: 'shop' });
const range = <T>(from: number, to: number, make: (index: number) => T): T[] =>
  Array.from({ length: to - from }, (_, index) => make(from + index));

async function post<T>({ url }: DaemonProcess, path: string, body: unknown): Promise<T> {
  const answer = await callJson<T>(url + path, { body });
  assert.equal(answer.status, 201);
  return answer.body;
}

async function get<T>({ url }: DaemonProcess, path: string): Promise<T> {
  return (await callJson<T>(url + path)).body;
}

/** Kills the daemon as soon as it has begun to answer, so that nothing but the file knows what was committed. */
async function killBeforeAnswer(daemon: DaemonProcess, path: string, body: unknown): Promise<void> {
  const call = request(daemon.url + path, { method: 'POST' }).end(JSON.stringify(body));
  await once(call, 'response');
  const ended = daemon.stop('SIGKILL');
  call.on('error', () => undefined).destroy();
  assert.equal(await ended, 'SIGKILL');
}

describe('retries after a lost answer', () => {
  const dir = useTempDir();
  afterEach(endDaemonProcesses);

  it('store no log entry and no request record twice when the daemon was killed before it answered', async function () {
    this.timeout(60_000);
    const dbPath = join(dir(), 'service.db');
    for (const round of [0, 1, 2]) {
      const daemon = await startDaemonProcess(dbPath);
      await post(daemon, REQUESTS, range(0, 10 * (round + 1), requestOf));
      await killBeforeAnswer(daemon, LOGS, range(0, 10 * (round + 1), logOf));
    }
    const daemon = await startDaemonProcess(dbPath);
    const retried = await post<string[]>(daemon, LOGS, range(0, 31, logOf));
    const again = await post<RecordAccepted[]>(daemon, REQUESTS, range(0, 31, requestOf));
    const { logs, total } = await get<LogList>(daemon, '/api/logs?projectId=shop');
    assert.equal(total, 31);
    const messages = new Map(logs.map(({ id, message }) => [id, message]));
    assert.deepEqual(
      retried.map((id) => messages.get(id)),
      range(0, 31, (index) => `line ${index}`),
    );
    const requests = await get<RequestList>(daemon, '/api/requests?projectId=shop');
    assert.equal(requests.total, 31);
    assert.equal((await get<RequestRecord>(daemon, `/api/requests/${again[7]?.id ?? ''}`)).url, '/7');
    assert.equal((await get<Stats>(daemon, '/api/stats?projectId=shop')).totalRequests, 31);
    const outcomes = await get<Outcomes>(daemon, '/api/outcomes');
    assert.deepEqual([outcomes.total.stored, outcomes.total.duplicate], [2, 60]);
    assertBalanced(outcomes);
    assert.equal(await daemon.stop(), 0);
  });

  it('are found when the kill came in the middle of the merge of their ids', async function () {
    this.timeout(120_000);
    const dbPath = join(dir(), 'service.db');
    const first = await startDaemonProcess(dbPath);
    const end = Math.ceil(RECORD_IDS_GATHERED_MAX / 1000 + 2) * 1000;
    for (let from = 0; from < end - 1000; from += 1000) await post(first, LOGS, range(from, from + 1000, logOf));
    await killBeforeAnswer(first, LOGS, range(end - 1000, end, logOf));
    const second = await startDaemonProcess(dbPath);
    for (let from = 0; from < end; from += 1000) await post(second, LOGS, range(from, from + 1000, logOf));
    assert.equal((await get<LogList>(second, '/api/logs?pageSize=1')).total, end);
    assert.equal((await get<Outcomes>(second, '/api/outcomes')).total.duplicate, end);
    assert.equal(await second.stop(), 0);
  });
});
