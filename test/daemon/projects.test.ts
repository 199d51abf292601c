import assert from 'node:assert/strict';
import type { ErrorReply } from '../../schemas/error-reply.js';
import type { ProjectList } from '../../schemas/stats.js';
import { useDaemon } from '../support/daemon.js';
import { anEvent, without } from '../support/events.js';
import { callJson } from '../support/http.js';

describe('DELETE /api/projects/{name}', () => {
  const fixture = useDaemon();

  it('deletes a project of any name with what is stored of it, and answers 404 when there is none', async () => {
    const { url } = await fixture.start();
    const call = (name: string) =>
      callJson<ErrorReply>(`${url}/api/projects/${encodeURIComponent(name)}`, { method: 'DELETE' });
    for (const name of ['shop', 'a/b', 'ä %', 'x'.repeat(128)]) {
      await callJson(`${url}/api/events`, { body: anEvent({ projectId: name }) });
      await callJson(`${url}/api/events`, { body: anEvent({ projectId: 'kept' }) });
      const { status, body } = await call(name);
      assert.deepEqual([status, body], [200, { success: true }]);
      const missing = await call(name);
      assert.deepEqual([missing.status, missing.body.code], [404, 'project_not_found']);
    }
    const { body } = await callJson<ProjectList>(`${url}/api/projects`);
    assert.deepEqual(
      body.projects.map(({ name }) => name),
      ['kept'],
    );
    assert.equal((await call('x'.repeat(129))).status, 404);
    assert.equal((await call('')).status, 404);
  });
});

describe('GET /api/projects', () => {
  const fixture = useDaemon();

  it('lists what events, requests and logs have named, each once, in the form of the contract', async () => {
    const { url } = await fixture.start();
    const projects = async () => (await callJson<ProjectList>(`${url}/api/projects`)).body;
    assert.deepEqual(await projects(), { projects: [] });
    const request = { method: 'GET', url: '/' };
    const log = { level: 'info', message: 'm' };
    await callJson(`${url}/api/events`, { body: anEvent({ projectId: 'by event' }) });
    await callJson(`${url}/api/events`, { body: anEvent({ projectId: 'by event' }) });
    await callJson(`${url}/api/events/request`, { body: { ...request, projectId: 'by request' } });
    await callJson(`${url}/api/logs/batch`, { body: [{ ...log, projectId: 'by log' }] });
    await callJson(`${url}/api/logs`, { body: log, headers: { 'x-service-project-id': 'by header' } });
    const { projects: listed } = await projects();
    assert.deepEqual(listed.map(({ name }) => name).toSorted(), ['by event', 'by header', 'by log', 'by request']);
    for (const project of listed) {
      assert.deepEqual(Object.keys(project).toSorted(), ['createdAt', 'id', 'name']);
      assert.match(project.createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      assert.notEqual(project.id, '');
    }
    assert.equal(new Set(listed.map(({ id }) => id)).size, 4);
    const narrowed = await callJson<ProjectList>(`${url}/api/projects?projectId=by+log`);
    assert.deepEqual(
      narrowed.body.projects.map(({ name }) => name),
      ['by log'],
    );
  });

  it('lists no project for records without one, and none that was only asked for', async () => {
    const { url } = await fixture.start();
    await callJson(`${url}/api/events`, { body: without(anEvent(), 'projectId') });
    await callJson(`${url}/api/errors?projectId=asked`);
    await callJson(`${url}/api/clear`, { body: { projectId: 'cleared' } });
    await callJson(`${url}/api/events`, { body: { projectId: 'refused' } });
    assert.deepEqual((await callJson(`${url}/api/projects`)).body, { projects: [] });
  });
});
