import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { DaemonStatus } from '../../schemas/stats.js';
import { assertAccessible } from '../support/axe.js';
import { useBrowser } from '../support/browser.js';
import { useDaemon } from '../support/daemon.js';
import { anEvent } from '../support/events.js';
import { callJson } from '../support/http.js';
import { useSharedDaemon } from '../support/shared-daemon.js';

/** A browser that asks nobody and notes what it would show; the page is not the one that is looked at. */
const NOTIFICATIONS = `
  window.notes = [];
  window.Notification = class {
    static permission = 'default';
    static async requestPermission() { return (this.permission = window.answer ?? 'granted'); }
    constructor(title, options) {
      document.documentElement.dataset.notes = window.notes.push(Object.assign(this, { title, ...options }));
    }
    close() {}
  };
  document.hasFocus = () => false;`;

describe('the settings page', () => {
  const daemon = useSharedDaemon();
  const browser = useBrowser();

  const keep = (entries: Record<string, string>) => (page: Page) =>
    page.addInitScript(
      `for (const [key, text] of Object.entries(${JSON.stringify(entries)})) localStorage.setItem(key, text);`,
    );
  const openSettings = (options = {}): Promise<Page> => browser.open(`${daemon.url()}/settings`, options);
  const datasetOf = (page: Page, name: string): Promise<string | null> =>
    page.locator('html').getAttribute(`data-${name}`);

  it('keeps theme and density, and puts them on before the first paint', async () => {
    const page = await openSettings({ colorScheme: 'light' });
    await page.getByRole('group', { name: 'Theme' }).getByRole('button', { name: 'Dark' }).click();
    await page.getByRole('group', { name: 'Density' }).getByRole('button', { name: 'Compact' }).click();
    await page.reload();
    assert.deepEqual([await datasetOf(page, 'theme'), await datasetOf(page, 'density')], ['dark', 'compact']);
    await page.getByRole('button', { name: 'Compact', pressed: true }).waitFor();
    await page.getByRole('button', { name: 'Theme: Dark' }).waitFor();
    await page.getByRole('button', { name: 'As the system' }).click();
    await page.reload();
    assert.equal(await datasetOf(page, 'theme'), null);
  });

  it('makes rows lower in compact lists', async () => {
    const projectId = daemon.newProject();
    await daemon.post('/api/events', anEvent({ projectId }));
    const heightOf = async (density: string): Promise<number> => {
      const page = await browser.open(`${daemon.url()}/errors?project=${projectId}`, {
        prepare: keep({ 'errord-density': density }),
      });
      await page.locator('.error-row').waitFor();
      return (await page.locator('.error-row').boundingBox())?.height ?? 0;
    };
    assert.deepEqual([await heightOf('comfortable'), await heightOf('compact')], [60, 48]);
  });

  it('takes what it cannot read for no choice', async () => {
    const page = await openSettings({
      prepare: keep({
        'errord-theme': 'neon',
        'errord-density': '{}',
        'errord-editor': '{"editor":7,"mappings":[1,{}]',
      }),
    });
    await page
      .getByRole('group', { name: 'Theme' })
      .getByRole('button', { name: 'As the system', pressed: true })
      .waitFor();
    await page.getByRole('button', { name: 'Comfortable', pressed: true }).waitFor();
    await page.getByRole('button', { name: 'No editor', pressed: true }).waitFor();
  });

  it('keeps the editor and the paths, which frames follow', async () => {
    const projectId = daemon.newProject();
    await daemon.post('/api/events', anEvent({ projectId }));
    const { error } = await daemon.onlyErrorGroup(projectId);
    const page = await openSettings();
    await page.getByRole('button', { name: 'VS Code' }).click();
    for (const [number, from, to] of [
      [1, '/srv', '/nowhere'],
      [2, '/app', '/home/me/shop'],
    ] as const) {
      await page.getByRole('button', { name: 'Add a path' }).click();
      await page.getByLabel(`Path ${number} where it ran`).fill(from);
      await page.getByLabel(`Path ${number} on this machine`).fill(to);
    }
    await page.getByRole('button', { name: 'Remove path 1' }).click();
    await page.goto(`${daemon.url()}/errors/${error.id}`);
    const link = page.getByRole('link', { name: 'Open in VS Code' }).first();
    assert.equal(await link.getAttribute('href'), 'vscode://file/home/me/shop/src/cart.ts:42:7');
  });

  it('says of the daemon what the daemon says of itself, as it changes', async () => {
    const page = await openSettings();
    const { body } = await daemon.get<DaemonStatus>('/api/status');
    const facts = page.getByRole('region', { name: 'Daemon' });
    // The page of the test before may still be counted.
    const clients = /^[1-9]\d* clients? connected$/;
    for (const text of [`errord ${body.version}`, body.database.path ?? 'no path', '30 days', '2,048 MB', clients]) {
      await facts.getByText(text).first().waitFor();
    }
    await daemon.post('/api/logs', { level: 'info', message: 'one more' });
    await facts.getByText(new RegExp(`${body.database.logs + 1} logs?\\b`)).waitFor();
  });

  describe('notifications', () => {
    const opened = async (script = ''): Promise<Page> => {
      const page = await openSettings({
        prepare: async (fresh: Page) => {
          await fresh.clock.install();
          await fresh.addInitScript(NOTIFICATIONS + script);
        },
      });
      await page.getByRole('button', { name: 'Connection: Live' }).waitFor();
      return page;
    };
    /** The page has been told, and has told on the desktop what there is to tell. */
    const arrives = async (page: Page, projectId: string, message: string): Promise<void> => {
      await daemon.post('/api/events', anEvent({ projectId, message }));
      await page.locator('.stream-item', { hasText: message }).first().waitFor();
    };
    const goTo = (page: Page, name: string): Promise<void> =>
      page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click();
    const titles = (page: Page): Promise<string[]> => page.evaluate('notes.map(({ title }) => title)');

    it('are off until they are asked for', async () => {
      const page = await opened();
      await page.getByRole('status').getByText('Off', { exact: true }).waitFor();
      await goTo(page, 'Overview');
      await arrives(page, daemon.newProject(), 'nobody asked for it');
      assert.deepEqual(await titles(page), []);
    });

    it('tell of new groups, one in ten seconds with a count, and open the error', async () => {
      const page = await opened();
      await page.getByRole('button', { name: 'Turn on' }).click();
      await page.getByRole('button', { name: 'Turn off' }).waitFor();
      await goTo(page, 'Overview');
      const projectId = daemon.newProject();
      // The second event of the first group is none that was never seen before.
      await arrives(page, projectId, 'the first');
      for (const message of ['the first', 'the second']) {
        await daemon.post('/api/events', anEvent({ projectId, message }));
      }
      await arrives(page, projectId, 'the third');
      assert.deepEqual(await titles(page), [`TypeError in ${projectId}`]);
      await page.clock.fastForward(11_000);
      await page.locator('html[data-notes="2"]').waitFor();
      assert.equal((await titles(page))[1], '2 new errors');
      assert.equal(await page.evaluate('notes[1].body'), 'the third');
      await page.evaluate('notes[1].onclick()');
      await page.getByRole('heading', { name: 'the third' }).waitFor();
    });

    it('do not tell of what a rule of its project ignores from the start', async () => {
      const page = await opened('Notification.permission = "granted";');
      await page.getByRole('button', { name: 'Turn on' }).click();
      await page.getByRole('button', { name: 'Turn off' }).waitFor();
      await goTo(page, 'Overview');
      const projectId = daemon.newProject();
      const rule = { name: 'noise', message: 'only noise', fingerprint: '{{ default }}', ignore: true };
      await daemon.patch(`/api/projects/${projectId}/settings`, { groupingRules: [rule] });
      // The page hears of it first: it would be told first.
      await daemon.post('/api/events', anEvent({ projectId, message: 'only noise' }));
      const [ignored] = await daemon.errorGroups(projectId);
      assert.equal(ignored?.status, 'ignored');
      await arrives(page, projectId, 'one to hear of');
      assert.deepEqual(await page.evaluate('notes.map(({ body }) => body)'), ['one to hear of']);
    });

    it('say so when the browser denies them, and stay on over a reload when it does not', async () => {
      const denied = await opened('window.answer = "denied";');
      await denied.getByRole('button', { name: 'Turn on' }).click();
      await denied.getByText('Denied by the browser').waitFor();
      const page = await opened('Notification.permission = "granted";');
      await page.getByRole('button', { name: 'Turn on' }).click();
      await page.reload();
      await page.getByRole('button', { name: 'Turn off' }).click();
      await page.getByRole('status').getByText('Off', { exact: true }).waitFor();
    });
  });

  it('axe finds nothing, also in the dialog', async () => {
    const page = await openSettings();
    await page.getByText(/^errord \d/).waitFor();
    await page.getByRole('button', { name: 'Add a path' }).click();
    await assertAccessible(page, 'settings');
    await page.getByRole('button', { name: 'Clear data' }).click();
    await page.getByText('This goes for good').waitFor();
    await assertAccessible(page, 'dialog');
  });
});

