import assert from 'node:assert/strict';
import { assertAccessible } from '../support/axe.js';
import { useBrowser } from '../support/browser.js';
import { useSharedDaemon } from '../support/shared-daemon.js';

describe('an expression on the logs page', () => {
  const daemon = useSharedDaemon();
  const browser = useBrowser();

  it('narrows the list, its histogram and what arrives, and says what is wrong with it', async () => {
    const projectId = daemon.newProject();
    const send = async (...messages: readonly string[]): Promise<void> => {
      const batch = messages.map((message) => ({ level: 'info', message, projectId }));
      assert.equal((await daemon.post('/api/logs/batch', batch)).status, 201);
    };
    await send('GET /cart 500', 'GET /healthz 500', 'GET /cart 200', 'timed out');
    const page = await browser.open(`${daemon.url()}/logs?project=${projectId}`, { reducedMotion: 'reduce' });
    await page.getByRole('button', { name: 'Connection: Live' }).waitFor();
    const row = (text: string) => page.locator('.log-row', { hasText: text });
    await row('GET /cart 200').waitFor();
    const field = page.getByRole('searchbox', { name: 'Only entries that pass an expression' });
    await field.fill('(get*500 OR timed) -healthz');
    await row('GET /cart 200').waitFor({ state: 'detached' });
    await row('GET /healthz').waitFor({ state: 'detached' });
    await page.locator('.log-legend-level', { hasText: '2 info' }).waitFor();
    await send('POST /cart 500', 'GET /late 500');
    await row('GET /late 500').waitFor();
    assert.deepEqual(await page.locator('.log-text').allTextContents(), [
      'GET /cart 500',
      'timed out',
      'GET /late 500',
    ]);
    await field.fill('(get');
    await page.getByText('Character 1: The parenthesis that begins here has no end').waitFor();
    // What cannot be read leaves out nothing.
    await row('GET /cart 200').waitFor();
    await assertAccessible(page, 'an expression that cannot be read');
  });

  it('is offered for a text that is searched to the letter and looks like one', async () => {
    const projectId = daemon.newProject();
    const batch = ['GET /cart 500', 'POST /cart 200'].map((message) => ({ level: 'info', message, projectId }));
    assert.equal((await daemon.post('/api/logs/batch', batch)).status, 201);
    const page = await browser.open(`${daemon.url()}/logs?project=${projectId}&q=GET*500%20OR%20late`);
    const hint = page.getByText('Looked for to the letter, with its OR, *, - or quotes.');
    await hint.waitFor();
    assert.equal(await page.locator('.log-row').count(), 0);
    await assertAccessible(page, 'a search that looks like an expression');
    await page.getByRole('button', { name: 'Take it as an expression' }).click();
    await page.locator('.log-row', { hasText: 'GET /cart 500' }).waitFor();
    await hint.waitFor({ state: 'detached' });
    const { searchParams } = new URL(page.url());
    assert.deepEqual([searchParams.get('q'), searchParams.get('query')], [null, 'GET*500 OR late']);
    await page.getByRole('searchbox', { name: 'Search in messages' }).fill('/cart 5');
    await page.waitForURL(/q=/);
    assert.equal(await hint.count(), 0);
  });
});
