import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../support/axe.js';
import { useBrowser } from '../support/browser.js';
import { anEvent } from '../support/events.js';
import { useSharedDaemon } from '../support/shared-daemon.js';

const HOUR_MS = 3_600_000;

/** Tells on the document how many dashed lines the last drawing of a canvas has. */
const NOTE_DASHES = `
  const { lineTo, clearRect } = CanvasRenderingContext2D.prototype;
  Object.assign(CanvasRenderingContext2D.prototype, {
    clearRect(...area) {
      document.documentElement.dataset.dashes = 0;
      clearRect.apply(this, area);
    },
    lineTo(...place) {
      if (this.getLineDash().length > 0) document.documentElement.dataset.dashes++;
      lineTo.apply(this, place);
    },
  });`;

interface Sent {
  readonly release: string;
  readonly message: string;
  readonly hoursAgo: number;
}

describe('the pages of releases', () => {
  const daemon = useSharedDaemon();
  const browser = useBrowser();

  async function send(projectId: string, { hoursAgo, ...event }: Sent): Promise<void> {
    const timestamp = new Date(Date.now() - hoursAgo * HOUR_MS).toISOString();
    const { status } = await daemon.post('/api/events', anEvent({ ...event, projectId, timestamp }));
    assert.equal(status, 201);
  }

  /** One error of the first release goes, another comes back in the second, which has a new one. */
  async function makeProject(): Promise<string> {
    const projectId = daemon.newProject();
    await send(projectId, { release: '1.0.0', message: 'the cart is empty', hoursAgo: 5 });
    await send(projectId, { release: '1.0.0', message: 'the price is wrong', hoursAgo: 4 });
    const [wrong] = (await daemon.errorGroups(projectId)).filter(({ message }) => message === 'the price is wrong');
    await daemon.patch(`/api/errors/${wrong?.id ?? ''}`, { status: 'resolved' });
    await send(projectId, { release: '2.0.0', message: 'the price is wrong', hoursAgo: 2 });
    await send(projectId, { release: '2.0.0', message: 'the payment failed', hoursAgo: 1 });
    return projectId;
  }

  const names = (page: Page) => page.locator('.release-row .release-name').allTextContents();
  const part = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });

  it('list them newest first, and tell of one what it broke, what came back and what is gone', async () => {
    const projectId = await makeProject();
    const page = await browser.open(`${daemon.url()}/releases?project=${projectId}`);
    await page.locator('.release-row').nth(1).waitFor();
    assert.deepEqual(await names(page), ['2.0.0', '1.0.0']);
    await assertAccessible(page, 'releases');
    await page.locator('.release-row').first().click();
    await page.getByRole('heading', { name: 'Release 2.0.0' }).waitFor();
    for (const [title, message] of [
      ['New', 'the payment failed'],
      ['Came back', 'the price is wrong'],
      ['Gone', 'the cart is empty'],
    ] as const) {
      await part(page, title).getByText(message).waitFor();
      assert.equal(await part(page, title).locator('.release-error').count(), 1, title);
    }
    await assertAccessible(page, 'a release');
  });

  it('are marked on the charts of the overview and of an error, by a line, in words and under the pointer', async () => {
    const projectId = await makeProject();
    const [group] = await daemon.errorGroups(projectId);
    for (const path of ['/', `/errors/${group?.id ?? ''}`]) {
      const page = await browser.open(`${daemon.url()}${path}?project=${projectId}`, {
        prepare: (opened) => opened.addInitScript(NOTE_DASHES),
      });
      await page.getByRole('img', { name: /over time; most at .* First seen: 2\.0\.0, 1\.0\.0\.$/ }).waitFor();
      await page.locator('html[data-dashes="2"]').waitFor();
      const box = await page.locator('.time-chart .u-over').boundingBox();
      assert.ok(box);
      // The bar of the hour in which the release was first seen, two hours before the last of 24.
      await page.mouse.move(box.x + (box.width * 21.5) / 24, box.y + box.height / 2);
      await page.locator('.time-chart-tip').getByText('First seen: 2.0.0.', { exact: true }).waitFor();
    }
  });

  it('lead to the release before, to an error, and to all errors of the release', async () => {
    const projectId = await makeProject();
    const page = await browser.open(`${daemon.url()}/releases/2.0.0?project=${projectId}`);
    await page.getByRole('link', { name: '1.0.0' }).click();
    await page.getByRole('heading', { name: 'Release 1.0.0' }).waitFor();
    await page.getByText('No release before it is known.').waitFor();
    await page.getByRole('link', { name: 'All its errors' }).click();
    await page.locator('.error-row').nth(1).waitFor();
    assert.deepEqual((await page.locator('.error-row .error-message').allTextContents()).toSorted(), [
      'the cart is empty',
      'the price is wrong',
    ]);
    await page.goBack();
    await part(page, 'New').getByText('the cart is empty').click();
    await page.getByRole('heading', { name: 'the cart is empty' }).waitFor();
  });

  it('say how to send releases where no event has one', async () => {
    const projectId = daemon.newProject();
    await daemon.post('/api/events', anEvent({ projectId }));
    const page = await browser.open(`${daemon.url()}/releases?project=${projectId}`);
    await page.getByText('No event says its release').waitFor();
    await assertAccessible(page, 'no releases');
  });

  it('show a name from outside as text, whatever is in it, and find it by that', async () => {
    const projectId = daemon.newProject();
    const release = '<img src=x onerror=alert(1)>/../?a=b#c%20';
    await send(projectId, { release, message: 'it broke', hoursAgo: 1 });
    const page = await browser.open(`${daemon.url()}/releases?project=${projectId}`);
    await page.locator('.release-row').click();
    await page.getByRole('heading', { name: `Release ${release}` }).waitFor();
    await part(page, 'New').getByText('it broke').waitFor();
    assert.equal(await page.locator('main img').count(), 0);
  });

  it('say so when a release is not known', async () => {
    const projectId = await makeProject();
    const page = await browser.open(`${daemon.url()}/releases/9.9.9?project=${projectId}`, {
      mayLog: /status of 404/,
    });
    await page.getByRole('alert').waitFor();
    await page.getByRole('button', { name: /again/i }).waitFor();
  });
});
