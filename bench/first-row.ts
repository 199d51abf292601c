// How long a person waits for the first row of the list of errors, from the navigation to the frame that shows it.

import type { Browser, BrowserContext } from 'playwright-core';
import { type BenchOptions, type Spread, say, toSpreads, toText } from './report.js';

/** Fewer say little on a machine that does other things too. */
const ROUNDS_MIN = 9;

/** Runs in the page before its own code; a text, because this side does not have the types of the DOM. */
const WATCH = `(() => {
  window.firstRow = new Promise((resolve) => {
    const look = () => {
      if (document.querySelector('.error-row') === null) return;
      watcher.disconnect();
      requestAnimationFrame(() => resolve(performance.now()));
    };
    const watcher = new MutationObserver(look);
    watcher.observe(document, { childList: true, subtree: true });
  });
})()`;

/** Milliseconds. `first`: the browser has nothing of the page; `again`: it was there before. */
export type FirstRowFigures = Readonly<Record<'first' | 'again', Spread>>;

/** Each round is a profile of its own. */
export async function measureFirstRow(
  browser: Browser,
  url: string,
  { trials }: BenchOptions,
): Promise<FirstRowFigures> {
  const rounds: Record<'first' | 'again', number>[] = [];
  for (let round = 0; round < Math.max(ROUNDS_MIN, trials); round++) {
    const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 } });
    rounds.push({ first: await readFirstRowMs(context, url), again: await readFirstRowMs(context, url) });
    await context.close();
  }
  const figures = toSpreads(rounds) as FirstRowFigures;
  say(
    `  first row of errors: ${toText(figures.first.median)} ms after the navigation, ` +
      `${toText(figures.again.median)} ms where the page was open before`,
  );
  return figures;
}

async function readFirstRowMs(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage();
  await page.addInitScript(WATCH);
  await page.goto(`${url}/errors`);
  const ms = await page.evaluate<number>('window.firstRow');
  await page.close();
  return ms;
}
