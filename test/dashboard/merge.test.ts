import assert from 'node:assert/strict';
import type { WebSocketRoute } from 'playwright-core';
import type { Merged } from '../../schemas/merge.js';
import { assertAccessible } from '../support/axe.js';
import { type PageOptions, useBrowser } from '../support/browser.js';
import { anEvent } from '../support/events.js';
import { useSharedDaemon } from '../support/shared-daemon.js';

const BUSY = { success: false, code: 'merge_refused', error: 'Events of one of these errors are on their way.' };
const LARGE: Merged['looked'] = { events: 50_000, isWhole: false };

describe('merging in the dashboard', () => {
  const daemon = useSharedDaemon();
  const browser = useBrowser();

  const openWith = async (messages: readonly string[], options: PageOptions = {}) => {
    const projectId = daemon.newProject();
    for (const message of messages) await daemon.post('/api/events', anEvent({ projectId, message }));
    const page = await browser.open(`${daemon.url()}/errors?project=${projectId}`, options);
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
    await assertAccessible(page, 'merging');
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
    const { page } = await openWith(['the cart is gone', 'the mail is gone'], {
      prepare: async (opened) => {
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
      },
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

  /** The page of an error that is made of these, the first one of all. */
  const openWhole = async (messages: readonly string[], options: PageOptions = {}) => {
    const opened = await openWith(messages, options);
    const groups = await daemon.errorGroups(opened.projectId);
    const ids = messages.map(
      (message) => groups.find((group) => group.message === message)?.id ?? assert.fail(message),
    );
    await daemon.patch(`/api/errors/${ids[1] ?? ''}`, { status: 'resolved' });
    await daemon.post('/api/errors/merge', { ids });
    await opened.page.goto(`${daemon.url()}/errors/${ids[0] ?? ''}?project=${opened.projectId}`);
    const parts = opened.page.getByRole('list', { name: 'Merged by hand' });
    const openDialog = async (message: string) => {
      await parts
        .getByRole('listitem')
        .filter({ hasText: message })
        .getByRole('button', { name: 'Take apart' })
        .click();
      return opened.page.getByRole('dialog', { name: 'Take apart' });
    };
    return { ...opened, parts, ids, openDialog };
  };

  it('shows on the page of an error what it was made of, says what a part would be, and takes it out', async () => {
    const { projectId, page, parts, readCounts, openDialog } = await openWhole([
      'the cart is gone',
      'the mail is gone',
    ]);
    await daemon.post('/api/events', anEvent({ projectId, message: 'the mail is gone' }));
    await parts.getByText('the cart is gone').waitFor();
    const dialog = await openDialog('the mail is gone');
    const part = dialog.locator('label').filter({ hasText: 'the mail is gone' });
    // It was resolved when it became a part, and came again since.
    await part.getByText('unresolved').waitFor();
    await part.getByText('TypeError · total · /app/src/cart.ts:42').waitFor();
    await part.getByText('2 events, first seen').waitFor();
    await dialog.getByText('“the cart is gone” stays with 1 event, first seen').waitFor();
    await assertAccessible(page, 'taking apart');
    assert.deepEqual(await readCounts(), ['the cart is gone: 3']);
    await dialog.getByRole('button', { name: 'Take apart' }).click();
    await page.getByText('Taken out: 1 error').first().waitFor();
    await dialog.waitFor({ state: 'detached' });
    await parts.waitFor({ state: 'detached' });
    assert.deepEqual(await readCounts(), ['the cart is gone: 1', 'the mail is gone: 2']);
  });

  it('takes the chosen parts of several out, tells what stays with each choice, and takes it back', async () => {
    const messages = ['the cart is gone', 'the mail is gone', 'the page is gone', 'the shop is gone'];
    const { page, parts, readCounts, openDialog } = await openWhole(messages);
    const dialog = await openDialog('the mail is gone');
    const choose = (name: RegExp) => dialog.getByRole('checkbox', { name });
    const takeApart = dialog.getByRole('button', { name: 'Take apart' });
    await dialog.getByText('stays with 3 events').waitFor();
    await choose(/the mail is gone/).uncheck();
    assert.ok(await takeApart.isDisabled());
    await choose(/the shop is gone/).check();
    await choose(/the page is gone/).check();
    await dialog.getByText('stays with 2 events').waitFor();
    await takeApart.click();
    await page.getByText('Taken out: 2 errors').first().waitFor();
    await parts.getByText('the shop is gone').waitFor({ state: 'detached' });
    assert.deepEqual(await readCounts(), ['the cart is gone: 2', 'the page is gone: 1', 'the shop is gone: 1']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await parts.getByText('the shop is gone').waitFor();
    assert.deepEqual(await readCounts(), ['the cart is gone: 4']);
  });

  it('says why it cannot be taken apart, and that not all of a large one was counted', async () => {
    const { page, parts, openDialog } = await openWhole(['the cart is gone', 'the mail is gone'], {
      mayLog: /409 \(Conflict\)/,
      prepare: (opened) =>
        opened.route('**/unmerge', async (route) => {
          const { preview } = route.request().postDataJSON() as { preview: boolean };
          if (!preview) return route.fulfill({ status: 409, json: BUSY });
          const response = await route.fetch();
          const json = (await response.json()) as Merged;
          return route.fulfill({ response, json: { ...json, looked: LARGE } });
        }),
    });
    const dialog = await openDialog('the mail is gone');
    await dialog.getByText('Counted in the newest 50,000 events').waitFor();
    await dialog.getByRole('button', { name: 'Take apart' }).click();
    await dialog.getByRole('alert').getByText(BUSY.error).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await parts.getByText('the mail is gone').waitFor();
    assert.equal(await page.getByText('Taken out').count(), 0);
  });
});
