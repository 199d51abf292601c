// `errord views`, `views save`, `views delete` and `errors --view` against a daemon that is there.

import assert from 'node:assert/strict';
import { GROUP_QUERY_CHARS_MAX } from '../../schemas/limits.js';
import type { ViewList } from '../../schemas/views.js';
import { useDaemon } from '../support/daemon.js';
import { anEvent } from '../support/events.js';
import { callJson } from '../support/http.js';
import { openTempDir, runCli } from './run-cli.js';

describe('saved views of the command line', () => {
  const fixture = useDaemon();
  const home = openTempDir();
  after(home.remove);

  async function start() {
    const { url } = await fixture.start();
    const run = (...line: string[]) => runCli([...line, '--url', url], { homeDir: home.path });
    const views = async () => (await callJson<ViewList>(`${url}/api/views`)).body.views;
    return { url, run, views };
  }

  it('are saved, listed and deleted, and are the API’s with --json', async () => {
    const { run, views } = await start();
    assert.equal((await run('views')).stdout, 'There are no saved views.\n');
    assert.equal(
      (await run('views', 'save', 'quiet', '-timeout is:unresolved', '--project', 'shop', '--sort', 'events')).stdout,
      'Saved the view "quiet" of project shop: -timeout is:unresolved, by events\n',
    );
    assert.equal(
      (await run('views', 'save', 'oldest', '--direction', 'asc')).stdout,
      'Saved the view "oldest" of all projects: all errors, by lastSeen asc\n',
    );
    assert.deepEqual((await run('views')).stdout.split('\n'), [
      'name    project  order         query',
      'oldest  (all)    lastSeen asc',
      'quiet   shop     events        -timeout is:unresolved',
      '',
    ]);
    assert.doesNotMatch((await run('views', '--project', 'blog')).stdout, /quiet/);
    assert.deepEqual(JSON.parse((await run('views', '--json')).stdout), { views: await views() });
    assert.equal(
      (await run('views', 'delete', 'quiet')).stdout,
      'Deleted the view "quiet" of project shop: -timeout is:unresolved, by events\n',
    );
    assert.deepEqual(
      (await views()).map(({ name }) => name),
      ['oldest'],
    );
  });

  it('list errors by query and order; flags and a query beside them are heard', async () => {
    const { url, run } = await start();
    const send = (message: string, projectId: string) =>
      callJson(`${url}/api/events`, { body: anEvent({ message, projectId }) });
    for (const message of ['one is gone', 'two is gone', 'two is gone', 'three is here']) await send(message, 'shop');
    await send('four is gone', 'blog');
    await run('views', 'save', 'gone', 'gone', '--sort', 'events', '--direction', 'asc', '--project', 'shop');
    const list = async (...line: string[]) => {
      const { stdout } = await run('errors', ...line);
      return [...stdout.matchAll(/TypeError: (\w+) is/g)].map(([, word]) => word);
    };
    assert.deepEqual(await list('--view', 'gone'), ['one', 'two']);
    assert.deepEqual(await list('--view', 'gone', '--direction', 'desc'), ['two', 'one']);
    // Another order is not the view's turned around.
    assert.deepEqual(await list('--view', 'gone', '--sort', 'lastSeen'), ['two', 'one']);
    assert.deepEqual(await list('two', '--view', 'gone'), ['two']);
    assert.deepEqual(await list('--view', 'gone', '--status', 'resolved'), []);
    await run('views', 'save', 'gone', 'gone');
    assert.deepEqual(await list('--view', 'gone'), ['four', 'two', 'one']);
    assert.deepEqual(await list('--view', 'gone', '--project', 'shop'), ['one', 'two']);
    assert.deepEqual(await list('--view', 'gone', '--project', 'blog'), ['four']);
  });

  it('say which view is meant, and what is wrong with one', async () => {
    const { run, views } = await start();
    for (const project of ['shop', 'blog']) await run('views', 'save', 'ours', 'is:new', '--project', project);
    await run('views', 'save', 'all', 'x'.repeat(GROUP_QUERY_CHARS_MAX));
    for (const [line, exitCode, sentence] of [
      [['errors', '--view', '\u001b[2J'], 1, /^errord: there is no saved view "\\u001b\[2J"; errord views lists/],
      [['errors', '--view', 'ours'], 1, /several projects have a saved view "ours"; say which one with --project NAME/],
      [['views', 'delete', 'ours'], 1, /several projects have a saved view "ours"/],
      [['views', 'delete', 'all', '--project', 'shop'], 1, /there is no saved view "all"/],
      [['errors', 'more', '--view', 'all'], 1, /query must NOT have more than 512 characters/],
      [['views', 'save', 'ours', '--project', 'shop'], 1, /HTTP 409, view_name_taken: .*choose another name/],
      [['views', 'save', 'bad', 'is:open'], 2, /at character 4 of the query/],
      [['views', 'save', ' bad'], 2, /NAME has characters or a form that is not allowed/],
      [['views', 'save', 'bad', '--sort', 'size'], 2, /--sort must be one of: lastSeen/],
      [['views', 'save', 'bad', 'is:new', 'x'], 2, /views save takes two arguments, but also got "x"/],
      [['errors', '--view', 'ours', '--sort', 'size'], 2, /--sort "size" must be one of/],
    ] as const) {
      const told = await run(...line);
      assert.deepEqual([told.exitCode, told.stdout], [exitCode, ''], line.join(' '));
      assert.match(told.stderr, sentence);
    }
    assert.equal((await views()).length, 3);
  });
});
