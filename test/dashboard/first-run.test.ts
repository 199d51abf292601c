import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import type { ErrorGroupDetail, ErrorGroupList } from '../../schemas/error-group.js';
import { assertAccessible } from '../support/axe.js';
import { useBrowser } from '../support/browser.js';
import { useDaemon } from '../support/daemon.js';
import { anEvent } from '../support/events.js';
import { callJson } from '../support/http.js';
import { useTempDir } from '../support/temp-dir.js';

const run = promisify(execFile);

const TOKEN = "somebody's-token";
const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] };

describe('the first run', () => {
  const browser = useBrowser();
  const daemon = useDaemon();
  const dir = useTempDir();
  let site: Server | null = null;

  /** The text of a snippet as it is in the clipboard after the button was pressed. */
  async function copySnippet(page: Page, name: string): Promise<string> {
    await page.getByRole('tab', { name }).click();
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    return page.evaluate<string>('navigator.clipboard.readText()');
  }

  /** The address of an empty page, on an origin of its own. */
  async function openSite(): Promise<string> {
    const html = '<!doctype html><title>shop</title>';
    site = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html));
    site.listen(0, '127.0.0.1');
    await once(site, 'listening');
    return `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  }

  afterEach(() => {
    site?.close();
    site?.closeAllConnections();
    site = null;
  });

  /** The page listens: what is sent from here on is seen to arrive. */
  async function listens(page: Page): Promise<void> {
    await page.getByRole('heading', { name: 'Send your first event' }).waitFor();
    await page.getByText(/^Listening on 127\.0\.0\.1:/).waitFor();
  }

  async function becomesOverview(page: Page): Promise<void> {
    await page.getByRole('region', { name: 'Last 24 hours' }).waitFor();
    await page.getByRole('heading', { name: 'Send your first event' }).waitFor({ state: 'detached' });
  }

  async function onlyGroup(url: string): Promise<ErrorGroupDetail> {
    const { body } = await callJson<ErrorGroupList>(`${url}/api/errors`);
    assert.equal(body.total, 1);
    return (await callJson<ErrorGroupDetail>(`${url}/api/errors/${body.errors[0]?.id ?? ''}`)).body;
  }

  it('sends with the curl snippet as it is copied, and becomes the overview by itself', async () => {
    const { url } = await daemon.start();
    const page = await browser.open(url, clipboard);
    await listens(page);
    await run('sh', ['-c', await copySnippet(page, 'curl')]);
    await becomesOverview(page);
    await page.getByRole('region', { name: 'Needs attention' }).getByText('connect ECONNREFUSED').waitFor();
    const { error } = await onlyGroup(url);
    assert.equal(error.projectId, 'my-app');
    assert.ok(error.explanation);
  });

  it('sends with the Node snippet, with the frames that group', async () => {
    const { url } = await daemon.start();
    const page = await browser.open(url, clipboard);
    await listens(page);
    const file = join(dir(), 'errord.mjs');
    await writeFile(file, await copySnippet(page, 'Node'));
    await run(process.execPath, [file]);
    await becomesOverview(page);
    const { error, events } = await onlyGroup(url);
    assert.deepEqual([error.message, error.source], ['Hello from Node', 'backend']);
    assert.match(events[0]?.stackFrames[0]?.filename ?? '', /errord\.mjs$/);
  });

  it('sends the error that ends a program with the Node snippet, and lets it end', async () => {
    const { url } = await daemon.start();
    const page = await browser.open(url, clipboard);
    const lines = (await copySnippet(page, 'Node')).trimEnd().split('\n');
    const file = join(dir(), 'errord.mjs');
    await writeFile(file, [...lines.slice(0, -1), "throw new RangeError('nobody caught it');"].join('\n'));
    await assert.rejects(run(process.execPath, [file]), ({ code, stderr }: { code: number; stderr: string }) => {
      return code === 1 && stderr.includes('nobody caught it');
    });
    const { error } = await onlyGroup(url);
    assert.deepEqual([error.type, error.severity], ['RangeError', 'fatal']);
  });

  it('sends with the browser snippet from a page of another origin', async () => {
    const { url } = await daemon.start();
    const page = await browser.open(url, clipboard);
    await listens(page);
    const content = await copySnippet(page, 'Browser');
    const other = await browser.open(await openSite());
    await other.addScriptTag({ type: 'module', content });
    await becomesOverview(page);
    const { error } = await onlyGroup(url);
    assert.deepEqual([error.message, error.source], ['Hello from the browser', 'frontend']);
  });

  it('becomes the overview when a request or a log arrives', async () => {
    const records = [
      ['/api/events/request', { method: 'GET', url: '/cart', statusCode: 200 }],
      ['/api/logs', { level: 'warn', message: 'the first of all' }],
    ] as const;
    for (const [index, [path, body]] of records.entries()) {
      const { url } = await daemon.start({ dbPath: join(dir(), `${index}.db`) });
      const page = await browser.open(url);
      await listens(page);
      assert.equal((await callJson(url + path, { body })).status, 201);
      await becomesOverview(page);
    }
  });

  it('is over once something has been stored, also after a reload', async () => {
    const { url } = await daemon.start();
    await callJson(`${url}/api/events`, { body: anEvent() });
    const page = await browser.open(url);
    await becomesOverview(page);
    await page.reload();
    await becomesOverview(page);
  });

  it('stands for a project of which nothing is stored, until something is', async () => {
    const { url } = await daemon.start();
    await callJson(`${url}/api/events`, { body: anEvent({ projectId: 'shop' }) });
    const page = await browser.open(`${url}/?project=mail`);
    await page.getByRole('heading', { name: 'Send the first event of mail' }).waitFor();
    await page.getByText(/^Listening on 127\.0\.0\.1:/).waitFor();
    await callJson(`${url}/api/logs`, { body: { level: 'info', message: 'started', projectId: 'mail' } });
    await page.getByRole('region', { name: 'Last 24 hours' }).waitFor();
  });

  it('comes back when everything was cleared', async () => {
    const { url } = await daemon.start();
    const page = await browser.open(url);
    await listens(page);
    await callJson(`${url}/api/events`, { body: anEvent({ projectId: 'shop' }) });
    await becomesOverview(page);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Clear data …' }).click();
    await page.getByRole('dialog').getByLabel('Type all projects to confirm').fill('all projects');
    await page.getByRole('dialog').getByRole('button', { name: 'Clear everything' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Overview', exact: true }).click();
    await listens(page);
  });

  it('copies the token along and does not show it', async () => {
    const { url } = await daemon.start({ authToken: TOKEN });
    const page = await browser.open(url, { ...clipboard, mayLog: /status of 401|WebSocket connection/ });
    await page.getByLabel('Token').fill(TOKEN);
    await page.keyboard.press('Enter');
    await listens(page);
    const snippet = await copySnippet(page, 'curl');
    assert.equal(await page.getByText(TOKEN).count(), 0);
    await run('sh', ['-c', snippet]);
    await becomesOverview(page);
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`goes from tab to tab by keys, and axe finds nothing, ${colorScheme}`, async () => {
      const { url } = await daemon.start();
      for (const width of [1280, 390]) {
        const page = await browser.open(url, {
          colorScheme,
          reducedMotion: 'reduce',
          viewport: { width, height: 800 },
        });
        await listens(page);
        await page.getByRole('tab', { name: 'curl' }).focus();
        for (const name of ['Node', 'Browser', 'curl']) {
          await page.keyboard.press('ArrowRight');
          await page.getByRole('tab', { name, selected: true }).waitFor();
          await assertAccessible(page, name);
        }
      }
    });
  }
});
