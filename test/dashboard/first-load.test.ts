import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { useBrowser } from '../support/browser.js';
import { anEvent } from '../support/events.js';
import { useSharedDaemon } from '../support/shared-daemon.js';

const FIRST_LOAD_BYTES_MAX = 150 * 1024;

/** Notes the heading of what stands there first. Code is never late: the timer that would not wait for it does not run. */
const WATCH_FIRST_CONTENT = `(() => {
  const start = window.setTimeout;
  window.setTimeout = (run, ms, ...rest) => (ms === 300 ? 0 : start(run, ms, ...rest));
  new MutationObserver(() => {
    if (document.querySelector('#content') === null) return;
    window.firstHeading ??= document.querySelector('h1')?.textContent ?? 'none';
  }).observe(document, { childList: true, subtree: true });
})()`;

describe('the first load', () => {
  const daemon = useSharedDaemon();
  const browser = useBrowser();

  it('takes at most 150 KB gzip until the overview stands, from nowhere else, and nothing twice', async () => {
    const projectId = daemon.newProject();
    await daemon.post('/api/events', anEvent({ projectId }));
    const addresses: string[] = [];
    const page = await browser.open(daemon.url(), {
      prepare: (opened) => {
        opened.on('request', (request) => addresses.push(request.url()));
        return Promise.resolve();
      },
    });
    await page.locator('.time-chart canvas').waitFor();
    await page.locator('.attention-row').first().waitFor();
    const loaded = [...addresses];
    assert.deepEqual(
      loaded.filter((address) => new URL(address).host !== new URL(daemon.url()).host),
      [],
    );
    const files = loaded.filter((address) => !new URL(address).pathname.startsWith('/api'));
    assert.equal(new Set(files).size, files.length);
    let byteCount = 0;
    for (const address of files) {
      byteCount += gzipSync(new Uint8Array(await (await fetch(address)).arrayBuffer())).byteLength;
    }
    assert.ok(byteCount > 10_000 && byteCount <= FIRST_LOAD_BYTES_MAX, `the first load is ${byteCount} bytes`);
  });

  it('asks for the rows of the list of errors before the code of its page has come', async () => {
    const projectId = daemon.newProject();
    await daemon.post('/api/events', anEvent({ projectId, message: 'there at once' }));
    const page = await browser.open(`${daemon.url()}/errors?project=${projectId}`, {
      prepare: async (opened) => {
        const asked = opened.waitForRequest((request) => new URL(request.url()).pathname === '/api/errors');
        // The page would wait for ever if its code had to come first.
        await opened.route(/assets\/errors-page-.*\.js$/, async (route) => {
          await asked;
          await route.continue();
        });
      },
    });
    await page.getByText('there at once').waitFor();
  });

  it('asks who this is before any script has come', async () => {
    const projectId = daemon.newProject();
    await daemon.post('/api/events', anEvent({ projectId, message: 'there at once' }));
    const page = await browser.open(`${daemon.url()}/errors?project=${projectId}`, {
      prepare: async (opened) => {
        const asked = opened.waitForRequest((request) => new URL(request.url()).pathname === '/api/session');
        await opened.route(/\.js$/, async (route) => {
          await asked;
          await route.continue();
        });
      },
    });
    await page.getByText('there at once').waitFor();
  });

  it('shows a page at once, and nothing in its place, when its code is there', async () => {
    const projectId = daemon.newProject();
    await daemon.post('/api/events', anEvent({ projectId, message: 'there at once' }));
    const page = await browser.open(`${daemon.url()}/errors?project=${projectId}`, {
      prepare: (opened) => opened.addInitScript(WATCH_FIRST_CONTENT),
    });
    await page.getByText('there at once').waitFor();
    assert.equal(await page.evaluate('window.firstHeading'), 'Errors');
  });

  it('is followed by the other pages, before anybody goes to one', async () => {
    const projectId = daemon.newProject();
    await daemon.post('/api/events', anEvent({ projectId }));
    let others: Promise<unknown> = Promise.resolve();
    await browser.open(daemon.url(), {
      prepare: (opened) => {
        others = opened.waitForRequest(/assets\/settings-page-.*\.js$/);
        return Promise.resolve();
      },
    });
    await others;
  });

  it('takes the chosen theme before the first paint', async () => {
    const page = await browser.open(daemon.url(), {
      colorScheme: 'light',
      prepare: (opened) => opened.addInitScript('localStorage.setItem("errord-theme", "dark")'),
    });
    assert.equal(await page.evaluate('document.documentElement.dataset.theme'), 'dark');
    await page.getByRole('button', { name: 'Theme: Dark' }).click();
    await page.getByRole('menuitemradio', { name: 'Light' }).click();
    await page.getByRole('button', { name: 'Theme: Light' }).waitFor();
    assert.equal(await page.evaluate('getComputedStyle(document.documentElement).colorScheme'), 'light');
  });
});
