// Errors of a minified page, thrown in a real browser, as the dashboard shows them.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { EventRecord } from '../../schemas/event.js';
import type { ProjectSettings } from '../../schemas/project-settings.js';
import { assertAccessible } from '../support/axe.js';
import { useBrowser } from '../support/browser.js';
import { BREAKS_AT, type BuiltApp, buildByEsbuild, readText, writeApp } from '../support/builds.js';
import { useSharedDaemon } from '../support/shared-daemon.js';
import { bundleScript, useSite } from '../support/site.js';
import { useTempDir } from '../support/temp-dir.js';
import { readEvents } from '../support/watched-page.js';

describe('a page whose source maps a project lists', function () {
  this.timeout(60_000);
  const daemon = useSharedDaemon();
  const browser = useBrowser();
  const site = useSite();
  const dir = useTempDir();
  let projectId = '';
  let app: BuiltApp;
  beforeEach(async () => {
    projectId = daemon.newProject().replaceAll('-', '');
    writeApp(join(dir(), 'shop'), 'setTimeout(() => addUpLines([{}]));\n');
    app = await buildByEsbuild(join(dir(), 'shop'), { name: 'assets/main' });
    site.serve('/assets/main.js', readText(app.file));
  });

  const list = async (sourceMaps: readonly string[]): Promise<void> => {
    const path = `${daemon.url()}/api/projects/${projectId}/settings`;
    assert.equal((await fetch(path, { method: 'PATCH', body: JSON.stringify({ sourceMaps }) })).status, 200);
  };
  const openPage = (tags: string): Promise<Page> => {
    const address = site.serve('/page', `<!doctype html>${tags}<script src="/assets/main.js"></script>`);
    return browser.open(address, { mayLog: /./ });
  };
  const withClient = async (): Promise<void> => {
    const page = await openPage(
      `<script src="${daemon.url()}/errord.js" crossorigin data-project-id="${projectId}"></script>`,
    );
    assert.equal(await page.evaluate('errord.flush(8000)'), true);
  };
  const arrived = async (): Promise<EventRecord> => {
    for (;;) {
      const [event] = await readEvents(daemon, projectId);
      if (event !== undefined) return event;
    }
  };
  const assertMapped = ({ stackFrames }: EventRecord): void => {
    const { filename, function: name, lineno, colno, contextLine, minified } = stackFrames[0] ?? {};
    assert.deepEqual({ filename, function: name, lineno, colno }, BREAKS_AT);
    assert.match(contextLine ?? '', /price\.amount/);
    assert.equal(minified?.filename, `${site.url()}/assets/main.js`);
    assert.equal(stackFrames[1]?.function, 'addUpLines');
  };

  it('is mapped with the client', async () => {
    await list([app.dist]);
    await withClient();
    assertMapped(await arrived());
  });

  it('is mapped with the SDK of Sentry', async () => {
    await list([app.dist]);
    const dsn = JSON.stringify(`http://${projectId}@127.0.0.1:${daemon.daemon().port}/7`);
    site.serve(
      '/sdk.js',
      await bundleScript(
        `import * as Sentry from '@sentry/browser'; window.Sentry = Sentry; Sentry.init({ dsn: ${dsn} });`,
      ),
    );
    const page = await openPage('<script src="/sdk.js"></script>');
    await page.waitForFunction('window.Sentry.lastEventId() !== undefined');
    assert.equal(await page.evaluate('Sentry.flush(8000)'), true);
    assertMapped(await arrived());
  });

  it('is shown with original lines, the place that ran beside them, and a link to the source', async () => {
    await list([app.dist]);
    await withClient();
    await arrived();
    const [group] = await daemon.errorGroups(projectId);
    const page = await browser.open(`${daemon.url()}/errors/${group?.id ?? ''}`, {
      prepare: async (opened) => {
        const choice = JSON.stringify({ editor: 'vscode', mappings: [] });
        await opened.addInitScript(`localStorage.setItem('errord-editor', ${JSON.stringify(choice)})`);
      },
    });
    const stack = page.getByRole('region', { name: 'Stack', exact: true });
    await stack.getByText('readAmount').first().waitFor();
    await stack.getByText('return (oneLine as Required<Line>).price.amount;').waitFor();
    assert.match(await stack.locator('.frame-minified').first().innerText(), /^built: .*main\.js:1:\d+$/);
    const link = await stack.locator('.editor-link').first().getAttribute('href');
    assert.equal(link, `vscode://file${join(dir(), 'shop', 'src/cart.ts')}:${BREAKS_AT.lineno}:${BREAKS_AT.colno}`);
    await page.getByText('Fingerprint, version 1, by the frames that source maps tell').waitFor();
    await assertAccessible(page, 'a mapped stack');
  });

  for (const options of [{}, { colorScheme: 'dark', viewport: { width: 390, height: 800 } }] as const) {
    it(`lists its places on the settings page (${JSON.stringify(options)})`, async () => {
      await withClient();
      assert.notEqual((await arrived()).stackFrames[0]?.function, 'readAmount');
      const page = await browser.open(`${daemon.url()}/settings?project=${projectId}`, { ...options, mayLog: /400/ });
      const section = page.getByRole('region', { name: 'Source maps' });
      const field = section.getByRole('textbox', { name: 'Folder, or address of a dev server' });
      await field.fill('dist');
      await section.getByRole('button', { name: 'Add' }).click();
      await section.getByRole('alert').waitFor();
      await field.fill(app.dist);
      await section.getByRole('button', { name: 'Add' }).click();
      await section.getByText(app.dist, { exact: true }).waitFor();
      await assertAccessible(page, 'the list of source maps');
      // What was stored before is mapped too.
      while ((await arrived()).stackFrames[0]?.function !== 'readAmount');
      await section.getByRole('button', { name: `Remove ${app.dist}` }).click();
      await section.getByText(app.dist, { exact: true }).waitFor({ state: 'detached' });
      const { body } = await daemon.get<ProjectSettings>(`/api/projects/${projectId}/settings`);
      assert.deepEqual(body.sourceMaps, []);
    });
  }
});
