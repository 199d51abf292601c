import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GroupingRulesPreview } from '../../schemas/grouping.js';
import type { GroupingRule, ProjectSettings } from '../../schemas/project-settings.js';
import { SETTINGS_BODY_BYTES_MAX } from '../../src/limits.js';
import type { TestDaemon } from '../support/daemon.js';
import { useDaemon } from '../support/daemon.js';
import { anEvent } from '../support/events.js';
import { callJson } from '../support/http.js';
import { openTempDir, runCli } from './run-cli.js';

const RULES: readonly GroupingRule[] = [
  { name: 'stock', type: 'StockError', message: 'no * left', fingerprint: 'out of \u202estock' },
  { name: 'payment', package: 'stripe', fingerprint: 'payment: {type}' },
  { name: 'noise', message: 'ResizeObserver *', fingerprint: '{{ default }}', ignore: true },
];

const LISTED = [
  'rules of project shop, the first that holds decides',
  '   1  stock',
  '      type         StockError',
  '      message      no * left',
  '      fingerprint  out of \\u202estock',
  '   2  payment',
  '      package      stripe',
  '      fingerprint  payment: {type}',
  '   3  noise',
  '      message      ResizeObserver *',
  '      fingerprint  {{ default }}',
  '      ignore       what is new, or would come back',
  '',
].join('\n');
const NONE = 'project shop has no rules of its own\n';

