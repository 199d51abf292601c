// What the client does to the page that it watches: nothing that the page could notice.

import assert from 'node:assert/strict';
import { useBrowser } from '../../support/browser.js';
import { useSharedDaemon } from '../../support/shared-daemon.js';
import { useSite } from '../../support/site.js';
import { openWatchedPage, type PageContents, type WatchedPage } from '../../support/watched-page.js';

/** What may be hooked, as a page that has no client has it. */
const REMEMBER = `<script>
  var native = [
    [window, 'fetch'], [console, 'error'], [console, 'warn'],
    [XMLHttpRequest.prototype, 'open'], [XMLHttpRequest.prototype, 'send'], [XMLHttpRequest.prototype, 'setRequestHeader'],
    [History.prototype, 'pushState'], [History.prototype, 'replaceState'],
  ].map(([target, name]) => ({ target, name, fn: target[name] }));
  var listeners = 0;
  var add = EventTarget.prototype.addEventListener, remove = EventTarget.prototype.removeEventListener;
  EventTarget.prototype.addEventListener = function (...args) { listeners += 1; return add.apply(this, args); };
  EventTarget.prototype.removeEventListener = function (...args) { listeners -= 1; return remove.apply(this, args); };
  var changed = () => native.filter(({ target, name, fn }) => target[name] !== fn).map(({ name }) => name).join(' ');
</script>`;

