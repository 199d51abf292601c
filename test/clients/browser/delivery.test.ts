import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { ErrorGroupDetail, ErrorGroupList } from '../../../schemas/error-group.js';
import type { LogList } from '../../../schemas/log.js';
import type { Outcomes } from '../../../schemas/stats.js';
import { useBrowser } from '../../support/browser.js';
import { useDaemon } from '../../support/daemon.js';
import { FeedClient } from '../../support/feed-client.js';
import { callJson } from '../../support/http.js';
import { startLosingRelay } from '../../support/losing-relay.js';
import { useSharedDaemon } from '../../support/shared-daemon.js';
import { useSite } from '../../support/site.js';
import { openWatchedPage, type PageContents, readEvents, type WatchedPage } from '../../support/watched-page.js';

const BUTTON = '<button id="go" onclick="go()">Go</button>';

describe('what a page leaves behind', () => {
  const daemon = useSharedDaemon();
  const browser = useBrowser();
  const site = useSite();
  const open = (contents: PageContents): Promise<WatchedPage> => openWatchedPage({ daemon, browser, site }, contents);

  async function followFeed(): Promise<FeedClient> {
    return FeedClient.open(`${daemon.url().replace('http', 'ws')}/ws`);
  }

  /** Resolves when so many events have arrived since the feed was opened: nobody waits for the answer to a beacon. */
  async function arrive(feed: FeedClient, count: number): Promise<void> {
    for (let arrived = 0; arrived < count; ) if (/^new_e/.test((await feed.next()).type)) arrived += 1;
    await feed.close();
  }

  it('arrives when the page is closed right after the error', async () => {
    const feed = await followFeed();
    const { page, projectId } = await open({
      script: 'function go() { throw new Error("the last words"); }',
      body: BUTTON,
    });
    await page.click('#go');
    await page.close({ runBeforeUnload: true });
    const { type, payload } = await feed.next();
    assert.deepEqual([type, payload.message, payload.projectId], ['new_error', 'the last words', projectId]);
    await feed.close();
  });

  it('arrives when a link leads away in the same moment', async () => {
    const feed = await followFeed();
    site.serve('/elsewhere', 'elsewhere');
    const { page } = await open({
      script:
        'function go() { errord.log("info", "leaving"); location.href = "/elsewhere"; throw new Error("on the way out"); }',
      body: BUTTON,
    });
    await page.click('#go');
    const types = new Set([(await feed.next()).type, (await feed.next()).type]);
    assert.deepEqual(types, new Set(['new_error', 'new_log']));
    await feed.close();
  });

  it('is stored once when the answers to the first calls were lost, be it an event, an entry or a request', async () => {
    const relay = await startLosingRelay(daemon.url(), 3);
    try {
      site.serve('/answered', 'x');
      const opened = await open({
        attributes: `data-server-url="${relay.url}"`,
        script: `errord.captureMessage('told once'); errord.log('info', 'logged once'); void fetch('/answered');`,
      });
      const events = await opened.events();
      assert.deepEqual(
        events.map(({ message }) => message),
        ['told once'],
      );
      assert.equal(relay.lossesLeft, 0);
      assert.deepEqual(new Set(relay.lostStatuses), new Set([201]));
      const { logs } = (await callJson<LogList>(`${daemon.url()}/api/logs?projectId=${opened.projectId}`)).body;
      assert.deepEqual(
        logs.map(({ message }) => message),
        ['logged once'],
      );
      assert.equal((await opened.requests()).length, 1);
      const { total } = (await callJson<Outcomes>(`${daemon.url()}/api/outcomes?projectId=${opened.projectId}`)).body;
      const lostCount = relay.lost.flatMap((body) => JSON.parse(body) as unknown[]).length;
      assert.deepEqual([total.stored, total.duplicate], [3, lostCount]);
    } finally {
      await relay.stop();
    }
  });

  /** Counts beacons and, when they are refused, what else is sent. */
  const countCalls = (answer: string): string => `<script>
    var beacons = [], calls = [], answers = [];
    var send = navigator.sendBeacon, call = window.fetch;
    navigator.sendBeacon = function (url, body) {
      beacons.push(new Blob([body]).size);
      return ${answer};
    };
    window.fetch = function (url, init) {
      const answer = call.apply(this, arguments);
      if (String(url).includes('/api/')) {
        calls.push([!!init.keepalive, new Blob([init.body]).size]);
        answers.push(answer);
      }
      return answer;
    };
  </script>`;

  it('goes out in parts that a beacon may have, in UTF-8', async () => {
    const feed = await followFeed();
    const opened = await open({ head: countCalls('send.apply(this, arguments)') });
    await opened.page.evaluate(`
      for (let i = 0; i < 9; i++) errord.captureMessage(i + 'ä', 'info', { text: '\\u20ac'.repeat(7000) });
      dispatchEvent(new Event('pagehide'));`);
    const beacons = await opened.page.evaluate<number[]>('beacons');
    assert.ok(beacons.length >= 4, String(beacons));
    for (const bytes of beacons) assert.ok(bytes < 64 * 1024, String(bytes));
    await arrive(feed, 9);
    assert.equal((await opened.events()).length, 9);
  });

  it('goes out when the page is hidden, which may be the last it knows', async () => {
    const feed = await followFeed();
    const opened = await open({ head: countCalls('send.apply(this, arguments)') });
    await opened.page.evaluate(`
      errord.captureMessage('hidden', 'info');
      Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));`);
    assert.equal((await opened.page.evaluate<number[]>('beacons')).length, 1);
    await arrive(feed, 1);
    assert.equal((await opened.onlyEvent()).message, 'hidden');
  });

  it('takes another way when beacons are refused, also for one record that is too large for one', async () => {
    const opened = await open({ head: countCalls('false') });
    await opened.page.evaluate(`
      errord.captureMessage('small', 'info');
      errord.captureMessage('large', 'info', { list: Array.from({ length: 12 }, () => 'x'.repeat(8000)) });
      dispatchEvent(new Event('pagehide'));`);
    const calls = await opened.page.evaluate<[boolean, number][]>('calls');
    assert.deepEqual(
      calls.map(([isKept, bytes]) => [isKept, bytes > 64 * 1024]),
      [
        [true, false],
        [false, true],
      ],
    );
    await opened.page.evaluate('Promise.all(answers).then(() => 0)');
    assert.deepEqual((await readEvents(daemon, opened.projectId)).map(({ message }) => message).sort(), [
      'large',
      'small',
    ]);
  });

  it('is not all: a page that is shown again goes on', async () => {
    const opened = await open({});
    for (const count of [1, 2]) {
      const feed = await followFeed();
      await opened.page.evaluate(`
        errord.captureMessage('before ${count}');
        dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
        dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
        errord.captureMessage('after ${count}');`);
      await arrive(feed, 2);
      assert.equal((await opened.events()).length, 2 * count);
    }
  });

  it('carries the token that the daemon wants', async () => {
    const feed = await followFeed();
    const opened = await open({
      attributes: 'data-token="a token &amp; more"',
      head: countCalls('send.apply(this, arguments)'),
    });
    const addresses: string[] = [];
    opened.page.on('request', (request) => addresses.push(request.url()));
    await opened.page.evaluate(
      'errord.captureMessage("one"); dispatchEvent(new Event("pagehide")); errord.captureMessage("two")',
    );
    await arrive(feed, 2);
    assert.equal((await opened.events()).length, 2);
    assert.equal(
      addresses.filter((address) => address.endsWith('/api/events/batch?token=a%20token%20%26%20more')).length,
      2,
    );
  });
});

