import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { ErrorGroupList } from '../../schemas/error-group.js';
import type { SessionCode } from '../../schemas/keys.js';
import { WRONG_KEYS_MAX } from '../../src/limits.js';
import { assertAccessible } from '../support/axe.js';
import { useBrowser } from '../support/browser.js';
import { useDaemon } from '../support/daemon.js';
import { anEvent } from '../support/events.js';
import { callJson } from '../support/http.js';
import { addKey, ask, bearer, listKeys } from '../support/keys.js';

const TOKEN = 'the-token-of-the-daemon';
/** What the browser says of a call, or of a connection to the feed, that is refused. */
const REFUSED = { mayLog: /status of 40[139]|status of 429|WebSocket connection/ };
const NO_KEY = 'No key has this text, or it was revoked.';
const USED_UP = /This link was used already, or is older than a minute/;

describe('logging in', () => {
  const browser = useBrowser();
  const daemon = useDaemon();

  /** A daemon that was closed by its first key, with one error, and that key. */
  async function startClosed(): Promise<{ url: string; admin: string }> {
    const { url } = await daemon.start();
    const { key } = await addKey(url, null, { name: 'ada', role: 'admin' });
    const sent = await callJson(`${url}/api/events`, { body: anEvent({ projectId: 'shop' }), headers: bearer(key) });
    assert.equal(sent.status, 201);
    return { url, admin: key };
  }

  async function logIn(page: Page, key: string): Promise<void> {
    await page.getByLabel('Key', { exact: true }).fill(key);
    await page.keyboard.press('Enter');
  }

  const isLive = (page: Page): Promise<void> => page.getByRole('button', { name: 'Connection: Live' }).waitFor();
  const isAsked = (page: Page): Promise<void> => page.getByRole('heading', { name: 'Log in to errord' }).waitFor();

  async function codeOf(url: string, key: string): Promise<string> {
    return (JSON.parse((await ask(url, 'POST /api/session/code', { headers: bearer(key) })).text) as SessionCode).code;
  }

  /** All that a script of the page could find again. */
  const keptBy = (page: Page): Promise<string> =>
    page.evaluate<string>(
      'JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }, history.state])',
    );

  it('refuses a wrong key, opens the page that was asked for with the right one, and keeps neither', async () => {
    const { url, admin } = await startClosed();
    const page = await browser.open(`${url}/errors`, REFUSED);
    await logIn(page, 'not-the-key');
    await page.getByRole('alert').getByText(NO_KEY).waitFor();
    await logIn(page, admin);
    await page.locator('.error-row').waitFor();
    await isLive(page);
    const kept = await keptBy(page);
    assert.ok(!kept.includes(admin) && !kept.includes('errord_session') && !kept.includes('not-the-key'), kept);
    await page.reload();
    await page.locator('.error-row').waitFor();
  });

  it('has the focus in its field after a key that was refused, so that the next one can be typed', async () => {
    const { url } = await startClosed();
    const page = await browser.open(url, REFUSED);
    await isAsked(page);
    await page.getByLabel('Key', { exact: true }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('wrong');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Key', { exact: true }).and(page.locator(':focus')).waitFor();
  });

  it('takes the configured token for a key', async () => {
    const { url } = await daemon.start({ authToken: TOKEN });
    const page = await browser.open(url);
    await logIn(page, TOKEN);
    await page.getByRole('heading', { name: 'Send your first event' }).waitFor();
    await isLive(page);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByText('logged in with the token that errord was started with').waitFor();
  });

  it('asks an open daemon for nothing, at the address of the login neither', async () => {
    const { url } = await daemon.start();
    const page = await browser.open(`${url}/login`);
    await page.getByRole('heading', { name: 'Send your first event' }).waitFor();
    assert.equal(new URL(page.url()).pathname, '/');
  });

  it('redeems a code once, takes it out of the address, and says when it is used up', async () => {
    const { url, admin } = await startClosed();
    const address = `${url}/login#code=${await codeOf(url, admin)}`;
    const page = await browser.open(address);
    await page.getByRole('region', { name: 'Last 24 hours' }).waitFor();
    await isLive(page);
    assert.equal(page.url(), `${url}/`);
    const other = await browser.open(address, REFUSED);
    await other.getByRole('alert').getByText(USED_UP).waitFor();
    assert.equal(other.url(), `${url}/login`);
    // A newer link in the same tab loads no page anew.
    await other.goto(`${url}/login#code=${await codeOf(url, admin)}`);
    await other.getByRole('region', { name: 'Last 24 hours' }).waitFor();
  });

  it('lets a browser in that is logged in, whatever has become of its code', async () => {
    const { url, admin } = await startClosed();
    const address = `${url}/login#code=${await codeOf(url, admin)}`;
    const page = await browser.open(address, REFUSED);
    await page.getByRole('region', { name: 'Last 24 hours' }).waitFor();
    await page.goto('about:blank');
    await page.goto(address);
    await page.getByText('This browser was logged in already.').waitFor();
    await page.getByRole('region', { name: 'Last 24 hours' }).waitFor();
  });

  it('goes on with a token that was typed before, and keeps it no longer', async () => {
    const { url } = await daemon.start({ authToken: TOKEN });
    const keep = (token: string) => (fresh: Page) =>
      fresh.addInitScript(`window.name || sessionStorage.setItem('errord-token', '${token}'); window.name = 'seen';`);
    // A page that waits for a slow daemon asks before the token has become a session.
    const page = await browser.open(url, { ...REFUSED, prepare: keep(TOKEN) });
    await page.getByRole('heading', { name: 'Send your first event' }).waitFor();
    await isLive(page);
    assert.ok(!(await keptBy(page)).includes(TOKEN));
    await page.reload();
    await isLive(page);
    const wrong = await browser.open(url, { ...REFUSED, prepare: keep('an-older-token') });
    await isAsked(wrong);
    assert.ok(!(await keptBy(wrong)).includes('an-older-token'));
  });

  it('tells when to try again after too many wrong keys', async () => {
    const { url, admin } = await startClosed();
    // Of a wrong key first: that of this address is not proven then.
    const page = await browser.open(url, REFUSED);
    await isAsked(page);
    for (let index = 0; index <= WRONG_KEYS_MAX; index += 1) {
      await ask(url, 'POST /api/session', { body: { key: `guess-${index}` } });
    }
    await logIn(page, 'one-more-guess');
    await page
      .getByRole('alert')
      .getByText(/^Too many wrong keys came from this address\. Try again at \d\d:\d\d:\d\d\.$/)
      .waitFor();
    assert.equal((await ask(url, 'GET /api/errors', { headers: bearer(admin) })).status, 200);
  });

  it('says what an ingest key is not for', async () => {
    const { url, admin } = await startClosed();
    const { key } = await addKey(url, admin, { name: 'app', role: 'ingest' });
    const page = await browser.open(url, REFUSED);
    await logIn(page, key);
    await page.getByRole('alert').getByText('An ingest key reads nothing').waitFor();
  });

  it('ends in every tab with the logout, and shows nothing of before', async () => {
    const { url, admin } = await startClosed();
    const page = await browser.open(`${url}/settings`, REFUSED);
    await logIn(page, admin);
    await page.getByRole('button', { name: 'Log out' }).waitFor();
    const other = await page.context().newPage();
    await other.goto(`${url}/errors`);
    await other.locator('.error-row').waitFor();
    await isLive(other);
    await page.getByRole('button', { name: 'Log out' }).click();
    for (const tab of [page, other]) {
      await isAsked(tab);
      assert.equal(await tab.locator('.error-row, .setting').count(), 0);
    }
    await page.reload();
    await isAsked(page);
    await logIn(page, admin);
    await page.getByRole('button', { name: 'Log out' }).waitFor();
  });

  it('ends with the key', async () => {
    const { url, admin } = await startClosed();
    const { id, key } = await addKey(url, admin, { name: 'eve', role: 'reader' });
    const page = await browser.open(`${url}/errors`, REFUSED);
    await logIn(page, key);
    await isLive(page);
    await ask(url, `DELETE /api/keys/${id}`, { headers: bearer(admin) });
    await isAsked(page);
    assert.equal((await listKeys(url, admin)).filter(({ revokedAt }) => revokedAt === undefined).length, 1);
  });

  it('as a reader shows nothing that changes things, and says why', async () => {
    const { url, admin } = await startClosed();
    const { key } = await addKey(url, admin, { name: 'eve', role: 'reader' });
    const page = await browser.open(`${url}/errors`, REFUSED);
    await logIn(page, key);
    await page.locator('.error-row').waitFor();
    await page.getByRole('link', { name: 'reads only' }).waitFor();
    assert.equal(await page.getByRole('checkbox').count(), 0);
    await page.keyboard.press('j');
    await page.keyboard.press('r');
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('Next').waitFor();
    assert.equal(await page.getByRole('dialog').getByText('Resolve').count(), 0);
    await page.keyboard.press('Escape');
    await page.locator('.error-link').click();
    await page.getByRole('button', { name: 'Copy', exact: true }).waitFor();
    assert.equal(await page.getByRole('button', { name: /^(Resolve|Acknowledge|Ignore|Split …)$/ }).count(), 0);
    await page.goto(`${url}/settings`);
    await page.getByText('reads everything, but changes nothing').waitFor();
    assert.ok(await page.getByRole('button', { name: 'Clear data' }).isDisabled());
    assert.equal(await page.getByRole('region', { name: 'Keys' }).count(), 0);
    await page.goto(`${url}/audit`);
    await page.getByText('The audit is for admins').waitFor();
    const { body } = await callJson<ErrorGroupList>(`${url}/api/errors`, { headers: bearer(admin) });
    assert.deepEqual(
      body.errors.map(({ status }) => status),
      ['unresolved'],
    );
  });

  it('axe finds nothing where a key is asked for', async () => {
    const { url } = await startClosed();
    const page = await browser.open(url, REFUSED);
    await logIn(page, 'not-the-key');
    await page.getByRole('alert').waitFor();
    await assertAccessible(page, 'login');
  });
});
