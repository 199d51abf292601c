import assert from 'node:assert/strict';
import type { AlertList } from '../../schemas/alerts.js';
import type { ErrorGroupList } from '../../schemas/error-group.js';
import { SNOOZE_MEANT_MS_MAX } from '../../schemas/limits.js';
import type { Triage } from '../../schemas/triage.js';
import { assertAccessible } from '../support/axe.js';
import { useBrowser } from '../support/browser.js';
import { anEvent } from '../support/events.js';
import { useSharedDaemon } from '../support/shared-daemon.js';

describe('alerts on the settings page', () => {
  const daemon = useSharedDaemon();
  const browser = useBrowser();

  it('are added, tested and removed, and never show what is secret', async () => {
    const page = await browser.open(`${daemon.url()}/settings`);
    const section = page.getByRole('region', { name: 'Alerts' });
    await section.getByText('There is no channel').waitFor();
    await section.getByRole('button', { name: 'Add a channel' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Slack' }).click();
    await dialog.getByLabel('Name').fill('team');
    await assertAccessible(page, 'a dialog of alerts');
    await dialog.getByLabel('Address').fill('http://localhost:9/secret-path');
    await dialog.getByLabel('Quiet hours').fill('22:00-07:00');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await section.getByText('quiet 22:00 to 07:00').waitFor();
    // Where the dialog was opened, the keyboard goes on.
    assert.equal(await page.locator(':focus').innerText(), 'Add a channel …');
    assert.doesNotMatch(await section.innerText(), /secret-path/);
    await section.getByRole('button', { name: 'Send a test message to team' }).click();
    await page.getByText('team was not reached').waitFor();
    await section.getByRole('button', { name: 'Add a rule' }).click();
    await dialog.getByRole('button', { name: 'has too many a minute' }).click();
    await dialog.getByLabel('Name').fill('flood');
    await dialog.getByLabel('More than so many a minute').fill('100');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await section.getByText('more than 100 a minute').waitFor();
    await assertAccessible(page, 'the settings with alerts');
    const { body } = await daemon.get<AlertList>('/api/alerts');
    assert.equal(body.rules[0]?.perMinute, 100);
    await section.getByRole('button', { name: 'Remove the rule flood' }).click();
    await section.getByRole('button', { name: 'Remove the channel team' }).click();
    await section.getByText('There is no channel').waitFor();
  });
});

describe('the triage of an error on its page', () => {
  const daemon = useSharedDaemon();
  const browser = useBrowser();

  it('assigns, notes and snoozes, and tells what was done', async () => {
    const projectId = daemon.newProject();
    await daemon.post('/api/events', anEvent({ projectId }));
    const { errors } = (await daemon.get<ErrorGroupList>(`/api/errors?projectId=${projectId}`)).body;
    const id = errors[0]?.id ?? '';
    // Somebody else has it open too, and follows.
    const others = (await browser.open(`${daemon.url()}/errors/${id}`)).getByRole('region', { name: 'Who and when' });
    await others.getByLabel('Assigned to').waitFor();
    const page = await browser.open(`${daemon.url()}/errors/${id}`);
    const card = page.getByRole('region', { name: 'Who and when' });
    await others.getByLabel('Note').fill('half typed');
    await card.getByLabel('Assigned to').fill('Grace');
    await card.getByRole('button', { name: 'Assign' }).click();
    await card.getByText('Assigned to Grace').waitFor();
    await card.getByLabel('Note').fill('<b>since</b> 2.8');
    await card.getByRole('button', { name: 'Add' }).click();
    await card.getByText('<b>since</b> 2.8').waitFor();
    await others.getByText('<b>since</b> 2.8').waitFor();
    await others.getByText('Assigned to Grace').waitFor();
    assert.equal(await others.getByLabel('Assigned to').inputValue(), 'Grace');
    assert.equal(await others.getByLabel('Note').inputValue(), 'half typed');
    await others.getByLabel('Assigned to').fill('Ed');
    await card.getByLabel('Assigned to').fill('Linus');
    await card.getByRole('button', { name: 'Assign' }).click();
    await others.getByText('Assigned to Linus').waitFor();
    assert.equal(await others.getByLabel('Assigned to').inputValue(), 'Ed');
    await card.getByRole('button', { name: 'Snooze' }).click();
    await page.getByRole('menuitem', { name: 'Until 10 more events' }).click();
    await card.getByText('Snoozed until 10 more events.').waitFor();
    await others.getByText('Snoozed until 10 more events.').waitFor();
    await assertAccessible(page, 'an error with its triage');
    const { body } = await daemon.get<Triage>(`/api/errors/${id}/triage`);
    assert.deepEqual([body.assignee, body.snooze], ['Linus', { eventsLeft: 10 }]);
  });

  it("snoozes for a time or numbers of one's own, and says what is wrong with them", async () => {
    const projectId = daemon.newProject();
    await daemon.post('/api/events', anEvent({ projectId }));
    const { errors } = (await daemon.get<ErrorGroupList>(`/api/errors?projectId=${projectId}`)).body;
    const id = errors[0]?.id ?? '';
    const page = await browser.open(`${daemon.url()}/errors/${id}`, { timezoneId: 'Asia/Kolkata' });
    await page.getByRole('button', { name: 'Snooze …' }).click();
    await page.getByRole('menuitem', { name: 'Until …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Snooze' });
    const send = dialog.getByRole('button', { name: 'Snooze', exact: true });
    await send.click();
    await dialog.getByRole('alert').getByText('Give a time, or how many').waitFor();
    await dialog.getByLabel('Until').fill('2020-01-01T10:00');
    await send.click();
    await dialog.getByRole('alert').getByText('still to come').waitFor();
    await dialog.getByLabel('Until').fill('2126-01-01T10:00');
    await dialog.getByLabel('more users').fill('0');
    await send.click();
    await dialog.getByRole('alert').getByText('a whole one').waitFor();
    await assertAccessible(page, 'the dialog of a snooze');
    await dialog.getByLabel('more users').fill('7');
    await send.click();
    await page.getByText('Snoozed: it is ignored until then').waitFor();
    const { body } = await daemon.get<Triage>(`/api/errors/${id}/triage`);
    assert.deepEqual(body.snooze, { until: '2126-01-01T04:30:00.000Z', usersLeft: 7 });
  });

  it('calls a snooze that nobody lives to see the end of one until further notice', async () => {
    const projectId = daemon.newProject();
    await daemon.post('/api/events', anEvent({ projectId }));
    const { errors } = (await daemon.get<ErrorGroupList>(`/api/errors?projectId=${projectId}`)).body;
    const id = errors[0]?.id ?? '';
    const snoozeFor = (ms: number) =>
      daemon.patch(`/api/errors/${id}/triage`, { snooze: { until: new Date(Date.now() + ms).toISOString() } });
    await daemon.patch(`/api/errors/${id}/triage`, { snooze: { until: '9999-12-31T23:59:59Z' } });
    const page = await browser.open(`${daemon.url()}/errors/${id}`);
    const card = page.getByRole('region', { name: 'Who and when' });
    await card.getByText('Snoozed until further notice.').waitFor();
    await card.getByRole('list', { name: 'History' }).getByText('Snoozed until further notice').waitFor();
    assert.equal(await card.getByText('9999').count(), 0);
    await snoozeFor(SNOOZE_MEANT_MS_MAX - 3_600_000);
    await card.getByText(/^Snoozed until .*, 21\d\d, .*\.$/).waitFor();
    await snoozeFor(SNOOZE_MEANT_MS_MAX + 3_600_000);
    await card.getByText('Snoozed until further notice.').waitFor();
  });
});
