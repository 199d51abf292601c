import assert from 'node:assert/strict';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { launchChromium } from './chromium.js';

/** The first start unpacks the browser. */
const START_MS = 60_000;
/** What a page shows comes within this time or not at all; no test is about how soon. */
const SHOWN_MS = 30_000;

let starting: Promise<Browser> | null = null;

// At the root, so that all suites share the one browser.
after(async () => {
  if (starting !== null) await (await starting).close();
});

function startBrowser(): Promise<Browser> {
  starting ??= launchChromium();
  return starting;
}

export interface PageOptions extends BrowserContextOptions {
  /** Runs before the address is opened. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** What the console may say, and pages may throw: browsers note every refused call there. */
  readonly mayLog?: RegExp;
}

export interface BrowserFixture {
  /** Opens an address with nothing shared with other pages: storage and cache are its own. */
  open(address: string, options?: PageOptions): Promise<Page>;
}

/**
 * Pages in a real browser. Each is closed after the test, which fails if one of them wrote an error to its console, threw,
 * or was kept from something by its policy.
 */
export function useBrowser(): BrowserFixture {
  const contexts: BrowserContext[] = [];
  const faults: string[] = [];
  before(async function () {
    this.timeout(START_MS);
    await startBrowser();
  });
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
    assert.deepEqual(faults.splice(0), []);
  });
  return {
    async open(address, { prepare, mayLog, ...options } = {}) {
      const browser = await startBrowser();
      const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 }, ...options });
      contexts.push(context);
      const page = await context.newPage();
      page.setDefaultTimeout(SHOWN_MS);
      page.on('console', (message) => {
        if (message.type() === 'error' && mayLog?.test(message.text()) !== true) faults.push(message.text());
      });
      page.on('pageerror', (error) => {
        if (mayLog?.test(String(error)) !== true) faults.push(String(error));
      });
      page.on('dialog', (dialog) => {
        faults.push(`a dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      await prepare?.(page);
      await page.goto(address);
      return page;
    },
  };
}