describe('a daemon that is away', () => {
  const daemon = useDaemon();
  const browser = useBrowser();
  const site = useSite();

  it('gets everything when it is back, each once', async () => {
    const first = await daemon.start();
    let there: string | null = first.url;
    for (const path of ['/errord.js', '/api/events/batch', '/api/logs/batch']) {
      site.serve(path, (request, response) => {
        if (there === null) request.socket.destroy();
        else void passOn(there, request, response);
      });
    }
    const tag = '<script src="/errord.js" data-project-id="away" data-capture-console="info"></script>';
    const page = await browser.open(site.serve('/', `<!doctype html>${tag}`), { mayLog: /./ });
    await page.evaluate('errord.captureMessage("before")');
    assert.equal(await page.evaluate('errord.flush(8000)'), true);
    there = null;
    await first.stop();
    await page.evaluate(`
      for (let i = 0; i < 150; i++) { console.error("while away " + i); console.info("line " + i); }`);
    // The first call has failed by then: from here on the client waits.
    assert.equal(await page.evaluate('errord.flush(1000)'), false);
    await page.evaluate(`
      Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
      dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));`);
    there = (await daemon.start()).url;
    assert.equal(await page.evaluate('errord.flush(15000)'), true);
    assert.deepEqual(await page.evaluate('errord.stats()'), { sentCount: 301, queuedCount: 0, dropped: {} });
    const { body: groups } = await callJson<ErrorGroupList>(`${there}/api/errors?pageSize=1000`);
    const counts = groups.errors.map(({ count }) => count);
    assert.equal(
      counts.reduce((sum, count) => sum + count, 0),
      151,
    );
    const { body: logs } = await callJson<LogList>(`${there}/api/logs`);
    assert.equal(logs.total, 150);
    const [group] = groups.errors;
    const { body: detail } = await callJson<ErrorGroupDetail>(`${there}/api/errors/${group?.id ?? ''}`);
    assert.equal(detail.error.projectId, 'away');
  });
});

/** What a daemon answers to a request that came by another address. */
async function passOn(url: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', url: path = '/' } = request;
  const answer = await fetch(url + path, {
    method,
    ...(method === 'POST' && { body: new Uint8Array(await buffer(request)) }),
  });
  response.writeHead(answer.status, { 'Content-Type': answer.headers.get('content-type') ?? '' });
  response.end(new Uint8Array(await answer.arrayBuffer()));
}
