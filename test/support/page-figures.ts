import type { Page } from 'playwright-core';

/** What a page was like while something ran. */
export interface PageFigures {
  readonly framesPerSecond: number;
  readonly longestFrameMs: number;
  /** Of tasks that blocked the page for more than 50 ms. */
  readonly longTasksMs: readonly number[];
  /** What garbage collection left more than there was before. */
  readonly heapGrowthBytes: number;
  /** Calls of the API by address. */
  readonly calls: ReadonlyMap<string, number>;
}

/** Runs in the page; a text, because tests do not have the types of the DOM. */
const START = `(() => {
  const figures = { framesMs: [], longTasksMs: [] };
  let last = performance.now();
  const tick = (now) => {
    figures.framesMs.push(now - last);
    last = now;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) figures.longTasksMs.push(duration);
  }).observe({ entryTypes: ['longtask'] });
  window.figures = figures;
})()`;

/** Measures a page while something runs. With `FIGURES=1` in the environment the figures are printed. */
export async function measurePage(page: Page, run: () => Promise<void>): Promise<PageFigures> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const readHeapBytes = async (): Promise<number> => {
    await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0;
  };
  const calls = new Map<string, number>();
  const note = (address: string): void => {
    const { pathname, search } = new URL(address);
    if (pathname.startsWith('/api/')) calls.set(pathname + search, (calls.get(pathname + search) ?? 0) + 1);
  };
  const heapBytes = await readHeapBytes();
  page.on('request', (request) => {
    note(request.url());
  });
  await page.evaluate(START);
  await run();
  const { framesMs, longTasksMs } = await page.evaluate<{ framesMs: number[]; longTasksMs: number[] }>(
    'window.figures',
  );
  const figures = {
    framesPerSecond: framesMs.length / (framesMs.reduce((total, frameMs) => total + frameMs, 0) / 1000),
    longestFrameMs: Math.max(...framesMs),
    longTasksMs,
    heapGrowthBytes: (await readHeapBytes()) - heapBytes,
    calls,
  };
  if (process.env.FIGURES !== undefined) console.log(page.url(), figures);
  return figures;
}
