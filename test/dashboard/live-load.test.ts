import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { useBrowser } from '../support/browser.js';
import { anEvent } from '../support/events.js';
import { measurePage, type PageFigures } from '../support/page-figures.js';
import { useSharedDaemon } from '../support/shared-daemon.js';
import { toWord } from '../support/words.js';

/** A thousand events a second for some seconds. */
const BATCH_EVENTS = 100;
const BATCH_MS = 100;
const BATCHES = 40;
const SECONDS = (BATCHES * BATCH_MS) / 1000;
const GROUPS = 50;
/** Of a batch: events that open a group of their own. */
const NEW_GROUPS = 10;

// What a person would take for a page that hangs or swells; a slow machine stays well within.
const LONG_TASK_MS_MAX = 200;
const FRAMES_PER_SECOND_MIN = 20;
const HEAP_GROWTH_BYTES_MAX = 24 * 1024 * 1024;
/** Once a second at most, and what opening the page and its end add. */
const CALLS_MAX = SECONDS * 1.5 + 4;

describe('a thousand events a second', () => {
  const daemon = useSharedDaemon();
  const browser = useBrowser();

  /** A project with some groups, and the id of one of them. */
  async function newBusyProject(): Promise<{ projectId: string; errorId: string }> {
    const projectId = daemon.newProject();
    await daemon.post('/api/events/batch', toBatch(projectId, 0).slice(0, GROUPS));
    const [group] = await daemon.errorGroups(projectId);
    return { projectId, errorId: group?.id ?? '' };
  }

  /** Sends at the beat of a clock, whatever the daemon makes of it; resolves when the last batch is stored. */
  async function flood(projectId: string): Promise<void> {
    const answers: Promise<{ readonly status: number }>[] = [];
    await new Promise<void>((resolve) => {
      const clock = setInterval(() => {
        answers.push(daemon.post('/api/events/batch', toBatch(projectId, answers.length + 1)));
        if (answers.length < BATCHES) return;
        clearInterval(clock);
        resolve();
      }, BATCH_MS);
    });
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    assert.deepEqual([...new Set(statuses)], [201]);
  }

  async function openLive(path: string): Promise<Page> {
    const page = await browser.open(daemon.url() + path);
    await page.getByRole('button', { name: 'Connection: Live' }).waitFor();
    return page;
  }

  it('leave the overview at its frames and its memory, which says how much it does not show', async function () {
    this.timeout(60_000);
    const { projectId } = await newBusyProject();
    const page = await openLive(`/?project=${projectId}`);
    await page.locator('.attention-row').first().waitFor();
    const figures = await measurePage(page, async () => {
      await Promise.all([flood(projectId), page.getByText('a second, the newest shown').waitFor()]);
      await page.locator('.tile-value', { hasText: '4,050' }).waitFor();
    });
    assertCalm(figures);
  });

  it('leave the list of errors at its frames and its memory, also while many of them are new', async function () {
    this.timeout(60_000);
    const { projectId } = await newBusyProject();
    const page = await openLive(`/errors?project=${projectId}`);
    await page.locator('.error-row').first().waitFor();
    const figures = await measurePage(page, async () => {
      await flood(projectId);
      await page.locator('.errors-total', { hasText: String(GROUPS + BATCHES * NEW_GROUPS) }).waitFor();
    });
    assertCalm(figures);
  });

  it('leave a list that is being read where it is', async function () {
    this.timeout(60_000);
    const { projectId } = await newBusyProject();
    const page = await openLive(`/errors?project=${projectId}`);
    await page.locator('.error-row').first().hover();
    const before = await page.locator('.error-message').allTextContents();
    const figures = await measurePage(page, async () => {
      await flood(projectId);
      await page.getByRole('button', { name: `${BATCHES * NEW_GROUPS} new` }).waitFor();
    });
    assert.deepEqual(await page.locator('.error-message').allTextContents(), before);
    assertCalm(figures);
  });

  it('leave the page of an error at its frames and its memory', async function () {
    this.timeout(60_000);
    const { projectId, errorId } = await newBusyProject();
    const page = await openLive(`/errors/${errorId}`);
    await page.getByRole('heading', { name: 'Event 1 of 1' }).waitFor();
    const figures = await measurePage(page, async () => {
      await flood(projectId);
      const { body } = await daemon.get<{ total: number }>(`/api/errors/${errorId}?pageSize=1`);
      await page.getByRole('heading', { name: `Event 1 of ${body.total}` }).waitFor();
    });
    assertCalm(figures);
  });

  function assertCalm({ framesPerSecond, longTasksMs, heapGrowthBytes, calls }: PageFigures): void {
    assert.deepEqual(
      longTasksMs.filter((taskMs) => taskMs > LONG_TASK_MS_MAX),
      [],
    );
    assert.ok(framesPerSecond > FRAMES_PER_SECOND_MIN, `${framesPerSecond} frames a second`);
    assert.ok(heapGrowthBytes < HEAP_GROWTH_BYTES_MAX, `the heap has grown by ${heapGrowthBytes} bytes`);
    for (const [address, count] of calls) assert.ok(count <= CALLS_MAX, `${count} calls of ${address}`);
  }
});

/** Events of the groups that are there and, from the second batch on, of some that are not. */
function toBatch(projectId: string, number: number) {
  return Array.from({ length: BATCH_EVENTS }, (_, index) => {
    const isNew = number > 0 && index < NEW_GROUPS;
    const word = isNew ? `new ${toWord(number * NEW_GROUPS + index)}` : `known ${toWord(index % GROUPS)}`;
    return anEvent({ projectId, message: `the ${word} one broke` });
  });
}
