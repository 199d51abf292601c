import assert from 'node:assert/strict';
import type { ErrorGroupList } from '../../schemas/error-group.js';
import type { EventAccepted } from '../../schemas/event.js';
import type { LogList } from '../../schemas/log.js';
import type { RequestList } from '../../schemas/request.js';
import type { ProjectList, Stats } from '../../schemas/stats.js';
import { useDaemon } from '../support/daemon.js';
import { anEvent, without } from '../support/events.js';
import { callJson } from '../support/http.js';
import { assertRefused } from '../support/shared-daemon.js';

const EVERYTHING = { errors: 1, events: 2, requests: 1, logs: 1 };
const NOTHING = { errors: 0, events: 0, requests: 0, logs: 0 };
const WITHOUT_LOGS = { ...EVERYTHING, logs: 0 };

describe('clearing', () => {
  const fixture = useDaemon();

  it('POST /api/clear without a body clears everything', async () => {
    const { url } = await start();
    const { status, body } = await callJson(`${url}/api/clear`, { method: 'POST' });
    assert.deepEqual([status, body], [200, { success: true }]);
    for (const projectId of ['a', 'b']) assert.deepEqual(await contents(url, projectId), NOTHING);
    const { errorsByType, totalRequests } = (await callJson<Stats>(`${url}/api/stats`)).body;
    assert.deepEqual([errorsByType, totalRequests], [{}, 0]);
  });

  it('POST /api/clear with a project clears that project only', async () => {
    const { url } = await start();
    await callJson(`${url}/api/events`, { body: without(anEvent(), 'projectId') });
    const { status, body } = await callJson(`${url}/api/clear`, { body: { projectId: 'a' } });
    assert.deepEqual([status, body], [200, { success: true }]);
    assert.deepEqual(await contents(url, 'a'), NOTHING);
    assert.deepEqual(await contents(url, 'b'), EVERYTHING);
    assert.equal((await callJson<ErrorGroupList>(`${url}/api/errors`)).body.total, 2);
  });

  it('POST /api/clear clears everything for {} and for a project of null', async () => {
    const { url } = await start();
    for (const clearing of [{}, { projectId: null }]) {
      await fill(url, 'a');
      assert.equal((await callJson(`${url}/api/clear`, { body: clearing })).status, 200);
      assert.deepEqual(await contents(url, 'a'), NOTHING);
    }
  });

  it('POST /api/clear of a project nobody has named succeeds and clears nothing', async () => {
    const { url } = await start();
    assert.equal((await callJson(`${url}/api/clear`, { body: { projectId: 'unknown' } })).status, 200);
    for (const projectId of ['a', 'b']) assert.deepEqual(await contents(url, projectId), EVERYTHING);
  });

  it('POST /api/logs/clear clears log entries only, of one project or all', async () => {
    const { url } = await start();
    const one = await callJson(`${url}/api/logs/clear`, { body: { projectId: 'a' } });
    assert.deepEqual([one.status, one.body], [200, { success: true }]);
    assert.deepEqual(await contents(url, 'a'), WITHOUT_LOGS);
    assert.deepEqual(await contents(url, 'b'), EVERYTHING);
    assert.equal((await callJson(`${url}/api/logs/clear`, { method: 'POST' })).status, 200);
    assert.deepEqual(await contents(url, 'b'), WITHOUT_LOGS);
  });

  it('refuses every other body of a clear, and clears nothing', async () => {
    const { url } = await start();
    const invalid = ['[]', 'null', '"a"', '1', '{"project":"a"}', '{"projectId":1}', '{"projectId":["a"]}'];
    const names = ['{"projectId":""}', '{"projectId":" a"}', '{"projectId":"../a"}', '{"projectId":"a","all":true}'];
    for (const path of ['/api/clear', '/api/logs/clear']) {
      for (const body of [...invalid, ...names]) {
        assertRefused(await callJson(url + path, { body }), 400, 'validation_failed');
      }
      for (const body of ['{', ' ', 'projectId=a', '\0', '{"projectId":"a"}}']) {
        assertRefused(await callJson(url + path, { body }), 400, 'invalid_json');
      }
      assertRefused(await callJson(`${url}${path}?projectId=a`, { method: 'POST' }), 400, 'invalid_query');
      assertRefused(await callJson(`${url}${path}`, { method: 'GET' }), 405, 'method_not_allowed');
    }
    for (const projectId of ['a', 'b']) assert.deepEqual(await contents(url, projectId), EVERYTHING);
  });

  it('keeps what is sent while and after it clears', async () => {
    const { url } = await start();
    const [cleared, sent] = await Promise.all([
      callJson(`${url}/api/clear`, { method: 'POST' }),
      callJson<EventAccepted>(`${url}/api/events`, { body: anEvent({ projectId: 'a' }) }),
    ]);
    assert.deepEqual([cleared.status, sent.status], [200, 201]);
    const { body } = await callJson<EventAccepted>(`${url}/api/events`, { body: anEvent({ projectId: 'a' }) });
    const { events } = await contents(url, 'a');
    assert.equal(events, body.isNew ? 1 : 2);
  });

  it('takes an event that was cleared as new when it comes again', async () => {
    const { url } = await start();
    const event = anEvent({ projectId: 'a', eventId: 'again' });
    await callJson(`${url}/api/events`, { body: event });
    await callJson(`${url}/api/clear`, { body: { projectId: 'a' } });
    const { body } = await callJson<EventAccepted>(`${url}/api/events`, { body: event });
    assert.equal(body.isNew, true);
    assert.equal((await contents(url, 'a')).events, 1);
  });

  it('leaves the daemon usable: projects stay or return, and ids are never given twice', async () => {
    const { url } = await start();
    const [group] = (await callJson<ErrorGroupList>(`${url}/api/errors?projectId=a`)).body.errors;
    await callJson(`${url}/api/clear`, { method: 'POST' });
    await fill(url, 'a');
    const names = (await callJson<ProjectList>(`${url}/api/projects`)).body.projects.map(({ name }) => name);
    assert.ok(names.includes('a'));
    const [again] = (await callJson<ErrorGroupList>(`${url}/api/errors?projectId=a`)).body.errors;
    assert.notEqual(again?.id, group?.id);
    assert.deepEqual(await contents(url, 'a'), EVERYTHING);
  });

  async function start() {
    const daemon = await fixture.start();
    for (const projectId of ['a', 'b']) await fill(daemon.url, projectId);
    return daemon;
  }
});

async function fill(url: string, projectId: string): Promise<void> {
  await callJson(`${url}/api/events/batch`, { body: [anEvent({ projectId }), anEvent({ projectId })] });
  await callJson(`${url}/api/events/request`, { body: { method: 'GET', url: '/', projectId } });
  await callJson(`${url}/api/logs`, { body: { level: 'info', message: 'm', projectId } });
}

async function contents(url: string, projectId: string): Promise<typeof EVERYTHING> {
  const errors = (await callJson<ErrorGroupList>(`${url}/api/errors?projectId=${projectId}`)).body;
  const requests = (await callJson<RequestList>(`${url}/api/requests?projectId=${projectId}`)).body;
  const logs = (await callJson<LogList>(`${url}/api/logs?projectId=${projectId}`)).body;
  const events = errors.errors.reduce((sum, { count }) => sum + count, 0);
  return { errors: errors.total, events, requests: requests.total, logs: logs.total };
}
