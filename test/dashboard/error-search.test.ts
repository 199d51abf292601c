import assert from 'node:assert/strict';
import type { ViewList } from '../../schemas/views.js';
import { assertAccessible } from '../support/axe.js';
import { useBrowser } from '../support/browser.js';
import { anEvent } from '../support/events.js';
import { useSharedDaemon } from '../support/shared-daemon.js';

describe('the search of the errors page', () => {
  const daemon = useSharedDaemon();
  const browser = useBrowser();

  async function newProject(): Promise<string> {
    const projectId = daemon.newProject();
    const stackFrames = [{ filename: '/srv/shop/src/price.ts', function: 'total', lineno: 42, inApp: true }];
    await daemon.post('/api/events', anEvent({ projectId, message: 'price is gone', release: '2.8.1', stackFrames }));
    for (const eventId of [1, 2].map((count) => `${projectId}-${count}`))
      await daemon.post('/api/events', anEvent({ projectId, message: 'cart is gone', severity: 'fatal', eventId }));
    return projectId;
  }

  it('offers keys and values by the arrow keys, and finds by them', async () => {
    const projectId = await newProject();
    const page = await browser.open(`${daemon.url()}/errors?project=${projectId}`);
    await page.getByText('cart is gone').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('rel');
    await page.getByRole('option', { name: /release:/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: '2.8.1' }).waitFor();
    await assertAccessible(page, 'suggestions');
    await page.keyboard.press('ArrowDown');
    const field = page.getByRole('combobox', { name: 'Search errors' });
    assert.match((await field.getAttribute('aria-activedescendant')) ?? '', /-0$/);
    await page.keyboard.press('Enter');
    assert.equal(await field.inputValue(), 'release:2.8.1 ');
    await page.getByText('cart is gone').waitFor({ state: 'detached' });
    await page.getByText('price is gone').waitFor();
    assert.deepEqual(await page.locator('.error-message').allTextContents(), ['price is gone']);
  });

  it('says what is wrong with a query, and keeps the list as it was', async () => {
    const projectId = await newProject();
    const page = await browser.open(`${daemon.url()}/errors?project=${projectId}`);
    await page.getByText('cart is gone').waitFor();
    await page.keyboard.press('/');
    // At once: the words that it begins with are a query too, which settles when somebody types slowly.
    await page.keyboard.insertText('is:open');
    await page.locator('.query-fault', { hasText: 'and not "open"' }).waitFor();
    assert.equal(await page.locator('.error-row').count(), 2);
    assert.equal(new URL(page.url()).searchParams.has('q'), false);
  });

  it('shows in each row where the error comes from, and how severe it is in words', async () => {
    const projectId = await newProject();
    const page = await browser.open(`${daemon.url()}/errors?project=${projectId}`);
    await page.locator('.error-row', { hasText: 'price is gone' }).getByText('total · price.ts:42').waitFor();
    await page.locator('.error-row', { hasText: 'cart is gone' }).getByText('fatal', { exact: true }).waitFor();
  });

  it('sorts by the number of events, and the other way round', async () => {
    const projectId = await newProject();
    await daemon.post('/api/events', anEvent({ projectId, message: 'newest is gone' }));
    const page = await browser.open(`${daemon.url()}/errors?project=${projectId}`);
    const messages = page.locator('.error-message');
    await page.getByText('newest is gone').waitFor();
    await page.getByRole('button', { name: 'Sort: Last seen' }).click();
    await page.getByRole('menuitemradio', { name: 'Events' }).click();
    await page.waitForURL((url) => url.searchParams.get('sort') === 'events');
    await page.locator('.error-row').first().getByText('cart is gone').waitFor();
    await page.getByRole('button', { name: 'Largest or newest first' }).click();
    await page.locator('.error-row').last().getByText('cart is gone').waitFor();
    assert.equal(await messages.last().textContent(), 'cart is gone');
  });

  it('saves a query as a view, which another page shows, and removes it', async () => {
    const projectId = await newProject();
    const page = await browser.open(`${daemon.url()}/errors?project=${projectId}&q=severity%3Afatal`);
    await page.getByText('cart is gone').waitFor();
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Save this query…' }).click();
    await page.getByLabel('Name, for this project').fill('<b>Worst</b>');
    await assertAccessible(page, 'saving a view');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: '<b>Worst</b>' }).waitFor();
    const second = await browser.open(`${daemon.url()}/errors?project=${projectId}`);
    await second.getByText('price is gone').waitFor();
    await second.getByRole('button', { name: 'Views' }).click();
    await second.getByRole('menuitem', { name: '<b>Worst</b>' }).click();
    await second.getByText('price is gone').waitFor({ state: 'detached' });
    await second.getByRole('button', { name: '<b>Worst</b>' }).click();
    await second.getByRole('menuitem', { name: 'Remove “<b>Worst</b>”' }).click();
    await second.getByText('The view was removed').waitFor();
    const { views } = (await (await fetch(`${daemon.url()}/api/views?projectId=${projectId}`)).json()) as ViewList;
    assert.deepEqual(views, []);
  });
});
