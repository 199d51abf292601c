// Runs alone: it counts the calls of a page in each second.

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { useBrowser } from '../support/browser.js';
import { anEvent } from '../support/events.js';
import { useSharedDaemon } from '../support/shared-daemon.js';
import { toWord } from '../support/words.js';

// Frames, long tasks and memory of a page under such a load are what `npm run bench -- dashboard` measures.

const BATCH_EVENTS = 100;
const BATCHES = 40;
const GROUPS = 50;
/** Of a batch: events that open a group of their own. */
const NEW_GROUPS = 10;
/** What opening a page and the end of the load add to one call a second. */
const CALLS_BESIDES = 4;

describe('thousands of events in a row', () => {
  const daemon = useSharedDaemon();
  const browser = useBrowser();

  /** A project with some groups, and the id of one of them. */
  async function newBusyProject(): Promise<{ projectId: string; errorId: string }> {
    const projectId = daemon.newProject();
    await daemon.post('/api/events/batch', toBatch(projectId, 0).slice(0, GROUPS));
    const [group] = await daemon.errorGroups(projectId);
    return { projectId, errorId: group?.id ?? '' };
  }

  /** Sends batch after batch, and on until what is waited for has come. Resolves with how many, all of them stored. */
  async function flood(projectId: string, awaited = Promise.resolve()): Promise<number> {
    let isAwaited = true;
    let count = 0;
    const send = async (): Promise<void> => {
      while (count < BATCHES || isAwaited) {
        count += 1;
        const { status } = await daemon.post('/api/events/batch', toBatch(projectId, count));
        assert.equal(status, 201);
      }
    };
    const stop = (): void => {
      isAwaited = false;
    };
    await Promise.all([send(), awaited.finally(stop)]);
    return count;
  }

  async function openLive(path: string): Promise<Page> {
    const page = await browser.open(daemon.url() + path);
    await page.getByRole('button', { name: 'Connection: Live' }).waitFor();
    return page;
  }

  it('are counted on the overview, which says how much it does not show', async function () {
    this.timeout(60_000);
    const { projectId } = await newBusyProject();
    const page = await openLive(`/?project=${projectId}`);
    await page.locator('.attention-row').first().waitFor();
    await callingSeldom(page, async () => {
      const batches = await flood(projectId, page.getByText('a second, the newest shown').waitFor());
      const count = (GROUPS + batches * BATCH_EVENTS).toLocaleString('en-GB');
      await page.locator(`.tile-value[title="${count}"]`).waitFor();
    });
  });

  it('are in the list of errors in the end, also while many of them are new', async function () {
    this.timeout(60_000);
    const { projectId } = await newBusyProject();
    const page = await openLive(`/errors?project=${projectId}`);
    await page.locator('.error-row').first().waitFor();
    await callingSeldom(page, async () => {
      await flood(projectId);
      await page.locator('.record-total', { hasText: String(GROUPS + BATCHES * NEW_GROUPS) }).waitFor();
    });
  });

  it('leave a list that is being read where it is', async function () {
    this.timeout(60_000);
    const { projectId } = await newBusyProject();
    const page = await openLive(`/errors?project=${projectId}`);
    await page.locator('.error-row').first().hover();
    const before = await page.locator('.error-message').allTextContents();
    await callingSeldom(page, async () => {
      await flood(projectId);
      await page.getByRole('button', { name: `${BATCHES * NEW_GROUPS} new` }).waitFor();
    });
    assert.deepEqual(await page.locator('.error-message').allTextContents(), before);
  });

  it('are counted on the page of their error', async function () {
    this.timeout(60_000);
    const { projectId, errorId } = await newBusyProject();
    const page = await openLive(`/errors/${errorId}`);
    await page.getByRole('heading', { name: 'Event 1 of 1' }).waitFor();
    await callingSeldom(page, async () => {
      await flood(projectId);
      const { body } = await daemon.get<{ total: number }>(`/api/errors/${errorId}?pageSize=1`);
      await page.getByRole('heading', { name: `Event 1 of ${body.total}` }).waitFor();
    });
  });

  /** Fails when the page has called any address more often than once in each second that the work really took. */
  async function callingSeldom(page: Page, work: () => Promise<void>): Promise<void> {
    const calls = new Map<string, number>();
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.startsWith('/api/')) calls.set(pathname + search, (calls.get(pathname + search) ?? 0) + 1);
    });
    const startedAtMs = performance.now();
    await work();
    const callsMax = (performance.now() - startedAtMs) / 1000 + CALLS_BESIDES;
    assert.deepEqual(
      [...calls].filter(([, count]) => count > callsMax),
      [],
    );
    assert.ok(calls.size > 0, 'the page has read again');
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