describe('clearing data', () => {
  const browser = useBrowser();
  const daemon = useDaemon();

  /** Two projects, each with an error of two events, a request and a log. */
  async function startFilled(): Promise<string> {
    const { url } = await daemon.start();
    for (const projectId of ['shop', 'search']) {
      await callJson(`${url}/api/events/batch`, { body: [anEvent({ projectId }), anEvent({ projectId })] });
      await callJson(`${url}/api/events/request`, { body: { method: 'GET', url: '/cart', projectId } });
      await callJson(`${url}/api/logs`, { body: { level: 'info', message: 'hello', projectId } });
    }
    return url;
  }

  async function countsOf(url: string): Promise<readonly number[]> {
    const { errors, events, requests, logs } = (await callJson<DaemonStatus>(`${url}/api/status`)).body.database;
    return [errors, events, requests, logs];
  }

  async function openDialog(url: string) {
    const page = await browser.open(`${url}/settings`);
    await page.getByRole('button', { name: 'Clear data' }).click();
    return { page, dialog: page.getByRole('dialog', { name: 'Clear data' }) };
  }

  it('says exactly what goes, and wants it in writing', async () => {
    const url = await startFilled();
    const { page, dialog } = await openDialog(url);
    await dialog.getByText('2 errors with 4 events').waitFor();
    const losses = await dialog.getByRole('listitem').allTextContents();
    assert.deepEqual(losses.slice(1), ['2 requests', '2 logs']);
    const clear = dialog.getByRole('button', { name: 'Clear everything' });
    assert.ok(await clear.isDisabled());
    await dialog.getByLabel('Type all projects to confirm').fill('all project');
    assert.ok(await clear.isDisabled());
    await dialog.getByLabel('Type all projects to confirm').fill('all projects');
    await clear.click();
    await page.getByText('Cleared everything of all projects').waitFor();
    assert.deepEqual(await countsOf(url), [0, 0, 0, 0]);
    await page.getByText('0 errors with 0 events').waitFor();
  });

  it('clears one project and leaves the others', async () => {
    const url = await startFilled();
    const { page, dialog } = await openDialog(url);
    await dialog.getByLabel('Project', { exact: true }).selectOption('shop');
    await dialog.getByText('1 error with 2 events').waitFor();
    await dialog.getByLabel('Type shop to confirm').fill('shop');
    await page.keyboard.press('Enter');
    await page.getByText('Cleared everything of shop').waitFor();
    assert.deepEqual(await countsOf(url), [1, 2, 1, 1]);
  });

  it('clears only logs', async () => {
    const url = await startFilled();
    const { page, dialog } = await openDialog(url);
    await dialog.getByRole('button', { name: 'Only logs' }).click();
    await dialog.getByRole('listitem').filter({ hasText: '2 logs' }).waitFor();
    assert.deepEqual(await dialog.getByRole('listitem').allTextContents(), ['2 logs']);
    await dialog.getByLabel('Type all projects to confirm').fill('all projects');
    await dialog.getByRole('button', { name: 'Clear the logs' }).click();
    await page.getByText('Cleared the logs of all projects').waitFor();
    assert.deepEqual(await countsOf(url), [2, 4, 2, 0]);
  });

  it('says why when nothing could be cleared', async () => {
    const url = await startFilled();
    const page = await browser.open(`${url}/settings`, {
      mayLog: /status of 503/,
      prepare: (fresh) =>
        fresh.route('**/api/clear', (route) =>
          route.fulfill({ status: 503, json: { error: 'The disk is full.', code: 'storage_full' } }),
        ),
    });
    await page.getByRole('button', { name: 'Clear data' }).click();
    await page.getByLabel('Type all projects to confirm').fill('all projects');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('The disk is full.').waitFor();
    assert.deepEqual(await countsOf(url), [2, 4, 2, 2]);
  });
});
