import assert from 'node:assert/strict';
import type { ErrorGroupList } from '../../schemas/error-group.js';
import type { ProjectSettings } from '../../schemas/project-settings.js';
import { assertAccessible } from '../support/axe.js';
import { useBrowser } from '../support/browser.js';
import { useSharedDaemon } from '../support/shared-daemon.js';

describe('the choice of a grouping', () => {
  const daemon = useSharedDaemon();
  const browser = useBrowser();

  /** One failing function that three deploys moved. */
  const newProject = async (): Promise<string> => {
    const projectId = daemon.newProject();
    for (const lineno of [40, 41, 42]) {
      await daemon.post('/api/events', {
        projectId,
        type: 'TypeError',
        message: "Cannot read properties of undefined (reading 'total')",
        source: 'backend',
        stackFrames: [{ filename: '/srv/shop/src/cart.js', function: 'renderCart', lineno, colno: 7, inApp: true }],
      });
    }
    return projectId;
  };
  const errorsOf = async (projectId: string): Promise<ErrorGroupList['errors']> =>
    (await daemon.get<ErrorGroupList>(`/api/errors?projectId=${projectId}`)).body.errors;

  for (const options of [{}, { colorScheme: 'dark', viewport: { width: 390, height: 800 } }] as const) {
    it(`shows on the settings page what would change, before it changes (${JSON.stringify(options)})`, async () => {
      const projectId = await newProject();
      const page = await browser.open(`${daemon.url()}/settings?project=${projectId}`, options);
      const section = page.getByRole('region', { name: 'Grouping' });
      await section.getByRole('button', { name: 'Version 2' }).click();
      await section.getByText('3 errors would become 1.').waitFor();
      await section.getByText('Looked at 3 events of 3 errors, all that is stored.').waitFor();
      await assertAccessible(page, 'the choice of a grouping');
      assert.equal((await errorsOf(projectId)).length, 3);
      await section.getByRole('button', { name: 'Use version 2' }).click();
      await section.getByText('3 errors looked at, 2 events moved.').waitFor();
      assert.equal((await errorsOf(projectId)).length, 1);
      await section.getByRole('button', { name: 'Version 1' }).click();
      await section.getByText('1 error would become 3.').waitFor();
      await section.getByRole('button', { name: 'Use version 1' }).click();
      await section.getByText('Grouped what was stored').waitFor();
      assert.equal((await errorsOf(projectId)).length, 3);
    });

    it(`is offered where version 2 would join an error with others (${JSON.stringify(options)})`, async () => {
      const projectId = await newProject();
      const [newest, , oldest] = await errorsOf(projectId);
      const page = await browser.open(`${daemon.url()}/errors/${newest?.id ?? ''}?project=${projectId}`, options);
      await page.getByText('Version 2 would join 2 other errors with this one.').waitFor();
      const card = page.getByRole('region', { name: 'Why these events are one' });
      await card.getByRole('button', { name: 'Use version 2 …' }).click();
      const dialog = page.getByRole('dialog', { name: 'Use version 2' });
      await dialog.getByText('3 errors would become 1.').waitFor();
      await assertAccessible(page, 'the choice of a grouping');
      await dialog.getByRole('button', { name: 'Use version 2' }).click();
      await page.getByText(`${projectId} is grouped by version 2`).waitFor();
      // The page goes to the error that has the events now.
      await page.waitForURL(`**/errors/${oldest?.id ?? ''}*`);
      await page.getByText('Fingerprint, version 2').waitFor();
      const { body } = await daemon.get<ProjectSettings>(`/api/projects/${projectId}/settings`);
      assert.equal(body.grouping, 2);
    });
  }
});
