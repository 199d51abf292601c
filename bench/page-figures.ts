// What a page is like while something runs: frames, tasks that block it, memory, calls.

import type { CDPSession, Page } from 'playwright-core';

export interface PageFigures {
  readonly framesPerSecond: number;
  readonly longestFrameMs: number;
  /** Tasks of more than 50 ms, which a person may notice. */
  readonly longTaskCount: number;
  /** 0 when there was none. */
  readonly longestTaskMs: number;
  /** What garbage collection left more than there was before. */
  readonly heapGrowthBytes: number;
  readonly apiCallsPerSecond: number;
}

/** Runs in the page; a text, because this side does not have the types of the DOM. */
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

interface Noted {
  readonly framesMs: readonly number[];
  readonly longTasksMs: readonly number[];
}

/** Measures a page while something runs. A page is measured once. */
export async function measurePage(page: Page, run: () => Promise<void>): Promise<PageFigures> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  let callCount = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) callCount += 1;
  });
  const heapBytesBefore = await readHeapBytes(session);
  await page.evaluate(START);
  await run();
  const { framesMs, longTasksMs } = await page.evaluate<Noted>('window.figures');
  const seconds = framesMs.reduce((total, frameMs) => total + frameMs, 0) / 1000;
  return {
    framesPerSecond: framesMs.length / seconds,
    longestFrameMs: Math.max(0, ...framesMs),
    longTaskCount: longTasksMs.length,
    longestTaskMs: Math.max(0, ...longTasksMs),
    apiCallsPerSecond: callCount / seconds,
    heapGrowthBytes: (await readHeapBytes(session)) - heapBytesBefore,
  };
}

async function readHeapBytes(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0;
}
