// What the API does with channels and rules.

import type { AlertChannelSet, AlertItem, AlertList, AlertRule, AlertTested } from '../../schemas/alerts.js';
import { ALERT_CHANNELS_MAX, ALERT_RULES_MAX, ALERT_RULES_PER_PROJECT_MAX } from '../../schemas/limits.js';
import type { Clock } from '../clock.js';
import { ALERT_SENDING_MAX } from '../limits.js';
import type { Actor } from '../store/access.js';
import type { AlertSetting, AlertStore } from '../store/alerts.js';
import { type Fault, findChannelFault, mergeChannel, type StoredChannel, toShownChannel } from './channels.js';
import type { Send } from './send.js';

/** `fault`: the setting was refused. */
export type Setting =
  | { readonly kind: 'set' }
  | { readonly kind: 'limit' }
  | { readonly kind: 'fault'; readonly fault: Fault };

export interface AlertDesk {
  list(): Promise<AlertList>;
  /** Adds or replaces; what is secret and absent stays. */
  setChannel(set: AlertChannelSet, by: Actor): Promise<Setting>;
  setRule(rule: AlertRule, by: Actor): Promise<Setting>;
  /** False when there is none of this name. */
  removeChannel(name: string, by: Actor): Promise<boolean>;
  removeRule(name: string, by: Actor): Promise<boolean>;
  /** Sends a message that says that it is a test; null when there is no such channel. */
  test(name: string): Promise<AlertTested | null>;
}

export interface AlertDeskOptions {
  readonly store: AlertStore;
  readonly send: Send;
  readonly clock: Clock;
  readonly mayBeOwn: boolean;
}

export function openAlertDesk({ store, send, clock, mayBeOwn }: AlertDeskOptions): AlertDesk {
  let testing = 0;
  return {
    async list() {
      const { settings, waiting } = await store.readSettings();
      const { channels, rules } = parseSettings(settings);
      return { channels: [...channels.values()].map(toShownChannel), rules, waiting };
    },
    async setChannel(set, by) {
      const { channels } = parseSettings((await store.readSettings()).settings);
      const channel = mergeChannel(channels.get(set.name), set);
      const fault = findChannelFault(channel, mayBeOwn);
      if (fault !== null) return { kind: 'fault', fault };
      const setting = { kind: 'channel', name: channel.name, body: JSON.stringify(channel) } as const;
      return toSetting(await store.putSetting(setting, ALERT_CHANNELS_MAX, by));
    },
    async setRule(rule, by) {
      const { channels, rules } = parseSettings((await store.readSettings()).settings);
      const fault = findRuleFault(rule, channels);
      if (fault !== null) return { kind: 'fault', fault };
      const others = rules.filter(({ name, projectId }) => name !== rule.name && projectId === rule.projectId);
      if (rule.projectId !== undefined && others.length >= ALERT_RULES_PER_PROJECT_MAX) return { kind: 'limit' };
      const setting = { kind: 'rule', name: rule.name, body: JSON.stringify(rule) } as const;
      return toSetting(await store.putSetting(setting, ALERT_RULES_MAX, by));
    },
    removeChannel: (name, by) => store.removeSetting('channel', name, by),
    removeRule: (name, by) => store.removeSetting('rule', name, by),
    async test(name) {
      const channel = parseSettings((await store.readSettings()).settings).channels.get(name);
      if (channel === undefined) return null;
      if (testing >= ALERT_SENDING_MAX) return { sent: false, error: 'too many tests are under way; try again' };
      testing += 1;
      try {
        const result = await send(channel, [toTestItem(clock())]);
        return result.ok ? { sent: true } : { sent: false, error: result.error };
      } finally {
        testing -= 1;
      }
    },
  };
}

const toSetting = (isPut: boolean): Setting => ({ kind: isPut ? 'set' : 'limit' });

function findRuleFault(
  { when, perMinute, channels: named }: AlertRule,
  channels: ReadonlyMap<string, unknown>,
): Fault | null {
  if (when === 'rate' && perMinute === undefined) return { path: '/perMinute', message: 'is required with "rate"' };
  const unknown = named.findIndex((name) => !channels.has(name));
  return unknown === -1 ? null : { path: `/channels/${unknown}`, message: 'is no channel that there is' };
}

/** What the store keeps was checked before it was put there. */
export function parseSettings(settings: readonly AlertSetting[]): {
  readonly channels: ReadonlyMap<string, StoredChannel>;
  readonly rules: AlertRule[];
} {
  const channels = new Map<string, StoredChannel>();
  const rules: AlertRule[] = [];
  for (const { kind, name, body } of settings) {
    if (kind === 'channel') channels.set(name, JSON.parse(body) as StoredChannel);
    else rules.push(JSON.parse(body) as AlertRule);
  }
  return { channels, rules };
}

function toTestItem(nowMs: number): AlertItem {
  const at = new Date(nowMs).toISOString();
  return {
    reason: 'test',
    rule: '',
    at,
    text: 'A test of errord.',
    groupId: '',
    type: 'Test',
    message: 'This channel works.',
    severity: 'info',
    count: 0,
    firstSeen: at,
    lastSeen: at,
  };
}
