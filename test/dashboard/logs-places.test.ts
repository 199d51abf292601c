import assert from 'node:assert/strict';
import type { Page, WebSocketRoute } from 'playwright-core';
import type { LogPayload } from '../../schemas/log.js';
import { useBrowser } from '../support/browser.js';
import { useSharedDaemon } from '../support/shared-daemon.js';

const BATCH = 1000;
const MANY = 120_000;
/** Rows in the document at most: some screens of them, however many there are. */
const ROWS_IN_DOCUMENT_MAX = 120;
/** The window of the page holds 5,000 entries; a browser that held all of these would need many times as much. */
const HEAP_GROWTH_MAX = 15 * 1024 * 1024;
const calm = { reducedMotion: 'reduce' } as const;

describe('places in the log', () => {
  const daemon = useSharedDaemon();
  const browser = useBrowser();

  const row = (page: Page, text: string) => page.locator('.log-row', { hasText: text });
  const toTime = (endMs: number, fromEnd: number): string => new Date(endMs - fromEnd * 1000).toISOString();

  /** One entry a second up to the end: `entry 0;` is the oldest. */
  async function send(projectId: string, count: number, endMs: number): Promise<void> {
    for (let from = 0; from < count; from += BATCH) {
      const batch = Array.from({ length: Math.min(BATCH, count - from) }, (_, index): LogPayload => {
        const number = from + index;
        return { level: 'info', projectId, message: `entry ${number};`, timestamp: toTime(endMs, count - 1 - number) };
      });
      assert.equal((await daemon.post('/api/logs/batch', batch)).status, 201);
    }
  }

  async function readHeapBytes(page: Page): Promise<number> {
    const session = await page.context().newCDPSession(page);
    await session.send('HeapProfiler.collectGarbage');
    await session.send('Performance.enable');
    const { metrics } = await session.send('Performance.getMetrics');
    await session.detach();
    return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0;
  }

  it('are one key or link away in 120,000 entries, in a bounded document and memory', async function () {
    this.timeout(180_000);
    const projectId = daemon.newProject();
    const endMs = Date.now() - 1000;
    await send(projectId, MANY, endMs);
    const page = await browser.open(`${daemon.url()}/logs?project=${projectId}`, calm);
    await page.getByText('120,000 entries').waitFor();
    await row(page, `entry ${MANY - 1};`).waitFor();
    const heapBytes = await readHeapBytes(page);
    const isSmall = async (): Promise<void> => {
      assert.ok((await page.locator('.log-row').count()) < ROWS_IN_DOCUMENT_MAX);
    };
    await page.keyboard.press('Home');
    await row(page, 'entry 0;').waitFor();
    await isSmall();
    await page.keyboard.press('End');
    await row(page, `entry ${MANY - 1};`).waitFor();
    await isSmall();
    const address = `/logs?project=${projectId}&at=${toTime(endMs, MANY / 2)}`;
    await page.evaluate(
      `history.pushState(null, '', ${JSON.stringify(address)}); dispatchEvent(new Event('popstate'))`,
    );
    await page.getByText('the moment you came for').waitFor();
    await row(page, `entry ${MANY / 2};`).waitFor();
    await isSmall();
    const grown = (await readHeapBytes(page)) - heapBytes;
    assert.ok(grown < HEAP_GROWTH_MAX, `the heap grew by ${grown} bytes`);
  });

  it('are found again when one comes back from another page', async () => {
    const projectId = daemon.newProject();
    await send(projectId, 2000, Date.now() - 1000);
    const page = await browser.open(`${daemon.url()}/logs?project=${projectId}`, calm);
    await row(page, 'entry 1999;').waitFor();
    await page.getByRole('button', { name: 'Connection: Live' }).waitFor();
    await page.mouse.move(640, 400);
    await page.mouse.wheel(0, -3000);
    await row(page, 'entry 1890;').waitFor();
    await page.getByRole('button', { name: 'Newest' }).waitFor();
    const top = `(() => {
      const { top } = document.querySelector('.log-scroller').getBoundingClientRect();
      const row = [...document.querySelectorAll('.log-row')].find((row) => row.getBoundingClientRect().bottom > top);
      return row.querySelector('.log-text').textContent + Math.round(row.getBoundingClientRect().top - top);
    })()`;
    // The wheel may still be turning: where it has come to rest counts.
    const left = await page.evaluate<string>(`new Promise((done) => {
      let last = '';
      let calmFrames = 0;
      const look = () => {
        const now = ${top};
        calmFrames = now === last ? calmFrames + 1 : 0;
        last = now;
        if (calmFrames === 5) done(now);
        else requestAnimationFrame(look);
      };
      look();
    })`);
    await page.getByRole('link', { name: 'Errors', exact: true }).click();
    await page.getByRole('heading', { name: 'Errors' }).waitFor();
    await page.goBack();
    await row(page, left.split(';')[0] ?? '')
      .first()
      .waitFor();
    await page.evaluate(`new Promise((done) => {
      const look = () => (${top} === ${JSON.stringify(left)} ? done() : requestAnimationFrame(look));
      look();
    })`);
    await page.getByRole('button', { name: 'Newest' }).click();
    await row(page, 'entry 1999;').waitFor();
  });

  it('are closer together when rows are compact', async () => {
    const projectId = daemon.newProject();
    await send(projectId, 200, Date.now() - 1000);
    const page = await browser.open(`${daemon.url()}/settings?project=${projectId}`, calm);
    const readStep = async (): Promise<number> => {
      await page.getByRole('link', { name: 'Logs', exact: true }).click();
      await row(page, 'entry 199;').waitFor();
      const step = await page.evaluate<number>(`(() => {
        const [first, second] = [...document.querySelectorAll('.log-line')].map((line) => line.getBoundingClientRect());
        return first.height === second.top - first.top ? first.height : NaN;
      })()`);
      await page.getByRole('link', { name: 'Settings', exact: true }).click();
      return step;
    };
    assert.equal(await readStep(), 28);
    await page.getByRole('button', { name: 'Compact' }).click();
    assert.equal(await readStep(), 22);
  });

  it('are not called live while there is no connection', async () => {
    const sockets: WebSocketRoute[] = [];
    const prepare = (page: Page): Promise<void> =>
      page.routeWebSocket(/\/ws/, (socket) => {
        if (sockets.push(socket) === 1) socket.connectToServer();
        else void socket.close();
      });
    const page = await browser.open(`${daemon.url()}/logs`, { ...calm, prepare });
    await page.getByRole('button', { name: 'Live: pause' }).waitFor();
    await sockets[0]?.close();
    await page.getByRole('button', { name: 'Offline: pause' }).waitFor();
    assert.equal(await page.locator('.live-dot[data-on]').count(), 0);
  });
});
