import assert from 'node:assert/strict';
import { useBrowser } from '../support/browser.js';
import { anEvent } from '../support/events.js';
import { useSharedDaemon } from '../support/shared-daemon.js';

/** Tabs of a test are never hidden: this one is when it is told so. */
const HIDEABLE = `
  let isHidden = false;
  Object.defineProperty(document, 'hidden', { get: () => isHidden });
  window.hide = (next) => {
    isHidden = next;
    document.dispatchEvent(new Event('visibilitychange'));
  };`;

describe('the shell', () => {
  const daemon = useSharedDaemon();
  const browser = useBrowser();

  it('counts new groups in the title while the tab is hidden, and marks its icon, until it is looked at', async () => {
    const projectId = daemon.newProject();
    const page = await browser.open(`${daemon.url()}/errors?project=${projectId}`, {
      prepare: (fresh) => fresh.addInitScript(HIDEABLE),
    });
    const hasIcon = (path: string): Promise<void> =>
      page.locator(`link[rel="icon"][href="${path}"]`).waitFor({ state: 'attached' });
    /** Looked at in each frame: no locator reaches the text of what is never shown. */
    const hasTitle = (title: string): Promise<void> =>
      page.evaluate(
        `new Promise((done) => {
          const look = () => (document.title === '${title}' ? done() : requestAnimationFrame(look));
          look();
        })`,
      );
    await page.getByRole('button', { name: 'Connection: Live' }).waitFor();
    await page.evaluate('hide(true)');
    // What a rule ignores is none of them.
    const noise = { name: 'noise', message: 'noise', fingerprint: 'noise', ignore: true };
    await daemon.patch(`/api/projects/${projectId}/settings`, { groupingRules: [noise] });
    for (const message of ['one', 'noise', 'one', 'two'])
      await daemon.post('/api/events', anEvent({ projectId, message }));
    await page.locator('.error-row', { hasText: 'two' }).waitFor();
    await hasIcon('/icon-alert.svg');
    await hasTitle('(2) Errors · errord');
    await page.evaluate('hide(false)');
    await hasIcon('/icon.svg');
    await hasTitle('Errors · errord');
  });

  it('follows what another tab chooses', async () => {
    const page = await browser.open(`${daemon.url()}/settings`, { colorScheme: 'light' });
    await page.getByRole('group', { name: 'Theme' }).waitFor();
    const other = await page.context().newPage();
    await other.goto(`${daemon.url()}/settings`);
    await other.getByRole('group', { name: 'Theme' }).getByRole('button', { name: 'Dark' }).click();
    await page.getByRole('button', { name: 'Theme: Dark' }).waitFor();
    assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
  });

  it('leads from an address without a page to the overview', async () => {
    const projectId = daemon.newProject();
    await daemon.post('/api/logs', { level: 'info', message: 'started', projectId });
    const page = await browser.open(`${daemon.url()}/nowhere?project=${projectId}`);
    await page.getByRole('link', { name: 'To the overview' }).click();
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get('project'), projectId);
  });
});