describe('a page that is watched', () => {
  const daemon = useSharedDaemon();
  const browser = useBrowser();
  const site = useSite();
  const open = (contents: PageContents): Promise<WatchedPage> => openWatchedPage({ daemon, browser, site }, contents);

  it('finds every function as it was: name, length, text, errors, and what it is called on', async () => {
    const { page } = await open({ head: REMEMBER, attributes: 'data-capture-console' });
    assert.equal(
      await page.evaluate('changed()'),
      'fetch error warn open send setRequestHeader pushState replaceState',
    );
    const differences = await page.evaluate<unknown[]>(`native.flatMap(({ target, name, fn }) => {
      const now = target[name];
      const same = now.name === fn.name && now.length === fn.length && now.toString() === fn.toString() &&
        String(now) === String(fn) && typeof now === 'function' && Object.keys(now).length === 0;
      return same ? [] : [name];
    })`);
    assert.deepEqual(differences, []);
    const thrown = await page.evaluate<string[]>(`Promise.all([
      () => XMLHttpRequest.prototype.open.call({}, 'GET', '/'),
      () => new XMLHttpRequest().send(),
      () => new XMLHttpRequest().open(),
      () => history.pushState(),
      () => history.pushState(null, '', 'https://elsewhere.example/'),
      () => fetch(),
      () => fetch('http://'),
      () => fetch('/page', { method: 'TRACE' }),
    ].map(async (call) => { try { await call(); return 'nothing'; } catch (error) { return error.name; } }))`);
    assert.deepEqual(thrown, [
      'TypeError',
      'InvalidStateError',
      'TypeError',
      'TypeError',
      'SecurityError',
      'TypeError',
      'TypeError',
      'TypeError',
    ]);
    assert.equal(await page.evaluate('fetch("/page") instanceof Promise && console.error() === undefined'), true);
  });

  it('finds everything put back after close, listeners too', async () => {
    const { page } = await open({ head: REMEMBER, attributes: 'data-capture-console' });
    assert.ok((await page.evaluate<number>('listeners')) > 5);
    await page.evaluate('errord.close()');
    assert.equal(await page.evaluate('changed()'), '');
    assert.equal(await page.evaluate('listeners'), 0);
  });

  it('goes on when somebody wrapped a function before the client was closed', async () => {
    const { page } = await open({ head: REMEMBER });
    await page.evaluate('{ const inner = window.fetch; window.fetch = (...args) => inner(...args); errord.close(); }');
    assert.equal(await page.evaluate('fetch("/page").then(({ status }) => status)'), 200);
    assert.deepEqual(await page.evaluate('errord.stats()'), { sentCount: 0, queuedCount: 0, dropped: {} });
  });

  it('has nothing hooked and nothing sent while the client is off', async () => {
    const opened = await open({
      head: REMEMBER,
      attributes: 'data-enabled="false"',
      script: 'errord.captureError(new Error("nobody hears")); errord.log("info", "nobody"); console.error("nobody");',
    });
    assert.equal(await opened.page.evaluate('changed()'), '');
    assert.equal(await opened.page.evaluate('listeners'), 0);
    assert.deepEqual(await opened.events(), []);
  });

  it('has one client when it is started twice', async () => {
    const opened = await open({ head: REMEMBER });
    await opened.page.evaluate(
      `errord.init({ serverUrl: '${daemon.url()}', projectId: '${opened.projectId}', release: 'second' })`,
    );
    await opened.page.evaluate('console.error("once")');
    assert.equal((await opened.onlyEvent()).release, 'second');
    await opened.page.evaluate('errord.close()');
    assert.equal(await opened.page.evaluate('changed()'), '');
  });

  it('is told in one sentence which option is wrong, and stays as it was', async () => {
    const { page } = await open({ head: REMEMBER, attributes: 'data-enabled="false"' });
    const told = await page.evaluate<string>(
      '(() => { try { errord.init({ sampelRate: 1 }) } catch (error) { return String(error) } })()',
    );
    assert.match(told, /^TypeError: errord: there is no option "sampelRate"; the options are serverUrl, /);
    assert.equal(await page.evaluate('changed()'), '');
  });

  it('still has its rejections unhandled, and its handled ones handled', async () => {
    const { page } = await open({
      head: '<script>var unhandled = 0; addEventListener("unhandledrejection", () => { unhandled += 1; });</script>',
      script: `
        fetch('http://127.0.0.1:1/');
        fetch('http://127.0.0.1:1/').catch(() => {});
        fetch('http://127.0.0.1:1/').then(() => {}, () => {});`,
    });
    await page.waitForFunction('window.unhandled > 0');
    await page.evaluate('errord.flush(8000)');
    assert.equal(await page.evaluate('unhandled'), 1);
  });

  it('aborts its requests as ever, and hears no error of the client for it', async () => {
    const opened = await open({});
    const name = await opened.page.evaluate(`(() => {
      const controller = new AbortController();
      const fetching = fetch('/page', { signal: controller.signal });
      controller.abort();
      return fetching.catch(({ name }) => name);
    })()`);
    assert.equal(name, 'AbortError');
    assert.deepEqual(await opened.events(), []);
    const [request] = await opened.requests();
    assert.equal(request?.statusCode, undefined);
  });

  it('sends bodies of every kind as ever', async () => {
    const bodies: string[] = [];
    site.serve('/echo', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        bodies.push(`${request.headers['content-type'] ?? ''}|${Buffer.concat(chunks).toString()}`);
        response.end();
      });
    });
    const { page } = await open({});
    await page.evaluate(`(async () => {
      await fetch('/echo', { method: 'POST', body: new URLSearchParams({ a: '1' }) });
      await fetch(new Request('/echo', { method: 'POST', body: 'text', headers: { 'content-type': 'x/y' } }));
      await fetch(new Request('/echo', { method: 'POST', body: 'text' }), { headers: { 'content-type': 'a/b' } });
      await fetch('/echo', { method: 'POST', body: new Blob(['blob'], { type: 'c/d' }) });
      const xhr = new XMLHttpRequest();
      xhr.open('POST', '/echo', false);
      xhr.send('sync');
    })()`);
    assert.deepEqual(bodies, [
      'application/x-www-form-urlencoded;charset=UTF-8|a=1',
      'x/y|text',
      'a/b|text',
      'c/d|blob',
      'text/plain;charset=UTF-8|sync',
    ]);
  });
});

