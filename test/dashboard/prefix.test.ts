import assert from 'node:assert/strict';
import type { ErrorGroupList } from '../../schemas/error-group.js';
import { useBrowser } from '../support/browser.js';
import { useDaemon } from '../support/daemon.js';
import { anEvent } from '../support/events.js';
import { callJson } from '../support/http.js';
import { usePrefixProxy } from '../support/prefix-proxy.js';

const TOKEN = 'the-token-of-the-daemon';
/** Of a proxy that takes its prefix off, and of one that leaves it, whose daemon is told of it. */
const FORMS = [
  { title: 'a proxy that takes the path off', prefix: '/errord', strips: true, basePath: '' },
  {
    title: 'a proxy that leaves the path, with --base-path',
    prefix: '/tools/errord',
    strips: false,
    basePath: '/tools/errord',
  },
] as const;

describe('the dashboard below a path', () => {
  const browser = useBrowser();
  const daemons = useDaemon();
  const startProxy = usePrefixProxy();

  for (const { title, prefix, strips, basePath } of FORMS) {
    it(`walks, follows the feed and reloads deep links behind ${title}`, async () => {
      const daemon = await daemons.start({ basePath });
      const proxy = await startProxy({ daemonPort: daemon.port, prefix, strips });
      const base = proxy.origin + prefix;
      const page = await browser.open(`${base}/`);
      // Nothing is stored yet: the page tells applications where to send.
      await page.getByText(`Listening on ${new URL(base).host}${prefix}`).waitFor();
      await page.getByRole('tab', { name: 'Sentry' }).click();
      await page.getByText(`http://my_app@${new URL(base).host}${prefix}/1`).waitFor();
      await page.getByRole('tab', { name: 'OpenTelemetry' }).click();
      await page.getByText(`OTEL_EXPORTER_OTLP_ENDPOINT=${base}`).waitFor();

      const message = 'lost below a path';
      const sent = await callJson(`${base}/api/events`, { body: anEvent({ message, projectId: 'shop' }) });
      assert.equal(sent.status, 201);
      // It comes over the feed.
      await page.locator('.attention-row', { hasText: message }).first().waitFor();

      await page.getByRole('link', { name: 'Errors' }).first().click();
      await page.waitForURL(`${base}/errors`);
      await page.locator('.error-row a', { hasText: message }).click();
      const { errors } = (await callJson<ErrorGroupList>(`${base}/api/errors`)).body;
      const deepLink = `${base}/errors/${errors[0]?.id}`;
      await page.waitForURL(deepLink);
      await page.reload();
      await page.getByRole('heading', { name: message }).waitFor();
      await page.getByRole('button', { name: 'Connection: Live' }).waitFor();
      assert.equal(await page.getAttribute('link[rel="icon"]', 'href'), `${prefix}/icon.svg`);
      await page.goBack();
      await page.waitForURL(`${base}/errors`);

      await page.goto(`${base}/settings?project=shop`);
      const link = page.getByRole('link', { name: 'openapi.json' });
      assert.equal(await link.getAttribute('href'), `${prefix}/api/openapi.json`);
      await page.goto(`${base}/no/such/page`);
      await page.getByRole('link', { name: 'To the overview' }).click();
      await page.waitForURL(`${base}/`);
      assert.deepEqual(proxy.strays, []);
    });

    it(`logs in and out behind ${title}`, async () => {
      const daemon = await daemons.start({ basePath, authToken: TOKEN });
      const proxy = await startProxy({ daemonPort: daemon.port, prefix, strips });
      const base = proxy.origin + prefix;
      const page = await browser.open(`${base}/errors`, { mayLog: /status of 401|WebSocket connection/ });
      await page.getByLabel('Key', { exact: true }).fill(TOKEN);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Connection: Live' }).waitFor();
      await page.reload();
      await page.getByRole('button', { name: 'Connection: Live' }).waitFor();
      const [cookie, ...others] = await page.context().cookies();
      assert.deepEqual([cookie?.path, others], [`${basePath}/`, []]);
      await page.goto(`${base}/settings`);
      await page.getByRole('button', { name: 'Log out' }).click();
      await page.getByRole('heading', { name: 'Log in to errord' }).waitFor();
      assert.deepEqual(await page.context().cookies(), []);
      assert.deepEqual(proxy.strays, []);
    });
  }

  it('leads from the path without a slash to the dashboard, with --base-path', async () => {
    const { url } = await daemons.start({ basePath: '/errord' });
    const page = await browser.open(`${url}/errord?range=7d`);
    await page.waitForURL(`${url}/errord/?range=7d`);
    await page.getByText('Listening on').waitFor();
  });
});
