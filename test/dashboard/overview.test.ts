import assert from 'node:assert/strict';
import type { Page, WebSocketRoute } from 'playwright-core';
import { useBrowser } from '../support/browser.js';
import { anEvent } from '../support/events.js';
import { useSharedDaemon } from '../support/shared-daemon.js';

describe('the overview', () => {
  const daemon = useSharedDaemon();
  const browser = useBrowser();

  it('shows what was sent: figures, what needs attention, types and sources', async () => {
    const projectId = daemon.newProject();
    await daemon.post('/api/events/batch', [anEvent({ projectId }), anEvent({ projectId })]);
    await daemon.post('/api/events/request', { method: 'GET', url: '/cart', statusCode: 500, projectId });
    await daemon.post('/api/events/request', { method: 'GET', url: '/', statusCode: 200, projectId });
    const page = await browser.open(`${daemon.url()}/?project=${projectId}`);
    const tiles = page.getByRole('region', { name: 'Last 24 hours' });
    await tiles.locator('.tile-value', { hasText: '50%' }).waitFor();
    const figures = await tiles.locator('.tile-value').allTextContents();
    assert.deepEqual(figures, ['50%', '2', '1', '2']);
    const attention = page.getByRole('region', { name: 'Needs attention' });
    await attention.getByText("Cannot read properties of undefined (reading 'id')").waitFor();
    assert.equal(await tiles.locator('.tile-share').textContent(), '50%');
    await page.getByRole('link', { name: 'TypeError 2', exact: true }).waitFor();
    await page.getByRole('link', { name: 'backend 2', exact: true }).waitFor();
    await page.getByRole('img', { name: /^2 errors over time/ }).waitFor();
  });

  it('has in what needs attention only what was seen in its time, which its links carry', async () => {
    const projectId = daemon.newProject();
    const timestamp = new Date(Date.now() - 5 * 3_600_000).toISOString();
    await daemon.post('/api/events', anEvent({ projectId, message: 'five hours ago', severity: 'fatal', timestamp }));
    await daemon.post('/api/events', anEvent({ projectId, message: 'just now' }));
    const page = await browser.open(`${daemon.url()}/?project=${projectId}&range=1h`);
    const attention = page.getByRole('region', { name: 'Needs attention' });
    await attention.getByText('just now').waitFor();
    assert.equal(await attention.locator('.attention-row').count(), 1);
    await page.getByRole('button', { name: '6h', exact: true }).click();
    await attention.getByText('five hours ago').waitFor();
    await attention.getByRole('link', { name: 'All errors' }).click();
    await page.locator('.error-row', { hasText: 'five hours ago' }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get('range'), '6h');
  });

  it('shows what arrives without being asked', async () => {
    const projectId = daemon.newProject();
    await daemon.post('/api/logs', { level: 'info', message: 'started', projectId });
    const page = await browser.open(`${daemon.url()}/?project=${projectId}`);
    await page.getByRole('button', { name: 'Connection: Live' }).waitFor();
    await page.getByText('Nothing is broken').waitFor();
    await daemon.post('/api/events', anEvent({ projectId, message: 'it broke just now' }));
    await page.getByRole('region', { name: 'Live', exact: true }).getByText('it broke just now').waitFor();
    await page.getByRole('region', { name: 'Needs attention' }).getByText('it broke just now').waitFor();
  });

  it('shows its chart in a browser whose language is no language tag', async () => {
    const projectId = daemon.newProject();
    await daemon.post('/api/events', anEvent({ projectId }));
    const prepare = (page: Page): Promise<void> =>
      page.addInitScript(`Object.defineProperty(navigator, 'language', { value: 'en-US@posix', configurable: true })`);
    const page = await browser.open(`${daemon.url()}/?project=${projectId}`, { prepare });
    await page.getByRole('img', { name: /^1 error over time/ }).waitFor();
  });

  it('leads from each line of the stream to what it is about', async () => {
    const projectId = daemon.newProject();
    await daemon.post('/api/events/request', { method: 'GET', url: '/cart', statusCode: 500, projectId });
    await daemon.post('/api/logs', { level: 'warn', message: 'careful', projectId });
    const page = await browser.open(`${daemon.url()}/?project=${projectId}`);
    const stream = page.getByRole('region', { name: 'Live', exact: true });
    await stream.getByRole('link', { name: /GET \/cart/ }).click();
    await page.getByRole('heading', { name: 'GET /cart' }).waitFor();
    await page.goBack();
    await stream.getByRole('link', { name: /careful/ }).click();
    await page.getByText('the moment you came for').waitFor();
    await page.locator('.log-row', { hasText: 'careful' }).waitFor();
  });

  it('says of nothing what it is before it knows', async () => {
    const projectId = daemon.newProject();
    await daemon.post('/api/logs', { level: 'info', message: 'started', projectId });
    const prepare = (page: Page): Promise<void> => page.route('**/api/**', () => undefined);
    const page = await browser.open(`${daemon.url()}/?project=${projectId}`, { prepare });
    const stream = page.getByRole('region', { name: 'Live', exact: true });
    await stream.getByRole('status', { name: 'Loading' }).waitFor();
    const words = await page.locator('main').innerText();
    assert.doesNotMatch(words, /no requests yet|Waiting for the first|No errors|Nothing/);
  });

  it('knows of a group that came back before the page was opened', async () => {
    const projectId = daemon.newProject();
    await daemon.post('/api/events', anEvent({ projectId, message: 'thought to be gone' }));
    const { error } = await daemon.onlyErrorGroup(projectId);
    await daemon.patch(`/api/errors/${error.id}`, { status: 'resolved' });
    await daemon.post('/api/events', anEvent({ projectId, message: 'thought to be gone' }));
    const page = await browser.open(`${daemon.url()}/?project=${projectId}`);
    const row = page.getByRole('region', { name: 'Needs attention' }).getByRole('link', { name: /thought to be gone/ });
    await row.getByText('regressed').waitFor();
    await row.click();
    await page.getByText('Came back', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Errors', exact: true }).first().click();
    await page.locator('.error-row').getByTitle('It was resolved, and came back').waitFor();
  });

  it('breaks down the errors of a dragged span, and leads to their lists', async () => {
    const projectId = daemon.newProject();
    const timestamp = new Date(Date.now() - 5 * 3_600_000).toISOString();
    await daemon.post('/api/events', anEvent({ projectId, type: 'EarlierError', timestamp }));
    await daemon.post('/api/events', anEvent({ projectId, type: 'LateError' }));
    const [from, to] = [6, 4].map((hours) => new Date(Date.now() - hours * 3_600_000).toISOString());
    const page = await browser.open(`${daemon.url()}/?project=${projectId}`);
    await page.getByRole('link', { name: 'LateError 1', exact: true }).waitFor();
    await page.goto(`${daemon.url()}/?project=${projectId}&from=${from}&to=${to}`);
    await page.getByRole('link', { name: 'EarlierError 1', exact: true }).waitFor();
    // Everything else is of that time too.
    const tiles = page.getByRole('region', { name: 'The chosen time' });
    assert.equal(await tiles.locator('.tile-value').last().textContent(), '1');
    await page.getByRole('img', { name: /^1 error over time/ }).waitFor();
    const frequent = page.getByRole('region', { name: 'Most frequent' });
    assert.deepEqual(await frequent.locator('.top-type').allTextContents(), ['EarlierError']);
    for (const link of [frequent.getByRole('link'), page.getByRole('link', { name: 'All errors' })]) {
      const href = new URL((await link.getAttribute('href')) ?? '', page.url());
      assert.deepEqual([href.searchParams.get('from'), href.searchParams.get('to')], [from, to]);
    }
    assert.equal(await page.getByRole('link', { name: 'LateError 1', exact: true }).count(), 0);
    await page.getByRole('link', { name: 'EarlierError 1', exact: true }).click();
    await page.locator('.error-row').waitFor();
    assert.equal(new URL(page.url()).searchParams.get('from'), from);
  });

  it('takes a time to the minute, and refuses one that ends before it begins, or that is still to come', async () => {
    const projectId = daemon.newProject();
    await daemon.post('/api/events', anEvent({ projectId }));
    const page = await browser.open(`${daemon.url()}/?project=${projectId}`, { timezoneId: 'Asia/Kolkata' });
    await page.getByRole('button', { name: 'Custom …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Time' });
    const [day] = new Date(Date.now() - 2 * 24 * 3_600_000).toISOString().split('T');
    await dialog.getByLabel('From').fill(`${day}T10:07`);
    await dialog.getByLabel('To').fill(`${day}T10:06`);
    await dialog.getByRole('button', { name: 'Show' }).click();
    await dialog.getByRole('alert').getByText('after the beginning').waitFor();
    const [tomorrow] = new Date(Date.now() + 2 * 24 * 3_600_000).toISOString().split('T');
    await dialog.getByLabel('To').fill(`${tomorrow}T10:06`);
    await dialog.getByRole('button', { name: 'Show' }).click();
    await dialog.getByRole('alert').getByText('Nothing has happened yet after now').waitFor();
    await dialog.getByLabel('To').fill(`${day}T11:38`);
    await dialog.getByRole('button', { name: 'Show' }).click();
    await page.waitForURL((url) => url.searchParams.get('from') === `${day}T04:37:00.000Z`);
    assert.equal(new URL(page.url()).searchParams.get('to'), `${day}T06:08:00.000Z`);
    await page.getByText('by whole hours').waitFor();
    await page.getByRole('link', { name: 'Requests', exact: true }).click();
    await page.getByRole('button', { name: /^Remove / }).waitFor();
  });

  it('narrows the time by dragging over the chart, in the address, and takes it back', async () => {
    const projectId = daemon.newProject();
    await daemon.post('/api/events', anEvent({ projectId }));
    const page = await browser.open(`${daemon.url()}/?project=${projectId}`);
    const plot = page.locator('.over-time .u-over');
    const box = await plot.boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + box.width * 0.7, box.y + 40);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 2, box.y + 40, { steps: 4 });
    await page.mouse.up();
    await page.waitForURL(/from=.*to=/);
    await page.getByTitle('Show the whole range').click();
    await page.waitForURL((url) => !url.searchParams.has('from'));
  });

  it('says that it is offline, and reads anew what it missed once it is connected again', async () => {
    const projectId = daemon.newProject();
    await daemon.post('/api/logs', { level: 'info', message: 'started', projectId });
    const sockets: WebSocketRoute[] = [];
    let admit = true;
    const prepare = (page: Page): Promise<void> =>
      page.routeWebSocket(/\/ws/, (socket) => {
        sockets.push(socket);
        if (admit) socket.connectToServer();
        else void socket.close();
      });
    const page = await browser.open(`${daemon.url()}/?project=${projectId}`, { prepare });
    await page.getByRole('button', { name: 'Connection: Live' }).waitFor();
    await page.getByText('Nothing is broken').waitFor();
    admit = false;
    await sockets[0]?.close();
    await page.getByRole('button', { name: /Connection: Offline/ }).waitFor();
    await daemon.post('/api/events', anEvent({ projectId, message: 'nobody was there to see it' }));
    admit = true;
    await page.getByRole('button', { name: /Connection/ }).click();
    await page.getByRole('region', { name: 'Needs attention' }).getByText('nobody was there to see it').waitFor();
    await page.getByRole('button', { name: 'Connection: Live' }).waitFor();
  });
});