describe('errord project rules', function () {
  this.timeout(60_000);
  const fixture = useDaemon();
  const home = openTempDir();
  after(home.remove);

  const write = (name: string, text: string): string => {
    const path = join(home.path, name);
    writeFileSync(path, text);
    return path;
  };
  const open = async () => {
    const daemon = await fixture.start();
    const run = (args: readonly string[], input?: string) =>
      runCli(['project', 'rules', 'shop', ...args, '--port', String(daemon.port), '--host', '127.0.0.1'], {
        homeDir: home.path,
        ...(input !== undefined && { input }),
      });
    return { daemon, run };
  };
  const rulesOf = async ({ url }: TestDaemon) =>
    (await callJson<ProjectSettings>(`${url}/api/projects/shop/settings`)).body.groupingRules;

  it('lists the rules in their order, sets those of a file, and takes them away', async () => {
    const { daemon, run } = await open();
    assert.deepEqual(await run([]), { exitCode: 0, stdout: NONE, stderr: '' });
    const file = write('rules.json', JSON.stringify({ groupingRules: RULES }));
    assert.deepEqual(await run(['--set', file]), { exitCode: 0, stdout: LISTED, stderr: '' });
    assert.deepEqual(await rulesOf(daemon), RULES);
    assert.equal((await run([])).stdout, LISTED);
    assert.equal((await run(['--clear'])).stdout, NONE);
    assert.deepEqual(await rulesOf(daemon), []);
  });

  it('takes from standard input what it lists as JSON, and the rules alone', async () => {
    const { daemon, run } = await open();
    assert.equal((await run(['--set', '-'], JSON.stringify(RULES))).exitCode, 0);
    const { stdout } = await run(['--json']);
    assert.deepEqual(JSON.parse(stdout), { groupingRules: RULES });
    await run(['--clear']);
    assert.equal((await run(['--set', '-'], stdout)).exitCode, 0);
    assert.deepEqual(await rulesOf(daemon), RULES);
  });

  it('tells what rules would have done to the newest events, and sets none', async () => {
    const { daemon, run } = await open();
    const messages = ['no shoes left', 'no hats left', 'no \u001b[31mcoats left', 'another'];
    for (const message of messages) {
      await callJson(`${daemon.url}/api/events`, {
        body: anEvent({ projectId: 'shop', type: 'StockError', message, stackFrames: [] }),
      });
    }
    const file = write('trial.json', JSON.stringify(RULES));
    const { exitCode, stdout } = await run(['--preview', file]);
    assert.equal(exitCode, 0);
    const lines = stdout.split('\n');
    assert.deepEqual(lines.slice(0, 7), [
      'project shop, 3 rules, had they been there',
      '  4 groups would become 2',
      '  joined  3 groups would become 1',
      '  rule    stock: 3 events of 3 groups',
      '  rule    payment: 0 events of 0 groups',
      '  rule    noise: 0 events of 0 groups, ignored where they are new',
      '  3 to 1  out of \\u202estock',
    ]);
    assert.equal(lines.filter((line) => /^ {4}\w+ {2}no .* left {2}\(1 event\)$/.test(line)).length, 3);
    assert.ok(!stdout.includes('\u001b'));
    assert.equal(lines.at(-2), '  looked at the newest 4 events, of 4 groups');
    const json = JSON.parse((await run(['--preview', file, '--json'])).stdout) as GroupingRulesPreview;
    assert.deepEqual(json.joined, { before: 3, after: 1 });
    assert.deepEqual(await rulesOf(daemon), []);
  });

  it('says with 2 what is wrong with a file, and changes nothing', async () => {
    const { daemon, run } = await open();
    assert.equal((await run(['--set', write('rules.json', JSON.stringify(RULES))])).exitCode, 0);
    const noFingerprint = [RULES[0], { name: 'a', type: '*', file: '*' }];
    for (const [args, problem, input] of [
      [['--set', 'nowhere.json'], /nowhere\.json cannot be read: ENOENT/],
      [['--set', write('broken.json', '{')], /broken\.json is no JSON/],
      [['--preview', '-'], /standard input has no rules: \/groupingRules\/1\/fingerprint is required/, noFingerprint],
      [['--set', '-'], /standard input has no rules: \/rules is not a known name/, { groupingRules: [], rules: [] }],
      [['--clear', '--set', 'rules.json'], /takes one of --set, --preview and --clear/],
      [['--preview', 'rules.json', '--set', 'rules.json'], /takes one of --set, --preview and --clear/],
      [['--set'], /--set needs a value, FILE/],
    ] as const) {
      const { exitCode, stdout, stderr } = await run(args, input && JSON.stringify(input));
      assert.deepEqual([exitCode, stdout], [2, ''], stderr);
      assert.match(stderr, problem);
    }
    assert.deepEqual(await rulesOf(daemon), RULES);
  });

  it('reads as much as the daemon takes, and no byte more', async () => {
    const { daemon, run } = await open();
    const rules = JSON.stringify(RULES);
    const longest = rules + ' '.repeat(SETTINGS_BODY_BYTES_MAX - Buffer.byteLength(rules));
    assert.equal((await run(['--set', write('longest.json', longest)])).exitCode, 0);
    assert.deepEqual(await rulesOf(daemon), RULES);
    for (const args of [
      ['--set', write('longer.json', `${longest} `)],
      ['--set', '-'],
    ]) {
      const { exitCode, stderr } = await run(args, `${longest} `);
      assert.equal(exitCode, 2);
      assert.match(stderr, /is longer than 256\.0 KB/);
    }
  });

  it('says with 1 what the daemon refused', async () => {
    const { run } = await open();
    const [stock] = RULES;
    const twice = await run(['--set', '-'], JSON.stringify([stock, stock]));
    assert.equal(twice.exitCode, 1);
    assert.match(twice.stderr, /HTTP 400, validation_failed: Two rules are called "stock"/);
    const unknown = await run(['--preview', '-'], JSON.stringify(RULES));
    assert.equal(unknown.exitCode, 1);
    assert.match(unknown.stderr, /HTTP 404, project_not_found/);
  });

  it('needs the name of a project', async () => {
    const { exitCode, stderr } = await runCli(['project', 'rules'], { homeDir: home.path });
    assert.equal(exitCode, 2);
    assert.match(stderr, /project rules needs an argument, NAME/);
  });
});
