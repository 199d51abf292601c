// The overlay of a page in development, in a real browser.

import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { OVERLAY_ERRORS_MAX } from '../../../clients/browser/src/limits.js';
import { assertAccessible } from '../../support/axe.js';
import { useBrowser } from '../../support/browser.js';
import { useSharedDaemon } from '../../support/shared-daemon.js';
import { useSite } from '../../support/site.js';
import { openWatchedPage, type PageContents, type WatchedPage } from '../../support/watched-page.js';

/** Its tree is closed to scripts; a test that looks inside opens it. */
const openTrees = async (page: Page): Promise<void> => {
  await page.addInitScript(`{
    const { attachShadow } = Element.prototype;
    Element.prototype.attachShadow = function (init) { return attachShadow.call(this, { ...init, mode: 'open' }); };
  }`);
};

const SCRIPT = `function total(fruits) {
  return fruits.reduce((sum, { price }) => sum + price.amount, 0);
}
function go() { total([{ price: undefined }]); }
var clicks = 0;
addEventListener('DOMContentLoaded', () => document.addEventListener('click', () => { clicks += 1; }));
`;

describe('the overlay of a page in development', () => {
  const daemon = useSharedDaemon();
  const closed = useSharedDaemon({ private: true });
  const browser = useBrowser();
  const site = useSite();

  const open = ({
    body = '<main><h1>Shop</h1><button id="go" onclick="go()">Go</button></main>',
    ...rest
  }: PageContents = {}) =>
    openWatchedPage(
      { daemon, browser, site, prepare: openTrees },
      { script: SCRIPT, attributes: 'data-overlay', body: `<html lang="en"><title>Shop</title>${body}`, ...rest },
    );

  const badge = (page: Page): Locator => page.getByRole('button', { name: /\d errors?$/ });
  const panel = (page: Page): Locator => page.getByLabel('Errors of this page');

  /** The page with its error told and explained, and the panel open. */
  const openFailed = async (contents?: PageContents): Promise<WatchedPage> => {
    const opened = await open(contents);
    await opened.page.click('#go');
    await badge(opened.page).click();
    await panel(opened.page).getByText('price.amount').waitFor();
    return opened;
  };

  it('shows what happened, explained, with the line and the way to the dashboard', async () => {
    const { page, projectId } = await openFailed();
    await page
      .getByText(/missing|undefined/)
      .nth(1)
      .waitFor();
    const [group] = await daemon.errorGroups(projectId);
    assert.ok(group?.explanation !== undefined);
    await panel(page).getByText(group.explanation).waitFor();
    await panel(page)
      .getByText(/^app\.js:2$/)
      .waitFor();
    assert.equal(
      await panel(page).locator('.at').textContent(),
      '2  return fruits.reduce((sum, { price }) => sum + price.amount, 0);',
    );
    assert.equal(
      await page.getByRole('link', { name: 'Open in errord' }).getAttribute('href'),
      `${daemon.url()}/errors/${group.id}`,
    );
    assert.equal(await page.getByRole('link', { name: 'Open in editor' }).count(), 0);
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`is accessible, ${colorScheme}, and on a narrow screen`, async () => {
      const { page } = await openFailed();
      await page.emulateMedia({ colorScheme });
      await assertAccessible(page, colorScheme);
      await page.setViewportSize({ width: 360, height: 640 });
      await assertAccessible(page, `${colorScheme}, narrow`);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
    });
  }

  it('takes no click of the page, no focus, and no key but Escape, and is no part of what the page hears', async () => {
    const { page } = await open({ body: '<button id="go" onclick="go()">Go</button><input id="name">' });
    await page.focus('#name');
    await page.evaluate('setTimeout(go)');
    await badge(page).waitFor();
    assert.equal(await page.evaluate('document.activeElement.id'), 'name');
    // Beside the badge, inside of what the overlay may fill.
    const box = await badge(page).boundingBox();
    assert.ok(box);
    const below = `document.elementFromPoint(${box.x - 20}, ${box.y + box.height / 2}).localName`;
    assert.match(await page.evaluate<string>(below), /^(?:body|html)$/);
    const clicks = await page.evaluate('clicks');
    await badge(page).click();
    assert.equal(await badge(page).getAttribute('aria-expanded'), 'true');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    assert.equal(await panel(page).isVisible(), false, 'the button that closes comes first');
    assert.equal(await page.evaluate('document.activeElement.shadowRoot.activeElement.className'), 'badge');
    await page.keyboard.press('Enter');
    await panel(page).waitFor();
    await page.focus('#name');
    await page.keyboard.press('Escape');
    assert.equal(await panel(page).isVisible(), false);
    assert.equal(await page.evaluate('document.activeElement.id'), 'name');
    assert.equal(await page.evaluate('clicks'), clicks);
  });

  it('counts what is repeated once, and keeps the latest', async () => {
    const { page } = await open();
    await page.evaluate(
      `for (let i = 0; i <= ${OVERLAY_ERRORS_MAX}; i++) errord.captureError(new Error('number ' + i))`,
    );
    await page.evaluate('for (let i = 0; i < 3; i++) setTimeout(() => errord.captureMessage("again", "error"))');
    await badge(page)
      .getByText(`${OVERLAY_ERRORS_MAX + 4} errors`)
      .click();
    const messages = await panel(page).locator('summary').allTextContents();
    assert.deepEqual(
      [messages.length, messages[0], messages[1]],
      [OVERLAY_ERRORS_MAX, 'again3 times', `number ${OVERLAY_ERRORS_MAX}`],
    );
    assert.equal(messages.at(-1), 'number 2');
  });

  it('shows what a stranger wrote as text, under a policy that allows no style and no script of the page', async () => {
    const { page } = await open({
      head: `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' ${daemon.url()}; connect-src 'self' ${daemon.url()}">`,
      script: 'errord.captureError(new Error("<img src=x onerror=alert(1)><b>bold</b>"));',
      body: '',
    });
    await badge(page).click();
    await panel(page).getByText('<img src=x onerror=alert(1)><b>bold</b>', { exact: true }).waitFor();
    assert.equal(await panel(page).locator('img, b').count(), 0);
    const style = 'getComputedStyle(document.querySelector("errord-overlay").shadowRoot.querySelector(".badge"))';
    assert.equal(await page.evaluate(`${style}.borderRadius`), '999px');
  });

  it('opens the editor at a file that is known, and by a template at any other', async () => {
    const error = (filename: string): string =>
      `Object.assign(new Error('here'), { stack: 'Error: here\\n    at run (${filename}:3:7)' })`;
    const { page } = await open({ attributes: 'data-overlay data-editor="zed://file/srv/shop{path}:{line}"' });
    await page.evaluate(`errord.captureError(${error(`${site.url()}/src/a%20cart.ts`)})`);
    await badge(page).click();
    const link = page.getByRole('link', { name: 'Open in editor' });
    assert.equal(await link.getAttribute('href'), 'zed://file/srv/shop/src/a%20cart.ts:3');
    await page.evaluate(`errord.init({ serverUrl: '${daemon.url()}', overlay: true });
      errord.captureError(${error(`${site.url()}/@fs/srv/lib/x?y.ts`)})`);
    await badge(page).click();
    assert.equal(await link.getAttribute('href'), 'vscode://file/srv/lib/x%3Fy.ts:3:7');
  });

  it('shows the error without an explanation when the daemon does not let the page read', async () => {
    const { page } = await openWatchedPage(
      { daemon: closed, browser, site, prepare: openTrees },
      {
        script: SCRIPT,
        attributes: 'data-overlay',
        body: '<button id="go" onclick="go()">Go</button>',
        isCrossOrigin: false,
      },
    );
    const refused = page.waitForEvent('requestfailed', (request) => /\/api\/events\/[\w-]+\?/.test(request.url()));
    await page.click('#go');
    await badge(page).click();
    await refused;
    await panel(page).locator('.at').waitFor();
    assert.equal(
      await page.getByRole('link', { name: 'Open in errord' }).getAttribute('href'),
      `${closed.url()}/errors`,
    );
  });

  it('asks for the next error when the daemon had no time for one', async () => {
    const { page, projectId } = await open();
    await page.route(/\/api\/events\/[\w-]+\?/, (route) => route.fulfill({ status: 503 }), { times: 1 });
    const busy = page.waitForResponse((response) => response.status() === 503);
    await page.click('#go');
    await busy;
    await page.evaluate("setTimeout(() => { throw new TypeError('carts is not iterable'); })");
    await badge(page).click();
    await page.locator(`a[href^="${daemon.url()}/errors/"]`).waitFor();
    const group = (await daemon.errorGroups(projectId)).find(({ message }) => message.includes('iterable'));
    await panel(page)
      .getByText(group?.explanation ?? 'none')
      .waitFor();
  });

  it('is closed to the scripts of the page, leaves no breadcrumb, and goes with the client', async () => {
    const opened = await openWatchedPage({ daemon, browser, site }, { script: SCRIPT, attributes: 'data-overlay' });
    const { page } = opened;
    await page.evaluate('setTimeout(go)');
    await page.waitForSelector('errord-overlay', { state: 'attached' });
    assert.equal(await page.evaluate('document.querySelector("errord-overlay").shadowRoot'), null);
    await page.mouse.click(1280 - 50, 800 - 30);
    await page.evaluate('errord.captureMessage("after")');
    const after = (await opened.events()).find(({ message }) => message === 'after');
    assert.deepEqual(after?.breadcrumbs ?? [], []);
    await page.evaluate('errord.close()');
    await page.waitForSelector('errord-overlay', { state: 'detached' });
  });

  it('is not there without errors, without being asked for, nor on a page of another machine', async () => {
    const asked: string[] = [];
    const quiet = await open();
    quiet.page.on('request', (request) => asked.push(request.url()));
    await quiet.page.evaluate('errord.captureMessage("fine")');
    await quiet.events();
    const off = await open({ attributes: '' });
    off.page.on('request', (request) => asked.push(request.url()));
    await off.page.click('#go');
    await off.events();
    const there = await open();
    for (const url of [`${site.url()}/**`.replace('127.0.0.1', 'shop.example'), `${daemon.url()}/**`]) {
      await there.page.route(url, async (route) => {
        const address = route.request().url().replace('shop.example', '127.0.0.1');
        await route.fulfill({ response: await route.fetch({ url: address }) });
      });
    }
    there.page.on('request', (request) => asked.push(request.url()));
    await there.page.goto(there.page.url().replace('127.0.0.1', 'shop.example'));
    await there.page.click('#go');
    assert.equal((await there.events()).length, 1);
    for (const { page } of [quiet, off, there]) assert.equal(await page.locator('errord-overlay').count(), 0);
    assert.deepEqual(
      asked.filter((url) => url.includes('errord-overlay')),
      [],
    );
  });
});
