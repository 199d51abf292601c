// Alerts from the event that is sent to the message that arrives, over real sockets.

import assert from 'node:assert/strict';
import { createServer, type Server, type Socket } from 'node:net';
import type { AlertHook, AlertList, AlertTested } from '../../schemas/alerts.js';
import type { AuditList } from '../../schemas/audit.js';
import type { ErrorGroupList } from '../../schemas/error-group.js';
import {
  ALERT_CHANNELS_MAX,
  ALERT_DIGEST_MINUTES_MAX,
  ALERT_NAME_CHARS_MAX,
  ALERT_PER_MINUTE_MAX,
  ALERT_RECIPIENTS_MAX,
  ALERT_RULE_CHANNELS_MAX,
  ALERT_RULES_MAX,
  ALERT_RULES_PER_PROJECT_MAX,
  ALERT_SECRET_CHARS_MAX,
  ALERT_SECRET_CHARS_MIN,
  ALERT_TEXT_CHARS_MAX,
  ALERT_URL_CHARS_MAX,
  ASSIGNEE_CHARS_MAX,
  NOTE_CHARS_MAX,
  SNOOZE_EVENTS_MAX,
} from '../../schemas/limits.js';
import type { Triage } from '../../schemas/triage.js';
import { signBody } from '../../src/alerts/signature.js';
import { type TestDaemon, useDaemon } from '../support/daemon.js';
import { type HookServer, openHookServer } from '../support/hook-server.js';
import { callJson, type JsonAnswer } from '../support/http.js';

const SECRET = 'a key of sixteen';
const TO_OWN = { alertsToOwnNetwork: true };

const call = <T = unknown>(
  { url }: TestDaemon,
  method: string,
  ...[path, body]: [string, unknown?]
): Promise<JsonAnswer<T>> => callJson<T>(`${url}${path}`, { method, body });

const toEvent = (facts: object) => ({
  type: 'TypeError',
  message: 'x is undefined',
  source: 'backend',
  projectId: 'shop',
  ...facts,
});

const send = (daemon: TestDaemon, facts: object = {}) => call(daemon, 'POST', '/api/events', toEvent(facts));

/** In one commit: the turns that the daemon makes by itself come before all of them, or after. */
const sendTogether = (daemon: TestDaemon, ...facts: readonly object[]) =>
  call(daemon, 'POST', '/api/events/batch', facts.map(toEvent));

const setRule = (daemon: TestDaemon, facts: object = {}) =>
  call(daemon, 'POST', '/api/alerts/rules', { name: 'all', when: 'new', channels: ['hook'], ...facts });

const setHook = (daemon: TestDaemon, url: string, facts: object = {}) =>
  call(daemon, 'POST', '/api/alerts/channels', { name: 'hook', kind: 'webhook', url, secret: SECRET, ...facts });

const firstGroup = async (daemon: TestDaemon) => {
  const [group] = (await call<ErrorGroupList>(daemon, 'GET', '/api/errors')).body.errors;
  assert.ok(group);
  return group;
};

