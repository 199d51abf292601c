import assert from 'node:assert/strict';
import { assertAccessible, assertAccessibleEverywhere } from '../support/axe.js';
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
    await assertAccessibleEverywhere(page, 'overview');
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
      await assertAccessibleEverywhere(page, path);
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