describe('a hostile page', () => {
  const daemon = useSharedDaemon();
  const browser = useBrowser();
  const site = useSite();
  const open = (contents: PageContents): Promise<WatchedPage> => openWatchedPage({ daemon, browser, site }, contents);

  const HOSTILE: readonly (readonly [name: string, head: string])[] = [
    ['froze its console', 'Object.freeze(console);'],
    ['has no crypto.randomUUID, as one that is not served securely', 'delete Crypto.prototype.randomUUID;'],
    ['has no sendBeacon', 'delete Navigator.prototype.sendBeacon;'],
    ['has wrapped fetch', 'const inner = fetch; window.fetch = (url, init) => inner(String(url), { ...init });'],
    ['has a fetch that cannot be replaced', 'Object.defineProperty(window, "fetch", { value: fetch });'],
    ['took toString away', 'delete Function.prototype.toString;'],
    [
      'says nothing of its browser',
      'for (const name of ["userAgent", "userAgentData"]) Object.defineProperty(navigator, name, { value: "" });',
    ],
    [
      'counts its elements as inputs do',
      'addEventListener("DOMContentLoaded", () => { document.body.innerHTML += "<form><input name=parentElement><input name=getAttribute></form>"; });',
    ],
  ];
  for (const [name, head] of HOSTILE) {
    it(`is watched all the same: it ${name}`, async () => {
      const opened = await open({
        head: `<script>{ ${head} }</script>`,
        script: 'addEventListener("click", () => { throw new Error("after all"); });',
        body: '<button>Go</button>',
      });
      await opened.page.click('button');
      assert.equal((await opened.onlyEvent()).message, 'after all');
      assert.deepEqual(await opened.page.evaluate('errord.stats().dropped'), {});
    });
  }

  it('throws what nobody can read, and gets a readable event for each', async () => {
    const opened = await open({
      script: `
        const thrown = [
          new Proxy({}, { get() { throw 1 }, has() { throw 1 }, ownKeys() { throw 1 }, getPrototypeOf() { throw 1 } }),
          new Proxy(new Error('proxied'), { get() { throw 1 } }),
          Object.defineProperty(new Error(), 'message', { get() { throw 1 } }),
          Object.defineProperty(new Error('no stack'), 'stack', { get() { throw 1 } }),
          Object.create(null), Symbol('s'), 10n, document, window, () => 1, NaN,
          { toString() { throw 1 }, toJSON() { throw 1 } },
          (() => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy; })(),
          (() => { const loop = { name: 'loop' }; loop.self = loop; return loop; })(),
          'x'.repeat(1e6), Array.from({ length: 1e5 }, (_, i) => i),
        ];
        for (const value of thrown) {
          Promise.reject(value);
          errord.captureError(value, { value });
          console.error(value, value);
          errord.captureMessage(value, 'error', value);
          errord.log('info', value, value);
          errord.setUser(value);
          errord.setTag('value', value);
          errord.addBreadcrumb({ message: value, data: value });
        }`,
    });
    const events = await opened.events();
    assert.ok(events.length > 30, `${events.length} events`);
    const { queuedCount } = await opened.page.evaluate<{ queuedCount: number }>('errord.stats()');
    assert.equal(queuedCount, 0);
  });

  it('does not hear from a beforeSend that throws, nor loops through one that logs', async () => {
    const opened = await open({ attributes: 'data-enabled="false"' });
    await opened.page.evaluate(`errord.init({
      serverUrl: '${daemon.url()}', projectId: '${opened.projectId}', captureConsole: true,
      beforeSend: (event) => { console.error('sending', event); console.log('sending'); if (event.message === 'no') throw 1; return event; },
    })`);
    await opened.page.evaluate('errord.captureError(new Error("no")); errord.captureError(new Error("yes"))');
    assert.equal((await opened.onlyEvent()).message, 'yes');
    assert.deepEqual(await opened.page.evaluate('errord.stats().dropped'), { before_send_failed: 1 });
    assert.equal((await daemon.logs(opened.projectId)).logs.filter(({ message }) => message === 'sending').length, 0);
  });

  it('keeps what its policy does not let out, within bounds, and goes on undisturbed', async () => {
    const said: string[] = [];
    const opened = await open({
      head: `<meta http-equiv="Content-Security-Policy" content="connect-src 'self'">`,
      script:
        'for (let i = 0; i < 300; i++) errord.captureError(new Error(i + "x".repeat(20_000)), { big: "y".repeat(8000) });',
    });
    opened.page.on('pageerror', (error) => said.push(String(error)));
    assert.equal(await opened.page.evaluate('errord.flush(100)'), false);
    const { queuedCount, dropped } = await opened.page.evaluate<{
      queuedCount: number;
      dropped: { queue_full: number };
    }>('errord.stats()');
    assert.equal(queuedCount + dropped.queue_full, 300);
    assert.ok(dropped.queue_full > 100);
    await opened.page.evaluate(
      'document.dispatchEvent(new Event("visibilitychange")); dispatchEvent(new Event("pagehide"))',
    );
    assert.equal(await opened.page.evaluate('fetch("/page").then(({ status }) => status)'), 200);
    assert.deepEqual(said, []);
  });

  it('writes nothing of its own to the console', async () => {
    const lines: string[] = [];
    const opened = await open({ script: 'errord.captureError(new Error("quiet")); errord.log("info", "quiet");' });
    opened.page.on('console', (message) => lines.push(message.text()));
    await opened.page.reload();
    await opened.events();
    assert.deepEqual(lines, []);
  });
});
