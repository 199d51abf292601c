// `errord errors`, `logs` and `show` over a real daemon.

import assert from 'node:assert/strict';
import type { ErrorGroupDetail, ErrorGroupList } from '../../schemas/error-group.js';
import { GROUP_QUERY_CHARS_MAX, PAGE_SIZE_MAX } from '../../schemas/limits.js';
import type { LogList } from '../../schemas/log.js';
import { CLI_COLUMNS_MAX, CLI_PAGE_BYTES_MAX, CLI_RELATED_ROWS_MAX, CLI_TEXT_CHARS_MAX } from '../../src/cli/limits.js';
import { toLocalTime } from '../../src/cli/rows.js';
import type { Found, Related } from '../../src/lookup/find.js';
import { useDaemon } from '../support/daemon.js';
import { anEvent, eventsBeyondLook } from '../support/events.js';
import { callJson } from '../support/http.js';
import { addKey, bearer } from '../support/keys.js';
import { times } from '../support/store-harness.js';
import { answering, openFakeDaemon, statusOf, strangelyAnswering } from './fake-daemon.js';
import { type CliResult, openTempDir, runCli } from './run-cli.js';

/** Moves the cursor, sets a title, turns the line around and pretends to be another line. */
const HOSTILE = 'gone\u001b[2J\u001b]0;owned\u0007\u009b1m\u202e\r\n2026-01-01 error';
const UNSAFE = /[^\P{Cc}\n]|[\u2028\u2029\u202e]/u;

