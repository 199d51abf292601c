// `errord merge` and `unmerge` against a daemon that is there.

import assert from 'node:assert/strict';
import type { ErrorGroupList } from '../../schemas/error-group.js';
import { PARTS_OF_GROUP_MAX } from '../../schemas/limits.js';
import type { Merged } from '../../schemas/merge.js';
import { useDaemon } from '../support/daemon.js';
import { anEvent } from '../support/events.js';
import { callJson } from '../support/http.js';
import { answering, openFakeDaemon, statusOf } from './fake-daemon.js';
import { openTempDir, runCli } from './run-cli.js';

const HOSTILE = 'the mail is \u001b[2J gone\u202e\nand more';

describe('errord merge and unmerge', () => {
  const fixture = useDaemon();
  const home = openTempDir();
  after(home.remove);

  /** A daemon with an error of each message, and their ids. */
  async function startWith(...messages: string[]) {
    const { url } = await fixture.start();
    for (const message of messages) await callJson(`${url}/api/events`, { body: anEvent({ message }) });
    const list = async () => (await callJson<ErrorGroupList>(`${url}/api/errors`)).body.errors;
    const errors = await list();
    const ids = messages.map(
      (message) => errors.find((error) => error.message === message)?.id ?? assert.fail(message),
    );
    const run = (...line: string[]) => runCli([...line, '--url', url], { homeDir: home.path });
    return { ids, list, run };
  }

  it('tell what would be, merge, take apart, and say how to take each back', async () => {
    const { ids, list, run } = await startWith('the cart is gone', HOSTILE);
    const [keep = '', other = ''] = ids;
    const before = await list();

    const planned = await run('merge', keep, other, '--dry-run');
    assert.equal(planned.exitCode, 0, planned.stderr);
    assert.match(
      planned.stdout,
      new RegExp(`^2 errors would become one, ${keep}:\n {2}${keep} {2}1× {2}unresolved {2}`),
    );
    assert.match(
      planned.stdout,
      /\nIt would have 2 events, first .*, last .*; error, unresolved\.\nNothing has changed\.\n$/,
    );
    assert.ok(planned.stdout.includes('TypeError: the mail is \\u001b[2J gone\\u202e and more'), planned.stdout);
    assert.deepEqual(await list(), before);

    const merged = await run('merge', keep, other);
    assert.match(merged.stdout, new RegExp(`^2 errors are now one, ${keep}:\n`));
    assert.match(
      merged.stdout,
      new RegExp(`\nIt has 2 events, .*\nTo take it back: errord unmerge ${keep} ${other}\n$`),
    );
    assert.deepEqual(
      (await list()).map(({ id, count }) => [id, count]),
      [[keep, 2]],
    );

    const kept = await run('unmerge', keep, other, '--dry-run');
    assert.match(kept.stdout, new RegExp(`^1 error would be taken out of ${keep}:\n {2}${other} {2}1× `));
    assert.match(kept.stdout, /\nIt would keep 1 event, .*\nNothing has changed\.\n$/);
    assert.equal((await list()).length, 1);

    const apart = await run('unmerge', keep, other);
    assert.match(apart.stdout, new RegExp(`^1 error is taken out of ${keep}:\n`));
    assert.match(apart.stdout, new RegExp(`\nIt keeps 1 event, .*\nTo take it back: errord merge ${keep} ${other}\n$`));
    assert.deepEqual(await list(), before);
  });

  it('take all parts out where none is named, and print what the API answers with --json', async () => {
    const { ids, list, run } = await startWith('one is gone', 'two is gone', 'three is gone');
    const merged = JSON.parse((await run('merge', ...ids, '--json')).stdout) as Merged;
    assert.deepEqual([merged.error.id, merged.error.count, merged.groups.length], [ids[0], 3, 3]);
    const planned = JSON.parse((await run('unmerge', ids[0] ?? '', '--dry-run', '--json')).stdout) as Merged;
    assert.deepEqual(planned.looked, { events: 3, isWhole: true });
    const apart = await run('unmerge', ids[0] ?? '');
    assert.match(apart.stdout, /^2 errors are taken out of /);
    assert.equal((await list()).length, 3);
  });

  it('say how to take back a merge of what was merged before, with all that it was made of', async () => {
    const { ids, list, run } = await startWith('one is gone', 'two is gone', 'three is gone');
    const [keep = '', whole = '', part = ''] = ids;
    await run('merge', whole, part);
    const before = await list();
    const { stdout } = await run('merge', keep, part);
    const back = [`unmerge ${keep} ${whole} ${part}`, `merge ${whole} ${part}`];
    assert.ok(stdout.endsWith(`\nTo take it back: errord ${back.join(' && errord ')}\n`), stdout);
    for (const line of back) await run(...line.split(' '));
    assert.deepEqual(await list(), before);
  });

  it('say that events are on their way, and of how many a preview has counted', async () => {
    const { ids, run } = await startWith('one is gone', 'two is gone');
    const answer = JSON.parse((await run('merge', ...ids, '--json')).stdout) as Merged;
    const daemon = await openFakeDaemon(
      answering({
        '/api/status': [200, statusOf()],
        '/api/errors/merge': [200, { ...answer, complete: false }],
        '/api/errors/a/unmerge': [200, { ...answer, looked: { events: 9, isWhole: false } }],
      }),
    );
    const url = `http://127.0.0.1:${daemon.port}`;
    const merged = await runCli(['merge', 'a', 'b', '--url', url], { homeDir: home.path });
    assert.match(
      merged.stdout,
      /\nStored events are still on their way, so that counts may change\.\nTo take it back: /,
    );
    const planned = await runCli(['unmerge', 'a', '--dry-run', '--url', url], { homeDir: home.path });
    assert.match(planned.stdout, /\nCounted in the newest 9 events\.\nNothing has changed\.\n$/);
    await daemon.close();
  });

  it('say why they did nothing', async () => {
    const { ids, run } = await startWith('the cart is gone');
    const [id = ''] = ids;
    for (const [line, exitCode, sentence] of [
      [['merge', id, id], 1, /HTTP 409, merge_refused: ".+" is named twice; name each error once\./],
      [['merge', id, '\u001b[2J'], 1, /HTTP 404, error_group_not_found/],
      [['merge', id, '..'], 1, /HTTP 404, error_group_not_found/],
      [['unmerge', id], 1, /HTTP 409, merge_refused: This error is not made of others/],
      [['unmerge', id, 'x'], 1, /HTTP 409, merge_refused: "x" is no part of this error; its detail lists/],
      [['unmerge', id, 'x', 'y'], 1, /HTTP 409, merge_refused: Not all of these are parts of this error/],
      [['unmerge', 'none'], 1, /HTTP 404, error_group_not_found/],
      [['merge', id], 2, /merge needs another argument, OTHER_ID/],
      [['unmerge', id, ''], 2, /PART of unmerge is empty/],
      [
        ['merge', ...Array.from({ length: PARTS_OF_GROUP_MAX + 1 }, String)],
        2,
        /ids must NOT have more than 100 items/,
      ],
    ] as const) {
      const told = await run(...line);
      assert.deepEqual([told.exitCode, told.stdout], [exitCode, ''], line.join(' '));
      assert.match(told.stderr, sentence);
    }
  });
});
