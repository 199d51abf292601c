// How the pages of the dashboard bear a thousand events a second.

import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import type { ErrorGroupList } from '../schemas/error-group.js';
import { launchChromium } from '../test/support/chromium.js';
import { type FirstRowFigures, measureFirstRow } from './first-row.js';
import { measurePage, type PageFigures } from './page-figures.js';
import { type BenchOptions, type Spread, say, toSpreads, toText } from './report.js';
import { makeTrialDir, readStoredCounts, type ServerCost, startDaemon, watchServer } from './servers.js';

const BATCH_EVENTS = 100;
const BATCH_MS = 100;
const EVENTS_PER_SECOND = (BATCH_EVENTS * 1000) / BATCH_MS;
const GROUPS = 50;
/** Of a batch: events that open a group of their own. */
const NEW_GROUPS_PER_BATCH = 10;
const VIEWPORT = { width: 1280, height: 800 };
const BYTES_PER_MB = 2 ** 20;

interface DashboardCase {
  readonly name: string;
  /** Of the page, once there are groups; `errorId` is one of them. */
  readonly toPath: (errorId: string) => string;
  /** Shown once the page is ready. */
  readonly shown: string;
  /** A list that is pointed at does not move. */
  readonly isPointedAt: boolean;
}

const CASES: readonly DashboardCase[] = [
  { name: 'overview', toPath: () => '/', shown: '.attention-row', isPointedAt: false },
  { name: 'errors', toPath: () => '/errors', shown: '.error-row', isPointedAt: false },
  { name: 'errors-being-read', toPath: () => '/errors', shown: '.error-row', isPointedAt: true },
  {
    name: 'error-detail',
    toPath: (errorId) => `/errors/${errorId}`,
    shown: 'role=heading[name="Event 1 of 1"]',
    isPointedAt: false,
  },
];

export interface DashboardFigures {
  readonly name: string;
  readonly figures: Record<string, Spread>;
}

export interface DashboardResult {
  readonly eventsPerSecond: number;
  readonly newGroupsPerSecond: number;
  readonly groups: number;
  readonly viewport: typeof VIEWPORT;
  readonly browser: string;
  /** Among 5,000 groups, on a daemon that has nothing else to do. */
  readonly firstRow: FirstRowFigures;
  readonly cases: readonly DashboardFigures[];
}

/** Each trial has a fresh daemon and a fresh page. The browser draws without a graphics card, on the same cores. */
export async function benchDashboard(options: BenchOptions): Promise<DashboardResult> {
  const browser = await launchChromium();
  const trials = new Map<DashboardCase, Record<string, number | null>[]>(CASES.map((one) => [one, []]));
  try {
    const firstRow = await runFirstRow(browser, options);
    for (let trial = 0; trial < options.trials; trial++) {
      for (const [one, done] of trials) done.push(await runTrial(browser, one, options));
    }
    return {
      eventsPerSecond: EVENTS_PER_SECOND,
      newGroupsPerSecond: (NEW_GROUPS_PER_BATCH * 1000) / BATCH_MS,
      groups: GROUPS,
      viewport: VIEWPORT,
      browser: browser.version(),
      firstRow,
      cases: [...trials].map(([{ name }, done]) => ({ name, figures: toSpreads(done) })),
    };
  } finally {
    await browser.close();
  }
}

const FIRST_ROW_GROUPS = 5000;

async function runFirstRow(browser: Browser, options: BenchOptions): Promise<FirstRowFigures> {
  const { dir, remove } = makeTrialDir();
  try {
    const server = await startDaemon(dir);
    const url = `http://127.0.0.1:${server.port}`;
    for (let number = 1; number <= FIRST_ROW_GROUPS / NEW_GROUPS_PER_BATCH; number++) await post(url, toBatch(number));
    const figures = await measureFirstRow(browser, url, options);
    await server.stop();
    return figures;
  } finally {
    remove();
  }
}

