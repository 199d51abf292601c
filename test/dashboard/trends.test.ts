import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../support/axe.js';
import { useBrowser } from '../support/browser.js';
import { anEvent } from '../support/events.js';
import { useSharedDaemon } from '../support/shared-daemon.js';
import { toWord } from '../support/words.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

describe('trends', () => {
  const daemon = useSharedDaemon();
  const browser = useBrowser();

  /** Sends the same event so often, as if it happened some hours ago. */
  async function send(projectId: string, count: number, hoursAgo = 0): Promise<void> {
    const timestamp = new Date(Date.now() - hoursAgo * HOUR_MS).toISOString();
    const { status } = await daemon.post(
      '/api/events/batch',
      Array.from({ length: count }, () => anEvent({ projectId, timestamp })),
    );
    assert.equal(status, 201);
  }

  function callsOf(page: Page, path: RegExp): string[] {
    const addresses: string[] = [];
    page.on('request', (request) => {
      if (path.test(new URL(request.url()).pathname)) addresses.push(request.url());
    });
    return addresses;
  }

  it('of a screen of errors are asked for together, exact beyond any page of events, and follow the feed', async () => {
    const projectId = daemon.newProject();
    const others = Array.from({ length: 8 }, (_, index) => anEvent({ projectId, message: `${toWord(index)} broke` }));
    await daemon.post('/api/events/batch', others);
    await send(projectId, 120);
    let trendCalls: string[] = [];
    let detailCalls: string[] = [];
    const page = await browser.open(`${daemon.url()}/errors?project=${projectId}`, {
      prepare: async (opened) => {
        trendCalls = callsOf(opened, /^\/api\/trends$/);
        detailCalls = callsOf(opened, /^\/api\/errors\/(?!changes$)./);
        // Opened later, the feed would have everything that is on screen read again.
        const isLive = opened.getByRole('button', { name: 'Connection: Live' }).waitFor();
        await opened.route('**/api/errors?*', async (route) => {
          await isLive;
          await route.continue();
        });
      },
    });
    await page.getByRole('img', { name: 'Last 24 hours: 120 events' }).waitFor();
    await page.getByRole('img', { name: 'Last 24 hours: 1 event', exact: true }).nth(7).waitFor();
    const asked = trendCalls.flatMap((call) => new URL(call).searchParams.get('groupIds')?.split(',') ?? []);
    assert.deepEqual([asked.length, new Set(asked).size, detailCalls], [9, 9, []]);
    // A slow machine lays the rows out in two goes; none asks for each row.
    assert.ok(trendCalls.length <= 2, `${trendCalls.length} calls`);
    await send(projectId, 1);
    await page.getByRole('img', { name: 'Last 24 hours: 121 events' }).waitFor();
  });

  it('show on the page of an error by the hour and by six hours, and finer from the newest events', async () => {
    const projectId = daemon.newProject();
    await send(projectId, 30, 48);
    await send(projectId, 220);
    const { error } = await daemon.onlyErrorGroup(projectId);
    const page = await browser.open(`${daemon.url()}/errors/${error.id}`);
    const card = page.getByRole('region', { name: 'Occurrences' });
    await card.getByText('220 events in 24 hours, by the hour').waitFor();
    await card.getByRole('button', { name: '7d' }).click();
    await card.getByText('250 events in 7 days, by six hours').waitFor();
    await card.getByRole('button', { name: 'Recent' }).click();
    await card.getByText('the newest 200 of 250 events').waitFor();
    // Those do not reach back over an hour, so it is drawn as the daemon counted it.
    await card.getByRole('button', { name: '1h' }).click();
    await card.getByText('220 events in the last hour, by the hour').waitFor();
  });

  it('show on the page of an error the time of its list, and one of its own to the minute', async () => {
    const projectId = daemon.newProject();
    const minuteMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
    for (const minutesAgo of [155, 149, 20]) await send(projectId, 1, minutesAgo / 60);
    const { error } = await daemon.onlyErrorGroup(projectId);
    const page = await browser.open(`${daemon.url()}/errors?project=${projectId}&range=6h`, { timezoneId: 'UTC' });
    await page.locator('.error-link').click();
    const card = page.getByRole('region', { name: 'Occurrences' });
    await card.getByText('3 events in the last 6 hours', { exact: true }).waitFor();
    await card.getByRole('button', { name: 'Custom …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Time' });
    // It begins with the minute of the second, which may be a minute later; the first is before it.
    const [from = '', to = ''] = [149, 146].map((ago) => new Date(minuteMs - ago * MINUTE_MS).toISOString());
    await dialog.getByLabel('From').fill(from.slice(0, 16));
    await dialog.getByLabel('To').fill(to.slice(0, 16));
    await dialog.getByRole('button', { name: 'Show' }).click();
    await card.getByText(/^1 event: /).waitFor();
    await card.getByRole('img', { name: /^1 event over time/ }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get('chart'), `${from}/${to}`);
    await assertAccessible(page, 'occurrences of a time of its own');
    await page.reload();
    await card.getByText(/^1 event: /).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.error-row').waitFor();
    assert.deepEqual(
      ['range', 'chart'].map((name) => new URL(page.url()).searchParams.get(name)),
      ['6h', null],
    );
    await page.goto(`${daemon.url()}/errors/${error.id}?project=${projectId}&chart=7d`);
    await card.getByText('3 events in 7 days, by six hours').waitFor();
  });

  it('are narrowed on the page of an error by dragging, and follow what comes', async () => {
    const projectId = daemon.newProject();
    await send(projectId, 1, 20);
    await send(projectId, 2);
    const { error } = await daemon.onlyErrorGroup(projectId);
    const page = await browser.open(`${daemon.url()}/errors/${error.id}`);
    const card = page.getByRole('region', { name: 'Occurrences' });
    await card.getByText('3 events in 24 hours, by the hour').waitFor();
    await page.getByRole('button', { name: 'Connection: Live' }).waitFor();
    const box = await card.locator('.u-over').boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + box.width * 0.7, box.y + 40);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 2, box.y + 40, { steps: 4 });
    await page.mouse.up();
    await card.getByText(/^2 events: /).waitFor();
    assert.match(new URL(page.url()).searchParams.get('chart') ?? '', /:00:00\.000Z\/.*:00:00\.000Z$/);
    await send(projectId, 1);
    await card.getByText(/^3 events: /).waitFor();
    await card.getByRole('button', { name: '24h' }).click();
    await card.getByText('4 events in 24 hours, by the hour').waitFor();
  });

  it('tell what is louder than usual from what has been there all along', async () => {
    const projectId = daemon.newProject();
    await send(projectId, 2, 12);
    await send(projectId, 30);
    for (const hoursAgo of [20, 16, 12, 8, 4, 0]) {
      const timestamp = new Date(Date.now() - hoursAgo * HOUR_MS).toISOString();
      await daemon.post('/api/events', anEvent({ projectId, message: 'always the same', timestamp }));
    }
    const page = await browser.open(`${daemon.url()}/?range=1h&project=${projectId}`);
    const attention = page.getByRole('region', { name: 'Needs attention' });
    await attention.getByText('6× louder').waitFor();
    assert.equal(await attention.locator('.attention-row').getByText('louder').count(), 1);
  });

  it('of requests stand in the tiles, hour by hour, and health with them', async () => {
    const projectId = daemon.newProject();
    const nowMs = Date.now();
    const at = (hoursAgo: number): string => new Date(nowMs - hoursAgo * HOUR_MS).toISOString();
    for (const [statusCode, hoursAgo] of [
      [200, 5],
      [200, 0],
      [500, 0],
    ] as const) {
      const record = { method: 'GET', url: '/cart', statusCode, projectId, timestamp: at(hoursAgo) };
      await daemon.post('/api/events/request', record);
    }
    const page = await browser.open(`${daemon.url()}/?project=${projectId}`);
    const countBars = async (name: string, mark: string): Promise<number> => {
      const picture = page.getByRole('img', { name, exact: true });
      await picture.locator(mark).first().waitFor({ state: 'attached' });
      return picture.locator(mark).count();
    };
    const [requests, failing, health] = [
      'Requests over the last 24 hours',
      'Failing requests over the last 24 hours',
      'Health over the last 24 hours',
    ] as const;
    assert.equal(await countBars(requests, '[data-kind="some"]'), 2);
    assert.equal(await countBars(failing, '[data-kind="some"]'), 1);
    assert.equal(await countBars(health, '[data-tone="good"]'), 1);
    assert.equal(await countBars(health, '[data-tone="bad"]'), 1);
  });
});