describe('alerts of a daemon', () => {
  const daemons = useDaemon();
  let hook: HookServer;

  beforeEach(async () => {
    hook = await openHookServer();
  });

  afterEach(() => hook.close());

  const start = async (facts: object = {}): Promise<TestDaemon> => {
    const daemon = await daemons.start(TO_OWN);
    assert.equal((await setHook(daemon, `${hook.url}/alerts`, facts)).status, 200);
    return daemon;
  };

  it('tell a webhook of a new error once, signed with the time', async () => {
    const daemon = await start();
    await setRule(daemon);
    await sendTogether(daemon, { environment: { name: 'production' } }, {});
    await daemon.parts.alerts.turn();
    await daemon.parts.alerts.turn();
    assert.equal(hook.calls.length, 1);
    const [{ path, headers, body } = { path: '', headers: {}, body: '' }] = hook.calls;
    assert.equal(path, '/alerts');
    const timestamp = String(headers['x-errord-timestamp']);
    assert.equal(headers['x-errord-signature'], signBody(SECRET, timestamp, body));
    assert.ok(Math.abs(Number(timestamp) - Date.now() / 1000) < 60);
    const { version, channel, alerts, more } = JSON.parse(body) as AlertHook;
    assert.deepEqual([version, channel, alerts.length, more], [1, 'hook', 1, 0]);
    assert.equal(alerts[0]?.reason, 'new');
    assert.equal(alerts[0].projectId, 'shop');
    assert.equal(alerts[0].groupId, (await firstGroup(daemon)).id);
    assert.equal(alerts[0].count, 2);
  });

  it('go by the environment of the newest event', async () => {
    const daemon = await start();
    await setRule(daemon, { environment: 'production' });
    await send(daemon, { environment: { name: 'staging' } });
    await daemon.parts.alerts.turn();
    assert.equal(hook.calls.length, 0);
    await send(daemon, { message: 'y is undefined', environment: { name: 'production' } });
    await daemon.parts.alerts.turn();
    const { alerts } = JSON.parse(hook.calls[0]?.body ?? '{}') as AlertHook;
    assert.equal(alerts[0]?.environment, 'production');
  });

  it('gather what is due for a channel in one message', async () => {
    const daemon = await start();
    await setRule(daemon);
    await sendTogether(daemon, {}, { message: 'y is undefined' });
    await daemon.parts.alerts.turn();
    assert.equal(hook.calls.length, 1);
    assert.equal((JSON.parse(hook.calls[0]?.body ?? '{}') as AlertHook).alerts.length, 2);
  });

  it('wait while a channel fails, over a restart, and are sent later', async () => {
    let nowMs = Date.now();
    const clock = (): number => nowMs;
    const first = await daemons.start(TO_OWN, { clock });
    await setHook(first, hook.url);
    await setRule(first);
    hook.answer = { status: 500 };
    await send(first);
    await first.parts.alerts.turn();
    assert.equal(hook.calls.length, 1);
    await first.stop();
    hook.answer = { status: 204 };
    const second = await daemons.start(TO_OWN, { clock });
    assert.equal((await call<AlertList>(second, 'GET', '/api/alerts')).body.waiting, 1);
    await second.parts.alerts.turn();
    assert.equal(hook.calls.length, 1);
    nowMs += 61_000;
    await second.parts.alerts.turn();
    assert.equal(hook.calls.length, 2);
    assert.equal((await call<AlertList>(second, 'GET', '/api/alerts')).body.waiting, 0);
  });

  it('do not follow a redirect, and repeat nothing of what is answered', async () => {
    const daemon = await start();
    hook.answer = { status: 302, headers: { location: `${hook.url}/elsewhere` } };
    const { body } = await call<AlertTested>(daemon, 'POST', '/api/alerts/channels/hook/test');
    assert.deepEqual(body, { sent: false, error: 'it answered 302: redirects are not followed' });
    assert.equal(hook.calls.length, 1);
  });

  it('do not go to the own network unless that is allowed, by address or by name', async () => {
    const daemon = await daemons.start();
    const refused = await setHook(daemon, `${hook.url}/alerts`);
    assert.equal(refused.status, 400);
    const { port } = new URL(hook.url);
    assert.equal((await setHook(daemon, `http://localhost:${port}/`)).status, 200);
    const { body } = await call<AlertTested>(daemon, 'POST', '/api/alerts/channels/hook/test');
    assert.equal(body.sent, false);
    assert.match(body.error ?? '', /own network/);
    assert.equal(hook.calls.length, 0);
  });

  it('never answer or note what is secret', async () => {
    const daemon = await start({ url: `${hook.url}/token-of-the-url` });
    await call(daemon, 'POST', '/api/alerts/channels', {
      name: 'mail',
      kind: 'email',
      to: ['a@b.example'],
      from: 'e@b.example',
      smtpHost: 'mail.example',
      smtpUser: 'u',
      smtpPassword: 'password-of-mail',
    });
    const { body: list } = await call<AlertList>(daemon, 'GET', '/api/alerts');
    const { body: audit } = await call<AuditList>(daemon, 'GET', '/api/audit');
    assert.doesNotMatch(JSON.stringify([list, audit]), /token-of-the-url|password-of-mail|a key of sixteen/);
    assert.deepEqual(
      list.channels.map(({ name, hasSecret, hasPassword }) => [name, hasSecret, hasPassword]),
      [
        ['hook', true, false],
        ['mail', false, true],
      ],
    );
    assert.ok(audit.entries.every(({ action }) => action === 'alerts_changed'));
  });

  it('are sent by mail, where no text of an event becomes a header', async () => {
    const smtp = await openSmtp();
    try {
      const daemon = await start();
      const { port } = smtp.server.address() as { port: number };
      const mail = { name: 'mail', kind: 'email', to: ['a@b.example'], from: 'e@b.example' };
      await call(daemon, 'POST', '/api/alerts/channels', { ...mail, smtpHost: '127.0.0.1', smtpPort: port });
      await setRule(daemon, { channels: ['mail'] });
      await send(daemon, { message: 'broken\r\nBcc: x@evil.example', projectId: 'shop' });
      await daemon.parts.alerts.turn();
      const [message = ''] = smtp.messages;
      assert.match(message, /^Subject: \[errord\] shop: A new error\.\r\n/m);
      assert.doesNotMatch(message, /^Bcc:/m);
      assert.deepEqual(smtp.recipients, ['RCPT TO:<a@b.example>']);
    } finally {
      smtp.server.close();
    }
  });

  it('remove channels and rules, and say which are unknown', async () => {
    const daemon = await start();
    await setRule(daemon);
    const statuses = [];
    for (const path of ['rules/all', 'rules/all', 'channels/hook', 'channels/hook'])
      statuses.push((await call(daemon, 'DELETE', `/api/alerts/${path}`)).status);
    statuses.push((await call(daemon, 'POST', '/api/alerts/channels/hook/test')).status);
    assert.deepEqual(statuses, [200, 404, 200, 404, 404]);
  });

  it(`take ${ALERT_CHANNELS_MAX} channels (ALERT_CHANNELS_MAX) and ${ALERT_RULES_MAX} rules (ALERT_RULES_MAX), ${ALERT_RULES_PER_PROJECT_MAX} of a project (ALERT_RULES_PER_PROJECT_MAX)`, async () => {
    const daemon = await start();
    const fill = async (count: number, set: (index: number) => Promise<{ status: number }>): Promise<number[]> => {
      const found = new Set<number>();
      for (let index = 0; index < count; index += 1) found.add((await set(index)).status);
      return [...found];
    };
    // One is there.
    const setNamed = (index: number) => setHook(daemon, hook.url, { name: `hook ${index}` });
    assert.deepEqual(await fill(ALERT_CHANNELS_MAX - 1, setNamed), [200]);
    assert.equal((await setNamed(ALERT_CHANNELS_MAX)).status, 409);
    const ofShop = (index: number) => setRule(daemon, { name: `shop ${index}`, projectId: 'shop' });
    assert.deepEqual(await fill(ALERT_RULES_PER_PROJECT_MAX, ofShop), [200]);
    assert.equal((await ofShop(ALERT_RULES_PER_PROJECT_MAX)).status, 409);
    const ofAll = (index: number) => setRule(daemon, { name: `all ${index}` });
    assert.deepEqual(await fill(ALERT_RULES_MAX - ALERT_RULES_PER_PROJECT_MAX, ofAll), [200]);
    assert.equal((await ofAll(ALERT_RULES_MAX)).status, 409);
  });

  it('refuse settings past their limits', async () => {
    const daemon = await start();
    const rule = (facts: object) => setRule(daemon, facts);
    const channel = (facts: object) => setHook(daemon, hook.url, facts);
    const text = (length: number): string => 'x'.repeat(length);
    const many = (length: number): string[] => Array.from({ length }, () => 'hook');
    const rate = { when: 'rate' };
    const url = (length: number): string => `${hook.url}/`.padEnd(length, 'x');
    // ALERT_NAME_CHARS_MAX, ALERT_TEXT_CHARS_MAX and so on: at each, and one past it.
    const pairs: readonly (readonly [(fits: 0 | 1) => Promise<{ status: number }>, string])[] = [
      [(past) => rule({ name: text(ALERT_NAME_CHARS_MAX + past) }), 'name'],
      [(past) => rule({ environment: text(ALERT_TEXT_CHARS_MAX + past) }), 'environment'],
      [(past) => rule({ channels: many(ALERT_RULE_CHANNELS_MAX + past) }), 'channels'],
      [(past) => rule({ ...rate, perMinute: ALERT_PER_MINUTE_MAX + past }), 'perMinute'],
      [(past) => channel({ url: url(ALERT_URL_CHARS_MAX + past) }), 'url'],
      [(past) => channel({ secret: text(ALERT_SECRET_CHARS_MAX + past) }), 'secret'],
      [(past) => channel({ secret: text(ALERT_SECRET_CHARS_MIN - past) }), 'secret'],
      [(past) => channel({ digestMinutes: ALERT_DIGEST_MINUTES_MAX + past }), 'digest'],
      [(past) => channel({ to: many(ALERT_RECIPIENTS_MAX + past) }), 'to'],
    ];
    for (const [set, name] of pairs) {
      assert.equal((await set(0)).status, 200, name);
      assert.equal((await set(1)).status, 400, name);
    }
    assert.equal((await rule({ when: 'rate' })).status, 400);
    assert.equal((await rule({ channels: ['unknown'] })).status, 400);
  });

  it('tell that a snoozed error came back, and nothing while it is snoozed', async () => {
    const daemon = await start();
    await send(daemon);
    await setRule(daemon, { when: 'regressed' });
    const { id } = await firstGroup(daemon);
    const triage = `/api/errors/${id}/triage`;
    assert.equal((await call(daemon, 'PATCH', triage, { snooze: { events: 1 }, assignee: 'Grace' })).status, 200);
    await daemon.parts.alerts.turn();
    assert.equal(hook.calls.length, 0);
    await send(daemon);
    await daemon.parts.alerts.turn();
    const { alerts } = JSON.parse(hook.calls[0]?.body ?? '{}') as AlertHook;
    assert.equal(alerts[0]?.reason, 'regressed');
    const { body } = await call<Triage>(daemon, 'GET', triage);
    assert.deepEqual(
      body.history.map(({ kind, text }) => [kind, text]),
      [
        ['woke', ''],
        ['assigned', 'Grace'],
        ['snoozed', 'until 1 more events'],
      ],
    );
  });

  it('have triage refuse what is past its limits', async () => {
    const daemon = await start();
    await send(daemon);
    const path = `/api/errors/${(await firstGroup(daemon)).id}/triage`;
    const change = async (body: object) => (await call(daemon, 'PATCH', path, body)).status;
    const statuses = [
      await change({ assignee: 'x'.repeat(ASSIGNEE_CHARS_MAX) }),
      await change({ assignee: 'x'.repeat(ASSIGNEE_CHARS_MAX + 1) }),
      await change({ note: 'x'.repeat(NOTE_CHARS_MAX) }),
      await change({ note: 'x'.repeat(NOTE_CHARS_MAX + 1) }),
      await change({ snooze: { events: SNOOZE_EVENTS_MAX } }),
      await change({ snooze: { events: SNOOZE_EVENTS_MAX + 1 } }),
      await change({ snooze: {} }),
      await change({}),
      (await call(daemon, 'PATCH', '/api/errors/zzz/triage', { note: 'a' })).status,
    ];
    assert.deepEqual(statuses, [200, 400, 200, 400, 200, 400, 400, 400, 404]);
  });
});

interface Smtp {
  readonly server: Server;
  readonly messages: string[];
  readonly recipients: string[];
}

/** A server of mail that takes everything. */
async function openSmtp(): Promise<Smtp> {
  const [messages, recipients]: [string[], string[]] = [[], []];
  const server = createServer((socket) => converse(socket, messages, recipients));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, messages, recipients };
}

function converse(socket: Socket, messages: string[], recipients: string[]): void {
  let text = '';
  let isMessage = false;
  socket.setEncoding('utf8');
  socket.write('220 test\r\n');
  socket.on('data', (chunk: string) => {
    text += chunk;
    for (;;) {
      const end = isMessage ? text.indexOf('\r\n.\r\n') : text.indexOf('\r\n');
      if (end === -1) return;
      const part = text.slice(0, end);
      text = text.slice(end + (isMessage ? 5 : 2));
      if (isMessage) messages.push(part);
      if (part.startsWith('RCPT')) recipients.push(part);
      const isData = !isMessage && part === 'DATA';
      isMessage = isData;
      socket.write(isData ? '354 go on\r\n' : part === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n');
    }
  });
}
