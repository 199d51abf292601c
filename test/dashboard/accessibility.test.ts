import assert from 'node:assert/strict';
import { assertAccessible } from '../support/axe.js';
import { useBrowser } from '../support/browser.js';
import { anEvent } from '../support/events.js';
import { useSharedDaemon } from '../support/shared-daemon.js';

describe('accessibility', () => {
  const daemon = useSharedDaemon();
  const browser = useBrowser();
  let errorId = '';

  before(async () => {
    const projectId = daemon.newProject();
    const correlationId = 'c-1';
    for (const severity of ['fatal', 'error', 'warning', 'info'] as const) {
      await daemon.post('/api/events', anEvent({ projectId, severity, correlationId, message: `${severity} it is` }));
    }
    for (const statusCode of [200, 404, 500]) {
      await daemon.post('/api/events/request', { method: 'GET', url: '/cart', statusCode, correlationId, projectId });
    }
    await daemon.post('/api/logs', { level: 'warn', message: 'careful', correlationId, projectId });
    const groups = await daemon.errorGroups(projectId);
    await daemon.patch(`/api/errors/${groups[0]?.id ?? ''}`, { status: 'acknowledged' });
    await daemon.patch(`/api/errors/${groups[1]?.id ?? ''}`, { status: 'resolved' });
    errorId = groups[2]?.id ?? '';
  });

  it('axe finds nothing on any page', async function () {
    this.timeout(120_000);
    const page = await browser.open(daemon.url());
    await page.locator('.attention-row').first().waitFor();
    await page.locator('.time-chart canvas').waitFor();
    await assertAccessible(page, 'overview');
    const pages = [
      ['/errors?status=all', '.error-row'],
      [`/errors/${errorId}`, '.timeline-item'],
      ['/requests', '.request-row'],
      ['/logs', '.log-mark'],
      ['/projects', '.project-errors'],
      ['/settings', '.setting'],
      ['/audit', '.audit-row'],
      ['/errors?q=nothing-has-this-text', '.state'],
      ['/errors?q=is%3A', '.query-fault'],
      ['/errors?q=is%3Aunresolved,resolved&sort=trend', '.error-row'],
    ] as const;
    for (const [path, shown] of pages) {
      await page.goto(daemon.url() + path);
      await page.locator(shown).first().waitFor();
      await assertAccessible(page, path);
    }
  });

  it('axe finds nothing where the system chooses the colours, and what is chosen is seen there', async function () {
    this.timeout(60_000);
    const page = await browser.open(`${daemon.url()}/errors?status=all`, { forcedColors: 'active' });
    await page.locator('.error-row').first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByRole('toolbar').waitFor();
    await assertAccessible(page, 'a selected error in forced colours');
    const styleOf = (selector: string, name: string) =>
      page.evaluate(`getComputedStyle(document.querySelector('${selector}')).${name}`);
    assert.equal(await styleOf('.error-row[data-cursor]', 'outlineStyle'), 'solid');
    const [chosen, other] = [
      await styleOf('.segment[aria-pressed="true"]', 'backgroundColor'),
      await styleOf('.segment[aria-pressed="false"]', 'backgroundColor'),
    ];
    assert.notEqual(chosen, other);
    // Each severity is drawn in the colour of the text, by its form.
    const text = await styleOf('.error-row', 'color');
    for (const severity of ['fatal', 'error', 'warning'])
      assert.equal(await styleOf(`.severity-dot[data-severity="${severity}"]`, 'backgroundColor'), text, severity);
    assert.equal(await styleOf('.severity-dot[data-severity="info"]', 'borderTopColor'), text);
  });

  it('axe finds nothing where something is not there, is on its way, or cannot be had', async function () {
    this.timeout(60_000);
    const page = await browser.open(`${daemon.url()}/nowhere`, { mayLog: /status of 404|ERR_FAILED/ });
    for (const [path, title] of [
      ['/nowhere', 'There is no such page'],
      ['/errors/zzz', 'This error is not here any more'],
      ['/requests/zzz', 'This request is not here any more'],
    ] as const) {
      await page.goto(daemon.url() + path);
      await page.getByText(title).waitFor();
      await assertAccessible(page, title);
    }
    for (const kind of ['errors', 'requests']) {
      // Never answered, until the page is gone.
      await page.route(`**/api/${kind}/waits*`, () => undefined);
      await page.goto(`${daemon.url()}/${kind}/waits`);
      await page.locator('.detail[aria-busy]').waitFor();
      await assertAccessible(page, `a page of ${kind} on its way`);
    }
    await page.route('**/api/errors?*', (route) => route.abort());
    await page.goto(`${daemon.url()}/errors`);
    await page.getByText('The daemon does not answer').waitFor();
    await assertAccessible(page, 'a list that cannot be read');
  });

  it('axe finds nothing while there is no connection', async () => {
    const page = await browser.open(`${daemon.url()}/errors?status=all`, {
      prepare: (opened) => opened.routeWebSocket(/\/ws/, (socket) => void socket.close()),
    });
    await page.locator('.error-row').first().waitFor();
    await page.getByRole('button', { name: /Connection: Offline/ }).waitFor();
    await assertAccessible(page, 'a list without a connection');
  });

  it('axe finds nothing on dialogs and menus', async () => {
    const page = await browser.open(`${daemon.url()}/errors`);
    await page.locator('.error-row').first().waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    await assertAccessible(page, 'help');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('option').first().waitFor();
    await assertAccessible(page, 'command dialog');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Severity' }).click();
    await page.getByRole('menu').waitFor();
    await assertAccessible(page, 'menu');
  });
});
