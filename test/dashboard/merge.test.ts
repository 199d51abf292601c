import assert from 'node:assert/strict';
import type { Page, WebSocketRoute } from 'playwright-core';
import { useBrowser } from '../support/browser.js';
import { anEvent } from '../support/events.js';
import { useSharedDaemon } from '../support/shared-daemon.js';

describe('merging in the dashboard', () => {
  const daemon = useSharedDaemon();
  const browser = useBrowser();

  const openWith = async (messages: readonly string[], prepare?: (page: Page) => Promise<void>) => {
    const projectId = daemon.newProject();
    for (const message of messages) await daemon.post('/api/events', anEvent({ projectId, message }));
    const page = await browser.open(`${daemon.url()}/errors?project=${projectId}`, prepare && { prepare });
    await page.getByText(messages.at(-1) ?? '', { exact: true }).waitFor();
    const readCounts = async () =>
      (await daemon.errorGroups(projectId)).map(({ message, count }) => `${message}: ${count}`).sort();
    return { projectId, page, readCounts };
  };

  it('makes one error of the selected ones, says before what it will be, and takes it back', async () => {
    const { page, readCounts } = await openWith(['the cart is gone', 'the mail is gone', 'the page is gone']);
    for (const key of ['j', 'x']) await page.keyboard.press(key);
    await page.getByRole('toolbar').getByText('1 selected').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Merge' }).count(), 0);
    for (const key of ['j', 'x']) await page.keyboard.press(key);
    await page.getByRole('button', { name: 'Merge' }).click();
    const dialog = page.getByRole('dialog', { name: 'Merge 2 errors' });
    await dialog.getByText('One error with 2 events').waitFor();
    // The oldest stays unless somebody chooses another.
    assert.ok(await dialog.getByRole('radio', { name: 'the mail is gone' }).isChecked());
    await dialog.getByRole('radio', { name: 'the page is gone' }).check();
    await dialog.getByText('One error with 2 events').waitFor();
    assert.deepEqual(await readCounts(), ['the cart is gone: 1', 'the mail is gone: 1', 'the page is gone: 1']);
    await dialog.getByRole('button', { name: 'Merge' }).click();
    await page.getByText('2 errors are one now').waitFor();
    await page.getByText('the mail is gone', { exact: true }).waitFor({ state: 'detached' });
    assert.deepEqual(await readCounts(), ['the cart is gone: 1', 'the page is gone: 2']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('the mail is gone', { exact: true }).waitFor();
    assert.deepEqual(await readCounts(), ['the cart is gone: 1', 'the mail is gone: 1', 'the page is gone: 1']);
  });

  it('asks for no preview of what it is merging, when the feed opens anew meanwhile', async () => {
    const sockets: WebSocketRoute[] = [];
    const asked: boolean[] = [];
    let letAnswer = (): void => undefined;
    const mayAnswer = new Promise<void>((resolve) => {
      letAnswer = resolve;
    });
    const { page } = await openWith(['the cart is gone', 'the mail is gone'], async (opened) => {
      await opened.routeWebSocket(/\/ws/, (socket) => {
        sockets.push(socket);
        socket.connectToServer();
      });
      await opened.route('**/api/errors/merge', async (route) => {
        const { preview } = route.request().postDataJSON() as { preview: boolean };
        asked.push(preview);
        const response = await route.fetch();
        if (!preview) await mayAnswer;
        await route.fulfill({ response });
      });
    });
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
    await page.getByRole('button', { name: 'Merge' }).click();
    const merging = page.waitForRequest((request) => /"preview":false/.test(request.postData() ?? ''));
    await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click();
    await merging;
    const reread = page.waitForResponse(/\/api\/errors\?/);
    await sockets[0]?.close();
    await reread;
    letAnswer();
    await page.getByText('2 errors are one now').waitFor();
    assert.deepEqual(asked, [true, false]);
  });

  it('shows on the page of an error what it was made of, and takes a part out', async () => {
    const { projectId, page, readCounts } = await openWith(['the cart is gone', 'the mail is gone']);
    const ids = (await daemon.errorGroups(projectId)).map(({ id }) => id);
    await daemon.post('/api/errors/merge', { ids });
    await page.goto(`${daemon.url()}/errors/${ids[1] ?? ''}?project=${projectId}`);
    const parts = page.getByRole('list', { name: 'Merged by hand' });
    await parts.getByText('the cart is gone').waitFor();
    await parts.getByText('the mail is gone').waitFor();
    await parts.getByRole('button', { name: 'Take apart' }).click();
    await page.getByText('Taken apart: 1 error').first().waitFor();
    await parts.waitFor({ state: 'detached' });
    assert.deepEqual(await readCounts(), ['the cart is gone: 1', 'the mail is gone: 1']);
  });
});
