// The Sentry SDKs for browsers, as they come from the registry, in pages of another origin than the daemon's.

import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import type { ErrorGroup } from '../../../schemas/error-group.js';
import type { EventRecord } from '../../../schemas/event.js';
import { useBrowser } from '../../support/browser.js';
import { type SharedDaemon, useSharedDaemon } from '../../support/shared-daemon.js';
import { bundleScript, useSite } from '../../support/site.js';

const TOKEN = 'a_long_secret';

describe('a page with a Sentry SDK', function () {
  this.timeout(60_000);
  const shared = useSharedDaemon();
  const closed = useSharedDaemon({ authToken: TOKEN });
  const browser = useBrowser();
  const site = useSite();
  let projectId = '';
  beforeEach(() => {
    projectId = `p${shared.newProject().replaceAll('-', '')}`;
  });

  const dsnOf = (daemon: SharedDaemon, key: string): string => `http://${key}@127.0.0.1:${daemon.daemon().port}/7`;
  /** Opens a page whose script starts the SDK with these options and goes on with that code. */
  const open = async (options: string, code: string, sdk = '@sentry/browser'): Promise<Page> => {
    const dsn = JSON.stringify(dsnOf(shared, projectId));
    const init = `Sentry.init({ release: 'shop@1', ...{ dsn: ${dsn} }, ...{ ${options} } });`;
    site.serve(
      '/app.js',
      await bundleScript(`import * as Sentry from '${sdk}'; window.Sentry = Sentry; ${init} ${code}`),
    );
    const address = site.serve('/page', '<!doctype html><body><div id="root"></div><script src="/app.js"></script>');
    return browser.open(`${address}?token=hunter2`, { mayLog: /./ });
  };
  const flushed = async (page: Page): Promise<void> => {
    assert.equal(await page.evaluate('Sentry.flush(8000)'), true);
  };
  const onlyEvent = async (): Promise<EventRecord> => {
    const { events } = await shared.onlyErrorGroup(projectId);
    const [event] = events;
    assert.ok(event !== undefined && events.length === 1);
    return event;
  };
  /** What comes while nobody waits for it. */
  const arrived = async (): Promise<readonly ErrorGroup[]> => {
    let groups: readonly ErrorGroup[] = [];
    while (groups.length === 0) groups = await shared.errorGroups(projectId);
    return groups;
  };

  it('has its uncaught errors here, with frames, page and breadcrumbs', async () => {
    const page = await open(
      'sendDefaultPii: true',
      'console.info("before"); function lose() { throw new TypeError("cart is lost"); } setTimeout(lose);',
    );
    await page.waitForFunction('window.Sentry.lastEventId() !== undefined');
    await flushed(page);
    const event = await onlyEvent();
    assert.deepEqual(
      [event.type, event.message, event.source, event.release],
      ['TypeError', 'cart is lost', 'frontend', 'shop@1'],
    );
    assert.match(String(event.stackFrames[0]?.filename), /\/app\.js$/);
    assert.equal(event.stackFrames[0]?.function, 'lose');
    assert.match(String(event.request?.url), /\/page/);
    assert.match(JSON.stringify(event.breadcrumbs), /before/);
    assert.doesNotMatch(JSON.stringify(event), /hunter2/);
  });

  it('has its unhandled rejections and its logs here', async () => {
    const page = await open(
      'enableLogs: true',
      'Sentry.logger.error("no cart", { cart: 7 }); Promise.reject(new RangeError("nobody awaits"));',
    );
    await page.waitForFunction('window.Sentry.lastEventId() !== undefined');
    await flushed(page);
    assert.equal((await onlyEvent()).message, 'nobody awaits');
    const { logs } = await shared.logs(projectId);
    assert.deepEqual(
      [logs.length, logs[0]?.level, logs[0]?.message, logs[0]?.source],
      [1, 'warn', 'no cart', 'frontend'],
    );
    assert.deepEqual([logs[0]?.extra?.cart, logs[0]?.extra?.level], [7, 'error']);
  });

  it('has what it captures while it goes away', async () => {
    site.serve('/next', '<!doctype html>next');
    const page = await open('', 'addEventListener("pagehide", () => Sentry.captureException(new Error("going")));');
    await page.goto(`${site.url()}/next`);
    assert.equal((await arrived())[0]?.message, 'going');
  });

  it('sends through a tunnel of its own, which hands on bytes and nothing else', async () => {
    site.serve('/tunnel', (request, response) => {
      void buffer(request)
        .then((body) => fetch(`${shared.url()}/api/3/envelope/`, { method: 'POST', body: new Uint8Array(body) }))
        .then(({ status }) => response.writeHead(status).end());
    });
    const page = await open(`tunnel: '/tunnel'`, 'Sentry.captureException(new Error("tunnelled"));');
    await flushed(page);
    assert.equal((await onlyEvent()).message, 'tunnelled');
  });

  it('may send to a daemon with a token when its DSN has it, and is told why when not', async () => {
    const page = await open(`dsn: '${dsnOf(closed, TOKEN)}'`, 'Sentry.captureException(new Error("let in"));');
    await flushed(page);
    const headers = { authorization: `Bearer ${TOKEN}` };
    const read = await fetch(`${closed.url()}/api/errors?projectId=7`, { headers });
    const { errors } = (await read.json()) as { errors: readonly ErrorGroup[] };
    assert.deepEqual(
      errors.map(({ message }) => message),
      ['let in'],
    );
    const told = await page.evaluate(
      `fetch('${closed.url()}/api/7/envelope/?sentry_key=wrong', { method: 'POST', body: '{}' })
        .then((answer) => [answer.status, answer.headers.get('x-sentry-error')])`,
    );
    assert.deepEqual(told, [
      403,
      'This daemon wants a key: write its token, or an ingest key, into the DSN, http://<key>@<host>:<port>/<project>.',
    ]);
  });

  it('has what React caught, with the components', async () => {
    const code = `
      import { createRoot } from 'react-dom/client';
      function Cart() { throw new Error('cart cannot be drawn'); }
      createRoot(document.getElementById('root'))
        .render(<Sentry.ErrorBoundary fallback={<p>sorry</p>}><Cart /></Sentry.ErrorBoundary>);`;
    const page = await open('', code, '@sentry/react');
    await page.getByText('sorry').waitFor();
    await flushed(page);
    const events = (
      await Promise.all(
        (
          await shared.errorGroups(projectId)
        ).map(async ({ id }) => (await shared.get<{ events: EventRecord[] }>(`/api/errors/${id}`)).body.events),
      )
    ).flat();
    const event = events.find(
      ({ message, componentStack }) => message === 'cart cannot be drawn' && componentStack !== undefined,
    );
    assert.match(String(event?.componentStack), /at Cart/);
  });

  it('reaches Spotlight with the integration for it', async () => {
    const url = JSON.stringify(`${shared.url()}/stream`);
    const page = await open(
      `dsn: undefined, integrations: [Sentry.spotlightBrowserIntegration({ sidecarUrl: ${url} })]`,
      `Sentry.captureException(new Error('seen by ${projectId}'));`,
    );
    await flushed(page);
    let seen = 0;
    while (seen === 0) {
      const { body } = await shared.get<{ total: number }>(`/api/errors?search=${projectId}`);
      seen = body.total;
    }
    assert.equal(seen, 1);
  });

  it('meets nothing that it cannot send: traces and sessions are taken', async () => {
    const page = await open(
      'tracesSampleRate: 1, integrations: [Sentry.browserTracingIntegration()]',
      'Sentry.captureMessage("hello", "info");',
    );
    await flushed(page);
    assert.equal((await onlyEvent()).message, 'hello');
    const { body } = await shared.get<{ total: { rejected: object; skipped?: Record<string, number> } }>(
      `/api/outcomes?projectId=${projectId}`,
    );
    assert.deepEqual(body.total.rejected, {});
    assert.ok((body.total.skipped?.session ?? 0) > 0);
  });
});
