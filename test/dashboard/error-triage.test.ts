import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { ErrorGroupList } from '../../schemas/error-group.js';
import { useBrowser } from '../support/browser.js';
import { anEvent } from '../support/events.js';
import { useSharedDaemon } from '../support/shared-daemon.js';
import { toWord } from '../support/words.js';

/** Some pages of the list. */
const MANY = 230;

describe('working through the list of errors', () => {
  const daemon = useSharedDaemon();
  const browser = useBrowser();

  /** A project with so many groups; the first one is the newest. */
  async function openListOf(count: number): Promise<{ readonly page: Page; readonly projectId: string }> {
    const projectId = daemon.newProject();
    const now = Date.now();
    const events = Array.from({ length: count }, (_, index) =>
      anEvent({ projectId, message: toMessage(index), timestamp: new Date(now - index * 1000).toISOString() }),
    );
    await daemon.post('/api/events/batch', events);
    const page = await browser.open(`${daemon.url()}/errors?project=${projectId}`);
    await page.getByText(toMessage(0), { exact: true }).waitFor();
    return { page, projectId };
  }

  const heading = (page: Page, index: number) => page.getByRole('heading', { name: toMessage(index), exact: true });
  const cursorText = (page: Page) => page.locator('.error-row[data-cursor] .error-message');
  const press = async (page: Page, ...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };

  const countResolved = async (projectId: string): Promise<number> => {
    const response = await fetch(
      `${daemon.url()}/api/errors?${new URLSearchParams({ projectId, status: 'resolved' }).toString()}`,
    );
    return ((await response.json()) as ErrorGroupList).total;
  };

  it('has its cursor where it was, after another page and after errors that were gone through', async () => {
    const { page } = await openListOf(4);
    await press(page, 'j', 'j');
    await press(page, 'g', 'r');
    await page.getByRole('heading', { name: 'Requests' }).waitFor();
    await press(page, 'g', 'e');
    await cursorText(page).getByText(toMessage(1)).waitFor();
    await press(page, 'Enter');
    await heading(page, 1).waitFor();
    await page.getByRole('button', { name: 'Next error' }).and(page.locator(':enabled')).waitFor();
    await press(page, 'n');
    await heading(page, 2).waitFor();
    await press(page, 'Escape');
    await cursorText(page).getByText(toMessage(2)).waitFor();
  });

  it('goes from error to error, on to the next one after a resolve, and takes that back with Ctrl+Z', async () => {
    const { page, projectId } = await openListOf(3);
    await press(page, 'j', 'Enter');
    await heading(page, 0).waitFor();
    const next = page.getByRole('button', { name: 'Next error' });
    await next.and(page.locator(':enabled')).waitFor();
    await press(page, 'r');
    await heading(page, 1).waitFor();
    await page.getByText('Resolved 1 error').waitFor();
    await next.click();
    await heading(page, 2).waitFor();
    assert.equal(await next.isDisabled(), true);
    await press(page, 'p');
    await heading(page, 1).waitFor();
    await press(page, 'Control+z');
    await page.getByText('Took it back: 1 error').waitFor();
    await press(page, 'Escape');
    await page.getByText(toMessage(0), { exact: true }).waitFor();
    assert.deepEqual(
      new Set((await daemon.errorGroups(projectId)).map(({ status }) => status)),
      new Set(['unresolved']),
    );
  });

  it('goes on after an error is resolved in a release or snoozed, and Ctrl+Z takes both back', async () => {
    const { page, projectId } = await openListOf(4);
    await press(page, 'j', 'Enter');
    await heading(page, 0).waitFor();
    await page.getByRole('button', { name: 'Next error' }).and(page.locator(':enabled')).waitFor();
    await page.getByRole('button', { name: 'Resolve in …' }).click();
    await page.getByRole('menuitem', { name: 'The next release' }).click();
    await heading(page, 1).waitFor();
    await page.getByText('Resolved: it opens with a newer release').waitFor();
    await page.getByRole('button', { name: 'Snooze …' }).click();
    await page.getByRole('menuitem', { name: 'For a day' }).click();
    await heading(page, 2).waitFor();
    await page.getByText('Snoozed: it is ignored until then').waitFor();
    const statuses = async () =>
      (await daemon.errorGroups(projectId)).map(({ message, status }) => `${message} ${status}`).sort();
    assert.deepEqual(
      await statuses(),
      [
        `${toMessage(0)} resolved`,
        `${toMessage(1)} ignored`,
        `${toMessage(2)} unresolved`,
        `${toMessage(3)} unresolved`,
      ].sort(),
    );
    await press(page, 'Control+z', 'Control+z');
    while (!(await statuses()).every((text) => text.endsWith('unresolved'))) await page.waitForTimeout(0);
  });

  it('selects a range with Shift, by pointer and by keys', async () => {
    const { page } = await openListOf(6);
    const box = (index: number) => page.getByRole('checkbox', { name: `Select: ${toMessage(index)}`, exact: true });
    await box(1).click();
    await box(3).click({ modifiers: ['Shift'] });
    await page.getByRole('toolbar').getByText('3 selected').waitFor();
    await press(page, 'Escape');
    await page.getByRole('toolbar').waitFor({ state: 'detached' });
    await box(4).click();
    await press(page, 'Escape', 'Home', 'k');
    await page.locator('.error-row').first().locator('a').focus();
    await press(page, 'Shift+ArrowDown', 'Shift+ArrowDown');
    await page.getByRole('toolbar').getByText('3 selected').waitFor();
  });

  it('resolves all that match, read or not, and takes it back', async () => {
    const { page, projectId } = await openListOf(MANY);
    await press(page, 'j', 'x');
    await page.getByRole('button', { name: `All ${MANY} that match` }).click();
    await page.getByText(`All ${MANY} that match: selected`).waitFor();
    await press(page, 'r');
    await page.getByText(`Resolved ${MANY} errors`).waitFor();
    await page.getByText('Nothing is broken').waitFor();
    assert.equal(await countResolved(projectId), MANY);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText(`Took it back: ${MANY} errors`).waitFor();
    await page.getByText(toMessage(0), { exact: true }).waitFor();
    assert.equal(await countResolved(projectId), 0);
  });

  it('has back in the list, and selected, what the daemon did not change', async () => {
    const projectId = daemon.newProject();
    for (const index of [1, 0]) await daemon.post('/api/events', anEvent({ projectId, message: toMessage(index) }));
    const refusal = { error: 'The disk is full: free some space.', code: 'storage_full' };
    const page = await browser.open(`${daemon.url()}/errors?project=${projectId}`, {
      mayLog: /status of 503/,
      prepare: (opened) =>
        opened.route('**/api/errors', (route) =>
          route.request().method() === 'PATCH' ? route.fulfill({ status: 503, json: refusal }) : route.fallback(),
        ),
    });
    await page.getByText(toMessage(0), { exact: true }).waitFor();
    await press(page, 'j', 'x', 'j', 'x', 'r');
    await page.getByText(refusal.error).waitFor();
    await page.getByRole('toolbar').getByText('2 selected').waitFor();
    assert.deepEqual(await page.locator('.error-message').allTextContents(), [toMessage(0), toMessage(1)]);
    assert.equal(await page.getByText('resolved', { exact: true }).count(), 0);
  });
});

function toMessage(index: number): string {
  return `the ${toWord(index)} part failed`;
}
