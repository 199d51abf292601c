import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Triage } from '../../schemas/triage.js';
import { useBrowser } from '../support/browser.js';
import { anEvent } from '../support/events.js';
import { useSharedDaemon } from '../support/shared-daemon.js';

describe('taking back in the dashboard', () => {
  const daemon = useSharedDaemon();
  const browser = useBrowser();

  /** A project with one error group per message; the last one is the newest. */
  async function openWith(...messages: string[]) {
    const projectId = daemon.newProject();
    const send = (message: string, release?: string) =>
      daemon.post('/api/events', anEvent({ projectId, message, ...(release !== undefined && { release }) }));
    for (const message of messages) await send(message);
    const groups = await daemon.errorGroups(projectId);
    const idOf = (message: string) => groups.find((group) => group.message === message)?.id ?? assert.fail(message);
    /** What an undo gives back of each. */
    const readAll = async () => {
      const all = await daemon.errorGroups(projectId);
      const found = all.map(async ({ id, message, status, reopenedAt, resolvedIn }) => {
        const { snooze } = (await daemon.get<Triage>(`/api/errors/${id}/triage`)).body;
        return { message, status, reopenedAt, resolvedIn, snooze };
      });
      return (await Promise.all(found)).sort((a, b) => a.message.localeCompare(b.message));
    };
    const openList = (status: string) => browser.open(`${daemon.url()}/errors?project=${projectId}&status=${status}`);
    return { projectId, send, idOf, readAll, openList };
  }

  const press = async (page: Page, ...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };

  const resolve = (id: string, facts: object = {}) =>
    daemon.patch(`/api/errors/${id}`, { status: 'resolved', ...facts });

  it('gives back by Ctrl+Z that an error had come back, a snooze, and the release that one was resolved in', async () => {
    const { send, idOf, readAll, openList } = await openWith(
      'the cart is gone',
      'the mail is gone',
      'the page is gone',
    );
    await resolve(idOf('the cart is gone'));
    await send('the cart is gone', 'shop@1.0.0');
    await daemon.patch(`/api/errors/${idOf('the mail is gone')}/triage`, { snooze: { events: 9 } });
    await resolve(idOf('the page is gone'), { in: 'shop@2.0.0' });
    const before = await readAll();
    assert.ok(before[0]?.reopenedAt !== undefined);
    assert.deepEqual(before[1]?.snooze, { eventsLeft: 9 });
    assert.deepEqual(before[2]?.resolvedIn, { release: 'shop@2.0.0' });
    const page = await openList('all');
    await page.getByText('the page is gone', { exact: true }).waitFor();
    await press(page, 'j', 'x', 'j', 'x', 'j', 'x');
    await page.getByRole('toolbar').getByText('3 selected').waitFor();
    await press(page, 'a');
    await page.getByText('Acknowledged 3 errors').waitFor();
    assert.deepEqual(new Set((await readAll()).map(({ status }) => status)), new Set(['acknowledged']));
    await press(page, 'Control+z');
    await page.getByText('Took it back: 3 errors').waitFor();
    assert.deepEqual(await readAll(), before);
    await page.locator('.error-row', { hasText: 'the page is gone' }).getByText('resolved').waitFor();
  });

  it('says how many have changed since, and leaves them alone', async () => {
    const { send, readAll, openList } = await openWith('the cart is gone', 'the mail is gone');
    const page = await openList('unresolved');
    await page.getByText('the mail is gone', { exact: true }).waitFor();
    await press(page, 'j', 'x', 'j', 'x', 'r');
    await page.getByText('Resolved 2 errors').waitFor();
    await send('the cart is gone');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('1 of 2 taken back; 1 has changed since').waitFor();
    const [cart, mail] = await readAll();
    assert.ok(cart?.reopenedAt !== undefined);
    assert.deepEqual([mail?.status, mail?.reopenedAt], ['unresolved', undefined]);
  });

  it('takes merges, and what was taken apart, back by Ctrl+Z in one order with changes of a status', async () => {
    const { projectId, readAll, openList } = await openWith('the cart is gone', 'the mail is gone');
    const counts = async () =>
      (await daemon.errorGroups(projectId)).map(({ message, count }) => `${message}: ${count}`).sort();
    const page = await openList('all');
    await page.getByText('the mail is gone', { exact: true }).waitFor();
    const before = await readAll();
    await press(page, 'j', 'x', 'j', 'x', 'a');
    await page.getByText('Acknowledged 2 errors').waitFor();
    const acknowledged = await readAll();
    await press(page, 'Escape', 'Home', 'k', 'x', 'j', 'x');
    await page.getByRole('toolbar').getByText('2 selected').waitFor();
    await page.getByRole('button', { name: 'Merge' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click();
    await page.getByText('2 errors are one now').waitFor();
    const merged = await counts();
    assert.equal(merged.length, 1);
    await page.locator('.error-row a').first().click();
    const parts = page.getByRole('list', { name: 'Merged by hand' });
    await parts.getByRole('button', { name: 'Take apart' }).last().click();
    await page.getByRole('dialog').getByText('stays with 1 event').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Take apart' }).click();
    await page.getByRole('status').getByText('Taken out: 1 error').waitFor();
    assert.equal((await counts()).length, 2);
    const takeBack = async (path: string): Promise<void> => {
      const answered = page.waitForResponse(`**${path}`);
      await press(page, 'Control+z');
      assert.equal((await answered).status(), 200);
    };
    await takeBack('/api/errors/merge');
    assert.deepEqual(await counts(), merged);
    await takeBack('/unmerge');
    assert.deepEqual(await readAll(), acknowledged);
    await takeBack('/api/errors/undo');
    assert.deepEqual(await readAll(), before);
    await press(page, 'Control+z');
    await page.getByText('Nothing to undo').waitFor();
  });

  it('gives an error back to who had it, unless somebody else has it since, and says that notes stay', async () => {
    const { idOf } = await openWith('the cart is gone');
    const id = idOf('the cart is gone');
    const ownerOf = async () => (await daemon.get<Triage>(`/api/errors/${id}/triage`)).body.assignee;
    await daemon.patch(`/api/errors/${id}/triage`, { assignee: 'Ada' });
    const page = await browser.open(`${daemon.url()}/errors/${id}`);
    const card = page.getByRole('region', { name: 'Who and when' });
    const said = (text: string) => page.locator('.toast-stack').getByText(text).waitFor();
    const assign = async (name: string): Promise<void> => {
      await card.getByLabel('Assigned to').fill(name);
      await card.getByRole('button', { name: 'Assign' }).click();
      await said(`Assigned it to ${name}`);
    };
    await assign('Grace');
    await assign('Linus');
    await card.getByLabel('Note').fill('since 2.8');
    await card.getByRole('button', { name: 'Add' }).click();
    await said('Noted');
    await card.getByRole('heading', { name: 'Who and when' }).click();
    await press(page, 'Control+z');
    await said('A note cannot be taken back');
    assert.equal(await ownerOf(), 'Linus');
    await press(page, 'Control+z');
    await said('Took it back: Grace has it now');
    assert.equal(await ownerOf(), 'Grace');
    await daemon.patch(`/api/errors/${id}/triage`, { assignee: null });
    await press(page, 'Control+z');
    await said('Left as it is: nobody has it now');
    assert.equal(await ownerOf(), null);
    await press(page, 'Control+z');
    await said('Nothing to undo');
  });
});
