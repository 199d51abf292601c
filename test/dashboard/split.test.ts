import assert from 'node:assert/strict';
import type { Route } from 'playwright-core';
import type { ErrorGroupDetail } from '../../schemas/error-group.js';
import type { EventPayload } from '../../schemas/event.js';
import { GROUPING_CONDITION_CHARS_MAX } from '../../schemas/limits.js';
import type { Split, SplitCommand } from '../../schemas/split.js';
import { assertAccessible } from '../support/axe.js';
import { type PageOptions, useBrowser } from '../support/browser.js';
import { anEvent } from '../support/events.js';
import { useSharedDaemon } from '../support/shared-daemon.js';

const BUSY = { success: false, code: 'split_refused', error: 'Events of this error are on their way.' };
const REFUSED = /409 \(Conflict\)/;

describe('splitting in the dashboard', () => {
  const daemon = useSharedDaemon();
  const browser = useBrowser();

  /** The page of an error whose events are these, the last one shown. */
  const openWith = async (events: readonly Partial<EventPayload>[], options: PageOptions = {}) => {
    const projectId = daemon.newProject();
    const send = (facts: Partial<EventPayload>) =>
      daemon.post('/api/events', anEvent({ projectId, fingerprint: ['stock'], ...facts }));
    for (const facts of events) await send(facts);
    const { error } = await daemon.onlyErrorGroup(projectId);
    const page = await browser.open(`${daemon.url()}/errors/${error.id}?project=${projectId}`, options);
    const readCounts = async () =>
      (await daemon.errorGroups(projectId)).map(({ message, count }) => `${message}: ${count}`).sort();
    const card = page.getByRole('region', { name: 'Why these events are one' });
    const dialog = page.getByRole('dialog', { name: 'Split this error' });
    const splitButton = dialog.getByRole('button', { name: 'Split', exact: true });
    const openDialog = async () => {
      await card.getByRole('button', { name: 'Split …' }).click();
      // Of the event that is shown.
      await dialog.getByRole('group', { name: 'Type of this event' }).waitFor();
    };
    const isHeld = () => splitButton.isDisabled();
    return { projectId, id: error.id, page, send, readCounts, card, dialog, splitButton, openDialog, isHeld };
  };

  const openStock = (options: PageOptions = {}) =>
    openWith(
      [{ message: 'no shoes left' }, { message: 'no shoes left' }, { message: 'no hats left', type: 'HatError' }],
      options,
    );

  /** Takes the hats out of an open error. */
  const splitHats = async ({ openDialog, dialog, splitButton, page }: Awaited<ReturnType<typeof openStock>>) => {
    await openDialog();
    await dialog.getByLabel('Message', { exact: true }).fill('*hats*');
    await dialog.getByText('would be an error of its own').waitFor();
    await splitButton.click();
    await page.getByRole('status').getByText('Taken out: 1 event is an error of its own').waitFor();
    await dialog.waitFor({ state: 'detached' });
  };

  const isPreview = (route: Route): boolean => (route.request().postDataJSON() as SplitCommand).preview === true;

  it('says before what would be taken out, takes it out, and shows on both pages what was', async () => {
    // Where typing is slower than a preview begins, that of a type that no event has is refused.
    const opened = await openStock({ mayLog: REFUSED });
    const { id, page, send, readCounts, card, dialog, splitButton, openDialog, isHeld } = opened;
    await openDialog();
    assert.ok(await isHeld());
    await dialog.getByLabel('Message', { exact: true }).fill('*hats*');
    await dialog.getByText('“no hats left” would be an error of its own with 1 event, first seen').waitFor();
    await dialog.getByText('; 2 stay.').waitFor();
    assert.ok(!(await isHeld()));
    await dialog.getByLabel('Type', { exact: true }).fill('HatErro');
    assert.ok(await isHeld(), 'what is typed has no preview yet');
    await dialog.getByLabel('Type', { exact: true }).fill('');
    await dialog.getByText('; 2 stay.').waitFor();
    await assertAccessible(page, 'splitting');
    assert.deepEqual(await readCounts(), ['no shoes left: 3']);
    await splitButton.click();
    await page.getByRole('status').getByText('Taken out: 1 event is an error of its own').waitFor();
    const split = card.getByRole('list', { name: 'Taken out by hand' }).getByRole('link', { name: 'message *hats*' });
    await split.waitFor();
    assert.deepEqual(await readCounts(), ['no hats left: 1', 'no shoes left: 2']);
    await send({ message: 'no hats left' });
    assert.deepEqual(await readCounts(), ['no hats left: 2', 'no shoes left: 2']);
    await assertAccessible(page, 'an error that was split');
    await split.click();
    await page.getByRole('heading', { name: 'no hats left' }).waitFor();
    await card.getByText('Taken out of another error by message *hats*').waitFor();
    await assertAccessible(page, 'an error that was taken out of another');
    await card.getByRole('link', { name: 'another error' }).click();
    await page.waitForURL((url) => url.pathname === `/errors/${id}`);
  });

  it('asks for a preview once typing is over, and for none of an empty form', async () => {
    const asked: SplitCommand[] = [];
    const { page, dialog, openDialog } = await openStock({
      prepare: (opened) =>
        opened.route('**/split', async (route) => {
          asked.push(route.request().postDataJSON() as SplitCommand);
          await route.continue();
        }),
    });
    await openDialog();
    await dialog.getByLabel('Message', { exact: true }).focus();
    await page.keyboard.type('*hats*');
    await dialog.getByText('would be an error of its own').waitFor();
    await dialog.getByLabel('Message', { exact: true }).fill('');
    await dialog.getByText('Fill in one of them to see').waitFor();
    await dialog.getByLabel('Type', { exact: true }).fill('Hat*');
    await dialog.getByText('would be an error of its own').waitFor();
    assert.deepEqual(asked.at(-1), { type: 'Hat*', preview: true });
    assert.ok(asked.every((command) => Object.keys(command).length > 1 && command.preview === true));
    assert.ok(!asked.some(({ message }) => message === '*'), 'a letter alone was looked for');
  });

  it('takes it back by the toast', async () => {
    const opened = await openStock();
    await splitHats(opened);
    const { page, readCounts, card } = opened;
    await card.getByRole('list', { name: 'Taken out by hand' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('status').getByText('2 errors are one now').waitFor();
    await card.getByRole('list', { name: 'Taken out by hand' }).waitFor({ state: 'detached' });
    await card.getByRole('list', { name: 'Merged by hand' }).getByText('no hats left').waitFor();
    assert.deepEqual(await readCounts(), ['no shoes left: 3']);
  });

  it('leads from the toast to the new error, and back from there with Ctrl+Z', async () => {
    const opened = await openStock();
    await splitHats(opened);
    const { id, page, readCounts, card } = opened;
    await page.getByRole('status').getByRole('button', { name: 'Open' }).click();
    await card.getByText('Taken out of another error by message *hats*').waitFor();
    assert.notEqual(new URL(page.url()).pathname, `/errors/${id}`);
    await page.keyboard.press('Control+z');
    await page.getByRole('status').getByText('2 errors are one now').waitFor();
    await page.waitForURL((url) => url.pathname === `/errors/${id}`);
    assert.deepEqual(await readCounts(), ['no shoes left: 3']);
  });

  it('shows in the words of the daemon why it does not', async () => {
    const { dialog, openDialog, isHeld, splitButton, readCounts } = await openStock({
      mayLog: REFUSED,
      prepare: (opened) =>
        opened.route('**/split', (route) =>
          isPreview(route) ? route.continue() : route.fulfill({ status: 409, json: BUSY }),
        ),
    });
    await openDialog();
    const message = dialog.getByLabel('Message', { exact: true });
    await message.fill('*coats*');
    await dialog.getByRole('alert').getByText('None of the newest events of this error meets the conditions').waitFor();
    assert.ok(await isHeld());
    await message.fill('no *');
    await dialog.getByRole('alert').getByText('All events of this error meet the conditions').waitFor();
    assert.ok(await isHeld());
    await message.fill('*hats*');
    await dialog.getByText('would be an error of its own').waitFor();
    assert.equal(await dialog.getByRole('alert').count(), 0);
    await splitButton.click();
    await dialog.getByRole('alert').getByText(BUSY.error).waitFor();
    assert.deepEqual(await readCounts(), ['no shoes left: 3']);
  });

  it('says that not all of a large one was counted, and what is on its way', async () => {
    const { card, dialog, openDialog } = await openStock({
      prepare: async (opened) => {
        await opened.route('**/split', async (route) => {
          const response = await route.fetch();
          const json = (await response.json()) as Split;
          await route.fulfill({ response, json: { ...json, looked: { events: 10_000, isWhole: false } } });
        });
        await opened.route(/\/api\/errors\/[^/]+\?/, async (route) => {
          const response = await route.fetch();
          const json = (await response.json()) as ErrorGroupDetail;
          const split = { id: 'other', type: 'A', file: 'b', at: new Date().toISOString(), by: 'ada', moving: true };
          await route.fulfill({ response, json: { ...json, splits: [split] } });
        });
      },
    });
    const item = card.getByRole('list', { name: 'Taken out by hand' }).getByRole('listitem');
    await item.getByText('by ada, ').waitFor();
    assert.match((await item.textContent()) ?? '', /^type A, file bby ada, .*; its events are on their way$/);
    await openDialog();
    await dialog.getByLabel('Message', { exact: true }).fill('*hats*');
    await dialog.getByText('Counted in the newest 10,000 events.').waitFor();
  });

  it('offers what the event has, as text: what cannot be seen in a field as *, and long text cut', async () => {
    const message = '<b>no</b> \u202ehats\nleft';
    const long = `/app/${'deep/'.repeat(60)}hats.ts`;
    const stackFrames = [
      { filename: long, function: 'sell', lineno: 1, inApp: true },
      { filename: '/app/node_modules/@hat/shop/index.js', function: 'call', lineno: 2 },
    ];
    const { page, dialog, openDialog, card, splitButton } = await openWith([
      { message: 'no shoes left' },
      { message, stackFrames, type: 'HatError' },
    ]);
    await openDialog();
    const fill = async (label: string, wanted: string) => {
      await dialog
        .getByRole('group', { name: `${label} of this event` })
        .getByRole('button')
        .click();
      assert.equal(await dialog.getByLabel(label, { exact: true }).inputValue(), wanted);
      await dialog.getByText('would be an error of its own with 1 event').waitFor();
    };
    await fill('Message', '<b>no</b> *hats*left');
    await fill('Type', 'HatError');
    await fill('File', `*${long.slice(1 - GROUPING_CONDITION_CHARS_MAX)}`);
    await fill('Package', '@hat/shop');
    await dialog.getByText('“<b>no</b> \\u202ehats” would be').waitFor();
    await splitButton.click();
    const words = `message <b>no</b> *hats*left, type HatError, file *${long.slice(-20)}`;
    const list = card.getByRole('list', { name: 'Taken out by hand' });
    await list.getByText('<b>no</b> *hats*left').waitFor();
    assert.match((await list.textContent()) ?? '', new RegExp(`^${words.slice(0, 40).replaceAll('*', '\\*')}`));
    assert.equal(await page.locator('.group-parts b').count(), 0);
  });

  it('writes out what hides in a condition that a client of the API has set', async () => {
    const { id, page, card } = await openWith([{ message: 'no \u202ehats' }, { message: 'no shoes left' }]);
    const answer = await daemon.post<Split>(`/api/errors/${id}/split`, { message: 'no \u202eh*' });
    await card.getByRole('link', { name: 'message no \\u202eh*' }).waitFor();
    await page.goto(`${daemon.url()}/errors/${answer.body.made.id ?? ''}`);
    await card.getByText('Taken out of another error by message no \\u202eh*').waitFor();
  });

  it('fits a phone', async () => {
    const { page, dialog, openDialog, splitButton } = await openStock({ viewport: { width: 360, height: 640 } });
    await openDialog();
    await dialog.getByLabel('Message', { exact: true }).fill('*hats*');
    await dialog.getByText('would be an error of its own').waitFor();
    const widths = await page.evaluate<number[]>(
      "[...document.querySelectorAll('dialog, .dialog-form, body')].map((one) => one.scrollWidth - one.clientWidth)",
    );
    assert.deepEqual(new Set(widths), new Set([0]));
    await splitButton.scrollIntoViewIfNeeded();
    await splitButton.click();
    await page.getByRole('status').getByText('Taken out: 1 event').waitFor();
  });
});
