// Which rule asks for a message about a group. Pure: what it must know is passed in.

import type { AlertItem, AlertRule } from '../../schemas/alerts.js';
import type { AlertReason } from '../../schemas/words.js';
import { assertNever } from '../errors.js';
import { ALERT_MESSAGE_CHARS_MAX } from '../limits.js';
import { isLouder } from '../louder.js';
import { sliceText } from '../slice-text.js';
import type { ChangedGroup } from '../store/alerts.js';

/** What a rule is looked at with. */
export interface DecideFacts {
  readonly nowMs: number;
  /** The name of the environment of the newest event; undefined when it has none or nobody had to know. */
  readonly environment: string | undefined;
}

/** The rules that ask for a message, in their order. Nothing is said of a group that is ignored, snoozed or resolved. */
export function findRules(changed: ChangedGroup, rules: readonly AlertRule[], facts: DecideFacts): AlertRule[] {
  const { status } = changed.group;
  if (status === 'ignored' || status === 'resolved') return [];
  return rules.filter((rule) => matches(rule, changed, facts.environment) && holds(rule, changed, facts.nowMs));
}

/** Whether the environment must be known to look at any of the rules. */
export function needsEnvironment(changed: ChangedGroup, rules: readonly AlertRule[], nowMs: number): boolean {
  return rules.some(
    (rule) => rule.environment !== undefined && matches(rule, changed, rule.environment) && holds(rule, changed, nowMs),
  );
}

function matches(rule: AlertRule, { group }: ChangedGroup, environment: string | undefined): boolean {
  return (
    rule.enabled !== false &&
    (rule.projectId === undefined || rule.projectId === group.projectId) &&
    (rule.severities === undefined || rule.severities.includes(group.severity)) &&
    (rule.environment === undefined || rule.environment === environment)
  );
}

function holds({ when, perMinute = 0 }: AlertRule, changed: ChangedGroup, nowMs: number): boolean {
  switch (when) {
    case 'new':
      return changed.isNew;
    case 'regressed':
      return changed.isBack;
    case 'louder':
      return isLouder({ ...changed, nowMs, firstSeenAtMs: Date.parse(changed.group.firstSeen) });
    case 'rate':
      return changed.minuteCount > perMinute;
    default:
      return assertNever(when);
  }
}

/** What is told of a group, whatever the channel. */
export function toItem(changed: ChangedGroup, rule: AlertRule, { nowMs, environment }: DecideFacts): AlertItem {
  const { group } = changed;
  return {
    reason: rule.when,
    rule: rule.name,
    at: new Date(nowMs).toISOString(),
    text: toSentence(rule.when, changed),
    groupId: group.id,
    ...(group.projectId !== undefined && { projectId: toLine(group.projectId) }),
    type: toLine(group.type),
    message: toLine(group.message),
    severity: group.severity,
    count: group.count,
    firstSeen: group.firstSeen,
    lastSeen: group.lastSeen,
    ...(environment !== undefined && { environment: toLine(environment) }),
  };
}

function toSentence(reason: AlertReason, { minuteCount, recentCount }: ChangedGroup): string {
  switch (reason) {
    case 'new':
      return 'A new error.';
    case 'regressed':
      return 'An error came back.';
    case 'louder':
      return `An error is louder than usual: ${recentCount} events in the last 10 minutes.`;
    case 'rate':
      return `An error has ${minuteCount} events in a minute.`;
    default:
      return assertNever(reason);
  }
}

/** Text of an event on one line: without control and direction characters, and cut. */
export function toLine(text: string): string {
  // Cut before it is searched: an event brings up to 2,048 characters.
  const cut = text.length > ALERT_MESSAGE_CHARS_MAX ? `${sliceText(text, ALERT_MESSAGE_CHARS_MAX - 1)}…` : text;
  return cut.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}
