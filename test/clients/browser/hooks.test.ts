import assert from 'node:assert/strict';
import { useBrowser } from '../../support/browser.js';
import { takeFreePort } from '../../support/free-port.js';
import { useSharedDaemon } from '../../support/shared-daemon.js';
import { useSite } from '../../support/site.js';
import { openWatchedPage, type WatchedPage } from '../../support/watched-page.js';

describe('the browser client', () => {
  const daemon = useSharedDaemon();
  const browser = useBrowser();
  const site = useSite();
  const other = useSite();
  const locked = useSharedDaemon({ authToken: 'a-long-secret' });

  const open = (script: string, attributes = '', body = ''): Promise<WatchedPage> =>
    openWatchedPage({ daemon, browser, site }, { script, attributes, body });

  const button = '<button id="go" onclick="go()">Go</button>';

  it('reports what nobody caught, with one line of HTML', async () => {
    const opened = await open(
      "function go() { throw new RangeError('out of range'); }",
      'data-release="1.2.3"',
      button,
    );
    await opened.page.click('#go');
    const event = await opened.onlyEvent();
    assert.deepEqual(
      [event.type, event.message, event.source, event.severity, event.release],
      ['uncaught_exception', 'RangeError: out of range', 'frontend', 'error', '1.2.3'],
    );
    const [frame] = event.stackFrames;
    assert.deepEqual(
      [frame?.filename, frame?.function, frame?.lineno, frame?.inApp],
      [`${site.url()}/app.js`, 'go', 1, true],
    );
    const { runtime, browser: name, language, viewport } = event.environment as Record<string, string>;
    assert.deepEqual([runtime, language, viewport], ['browser', 'en-GB', '1280x800']);
    assert.match(name ?? '', /^\w+ \d+/);
    assert.equal(JSON.stringify(event).includes('hunter2'), false);
    assert.match((event.request as { url: string }).url, /\/page\?token=\[Redacted\]$/);
  });

  it('reports rejections that nobody handled, whatever was thrown', async () => {
    const opened = await open(`
      Promise.reject(new TypeError('first'));
      Promise.reject('a text');
      Promise.reject({ code: 7 });
      Promise.reject();`);
    const events = await opened.events();
    assert.deepEqual(events.map(({ message }) => message).sort(), [
      'TypeError: first',
      'a text',
      'undefined',
      '{"code":7}',
    ]);
    assert.deepEqual(new Set(events.map(({ type }) => type)), new Set(['unhandled_rejection']));
  });

  it('reports a resource that did not load once, with its element and address', async () => {
    const opened = await open(
      '',
      '',
      '<img src="/none.png?a=1"><img src="/none.png?a=1"><link rel=stylesheet href=/none.css>',
    );
    await opened.page.waitForLoadState('load');
    const events = await opened.events();
    assert.deepEqual(events.map(({ type, message }) => `${type} ${message}`).sort(), [
      `resource_error <img> failed to load: ${site.url()}/none.png?a=1`,
      `resource_error <link> failed to load: ${site.url()}/none.css`,
    ]);
  });

  it('reports console.error with the place where it was called, and says it as the console does', async () => {
    const opened = await open(
      "function go() { console.error('%s of %d %c!', 'one', 2, 'color: red', { three: 3 }); }\ngo();",
    );
    const event = await opened.onlyEvent();
    assert.deepEqual([event.type, event.message], ['console_error', 'one of 2 ! {"three":3}']);
    assert.deepEqual([event.stackFrames[0]?.function, event.stackFrames[0]?.filename], ['go', `${site.url()}/app.js`]);
  });

  it('reports an error that is logged and then thrown, or thrown on, as the one that it is', async () => {
    const opened = await open(
      `async function go() { try { null.x } catch (error) { console.error('no x:', error); throw error; } }
       function run() { try { undefined.y } catch (error) { console.error(error); throw error; } }
       addEventListener('click', run);
       var thrown = 0;
       for (const type of ['error', 'unhandledrejection']) addEventListener(type, () => { thrown += 1; });`,
      '',
      button,
    );
    const bothThrown = opened.page.waitForFunction('window.thrown === 2');
    await opened.page.click('#go');
    await bothThrown;
    const events = await opened.events();
    assert.deepEqual(events.map(({ type }) => type).sort(), ['uncaught_exception', 'unhandled_rejection']);
  });

  it('makes log entries of the console methods that it is told to, and of no others', async () => {
    const opened = await open(
      "console.warn('a', { b: 1 }); console.info('c'); console.log('d');",
      'data-capture-console="warn, info"',
    );
    assert.deepEqual(await opened.events(), []);
    const { logs } = await daemon.logs(opened.projectId);
    assert.deepEqual(logs.map(({ level, message, source }) => [level, message, source]).reverse(), [
      ['warn', 'a {"b":1}', 'frontend'],
      ['info', 'c', 'frontend'],
    ]);
  });

  it('records requests of fetch and XMLHttpRequest, and none to the daemon', async () => {
    site.serve('/api/a', '{}');
    const opened = await open(`
      async function go() {
        await fetch('/api/a?password=hunter2', { method: 'post', body: 'x' });
        await new Promise((resolve) => {
          const xhr = new XMLHttpRequest();
          xhr.open('GET', new URL('/api/b', location.href));
          xhr.onloadend = resolve;
          xhr.send();
        });
        await fetch('${daemon.url()}/api/health');
        await fetch('http://127.0.0.1:1/').catch(() => {});
        await fetch('data:text/plain,x');
      }`);
    await opened.page.evaluate('go()');
    const records = await opened.requests();
    assert.deepEqual(
      records.map(({ method, url, statusCode, source }) => [method, url, statusCode, source]),
      [
        ['POST', `${site.url()}/api/a?password=[Redacted]`, 200, 'frontend'],
        ['GET', `${site.url()}/api/b`, 404, 'frontend'],
        ['GET', 'http://127.0.0.1:1/', undefined, 'frontend'],
      ],
    );
    for (const { duration } of records)
      assert.ok(Number.isInteger(duration) && duration !== undefined && duration >= 0);
    assert.deepEqual(await opened.events(), []);
  });

  it('sends the correlation header to its own origin and to listed ones, and nowhere else', async () => {
    const allow = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*' };
    for (const aSite of [site, other]) {
      aSite.serve('/api', (_request, response) => {
        response.writeHead(200, allow).end('{}');
      });
    }
    const calls = `
      async function go(url, header) {
        await fetch(url + '/api', header && { headers: [header] });
        await fetch(new Request(url + '/api', { method: 'POST', body: 'text', headers: header && [header] }));
        const xhr = new XMLHttpRequest();
        xhr.open('GET', url + '/api');
        if (header) xhr.setRequestHeader(...header);
        await new Promise((resolve) => { xhr.onloadend = resolve; xhr.send(); });
      }`;
    const headersOf = (aSite: typeof site): unknown[] =>
      aSite.requests.filter(({ path }) => path === '/api').map(({ headers }) => headers['x-service-correlation-id']);
    const opened = await open(calls);
    await opened.page.evaluate(`go('${other.url()}')`);
    // A preflight would be a request too.
    assert.deepEqual(headersOf(other), [undefined, undefined, undefined]);
    await opened.page.evaluate(`go('${site.url()}')`);
    const [id, ...ids] = headersOf(site);
    assert.match(String(id), /^[\w-]{32,36}$/);
    assert.deepEqual(ids, [id, id]);
    const records = await opened.requests();
    assert.deepEqual(new Set(records.map(({ correlationId }) => correlationId)), new Set([id]));

    const listed = await open(calls, `data-correlation-origins="${other.url()}"`);
    await listed.page.evaluate(`go('${other.url()}')`);
    assert.equal(headersOf(other).filter((header) => header !== undefined).length, 3);
    await listed.page.evaluate(`go('${site.url()}', ['X-Service-Correlation-Id', 'the-page-s-own'])`);
    assert.deepEqual(headersOf(site).slice(-3), ['the-page-s-own', 'the-page-s-own', 'the-page-s-own']);
    assert.equal((await listed.requests()).at(-1)?.correlationId, 'the-page-s-own');
  });

  it('tells a server that failed: by the error that it led to, else by one of its own', async () => {
    site.serve('/api/fails', (_request, response) => {
      response.writeHead(503).end();
    });
    const opened = await open(
      `
      async function go() { const { status } = await fetch('/api/fails?id=1'); throw new Error('no answer: ' + status); }
      const quiet = () => fetch('/api/fails?id=2').then(() => {});`,
      '',
      button,
    );
    await Promise.all([opened.page.waitForEvent('pageerror'), opened.page.click('#go')]);
    const error = await opened.onlyEvent();
    const [request] = await opened.requests();
    assert.deepEqual([error.message, error.type], ['no answer: 503', 'unhandled_rejection']);
    assert.deepEqual([request?.errorEventId, request?.correlationId], [error.eventId, error.correlationId]);

    await opened.page.evaluate('history.pushState(null, "", "/page/next"); quiet()');
    const failure = (await opened.events()).find(({ type }) => type === 'http_error');
    assert.equal(failure?.message, `GET ${site.url()}/api/fails failed with status 503`);
    assert.deepEqual((failure.request as { statusCode: number }).statusCode, 503);
    assert.equal((await opened.requests())[1]?.errorEventId, failure.eventId);
  });

  it('leaves breadcrumbs of clicks, navigation and requests, never what an input holds', async () => {
    site.serve('/api/a', '{}');
    const form =
      '<form class="card wide x y"><input name="id" value="hunter2"><button name="save">hunter2</button></form>';
    const opened = await open(
      `
      addEventListener('submit', async (event) => {
        event.preventDefault();
        await fetch('/api/a?x=1');
        history.pushState({}, '', '/page/two?token=hunter2&a=1');
        location.hash = 'here';
        history.replaceState({}, '', location.href);
        throw new Error('after all');
      });`,
      '',
      form,
    );
    await Promise.all([opened.page.waitForEvent('pageerror'), opened.page.click('button')]);
    const { breadcrumbs, ...event } = await opened.onlyEvent();
    assert.equal(event.message, 'after all');
    assert.deepEqual(
      (breadcrumbs as { category: string; message: string }[]).map(({ category, message }) => [category, message]),
      [
        ['click', 'html > body > form.card.wide.x > button[name="save"]'],
        ['submit', 'html > body > form.card.wide.x'],
        ['http', 'GET /api/a'],
        ['navigation', '/page/two?token=[Redacted]&a=1'],
        ['navigation', '/page/two?token=[Redacted]&a=1#here'],
      ],
    );
    assert.equal(JSON.stringify(breadcrumbs).includes('hunter2'), false);
  });

  it('gives each interaction an id of its own, which its requests, errors and logs carry', async () => {
    site.serve('/api/a', '{}');
    const opened = await open(
      `
      async function go() {
        await fetch('/api/a');
        errord.log('info', 'went');
        throw new Error('went wrong');
      }`,
      '',
      button,
    );
    const ids: (string | undefined)[] = [];
    for (const count of [1, 2]) {
      await Promise.all([opened.page.waitForEvent('pageerror'), opened.page.click('#go')]);
      const [request] = (await opened.requests()).slice(-1);
      const [event] = (await opened.events()).filter(({ correlationId }) => correlationId === request?.correlationId);
      const { logs } = await daemon.logs(opened.projectId);
      assert.equal(event?.message, 'went wrong');
      assert.equal(logs.filter(({ correlationId }) => correlationId === request?.correlationId).length, 1);
      assert.equal(logs.length, count);
      ids.push(request?.correlationId);
    }
    assert.notEqual(ids[0], ids[1]);
  });

  it('says on the console why nothing arrives: a wrong address, a refusal, nobody there', async () => {
    const away = `http://127.0.0.1:${await takeFreePort()}`;
    for (const [serverUrl, told] of [
      [site.url(), /^errord: 404 from URL\/api\/events\/batch: ""$/],
      [locked.url(), /^errord: 401 from URL\/api\/events\/batch: "{\\"error\\":\\".*\\"code\\":\\"unauthorized\\"/],
      [away, /^errord: no answer from URL\/api\/events\/batch, which is tried again: TypeError: Failed to fetch$/],
    ] as const) {
      const opened = await open('', `data-debug data-server-url="${serverUrl}"`);
      const lines: string[] = [];
      opened.page.on('console', (message) => {
        if (message.type() === 'info') lines.push(message.text().replaceAll(serverUrl, 'URL'));
      });
      const isTold = opened.page.waitForEvent('console', () => lines.length > 1);
      await opened.page.reload();
      await opened.page.evaluate('void errord.captureError(new Error("not told here"))');
      await opened.page.evaluate('void errord.flush()');
      await isTold;
      assert.equal(lines[0], `errord: reports to URL as ${opened.projectId}`);
      assert.match(lines[1] ?? '', told);
      assert.equal(lines.join().includes('not told here'), false);
    }
  });

  it('says on the console which option leaves errors out, each once', async () => {
    for (const [attribute, last] of [
      ['data-sample-rate="0"', 'errord: an error is not sent, by sampleRate (no more of these for a while)'],
      ['data-ignore-errors="told"', 'errord: an error is not sent, by ignoreErrors (no more of these for a while)'],
      ['data-enabled="false"', 'errord: nothing is sent, by enabled: false'],
    ] as const) {
      const opened = await open('', `data-debug ${attribute}`);
      const lines: string[] = [];
      opened.page.on('console', (message) => {
        if (message.text().startsWith('errord: ')) lines.push(message.text());
      });
      await opened.page.reload();
      const count = attribute.includes('enabled') ? 1 : 2;
      const isTold = opened.page.waitForEvent('console', () => lines.length >= count + 1);
      await opened.page.evaluate('for (let i = 0; i < 9; i++) errord.captureError(new Error("told"));');
      await opened.page.evaluate('console.info("errord: the end")');
      await isTold;
      assert.deepEqual(lines.slice(count - 1), [last, 'errord: the end']);
    }
  });
});
