import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import type { ErrorGroupList } from '../../schemas/error-group.js';
import { assertAccessible } from '../support/axe.js';
import { useBrowser } from '../support/browser.js';
import { useDaemon } from '../support/daemon.js';
import { anEvent } from '../support/events.js';
import { callJson } from '../support/http.js';
import { addKey, ask, bearer } from '../support/keys.js';

const MARKUP = '<img src=x onerror="window.hacked=1">';

describe('the audit page', () => {
  const browser = useBrowser();
  const daemon = useDaemon();

  const rows = (page: Page): Locator => page.getByRole('list', { name: 'Audit, newest first' }).getByRole('listitem');

  async function openAudit(url: string, key: string, options = {}): Promise<Page> {
    const page = await browser.open(`${url}/audit`, options);
    await page.getByLabel('Key', { exact: true }).fill(key);
    await page.keyboard.press('Enter');
    await rows(page).first().waitFor();
    return page;
  }

  async function groupIds(url: string, key: string): Promise<readonly string[]> {
    const { body } = await callJson<ErrorGroupList>(`${url}/api/errors`, { headers: bearer(key) });
    return body.errors.map(({ id }) => id);
  }

  it('tells what was done, by whom, from where and in which project, newest first', async () => {
    const { url } = await daemon.start();
    for (const message of ['one', 'two']) {
      await callJson(`${url}/api/events`, { body: anEvent({ projectId: 'shop', message }) });
    }
    assert.equal((await ask(url, 'POST /api/logs/clear', { body: {} })).status, 200);
    const { key } = await addKey(url, null, { name: 'ada', role: 'admin' });
    const by = { headers: bearer(key) };
    const ids = await groupIds(url, key);
    await ask(url, 'PATCH /api/errors', { ...by, body: { ids, status: 'resolved', change: 'a' } });
    await ask(url, `PATCH /api/errors/${ids[0] ?? ''}`, { ...by, body: { status: 'unresolved' } });
    await ask(url, 'POST /api/errors/undo', { ...by, body: { ids: ids.slice(1), change: 'a' } });
    const { id } = await addKey(url, key, { name: 'app', role: 'ingest', project: 'shop' });
    await ask(url, `DELETE /api/keys/${id}`, by);
    const page = await openAudit(url, key);
    await page.getByText('Nothing older is kept.').waitFor();
    const seen = (await rows(page).allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
    const expected = [
      /^Logged in by ada from 127\.0\.0\.1/,
      /^Revoked the key app \(ingest\) by ada from 127\.0\.0\.1 in the project shop/,
      /^Added the key app \(ingest\) by ada .* in the project shop/,
      /^Reopened 1 error, taking a change back by ada .* in the project shop/,
      /^Reopened 1 error by ada .* in the project shop/,
      /^Resolved 2 errors by ada .* in the project shop/,
      /^Added the key ada \(admin\) by open daemon/,
      /^Cleared the logs of all projects by open daemon/,
    ];
    assert.equal(seen.length, expected.length, seen.join('\n'));
    for (const [index, pattern] of expected.entries()) assert.match(seen[index] ?? '', pattern);
    await page.getByRole('link', { name: 'Reopened 1 error', exact: true }).click();
    await page.waitForURL(`${url}/errors/${ids[0] ?? ''}`);
  });

  it('reads on where it ends, without a row twice, and again from the start when asked', async () => {
    const { url } = await daemon.start();
    await callJson(`${url}/api/events`, { body: anEvent({ projectId: 'shop' }) });
    const { key } = await addKey(url, null, { name: 'ada', role: 'admin' });
    const [id = ''] = await groupIds(url, key);
    for (let index = 0; index < 130; index += 1) {
      const status = index % 2 === 0 ? 'resolved' : 'unresolved';
      await ask(url, `PATCH /api/errors/${id}`, { headers: bearer(key), body: { status } });
    }
    const page = await openAudit(url, key);
    assert.equal(await rows(page).count(), 100);
    await page.getByRole('button', { name: 'Show older' }).click();
    await page.getByText('Nothing older is kept.').waitFor();
    // 130 changes, the key and the login.
    assert.equal(await rows(page).count(), 132);
    assert.match(await rows(page).last().innerText(), /Added the key ada/);
    await ask(url, 'POST /api/clear', { headers: bearer(key), body: { projectId: 'shop' } });
    await page.getByRole('button', { name: 'Look again' }).click();
    await rows(page).first().getByText('Cleared everything of shop').waitFor();
  });

  it('shows names as text, whatever they are', async () => {
    const { url } = await daemon.start();
    await callJson(`${url}/api/events`, { body: anEvent({ projectId: MARKUP }) });
    const { key } = await addKey(url, null, { name: `${MARKUP}\u202Egnp`, role: 'admin' });
    await ask(url, 'POST /api/clear', { headers: bearer(key), body: { projectId: MARKUP } });
    const page = await openAudit(url, key);
    await page.getByText(`Cleared everything of ${MARKUP}`).waitFor();
    await page.getByText(`Added the key ${MARKUP}\\u202egnp (admin)`).waitFor();
    assert.equal(await page.evaluate('window.hacked'), undefined);
    assert.equal(await page.locator('#root img').count(), 0);
  });

  it('is reached from the settings, and says when nothing was changed', async () => {
    const { url } = await daemon.start();
    const page = await browser.open(`${url}/settings`);
    await page.getByRole('link', { name: 'Open the audit' }).click();
    await page.getByText('Nothing has been changed yet').waitFor();
  });

  it('axe finds nothing', async () => {
    const { url } = await daemon.start();
    const { key } = await addKey(url, null, { name: 'ada', role: 'admin' });
    await addKey(url, key, { name: 'shop-server', role: 'ingest', project: 'shop' });
    await assertAccessible(await openAudit(url, key), 'audit');
  });
});
