import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import type { ErrorGroupDetail, ErrorGroupList } from '../../schemas/error-group.js';
import { PACKAGE_ROOT } from '../../src/package.js';
import { assertAccessible } from '../support/axe.js';
import { useBrowser } from '../support/browser.js';
import { useDaemon } from '../support/daemon.js';
import { anEvent } from '../support/events.js';
import { callJson } from '../support/http.js';
import { runOtelApp, runSentryApp, toEnvironment } from '../support/sdk-app.js';
import { bundleScript, useSite } from '../support/site.js';
import { useTempDir } from '../support/temp-dir.js';

const run = promisify(execFile);

const TOKEN = "somebody's-token";
const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] };

describe('the first run', () => {
  const browser = useBrowser();
  const daemon = useDaemon();
  const dir = useTempDir();
  const site = useSite();

  /** The text of a snippet as it is in the clipboard after the button was pressed. */
  async function copySnippet(page: Page, name: string): Promise<string> {
    await page.getByRole('tab', { name }).click();
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    return page.evaluate<string>('navigator.clipboard.readText()');
  }

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
    assert.equal(error.projectId, 'my_app');
    assert.ok(error.explanation);
  });

  /** An application that is run as the snippet says, with the library that this daemon serves. */
  async function runNodeSnippet(page: Page, app: string): Promise<{ code: number; stderr: string }> {
    const snippet = await copySnippet(page, 'Node');
    await writeFile(join(dir(), 'package.json'), '{}');
    await writeFile(join(dir(), 'app.js'), app);
    // Nobody else is asked, and nothing is kept.
    const settings = `export npm_config_audit=false npm_config_fund=false npm_config_cache=${join(dir(), 'npm')}`;
    return run('sh', ['-c', `${settings}\n${snippet}`], { cwd: dir() }).then(
      ({ stderr }) => ({ code: 0, stderr }),
      (failure: unknown) => failure as { code: number; stderr: string },
    );
  }

  it('sends the error that ends a program with the Node snippet, with the frames that group, and lets it end', async () => {
    const { url } = await daemon.start();
    const page = await browser.open(url, clipboard);
    await listens(page);
    const { code, stderr } = await runNodeSnippet(
      page,
      "setImmediate(() => { throw new RangeError('nobody caught it'); });",
    );
    assert.equal(code, 1);
    assert.match(stderr, /nobody caught it/);
    await becomesOverview(page);
    const { error, events } = await onlyGroup(url);
    assert.deepEqual([error.type, error.severity, error.projectId], ['uncaught_exception', 'fatal', 'my_app']);
    assert.match(events[0]?.stackFrames[0]?.filename ?? '', /app\.js$/);
  });

  it('sends with the code that the Node snippet names', async () => {
    const { url } = await daemon.start();
    const page = await browser.open(url, clipboard);
    const code = (await copySnippet(page, 'Node')).split('\n').filter((line) => line.startsWith('#   '));
    const lines = code.map((line) => line.slice(4));
    assert.equal(lines.length, 2);
    const file = join(dir(), 'app.mjs');
    await writeFile(file, [...lines, "console.error(new Error('Hello from Node'));"].join('\n'));
    await mkdir(join(dir(), 'node_modules', '@errord'), { recursive: true });
    await symlink(fileURLToPath(new URL('clients/node', PACKAGE_ROOT)), join(dir(), 'node_modules', '@errord', 'node'));
    await run(process.execPath, [file]);
    const { error } = await onlyGroup(url);
    assert.deepEqual([error.message, error.source], ['Hello from Node', 'backend']);
  });

  it('sends with the browser snippet from a page of another origin', async () => {
    const { url } = await daemon.start();
    const page = await browser.open(url, clipboard);
    await listens(page);
    const content = await copySnippet(page, 'Browser');
    const address = site.serve(
      '/',
      `<!doctype html>${content}<script>throw new Error('Hello from the browser');</script>`,
    );
    await browser.open(address, { mayLog: /Hello from the browser/ });
    await becomesOverview(page);
    const { error } = await onlyGroup(url);
    assert.deepEqual([error.message, error.source], ['Hello from the browser', 'frontend']);
  });

  it('sends with the code for bundlers that the browser snippet names', async () => {
    const { url } = await daemon.start();
    const page = await browser.open(url, clipboard);
    const code = (await copySnippet(page, 'Browser')).split('\n').filter((line) => /^(import|init)/.test(line));
    site.serve('/app.js', await bundleScript([...code, "throw new Error('Hello from a bundle');"].join('\n')));
    const address = site.serve('/', '<!doctype html><script src="/app.js"></script>');
    await listens(page);
    await browser.open(address, { mayLog: /Hello from a bundle/ });
    await becomesOverview(page);
    assert.equal((await onlyGroup(url)).error.message, 'Hello from a bundle');
  });

  it('has the SDK of Sentry that an application has report with the DSN as it is copied', async () => {
    const { url } = await daemon.start();
    const page = await browser.open(url, clipboard);
    await listens(page);
    const dsn = await copySnippet(page, 'Sentry');
    await runSentryApp('ends', ['message'], { SENTRY_DSN: dsn });
    await becomesOverview(page);
    const { error } = await onlyGroup(url);
    assert.deepEqual([error.message, error.projectId], ['cache is cold', 'my_app']);
  });

  it('has such an SDK send a copy with the snippet for Spotlight', async () => {
    const { url } = await daemon.start();
    const page = await browser.open(url, clipboard);
    await listens(page);
    await runSentryApp('ends', ['message'], toEnvironment(await copySnippet(page, 'Spotlight')));
    await becomesOverview(page);
    assert.equal((await onlyGroup(url)).error.message, 'cache is cold');
  });

  it('has the SDK of OpenTelemetry report with the environment as it is copied', async () => {
    const { url } = await daemon.start();
    const page = await browser.open(url, clipboard);
    await listens(page);
    await runOtelApp(toEnvironment(await copySnippet(page, 'OpenTelemetry')));
    await becomesOverview(page);
    const { body } = await callJson<ErrorGroupList>(`${url}/api/errors?projectId=my_app`);
    assert.equal(body.total, 2);
  });

  /** The page of somebody who has just logged in with the token, and listens. */
  async function logIn(url: string): Promise<Page> {
    const page = await browser.open(url, clipboard);
    await page.getByLabel('Key', { exact: true }).fill(TOKEN);
    await page.keyboard.press('Enter');
    await listens(page);
    return page;
  }

  const addSnippetKey = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Add a key for the snippets' }).click();
    await page.getByText('which sends and does nothing else').waitFor();
  };

  it('carries a key of its own in the snippets of the libraries', async () => {
    const { url } = await daemon.start({ authToken: TOKEN });
    const page = await logIn(url);
    await addSnippetKey(page);
    const line = await copySnippet(page, 'Browser');
    const { code } = await runNodeSnippet(page, "console.error(new Error('one'));");
    assert.equal(code, 0);
    await becomesOverview(page);
    const other = await browser.open(site.serve('/', `<!doctype html>${line}`));
    assert.equal(await other.evaluate('errord.captureMessage("two") && errord.flush(8000)'), true);
    const authorized = { headers: { authorization: `Bearer ${TOKEN}` } };
    assert.equal((await callJson<ErrorGroupList>(`${url}/api/errors`, authorized)).body.total, 2);
  });

  it('carries a key in the DSN and for OpenTelemetry, and says that copies for Spotlight have none', async () => {
    const { url } = await daemon.start({ authToken: TOKEN });
    const page = await logIn(url);
    await addSnippetKey(page);
    const otlp = toEnvironment(await copySnippet(page, 'OpenTelemetry'));
    await page.getByRole('tab', { name: 'Spotlight' }).click();
    await page.getByText('it refuses them').waitFor();
    const dsn = await copySnippet(page, 'Sentry');
    assert.match(dsn, /^http:\/\/errord_i_\w+@127\.0\.0\.1:\d+\/1$/);
    await runOtelApp(otlp);
    await runSentryApp('ends', ['message'], { SENTRY_DSN: dsn });
    const authorized = { headers: { authorization: `Bearer ${TOKEN}` } };
    const { body } = await callJson<ErrorGroupList>(`${url}/api/errors`, authorized);
    assert.deepEqual(body.errors.map(({ projectId }) => projectId).sort(), ['1', 'my_app', 'my_app']);
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

  it('copies the key along and shows it nowhere', async () => {
    const { url } = await daemon.start({ authToken: TOKEN });
    const page = await logIn(url);
    assert.match(await copySnippet(page, 'curl'), /Bearer YOUR_KEY/);
    await addSnippetKey(page);
    const snippet = await copySnippet(page, 'curl');
    const [key = ''] = /errord_i_\w+/.exec(snippet) ?? [];
    assert.ok(key.length > 40);
    assert.equal(await page.getByText(key).count(), 0);
    await run('sh', ['-c', snippet]);
    await becomesOverview(page);
  });

  it('goes from tab to tab by keys, and axe finds nothing', async () => {
    const { url } = await daemon.start();
    const page = await browser.open(url);
    await listens(page);
    await page.getByRole('tab', { name: 'curl' }).focus();
    for (const name of ['Node', 'Browser', 'Sentry', 'Spotlight', 'OpenTelemetry', 'curl']) {
      await page.keyboard.press('ArrowRight');
      await page.getByRole('tab', { name, selected: true }).waitFor();
      await assertAccessible(page, name);
    }
  });
});
