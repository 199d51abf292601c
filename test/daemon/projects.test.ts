import assert from 'node:assert/strict';
import type { ProjectList } from '../../schemas/stats.js';
import { useDaemon } from '../support/daemon.js';
import { anEvent, without } from '../support/events.js';
import { callJson } from '../support/http.js';

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
