import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { useBrowser } from '../support/browser.js';
import { anEvent } from '../support/events.js';
import { useSharedDaemon } from '../support/shared-daemon.js';

const MARKUP = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';
/** Reverses the reading order of what follows it. */
const BIDI = 'invoice\u202Egnp.exe';

/** The callback of `evaluate` would need the types of the DOM, which tests do not have; a text does not. */
function addressesOf(page: Page, selector: string): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll('${selector}')].map((a) => a.getAttribute('href'))`);
}

describe('hostile content', () => {
  const daemon = useSharedDaemon();
  const browser = useBrowser();

  async function assertHarmless(page: Page): Promise<void> {
    assert.equal(await page.evaluate('window.hacked'), undefined);
    assert.equal(await page.locator('#root img, #root script, #root iframe, #root object, #root b').count(), 0);
    const addresses = await addressesOf(page, 'a');
    assert.deepEqual(
      addresses.filter((address) => address !== '#content' && !/^\/(?!\/)/.test(address)),
      [],
    );
  }

  it('shows as text, and does nothing, in every field and on every page', async () => {
    const projectId = `<b>${daemon.newProject()}</b>`;
    const tree = { [MARKUP]: MARKUP, __proto__x: [MARKUP], url: 'javascript:window.hacked=1' };
    await daemon.post(
      '/api/events',
      anEvent({
        projectId,
        message: `${MARKUP} ${BIDI}`,
        type: '<svg onload=window.hacked=1>',
        correlationId: MARKUP,
        release: MARKUP,
        componentName: MARKUP,
        componentStack: MARKUP,
        stack: MARKUP,
        stackFrames: [
          { filename: 'javascript:window.hacked=1', function: MARKUP, lineno: 1, contextLine: MARKUP, inApp: true },
          { filename: `/app/node_modules/${MARKUP}/a.js`, function: MARKUP, lineno: 1 },
        ],
        request: { ...tree, method: MARKUP },
        environment: tree,
        user: tree,
        tags: tree,
        extra: tree,
        ...Object.fromEntries(
          ['code', 'platform', 'mechanism', 'serverName', 'transaction', 'logger'].map((name) => [name, MARKUP]),
        ),
        causes: [
          { type: MARKUP, message: MARKUP, code: MARKUP, stack: MARKUP },
          { stackFrames: [{ filename: MARKUP, function: MARKUP, module: MARKUP, contextLine: MARKUP }] },
        ],
        contexts: { os: { name: MARKUP, version: BIDI }, runtime: MARKUP, [MARKUP]: tree },
        sdk: { name: MARKUP, version: MARKUP },
        attachments: [{ name: MARKUP, contentType: MARKUP, size: 1e308 }],
        breadcrumbs: [MARKUP, tree, { category: MARKUP, message: MARKUP, timestamp: MARKUP }, null, [[MARKUP]]],
      }),
    );
    await daemon.post('/api/logs', { level: 'warn', message: MARKUP, projectId, correlationId: MARKUP });
    await daemon.post('/api/events/request', { method: 'GET', url: `/${MARKUP}`, projectId, correlationId: MARKUP });
    const { error } = await daemon.onlyErrorGroup(projectId);
    const query = `?project=${encodeURIComponent(projectId)}`;
    const page = await browser.open(`${daemon.url()}/errors/${error.id}`);
    await page.getByRole('heading', { name: MARKUP, level: 1 }).waitFor();
    await page.getByRole('region', { name: 'Timeline' }).getByText('GET /').waitFor();
    await page.getByText('invoice\\u202egnp.exe').first().waitFor();
    for (const fold of await page.getByRole('region', { name: 'Caused by' }).getByRole('button').all()) {
      await fold.click();
    }
    await page.getByRole('region', { name: 'Raw stack of the cause' }).waitFor();
    await page.getByRole('region', { name: 'Facts' }).getByText(MARKUP).first().waitFor();
    await assertHarmless(page);
    for (const path of ['/', '/errors', '/requests', '/logs', '/projects']) {
      await page.goto(daemon.url() + path + query);
      await page.getByText('onerror=').or(page.getByText('<b>test-')).first().waitFor();
      await assertHarmless(page);
    }
  });

  it('gets no address of its own into an editor link', async () => {
    const projectId = daemon.newProject();
    const filenames = ['javascript:alert(1)', '//evil.example/a.ts', '/app/../../etc/passwd', '/app/a?b#c".ts'];
    const stackFrames = filenames.map((filename) => ({ filename, function: 'f', lineno: -1, inApp: true }));
    await daemon.post('/api/events', anEvent({ projectId, stackFrames }));
    const { error } = await daemon.onlyErrorGroup(projectId);
    const page = await browser.open(`${daemon.url()}/errors/${error.id}`, {
      prepare: (opened) =>
        opened.addInitScript(
          'localStorage.setItem("errord-editor", JSON.stringify({ editor: "vscode", mappings: [] }))',
        ),
    });
    const links = page.getByRole('link', { name: 'Open in VS Code' });
    await links.first().waitFor();
    const addresses = await addressesOf(page, '.editor-link');
    assert.deepEqual(addresses, ['vscode://file/app/a%3Fb%23c%22.ts:1:1']);
  });
});
