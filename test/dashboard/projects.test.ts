import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { assertAccessible } from '../support/axe.js';
import { useBrowser } from '../support/browser.js';
import { anEvent } from '../support/events.js';
import { useSharedDaemon } from '../support/shared-daemon.js';

describe('the projects page', () => {
  const daemon = useSharedDaemon();
  const browser = useBrowser();

  const rowOf = (page: Page, projectId: string): Locator => page.locator('.project-row', { hasText: projectId });

  /** A project with an error of two events, two requests of which one failed, and a log. */
  async function newProject(): Promise<string> {
    const projectId = daemon.newProject();
    await daemon.post('/api/events/batch', [anEvent({ projectId }), anEvent({ projectId })]);
    for (const statusCode of [200, 500]) {
      await daemon.post('/api/events/request', { method: 'GET', url: '/cart', statusCode, projectId });
    }
    await daemon.post('/api/logs', { level: 'warn', message: 'careful', projectId });
    return projectId;
  }

  it('shows of each project its health, errors, counts and when it was last seen', async () => {
    const projectId = await newProject();
    const page = await browser.open(`${daemon.url()}/projects`);
    const row = rowOf(page, projectId);
    await row.getByText('50%').waitFor();
    await row.getByTitle('2 errors in the last 24 hours').waitFor();
    await row.getByTitle('1 open error').waitFor();
    await row.getByTitle('2 requests', { exact: true }).waitFor();
    await row.getByTitle('1 log', { exact: true }).waitFor();
    assert.equal(await row.locator('time[title]').count(), 2);
  });

  it('narrows everything to the project that is chosen, and every page and link keeps it', async () => {
    const projectId = await newProject();
    const page = await browser.open(`${daemon.url()}/projects`);
    await rowOf(page, projectId).getByRole('link').click();
    await page.locator('.project-name', { hasText: projectId }).waitFor();
    for (const name of ['Errors', 'Requests', 'Logs', 'Settings', 'Projects', 'Overview']) {
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { name, level: 1 }).waitFor();
      assert.equal(new URL(page.url()).searchParams.get('project'), projectId, name);
      const addresses = await page.evaluate<string[]>(
        `[...document.querySelectorAll('a[href^="/"]')].map((link) => link.getAttribute('href'))`,
      );
      // A row of the list of projects chooses another; a file of the API is none of our pages.
      const lost = addresses.filter((address) => !address.includes('project=') && !address.startsWith('/api/'));
      assert.deepEqual(lost, [], name);
    }
    await page
      .getByRole('region', { name: 'Needs attention' })
      .getByRole('link', { name: /Cannot read/ })
      .click();
    await page.getByRole('heading', { name: 'Event 2 of 2' }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get('project'), projectId);
  });

  it('says which one is chosen, and shows all again', async () => {
    const projectId = await newProject();
    const page = await browser.open(`${daemon.url()}/projects?project=${projectId}`);
    await rowOf(page, projectId).getByText('chosen').waitFor();
    await page.getByRole('button', { name: 'Show all projects' }).click();
    await page.waitForURL((url) => !url.searchParams.has('project'));
    await page.locator('.project-name', { hasText: 'All projects' }).waitFor();
  });

  it('lists a project the moment its first record arrives, and counts what follows', async () => {
    await newProject();
    const projectId = daemon.newProject();
    const page = await browser.open(`${daemon.url()}/projects`);
    await page.getByRole('button', { name: 'Connection: Live' }).waitFor();
    await page.locator('.project-row').first().waitFor();
    await daemon.post('/api/logs', { level: 'info', message: 'hello', projectId });
    await rowOf(page, projectId).getByTitle('1 log', { exact: true }).waitFor();
    await daemon.post('/api/events', anEvent({ projectId }));
    await rowOf(page, projectId).getByTitle('1 open error').waitFor();
  });

  it('leads from an error to the list of errors when another project is chosen', async () => {
    const [projectId, otherId] = [await newProject(), await newProject()];
    const { error } = await daemon.onlyErrorGroup(projectId);
    const page = await browser.open(`${daemon.url()}/errors/${error.id}?project=${projectId}`);
    await page.getByRole('heading', { name: 'Event 2 of 2' }).waitFor();
    await page.locator('.project-button').click();
    await page.getByRole('menuitemradio', { name: otherId }).click();
    await page.locator('.error-row').waitFor();
    const { pathname, searchParams } = new URL(page.url());
    assert.deepEqual([pathname, searchParams.get('project')], ['/errors', otherId]);
  });

  it('finds one by its name among many', async () => {
    const projectId = await newProject();
    for (let count = 0; count < 8; count += 1) {
      await daemon.post('/api/logs', { level: 'info', message: 'hello', projectId: daemon.newProject() });
    }
    const page = await browser.open(`${daemon.url()}/projects`);
    await page.getByLabel('Search projects').fill(projectId.toUpperCase());
    await page.locator('.project-row').nth(1).waitFor({ state: 'detached' });
    await rowOf(page, projectId).waitFor();
    await page.getByLabel('Search projects').fill('nobody is called that');
    await page.getByText('No project is called that').waitFor();
  });

  it('axe finds nothing', async () => {
    const projectId = await newProject();
    const page = await browser.open(`${daemon.url()}/projects?project=${projectId}`);
    await rowOf(page, projectId).locator('.project-errors').waitFor();
    await assertAccessible(page, 'projects');
  });
});
