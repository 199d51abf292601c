// What the SDKs of other languages send, as it was recorded from them (`test/fixtures/sdk-requests`), against a real daemon.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { ErrorGroupDetail, ErrorGroupList, EventDetail } from '../../../schemas/error-group.js';
import type { RequestList, RequestRecord } from '../../../schemas/request.js';
import type { Outcomes } from '../../../schemas/stats.js';
import { PACKAGE_ROOT } from '../../../src/package.js';
import { type TestDaemon, useDaemon } from '../../support/daemon.js';
import { callJson } from '../../support/http.js';
import { assertBalanced } from '../../support/shared-daemon.js';

const FIXTURES = new URL('test/fixtures/sdk-requests/', PACKAGE_ROOT);

interface Recorded {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** In base64. */
  readonly body: string;
}

type SentEvent = EventDetail['event'];

describe('an application with an SDK of Sentry for', () => {
  const fixture = useDaemon();

  /** Sends what one SDK did, and answers what the daemon said to each call. */
  async function replay(sdk: string, { port }: TestDaemon): Promise<readonly string[]> {
    const file = readdirSync(FIXTURES).find((name) => name.startsWith(`sentry-${sdk}-`));
    assert.ok(file, sdk);
    const calls = JSON.parse(readFileSync(new URL(file, FIXTURES), 'utf8')) as readonly Recorded[];
    assert.ok(calls.length > 3);
    const answers: string[] = [];
    for (const call of calls) answers.push(await send(port, call));
    return answers;
  }

  function send(port: number, { path, headers, body }: Recorded): Promise<string> {
    return new Promise((resolve, reject) => {
      const call = request({ port, host: '127.0.0.1', method: 'POST', path, headers, agent: false }, (response) => {
        text(response).then((answer) => resolve(`${response.statusCode} ${answer}`), reject);
      });
      call.once('error', reject).end(Buffer.from(body, 'base64'));
    });
  }

  const get = async <T>({ url }: TestDaemon, path: string): Promise<T> => (await callJson<T>(url + path)).body;

  async function readEvents(daemon: TestDaemon): Promise<readonly SentEvent[]> {
    const { errors } = await get<ErrorGroupList>(daemon, '/api/errors?projectId=shop');
    const details = await Promise.all(errors.map(({ id }) => get<ErrorGroupDetail>(daemon, `/api/errors/${id}`)));
    return details.flatMap(({ events }) => events);
  }

  function find(events: readonly SentEvent[], message: string): SentEvent {
    const event = events.find((candidate) => candidate.message === message);
    assert.ok(event, `${message} is not among ${events.map((one) => one.message).join(', ')}`);
    return event;
  }

  function firstCrumb({ breadcrumbs }: SentEvent): unknown {
    return (breadcrumbs?.[0] as { readonly message?: unknown } | undefined)?.message;
  }

  async function readRequests(daemon: TestDaemon): Promise<readonly RequestRecord[]> {
    const { requests } = await get<RequestList>(daemon, '/api/requests?projectId=shop');
    return Promise.all(requests.map(({ id }) => get<RequestRecord>(daemon, `/api/requests/${id}`)));
  }

  /** What is true of every SDK: nothing is refused, twice is once, and no secret is kept. */
  async function assertTaken(sdk: string, daemon: TestDaemon): Promise<Outcomes['total']> {
    const outcomes = await get<Outcomes>(daemon, '/api/outcomes');
    const { total } = outcomes;
    assert.deepEqual([total.rejected, total.dropped, total.stored], [{}, {}, total.received]);
    await replay(sdk, daemon);
    const again = await get<Outcomes>(daemon, '/api/outcomes');
    assert.deepEqual([again.total.stored, again.total.duplicate], [total.stored, total.stored]);
    assertBalanced(again);
    const kept = JSON.stringify([await readEvents(daemon), await readRequests(daemon)]);
    assert.doesNotMatch(kept, /hunter2/);
    return total;
  }

  it('Python, with Flask: errors with their causes, messages of logging, transactions', async () => {
    const daemon = await fixture.start();
    const answers = await replay('python', daemon);
    for (const answer of answers.slice(0, 5)) assert.match(answer, /^200 \{"id":"[0-9a-f]{32}"\}$/);
    assert.deepEqual(answers.slice(5), ['200 {}', '200 {}'], 'sessions and a report have no id');
    const events = await readEvents(daemon);
    const lost = find(events, 'order 7 is lost');
    assert.deepEqual(
      [lost.type, lost.severity, lost.source, lost.platform, lost.handled, lost.mechanism],
      ['OrderError', 'error', 'backend', 'python', false, 'flask'],
    );
    assert.deepEqual(
      lost.causes?.map(({ type, message }) => `${type}: ${message}`),
      ['KeyError: 7'],
    );
    const [frame] = lost.stackFrames;
    assert.deepEqual([frame?.filename, frame?.function, frame?.inApp], ['shop.py', 'order', true]);
    assert.match(frame?.contextLine ?? '', /raise OrderError\(.*\) from error$/);
    assert.match(JSON.stringify(lost.breadcrumbs), /looking for 7/);
    assert.deepEqual([lost.release, lost.environment?.name, lost.serverName], ['shop@1.2.3', 'staging', 'web-1']);
    assert.deepEqual([lost.tags?.team, lost.user?.id, lost.transaction], ['orders', '7', 'order']);
    assert.match(String(lost.request?.url), /\/orders\/7\?token=\[Redacted\]$/);
    const logged = find(events, 'payment of order 7 refused');
    assert.deepEqual([logged.severity, logged.logger, logged.extra?.attempt], ['error', 'shop.orders', 3]);
    const told = find(events, 'cache is cold');
    assert.deepEqual([told.severity, told.attachments?.[0]?.name], ['warning', 'cart.json']);
    const [fine, failed, ...more] = await readRequests(daemon);
    assert.deepEqual([fine?.statusCode, failed?.statusCode, more.length], [200, 500, 0]);
    assert.equal(failed?.correlationId, lost.correlationId);
    const { skipped, clientDropped } = await assertTaken('python', daemon);
    assert.deepEqual([skipped, clientDropped], [{ attachment: 1, sessions: 1 }, { event_processor: 1 }]);
  });

  it('Go, with net/http: panics and errors that wrap others, transactions', async () => {
    const daemon = await fixture.start();
    for (const answer of await replay('go', daemon)) assert.match(answer, /^200 \{"id":"[0-9a-f]{32}"\}$/);
    const events = await readEvents(daemon);
    const lost = find(events, 'order 7 is lost');
    assert.deepEqual([lost.type, lost.severity, lost.platform], ['*main.orderError', 'fatal', 'go']);
    assert.deepEqual(
      lost.stackFrames.slice(0, 2).map((frame) => [frame.module, frame.function, frame.inApp]),
      [
        ['main', 'order', true],
        ['net/http', 'HandlerFunc.ServeHTTP', false],
      ],
    );
    const wrapped = find(events, 'cart is not readable: order 8 is lost');
    assert.deepEqual(
      wrapped.causes?.map(({ message }) => message),
      ['order 8 is lost', 'no row'],
    );
    assert.deepEqual([wrapped.user?.email, firstCrumb(wrapped)], ['ann@example.com', 'looking for 7']);
    assert.match(String(wrapped.environment?.runtime), /^go1\./);
    assert.equal(find(events, 'cache is cold').severity, 'warning');
    const [fine, failed, ...more] = await readRequests(daemon);
    assert.deepEqual([fine?.method, failed?.method, more.length], ['GET', 'GET', 0]);
    assert.match(String(fine?.url), /\/fine$/);
    assert.equal(failed?.correlationId, lost.correlationId);
    await assertTaken('go', daemon);
  });

  it('Ruby, with Rack: errors with their causes, messages, transactions', async () => {
    const daemon = await fixture.start();
    for (const answer of await replay('ruby', daemon)) assert.match(answer, /^200 \{"id":"[0-9a-f]{32}"\}$/);
    const events = await readEvents(daemon);
    const lost = find(events, 'order 7 is lost');
    assert.deepEqual([lost.type, lost.severity, lost.platform], ['OrderError', 'error', 'ruby']);
    assert.deepEqual(
      lost.causes?.map(({ type, message }) => `${type}: ${message}`),
      ['KeyError: key not found: 7'],
    );
    const [frame] = lost.stackFrames;
    assert.deepEqual([frame?.filename, frame?.inApp], ['lib/shop.rb', true]);
    assert.equal(frame?.contextLine, '  raise OrderError, "order #{number} is lost"');
    assert.equal(lost.stackFrames.at(-1)?.inApp, false);
    assert.deepEqual([lost.user?.id, firstCrumb(lost)], ['7', 'looking for 7']);
    assert.match(String(lost.request?.url), /\/orders\/7\?token=\[Redacted\]$/);
    assert.equal(lost.request?.cookie, undefined, 'there was none');
    assert.equal(find(events, 'cache is cold').severity, 'warning');
    const [fine, failed, ...more] = await readRequests(daemon);
    assert.deepEqual([fine?.statusCode, failed?.statusCode, more.length], [undefined, 500, 0]);
    assert.equal(failed?.correlationId, lost.correlationId);
    await assertTaken('ruby', daemon);
  });
});
