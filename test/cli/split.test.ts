// `errord split` against a daemon that is there.

import assert from 'node:assert/strict';
import type { ErrorGroupList } from '../../schemas/error-group.js';
import { GROUPING_CONDITION_CHARS_MAX } from '../../schemas/limits.js';
import type { Split } from '../../schemas/split.js';
import { useDaemon } from '../support/daemon.js';
import { anEvent } from '../support/events.js';
import { callJson } from '../support/http.js';
import { answering, openFakeDaemon, statusOf } from './fake-daemon.js';
import { openTempDir, runCli } from './run-cli.js';

const HOSTILE = 'the hats are \u001b[2J gone\u202e\nand more';

describe('errord split', () => {
  const fixture = useDaemon();
  const home = openTempDir();
  after(home.remove);

  /** A daemon with events of one error, whatever they say. */
  async function startWith(...messages: string[]) {
    const { url } = await fixture.start();
    for (const message of messages)
      await callJson(`${url}/api/events`, { body: { ...anEvent({ message }), fingerprint: ['stock'] } });
    const list = async () => (await callJson<ErrorGroupList>(`${url}/api/errors`)).body.errors;
    const [error] = await list();
    const run = (...line: string[]) => runCli([...line, '--url', url], { homeDir: home.path });
    return { id: error?.id ?? assert.fail('nothing was stored'), list, run };
  }

  it('tells what would be, takes events out, and says how to take it back', async () => {
    const { id, list, run } = await startWith('the shoes are gone', HOSTILE, HOSTILE);
    const planned = await run('split', id, '--message', 'the hats*', '--dry-run');
    assert.equal(planned.exitCode, 0, planned.stderr);
    assert.match(
      planned.stdout,
      /^2 events would be an error of their own, first .*, last .*; error:\n {2}2× {2}TypeError/,
    );
    assert.ok(planned.stdout.includes('the hats are \\u001b[2J gone\\u202e and more'), planned.stdout);
    assert.match(planned.stdout, new RegExp(`\n${id} would keep 1 event, .*\nNothing has changed\\.\n$`));
    assert.equal((await list()).length, 1);

    const split = await run('split', id, '--message', 'the hats*');
    assert.match(split.stdout, /^2 events are an error of their own, /);
    const made = (await list()).find((error) => error.id !== id)?.id ?? assert.fail('nothing was made');
    assert.match(split.stdout, new RegExp(`\n {2}${made} {2}2× `));
    assert.match(split.stdout, new RegExp(`\n${id} keeps 1 event, .*\nTo take it back: errord merge ${id} ${made}\n$`));
    await run('merge', id, made);
    assert.deepEqual(
      (await list()).map((error) => [error.id, error.count]),
      [[id, 3]],
    );
  });

  it('takes several conditions, and prints what the API answers with --json', async () => {
    const { id, run } = await startWith('the shoes are gone', 'the hats are gone');
    const line = ['split', id, '--message', '*hats*', '--type', 'Type*', '--file', '*', '--dry-run', '--json'];
    const planned = JSON.parse((await run(...line)).stdout) as Split;
    assert.deepEqual([planned.made.count, planned.error.count], [1, 1]);
    assert.deepEqual(planned.looked, { events: 2, isWhole: true });
  });

  it('says that events are on their way, and of how many a preview has counted', async () => {
    const { id, run } = await startWith('the shoes are gone', 'the hats are gone');
    const answer = JSON.parse((await run('split', id, '--message', '*hats*', '--json')).stdout) as Split;
    for (const [body, said] of [
      [
        { ...answer, complete: false },
        /\nStored events are still on their way, so that counts may change\.\nTo take it back: /,
      ],
      [{ ...answer, looked: { events: 9, isWhole: false } }, /\nCounted in the newest 9 events\.\n/],
    ] as const) {
      const daemon = await openFakeDaemon(
        answering({ '/api/status': [200, statusOf()], '/api/errors/a/split': [200, body] }),
      );
      const url = `http://127.0.0.1:${daemon.port}`;
      const { stdout } = await runCli(['split', 'a', '--message', 'x', '--url', url], { homeDir: home.path });
      assert.match(stdout, said);
      await daemon.close();
    }
  });

  it('says why it did nothing', async () => {
    const { id, run } = await startWith('the shoes are gone', 'the hats are gone');
    for (const [line, exitCode, sentence] of [
      [
        [id, '--message', 'coats'],
        1,
        /HTTP 409, split_refused: None of the newest events of this error meets the cond/,
      ],
      [[id, '--message', '*'], 1, /HTTP 409, split_refused: All events of this error meet the conditions/],
      [['none', '--message', '*'], 1, /HTTP 404, error_group_not_found/],
      [['\u001b[2J', '--message', '*'], 1, /HTTP 404, error_group_not_found/],
      [[id], 2, /split needs a condition: --type, --message, --file or --package/],
      [[id, '--message', 'x'.repeat(GROUPING_CONDITION_CHARS_MAX + 1)], 2, /message must NOT have more than/],
      [[], 2, /split needs an argument, ID/],
    ] as const) {
      const told = await run('split', ...line);
      assert.deepEqual([told.exitCode, told.stdout], [exitCode, ''], line.join(' '));
      assert.match(told.stderr, sentence);
    }
  });
});
