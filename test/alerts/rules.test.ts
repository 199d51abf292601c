import assert from 'node:assert/strict';
import type { AlertItem, AlertRule } from '../../schemas/alerts.js';
import { findRules, needsEnvironment, toItem, toLine } from '../../src/alerts/decide.js';
import { toRetryMs } from '../../src/alerts/engine.js';
import { toDesktop, toDiscord, toHook, toMail, toSlack } from '../../src/alerts/payloads.js';
import { digestAtMs, isTimeZone, quietUntilMs } from '../../src/alerts/quiet-hours.js';
import { toDesktopCommand } from '../../src/alerts/send-desktop.js';
import { signBody } from '../../src/alerts/signature.js';
import { ALERT_DIGEST_ITEMS_MAX, ALERT_MESSAGE_CHARS_MAX, ALERT_TRIES_MAX } from '../../src/limits.js';
import { isLouder, LOUDER_EVENTS_MIN, LOUDER_FACTOR } from '../../src/louder.js';
import type { ChangedGroup } from '../../src/store/alerts.js';

const NOW = Date.parse('2026-03-01T12:30:00Z');
const HOUR_MS = 3_600_000;

const changed = (facts: Partial<ChangedGroup> = {}, group: Partial<ChangedGroup['group']> = {}): ChangedGroup => ({
  group: {
    id: 'abc',
    fingerprint: 'f',
    type: 'TypeError',
    message: 'x is undefined',
    source: 'backend',
    severity: 'error',
    status: 'unresolved',
    firstSeen: new Date(NOW - 48 * HOUR_MS).toISOString(),
    lastSeen: new Date(NOW).toISOString(),
    count: 7,
    projectId: 'shop',
    ...group,
  },
  projectKey: 1,
  groupKey: 1,
  isNew: false,
  isBack: false,
  minuteCount: 0,
  recentCount: 0,
  earlierCount: 0,
  seen: [],
  ...facts,
});

const rule = (facts: Partial<AlertRule> = {}): AlertRule => ({ name: 'r', when: 'new', channels: ['c'], ...facts });
const facts = { nowMs: NOW, environment: undefined };
const fires = (group: ChangedGroup, one: AlertRule, environment?: string): boolean =>
  findRules(group, [one], { nowMs: NOW, environment }).length === 1;

describe('the rule of "louder than usual"', () => {
  const firstSeenAtMs = NOW - 100 * HOUR_MS;
  const loud = (recentCount: number, earlierCount: number, since = firstSeenAtMs): boolean =>
    isLouder({ nowMs: NOW, firstSeenAtMs: since, recentCount, earlierCount });

  it('needs a floor of events, however quiet the group was', () => {
    assert.equal(loud(LOUDER_EVENTS_MIN, 0), true);
    assert.equal(loud(LOUDER_EVENTS_MIN - 1, 0), false);
  });

  it('compares with the mean of ten minutes of the last day', () => {
    // 1,440 in 24 hours are 10 in ten minutes.
    assert.equal(loud(10 * LOUDER_FACTOR, 1440), true);
    assert.equal(loud(10 * LOUDER_FACTOR - 1, 1440), false);
  });

  it('compares a younger group with the hours that it was there', () => {
    // 120 in two hours are 10 in ten minutes.
    const since = NOW - 2 * HOUR_MS;
    assert.equal(loud(40, 120, since), true);
    assert.equal(loud(39, 120, since), false);
  });

  it('says nothing of a group without a whole hour behind it', () => {
    assert.equal(loud(100_000, 0, NOW - 10 * 60_000), false);
  });
});

