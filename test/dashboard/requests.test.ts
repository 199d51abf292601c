import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { RequestPayload } from '../../schemas/request.js';
import { useBrowser } from '../support/browser.js';
import { anEvent } from '../support/events.js';
import { useSharedDaemon } from '../support/shared-daemon.js';

const MARKUP = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';

type Fields = Partial<RequestPayload>;

describe('the requests page', () => {
  const daemon = useSharedDaemon();
  const browser = useBrowser();
  let sentCount = 0;

  /** Each a second later than the one before, so that their order is known. */
  async function send(projectId: string, fields: Fields): Promise<string> {
    sentCount += 1;
    const timestamp = new Date(Date.now() - 600_000 + sentCount * 1000).toISOString();
    const request = { method: 'GET', url: '/cart', statusCode: 200, duration: 12, timestamp, projectId, ...fields };
    return (await daemon.post<{ id: string }>('/api/events/request', request)).body.id;
  }

  async function newProjectWith(...requests: readonly Fields[]): Promise<string> {
    const projectId = daemon.newProject();
    for (const fields of requests) await send(projectId, fields);
    return projectId;
  }

  const urlsOf = (page: Page): Promise<string[]> => page.locator('.request-row .request-url').allTextContents();
  const openList = (projectId: string, query = ''): Promise<Page> =>
    browser.open(`${daemon.url()}/requests?project=${projectId}${query}`);
  /** What is read again once the page is live has come too: it would bring new rows without telling of them. */
  const openLive = async (projectId: string): Promise<Page> => {
    const page = await openList(projectId);
    await page.getByRole('button', { name: 'Connection: Live' }).waitFor();
    await page.waitForLoadState('networkidle');
    return page;
  };

  it('lists the newest first, with what each was and how it ended', async () => {
    const projectId = await newProjectWith({ url: '/first' }, { url: '/last', method: 'POST', statusCode: 503 });
    const page = await openList(projectId);
    const row = page.locator('.request-row', { hasText: '/last' });
    for (const text of ['POST', '503', '12 ms']) await row.getByText(text, { exact: true }).waitFor();
    assert.deepEqual(await urlsOf(page), ['/last', '/first']);
    await page.getByText('2 requests').first().waitFor();
    const title = await row.locator('time').getAttribute('title');
    assert.match(title ?? '', /\d{4}, \d{2}:\d{2}:\d{2}/);
  });

  it('opens, goes on and comes back by keys, and is then where it was', async () => {
    const projectId = await newProjectWith({ url: '/one' }, { url: '/two' }, { url: '/three' });
    const page = await openList(projectId);
    await page.getByText('/three').waitFor();
    for (const key of ['j', 'j', 'Enter']) await page.keyboard.press(key);
    await page.getByRole('heading', { name: 'GET /two' }).waitFor();
    await page.keyboard.press('j');
    await page.getByRole('heading', { name: 'GET /one' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.request-row[data-cursor]', { hasText: '/one' }).waitFor();
    await page.keyboard.press('k');
    await page.locator('.request-row[data-cursor]', { hasText: '/two' }).waitFor();
  });

  it('searches from the key /, and the list is the same after a reload', async () => {
    const projectId = await newProjectWith({ url: '/needle' }, { url: '/hay' });
    const page = await openList(projectId);
    await page.getByText('/hay').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('NEEDLE');
    await page.getByText('/hay').waitFor({ state: 'detached' });
    await page.getByRole('status').getByText('1 request', { exact: true }).waitFor();
    await page.waitForURL((url) => url.searchParams.get('q') === 'NEEDLE');
    await page.reload();
    await page.getByText('/needle').waitFor();
    assert.deepEqual(await urlsOf(page), ['/needle']);
  });

  it('keeps every filter in the address', async () => {
    const projectId = await newProjectWith(
      { url: '/mine', method: 'PUT', statusCode: 404, correlationId: 'c-mine' },
      { url: '/other', method: 'GET', statusCode: 404, correlationId: 'c-mine' },
      { url: '/ok', method: 'PUT', statusCode: 200 },
      { url: '/old', method: 'PUT', statusCode: 404, timestamp: new Date(Date.now() - 7_200_000).toISOString() },
    );
    const page = await openList(projectId);
    await page.getByText('/old').waitFor();
    const choose = async (menu: string, option: string): Promise<void> => {
      await page.getByRole('button', { name: menu, exact: true }).click();
      await page.getByRole('menuitemradio', { name: option }).click();
    };
    await choose('Time', '1h');
    await page.getByText('/old').waitFor({ state: 'detached' });
    await choose('Method', 'PUT');
    await page.getByText('/other').waitFor({ state: 'detached' });
    await choose('Status', '4xx');
    await page.getByText('/ok').waitFor({ state: 'detached' });
    const { searchParams } = new URL(page.url());
    const kept = ['range', 'method', 'status'].map((name) => searchParams.get(name));
    assert.deepEqual(kept, ['1h', 'PUT', '4xx']);
    await page.goto(`${daemon.url()}/requests?project=${projectId}&correlationId=c-mine`);
    await page.getByText('/other').waitFor();
    assert.deepEqual(await urlsOf(page), ['/other', '/mine']);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText('/old').waitFor();
  });

  it('shows the failing ones only on f, and how many there are', async () => {
    const projectId = await newProjectWith({ url: '/ok' }, { url: '/missing', statusCode: 404 }, { url: '/open' });
    await send(projectId, { url: '/broken', statusCode: 500 });
    const page = await openList(projectId);
    await page.getByText('/ok').waitFor();
    await page.keyboard.press('f');
    await page.getByText('/ok').waitFor({ state: 'detached' });
    assert.deepEqual(await urlsOf(page), ['/broken', '/missing']);
    assert.equal(new URL(page.url()).searchParams.get('failing'), '1');
    await page.getByRole('status').getByText('2 requests', { exact: true }).waitFor();
    await page.keyboard.press('f');
    await page.getByText('/ok').waitFor();
  });

  it('says how far back the daemon has looked, and looks further when asked', async () => {
    const projectId = await newProjectWith({ url: '/needle' }, { url: '/hay' });
    const searchedFrom = new Date(Date.now() - 3_600_000).toISOString();
    const bounded = (page: Page): Promise<void> =>
      page.route('**/api/requests?**search=needle**', async (route) => {
        if (new URL(route.request().url()).searchParams.has('to')) return route.continue();
        const response = await route.fetch();
        return route.fulfill({ response, json: { ...((await response.json()) as object), searchedFrom } });
      });
    const page = await browser.open(`${daemon.url()}/requests?project=${projectId}&q=needle`, { prepare: bounded });
    await page.getByText('1 request found').waitFor();
    await page.getByRole('button', { name: 'Look further back' }).click();
    await page.waitForURL((url) => url.searchParams.get('to') === searchedFrom);
    await page.getByText('No request passes all of these filters.').waitFor();
  });

  it('goes to the end of a long list and back, and keeps few of its rows', async () => {
    const projectId = await newProjectWith({ url: '/the-oldest' });
    const rest = Array.from({ length: 620 }, (_, index) => index);
    while (rest.length > 0) {
      await Promise.all(rest.splice(0, 62).map((index) => send(projectId, { url: `/ok/${index}`, timestamp: null })));
    }
    const page = await openList(projectId);
    await page.locator('.request-row').first().waitFor();
    await page.keyboard.press('End');
    await page.getByText('/the-oldest').waitFor();
    await page.getByText('/the-oldest').click();
    await page.getByRole('heading', { name: 'GET /the-oldest' }).waitFor();
    await page.keyboard.press('k');
    await page.getByRole('heading', { name: /GET \/ok/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.request-row').first().waitFor();
    assert.ok((await page.locator('.request-row').count()) < 80);
  });

  it('slides a new request in while nobody reads', async () => {
    const projectId = await newProjectWith({ url: '/before' });
    const page = await openLive(projectId);
    await page.getByText('/before').waitFor();
    await send(projectId, { url: '/after' });
    await page.locator('.request-row[data-fresh]', { hasText: '/after' }).waitFor();
    assert.deepEqual(await urlsOf(page), ['/after', '/before']);
    await page.getByText('2 requests').first().waitFor();
  });

  it('lets new requests wait while the list is being read', async () => {
    const projectId = await newProjectWith({ url: '/read' });
    const page = await openLive(projectId);
    await page.getByText('/read').waitFor();
    await page.keyboard.press('j');
    for (const url of ['/a', '/b', '/c']) await send(projectId, { url });
    const pill = page.getByRole('button', { name: '3 new' });
    await pill.waitFor();
    assert.deepEqual(await urlsOf(page), ['/read']);
    await pill.click();
    await page.getByText('/c').waitFor();
    assert.deepEqual(await urlsOf(page), ['/c', '/b', '/a', '/read']);
  });

  it('tells what came while a request was read', async () => {
    const projectId = await newProjectWith({ url: '/list' });
    const page = await openLive(projectId);
    await page.getByText('/list').click();
    await page.getByRole('heading', { name: 'GET /list' }).waitFor();
    await send(projectId, { url: '/meanwhile' });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '1 new' }).click();
    await page.getByText('/meanwhile').waitFor();
  });

  it('leads from a failing request to its error', async () => {
    const projectId = daemon.newProject();
    const correlationId = `c-${projectId}`;
    await daemon.post('/api/events', anEvent({ projectId, correlationId, message: 'no such cart' }));
    await send(projectId, { statusCode: 500, correlationId });
    const page = await openList(projectId);
    await page.getByRole('link', { name: 'Error: no such cart' }).click();
    await page.getByRole('heading', { name: 'no such cart' }).waitFor();
  });

  it('leads to the error that a request names by its event, and shows it for no other', async () => {
    const projectId = daemon.newProject();
    const event = anEvent({ projectId, message: 'named by its id' });
    await daemon.post('/api/events', event);
    await send(projectId, { url: '/fine', statusCode: 200 });
    await send(projectId, { url: '/named', statusCode: 500, errorEventId: event.eventId ?? null });
    const page = await openList(projectId);
    await page.getByRole('link', { name: 'Error: named by its id' }).waitFor();
    assert.equal(await page.locator('a.request-error').count(), 1);
    await page.getByText('/named').click();
    await page.getByRole('link', { name: /Open the error/ }).click();
    await page.getByRole('heading', { name: 'named by its id' }).waitFor();
  });

  it('shows no error on a request that did not fail beside one that did', async () => {
    const projectId = daemon.newProject();
    const correlationId = `c-${projectId}`;
    await daemon.post('/api/events', anEvent({ projectId, correlationId, message: 'no such cart' }));
    await send(projectId, { url: '/fine', statusCode: 200, correlationId });
    await send(projectId, { url: '/broken', statusCode: 500, correlationId });
    const page = await openList(projectId);
    await page.locator('.request-row', { hasText: '/broken' }).locator('a.request-error').waitFor();
    assert.equal(await page.locator('a.request-error').count(), 1);
  });

  it('says what to do when there is nothing, and why when nothing passes', async () => {
    const projectId = await newProjectWith({ url: '/fine' });
    const page = await openList(daemon.newProject());
    await page.getByText('No requests yet').waitFor();
    await page.goto(`${daemon.url()}/requests?project=${projectId}&failing=1`);
    await page.getByText('No request passes all of these filters.').waitFor();
  });

  it('shows what works by keys on ?', async () => {
    const page = await openList(await newProjectWith({ url: '/any' }));
    await page.getByText('/any').waitFor();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard' });
    for (const label of ['Next', 'Open', 'Failing only, or all', 'Search']) {
      await dialog.getByText(label, { exact: true }).waitFor();
    }
  });

  it('shows hostile content as text', async () => {
    const fields = { url: `/${MARKUP}\u202Egnp.exe`, method: '<b>X', correlationId: MARKUP };
    const tree = { [MARKUP]: MARKUP, nested: { [MARKUP]: [MARKUP] } };
    const projectId = `<b>${daemon.newProject()}</b>`;
    const record = { headers: tree, responseHeaders: tree, requestBody: tree, responseBody: MARKUP };
    const id = await send(projectId, { ...fields, ...record });
    const page = await browser.open(`${daemon.url()}/requests?project=${encodeURIComponent(projectId)}`);
    await page.getByText('\\u202egnp.exe').first().waitFor();
    await page.goto(`${daemon.url()}/requests/${id}`);
    await page.getByRole('region', { name: 'Response body' }).getByText('onerror=').waitFor();
    await page.getByLabel('Search in the request body').fill('<img');
    await page.locator('mark').first().waitFor();
    assert.equal(await page.evaluate('window.hacked'), undefined);
    assert.equal(await page.locator('#root img, #root script, #root b').count(), 0);
  });
});