describe('the views of the command line', () => {
  const fixture = useDaemon();
  const home = openTempDir();
  after(home.remove);

  const run = (url: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<CliResult> =>
    runCli([...args, '--url', url], { homeDir: home.path, env });
  const post = async (url: string, path: string, body: unknown): Promise<{ id: string }> => {
    const answer = await callJson<{ id: string }>(`${url}/api/${path}`, { body });
    assert.equal(answer.status, 201);
    return answer.body;
  };
  const groupIds = async (url: string): Promise<readonly string[]> =>
    (await callJson<ErrorGroupList>(`${url}/api/errors`)).body.errors.map(({ id }) => id);

  describe('errord errors', () => {
    it('lists what the filters leave, a group on a line, with 0, and says with 3 that they leave none', async () => {
      const { url } = await fixture.start();
      await post(url, 'events', anEvent());
      await post(
        url,
        'events',
        anEvent({ type: 'RangeError', message: 'too far', severity: 'fatal', projectId: 'blog' }),
      );
      const all = await run(url, ['errors']);
      assert.deepEqual([all.exitCode, all.stderr], [0, '']);
      const [first, second] = all.stdout.split('\n');
      assert.match(
        first ?? '',
        /^ +\d+ s +1× {2}fatal {4}blog {8}\w+ {2}RangeError: too far {2}total \(\/app\/src\/cart\.ts:42\)$/,
      );
      assert.match(second ?? '', / 1× {2}error {4}shop {8}\w+ {2}TypeError: Cannot read properties/);
      const filters = [
        '--severity fatal',
        '--type RangeError',
        '--search FAR',
        '--project blog',
        '--since 1h --limit 1',
      ];
      for (const filter of filters) {
        const { stdout } = await run(url, ['errors', ...filter.split(' ')]);
        assert.match(stdout, /^[^\n]+RangeError: too far [^\n]+\n$/, filter);
      }
      const asked = await run(url, ['errors', 'far severity:fatal !type:TypeError', '--sort', 'events']);
      assert.match(asked.stdout, /^[^\n]+RangeError: too far [^\n]+\n$/);
      const wrong = await run(url, ['errors', 'is:open']);
      assert.equal(wrong.exitCode, 2);
      assert.match(wrong.stderr, /at character 4 of the query: "is:" takes unresolved, .* and not "open"\.\n$/);
      const none = await run(url, ['errors', '--status', 'resolved']);
      assert.deepEqual(none, { exitCode: 3, stdout: '', stderr: 'There is no error group like that.\n' });
    });

    it('goes on with --before where an earlier page ended, and prints the answer of the API with --json', async () => {
      const { url } = await fixture.start();
      for (const message of ['first', 'second', 'third'])
        await post(url, 'events', anEvent({ message, type: message }));
      const page = await run(url, ['errors', '--limit', '2']);
      const [, place = ''] = /^2 of 3 shown; the rest: --before (\S+)\n$/.exec(page.stderr) ?? [];
      const rest = await run(url, ['errors', '--limit', '2', '--before', place, '--json']);
      assert.deepEqual(
        (JSON.parse(rest.stdout) as ErrorGroupList).errors.map(({ message }) => message),
        ['first'],
      );
    });

    it('says what is wrong with a place that no list has ended at', async () => {
      const { url } = await fixture.start();
      const { exitCode, stderr } = await run(url, ['errors', '--before', 'junk']);
      assert.equal(exitCode, 1);
      assert.match(
        stderr,
        /refused: HTTP 400, invalid_query: .*; see details \(before must be the `next` of an earlier/,
      );
    });

    it('refuses with 2 what the API would refuse, and names the flag', async () => {
      const cases: readonly [string, string, RegExp][] = [
        ['--severity', 'bad', /--severity "bad" must be one of: info, warning, error, fatal; see errord --help\.$/m],
        ['--limit', String(PAGE_SIZE_MAX + 1), /--limit "1001" must be <= 1000/],
        ['--limit', '0', /--limit "0" must be >= 1/],
        [
          '--since',
          'yesterday',
          /--since "yesterday" is no time: .* such as 15m, 2h or 7d, or a time such as 2026-01-31T08:00:00Z; see/,
        ],
        ['--until', '5y', /--until "5y" is no time: give how long ago it is in s, m, h or d/],
        ['--project', 'a..b', /--project "a\.\.b" has characters or a form that is not allowed/],
      ];
      for (const [flag, value, sentence] of cases) {
        const { exitCode, stdout, stderr } = await run('http://127.0.0.1:1', ['errors', flag, value]);
        assert.deepEqual([exitCode, stdout], [2, ''], flag);
        assert.match(stderr, sentence);
      }
      const allowed = await run('http://127.0.0.1:1', ['errors', '--limit', String(PAGE_SIZE_MAX)]);
      assert.equal(allowed.exitCode, 1);
    });

    it('says with 1 that no errord is there, and asks nothing of another program', async () => {
      const other = await openFakeDaemon(strangelyAnswering({ '/api/status': [200, 'hello'] }));
      const stranger = await run(`http://127.0.0.1:${other.port}`, ['errors']);
      await other.close();
      assert.deepEqual([stranger.exitCode, stranger.stdout], [1, '']);
      assert.deepEqual(other.calls, ['GET /api/status', 'GET /api/health']);
      const away = await run(`http://127.0.0.1:${other.port}`, ['logs']);
      assert.match(away.stderr, /^errord is not running at .* \(ECONNREFUSED\)/);
      assert.equal(away.exitCode, 1);
    });

    it('reads a page of the longest kind, and none that is longer', async () => {
      const page = JSON.stringify({ logs: [], total: 0, page: 1, pageSize: 50 });
      for (const [bytes, exitCode] of [
        [CLI_PAGE_BYTES_MAX, 3],
        [CLI_PAGE_BYTES_MAX + 1, 1],
      ] as const) {
        const other = await openFakeDaemon((request, response) => {
          const isStatus = request.url === '/api/status';
          response.end(isStatus ? JSON.stringify(statusOf()) : page.padEnd(bytes));
        });
        assert.equal((await run(`http://127.0.0.1:${other.port}`, ['logs'])).exitCode, exitCode);
        await other.close();
      }
    });

    it('presents the key of ERRORD_KEY', async () => {
      const { url } = await fixture.start();
      const { key: admin } = await addKey(url, null, { name: 'ada', role: 'admin' });
      await callJson(`${url}/api/events`, { body: anEvent(), headers: bearer(admin) });
      const { key } = await addKey(url, admin, { name: 'eve', role: 'reader' });
      assert.equal((await run(url, ['errors'], { ERRORD_KEY: key })).exitCode, 0);
      const without = await run(url, ['errors']);
      assert.deepEqual([without.exitCode, /wants a key: set ERRORD_KEY/.test(without.stderr)], [1, true]);
    });
  });

  describe('errord logs', () => {
    it('shows hostile messages on one line each, cut with a mark, and the whole with --json', async () => {
      const { url } = await fixture.start();
      await post(url, 'logs', {
        level: 'warn',
        message: `${HOSTILE} ${'x'.repeat(CLI_COLUMNS_MAX)}`,
        projectId: 'shop',
      });
      await post(url, 'logs', { level: 'info', message: 'fine' });
      const { exitCode, stdout } = await run(url, ['logs', '--level', 'warn']);
      assert.equal(exitCode, 0);
      assert.doesNotMatch(stdout, UNSAFE);
      assert.match(
        stdout,
        /^[\d :-]+ {2}warn {5}shop {8}gone\\u001b\[2J\\u001b\]0;owned\\u0007\\u009b1m\\u202e 2026-01-01 error x+…\n$/,
      );
      assert.equal(stdout.length, CLI_COLUMNS_MAX + 1);
      const asked = await run(url, ['logs', '(fine OR nothing*here) !level:warn']);
      assert.match(asked.stdout, /^[^\n]+fine\n$/);
      const wrong = await run(url, ['logs', 'level:loud']);
      assert.equal(wrong.exitCode, 2);
      assert.match(wrong.stderr, /at character 1 of the query: A level is one of .*; write for example level:warn/);
      const json = (await run(url, ['logs', '--search', 'GONE', '--json'])).stdout;
      assert.doesNotMatch(json, UNSAFE);
      assert.ok((JSON.parse(json) as LogList).logs[0]?.message.startsWith(HOSTILE));
    });

    it('says how far back a query looked, and where it goes on, whether it found something or not', async () => {
      const searchedFrom = '2026-01-31T08:00:00.000Z';
      const log = { id: 'l1', level: 'warn', message: 'late', timestamp: searchedFrom, source: 'backend' };
      const list: Partial<LogList> = { page: 1, pageSize: 50, next: 'a.b', searchedFrom };
      const pages: Readonly<Record<string, object>> = {
        late: { ...list, logs: [log], total: 1 },
        gone: { ...list, logs: [], total: 0 },
      };
      const daemon = await openFakeDaemon((request, response) => {
        const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
        const page = pages[searchParams.get('query') ?? ''];
        answering({ [request.url ?? '']: [200, pathname === '/api/logs' ? page : statusOf()] })(request, response);
      });
      const url = `http://localhost:${daemon.port}`;
      const goesOn = `Searched back to ${searchedFrom}; what is older: --before a.b\n`;
      const some = await run(url, ['logs', 'late']);
      assert.deepEqual([some.exitCode, some.stderr], [0, goesOn]);
      const none = await run(url, ['logs', 'gone']);
      assert.deepEqual([none.exitCode, none.stdout], [3, '']);
      assert.equal(none.stderr, `There is no log entry like that since ${searchedFrom}.\n${goesOn}`);
      await daemon.close();
    });
  });

  describe('errord show', () => {
    const frames = [
      {
        filename: '/app/src/cart.ts',
        function: 'total',
        lineno: 42,
        colno: 7,
        inApp: true,
        contextLine: '  return cart.id;',
        preContext: ['function total(cart) {'],
        postContext: ['}'],
      },
      { filename: '/app/node_modules/express/lib/router.js', function: 'next', lineno: 1, colno: 1 },
    ];

    it('tells of a group its explanation, stack, causes and context, and what has its correlation id', async () => {
      const { url } = await fixture.start();
      const causes = [{ type: 'Error', message: 'no answer', code: 'ECONNREFUSED', stackFrames: frames.slice(1) }];
      const event = anEvent({ eventId: 'e-1', correlationId: 'c-1', stackFrames: frames, causes, release: '1.2' });
      await post(url, 'events', event);
      await post(url, 'events', { ...event, eventId: 'e-2' });
      await post(url, 'events', anEvent({ type: 'Error', message: 'beside it', correlationId: 'c-1' }));
      await post(url, 'events/request', {
        method: 'GET',
        url: '/cart',
        statusCode: 500,
        correlationId: 'c-1',
        projectId: 'shop',
      });
      await post(url, 'logs', { level: 'warn', message: 'cart is empty', correlationId: 'c-1', projectId: 'shop' });
      await post(url, 'logs', { level: 'warn', message: 'unrelated', projectId: 'shop' });
      const [, id = ''] = await groupIds(url);
      const { exitCode, stdout } = await run(url, ['show', id]);
      assert.equal(exitCode, 0);
      const parts = [
        `error group ${id}\n  TypeError: Cannot read properties of undefined (reading 'id')\n`,
        '  seen          2 times, first ',
        '\nWhy\n  Connection refused or lost\n  `cart` was `undefined` when `.id` was read',
        '\nStack of the latest event e-2, own code marked with >\n  > total  /app/src/cart.ts:42:7\n',
        '         41 | function total(cart) {\n    >    42 |   return cart.id;\n         43 | }\n',
        '    next  /app/node_modules/express/lib/router.js:1:1\n',
        '\nCaused by Error: no answer (ECONNREFUSED)\n    next  /app/node_modules',
        '  release       1.2\n',
        '\nErrors with the same correlation id\n',
        'Error: beside it  total (/app/src/cart.ts:42)\n',
        '\nRequests with the same correlation id\n',
        'GET /cart\n',
        '\nLogs with the same correlation id, newest first\n',
        'cart is empty\n',
      ];
      for (const part of parts) assert.ok(stdout.includes(part), `${part} is not in\n${stdout}`);
      assert.doesNotMatch(stdout, /unrelated/);
      const json = JSON.parse((await run(url, ['show', id, '--json'])).stdout) as Found & { related: Related };
      assert.ok(json.kind === 'error');
      assert.deepEqual(
        [json.error.id, json.event?.eventId, json.related.requests.length, json.related.logs.length],
        [id, 'e-2', 1, 1],
      );
    });

    it('finds an event and a request by their ids, and says with 3 that nothing has an id', async () => {
      const { url } = await fixture.start();
      await post(url, 'events', anEvent({ eventId: 'e/1 ?' }));
      const { id } = await post(url, 'events/request', {
        method: 'POST',
        url: '/pay',
        statusCode: 402,
        duration: 1500,
        headers: { 'content-type': 'application/json' },
        requestBody: { amount: 7 },
      });
      const event = await run(url, ['show', 'e/1 ?', '--project', 'shop']);
      assert.match(
        event.stdout,
        /^event e\/1 \?\n {2}TypeError: [^]*\n {2}group {9}\w+\n[^]*> total {2}\/app\/src\/cart\.ts:42:7/,
      );
      const request = await run(url, ['show', id]);
      assert.match(request.stdout, /^request \w+\n {2}POST \/pay\n[^]* {2}took {10}1\.5 s\n[^]* {2}\{"amount":7\}\n/);
      for (const unknown of ['nobody', '.', '..', 'batch', 'x'.repeat(200), '\u001b[2J']) {
        const { exitCode, stdout, stderr } = await run(url, ['show', unknown]);
        assert.deepEqual([exitCode, stdout], [3, ''], unknown);
        assert.match(stderr, /^No error group, event or request has the id "/);
        assert.doesNotMatch(stderr, UNSAFE);
      }
    });

    it('shows of a group the latest event that meets a query, with what belongs to that event, and how many do', async () => {
      const { url } = await fixture.start();
      for (const [eventId, release] of [
        ['e-1', '1.1'],
        ['e-2', '1.2'],
        ['e-3', '1.2'],
        ['e-4', '1.3'],
      ] as const)
        await post(url, 'events', anEvent({ eventId, release, correlationId: `of ${eventId}`, tags: { eventId } }));
      await post(url, 'logs', { level: 'warn', message: 'beside e-3', correlationId: 'of e-3', projectId: 'shop' });
      await post(url, 'logs', { level: 'warn', message: 'beside e-4', correlationId: 'of e-4', projectId: 'shop' });
      const [id = ''] = await groupIds(url);
      const { exitCode, stdout, stderr } = await run(url, ['show', id, '--query', 'release:1.1,1.2']);
      assert.deepEqual([exitCode, stderr], [0, '']);
      assert.ok(stdout.startsWith(`error group ${id}\n`));
      assert.match(
        stdout,
        /\n\n3 of 4 events meet the query\.\n\nStack of the latest of them, e-3, own code marked with >\n {2}> total/,
      );
      assert.match(stdout, /\nAbout the latest of them, e-3\n[^]* {2}release {7}1\.2\n/);
      assert.match(stdout, /beside e-3/);
      assert.doesNotMatch(stdout, /beside e-4|latest event/);
      const one = await run(url, ['show', id, '--query=-tag:eventId=e-2,e-3,e-4', '--json']);
      const json = JSON.parse(one.stdout) as Found & { related: Related };
      assert.ok(json.kind === 'error');
      assert.deepEqual(
        [json.event?.eventId, json.total, json.searchedFrom, json.error.count],
        ['e-1', 1, undefined, 4],
      );
      assert.match(
        (await run(url, ['show', id, '--query', 'release:1.3'])).stdout,
        /\n1 of 4 events meets the query\.\n/,
      );
      const all = JSON.parse((await run(url, ['show', id, '--json'])).stdout) as Found;
      assert.ok(all.kind === 'error' && !('total' in all) && all.event?.eventId === 'e-4');
    });

    it('says in place of the event, with 3, that none of a group meets a query', async () => {
      const { url } = await fixture.start();
      await post(url, 'events', anEvent({ release: '1.1' }));
      const [id = ''] = await groupIds(url);
      const none = await run(url, ['show', id, '--query', 'release:1.1 -tag:x=y !release:1.1']);
      assert.deepEqual([none.exitCode, none.stderr], [3, '']);
      assert.ok(none.stdout.startsWith(`error group ${id}\n  TypeError: Cannot read`));
      assert.match(none.stdout, /\n\nNo event of this error meets the query\.\n$/);
      assert.doesNotMatch(none.stdout, /Stack of|About/);
      const told = await run(url, ['show', id, '--query', 'release:9', '--json']);
      assert.deepEqual([told.exitCode, told.stderr], [3, 'No event of this error meets the query.\n']);
      const { event, total } = JSON.parse(told.stdout) as { event: unknown; total: unknown };
      assert.deepEqual([event, total], [null, 0]);
    });

    it('says from when on the events of a group were looked at, where that was not all of them', async () => {
      const { url } = await fixture.start();
      const events = eventsBeyondLook();
      for (const event of events) await post(url, 'events', event);
      const [id = ''] = await groupIds(url);
      const { body } = await callJson<ErrorGroupDetail>(`${url}/api/errors/${id}?query=transaction:new&pageSize=1`);
      const { total, searchedFrom = '' } = body;
      assert.ok(searchedFrom > (events[1]?.timestamp ?? '') && total < events.length - 1);
      const looked = `only those since ${toLocalTime(searchedFrom)} were looked at`;
      const some = await run(url, ['show', id, '--query', 'transaction:new']);
      const sentence = `\n\n${total} of ${events.length} events meet the query; ${looked}.\n\nStack of the latest of them, `;
      assert.equal(some.exitCode, 0);
      assert.ok(some.stdout.includes(sentence), some.stdout.slice(0, 2000));
      const old = await run(url, ['show', id, '--query', 'transaction:old', '--json']);
      assert.deepEqual([old.exitCode, old.stderr], [3, `No event of this error meets the query; ${looked}.\n`]);
      const json = JSON.parse(old.stdout) as { total: unknown; searchedFrom: unknown };
      assert.deepEqual([json.total, json.searchedFrom], [0, searchedFrom]);
    });

    it('refuses with 2 a query that is none before it calls anything, and never shows what could move the cursor', async () => {
      for (const [query, sentence] of [
        [
          'release:1.1 is:open',
          /^errord: at character 16 of the query: "is:" takes unresolved, .* and not "open"\.\n$/,
        ],
        [
          'release:1.1 is:new',
          /^errord: at character 13 of the query: "is:" is for finding errors and not for the events/,
        ],
        [
          'timeout',
          /^errord: at character 1 of the query: Words are for finding errors and not .* use release, .* or /,
        ],
        [HOSTILE, /^errord: at character 1 of the query: Words are for finding errors/],
        [`severity:${HOSTILE}`, /^errord: at character 10 of the query: "severity:" takes .* and not "gone\\u001b\[2J/],
        ['x'.repeat(GROUP_QUERY_CHARS_MAX + 1), /^errord: at character 513 of the query: The query is longer than 512/],
        [`release:${'x'.repeat(GROUP_QUERY_CHARS_MAX - 'release:'.length)}`, /^errord is not running at /],
        ['', /^errord: --query is empty; see errord --help\.\n$/],
        [' \n ', /^errord: --query is empty; see errord --help\.\n$/],
      ] as const) {
        const { exitCode, stdout, stderr } = await run('http://127.0.0.1:1', ['show', 'some', `--query=${query}`]);
        assert.match(stderr, sentence);
        assert.deepEqual([exitCode, stdout], [stderr.startsWith('errord is not') ? 1 : 2, ''], query);
        assert.doesNotMatch(stderr, UNSAFE);
      }
    });

    it('refuses a query with the id of an event or a request, and says what takes one', async () => {
      const { url } = await fixture.start();
      await post(url, 'events', anEvent({ eventId: HOSTILE }));
      const [groupId = ''] = await groupIds(url);
      const { id } = await post(url, 'events/request', { method: 'GET', url: '/pay', statusCode: 402 });
      const event = await run(url, ['show', HOSTILE, '--query', 'release:1.1']);
      const sentence = '--query is for the events of an error group, and this is the id of';
      assert.deepEqual(event, {
        exitCode: 2,
        stdout: '',
        stderr: `errord: ${sentence} an event; use it with the id of its error group, ${groupId}.\n`,
      });
      const request = await run(url, ['show', id, '--query', 'release:1.1', '--json']);
      assert.deepEqual(request, { exitCode: 2, stdout: '', stderr: `errord: ${sentence} a request; leave it out.\n` });
      const nothing = await run(url, ['show', 'none', '--query', 'release:1.1']);
      assert.deepEqual([nothing.exitCode, nothing.stdout], [3, '']);
      assert.match(nothing.stderr, /^No error group, event or request has the id "none"\./);
    });

    it('finds with a project and a query only the events of a group of this project', async () => {
      const { url } = await fixture.start();
      await post(url, 'events', anEvent({ eventId: 'mine', release: '1.1' }));
      const [id = ''] = await groupIds(url);
      await post(url, 'events', anEvent({ eventId: 'other', release: '1.1', projectId: 'blog' }));
      const query = ['--query', 'release:1.1'];
      const mine = await run(url, ['show', id, '--project', 'shop', ...query]);
      assert.equal(mine.exitCode, 0);
      assert.match(mine.stdout, /\n1 of 1 event meets the query\.\n\nStack of the latest of them, mine,/);
      const other = await run(url, ['show', id, '--project', 'blog', ...query]);
      assert.deepEqual([other.exitCode, other.stdout], [3, '']);
      assert.match(other.stderr, /^No error group, event or request has the id /);
    });

    it('shows hostile content instead of obeying it, wherever it is, and long texts cut with a mark', async () => {
      const { url } = await fixture.start();
      const text = HOSTILE;
      const filename = `/app/${text}.ts`;
      const event = anEvent({
        eventId: text,
        type: 'E\u001b[1m',
        message: text,
        stackFrames: [
          { filename, function: text, lineno: 1, colno: 1, inApp: true, contextLine: text, preContext: [text] },
        ],
        causes: [{ type: text, message: text, code: text, stack: text }],
        tags: { [text]: text },
        breadcrumbs: times(CLI_RELATED_ROWS_MAX + 1, (index) => ({ message: `crumb ${index}`, [text]: text })),
        extra: { long: 'y '.repeat(CLI_TEXT_CHARS_MAX / 2) },
        correlationId: text,
        release: text,
        transaction: text,
      });
      await post(url, 'events', event);
      await post(url, 'logs', { level: 'info', message: text, correlationId: text, projectId: 'shop' });
      await post(url, 'events/request', {
        method: 'GET',
        url: `/${text}`,
        headers: { [text]: text },
        correlationId: text,
        projectId: 'shop',
      });
      const [id = ''] = await groupIds(url);
      const { exitCode, stdout } = await run(url, ['show', id]);
      assert.equal(exitCode, 0);
      assert.doesNotMatch(stdout, UNSAFE);
      assert.match(stdout, /… \d+ more characters/);
      assert.match(stdout, /Logs with the same correlation id/);
      assert.ok(stdout.includes(`crumb ${CLI_RELATED_ROWS_MAX}`));
      assert.doesNotMatch(stdout, /crumb 0"/);
    });
  });
});
