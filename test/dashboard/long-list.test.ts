import assert from 'node:assert/strict';
import { useBrowser } from '../support/browser.js';
import { anEvent } from '../support/events.js';
import { useSharedDaemon } from '../support/shared-daemon.js';
import { toWord } from '../support/words.js';

const GROUPS = 1500;
const BATCH_EVENTS = 500;
/** Rows that the document may hold: a screen and some beyond it. */
const ROWS_MAX = 60;

describe('a long list of errors', () => {
  const daemon = useSharedDaemon();
  const browser = useBrowser();
  let projectId = '';

  before(async () => {
    projectId = daemon.newProject();
    for (let from = 0; from < GROUPS; from += BATCH_EVENTS) {
      const batch = Array.from({ length: BATCH_EVENTS }, (_, index) =>
        anEvent({
          projectId,
          message: `the ${toWord(from + index)} one broke`,
          timestamp: new Date(Date.now() - (from + index + 1) * 1000).toISOString(),
        }),
      );
      await daemon.post('/api/events/batch', batch);
    }
  });

  it('goes to its end and back at once, and reads no more than what is in view', async () => {
    const pages: string[] = [];
    const page = await browser.open(`${daemon.url()}/errors?project=${projectId}`, {
      prepare: (opened) => {
        opened.on('request', (request) => {
          const { pathname, searchParams } = new URL(request.url());
          if (pathname === '/api/errors' && searchParams.has('page')) pages.push(searchParams.get('page') ?? '');
        });
        return Promise.resolve();
      },
    });
    await page.getByText('1,500 errors').first().waitFor();
    await page.getByText('the a one broke').waitFor();
    await page.keyboard.press('End');
    await page.getByText(`the ${toWord(GROUPS - 1)} one broke`).waitFor();
    assert.ok((await page.locator('.error-row').count()) < ROWS_MAX);
    await page.keyboard.press('Home');
    await page.getByText('the a one broke').waitFor();
    assert.deepEqual(new Set(pages), new Set(['1', '15']));
  });

  it('lets keys go on from what is in view, and comes back to where it was left', async () => {
    const page = await browser.open(`${daemon.url()}/errors?project=${projectId}`);
    await page.getByText('the a one broke').waitFor();
    await page.keyboard.press('End');
    const last = page.getByText(`the ${toWord(GROUPS - 1)} one broke`);
    await last.click();
    await page.getByRole('heading', { name: `the ${toWord(GROUPS - 1)} one broke` }).waitFor();
    await page.keyboard.press('Escape');
    await last.waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Event 1 of 1' }).waitFor();
  });
});
