import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import type { KeyRole } from '../../schemas/words.js';
import { assertAccessible } from '../support/axe.js';
import { useBrowser } from '../support/browser.js';
import { useDaemon } from '../support/daemon.js';
import { anEvent } from '../support/events.js';
import { addKey, ask, bearer, listKeys } from '../support/keys.js';

const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] };
const REFUSED = { mayLog: /status of 40[139]|WebSocket connection/ };
const MARKUP = '<img src=x onerror="window.hacked=1">';

describe('keys in the settings', () => {
  const browser = useBrowser();
  const daemon = useDaemon();

  const keysOf = (page: Page): Locator => page.getByRole('region', { name: 'Keys' });
  const rowOf = (page: Page, name: string): Locator => page.getByRole('listitem').filter({ hasText: name });
  const readClipboard = (page: Page): Promise<string> => page.evaluate<string>('navigator.clipboard.readText()');

  /** The settings of somebody who is logged in with the first key. */
  async function openSettings(options = {}): Promise<{ url: string; admin: string; page: Page }> {
    const { url } = await daemon.start();
    const { key: admin } = await addKey(url, null, { name: 'ada', role: 'admin' });
    const page = await browser.open(`${url}/settings`, { ...REFUSED, ...clipboard, ...options });
    await page.getByLabel('Key', { exact: true }).fill(admin);
    await page.keyboard.press('Enter');
    await rowOf(page, 'ada').waitFor();
    return { url, admin, page };
  }

  async function startAdding(page: Page, name: string, role: string): Promise<Locator> {
    await page.getByRole('button', { name: 'Add a key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('button', { name: role }).click();
    return dialog;
  }

  async function copy(page: Page, what: string): Promise<string> {
    await page.getByRole('button', { name: `Copy the ${what}` }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    await page.getByRole('button', { name: 'Copied' }).waitFor({ state: 'detached' });
    return readClipboard(page);
  }

  it('close an open daemon with the first one, which this browser is logged in with', async () => {
    const { url } = await daemon.start();
    const page = await browser.open(`${url}/settings`, { ...clipboard, ...REFUSED });
    await page.getByText('The first admin key closes errord').waitFor();
    await page.getByRole('button', { name: 'Add the first key' }).click();
    await page.getByLabel('Name').fill('ada');
    await page.getByRole('button', { name: 'Add the key, and close errord' }).click();
    await page.getByText('It is shown now and never again').waitFor();
    const key = await copy(page, 'key');
    assert.match(key, /^errord_a_[0-9a-f]{40}$/);
    assert.equal((await ask(url, 'GET /api/errors')).status, 401);
    assert.equal((await ask(url, 'GET /api/errors', { headers: bearer(key) })).status, 200);
    // A click beside the dialog does not lose the key.
    await page.mouse.click(5, 5);
    await page.getByRole('textbox', { name: 'Key', exact: true }).getByText(key).waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await rowOf(page, 'ada').getByText('this browser').waitFor();
    assert.equal(await page.getByText(key).count(), 0);
    await page.getByRole('button', { name: 'Connection: Live' }).waitFor();
    await page.reload();
    await rowOf(page, 'ada').getByText('this browser').waitFor();
  });

  it('are added for a project, and shown with a header and a DSN that are ready', async () => {
    const { url, admin, page } = await openSettings();
    const dialog = await startAdding(page, 'shop-server', 'Send');
    await dialog.getByLabel('Only into the project').fill('shop');
    await dialog.getByRole('button', { name: 'Add the key' }).click();
    const [name = '', value = ''] = (await copy(page, 'header')).split(': ');
    const sent = await ask(url, 'POST /api/events', { body: anEvent(), headers: { [name]: value } });
    assert.equal(sent.status, 201, sent.text);
    const { pathname, username, host } = new URL(await copy(page, 'dsn'));
    assert.deepEqual([pathname, `Bearer ${username}`, host], ['/1', value, new URL(url).host]);
    await page.getByRole('button', { name: 'Done' }).click();
    await rowOf(page, 'shop-server').getByText('into shop').waitFor();
    const [, added] = await listKeys(url, admin);
    assert.deepEqual([added?.name, added?.role, added?.project], ['shop-server', 'ingest', 'shop']);
  });

  for (const [label, role] of [
    ['Read', 'reader'],
    ['Everything', 'admin'],
  ] as const satisfies readonly (readonly [string, KeyRole])[]) {
    it(`are added for the role ${role}`, async () => {
      const { url, admin, page } = await openSettings();
      const dialog = await startAdding(page, 'bob', label);
      await dialog.getByRole('button', { name: 'Add the key' }).click();
      const shell = await copy(page, 'shell');
      const key = shell.replace('export ERRORD_KEY=', '');
      assert.equal((await ask(url, 'GET /api/errors', { headers: bearer(key) })).status, 200);
      assert.equal((await listKeys(url, admin)).find(({ name }) => name === 'bob')?.role, role);
    });
  }

  it('say why one could not be added', async () => {
    const { page } = await openSettings();
    const dialog = await startAdding(page, 'ada', 'Read');
    await dialog.getByRole('button', { name: 'Add the key' }).click();
    await dialog.getByRole('alert').getByText('A key has this name').waitFor();
    await dialog.getByLabel('Name').fill('token');
    await dialog.getByRole('button', { name: 'Add the key' }).click();
    await dialog.getByRole('alert').getByText('is what the configured token is called').waitFor();
  });

  it('are revoked when that was confirmed', async () => {
    const { url, admin, page } = await openSettings();
    const { key } = await addKey(url, admin, { name: 'eve', role: 'reader' });
    await page.reload();
    await page.getByRole('button', { name: 'Revoke eve' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    assert.equal((await ask(url, 'GET /api/errors', { headers: bearer(key) })).status, 200);
    await page.getByRole('button', { name: 'Revoke eve' }).click();
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByText('Revoked eve').waitFor();
    assert.equal((await ask(url, 'GET /api/errors', { headers: bearer(key) })).status, 401);
    await page.getByText('1 revoked key').click();
    await page.getByRole('list', { name: 'Revoked keys' }).getByText('eve', { exact: true }).waitFor();
  });

  it('ask twice before the last one of an admin is revoked, which opens errord', async () => {
    const { url, page } = await openSettings();
    await page.getByRole('button', { name: 'Revoke ada' }).click();
    await page.getByText('This browser is logged in with it.').waitFor();
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByRole('alert').getByText('It is the last key of an admin').waitFor();
    assert.equal((await ask(url, 'GET /api/errors')).status, 401);
    await page.getByRole('button', { name: 'Revoke it, and open errord to everybody' }).click();
    await page.getByText('The first admin key closes errord').waitFor();
    assert.equal((await ask(url, 'GET /api/errors')).status, 200);
  });

  it('are shown a few at first, and all when asked', async () => {
    const { url, admin, page } = await openSettings();
    for (let index = 10; index < 32; index += 1) await addKey(url, admin, { name: `app-${index}`, role: 'ingest' });
    await page.reload();
    await rowOf(page, 'app-10').waitFor();
    assert.equal(await keysOf(page).getByRole('listitem').count(), 20);
    await page.getByRole('button', { name: 'Show all 23 keys' }).click();
    await rowOf(page, 'app-31').waitFor();
  });

  it('have names that are text, whatever they are', async () => {
    const { url, admin, page } = await openSettings();
    await addKey(url, admin, { name: `${MARKUP}\u202Egnp`, role: 'ingest', project: MARKUP });
    await page.reload();
    await keysOf(page).getByText(`${MARKUP}\\u202egnp`).waitFor();
    await keysOf(page).getByText(`into ${MARKUP}`).waitFor();
    await page.getByRole('button', { name: /^Revoke <img/ }).click();
    await page.getByRole('dialog').getByText(`${MARKUP}\\u202egnp`).waitFor();
    assert.equal(await page.evaluate('window.hacked'), undefined);
    assert.equal(await page.locator('#root img').count(), 0);
  });

  it('axe finds nothing among them', async () => {
    const { url, admin, page } = await openSettings();
    await addKey(url, admin, { name: 'shop-server', role: 'ingest', project: 'shop' });
    const { id } = await addKey(url, admin, { name: 'eve', role: 'reader' });
    await ask(url, `DELETE /api/keys/${id}`, { headers: bearer(admin) });
    await page.reload();
    await page.getByText('1 revoked key').click();
    await assertAccessible(page, 'keys');
    const dialog = await startAdding(page, 'app', 'Send');
    await assertAccessible(page, 'adding');
    await dialog.getByRole('button', { name: 'Add the key' }).click();
    await page.getByText('It is shown now').waitFor();
    await assertAccessible(page, 'the new key');
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Revoke ada' }).click();
    await assertAccessible(page, 'revoking');
  });
});
