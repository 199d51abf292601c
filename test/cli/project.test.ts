import assert from 'node:assert/strict';
import { PROJECT_NAME_CHARS_MAX } from '../../schemas/limits.js';
import type { ProjectSettings } from '../../schemas/project-settings.js';
import { CLI_LIST_BYTES_MAX } from '../../src/cli/limits.js';
import { PROJECTS_MAX } from '../../src/limits.js';
import { times } from '../support/store-harness.js';
import { answering, type FakeDaemon, openFakeDaemon, statusOf, strangelyAnswering } from './fake-daemon.js';
import { openTempDir, runCli } from './run-cli.js';

const SINCE = '2026-05-01T09:00:00.000Z';
const SETTINGS: ProjectSettings = {
  projectId: 'shop eu',
  eventsPerMinute: 600,
  bytesPerDay: 104_857_600,
  retentionDays: 7,
  sourceMaps: [],
  groupingRules: [{ name: 'out of stock', message: 'no * left', fingerprint: 'stock' }],
  grouping: 2,
  regroup: {
    startedAt: SINCE,
    groups: 12,
    movedEvents: 340,
    waitingGroups: 28,
  },
  usage: {
    minute: { items: 12, resetsAt: '2020-01-01T00:00:00.000Z' },
    day: { bytes: 5_242_880, resetsAt: '2020-01-01T00:00:00.000Z' },
  },
};
const counts = { received: 40, inFlight: 0, stored: 6, duplicate: 0, rejected: { rate_limited: 34 }, dropped: {} };
const ANSWERS = {
  '/api/status': [200, statusOf()],
  '/api/projects': [200, { projects: [{ id: '1', name: 'shop\u001b[31m', createdAt: SINCE }] }],
  '/api/projects/shop%20eu/settings': [200, SETTINGS],
  '/api/outcomes?projectId=shop%20eu': [200, { since: SINCE, total: counts, projects: [] }],
} as const;

