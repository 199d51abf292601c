import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { Undone } from '../../schemas/undo.js';
import { assertAccessible } from '../support/axe.js';
import { useBrowser } from '../support/browser.js';
import { anEvent } from '../support/events.js';
import { useSharedDaemon } from '../support/shared-daemon.js';
import { times } from '../support/store-harness.js';
import { toWord } from '../support/words.js';

describe('the errors page', () => {
  const daemon = useSharedDaemon();
  const browser = useBrowser();

  /** A project with one error group per message; the last one is the newest. */
  async function newProjectWith(...messages: string[]): Promise<string> {
    const projectId = daemon.newProject();
    for (const message of messages) await daemon.post('/api/events', anEvent({ projectId, message }));
    return projectId;
  }

  const endOf = async (row: Locator): Promise<number> => {
    const { y, height } = (await row.boundingBox()) ?? { y: Infinity, height: 0 };
    return y + height;
  };

  it('tells in its row who has an error, and that nobody has it any more, as somebody says so', async () => {
    const projectId = await newProjectWith('the cart is gone');
    const [group] = await daemon.errorGroups(projectId);
    const page = await browser.open(`${daemon.url()}/errors?project=${projectId}`);
    const row = page.locator('.error-row', { hasText: 'the cart is gone' });
    await row.waitFor();
    await daemon.patch(`/api/errors/${group?.id}/triage`, { assignee: 'Grace' });
    await row.getByText('@Grace').waitFor();
    await daemon.patch(`/api/errors/${group?.id}/triage`, { assignee: null });
    await row.getByText('@Grace').waitFor({ state: 'detached' });
  });

  it('opens an error and resolves it by keys, and a second page sees it', async () => {
    const projectId = await newProjectWith('the cart is gone');
    const second = await browser.open(`${daemon.url()}/errors?project=${projectId}`);
    await second.getByText('the cart is gone').waitFor();
    const page = await browser.open(`${daemon.url()}/errors?project=${projectId}`);
    await page.getByText('the cart is gone').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'the cart is gone' }).waitFor();
    await page.getByRole('heading', { name: 'Event 1 of 1' }).waitFor();
    await page.keyboard.press('r');
    await page.getByText('Resolved 1 error').waitFor();
    await second.locator('.error-row', { hasText: 'the cart is gone' }).getByText('resolved').waitFor();
    const [group] = await daemon.errorGroups(projectId);
    assert.equal(group?.status, 'resolved');
  });

  it('selects with x, acts on all of them, and takes it back', async () => {
    const projectId = await newProjectWith('first', 'second', 'third');
    const page = await browser.open(`${daemon.url()}/errors?project=${projectId}`);
    await page.getByText('third', { exact: true }).waitFor();
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
    await page.getByRole('toolbar').getByText('2 selected').waitFor();
    await page.keyboard.press('i');
    await page.getByText('Ignored 2 errors').waitFor();
    for (const gone of ['second', 'third']) await page.getByText(gone, { exact: true }).waitFor({ state: 'detached' });
    assert.deepEqual(await page.locator('.error-message').allTextContents(), ['first']);
    const undone = page.waitForResponse('**/api/errors/undo');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('third', { exact: true }).waitFor();
    assert.equal(((await (await undone).json()) as Undone).undone, 2);
    const groups = await daemon.errorGroups(projectId);
    assert.deepEqual(new Set(groups.map(({ status }) => status)), new Set(['unresolved']));
  });

  it('tell on a phone whole what there is room for, and nothing cut through', async () => {
    const projectId = daemon.newProject();
    const long = 'aFunctionWithARatherLongName';
    const stackFrames = [{ filename: `/srv/${long}.ts`, function: long, lineno: 12, colno: 1, inApp: true }];
    const user = (id: number) => ({ user: { id: `u${id}` } });
    const events = times(12, (index) => anEvent({ projectId, type: 'CartError', stackFrames, ...user(index) }));
    await daemon.post('/api/events/batch', events);
    const { error } = await daemon.onlyErrorGroup(projectId);
    await daemon.patch(`/api/errors/${error.id}/triage`, { assignee: 'Grace' });
    const page = await browser.open(`${daemon.url()}/errors?project=${projectId}`, {
      viewport: { width: 390, height: 800 },
    });
    const facts = page.locator('.error-facts');
    await facts.getByText('12 users').waitFor();
    const around = await facts.boundingBox();
    assert.ok(around !== null);
    for (const text of ['error', 'CartError', '12 users', '@Grace']) {
      const box = await facts.getByText(text, { exact: true }).boundingBox();
      assert.ok(box !== null, text);
      const { x, y, width, height } = box;
      assert.ok(x >= around.x && x + width <= around.x + around.width + 1, `${text} is within the row`);
      assert.ok(y >= around.y - 4 && y + height <= around.y + around.height + 4, `${text} is in the first line`);
    }
  });

  it('can be acted on by a bar that fits a phone, hides no row and no way to another page', async () => {
    const projectId = daemon.newProject();
    const messages = times(12, (index) => `the ${toWord(index)} part failed`);
    await daemon.post(
      '/api/events/batch',
      messages.map((message) => anEvent({ projectId, message })),
    );
    const page = await browser.open(`${daemon.url()}/errors?project=${projectId}`, {
      viewport: { width: 390, height: 800 },
    });
    const rows = page.locator('.error-row');
    await rows.first().getByRole('checkbox').click();
    await rows.nth(1).getByRole('checkbox').click();
    const bar = page.getByRole('toolbar', { name: 'Selected errors' });
    await bar.getByText('2 selected').waitFor();
    await assertAccessible(page, 'the bar on a phone');
    const [around, nav] = [await bar.boundingBox(), await page.getByRole('navigation').boundingBox()];
    assert.ok(around !== null && nav !== null && around.x >= 0 && around.x + around.width <= 390);
    assert.ok(around.y + around.height <= nav.y, 'it stands above the pages');
    // Each is there for a finger, with nothing over it.
    for (const button of await bar.getByRole('button').all()) {
      const { width = 0, height = 0 } = (await button.boundingBox()) ?? {};
      assert.ok(width >= 24 && height >= 24, `${width} by ${height}`);
      await button.click({ trial: true });
    }
    for (const word of ['Resolve', 'Acknowledge', 'Ignore', 'Reopen', 'Merge']) {
      const { width = 0, height = 0 } = (await bar.getByText(word, { exact: true }).boundingBox()) ?? {};
      assert.ok(width > 24 && height > 8, `${word} is to be read`);
    }
    // Keys bring each row into view, none of them under the bar.
    const below = times(12, (index) => page.locator(`.virtual-row[aria-posinset="${index + 1}"] .error-row`));
    for (const next of below) {
      await page.keyboard.press('j');
      await next.and(page.locator('[data-cursor]')).waitFor();
      while ((await endOf(next)) > around.y) await page.waitForTimeout(0);
    }
    await below.at(-1)?.getByRole('checkbox').click();
    await bar.getByText('3 selected').waitFor();
    await bar.getByRole('button', { name: 'Resolve' }).click();
    await page.getByText('Resolved 3 errors').waitFor();
    await bar.waitFor({ state: 'detached' });
  });

  it('searches from the key /, keeps the text in the address, and finds the same after a reload', async () => {
    const projectId = await newProjectWith('a needle in it', 'only hay');
    const page = await browser.open(`${daemon.url()}/errors?project=${projectId}`);
    await page.getByText('only hay').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('NEEDLE');
    await page.getByText('only hay').waitFor({ state: 'detached' });
    await page.waitForURL((url) => url.searchParams.get('q') === 'NEEDLE');
    await page.reload();
    await page.getByText('a needle in it').waitFor();
    assert.equal(await page.locator('.error-row').count(), 1);
  });

  it('acts on many groups in one call, and takes it back', async () => {
    const projectId = daemon.newProject();
    const messages = ['alpha', 'beta', 'gamma', 'delta'].map((word) => `the ${word} failed`);
    await daemon.post(
      '/api/events/batch',
      messages.map((message) => anEvent({ projectId, message })),
    );
    const page = await browser.open(`${daemon.url()}/errors?project=${projectId}`);
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') calls.push(new URL(request.url()).pathname);
    });
    await page.locator('.error-row').nth(3).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByRole('button', { name: 'All loaded' }).click();
    await page.keyboard.press('r');
    await page.getByText('Resolved 4 errors').waitFor();
    await page.getByText('Nothing is broken').waitFor();
    assert.deepEqual(calls, ['/api/errors']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.locator('.error-row').nth(3).waitFor();
    assert.deepEqual(calls, ['/api/errors', '/api/errors/undo']);
  });

  it('filters by severity from the menu, by keys alone', async () => {
    const projectId = await newProjectWith('an error');
    await daemon.post('/api/events', anEvent({ projectId, message: 'a warning', severity: 'warning' }));
    const page = await browser.open(`${daemon.url()}/errors?project=${projectId}`);
    await page.getByText('a warning').waitFor();
    await page.getByRole('button', { name: 'Severity' }).focus();
    await page.keyboard.press('Enter');
    // The menu takes the focus, and an item by its letter, a moment after it was told to.
    await page.locator('[role="menu"]:focus, [role="menu"] :focus').waitFor();
    await page.keyboard.type('w');
    await page.locator('[role="menuitemradio"]:focus', { hasText: 'warning' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('an error').waitFor({ state: 'detached' });
    assert.equal(new URL(page.url()).searchParams.get('severity'), 'warning');
  });

  it('lets new groups wait while the list is being read', async () => {
    const projectId = await newProjectWith('being read');
    const page = await browser.open(`${daemon.url()}/errors?project=${projectId}`);
    await page.getByRole('button', { name: 'Connection: Live' }).waitFor();
    // What is read again once the page is live would bring the new one too.
    await page.waitForLoadState('networkidle');
    await page.getByText('being read').hover();
    await daemon.post('/api/events', anEvent({ projectId, message: 'came later' }));
    const pill = page.getByRole('button', { name: '1 new' });
    await pill.waitFor();
    assert.deepEqual(await page.locator('.error-message').allTextContents(), ['being read']);
    await pill.click();
    await page.getByText('came later').waitFor();
    assert.deepEqual(await page.locator('.error-message').allTextContents(), ['came later', 'being read']);
  });

  it('shows what works by keys on ?', async () => {
    const projectId = await newProjectWith('anything');
    const page = await browser.open(`${daemon.url()}/errors?project=${projectId}`);
    await page.getByText('anything').waitFor();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard' });
    for (const label of ['Next', 'Open', 'Resolve', 'Select', 'Search', 'Go to Errors']) {
      await dialog.getByText(label, { exact: true }).waitFor();
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });
});
