import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { LogPayload } from '../../schemas/log.js';
import { assertAccessible } from '../support/axe.js';
import { useBrowser } from '../support/browser.js';
import { anEvent } from '../support/events.js';
import { useSharedDaemon } from '../support/shared-daemon.js';

const calm = { reducedMotion: 'reduce' } as const;
const ESC = '\u001b';
/** Rows in the document at most: some screens of them, however many there are. */
const ROWS_IN_DOCUMENT_MAX = 120;

describe('the logs page', () => {
  const daemon = useSharedDaemon();
  const browser = useBrowser();

  async function send(projectId: string, ...logs: readonly (string | Partial<LogPayload>)[]): Promise<void> {
    const batch = logs.map((log) => ({
      level: 'info',
      projectId,
      ...(typeof log === 'string' ? { message: log } : log),
    }));
    for (let from = 0; from < batch.length; from += 1000) {
      const { status } = await daemon.post('/api/logs/batch', batch.slice(from, from + 1000));
      assert.equal(status, 201);
    }
  }

  /** One entry a second up to now: `entry 0` is the oldest. */
  function series(count: number): readonly Partial<LogPayload>[] {
    const endMs = Date.now() - 1000;
    return Array.from({ length: count }, (_, index) => ({
      message: `entry ${index}`,
      timestamp: new Date(endMs - (count - 1 - index) * 1000).toISOString(),
    }));
  }

  async function openLogs(projectId: string, query = '', options = {}): Promise<Page> {
    const page = await browser.open(`${daemon.url()}/logs?project=${projectId}${query}`, { ...calm, ...options });
    await page.getByRole('button', { name: 'Connection: Live' }).waitFor();
    return page;
  }

  /** Its rows are there before the list has come to its end for the first time: until then a key that pauses goes there. */
  const following = (page: Page): Promise<void> => page.getByRole('button', { name: 'Pause' }).waitFor();

  const row = (page: Page, text: string) => page.locator('.log-row', { hasText: text });
  const texts = (page: Page): Promise<string[]> => page.locator('.log-text').allTextContents();
  const messageTop = (page: Page, text: string): Promise<number> =>
    page.evaluate<number>(
      `[...document.querySelectorAll('.log-text')].find((e) => e.textContent === '${text}').getBoundingClientRect().top`,
    );
  /** Puts the list where a fraction of it is above the view. As a hand does, to which a jump that is on its way gives way. */
  const scrollTo = (page: Page, fraction: number): Promise<void> =>
    page.evaluate(
      `{ const e = document.querySelector('.log-scroller');
         e.dispatchEvent(new WheelEvent('wheel', { bubbles: true }));
         e.scrollTop = e.scrollHeight * ${fraction}; }`,
    );

  /** Looked at in each frame. A function of the page's own to wait for would need what its policy refuses. */
  const until = (page: Page, condition: string): Promise<void> =>
    page.evaluate(
      `new Promise((done) => { const look = () => (${condition} ? done() : requestAnimationFrame(look)); look(); })`,
    );

  it('shows what arrives, the newest at the end', async () => {
    const projectId = daemon.newProject();
    await send(projectId, 'came before');
    const page = await openLogs(projectId);
    await row(page, 'came before').waitFor();
    await send(projectId, 'came just now');
    await row(page, 'came just now').waitFor();
    assert.deepEqual(await texts(page), ['came before', 'came just now']);
    await page.getByText('2 entries').waitFor();
  });

  it('says what to do while nothing was logged, and shows the first entry when it comes', async () => {
    const projectId = daemon.newProject();
    const page = await openLogs(projectId);
    await page.getByText('No logs yet').waitFor();
    await send(projectId, 'the first of all');
    await row(page, 'the first of all').waitFor();
  });

  it('holds still on Space, tells how many wait, and goes on', async () => {
    const projectId = daemon.newProject();
    await send(projectId, 'being read');
    const page = await openLogs(projectId);
    await row(page, 'being read').waitFor();
    await following(page);
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    await send(projectId, 'waits');
    await send(projectId, 'waits too');
    const pill = page.getByRole('button', { name: '2 new' });
    await pill.waitFor();
    assert.deepEqual(await texts(page), ['being read']);
    await pill.click();
    await row(page, 'waits too').waitFor();
    assert.deepEqual(await texts(page), ['being read', 'waits', 'waits too']);
    await send(projectId, 'goes on');
    await row(page, 'goes on').waitFor();
  });

  it('does not move what somebody has scrolled to, and follows again from the pill', async () => {
    const projectId = daemon.newProject();
    await send(projectId, ...series(600));
    const page = await openLogs(projectId);
    await row(page, 'entry 599').waitFor();
    // Its rows are there before it has come to its end for the first time, and until then it says that there are newer ones.
    const newest = page.getByRole('button', { name: 'Newest' });
    await until(
      page,
      '(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight < 1)(document.querySelector(".log-scroller"))',
    );
    await newest.waitFor({ state: 'detached' });
    await scrollTo(page, 0.5);
    await newest.waitFor();
    const [shown = ''] = (await texts(page)).slice(30);
    const before = await messageTop(page, shown);
    await send(projectId, 'came meanwhile');
    const pill = page.getByRole('button', { name: '1 new' });
    await pill.waitFor();
    assert.equal(await messageTop(page, shown), before);
    await page.keyboard.press('G');
    await row(page, 'came meanwhile').waitFor();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
  });

  it('filters by level, source, correlation id and text, all of it in the address', async () => {
    const projectId = daemon.newProject();
    await send(
      projectId,
      { message: 'wanted', level: 'warn', source: 'frontend', correlationId: 'c-1' },
      { message: 'wanted, another level', source: 'frontend', correlationId: 'c-1' },
      { message: 'wanted, another source', level: 'warn', source: 'backend', correlationId: 'c-1' },
      { message: 'wanted, another id', level: 'warn', source: 'frontend', correlationId: 'c-2' },
      { message: 'another text', level: 'warn', source: 'frontend', correlationId: 'c-1' },
    );
    const page = await openLogs(projectId, '&correlationId=c-1');
    await row(page, 'another text').waitFor();
    await page.getByRole('button', { name: 'Warn', exact: true }).click();
    await row(page, 'another level').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Source', exact: true }).click();
    await page.getByRole('menuitemradio', { name: 'frontend' }).click();
    await row(page, 'another source').waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    await page.keyboard.type('WANTED');
    await row(page, 'another text').waitFor({ state: 'detached' });
    await page.waitForURL((url) => url.searchParams.get('q') === 'WANTED');
    const { searchParams } = new URL(page.url());
    assert.deepEqual(
      ['level', 'source', 'correlationId', 'q'].map((name) => searchParams.get(name)),
      ['warn', 'frontend', 'c-1', 'WANTED'],
    );
    await page.reload();
    await row(page, 'wanted').waitFor();
    assert.deepEqual(await texts(page), ['wanted']);
    await send(projectId, { message: 'not it', level: 'warn', source: 'frontend', correlationId: 'c-1' });
    await send(projectId, { message: 'wanted as well', level: 'warn', source: 'frontend', correlationId: 'c-1' });
    await row(page, 'wanted as well').waitFor();
    assert.deepEqual(await texts(page), ['wanted', 'wanted as well']);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await row(page, 'another id').waitFor();
  });

  it('marks what was searched for, also deep in a long line, and goes from match to match', async () => {
    const projectId = daemon.newProject();
    await send(projectId, 'a needle here', 'only hay', `${'hay '.repeat(2000)}Needle${' hay'.repeat(200)}`);
    const page = await openLogs(projectId);
    await row(page, 'only hay').waitFor();
    await page.keyboard.press('/');
    // At once: typed slowly, its beginning would be searched for, and marked.
    await page.keyboard.insertText('needle');
    await page.keyboard.press('Enter');
    await row(page, 'only hay').waitFor({ state: 'detached' });
    assert.deepEqual(await page.locator('.log-text mark').allTextContents(), ['needle', 'Needle']);
    await page.keyboard.press('N');
    await page.locator('.log-row[data-cursor]', { hasText: 'Needle' }).waitFor();
    await page.keyboard.press('N');
    await page.locator('.log-row[data-cursor]', { hasText: 'a needle here' }).waitFor();
    await page.keyboard.press('n');
    await page.locator('.log-row[data-cursor]', { hasText: 'Needle' }).waitFor();
  });

  it('opens a row by keys: the whole message, what came with it, and what has the same correlation id', async () => {
    const projectId = daemon.newProject();
    const correlationId = `c-${projectId}`;
    await send(projectId, 'another one', {
      message: 'first line\nsecond line',
      correlationId,
      environment: { runtime: 'node' },
      extra: { cart: { items: 3 } },
    });
    await daemon.post('/api/events', anEvent({ projectId, correlationId, message: 'the cart is gone' }));
    const { error } = await daemon.onlyErrorGroup(projectId);
    const page = await openLogs(projectId);
    await row(page, 'first line').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByText('second line').waitFor();
    const open = page.locator('.log-detail');
    await open.getByText('runtime').waitFor();
    await open.getByText('items').waitFor();
    const link = open.getByRole('link', { name: 'the cart is gone' });
    assert.equal(await link.getAttribute('href'), `/errors/${error.id}?project=${projectId}`);
    await page.keyboard.press('o');
    await open.waitFor({ state: 'detached' });
    await page.keyboard.press('k');
    await page.locator('.log-row[data-cursor]', { hasText: 'another one' }).waitFor();
  });

  it('copies an entry as text and as JSON', async () => {
    const projectId = daemon.newProject();
    const timestamp = new Date().toISOString();
    await send(projectId, { message: `${ESC}[31mred${ESC}[0m`, level: 'warn', timestamp });
    const page = await openLogs(projectId, '', { permissions: ['clipboard-read', 'clipboard-write'] });
    await row(page, 'red').click();
    await page.getByRole('button', { name: 'Copy text' }).click();
    await page.getByText('The entry is in the clipboard').waitFor();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), `${timestamp} WARN red`);
    await page.getByRole('button', { name: 'Copy JSON' }).click();
    await page.getByText('The JSON is in the clipboard').waitFor();
    const copied = JSON.parse(await page.evaluate<string>('navigator.clipboard.readText()')) as { message: string };
    assert.equal(copied.message, `${ESC}[31mred${ESC}[0m`);
  });

  it('shows the colours of a message, and none of its other control sequences', async () => {
    const projectId = daemon.newProject();
    await send(projectId, `${ESC}]0;owned\u0007${ESC}[2Jplain ${ESC}[1;31mfailed${ESC}[0m in ${ESC}[42m3 ms${ESC}[0m`);
    const page = await openLogs(projectId);
    await row(page, 'failed').waitFor();
    assert.deepEqual(await texts(page), ['plain failed in 3 ms']);
    assert.equal(await page.locator('.log-text .ansi-red.ansi-bold').textContent(), 'failed');
    assert.equal(await page.locator('.log-text .ansi-on-green').textContent(), '3 ms');
  });

  it('answers to keys with lines of 60 KB and thousands of lines open, shown in steps', async () => {
    const projectId = daemon.newProject();
    const long = `begin ${'x'.repeat(61_000)} end`;
    await send(projectId, 'short', long, Array.from({ length: 5000 }, (_, index) => `line ${index}`).join('\n'));
    const page = await openLogs(projectId);
    await row(page, 'line 0').waitFor();
    for (const key of ['j', 'o', 'k', 'o']) await page.keyboard.press(key);
    const detail = page.locator('.log-row', { hasText: 'begin' }).locator('.log-detail');
    await detail.getByRole('button', { name: /^Show more/ }).waitFor();
    for (let more = 0; more < 2; more += 1) await detail.getByRole('button', { name: /^Show/ }).click();
    await detail.getByText(/xxx end$/).waitFor();
    await page.keyboard.press('k');
    await page.locator('.log-row[data-cursor]', { hasText: 'short' }).waitFor();
  });

  it('goes back over thousands of entries and to both ends, with few of them in the document', async () => {
    const projectId = daemon.newProject();
    await send(projectId, ...series(7000));
    const page = await openLogs(projectId);
    await row(page, 'entry 6999').waitFor();
    await following(page);
    const oldest = (): Promise<number> =>
      page.evaluate<number>(`Number(document.querySelector('.log-text').textContent.replace('entry ', ''))`);
    // Past the number of rows that are kept, so that the newest ones have been dropped.
    while ((await oldest()) > 1000) {
      const from = await oldest();
      await scrollTo(page, 0);
      await until(page, `Number(document.querySelector('.log-text').textContent.replace('entry ', '')) < ${from}`);
      assert.ok((await page.locator('.log-row').count()) < ROWS_IN_DOCUMENT_MAX);
    }
    const numbers = (await texts(page)).map((text) => Number(text.replace('entry ', '')));
    assert.deepEqual(
      numbers,
      numbers.map((_, index) => (numbers[0] ?? 0) + index),
    );
    for (const key of ['g', 'g']) await page.keyboard.press(key);
    await page.getByText('Nothing was logged before this').waitFor();
    await row(page, 'entry 0').first().waitFor();
    await page.keyboard.press('G');
    await row(page, 'entry 6999').waitFor();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
  });

  it('opens around the moment of an error, from its page, and reads on in both directions', async () => {
    const projectId = daemon.newProject();
    const logs = series(2000);
    await send(projectId, ...logs);
    const timestamp = logs[1000]?.timestamp ?? '';
    await daemon.post('/api/events', anEvent({ projectId, timestamp }));
    const { error } = await daemon.onlyErrorGroup(projectId);
    const page = await browser.open(`${daemon.url()}/errors/${error.id}?project=${projectId}`, calm);
    await page.getByRole('link', { name: 'Logs at this moment' }).click();
    const item = page.locator('.log-item', { has: page.locator('.log-moment') });
    await item.getByText('entry 1000').waitFor();
    assert.equal(new URL(page.url()).searchParams.get('at'), timestamp);
    // In the middle of the view, once the list has got there.
    const top = `document.querySelector('.log-item:has(.log-moment)')?.getBoundingClientRect().top`;
    await until(page, `${top} > 200 && ${top} < 600`);
    await scrollTo(page, 1);
    await until(
      page,
      `[...document.querySelectorAll('.log-text')].some((e) => Number(e.textContent.replace('entry ', '')) > 1300)`,
    );
    await page.getByRole('button', { name: 'Newest' }).click();
    await row(page, 'entry 1999').waitFor();
  });

  it('says why nothing is there, and reads again when asked', async () => {
    const projectId = daemon.newProject();
    await send(projectId, 'here after all');
    let isBroken = true;
    const page = await browser.open(`${daemon.url()}/logs?project=${projectId}`, {
      ...calm,
      mayLog: /status of 400/,
      prepare: (opened) =>
        opened.route(/\/api\/logs/, (route) =>
          isBroken ? route.fulfill({ status: 400, json: { error: 'It is broken.', code: 'x' } }) : route.continue(),
        ),
    });
    await page.getByText('It is broken.').waitFor();
    isBroken = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await row(page, 'here after all').waitFor();
  });

  it('lists its keys on ?', async () => {
    const page = await openLogs(daemon.newProject());
    await page.getByText('No logs yet').waitFor();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard' });
    for (const label of ['Next', 'Open or close', 'Pause or go on', 'To the newest', 'To the oldest', 'Next match']) {
      await dialog.getByText(label, { exact: true }).waitFor();
    }
  });

  it('axe finds nothing', async () => {
    const projectId = daemon.newProject();
    const colors = [30, 31, 32, 33, 34, 35, 36, 37].map((code) => `${ESC}[${code}mcolour${ESC}[${code + 10}mground`);
    await send(
      projectId,
      ...(['debug', 'log', 'info', 'warn'] as const).map((level) => ({ level, message: colors.join('') })),
      { message: 'colour\n'.repeat(200), correlationId: 'c-1', extra: { a: 1 } },
    );
    const at = new Date().toISOString();
    const page = await openLogs(projectId, `&q=colour&at=${at}`);
    await page.locator('.log-row').first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Show/ }).waitFor();
    await page.getByText('All logs of this id').waitFor();
    await assertAccessible(page, 'logs');
  });
});