describe('errord project', () => {
  const home = openTempDir();
  const open: FakeDaemon[] = [];
  after(home.remove);
  afterEach(async () => {
    await Promise.all(open.splice(0).map((daemon) => daemon.close()));
  });

  async function serve(listener = answering(ANSWERS)): Promise<FakeDaemon> {
    const daemon = await openFakeDaemon(listener);
    open.push(daemon);
    return daemon;
  }

  const run = ({ port }: FakeDaemon, args: readonly string[]) =>
    runCli(['project', ...args, '--port', String(port)], { homeDir: home.path });

  for (const args of [
    [],
    ['sho'],
    ['list', 'shop'],
    ['show'],
    ['show', 'shop', 'blog'],
    ['show', 'shop', '--retention-days', '7'],
    ['set', 'shop'],
    ['set', '--retention-days', '7'],
    ['set', 'shop', '--events-per-minute', '0'],
    ['set', 'shop', '--events-per-minute', '1.5'],
    ['set', 'shop', '--bytes-per-day', '5PB'],
    ['set', 'shop', '--bytes-per-day', '999999999999TB'],
    ['set', 'shop', '--retention-days', 'null'],
    ['set', 'shop', '--retention-days', '36501'],
    ['set', 'shop', '--grouping', '3'],
    ['preview', 'shop'],
    ['preview', 'shop', '--grouping', 'none'],
  ]) {
    it(`refuses "${args.join(' ')}" with 2 and calls nobody`, async () => {
      const daemon = await serve();
      const { exitCode, stderr } = await run(daemon, args);
      assert.deepEqual([exitCode, daemon.calls], [2, []], stderr);
      assert.match(stderr, /see errord --help/);
    });
  }

  it('sets what the flags name, in bytes, and shows the settings as they are then', async () => {
    const daemon = await serve();
    const flags = ['--events-per-minute', '600', '--bytes-per-day', '100MB', '--retention-days', '7'];
    const { exitCode, stdout } = await run(daemon, ['set', 'shop eu', ...flags]);
    assert.equal(exitCode, 0);
    assert.deepEqual(daemon.calls.slice(0, 2), ['GET /api/status', 'PATCH /api/projects/shop%20eu/settings']);
    assert.deepEqual(JSON.parse(daemon.bodies[1] ?? ''), {
      eventsPerMinute: 600,
      bytesPerDay: 100 * 1024 * 1024,
      retentionDays: 7,
    });
    assert.match(stdout, /^project shop eu\n/);
  });

  it('resets a setting with none, and leaves the others alone', async () => {
    const daemon = await serve();
    const { exitCode } = await run(daemon, ['set', 'shop eu', '--bytes-per-day', 'none', '--retention-days=none']);
    assert.equal(exitCode, 0);
    assert.equal(daemon.bodies[1], '{"bytesPerDay":null,"retentionDays":null}');
  });

  it('shows what is used of each limit and how many items were refused', async () => {
    const { stdout } = await run(await serve(), ['show', 'shop eu']);
    assert.equal(
      stdout,
      [
        'project shop eu',
        '  this minute  12 items of 600 items, counted anew in 0 s',
        '  today (UTC)  5.0 MB of 100.0 MB, counted anew in 0 s',
        '  retention    keeps 7 days',
        '  grouping     version 2',
        '  regrouping   12 groups looked at, 340 events moved, 28 groups to go',
        '  rules        out of stock',
        `  refused      34 items since ${SINCE}`,
        '',
      ].join('\n'),
    );
  });

  it('says where a project has no limit', async () => {
    const unset = { ...SETTINGS, eventsPerMinute: null, bytesPerDay: null, retentionDays: null, usage: null };
    const daemon = await serve(answering({ ...ANSWERS, '/api/projects/shop%20eu/settings': [200, unset] }));
    const { stdout } = await run(daemon, ['show', 'shop eu']);
    assert.match(stdout, /this minute {2}no limit\n {2}today \(UTC\) {2}no limit\n {2}retention {4}as the daemon\n/);
  });

  it('chooses a grouping, and tells before what it would change', async () => {
    const group = { id: '1k2', type: 'TypeError', message: 'x is \u001b[31m\nno', count: 7 };
    const preview = {
      projectId: 'shop eu',
      version: 2,
      groups: { before: 50, after: 29 },
      joined: { before: 41, after: 17 },
      split: { before: 2, after: 5 },
      changes: [{ before: 5, after: 1, groups: [group] }],
      looked: { groups: 50, events: 60, isWhole: false },
    };
    const path = '/api/projects/shop%20eu/grouping/preview?version=2';
    const daemon = await serve(answering({ ...ANSWERS, [path]: [200, preview] }));
    const { stdout } = await run(daemon, ['preview', 'shop eu', '--grouping', '2']);
    assert.equal(
      stdout,
      [
        'project shop eu, grouping version 2',
        '  50 groups would become 29',
        '  joined  41 groups would become 17',
        '  split   2 groups would become 5',
        '  5 to 1',
        '    1k2  x is \\u001b[31m  (7 events)',
        '    and 2 more',
        '  looked at 60 events of 50 groups, the newest of what is stored',
        '',
      ].join('\n'),
    );
    assert.equal((await run(daemon, ['set', 'shop eu', '--grouping', '2'])).exitCode, 0);
    assert.ok(daemon.bodies.includes('{"grouping":2}'));
  });

  it('lists names, made safe for a terminal, and answers in JSON if asked', async () => {
    const daemon = await serve();
    assert.equal((await run(daemon, ['list'])).stdout, 'shop\\u001b[31m\n');
    const withSettings = ['blog', 'shop\u001b[31m'];
    const projects = [{ id: '1k2j3h4g5f6d', name: 'shop\u001b[31m', createdAt: SINCE }];
    const other = await serve(answering({ ...ANSWERS, '/api/projects': [200, { projects, withSettings }] }));
    assert.equal((await run(other, ['list'])).stdout, 'shop\\u001b[31m\nblog  (settings, no records)\n');
    const { stdout } = await run(daemon, ['show', 'shop eu', '--json']);
    assert.deepEqual(JSON.parse(stdout), SETTINGS);
  });

  it('reads the longest list there can be, and no answer that is longer', async () => {
    const names = times(PROJECTS_MAX, (index) => String(index).padEnd(PROJECT_NAME_CHARS_MAX, 'ä'));
    const projects = names.map((name) => ({ id: '1k2j3h4g5f6d', name, createdAt: SINCE }));
    const daemon = await serve(answering({ ...ANSWERS, '/api/projects': [200, { projects }] }));
    assert.equal((await run(daemon, ['list'])).stdout, `${names.join('\n')}\n`);
    const padded = JSON.stringify({ projects }).padEnd(CLI_LIST_BYTES_MAX);
    const other = await serve(answering({ ...ANSWERS, '/api/projects': [200, padded] }));
    assert.deepEqual((await run(other, ['list'])).exitCode, 1);
  });

  it('says with 1 why the daemon refused, and asks nothing of a program that is no errord', async () => {
    const refusal = [400, { error: 'No more than 1000 projects.', code: 'project_limit' }] as const;
    const daemon = await serve(answering({ ...ANSWERS, '/api/projects/shop%20eu/settings': refusal }));
    const { exitCode, stderr } = await run(daemon, ['set', 'shop eu', '--retention-days', '7']);
    assert.equal(exitCode, 1);
    assert.match(stderr, /HTTP 400, project_limit: No more than 1000 projects\./);
    const stranger = await serve(strangelyAnswering({ '/api/status': [200, 'hello'] }));
    assert.equal((await run(stranger, ['list'])).exitCode, 1);
    assert.ok(stranger.calls.every((call) => !call.includes('projects')));
  });
});
