import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { ErrorGroupList } from '../../schemas/error-group.js';
import type { Stats } from '../../schemas/stats.js';
import { assertAccessible } from '../support/axe.js';
import { useBrowser } from '../support/browser.js';
import {
  BLANK,
  CROWD,
  type LargeProject,
  makeLargeProject,
  messageOf,
  STUCK,
  toCrowdEvent,
} from '../support/large-project.js';
import { useSharedDaemon } from '../support/shared-daemon.js';

const HOUR_MS = 3_600_000;

describe('finding errors among 5,000', function () {
  this.timeout(60_000);
  const daemon = useSharedDaemon();
  const browser = useBrowser();
  let project: LargeProject;

  before(async function () {
    this.timeout(120_000);
    project = await makeLargeProject(daemon);
  });

  const openErrors = async (query = ''): Promise<Page> => {
    const page = await browser.open(`${daemon.url()}/errors?project=${project.projectId}${query}`);
    await page.locator('.error-row .error-message').first().waitFor();
    return page;
  };
  const row = (page: Page, text: string) => page.locator('.error-row', { hasText: text });
  const search = async (page: Page, query: string, total: string): Promise<void> => {
    await page.getByRole('combobox', { name: 'Search errors' }).fill(query);
    await page.getByText(total, { exact: true }).first().waitFor();
  };
  const sortBy = async (
    page: Page,
    { from, to, first }: Readonly<Record<'from' | 'to' | 'first', string>>,
  ): Promise<void> => {
    await page.getByRole('button', { name: `Sort: ${from}` }).click();
    await page.getByRole('menuitemradio', { name: to }).click();
    await page.locator('.error-row').first().getByText(first, { exact: true }).waitFor();
  };
  const countOf = async (filter: Readonly<Record<string, string>>): Promise<number> => {
    const query = new URLSearchParams({ projectId: project.projectId, ...filter });
    return (await daemon.get<ErrorGroupList>(`/api/errors?${query.toString()}`)).body.total;
  };

  it('the overview tells who is affected and what is most frequent, of one time that its links carry', async () => {
    const page = await browser.open(`${daemon.url()}/?project=${project.projectId}&range=7d`);
    const affected = page.getByRole('region', { name: 'Affected, of all stored events' });
    await affected.getByText(/^about 1[12](\.\d)?K users$/i).waitFor();
    await affected
      .getByRole('link', { name: /Safari/ })
      .first()
      .waitFor();
    const frequent = page.getByRole('region', { name: 'Most frequent' });
    await frequent.getByText(STUCK).waitFor();
    assert.match(await frequent.getByRole('link').first().innerText(), new RegExp(STUCK));
    await assertAccessible(page, 'the overview of 5,000 errors');
    await frequent.getByRole('link').first().click();
    await page.getByRole('heading', { name: STUCK, exact: true }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get('range'), '7d');
  });

  it('a part of the chart, and a time to the minute, are of the same errors on the overview and in its lists', async () => {
    const { projectId } = project;
    const page = await browser.open(`${daemon.url()}/?project=${projectId}`, { timezoneId: 'UTC' });
    const chart = page.getByRole('img', { name: /^\d[\d,]* errors over time/ });
    const leadsTo = async (time: URLSearchParams): Promise<void> => {
      const span = { from: time.get('from') ?? '', to: time.get('to') ?? '' };
      const query = new URLSearchParams({ projectId, ...span });
      const { body } = await daemon.get<Stats>(`/api/stats?${query.toString()}`);
      const events = body.errorsOverTime.reduce((sum, { count }) => sum + count, 0);
      assert.ok(events > 0 && events < CROWD + 7000, `${events}`);
      await page
        .getByRole('img', { name: new RegExp(`^${events.toLocaleString('en-GB')} errors over time`) })
        .waitFor();
      await page.getByRole('link', { name: 'All errors' }).click();
      const found = `${(await countOf({ ...span, status: 'unresolved' })).toLocaleString('en-GB')} errors`;
      await page.getByText(found, { exact: true }).first().waitFor();
      await page.goBack();
      await chart.waitFor();
    };
    await chart.waitFor();
    const box = await page.locator('.over-time .u-over').boundingBox();
    assert.ok(box);
    // Of 24 bars, from the one four hours before the last to the one before it.
    await page.mouse.move(box.x + (box.width * 19.5) / 24, box.y + 40);
    await page.mouse.down();
    await page.mouse.move(box.x + (box.width * 20.5) / 24, box.y + 40, { steps: 4 });
    await page.mouse.up();
    await page.waitForURL(/from=.*to=/);
    const dragged = new URL(page.url()).searchParams;
    const lengthMs = Date.parse(dragged.get('to') ?? '') - Date.parse(dragged.get('from') ?? '');
    assert.equal(lengthMs, 2 * HOUR_MS);
    await leadsTo(dragged);
    await page.getByTitle('Show the whole range').click();
    await page.getByRole('button', { name: 'Custom …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Time' });
    const [from = '', to = ''] = [4 * HOUR_MS, 3.5 * HOUR_MS].map((ms) => new Date(Date.now() - ms).toISOString());
    await dialog.getByLabel('From').fill(from.slice(0, 16));
    await dialog.getByLabel('To').fill(to.slice(0, 16));
    await dialog.getByRole('button', { name: 'Show' }).click();
    await page.waitForURL((url) => url.searchParams.get('from') === `${from.slice(0, 16)}:00.000Z`);
    await leadsTo(new URL(page.url()).searchParams);
  });

  it('the language of the search narrows them by every key, alone and together', async () => {
    const page = await openErrors();
    await page.getByText('5,002 errors', { exact: true }).first().waitFor();
    await search(page, 'release:shop@2.1.0', '501 errors');
    await search(page, 'tag:tenant=north file:part-8.ts', '50 errors');
    await search(
      page,
      'is:unresolved release:shop@2.0.0 tag:tenant=north severity:warning type:RangeError',
      '45 errors',
    );
    await search(page, 'count:>100 seen:<3h', '1 error');
    await row(page, STUCK).waitFor();
    await search(page, 'count:>100 -checkout', '1 error');
    await row(page, BLANK).waitFor();
    await search(page, 'user:"of the crowd 4321"', '1 error');
    await row(page, messageOf(4321)).waitFor();
    await assertAccessible(page, 'one error of 5,000');
  });

  it('keys and values of the search are suggested from what there is', async () => {
    const page = await openErrors();
    await page.keyboard.press('/');
    await page.keyboard.type('tag:ten');
    await page.getByRole('option', { name: 'tenant=south' }).waitFor();
    await page.getByRole('option', { name: 'tenant=north' }).waitFor();
    await assertAccessible(page, 'suggestions among 5,000 errors');
    await page.getByRole('option', { name: 'tenant=north' }).click();
    await page.getByText('1,250 errors', { exact: true }).first().waitFor();
  });

  it('each order brings to the top what stands out in it, and the other way round the other end', async () => {
    const page = await openErrors();
    await row(page, STUCK).getByText('6,000 users', { exact: true }).waitFor();
    assert.equal(await row(page, STUCK).locator('.error-count').getAttribute('title'), '6,000 events');
    await sortBy(page, { from: 'Last seen', to: 'Events', first: STUCK });
    await page.locator('.error-row').nth(1).getByText(BLANK).waitFor();
    await sortBy(page, { from: 'Events', to: 'Users', first: STUCK });
    await sortBy(page, { from: 'Users', to: 'Needs attention', first: STUCK });
    await sortBy(page, { from: 'Needs attention', to: 'First seen', first: STUCK });
    await page.getByRole('button', { name: 'Largest or newest first' }).click();
    await page
      .locator('.error-row')
      .first()
      .getByText(messageOf(CROWD - 1), { exact: true })
      .waitFor();
    await assertAccessible(page, '5,000 errors, the oldest first');
  });

  it('a query is kept as a view, which finds the same on another page', async () => {
    const page = await openErrors(`&q=${encodeURIComponent('tag:tenant=north release:shop@2.1.0')}`);
    await page.getByText('125 errors', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Save this query…' }).click();
    await page.getByLabel('Name, for this project').fill('Northern');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Northern' }).waitFor();
    const second = await openErrors();
    await second.getByRole('button', { name: 'Views' }).click();
    await assertAccessible(second, 'the views of 5,000 errors');
    await second.getByRole('menuitem', { name: 'Northern' }).click();
    await second.getByText('125 errors', { exact: true }).first().waitFor();
  });

  it('rows say what failed where and how severe it is in words, far down as well', async () => {
    const page = await openErrors('&sort=firstSeen&direction=asc');
    const last = row(page, messageOf(CROWD - 1)).first();
    await last.getByText('build · part-99.ts:50', { exact: true }).waitFor();
    await last.getByText('error', { exact: true }).waitFor();
    await search(page, 'severity:warning', '100 errors');
    const warning = row(page, messageOf(CROWD - 50)).first();
    await warning.getByText('warning', { exact: true }).waitFor();
  });

  it('what an error has that others have not is said in a sentence, and each of its facts leads to its likes', async () => {
    const page = await browser.open(`${daemon.url()}/errors/${await project.idOf(BLANK)}?project=${project.projectId}`);
    const apart = page.getByRole('list', { name: 'What sets it apart from the other errors of its project' });
    await apart.getByText('98 % Safari').waitFor();
    const facets = page.locator('.facets');
    await facets.getByText('1,000 users').waitFor();
    await assertAccessible(page, 'an error that is of one browser');
    await facets.getByRole('link', { name: 'All errors with browser Safari', exact: true }).click();
    await page.getByRole('button', { name: 'Without browser=Safari' }).waitFor();
    const found = page.getByText(`${CROWD / 8 + 1} errors`, { exact: true });
    await found.first().waitFor();
    await sortBy(page, { from: 'Last seen', to: 'Events', first: BLANK });
  });

  it('releases tell what each broke, and what came back in it', async () => {
    const back = 4444;
    const id = await project.idOf(messageOf(back));
    await daemon.patch(`/api/errors/${id}`, { status: 'resolved', in: 'current' });
    const page = await browser.open(`${daemon.url()}/errors/${id}?project=${project.projectId}`);
    await page.getByText('Resolved in', { exact: false }).first().waitFor();
    const again = { ...toCrowdEvent(back), timestamp: new Date().toISOString() };
    await project.send([again]);
    await project.send([
      { ...again, release: 'shop@2.2.0' },
      { message: 'never before 2.2', release: 'shop@2.2.0' },
    ]);
    await page.goto(`${daemon.url()}/releases?project=${project.projectId}`);
    const names = page.locator('.release-row .release-name');
    await names.nth(2).waitFor();
    assert.deepEqual(await names.allTextContents(), ['shop@2.2.0', 'shop@2.1.0', 'shop@2.0.0']);
    await page.locator('.release-row').nth(1).click();
    const part = (title: string) => page.getByRole('region', { name: title, exact: true });
    await part('New').getByText('501').first().waitFor();
    await part('New').getByText(STUCK).waitFor();
    await assertAccessible(page, 'a release with hundreds of new errors');
    await page.goto(`${daemon.url()}/releases/shop@2.2.0?project=${project.projectId}`);
    await part('New').getByText('never before 2.2').waitFor();
    await part('Came back').getByText(messageOf(back)).waitFor();
    await assertAccessible(page, 'a release in which one of 5,000 came back');
  });

  it('all that match a query are taken at once, and taken back', async () => {
    const query = 'tag:tenant=north release:shop@2.0.0';
    const open = await countOf({ query: `is:unresolved ${query}` });
    assert.ok(open > 1000, `${open}`);
    const page = await openErrors(`&q=${encodeURIComponent(query)}`);
    const words = open.toLocaleString('en-GB');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByRole('button', { name: `All ${words} that match` }).click();
    await assertAccessible(page, 'all that match selected');
    await page.keyboard.press('a');
    await page.getByText(`Acknowledged ${words} errors`).waitFor();
    assert.equal(await countOf({ query: `is:acknowledged ${query}` }), open);
    await page.keyboard.press('Control+z');
    await page.getByText(`Took it back: ${words} errors`).waitFor();
    assert.equal(await countOf({ query: `is:unresolved ${query}` }), open);
  });

  it('a range is taken with Shift far beyond what is in the document, and comes back where the daemon fails', async () => {
    const query = 'tag:tenant=north release:shop@2.0.0';
    const open = await countOf({ query: `is:unresolved ${query}` });
    const refusal = { error: 'The disk is full: free some space.', code: 'storage_full' };
    const page = await browser.open(
      `${daemon.url()}/errors?project=${project.projectId}&sort=firstSeen&q=${encodeURIComponent(query)}`,
      {
        mayLog: /status of 503/,
        prepare: (opened) =>
          opened.route('**/api/errors', (route) =>
            route.request().method() === 'PATCH' ? route.fulfill({ status: 503, json: refusal }) : route.fallback(),
          ),
      },
    );
    const selected = page.getByRole('toolbar', { name: 'Selected errors' });
    const items = page.locator('.virtual-row');
    const scrollTo = (top: number): string => `document.querySelector('.virtual-list').scrollTo(0, ${top})`;
    const at = (place: number) => page.locator(`.virtual-row[aria-posinset="${place}"]`);
    await at(2).getByRole('checkbox').click();
    const first = await at(2).locator('.error-message').innerText();
    // So far down that neither the row is in the document nor those between have been read.
    await page.evaluate(scrollTo(36_000));
    await at(600)
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] });
    await selected.getByText('599 selected').waitFor();
    await at(600).getByRole('link').focus();
    for (const count of [600, 601]) {
      await page.keyboard.press('Shift+ArrowDown');
      await selected.getByText(`${count} selected`).waitFor();
    }
    assert.ok((await items.count()) < 100, 'few of them are in the document');
    await page.keyboard.press('r');
    await page.getByText(refusal.error).waitFor();
    await selected.getByText('601 selected').waitFor();
    await page
      .getByText(`${open.toLocaleString('en-GB')} errors`, { exact: true })
      .first()
      .waitFor();
    await page.evaluate(scrollTo(0));
    await at(2).filter({ hasText: first }).locator(':checked').waitFor();
    assert.equal(await at(1).locator(':checked').count(), 0);
    assert.equal(await countOf({ query: `is:unresolved ${query}` }), open);
  });

  it('the cursor comes back to a row far down, and goes from error to error there', async () => {
    const page = await openErrors('&sort=events');
    const at = page.locator('.error-row[data-cursor] .error-message');
    for (let count = 0; count < 60; count++) await page.keyboard.press('j');
    const first = (await at.innerText()).trim();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: first, exact: true }).waitFor();
    await page.getByRole('button', { name: 'Next error' }).and(page.locator(':enabled')).waitFor();
    await page.keyboard.press('n');
    await page.getByRole('heading', { name: first, exact: true }).waitFor({ state: 'detached' });
    const second = (await page.locator('.detail:not([aria-busy]) h1').innerText()).trim();
    await page.keyboard.press('Escape');
    await at.getByText(second, { exact: true }).waitFor();
  });
});
