import assert from 'node:assert/strict';
import {
  BYTES_PER_DAY_MAX,
  EVENTS_PER_MINUTE_MAX,
  GROUPING_VERSION_MAX,
  RETENTION_DAYS_MAX,
  SOURCE_MAP_PLACE_CHARS_MAX,
  SOURCE_MAP_PLACES_MAX,
} from '../../schemas/limits.js';
import type { ProjectSettings } from '../../schemas/project-settings.js';
import { PROJECT_HEADER } from '../../src/constants.js';
import { PROJECT_SETTINGS_MAX, REFUSED_BODY_BYTES_MAX } from '../../src/limits.js';
import { aLog, anEvent, aRequest, readError, type TestGateway, useGateways } from '../support/gateway.js';
import { times } from '../support/store-harness.js';

/** One item of any size uses it up, for the rest of the day. */
const USED_UP_BY_ONE = { bytesPerDay: 1 };

describe('gateway settings of projects', () => {
  const openTestGateway = useGateways();
  let projects = 0;

  /** A gateway, and a project that no other test has. */
  const openWithProject = async () => {
    const gateway = await openTestGateway();
    projects += 1;
    const name = `limited ${projects}/ä`;
    const path = `/api/projects/${encodeURIComponent(name)}/settings`;
    const patch = (body: unknown, at = path) =>
      gateway.fetch(at, { method: 'PATCH', body: typeof body === 'string' ? body : JSON.stringify(body) });
    const read = async () => (await (await gateway.fetch(path)).json()) as ProjectSettings;
    return { ...gateway, name, path, patch, read };
  };

  const secondsOf = (response: Response): number => Number(response.headers.get('retry-after'));
  const refusedCount = ({ outcomes }: TestGateway['gateway'], name: string): number =>
    outcomes.toJson(name).total.rejected.rate_limited ?? 0;

  it('answers a change with the settings as they are then, and a read with the same', async () => {
    const { name, patch, read } = await openWithProject();
    const unset = {
      projectId: name,
      eventsPerMinute: null,
      bytesPerDay: null,
      retentionDays: null,
      grouping: 1,
      sourceMaps: [],
      groupingRules: [],
      regroup: null,
      usage: null,
    };
    assert.deepEqual(await read(), unset);
    const answer = await patch({ retentionDays: 7, bytesPerDay: 5_000_000 });
    assert.equal(answer.status, 200);
    const settings = (await answer.json()) as ProjectSettings;
    const { usage, ...values } = settings;
    assert.deepEqual(values, {
      projectId: name,
      eventsPerMinute: null,
      bytesPerDay: 5_000_000,
      retentionDays: 7,
      grouping: 1,
      sourceMaps: [],
      groupingRules: [],
      regroup: null,
    });
    assert.deepEqual([usage?.minute.items, usage?.day.bytes], [0, 0]);
    assert.match(usage?.day.resetsAt ?? '', /T00:00:00\.000Z$/);
    assert.match(usage?.minute.resetsAt ?? '', /:00\.000Z$/);
    assert.equal((await read()).bytesPerDay, 5_000_000);
    assert.deepEqual(await (await patch({ retentionDays: null, bytesPerDay: null })).json(), unset);
  });

  it('takes as many places for source maps as may be, of a length that may be', async () => {
    const { patch, read } = await openWithProject();
    const places = times(SOURCE_MAP_PLACES_MAX, (index) => `/srv/shop-${index}`);
    assert.equal((await patch({ sourceMaps: places })).status, 200);
    assert.deepEqual((await read()).sourceMaps, places);
    await readError(await patch({ sourceMaps: [...places, '/srv/more'] }), 400, 'validation_failed');
    const long = `/srv/${'x'.repeat(SOURCE_MAP_PLACE_CHARS_MAX - '/srv/'.length)}`;
    assert.equal((await patch({ sourceMaps: [long] })).status, 200);
    await readError(await patch({ sourceMaps: [`${long}x`] }), 400, 'validation_failed');
    assert.equal((await patch({ sourceMaps: null })).status, 200);
    assert.deepEqual((await read()).sourceMaps, []);
  });

  it('takes as many places of the greatest length in one body, whatever their characters are written as', async () => {
    const { patch, read } = await openWithProject();
    const places = times(SOURCE_MAP_PLACES_MAX, (index) => {
      const start = `/${index}/`;
      return start + '😀'.repeat(SOURCE_MAP_PLACE_CHARS_MAX - start.length);
    });
    const body = JSON.stringify({ sourceMaps: places }).replaceAll('😀', '\\ud83d\\ude00');
    assert.equal((await patch(body)).status, 200);
    assert.deepEqual((await read()).sourceMaps, places);
  });

  it('takes the largest and the smallest values, and refuses those past them', async () => {
    const { patch } = await openWithProject();
    const largest = {
      eventsPerMinute: EVENTS_PER_MINUTE_MAX,
      bytesPerDay: BYTES_PER_DAY_MAX,
      retentionDays: RETENTION_DAYS_MAX,
      grouping: GROUPING_VERSION_MAX,
    };
    assert.equal((await patch(largest)).status, 200);
    assert.equal((await patch({ eventsPerMinute: 1, bytesPerDay: 1, retentionDays: 0 })).status, 200);
    for (const [field, value] of Object.entries(largest)) {
      await readError(await patch({ [field]: value + 1 }), 400, 'validation_failed');
    }
    const refused = [{ eventsPerMinute: 0 }, { bytesPerDay: 0 }, { retentionDays: -1 }, { eventsPerMinute: 1.5 }];
    for (const body of [...refused, { bytesPerDay: '5' }, { eventsPerHour: 5 }, [], 'null']) {
      await readError(await patch(body), 400, 'validation_failed');
    }
    await readError(await patch('{'), 400, 'invalid_json');
  });

  it('previews the groupings that there are, and refuses a version past them', async () => {
    const { path, fetch } = await openWithProject();
    const preview = (version: number) => fetch(path.replace('settings', `grouping/preview?version=${version}`));
    // No event names the project.
    for (const version of [1, GROUPING_VERSION_MAX]) await readError(await preview(version), 404, 'project_not_found');
    for (const version of [0, GROUPING_VERSION_MAX + 1]) await readError(await preview(version), 400, 'invalid_query');
  });

  it('answers 404 to what cannot be the name of a project', async () => {
    const { patch, fetch } = await openWithProject();
    for (const name of ['%E0%A4%A', 'x'.repeat(129)]) {
      const path = `/api/projects/${name}/settings`;
      await readError(await patch({ retentionDays: 7 }, path), 404, 'project_not_found');
      await readError(await fetch(path), 404, 'project_not_found');
    }
    await readError(await patch({ retentionDays: 7 }, '/api/projects/a..b/settings'), 404, 'project_not_found');
  });

  it('refuses settings of one project too many with project_limit', async () => {
    const { store, patch } = await openWithProject();
    // The bound is the store's, and its suite fills it; each of 1,000 settings is a commit.
    store.setProjectSettings = () => Promise.resolve(false);
    const { error } = await readError(await patch({ retentionDays: 7 }), 400, 'project_limit');
    assert.match(error, new RegExp(`${PROJECT_SETTINGS_MAX} projects`));
  });

  it('answers 207 to a batch that passes a limit, with rate_limited for what is over it', async () => {
    const { name, patch, post } = await openWithProject();
    await patch({ eventsPerMinute: 2 });
    const items = times(4, (index) => ({ ...anEvent, projectId: name, eventId: `e-${index}` }));
    const response = await post('/api/events/batch', items);
    assert.equal(response.status, 207);
    const entries = (await response.json()) as { id?: string; code?: string }[];
    assert.deepEqual(
      entries.map(({ id, code }) => id ?? code),
      ['e-0', 'e-1', 'rate_limited', 'rate_limited'],
    );
  });

  it('answers 429 with Retry-After when every item is over a limit, on every ingest route', async () => {
    const { name, patch, post, gateway } = await openWithProject();
    await patch(USED_UP_BY_ONE);
    assert.equal((await post('/api/logs', { ...aLog, projectId: name })).status, 201);
    const [event, log, request] = [anEvent, aLog, aRequest].map((item) => ({ ...item, projectId: name }));
    for (const [path, body] of [
      ['/api/events', event],
      ['/api/events/batch', [event, event]],
      ['/api/events/request', request],
      ['/api/events/request/batch', [request]],
      ['/api/logs', log],
      ['/api/logs/batch', [log]],
    ] as const) {
      const response = await post(path, body);
      assert.ok(secondsOf(response) >= 1 && secondsOf(response) <= 86_400, path);
      const { error, details } = await readError(response, 429, 'rate_limited');
      assert.match(details?.[0]?.message ?? error, /limit of 1 bytes a day/);
    }
    assert.equal(refusedCount(gateway, name), 7);
  });

  it('answers 429 when what is not over a limit is refused for good, since the rest is worth sending again', async () => {
    const { name, patch, post } = await openWithProject();
    await patch(USED_UP_BY_ONE);
    await post('/api/logs', { ...aLog, projectId: name });
    const mixed = [
      { level: 'loud', message: 'x' },
      { ...aLog, projectId: name },
    ];
    await readError(await post('/api/logs/batch', mixed), 429, 'rate_limited');
  });

  it('refuses the calls of a project over its limit before they are read, and counts them', async () => {
    const { name, patch, post, pool, gateway } = await openWithProject();
    const headers = { [PROJECT_HEADER]: 'early' };
    await patch(USED_UP_BY_ONE, '/api/projects/early/settings');
    assert.equal((await post('/api/logs', aLog, headers)).status, 201);
    await readError(await post('/api/logs', aLog, headers), 429, 'rate_limited');
    const { submittedCount } = pool;
    for (const body of [aLog, '{', ' '.repeat(REFUSED_BODY_BYTES_MAX - 1)]) {
      const response = await post('/api/logs', body, headers);
      assert.ok(secondsOf(response) >= 1 && secondsOf(response) <= 86_400);
      await readError(response, 429, 'rate_limited');
    }
    assert.equal(pool.submittedCount, submittedCount);
    assert.equal(refusedCount(gateway, 'early'), 4);
    const { total } = gateway.outcomes.toJson('early');
    assert.deepEqual([total.received, total.stored, total.inFlight], [5, 1, 0]);
    // Neither others nor calls without the header are.
    assert.equal((await post('/api/logs', aLog)).status, 201);
    assert.equal((await post('/api/logs', aLog, { [PROJECT_HEADER]: 'quiet' })).status, 201);
    assert.equal((await post('/api/logs', { ...aLog, projectId: name })).status, 201);
  });

  it('answers 429 with Retry-After in the words of another dialect, too', async () => {
    const { patch, post } = await openWithProject();
    await patch(USED_UP_BY_ONE, '/api/projects/exporter/settings');
    const headers = { [PROJECT_HEADER]: 'exporter', 'content-type': 'application/json' };
    assert.equal((await post('/api/logs', aLog, headers)).status, 201);
    assert.equal((await post('/api/logs', aLog, headers)).status, 429);
    const response = await post('/v1/logs', { resourceLogs: [] }, headers);
    assert.ok(response.status === 429 && secondsOf(response) >= 1 && secondsOf(response) <= 86_400);
    assert.equal(((await response.json()) as { code: number }).code, 8);
  });

  it('takes calls again as soon as the limit is changed, or the project deleted', async () => {
    const { patch, post, pool, fetch } = await openWithProject();
    const headers = { [PROJECT_HEADER]: 'changed' };
    const path = '/api/projects/changed/settings';
    const use = async (): Promise<void> => {
      assert.equal((await post('/api/logs', aLog, headers)).status, 201);
      await patch(USED_UP_BY_ONE, path);
      await readError(await post('/api/logs', aLog, headers), 429, 'rate_limited');
      const { submittedCount } = pool;
      await readError(await post('/api/logs', aLog, headers), 429, 'rate_limited');
      assert.equal(pool.submittedCount, submittedCount);
    };
    // A first limit begins to count with the next item.
    await patch({ bytesPerDay: 1000 }, path);
    await use();
    await patch({ bytesPerDay: null }, path);
    await patch({ bytesPerDay: 1_000_000 }, path);
    assert.equal((await post('/api/logs', aLog, headers)).status, 201);
    await patch({ bytesPerDay: 1 }, path);
    await readError(await post('/api/logs', aLog, headers), 429, 'rate_limited');
    assert.equal((await fetch('/api/projects/changed', { method: 'DELETE' })).status, 200);
    assert.equal((await post('/api/logs', aLog, headers)).status, 201);
  });
});
