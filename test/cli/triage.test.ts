// The commands of triage and alerts against a daemon that is there.

import assert from 'node:assert/strict';
import type { ErrorGroupList } from '../../schemas/error-group.js';
import type { Triage } from '../../schemas/triage.js';
import { useDaemon } from '../support/daemon.js';
import { anEvent } from '../support/events.js';
import { type HookServer, openHookServer } from '../support/hook-server.js';
import { callJson } from '../support/http.js';
import { openTempDir, runCli } from './run-cli.js';

describe('errord snooze, assign, note and alerts', () => {
  const fixture = useDaemon();
  const home = openTempDir();
  after(home.remove);
  let hook: HookServer;

  before(async () => {
    hook = await openHookServer();
  });

  after(() => hook.close());

  const run = (port: number, ...line: string[]) =>
    runCli([...line, '--port', String(port), '--host', '127.0.0.1'], { homeDir: home.path });

  it('change the triage of an error', async () => {
    const { port, url } = await fixture.start();
    await callJson(`${url}/api/events`, { body: anEvent() });
    const { errors } = (await callJson<ErrorGroupList>(`${url}/api/errors`)).body;
    const id = errors[0]?.id ?? '';
    assert.equal((await run(port, 'snooze', id, '--for', '2h', '--events', '5')).stdout, 'It is ignored until then.\n');
    assert.equal((await run(port, 'assign', id, '--to', 'Grace')).stdout, 'Assigned it to Grace.\n');
    assert.equal((await run(port, 'note', id, '--text', 'since 2.8')).stdout, 'Noted.\n');
    const { body } = await callJson<Triage>(`${url}/api/errors/${id}/triage`);
    assert.equal(body.assignee, 'Grace');
    assert.equal(body.snooze?.eventsLeft, 5);
    assert.ok(Math.abs(Date.parse(body.snooze.until ?? '') - Date.now() - 2 * 3_600_000) < 60_000);
    assert.equal((await run(port, 'assign', id)).stdout, 'Nobody has it now.\n');
    assert.equal((await run(port, 'snooze', id, '--until', '9999-12-31T00:00:00Z')).exitCode, 0);
    const forGood = (await run(port, 'show', id)).stdout;
    assert.ok(forGood.includes('snoozed until further notice') && !forGood.includes('9999'), forGood);
    assert.equal((await run(port, 'snooze', id, '--users', '3')).exitCode, 0);
    assert.equal((await callJson<Triage>(`${url}/api/errors/${id}/triage`)).body.snooze?.usersLeft, 3);
    await run(port, 'note', id, '--text', 'red \u001b[31m herring');
    const { stdout } = await run(port, 'show', id);
    const told = [
      'Who and when',
      'snoozed until 3 more users',
      'taken from whoever had it',
      'assigned to Grace',
      'note: since 2.8',
    ];
    for (const text of told) assert.ok(stdout.includes(text), text);
    assert.ok(stdout.includes('note: red \\u001b[31m herring') && !stdout.includes('\u001b'), stdout);
    const json = JSON.parse((await run(port, 'show', id, '--json')).stdout) as { triage: Triage };
    assert.equal(json.triage.snooze?.usersLeft, 3);
  });

  it('resolve an error in a release, and tell what releases have changed', async () => {
    const { port, url } = await fixture.start();
    const send = (release: string) => callJson(`${url}/api/events`, { body: { ...anEvent(), release } });
    await send('1.0.0');
    const read = async () => (await callJson<ErrorGroupList>(`${url}/api/errors`)).body.errors[0];
    const id = (await read())?.id ?? '';
    assert.equal((await run(port, 'resolve', id, '--in', 'next')).stdout, 'It is resolved.\n');
    await send('1.0.0');
    assert.deepEqual(
      [(await read())?.status, (await read())?.resolvedIn],
      ['resolved', { release: '1.0.0', next: true }],
    );
    assert.match((await run(port, 'show', id)).stdout, /resolved in the release after 1\.0\.0/);
    await send('1.1.0');
    assert.equal((await read())?.status, 'unresolved');
    assert.match((await run(port, 'show', id)).stdout, /unresolved, opened again .* in 1\.1\.0/);
    assert.match((await run(port, 'releases')).stdout, /^1\.1\.0 {2}1 event, first .*\n1\.0\.0 {2}2 events/);
    const told = (await run(port, 'releases', '1.1.0')).stdout;
    assert.match(told, /^1\.1\.0, after 1\.0\.0: 1 event/);
    assert.match(told, new RegExp(`Came back with it: 1\n {2}${id} `));
    assert.equal((await run(port, 'releases', '9.9.9')).exitCode, 1);
    const refused = await callJson(`${url}/api/errors/${id}`, {
      method: 'PATCH',
      body: { status: 'ignored', in: 'next' },
    });
    assert.equal(refused.status, 400);
  });

  it('say what is missing or unknown', async () => {
    const { port } = await fixture.start();
    const codes = [];
    for (const line of [
      ['snooze', 'a'],
      ['snooze', 'a', '--for', 'ever'],
      ['note', 'a'],
      ['note', 'zzz', '--text', 'b'],
      ['alerts', 'test', 'nothing'],
    ])
      codes.push((await run(port, ...line)).exitCode);
    assert.deepEqual(codes, [2, 2, 2, 1, 1]);
  });

  it('list channels and rules without what is secret, and test a channel', async () => {
    const { port, url } = await fixture.start({ alertsToOwnNetwork: true });
    assert.match((await run(port, 'alerts', 'list')).stdout, /There are no channels/);
    const channel = { name: 'team', kind: 'slack', url: `${hook.url}/secret-path`, digestMinutes: 30 };
    await callJson(`${url}/api/alerts/channels`, { body: channel });
    const rule = { name: 'all', when: 'rate', perMinute: 9, severities: ['fatal', 'error'], channels: ['team'] };
    await callJson(`${url}/api/alerts/rules`, { body: rule });
    const { stdout } = await run(port, 'alerts', 'list');
    assert.match(stdout, / {2}team: slack, http:\/\/127\.0\.0\.1:\d+\/…, a digest every 30 min\n/);
    assert.match(stdout, / {2}all: more than 9 a minute, fatal or error, to team\n/);
    assert.doesNotMatch(stdout, /secret-path/);
    const tested = await run(port, 'alerts', 'test', 'team');
    assert.equal(tested.stdout, 'Sent a test message to the channel "team".\n');
    assert.equal(hook.calls[0]?.path, '/secret-path');
    hook.answer = { status: 500 };
    const failed = await run(port, 'alerts', 'test', 'team');
    assert.match(failed.stderr, /was not reached: it answered 500/);
    assert.equal(failed.exitCode, 1);
  });
});