describe('rules of alerts', () => {
  it('fire for what they are about, and for nothing else', () => {
    assert.equal(fires(changed({ isNew: true }), rule()), true);
    assert.equal(fires(changed(), rule()), false);
    assert.equal(fires(changed({ isBack: true }), rule({ when: 'regressed' })), true);
    assert.equal(fires(changed({ isNew: true }), rule({ when: 'regressed' })), false);
    assert.equal(fires(changed({ recentCount: 20 }), rule({ when: 'louder' })), true);
    assert.equal(fires(changed({ recentCount: 19 }), rule({ when: 'louder' })), false);
    assert.equal(fires(changed({ minuteCount: 6 }), rule({ when: 'rate', perMinute: 5 })), true);
    assert.equal(fires(changed({ minuteCount: 5 }), rule({ when: 'rate', perMinute: 5 })), false);
  });

  it('are narrowed by project, severity and environment, and can be off', () => {
    const group = changed({ isNew: true });
    assert.equal(fires(group, rule({ projectId: 'shop' })), true);
    assert.equal(fires(group, rule({ projectId: 'blog' })), false);
    assert.equal(fires(group, rule({ severities: ['fatal', 'error'] })), true);
    assert.equal(fires(group, rule({ severities: ['fatal'] })), false);
    assert.equal(fires(group, rule({ environment: 'production' }), 'production'), true);
    assert.equal(fires(group, rule({ environment: 'production' }), 'staging'), false);
    assert.equal(fires(group, rule({ environment: 'production' })), false);
    assert.equal(fires(group, rule({ enabled: false })), false);
  });

  it('say nothing of a group that is ignored, snoozed or resolved', () => {
    assert.equal(fires(changed({ isNew: true }, { status: 'ignored' }), rule()), false);
    assert.equal(fires(changed({ isNew: true }, { status: 'resolved' }), rule()), false);
    assert.equal(fires(changed({ isNew: true }, { status: 'acknowledged' }), rule()), true);
  });

  it('ask for the environment only where it decides', () => {
    const wants = rule({ environment: 'production' });
    assert.equal(needsEnvironment(changed({ isNew: true }), [wants], NOW), true);
    assert.equal(needsEnvironment(changed(), [wants], NOW), false);
    assert.equal(needsEnvironment(changed({ isNew: true }), [rule()], NOW), false);
  });
});

describe('quiet hours and digests', () => {
  const at = (time: string): number => Date.parse(`2026-03-01T${time}:30Z`);
  const night = { from: '22:00', to: '07:00', timeZone: 'UTC' };

  it('hold messages over midnight until they end', () => {
    assert.equal(quietUntilMs(night, at('23:10')), Date.parse('2026-03-02T07:00:00Z'));
    assert.equal(quietUntilMs(night, at('06:59')), Date.parse('2026-03-01T07:00:00Z'));
    assert.equal(quietUntilMs(night, at('07:00')), null);
    assert.equal(quietUntilMs(night, at('21:59')), null);
    assert.equal(quietUntilMs(undefined, at('23:10')), null);
  });

  it('go by the time zone that they name', () => {
    const lunch = { from: '12:00', to: '13:00', timeZone: 'Asia/Tokyo' };
    assert.equal(quietUntilMs(lunch, at('03:30')), Date.parse('2026-03-01T04:00:00Z'));
    assert.equal(quietUntilMs(lunch, at('12:30')), null);
    assert.equal(isTimeZone('Asia/Tokyo'), true);
    assert.equal(isTimeZone('Asia/Nowhere'), false);
  });

  it('gather the messages of a span to its end', () => {
    assert.equal(digestAtMs(0, at('12:10')), at('12:10'));
    assert.equal(digestAtMs(60, at('12:10')), Date.parse('2026-03-01T13:00:00Z'));
  });

  it(`try again with longer and longer pauses, ${ALERT_TRIES_MAX} times (ALERT_TRIES_MAX)`, () => {
    assert.equal(toRetryMs(0, NOW), NOW + 60_000);
    assert.equal(toRetryMs(3, NOW), NOW + 8 * 60_000);
    assert.notEqual(toRetryMs(ALERT_TRIES_MAX - 2, NOW), null);
    assert.equal(toRetryMs(ALERT_TRIES_MAX - 1, NOW), null);
  });
});

