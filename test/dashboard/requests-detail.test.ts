import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { RequestPayload } from '../../schemas/request.js';
import { assertAccessible } from '../support/axe.js';
import { useBrowser } from '../support/browser.js';
import { anEvent } from '../support/events.js';
import { useSharedDaemon } from '../support/shared-daemon.js';

describe('the page of a request', () => {
  const daemon = useSharedDaemon();
  const browser = useBrowser();

  async function send(fields: Partial<RequestPayload>): Promise<string> {
    const request = { method: 'GET', url: '/cart', statusCode: 200, projectId: daemon.newProject(), ...fields };
    return (await daemon.post<{ id: string }>('/api/events/request', request)).body.id;
  }

  const openRequest = (id: string, options = {}): Promise<Page> =>
    browser.open(`${daemon.url()}/requests/${id}`, options);

  const copied = (page: Page): Promise<string> => page.evaluate<string>('navigator.clipboard.readText()');
  const mayCopy = { permissions: ['clipboard-read', 'clipboard-write'] };

  it('shows a JSON body as a tree that folds, and what was redacted as such', async () => {
    const id = await send({
      method: 'POST',
      headers: { authorization: 'Bearer abc', accept: '*/*' },
      requestBody: JSON.stringify({ user: { name: 'Ada', password: 'hunter2' }, items: [{ sku: 'a-1' }] }),
    });
    const page = await openRequest(id);
    const request = page.getByRole('region', { name: 'Request', exact: true });
    await request.getByText('Ada').waitFor();
    assert.equal(await request.locator('.redacted').count(), 2);
    assert.equal(await page.getByText('hunter2').count(), 0);
    await request.getByRole('button', { name: 'user {2}' }).click();
    await request.getByText('Ada').waitFor({ state: 'detached' });
    await request.getByRole('button', { name: 'Raw' }).click();
    await request.getByText('"name": "Ada"').waitFor();
  });

  it('finds names and texts in a body, and leaves only those', async () => {
    const responseBody = { carts: [{ owner: { name: 'Ada' } }, { owner: { name: 'Grace' } }], page: 1 };
    const page = await openRequest(await send({ responseBody }));
    const response = page.getByRole('region', { name: 'Response', exact: true });
    await response.getByLabel('Search in the response body').fill('grace');
    await response.locator('mark', { hasText: 'Grace' }).waitFor();
    await response.getByText('in 1 place').waitFor();
    assert.equal(await response.getByText('Ada').count(), 0);
    assert.equal(await response.getByText('page').count(), 0);
    await response.getByLabel('Search in the response body').fill('nowhere');
    await response.getByText('Nothing in it has this text.').waitFor();
  });

  it('shows text as text, says what was cut off, and what was not recorded', async () => {
    const page = await openRequest(await send({ responseBody: `plain ${'x'.repeat(20_000)}` }));
    const response = page.getByRole('region', { name: 'Response', exact: true });
    await response.getByText('Cut off at 16 KB').waitFor();
    await response.getByRole('region', { name: 'Response body' }).getByText('plain xxx').waitFor();
    const request = page.getByRole('region', { name: 'Request', exact: true });
    await request.getByText('No headers were recorded.').waitFor();
    await request.getByText('No body was recorded.').waitFor();
  });

  it('copies a command, with the redacted left open and said so, and the whole record as JSON', async () => {
    const url = 'https://shop.test/cart';
    const headers = { 'x-api-key': 'k-1', accept: "it's" };
    const id = await send({ method: 'POST', url, headers, requestBody: '{"a":1}' });
    const page = await openRequest(id, mayCopy);
    await page.getByText('put the real one in').waitFor();
    await page.keyboard.press('c');
    await page.getByText('is in the clipboard').waitFor();
    const command = [
      `curl --proto '=http,https' --url '${url}'`,
      "-H 'x-api-key: [Redacted]'",
      "-H 'accept: it'\\''s'",
      `--data-raw '{"a":1}'`,
    ].join(' \\\n  ');
    assert.equal(await copied(page), command);
    assert.equal(await page.getByRole('region', { name: 'Command', exact: true }).textContent(), command);
    await page.getByRole('button', { name: 'More to copy' }).click();
    await page.getByRole('menuitem', { name: 'Copy as JSON' }).click();
    await page.getByText('The JSON is in the clipboard').waitFor();
    const { body } = await daemon.get(`/api/requests/${id}`);
    assert.deepEqual(JSON.parse(await copied(page)), body);
  });

  it('puts the error and the logs of the same correlation id on one line of time, each at its moment', async () => {
    const projectId = daemon.newProject();
    const correlationId = `c-${projectId}`;
    const startMs = Date.now() - 60_000;
    const at = (offsetMs: number): string => new Date(startMs + offsetMs).toISOString();
    const message = 'no such cart';
    const log = { level: 'warn', message: 'the row is missing', correlationId, projectId, timestamp: at(-40) };
    await daemon.post('/api/logs', log);
    const event = anEvent({ projectId, message, correlationId, timestamp: at(15) });
    await daemon.post('/api/events', event);
    // The same error once more, later and in another request: the group's last time is not this one's.
    await daemon.post('/api/events', anEvent({ projectId, message, timestamp: at(30_000) }));
    const errorEventId = event.eventId ?? null;
    const id = await send({ projectId, correlationId, statusCode: 500, errorEventId, timestamp: at(0) });
    const page = await openRequest(id);
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await timeline.getByText('the row is missing').waitFor();
    const offsets = await timeline.locator('.timeline-offset').allTextContents();
    assert.deepEqual(offsets, ['−40 ms', 'here', '+15 ms']);
    await page.keyboard.press('e');
    await page.getByRole('heading', { name: message, level: 1 }).waitFor();
    await page.getByRole('heading', { name: 'Event 1 of 2' }).waitFor();
    await page.getByRole('region', { name: 'Timeline' }).getByRole('link', { name: 'GET /cart' }).click();
    await page.getByRole('heading', { name: 'GET /cart' }).waitFor();
  });

  it('says how many logs of the correlation id there are, where they are more than are shown', async () => {
    const projectId = daemon.newProject();
    const correlationId = `many-${projectId}`;
    const log = { level: 'info', message: 'one of many', correlationId, projectId };
    const post = async (count: number): Promise<void> =>
      assert.equal(
        (
          await daemon.post(
            '/api/logs/batch',
            Array.from({ length: count }, () => log),
          )
        ).status,
        201,
      );
    await post(100);
    const id = await send({ projectId, correlationId });
    const all = await openRequest(id);
    await all.locator('.timeline-item').nth(100).waitFor();
    assert.equal(await all.getByText('are shown.').count(), 0);
    await post(1);
    const page = await openRequest(id);
    await page.getByText('The newest 100 of 101 logs are shown.').waitFor();
  });

  it('leads on to its neighbours when it was opened by its address', async () => {
    const projectId = daemon.newProject();
    const ids = [];
    for (const url of ['/older', '/middle', '/newer']) ids.push(await send({ projectId, url }));
    const page = await browser.open(`${daemon.url()}/requests/${ids[1] ?? ''}?project=${projectId}`);
    await page.getByRole('heading', { name: 'GET /middle' }).waitFor();
    await page.getByRole('button', { name: 'Newer request' }).click();
    await page.getByRole('heading', { name: 'GET /newer' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Newer request' }).isDisabled(), true);
    for (const key of ['j', 'j']) await page.keyboard.press(key);
    await page.getByRole('heading', { name: 'GET /older' }).waitFor();
  });

  it('is reached by its address, and says so when the request is not there', async () => {
    const page = await openRequest('zzz', { mayLog: /status of 404/ });
    await page.getByText('This request is not here any more').waitFor();
    await page.getByRole('link', { name: 'All requests' }).click();
    await page.getByRole('heading', { name: 'Requests' }).waitFor();
  });

  it('axe finds nothing', async () => {
    const projectId = daemon.newProject();
    const correlationId = `c-${projectId}`;
    for (const message of ['one', 'another']) {
      await daemon.post('/api/events', anEvent({ projectId, correlationId, message }));
    }
    const body = { password: 'p', list: [1, 'two', null, { deep: true }] };
    const headers = { cookie: 'a=b', accept: '*/*' };
    const both = { headers, responseHeaders: headers, requestBody: body, responseBody: 'x'.repeat(20_000) };
    const ids = [
      await send({ projectId, correlationId, statusCode: 500, duration: 2100, ...both }),
      await send({ projectId, duration: 3 }),
    ];
    const page = await openRequest(ids[0] ?? '');
    await page.locator('.timeline-item').nth(1).waitFor();
    await assertAccessible(page, 'request');
    await page.getByLabel('Search in the request body').fill('deep');
    await page.locator('mark').waitFor();
    await assertAccessible(page, 'search in a body');
    await page.goto(`${daemon.url()}/requests?project=${projectId}`);
    await page.locator('a.request-error').waitFor();
    await assertAccessible(page, 'requests');
    await page.goto(`${daemon.url()}/requests?project=${projectId}&q=nothing&correlationId=${correlationId}`);
    await page.locator('.state').waitFor();
    await assertAccessible(page, 'nothing matches');
  });
});
