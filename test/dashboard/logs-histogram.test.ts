import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { LogPayload } from '../../schemas/log.js';
import { assertAccessible } from '../support/axe.js';
import { useBrowser } from '../support/browser.js';
import { useSharedDaemon } from '../support/shared-daemon.js';

const calm = { reducedMotion: 'reduce' } as const;
const MINUTE_MS = 60_000;

describe('the histogram of the logs page', () => {
  const daemon = useSharedDaemon();
  const browser = useBrowser();

  const ago = (minutes: number): string => new Date(Date.now() - minutes * MINUTE_MS).toISOString();

  async function send(projectId: string, ...logs: readonly Partial<LogPayload>[]): Promise<void> {
    const batch = logs.map((log) => ({ level: 'info', projectId, ...log }));
    assert.equal((await daemon.post('/api/logs/batch', batch)).status, 201);
  }

  async function openLogs(projectId: string, query = '', options = {}): Promise<Page> {
    const page = await browser.open(`${daemon.url()}/logs?project=${projectId}${query}`, { ...calm, ...options });
    await page.getByRole('button', { name: 'Connection: Live' }).waitFor();
    return page;
  }

  async function openFilled(query = '&range=1h', options = {}): Promise<Page> {
    const projectId = daemon.newProject();
    await send(
      projectId,
      { message: 'long ago', level: 'warn', timestamp: ago(45) },
      { message: 'and one', level: 'debug', timestamp: ago(45) },
      { message: 'lately', timestamp: ago(5) },
      { message: 'lately too', level: 'warn', timestamp: ago(5) },
    );
    const page = await openLogs(projectId, query, options);
    await page.locator('.log-bar:not([data-empty])').first().waitFor();
    return page;
  }

  const slider = (page: Page) => page.getByRole('slider', { name: 'Entries over time' });
  const legend = (page: Page) => page.locator('.log-legend-level').allTextContents();
  const row = (page: Page, text: string) => page.locator('.log-row', { hasText: text });

  it('tells how many of each level there were, of what the filters leave', async () => {
    const page = await openFilled();
    assert.deepEqual(await legend(page), ['2 warn', '1 info', '1 debug']);
    assert.equal(await page.locator('.log-bar:not([data-empty])').count(), 2);
    await page.getByRole('button', { name: 'Warn', exact: true }).click();
    await page.locator('.log-legend-level', { hasText: 'info' }).waitFor({ state: 'detached' });
    assert.deepEqual(await legend(page), ['2 warn']);
  });

  it('narrows the log to the bars that are dragged over', async () => {
    const page = await openFilled();
    const box = await slider(page).boundingBox();
    assert.ok(box);
    const at = (fraction: number) => [box.x + box.width * fraction, box.y + 10] as const;
    await page.mouse.move(...at(0.1));
    await page.mouse.down();
    await page.mouse.move(...at(0.5), { steps: 4 });
    await page.locator('.log-slot[data-chosen]').nth(10).waitFor({ state: 'attached' });
    await page.mouse.up();
    await row(page, 'lately').first().waitFor({ state: 'detached' });
    await row(page, 'long ago').waitFor();
    const { searchParams } = new URL(page.url());
    const [fromMs, toMs] = ['from', 'to'].map((name) => Date.parse(searchParams.get(name) ?? ''));
    assert.equal((fromMs ?? 0) % MINUTE_MS, 0);
    assert.equal(((toMs ?? 0) + 1) % MINUTE_MS, 0);
  });

  it('is chosen from by keys, and says each bar in words', async () => {
    const page = await openFilled();
    await slider(page).focus();
    await page.keyboard.press('Home');
    const text = (): Promise<string | null> => slider(page).getAttribute('aria-valuetext');
    assert.match((await text()) ?? '', /: nothing$/);
    for (let step = 0; step < 40; step += 1) await page.keyboard.press('Shift+ArrowRight');
    assert.match((await text()) ?? '', /\d\d:\d\d – .*\d\d:\d\d: 1 warn, 1 debug$/);
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('.log-slot[data-chosen]').count(), 0);
    await page.keyboard.press('End');
    for (let step = 0; step < 10; step += 1) await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('Enter');
    await row(page, 'long ago').waitFor({ state: 'detached' });
    await row(page, 'lately').first().waitFor();
    // What ends now goes on.
    assert.equal(new URL(page.url()).searchParams.get('to'), null);
    assert.notEqual(new URL(page.url()).searchParams.get('from'), null);
  });

  it('counts what arrives', async () => {
    const projectId = daemon.newProject();
    await send(projectId, { message: 'the first' });
    const page = await openLogs(projectId, '&range=1h');
    await page.locator('.log-legend-level', { hasText: '1 info' }).waitFor();
    await send(projectId, { message: 'the second' }, { message: 'the third', level: 'warn' });
    await page.locator('.log-legend-level', { hasText: '2 info' }).waitFor();
    assert.deepEqual(await legend(page), ['1 warn', '2 info']);
  });

  it('says that there is nothing', async () => {
    const page = await openLogs(daemon.newProject());
    await page.getByText('No entries in this time').waitFor();
    await assertAccessible(page, 'an empty histogram');
  });

  it('says how far it looked where that was not to the end', async () => {
    const projectId = daemon.newProject();
    await send(projectId, { message: 'counted', timestamp: ago(1) });
    const page = await browser.open('about:blank', calm);
    await page.route('**/api/logs/histogram?*', async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as object;
      await route.fulfill({ response, json: { ...answer, searchedFrom: ago(30) } });
    });
    await page.goto(`${daemon.url()}/logs?project=${projectId}&range=1h`);
    await page.getByText(/^counted back to \d\d:\d\d only$/).waitFor();
    assert.ok((await page.locator('.log-slot[data-unknown]').count()) > 20);
    await assertAccessible(page, 'a histogram of a part');
  });

  it('axe finds nothing in it, in both themes and where the system chooses the colours', async function () {
    this.timeout(60_000);
    for (const options of [{ colorScheme: 'light' }, { colorScheme: 'dark' }, { forcedColors: 'active' }]) {
      const page = await openFilled('&range=1h', options);
      await slider(page).focus();
      for (const key of ['End', 'Shift+ArrowLeft', 'Shift+ArrowLeft']) await page.keyboard.press(key);
      await page.locator('.log-bars-tip').waitFor();
      await assertAccessible(page, `the histogram with ${JSON.stringify(options)}`);
    }
  });
});