describe('what channels are sent', () => {
  const hostile = 'a\r\nBcc: x@evil.example\u001b[31m <!channel> @everyone [x](http://evil) \u202e<b>&';
  const item = (given: Partial<ChangedGroup['group']> = {}): AlertItem =>
    toItem(changed({ isNew: true }, given), rule({ name: 'all' }), facts);
  const many = (count: number): AlertItem[] => Array.from({ length: count }, () => item());

  it(`is one line of an event, without control characters, of ${ALERT_MESSAGE_CHARS_MAX} characters (ALERT_MESSAGE_CHARS_MAX)`, () => {
    assert.doesNotMatch(toLine(hostile), /[\u0000-\u001f\u202e]/);
    assert.equal(toLine('x'.repeat(ALERT_MESSAGE_CHARS_MAX)).length, ALERT_MESSAGE_CHARS_MAX);
    const cut = toLine('x'.repeat(ALERT_MESSAGE_CHARS_MAX + 1));
    assert.equal(cut.length, ALERT_MESSAGE_CHARS_MAX);
    assert.ok(cut.endsWith('…'));
  });

  it(`holds ${ALERT_DIGEST_ITEMS_MAX} alerts (ALERT_DIGEST_ITEMS_MAX), and counts the rest`, () => {
    assert.equal(toHook('c', many(ALERT_DIGEST_ITEMS_MAX)).more, 0);
    const hook = toHook('c', many(ALERT_DIGEST_ITEMS_MAX + 2));
    assert.equal(hook.alerts.length, ALERT_DIGEST_ITEMS_MAX);
    assert.equal(hook.more, 2);
  });

  it('mentions nobody and links nowhere in Slack', () => {
    const sent = toSlack([item({ message: hostile, projectId: '<!here>' })]) as {
      text: string;
      blocks: { text: { type: string } }[];
    };
    assert.match(sent.text, /&lt;!here&gt;/);
    assert.ok(sent.blocks.every(({ text }) => text.type === 'plain_text'));
  });

  it('mentions nobody and links nowhere in Discord, and is no longer than that takes', () => {
    const sent = toDiscord([item({ message: hostile })]) as { content: string; allowed_mentions: unknown };
    assert.deepEqual(sent.allowed_mentions, { parse: [] });
    assert.doesNotMatch(sent.content, /@everyone/);
    assert.match(sent.content, /\\\[x\\\]\\\(http\\:/);
    const long = toDiscord(Array.from({ length: 20 }, () => item({ message: '*'.repeat(2000) }))) as {
      content: string;
    };
    assert.ok(long.content.length <= 2000);
  });

  it('has a subject of one line', () => {
    const { subject, text } = toMail([item({ message: hostile, projectId: 'a\r\nBcc: b@c' })]);
    assert.doesNotMatch(subject, /[\r\n]/);
    assert.match(text, /Error: TypeError: a Bcc: x@evil/);
  });

  it('reaches the desktop as arguments, behind the end of the options', () => {
    const texts = toDesktop([item({ message: '$(reboot) <b>' })]);
    const linux = toDesktopCommand(texts, 'linux');
    assert.equal(linux?.file, 'notify-send');
    assert.equal(linux.args.at(-3), '--');
    assert.match(linux.args.at(-1) ?? '', /\$\(reboot\) &lt;b&gt;/);
    const mac = toDesktopCommand(texts, 'darwin');
    assert.equal(mac?.file, 'osascript');
    assert.equal(mac.args.at(-2), texts.title);
    assert.equal(toDesktopCommand(texts, 'win32'), null);
  });

  it('is signed with its time, as the page on alerts computes it', () => {
    assert.equal(
      signBody('0123456789abcdef', '1700000000', '{"a":1}'),
      'sha256=9eb18f493f8ec135d9eb2dad817c369bb4e9cbfa818657897a7437c1cd8c3a23',
    );
  });
});
