import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { EVENT_QUERY_ROWS_MAX } from '../../src/limits.js';
import { assertAccessible } from '../support/axe.js';
import { useBrowser } from '../support/browser.js';
import { anEvent } from '../support/events.js';
import { useSharedDaemon } from '../support/shared-daemon.js';

describe('the events of an error that say something', () => {
  const daemon = useSharedDaemon();
  const browser = useBrowser();

  const atMinute = (minute: number): string => new Date(Date.now() - 3_600_000 + minute * 60_000).toISOString();

  async function openSeven(): Promise<{ page: Page; projectId: string; id: string }> {
    const projectId = daemon.newProject();
    const events = Array.from({ length: 7 }, (_, index) =>
      anEvent({
        projectId,
        timestamp: atMinute(index),
        release: index < 4 ? '1.0' : '2.0',
        tags: { place: `part, "${index % 2}"` },
        transaction: `T${index}`,
      }),
    );
    await daemon.post('/api/events/batch', events);
    const { error } = await daemon.onlyErrorGroup(projectId);
    const page = await browser.open(`${daemon.url()}/errors/${error.id}?project=${projectId}`);
    await page.getByRole('heading', { name: 'Event 7 of 7' }).waitFor();
    return { page, projectId, id: error.id };
  }

  const which = (page: Page, text: string) => page.getByRole('heading', { name: text, exact: true }).waitFor();
  const value = (page: Page, name: RegExp) => page.locator('.facets').getByRole('link', { name }).first();
  const eventsOf = (page: Page): string | null => new URL(page.url()).searchParams.get('events');
  const transaction = (page: Page, name: string) => page.locator('.detail-side, .detail-main').getByText(name).first();

  it('are those that a click on a value leaves, and the arrows go through them', async () => {
    const { page } = await openSeven();
    await value(page, /^1\.0/).click();
    await which(page, 'Event 4 of 4');
    assert.equal(eventsOf(page), 'release:1.0');
    await transaction(page, 'T3').waitFor();
    assert.equal(await value(page, /^1\.0/).getAttribute('aria-current'), 'true');
    await page.keyboard.press('j');
    await which(page, 'Event 3 of 4');
    await transaction(page, 'T2').waitFor();
    await value(page, /^part, "1"/).click();
    await which(page, 'Event 2 of 2');
    assert.equal(eventsOf(page), 'release:1.0 tag:"place=part, \\"1\\""');
    await transaction(page, 'T3').waitFor();
    await assertAccessible(page, 'an error with a query for its events');
    // An event has one release: another takes its place.
    await value(page, /^2\.0/).click();
    await which(page, 'Event 1 of 1');
    await transaction(page, 'T5').waitFor();
    await page.getByRole('link', { name: 'Without release:2.0' }).click();
    await which(page, 'Event 3 of 3');
    await value(page, /^part, "1"/).click();
    await which(page, 'Event 7 of 7');
    assert.equal(eventsOf(page), null);
    await page.goBack();
    await which(page, 'Event 3 of 3');
  });

  it('are in the address, and those that are sent meanwhile take the place of none', async () => {
    const { page, projectId, id } = await openSeven();
    await page.goto(`${daemon.url()}/errors/${id}?project=${projectId}&events=release%3A2.0&event=2`);
    await which(page, 'Event 2 of 3');
    await transaction(page, 'T5').waitFor();
    await daemon.post('/api/events', anEvent({ projectId, release: '2.0', transaction: 'late' }));
    await page.getByRole('button', { name: '2 newer events' }).waitFor();
    await which(page, 'Event 2 of 4');
    await page.goto(`${daemon.url()}/errors/${id}?project=${projectId}&events=release%3A3.0`);
    await which(page, 'No event of this error');
    await assertAccessible(page, 'an error of whose events none is like that');
    // What is no query for events is as if it were not there.
    await page.goto(`${daemon.url()}/errors/${id}?project=${projectId}&events=is%3Aresolved`);
    await which(page, 'Event 8 of 8');
  });

  it('are of this error alone; a second link leads to all errors that have the value', async () => {
    const { page, projectId } = await openSeven();
    await value(page, /^1\.0/).click();
    await which(page, 'Event 4 of 4');
    await page.locator('.facets').getByRole('link', { name: 'All errors with release 1.0' }).click();
    await page.getByRole('button', { name: 'Without release=1.0' }).waitFor();
    assert.equal(new URL(page.url()).pathname, '/errors');
    assert.equal(new URL(page.url()).searchParams.get('project'), projectId);
    assert.equal(eventsOf(page), null);
  });

  it('are looked for among the newest EVENT_QUERY_ROWS_MAX, and the page says so', async () => {
    const projectId = daemon.newProject();
    const batch = 1000;
    for (let sent = 0; sent <= EVENT_QUERY_ROWS_MAX; sent += batch) {
      const count = Math.min(batch, EVENT_QUERY_ROWS_MAX + 1 - sent);
      const release = sent === 0 ? '1.0' : '2.0';
      await daemon.post(
        '/api/events/batch',
        Array.from({ length: count }, () => anEvent({ projectId, release })),
      );
    }
    const { error } = await daemon.onlyErrorGroup(projectId);
    const page = await browser.open(`${daemon.url()}/errors/${error.id}?events=release%3A2.0`);
    await which(page, `Event ${(9001).toLocaleString('en-US')} of ${(9001).toLocaleString('en-US')}`);
    await page.getByText('Older ones were not looked at.').waitFor();
  });
});
