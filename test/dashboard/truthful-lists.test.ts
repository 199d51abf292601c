import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../support/axe.js';
import { useBrowser } from '../support/browser.js';
import { anEvent } from '../support/events.js';
import { useSharedDaemon } from '../support/shared-daemon.js';
import { times } from '../support/store-harness.js';
import { toWord } from '../support/words.js';

const GROUPS = 5000;
const BATCH_EVENTS = 1000;
const HOUR_MS = 3_600_000;

describe('lists of 5,000 error groups', () => {
  const daemon = useSharedDaemon();
  const browser = useBrowser();
  let projectId = '';

  const agoMs = (ms: number): string => new Date(Date.now() - ms).toISOString();
  const messageOf = (index: number): string => `the ${toWord(index)} one broke`;
  const send = async (events: readonly Parameters<typeof anEvent>[0][]): Promise<void> => {
    const { status } = await daemon.post(
      '/api/events/batch',
      events.map((event) => anEvent({ projectId, ...event })),
    );
    assert.equal(status, 201);
  };
  const resolve = async (message: string): Promise<void> => {
    const { body } = await daemon.get<{ errors: { id: string }[] }>(
      `/api/errors?${new URLSearchParams({ projectId, search: message }).toString()}`,
    );
    await daemon.patch(`/api/errors/${body.errors[0]?.id ?? ''}`, { status: 'resolved' });
  };

  before(async function () {
    this.timeout(60_000);
    projectId = daemon.newProject();
    for (let from = 0; from < GROUPS; from += BATCH_EVENTS)
      await send(
        times(BATCH_EVENTS, (index) => ({
          message: messageOf(from + index),
          timestamp: agoMs(3 * HOUR_MS + (from + index) * 1000),
        })),
      );
    await send([
      { message: 'the disk is full', severity: 'fatal', timestamp: agoMs(50 * HOUR_MS) },
      { message: 'thought to be gone', timestamp: agoMs(50 * HOUR_MS) },
    ]);
    await resolve('thought to be gone');
    await send([{ message: 'thought to be gone' }]);
    await send(times(18, (index) => ({ message: `only ${toWord(index)} to know`, severity: 'info' })));
  });

  /** The list with its first rows, and the moment since when it tells what happens. */
  const openList = async (search = ''): Promise<Page> => {
    let knowsSince: Promise<unknown> = Promise.resolve();
    const page = await browser.open(`${daemon.url()}/errors?project=${projectId}${search}`, {
      prepare: (opened) => {
        knowsSince = opened.waitForResponse((response) => /errors\/changes.*since=/.test(response.url()));
        return Promise.resolve();
      },
    });
    await page.locator('.error-row .error-message').first().waitFor();
    await knowsSince;
    return page;
  };

  it('have on top of the overview what needs attention, not what was seen last, and say how it is ranked', async () => {
    const page = await browser.open(`${daemon.url()}/?project=${projectId}&range=7d`);
    const attention = page.getByRole('region', { name: 'Needs attention' });
    const rows = attention.locator('.attention-row');
    await rows.nth(7).waitFor();
    assert.match(await rows.nth(0).innerText(), /thought to be gone[\s\S]*regressed/);
    assert.match(await rows.nth(1).innerText(), /the disk is full[\s\S]*fatal/);
    assert.equal(await attention.getByText('to know').count(), 0);
    await attention.getByRole('button', { name: 'How errors are ranked' }).focus();
    await attention.getByRole('tooltip').getByText('Those with the most come first').waitFor();
    await assertAccessible(page, 'the ranking and its rule');
    await page.keyboard.press('Escape');
    await attention.getByRole('tooltip').waitFor({ state: 'hidden' });
    await attention.getByRole('link', { name: 'All errors' }).click();
    await page.getByRole('button', { name: 'Sort: Needs attention' }).waitFor();
    await page.locator('.error-row').first().getByText('thought to be gone').waitFor();
  });

  it('tell in words what is new, came back or became louder far below, and bring it with one click', async () => {
    const [back, loud] = [messageOf(4000), messageOf(4500)];
    await resolve(back);
    const page = await openList();
    // While somebody reads, nothing moves.
    await page.locator('.error-row').first().hover();
    await send([{ message: back }, ...times(200, () => ({ message: loud }))]);
    await send(times(3, (index) => ({ message: `never ${toWord(index)} before` })));
    const pill = page.getByRole('button', { name: '3 new, 1 came back, 1 louder' });
    await pill.waitFor();
    await assertAccessible(page, 'the pill in words');
    await pill.click();
    await page.getByText('5 errors', { exact: true }).first().waitFor();
    const rowOf = (message: string) => page.locator('.error-row', { hasText: message });
    await rowOf(back).getByText('↩ regressed').waitFor();
    await rowOf(loud).getByText('40× louder').waitFor();
    assert.equal(await rowOf('never').count(), 3);
    assert.equal(await pill.count(), 0);
    await assertAccessible(page, 'what has changed');
    await page.getByRole('button', { name: /Changed since/ }).click();
    await page.locator('.error-row', { hasText: messageOf(0) }).waitFor();
  });

  it('tell of what became louder in an order in which it does not come to the top', async () => {
    const loud = messageOf(3000);
    const page = await openList('&sort=firstSeen');
    await send([{ message: messageOf(3001) }, ...times(100, () => ({ message: loud }))]);
    await page.getByRole('button', { name: '1 louder', exact: true }).click();
    await page.locator('.error-row', { hasText: loud }).getByText('20× louder').waitFor();
    assert.equal(await page.locator('.error-row').count(), 1);
  });
});
