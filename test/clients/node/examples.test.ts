import assert from 'node:assert/strict';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PACKAGE_ROOT } from '../../../src/package.js';
import { endApps, startApp } from '../../support/client-app.js';
import { startFakeDaemon } from '../../support/fake-daemon.js';
import { callJson } from '../../support/http.js';

describe('the Express example', () => {
  afterEach(endApps);

  it('does what its README says', async () => {
    const daemon = await startFakeDaemon();
    const cwd = join(fileURLToPath(PACKAGE_ROOT), 'examples/express');
    const app = startApp(join(cwd, 'app.js'), {
      cwd,
      nodeArgs: ['--import', './errord.js'],
      env: { ERRORD_URL: daemon.url, PORT: '0' },
    });
    const url = await app.line();
    const headers = { 'content-type': 'application/json' };
    const order = (fruit: string) =>
      fetch(`${url}/orders`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ user: 1, fruit, password: 'hunter2' }),
      });

    assert.equal((await callJson(`${url}/health`)).status, 200);
    assert.equal((await order('apples')).status, 201);
    assert.equal((await order('plums')).status, 500);
    await (await fetch(`${url}/slow`)).text();
    await assert.rejects(fetch(`${url}/lost`));
    assert.equal((await app.ended).code, 1);

    const [failed, lost, ...others] = daemon.records('events');
    assert.equal(others.length, 0);
    assert.match(String(failed?.message), /^TypeError: Cannot read properties of undefined/);
    assert.deepEqual(failed?.user, { id: 1 });
    assert.deepEqual([lost?.message, lost?.severity], ['the order is lost', 'fatal']);
    assert.deepEqual(
      // What was sent again because an answer came late has its id again.
      [...new Map(daemon.records('requests').map((record) => [record.recordId, record])).values()].map((record) => [
        record.url,
        record.statusCode,
        record.errorEventId,
      ]),
      [
        ['/orders', 201, undefined],
        ['/orders', 500, failed.eventId],
        ['/slow', 200, undefined],
        ['/lost', undefined, lost?.eventId],
      ],
    );
    const logs = daemon.records('logs');
    assert.equal(logs.find(({ level }) => level === 'warn')?.message, 'the slow page was asked for');
    for (const { body } of daemon.calls) assert.ok(!body.includes('hunter2'));
    await daemon.stop();
  });
});
