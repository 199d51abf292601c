import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import type { ErrorGroupList } from '../../schemas/error-group.js';
import { GROUPING_RULES_MAX } from '../../schemas/limits.js';
import type { GroupingRule, ProjectSettings } from '../../schemas/project-settings.js';
import { assertAccessible } from '../support/axe.js';
import { useBrowser } from '../support/browser.js';
import { useSharedDaemon } from '../support/shared-daemon.js';
import { times } from '../support/store-harness.js';

const MARKUP = '<img src=x onerror="window.hacked=1">';
/** Reverses the reading order of what follows it. */
const BIDI = 'invoice\u202egnp.exe';
const BIDI_SHOWN = 'invoice\\u202egnp.exe';

const toRule = (name: string): GroupingRule => ({ name, message: `${name} *`, fingerprint: name });

describe('rules of grouping on the settings page', () => {
  const daemon = useSharedDaemon();
  const browser = useBrowser();

  /** One error for each of these messages. */
  const newProject = async (...messages: readonly string[]): Promise<string> => {
    const projectId = daemon.newProject();
    for (const message of messages) {
      const stackFrames = [{ filename: '/srv/shop/src/cart.js', function: message, lineno: 1, colno: 1, inApp: true }];
      await daemon.post('/api/events', { projectId, type: 'StockError', source: 'backend', message, stackFrames });
    }
    return projectId;
  };
  const setRules = (projectId: string, groupingRules: readonly GroupingRule[]) =>
    daemon.patch(`/api/projects/${projectId}/settings`, { groupingRules });
  const rulesOf = async (projectId: string): Promise<readonly GroupingRule[]> =>
    (await daemon.get<ProjectSettings>(`/api/projects/${projectId}/settings`)).body.groupingRules;

  interface Shown {
    readonly page: Page;
    readonly section: Locator;
    readonly dialog: Locator;
    readonly rows: Locator;
    readonly save: Locator;
  }

  const show = async (projectId: string, options: Parameters<typeof browser.open>[1] = {}): Promise<Shown> => {
    const page = await browser.open(`${daemon.url()}/settings?project=${projectId}`, options);
    const section = page.getByRole('region', { name: 'Rules of your own' });
    await section.getByRole('button', { name: 'Add a rule' }).waitFor();
    return {
      page,
      section,
      dialog: page.getByRole('dialog'),
      rows: section.getByRole('list', { name: 'Rules of grouping' }).getByRole('listitem'),
      save: section.getByRole('button', { name: 'Save rules' }),
    };
  };
  const isSaved = (page: Page, projectId: string): Promise<void> =>
    page.getByText(`Saved the rules of ${projectId}`).waitFor();

  for (const options of [{}, { colorScheme: 'dark', viewport: { width: 390, height: 800 } }] as const) {
    it(`are added, tried on what is stored, and saved (${JSON.stringify(options)})`, async () => {
      const projectId = await newProject('no shoes left', 'no hats left', 'another');
      const { page, section, dialog, save } = await show(projectId, options);
      await section.getByText('There is no rule').waitFor();
      assert.ok(await save.isDisabled());
      await section.getByRole('button', { name: 'Add a rule' }).click();
      for (const [label, text] of [
        ['Name', 'out of stock'],
        ['Type', 'StockError'],
        ['Message', 'no * left'],
        ['File', '*/src/cart.js'],
        ['Fingerprint', 'stock: {type}'],
      ] as const)
        await dialog.getByLabel(label).fill(text);
      await assertAccessible(page, 'the dialog of a rule');
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await section.getByText('Not saved yet.').waitFor();
      await section.getByRole('button', { name: 'Preview' }).click();
      await section.getByText('2 errors would become 1. In all 3 would become 2.').waitFor();
      await section.getByText('out of stock: 2 events of 2 errors').waitFor();
      await section.getByText('Looked at the newest 3 events, of 3 errors.').waitFor();
      await section.getByText('stock: StockError').waitFor();
      await assertAccessible(page, 'the preview of rules');
      assert.deepEqual(await rulesOf(projectId), []);
      await save.click();
      await isSaved(page, projectId);
      assert.deepEqual(await rulesOf(projectId), [
        {
          name: 'out of stock',
          type: 'StockError',
          message: 'no * left',
          file: '*/src/cart.js',
          fingerprint: 'stock: {type}',
        },
      ]);
      assert.ok(await save.isDisabled());
    });
  }

  it('may ignore what comes new, and then need no fingerprint; the page of the error tells who did', async () => {
    const projectId = await newProject('no shoes left');
    const { page, section, dialog, rows, save } = await show(projectId);
    await section.getByRole('button', { name: 'Add a rule' }).click();
    await dialog.getByLabel('Name').fill('noise');
    await dialog.getByLabel('Message').fill('no * left');
    await dialog.getByLabel('Ignore the error').check();
    await assertAccessible(page, 'the dialog of a rule that ignores');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await rows.getByText('where it is new, or would come back').waitFor();
    await section.getByRole('button', { name: 'Preview' }).click();
    await section.getByText('noise: 1 event of 1 error, ignored where they are new').waitFor();
    await save.click();
    await isSaved(page, projectId);
    const rule = { name: 'noise', message: 'no * left', fingerprint: '{{ default }}', ignore: true };
    assert.deepEqual(await rulesOf(projectId), [rule]);
    // What is edited keeps what it says.
    await section.getByRole('button', { name: 'Edit noise …' }).click();
    assert.ok(await dialog.getByLabel('Ignore the error').isChecked());
    await dialog.getByRole('button', { name: 'Change' }).click();
    assert.ok(await save.isDisabled());
    await daemon.post('/api/events', { projectId, type: 'StockError', source: 'backend', message: 'no gloves left' });
    const query = `projectId=${projectId}&query=is%3Aignored`;
    const [group] = (await daemon.get<ErrorGroupList>(`/api/errors?${query}`)).body.errors;
    assert.equal(group?.message, 'no gloves left');
    await page.goto(`${daemon.url()}/errors/${group.id}?project=${projectId}`);
    await page.getByRole('list', { name: 'History' }).getByText('Ignored by the rule noise').waitFor();
  });

  it('are put in another order, edited and removed by the keyboard alone, and the focus goes with them', async () => {
    const projectId = await newProject('no shoes left');
    await setRules(projectId, ['first', 'second', 'third'].map(toRule));
    const { page, section, dialog, save } = await show(projectId);
    const focused = (): Promise<string | null> => page.locator(':focus').getAttribute('aria-label');
    await section.getByRole('button', { name: 'Move third up' }).focus();
    await page.keyboard.press('Enter');
    await section.getByText('third is rule 2 of 3 now.').waitFor();
    assert.equal(await focused(), 'Move third up');
    await page.keyboard.press('Enter');
    // At the top there is one way left.
    assert.equal(await focused(), 'Move third down');
    await section.getByRole('button', { name: 'Edit second …' }).focus();
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Message').focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await dialog.getByLabel('Package').focus();
    await page.keyboard.type('stripe');
    await page.keyboard.press('Enter');
    assert.equal(await focused(), 'Edit second …');
    await section.getByRole('button', { name: 'Remove first' }).focus();
    await page.keyboard.press('Enter');
    assert.equal(await page.locator(':focus').innerText(), 'Add a rule …');
    await save.focus();
    await page.keyboard.press('Enter');
    await isSaved(page, projectId);
    assert.deepEqual(await rulesOf(projectId), [
      toRule('third'),
      { name: 'second', package: 'stripe', fingerprint: 'second' },
    ]);
  });

  it('are all taken away by removing the last of them', async () => {
    const projectId = await newProject('no shoes left');
    await setRules(projectId, [toRule('only')]);
    const { page, section, save } = await show(projectId);
    await section.getByRole('button', { name: 'Remove only' }).click();
    assert.ok(await section.getByRole('button', { name: 'Preview' }).isDisabled());
    await save.click();
    await isSaved(page, projectId);
    assert.deepEqual(await rulesOf(projectId), []);
  });

  it('need a name, a fingerprint and a condition before they are taken over', async () => {
    const projectId = await newProject('no shoes left');
    const { section, dialog, rows } = await show(projectId);
    await section.getByRole('button', { name: 'Add a rule' }).click();
    const add = dialog.getByRole('button', { name: 'Add', exact: true });
    await add.click();
    assert.equal(await dialog.locator('input:invalid').count(), 1);
    await dialog.getByLabel('Name').fill('all');
    await add.click();
    await dialog.getByRole('alert').getByText('Say what the events are grouped by, or have them ignored.').waitFor();
    await dialog.getByLabel('Fingerprint').fill('all');
    await add.click();
    await dialog.getByRole('alert').getByText('Say at least one of type, message, file and package').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    assert.equal(await rows.count(), 0);
  });

  it('say at the field what the daemon refused, and keep what was typed', async () => {
    const projectId = await newProject('no shoes left');
    await setRules(projectId, [toRule('first'), toRule('second')]);
    const { page, section, dialog, save } = await show(projectId, { mayLog: /status of 400/ });
    await section.getByRole('button', { name: 'Edit second …' }).click();
    await dialog.getByLabel('Name').fill('first');
    await dialog.getByRole('button', { name: 'Change' }).click();
    for (const button of [section.getByRole('button', { name: 'Preview' }), save]) {
      await button.click();
      await section.getByRole('alert').getByText('Name of rule 2 is the name of an earlier rule.').waitFor();
    }
    await section.getByRole('button', { name: 'Edit first …' }).last().click();
    const field = dialog.getByRole('textbox', { name: 'Name' });
    assert.equal(await field.getAttribute('aria-invalid'), 'true');
    await dialog.getByText('Name is the name of an earlier rule.').waitFor();
    await assertAccessible(page, 'a rule that was refused');
    await field.fill('another');
    await dialog.getByLabel('Fingerprint').fill('{{ message }}');
    await dialog.getByRole('button', { name: 'Change' }).click();
    await save.click();
    const why = 'Fingerprint of rule 2 has characters or a form that is not allowed.';
    await section.getByRole('alert').getByText(why).waitFor();
    assert.deepEqual(await rulesOf(projectId), [toRule('first'), toRule('second')]);
  });

  it('say in a sentence why a preview brought nothing', async () => {
    const projectId = await newProject('no shoes left');
    await setRules(projectId, [toRule('first')]);
    const { section } = await show(projectId, {
      mayLog: /status of 503/,
      prepare: (page) =>
        page.route('**/grouping-rules/preview', (route) =>
          route.fulfill({ status: 503, json: { error: 'Another one is under way.', code: 'queue_full' } }),
        ),
    });
    await section.getByRole('button', { name: 'Preview' }).click();
    await section.getByRole('alert').getByText('Another one is under way.').waitFor();
  });

  it('tell of a preview that ran out of time', async () => {
    const projectId = await newProject('no shoes left');
    await setRules(projectId, [toRule('first')]);
    const counts = { before: 1, after: 1 };
    const none = { before: 0, after: 0 };
    const preview = { projectId, groups: counts, joined: none, split: none, changes: [], rules: [] };
    const looked = { groups: 1, events: 200, isWhole: false };
    const { section } = await show(projectId, {
      prepare: (page) =>
        page.route('**/grouping-rules/preview', (route) => route.fulfill({ json: { ...preview, looked } })),
    });
    await section.getByRole('button', { name: 'Preview' }).click();
    await section.getByText('Nothing would change').waitFor();
    await section
      .getByText('Looked at the newest 200 events, of 1 error. Then the time for a preview was up')
      .waitFor();
  });

  it('are as many as may be, and no more', async () => {
    const projectId = await newProject('no shoes left');
    await setRules(
      projectId,
      times(GROUPING_RULES_MAX, (index) => toRule(`rule ${index}`)),
    );
    const { section, rows } = await show(projectId);
    const add = section.getByRole('button', { name: 'Add a rule' });
    assert.equal(await rows.count(), GROUPING_RULES_MAX);
    assert.ok(await add.isDisabled());
    await section.getByRole('button', { name: 'Remove rule 19' }).click();
    assert.ok(await add.isEnabled());
  });

  it('are shown as text, whatever they and the events say', async () => {
    const projectId = await newProject(`${MARKUP} ${BIDI}`, `${MARKUP} 2`);
    const rule = { name: `${MARKUP} ${BIDI}`, message: `${MARKUP}*`, fingerprint: `${MARKUP} ${BIDI}` };
    await setRules(projectId, [rule]);
    const { page, section } = await show(projectId);
    await section.getByRole('button', { name: `Edit ${MARKUP} ${BIDI_SHOWN} …` }).waitFor();
    await section.getByRole('button', { name: 'Preview' }).click();
    await section.getByText('2 errors would become 1.').waitFor();
    const text = await section.innerText();
    assert.ok(text.includes(MARKUP) && !text.includes('\u202e'), text);
    assert.equal(text.split(BIDI_SHOWN).length - 1, 5);
    assert.equal(await page.evaluate('window.hacked'), undefined);
    assert.equal(await page.locator('#root img').count(), 0);
  });
});