async function runTrial(
  browser: Browser,
  one: DashboardCase,
  options: BenchOptions,
): Promise<Record<string, number | null>> {
  const { dir, remove } = makeTrialDir();
  const context = await browser.newContext({ locale: 'en-GB', viewport: VIEWPORT });
  try {
    const server = await startDaemon(dir);
    const url = `http://127.0.0.1:${server.port}`;
    const flood = openFlood(url);
    const page = await openPage(await context.newPage(), url, one);
    await flood.run(options.warmUpSeconds);
    const { result, cost } = await watchServer(server, () => measurePage(page, () => flood.run(options.seconds)));
    const { events } = await readStoredCounts(server.port);
    if (events !== flood.sentCount + GROUPS) throw new Error(`${events} events are stored, not all that were sent`);
    await page.close();
    await server.stop();
    sayFigures(one, result);
    return toNumbers(result, cost);
  } finally {
    await context.close();
    remove();
  }
}

async function openPage(page: Page, url: string, { toPath, shown, isPointedAt }: DashboardCase): Promise<Page> {
  await post(url, toBatch(0).slice(0, GROUPS));
  const list = (await (await fetch(`${url}/api/errors?pageSize=1`)).json()) as ErrorGroupList;
  await page.goto(url + toPath(list.errors[0]?.id ?? ''));
  await page.getByRole('button', { name: 'Connection: Live' }).waitFor();
  await page.locator(shown).first().waitFor();
  if (isPointedAt) await page.locator(shown).first().hover();
  return page;
}

interface Flood {
  readonly sentCount: number;
  /** Sends at the beat of a clock, whatever the daemon makes of it; resolves when the last batch is stored. */
  run(seconds: number): Promise<void>;
}

function openFlood(url: string): Flood {
  let batchCount = 0;
  return {
    get sentCount() {
      return batchCount * BATCH_EVENTS;
    },
    async run(seconds) {
      const calls: Promise<void>[] = [];
      await new Promise<void>((resolve) => {
        const clock = setInterval(() => {
          calls.push(post(url, toBatch(++batchCount)));
          if (calls.length * BATCH_MS < seconds * 1000) return;
          clearInterval(clock);
          resolve();
        }, BATCH_MS);
      });
      await Promise.all(calls);
    },
  };
}

async function post(url: string, batch: readonly object[]): Promise<void> {
  const response = await fetch(`${url}/api/events/batch`, { method: 'POST', body: JSON.stringify(batch) });
  await response.arrayBuffer();
  if (response.status !== 201) throw new Error(`a batch was answered with ${response.status}`);
}

/** Events of the groups that are there and, from the second batch on, of some that are not. */
function toBatch(number: number): object[] {
  return Array.from({ length: BATCH_EVENTS }, (_, index) => {
    const isNew = number > 0 && index < NEW_GROUPS_PER_BATCH;
    const word = isNew ? `new ${toWord(number * NEW_GROUPS_PER_BATCH + index)}` : `known ${toWord(index % GROUPS)}`;
    return {
      eventId: randomUUID(),
      type: 'TypeError',
      message: `the ${word} one broke`,
      source: 'backend',
      projectId: 'shop',
      stackFrames: [{ filename: '/app/src/cart.ts', function: 'total', lineno: 42, colno: 7, inApp: true }],
      environment: { runtime: 'node', nodeVersion: process.versions.node },
    };
  });
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** A word for a number, and another one for each: numbers in messages may count as what varies. */
function toWord(number: number): string {
  const rest = Math.floor(number / LETTERS.length);
  return (rest === 0 ? '' : toWord(rest)) + (LETTERS[number % LETTERS.length] ?? '');
}

function toNumbers(page: PageFigures, cost: ServerCost): Record<string, number | null> {
  return {
    ...page,
    serverCores: cost.cpu?.cores ?? null,
    bystanderP99Ms: cost.bystanderMs.p99,
    bystanderMaxMs: cost.bystanderMs.max,
  };
}

function sayFigures({ name }: DashboardCase, figures: PageFigures): void {
  const { framesPerSecond, longestFrameMs, longTaskCount, longestTaskMs, heapGrowthBytes, apiCallsPerSecond } = figures;
  say(
    `  ${name}: ${toText(framesPerSecond)} frames/s, the longest ${toText(longestFrameMs)} ms; ${longTaskCount} tasks over ` +
      `50 ms, the longest ${toText(longestTaskMs)} ms; heap +${toText(heapGrowthBytes / BYTES_PER_MB)} MB; ` +
      `${toText(apiCallsPerSecond)} calls/s`,
  );
}
