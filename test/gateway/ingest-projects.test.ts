import assert from 'node:assert/strict';
import type { Outcomes } from '../../schemas/stats.js';
import { PROJECT_HEADER } from '../../src/constants.js';
import { ERROR_CODES } from '../../src/errors.js';
import { PROJECTS_MAX } from '../../src/limits.js';
import { aLog, anEvent, readError, type TestGateway, useGateways } from '../support/gateway.js';
import { logDigest } from '../support/store-digests.js';
import { times } from '../support/store-harness.js';

describe('gateway ingest with as many projects as the daemon holds', () => {
  const openTestGateway = useGateways();

  /** A gateway whose store has a project `a` and room for no other. */
  const openFullOfProjects = async (): Promise<TestGateway> => {
    const opened = await openTestGateway();
    const names = ['a', ...times(PROJECTS_MAX - 1, (index) => `project-${index}`)];
    await opened.store.append(names.map((projectName) => logDigest({ projectName })));
    return opened;
  };

  it('answers 207 when the store refuses some items', async () => {
    const { post } = await openFullOfProjects();
    const response = await post('/api/logs/batch', [aLog, { ...aLog, projectId: 'one-too-many' }]);
    assert.equal(response.status, 207);
    const [, refused] = (await response.json()) as [string, { code: string }];
    assert.equal(refused.code, 'project_limit');
  });

  it('answers with the shared reason when the store refuses every item', async () => {
    const { post } = await openFullOfProjects();
    await readError(await post('/api/logs', { ...aLog, projectId: 'one-too-many' }), 400, 'project_limit');
    const error = await readError(
      await post('/api/logs/batch', [{ ...aLog, projectId: 'one-too-many' }]),
      400,
      'project_limit',
    );
    assert.deepEqual(error.details, [{ path: '/0', message: ERROR_CODES.project_limit.error }]);
  });

  it('counts every item once, per project, while calls are under way and after', async () => {
    const { post, pool, gateway, fetch } = await openFullOfProjects();
    await post('/api/events/batch', [anEvent, { ...anEvent, projectId: 'a', eventId: 'x' }, { bad: true }]);
    await post('/api/events', { ...anEvent, projectId: 'a', eventId: 'x' });
    await post('/api/logs', '{');
    await post('/api/logs', { ...aLog, projectId: 'barred' });
    pool.holding = true;
    const waiting = post('/api/logs/batch', [aLog, aLog], { [PROJECT_HEADER]: 'a' });
    await pool.submitted(5);
    const during = gateway.outcomes.toJson();
    assert.equal(during.total.inFlight, 1);
    assertBalanced(during);
    pool.release();
    await waiting;
    const after = (await (await fetch('/api/outcomes')).json()) as Outcomes;
    assert.deepEqual(after.total, {
      received: 8,
      inFlight: 0,
      stored: 4,
      duplicate: 1,
      rejected: { validation_failed: 1, invalid_json: 1, project_limit: 1 },
      dropped: {},
    });
    assertBalanced(after);
    const { total } = (await (await fetch('/api/outcomes?projectId=a')).json()) as Outcomes;
    assert.deepEqual(total, { received: 4, inFlight: 0, stored: 3, duplicate: 1, rejected: {}, dropped: {} });
  });
});

function assertBalanced({ total, projects }: Outcomes): void {
  for (const counts of [total, ...projects]) {
    const lost = [...Object.values(counts.rejected), ...Object.values(counts.dropped)];
    const sum = lost.reduce((a, b) => a + b, counts.stored + counts.duplicate + counts.inFlight);
    assert.equal(counts.received, sum);
  }
  assert.equal(
    projects.reduce((sum, { received }) => sum + received, 0),
    total.received,
  );
}
