import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { AlertList } from '../../schemas/alerts.js';
import type { ErrorGroup, ErrorGroupDetail, ErrorGroupList } from '../../schemas/error-group.js';
import { assertAccessible } from '../support/axe.js';
import { useBrowser } from '../support/browser.js';
import { BREAKS_AT, type BuiltApp, buildByEsbuild, readText, writeApp } from '../support/builds.js';
import { anEvent } from '../support/events.js';
import { type HookServer, openHookServer } from '../support/hook-server.js';
import {
  CROWD,
  type LargeProject,
  makeLargeProject,
  messageOf,
  STUCK,
  toCrowdEvent,
} from '../support/large-project.js';
import { useSharedDaemon } from '../support/shared-daemon.js';
import { useSite } from '../support/site.js';
import { times } from '../support/store-harness.js';
import { useTempDir } from '../support/temp-dir.js';

const LOGS = 20_000;

describe('deciding about one of 5,000 errors', function () {
  this.timeout(60_000);
  const daemon = useSharedDaemon({ alertsToOwnNetwork: true });
  const browser = useBrowser();
  const site = useSite();
  const dir = useTempDir();
  let project: LargeProject;

  before(async function () {
    this.timeout(120_000);
    project = await makeLargeProject(daemon);
  });

  const openError = async (message: string, options: Parameters<typeof browser.open>[1] = {}): Promise<Page> => {
    const id = await project.idOf(message);
    const page = await browser.open(`${daemon.url()}/errors/${id}?project=${project.projectId}`, options);
    await page.getByRole('heading', { name: message, exact: true }).waitFor();
    return page;
  };
  const read = async (message: string): Promise<ErrorGroup> =>
    (await daemon.get<ErrorGroupDetail>(`/api/errors/${await project.idOf(message)}`)).body.error;

  it('it is assigned, noted and snoozed until it has more events, and wakes with them', async () => {
    const page = await openError(STUCK);
    const card = page.getByRole('region', { name: 'Who and when' });
    await card.getByLabel('Assigned to').fill('Grace');
    await card.getByRole('button', { name: 'Assign' }).click();
    await card.getByText('Assigned to Grace').waitFor();
    await card.getByLabel('Note').fill('the bank is down');
    await card.getByRole('button', { name: 'Add' }).click();
    await card.getByText('the bank is down').waitFor();
    await card.getByRole('button', { name: 'Snooze' }).click();
    await page.getByRole('menuitem', { name: 'Until 10 more events' }).click();
    await card.getByText('Snoozed until 10 more events.').waitFor();
    await assertAccessible(page, 'a snoozed error of 5,000');
    assert.equal((await read(STUCK)).status, 'ignored');
    await project.send(times(10, () => ({ message: STUCK, type: 'TimeoutError', severity: 'fatal' as const })));
    await card.getByText('Came back', { exact: true }).waitFor();
    assert.equal((await read(STUCK)).status, 'unresolved');
  });

  it('two from far down are made one, told before what they will be, and taken apart again', async () => {
    const [one, other] = [messageOf(CROWD - 99), messageOf(CROWD - 199)];
    const query = new URLSearchParams({ project: project.projectId, q: 'file:part-1.ts', direction: 'asc' });
    const page = await browser.open(`${daemon.url()}/errors?${query.toString()}`);
    for (const message of [one, other])
      await page.getByRole('checkbox', { name: `Select: ${message}`, exact: true }).click();
    await page.getByRole('button', { name: 'Merge' }).click();
    const dialog = page.getByRole('dialog', { name: 'Merge 2 errors' });
    await dialog.getByText('One error with 2 events').waitFor();
    await assertAccessible(page, 'merging two of 5,000');
    await dialog.getByRole('button', { name: 'Merge' }).click();
    await page.getByText('2 errors are one now').waitFor();
    await page.getByText(other, { exact: true }).waitFor({ state: 'detached' });
    assert.equal((await read(one)).count, 2);
    const whole = await openError(one);
    await whole.getByRole('button', { name: 'Take apart' }).first().click();
    const apart = whole.getByRole('dialog', { name: 'Take apart' });
    await apart.getByText('stays with 1 event').waitFor();
    await assertAccessible(whole, 'taking one of 5,000 apart');
    await apart.getByRole('button', { name: 'Take apart' }).click();
    await whole.getByText('Taken out: 1 error').first().waitFor();
    assert.deepEqual([(await read(one)).count, (await read(other)).count], [1, 1]);
  });

  it('rules are tried on the newest 10,000 events, and ignore what comes new', async () => {
    const page = await browser.open(`${daemon.url()}/settings?project=${project.projectId}`);
    const section = page.getByRole('region', { name: 'Rules of your own' });
    const dialog = page.getByRole('dialog');
    await section.getByRole('button', { name: 'Add a rule' }).click();
    await dialog.getByLabel('Name').fill('parts');
    await dialog.getByLabel('Message').fill('the * part broke');
    await dialog.getByLabel('File').fill('*/part-7*.ts');
    await dialog.getByLabel('Ignore the error').check();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await section.getByRole('button', { name: 'Preview' }).click();
    await section.getByText(/^Looked at the newest 10,000 events/).waitFor();
    await section.getByText(/^parts: \d+ events of \d+ errors, ignored where they are new$/).waitFor();
    await assertAccessible(page, 'rules tried on 10,000 events');
    await section.getByRole('button', { name: 'Save rules' }).click();
    await page.getByText(`Saved the rules of ${project.projectId}`).waitFor();
    const stackFrames = [{ filename: '/srv/shop/src/part-77.ts', function: 'build', lineno: 1, inApp: true }];
    await project.send([{ message: 'the very last part broke', stackFrames }]);
    assert.equal((await read('the very last part broke')).status, 'ignored');
    await page.goto(`${daemon.url()}/errors/${await project.idOf('the very last part broke')}`);
    await page.getByRole('list', { name: 'History' }).getByText('Ignored by the rule parts').waitFor();
  });

  describe('with somebody to tell', () => {
    let hook: HookServer;
    before(async () => {
      hook = await openHookServer();
    });
    after(() => hook.close());

    it('of new ones one hears, and not of the thousands that were there', async () => {
      const page = await browser.open(`${daemon.url()}/settings?project=${project.projectId}`);
      const section = page.getByRole('region', { name: 'Alerts' });
      const dialog = page.getByRole('dialog');
      await section.getByRole('button', { name: 'Add a channel' }).click();
      await dialog.getByLabel('Name').fill('team');
      await dialog.getByLabel('Address').fill(hook.url);
      await dialog.getByLabel('Key that signs').fill('a key of sixteen');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await section.getByRole('button', { name: 'Send a test message to team' }).click();
      await page.getByText('Sent a test message to team').waitFor();
      await section.getByRole('button', { name: 'Add a rule' }).click();
      await dialog.getByLabel('Name').fill('news');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await section.getByText('news').first().waitFor();
      await assertAccessible(page, 'alerts beside 5,000 errors');
      const { body } = await daemon.get<AlertList>('/api/alerts');
      assert.deepEqual(
        body.rules.map(({ name, when }) => [name, when]),
        [['news', 'new']],
      );
      const before = hook.calls.length;
      await project.send([
        { ...toCrowdEvent(100), timestamp: new Date().toISOString() },
        { message: 'never heard of' },
      ]);
      while (hook.calls.length === before) await fetch(`${daemon.url()}/api/health`);
      const told = hook.calls
        .slice(before)
        .map(({ body: text }) => text)
        .join('\n');
      assert.match(told, /never heard of/);
      assert.doesNotMatch(told, / part broke/);
    });
  });

  it('a frame of a built file is shown as its source, mapped by what the project lists', async () => {
    writeApp(join(dir(), 'shop'), 'setTimeout(() => addUpLines([{}]));\n');
    const app: BuiltApp = await buildByEsbuild(join(dir(), 'shop'), { name: 'assets/main' });
    site.serve('/assets/main.js', readText(app.file));
    await daemon.patch(`/api/projects/${project.projectId}/settings`, { sourceMaps: [app.dist] });
    const client = `<script src="${daemon.url()}/errord.js" crossorigin data-project-id="${project.projectId}"></script>`;
    const address = site.serve('/page', `<!doctype html>${client}<script src="/assets/main.js"></script>`);
    const broken = await browser.open(address, { mayLog: /./ });
    assert.equal(await broken.evaluate('errord.flush(8000)'), true);
    const query = new URLSearchParams({ projectId: project.projectId, search: "reading 'amount'" });
    let group: ErrorGroup | undefined;
    while (group === undefined)
      [group] = (await daemon.get<ErrorGroupList>(`/api/errors?${query.toString()}`)).body.errors;
    const page = await browser.open(`${daemon.url()}/errors/${group.id}?project=${project.projectId}`);
    const stack = page.getByRole('region', { name: 'Stack', exact: true });
    await stack.getByText(BREAKS_AT.function).first().waitFor();
    await stack.getByText('return (oneLine as Required<Line>).price.amount;').waitFor();
    await assertAccessible(page, 'a mapped frame');
  });

  it('what happened together is a waterfall, and the log around it is found among 20,000 entries', async () => {
    const correlationId = `c-${project.projectId}`;
    const { projectId } = project;
    const eventMs = Date.now() - 600_000;
    const at = (offsetMs: number): string => new Date(eventMs + offsetMs).toISOString();
    for (let from = 0; from < LOGS; from += 1000) {
      const batch = times(1000, (index) => ({
        level: (from + index) % 10 === 0 ? 'warn' : 'info',
        message: `entry ${from + index} of the ${(from + index) % 2 === 0 ? 'cart' : 'mail'}`,
        projectId,
        timestamp: at((from + index - LOGS / 2) * 10),
      }));
      assert.equal((await daemon.post('/api/logs/batch', batch)).status, 201);
    }
    await daemon.post('/api/logs', {
      level: 'warn',
      message: 'asked the bank',
      correlationId,
      projectId,
      timestamp: at(-20),
    });
    await daemon.post('/api/events/request', {
      method: 'POST',
      url: '/pay',
      statusCode: 500,
      duration: 400,
      correlationId,
      projectId,
      timestamp: at(-100),
    });
    const message = 'the bank said no';
    await daemon.post('/api/events', anEvent({ projectId, message, correlationId, timestamp: at(0) }));
    const page = await openError(message, { reducedMotion: 'reduce' });
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await timeline.getByText('what happened together, in 400 ms').waitFor();
    await timeline.getByText('asked the bank').waitFor();
    await assertAccessible(page, 'a waterfall among 5,000 errors');
    await page.getByRole('link', { name: 'Logs at this moment' }).click();
    await page
      .locator('.log-item', { has: page.locator('.log-moment') })
      .first()
      .waitFor();
    await page.goto(`${daemon.url()}/logs?project=${projectId}&range=1h`);
    await page.locator('.log-bar:not([data-empty])').first().waitFor();
    await page.getByRole('button', { name: 'Warn', exact: true }).click();
    await page.locator('.log-legend-level', { hasText: /^2,001 warn$/ }).waitFor();
    await page.getByRole('searchbox', { name: 'Only entries that pass an expression' }).fill('entry -cart');
    await page.getByText('Nothing', { exact: false }).first().waitFor();
    await page.getByRole('searchbox', { name: 'Only entries that pass an expression' }).fill('cart OR bank');
    await page.locator('.log-legend-level', { hasText: /^2,001 warn$/ }).waitFor();
    await assertAccessible(page, 'the warnings of 20,000 entries');
  });

  it('it is copied for an assistant, its events enclosed as data, with the size said', async () => {
    const page = await openError(STUCK, { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Copy for an assistant' }).click();
    await page.getByText(/The report \(\d[\d.]* KB, about \d[\d,]*00 tokens\) is in the clipboard/).waitFor();
    const text = await page.evaluate<string>('navigator.clipboard.readText()');
    for (const part of [STUCK, '/checkout/', 'shop@2.1.0', 'Chrome 130.0']) assert.ok(text.includes(part), part);
    const [, mark = ''] = /Between <(data-[0-9a-f]{16})> and/.exec(text) ?? [];
    const opened = text.indexOf(`\n<${mark}>\n`);
    assert.ok(opened !== -1 && opened < text.lastIndexOf(STUCK), 'the error stands behind the mark that opens');
  });

  it('the rows of the list are asked for before the code of its page has come', async () => {
    const page = await browser.open(`${daemon.url()}/errors?project=${project.projectId}`, {
      prepare: async (opened) => {
        const asked = opened.waitForRequest((request) => new URL(request.url()).pathname === '/api/errors');
        // The page would wait for ever if its code had to come first.
        await opened.route(/assets\/errors-page-.*\.js$/, async (route) => {
          await asked;
          await route.continue();
        });
      },
    });
    await page.locator('.error-row .error-message').first().waitFor();
    assert.ok((await page.locator('.error-row').count()) < CROWD / 10, 'few of them are in the document');
  });
});
