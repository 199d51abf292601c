import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import type { ProjectSettings } from '../../schemas/project-settings.js';
import { assertAccessible } from '../support/axe.js';
import { useBrowser } from '../support/browser.js';
import { useSharedDaemon } from '../support/shared-daemon.js';

const aLog = { level: 'info', message: 'hello' };

describe('the limits of projects on the settings page', () => {
  const daemon = useSharedDaemon();
  const browser = useBrowser();

  interface Shown {
    readonly page: Page;
    readonly section: Locator;
    readonly save: Locator;
    fill(label: string, text: string): Promise<void>;
  }

  const show = async (projectId: string, options: Parameters<typeof browser.open>[1] = {}): Promise<Shown> => {
    const page = await browser.open(`${daemon.url()}/settings?project=${projectId}`, options);
    const section = page.getByRole('region', { name: 'Limits' });
    await section.getByLabel('Items a minute').waitFor();
    const save = section.getByRole('button', { name: 'Save limits' });
    return { page, section, save, fill: (label, text) => section.getByLabel(label).fill(text) };
  };
  const settingsOf = async (projectId: string): Promise<ProjectSettings> =>
    (await daemon.get<ProjectSettings>(`/api/projects/${projectId}/settings`)).body;
  const newProject = async (): Promise<string> => {
    const projectId = daemon.newProject();
    await daemon.post('/api/logs', { ...aLog, projectId });
    return projectId;
  };

  it('are those of the chosen project, and are saved when something was changed', async () => {
    const projectId = await newProject();
    const { page, section, save, fill } = await show(projectId);
    assert.equal(await section.getByLabel('Project whose limits are shown').inputValue(), projectId);
    assert.ok(await save.isDisabled());
    await section.getByText('Nothing was refused since the daemon started').waitFor();
    await fill('Items a minute', '600');
    await fill('MB a day', '1.5');
    await fill('Days kept', '0');
    await save.click();
    await page.getByText(`Changed the limits of ${projectId}`).waitFor();
    const { usage, ...values } = await settingsOf(projectId);
    assert.deepEqual(values, {
      projectId,
      eventsPerMinute: 600,
      bytesPerDay: 1_572_864,
      retentionDays: 0,
      grouping: 1,
      regroup: null,
      sourceMaps: [],
      groupingRules: [],
    });
    assert.equal(usage?.day.bytes, 0);
    await section.getByText('0 of 600 items this minute, 0 B of 1.5 MB today').waitFor();
    assert.ok(await save.isDisabled());
  });

  it('are taken away by emptying a field, and the others stay', async () => {
    const projectId = await newProject();
    await daemon.patch(`/api/projects/${projectId}/settings`, { eventsPerMinute: 5, retentionDays: 7 });
    const { page, section, save, fill } = await show(projectId);
    assert.equal(await section.getByLabel('Days kept').inputValue(), '7');
    await fill('Items a minute', '');
    await save.click();
    await page.getByText(`Changed the limits of ${projectId}`).waitFor();
    const { eventsPerMinute, retentionDays } = await settingsOf(projectId);
    assert.deepEqual([eventsPerMinute, retentionDays], [null, 7]);
  });

  it('tell how many items were refused', async () => {
    const projectId = await newProject();
    await daemon.patch(`/api/projects/${projectId}/settings`, { bytesPerDay: 1 });
    await daemon.post('/api/logs', { ...aLog, projectId });
    await daemon.post('/api/logs/batch', [
      { ...aLog, projectId },
      { ...aLog, projectId },
    ]);
    const { section } = await show(projectId);
    await section.getByText(/2 items refused since the daemon started/).waitFor();
  });

  it('are not sent while a number is out of range', async () => {
    const projectId = await newProject();
    const { section, save, fill } = await show(projectId);
    await fill('Items a minute', '0');
    await save.click();
    await fill('Items a minute', '1.5');
    await save.click();
    assert.equal(await section.locator('input:invalid').count(), 1);
    assert.equal((await settingsOf(projectId)).eventsPerMinute, null);
  });

  it('say why the daemon took no change', async () => {
    const projectId = await newProject();
    const { section, save, fill } = await show(projectId, {
      mayLog: /status of 400/,
      prepare: (page) =>
        page.route('**/settings', (route) =>
          route.request().method() === 'PATCH'
            ? route.fulfill({ status: 400, json: { error: 'No more than 1000.', code: 'project_limit' } })
            : route.continue(),
        ),
    });
    await fill('Days kept', '7');
    await save.click();
    await section.getByRole('alert').getByText('No more than 1000.').waitFor();
    assert.equal(await section.getByLabel('Days kept').inputValue(), '7');
  });

  it('axe finds nothing', async () => {
    const projectId = await newProject();
    await daemon.patch(`/api/projects/${projectId}/settings`, { eventsPerMinute: 5, bytesPerDay: 5_000_000 });
    const { page } = await show(projectId);
    await assertAccessible(page, 'limits');
  });
});
