import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { ErrorGroupDetail, ErrorGroupList } from '../../schemas/error-group.js';
import type { EventAccepted } from '../../schemas/event.js';
import { PACKAGE_ROOT } from '../../src/package.js';
import {
  type DaemonProcess,
  endDaemonProcesses,
  startDaemonProcess,
  withoutServiceVariables,
} from '../support/daemon-process.js';
import { anEvent } from '../support/events.js';
import { callJson } from '../support/http.js';
import { OTHER_NODE } from '../support/other-node.js';
import { useTempDir } from '../support/temp-dir.js';
import { openSqlite } from '../support/test-sqlite.js';

const CLI = fileURLToPath(new URL('dist/src/cli.js', PACKAGE_ROOT));

interface Runner {
  readonly node: string;
  readonly env: NodeJS.ProcessEnv;
}

const COMPILED: Runner = { node: process.execPath, env: { SERVICE_SQLITE: 'better-sqlite3' } };
const OF_NODE: Runner = { node: OTHER_NODE ?? '', env: { SERVICE_SQLITE: 'node' } };

/** What the bindings could tell apart: a NUL, what is not ASCII, half a character, and the longest message. */
const MESSAGES = ['before\0after', 'ΟΔΟΣ 🚀 failed', 'half \ud83d of it', 'm'.repeat(2048)];

describe('a database under both bindings to SQLite', function () {
  this.timeout(120_000);
  const dir = useTempDir();
  const dbPath = (): string => join(dir(), 'service.db');

  before(function () {
    if (OTHER_NODE === null) this.skip();
  });
  afterEach(endDaemonProcesses);

  it('is read and written by either after a kill -9 of the other, with the same answers', async () => {
    const sent = MESSAGES.map((message) => anEvent({ message }));
    const answers: unknown[] = [];
    let accepted: readonly EventAccepted[] | undefined;
    for (const runner of [COMPILED, OF_NODE, COMPILED, OF_NODE]) {
      const daemon = await startDaemonProcess(dbPath(), [], runner);
      const { body } = await callJson<EventAccepted[]>(`${daemon.url}/api/events/batch`, { body: sent });
      // The same events: the first daemon stores them, every other finds them.
      accepted ??= body;
      assert.deepEqual(
        body.map(({ id, fingerprint }) => [id, fingerprint]),
        accepted.map(({ id, fingerprint }) => [id, fingerprint]),
      );
      answers.push(await readAll(daemon));
      const more = await callJson(`${daemon.url}/api/events`, { body: anEvent({ message: 'of each' }) });
      assert.equal(more.status, 201);
      assert.equal(await daemon.stop('SIGKILL'), 'SIGKILL');
    }
    for (const answer of answers) assert.deepEqual(answer, answers[0]);
    for (const runner of [COMPILED, OF_NODE]) assert.equal((await verify(dbPath(), runner)).status, 0);
  });

  for (const [repairer, judge] of [
    [COMPILED, OF_NODE],
    [OF_NODE, COMPILED],
  ] as const) {
    it(`is judged alike by either, and repaired by ${repairer.env.SERVICE_SQLITE}`, async () => {
      const daemon = await startDaemonProcess(dbPath(), [], judge);
      await callJson(`${daemon.url}/api/events`, { body: anEvent() });
      assert.equal(await daemon.stop(), 0);
      const db = openSqlite(dbPath());
      db.exec('UPDATE event_counts SET count = count + 7; UPDATE error_groups SET event_count = 9');
      db.close();
      const [found, same] = await Promise.all([repairer, judge].map((runner) => verify(dbPath(), runner)));
      assert.equal(found?.status, 1, found?.stdout);
      assert.deepEqual(found, same);
      const repaired = await verify(dbPath(), repairer, ['--repair']);
      assert.equal(repaired.status, 0, repaired.stderr);
      assert.equal((await verify(dbPath(), judge)).status, 0);
    });
  }
});

/** The groups of the events of the first daemon, as the API shows them. */
async function readAll({ url }: DaemonProcess): Promise<unknown> {
  const { body } = await callJson<ErrorGroupList>(`${url}/api/errors?pageSize=100`);
  const groups = body.errors.filter(({ message }) => !message.endsWith('of each'));
  assert.equal(groups.length, MESSAGES.length);
  const found = await callJson<ErrorGroupList>(`${url}/api/errors?search=${encodeURIComponent('οδος')}`);
  assert.equal(found.body.errors.length, 1);
  const details = groups.map(({ id }) => callJson<ErrorGroupDetail>(`${url}/api/errors/${id}`));
  return [groups, (await Promise.all(details)).map(({ body: detail }) => detail)];
}

/** What `errord verify` says, and its exit code. A machine at its limit takes 10 s to start a process and to end it. */
async function verify(path: string, { node, env }: Runner, flags: readonly string[] = []) {
  const child = spawn(node, [CLI, 'verify', path, ...flags], { env: { ...withoutServiceVariables(), ...env } });
  const ended = once(child, 'close');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await ended;
  return { status: child.exitCode, stdout, stderr };
}
