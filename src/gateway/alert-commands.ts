// The routes of alerts.

import { AlertChannelSet, AlertRule } from '../../schemas/alerts.js';
import type { AlertDesk, Setting } from '../alerts/desk.js';
import { assertNever } from '../errors.js';
import type { Actor } from '../store/access.js';
import { compileBody } from '../validate.js';
import type { Admission } from './admission.js';
import { parseCommand, readCommandBody } from './command-body.js';
import type { Exchange } from './exchange.js';
import type { AlertKind } from './route.js';

/** A call as the URL has it. */
export interface AlertCall {
  readonly kind: AlertKind;
  /** Null when the path has none, or none that could be known. */
  readonly id: string | null;
  /** Who asks for it. */
  readonly by: Actor;
}

export interface AlertCommandOptions {
  readonly alerts: AlertDesk;
  readonly admission: Admission;
}

const parseChannel = compileBody(AlertChannelSet);
const parseRule = compileBody(AlertRule);
const SUCCESS = JSON.stringify({ success: true });

/** Answers a call. Rejects when the store does. */
export async function answerAlerts(exchange: Exchange, call: AlertCall, options: AlertCommandOptions): Promise<void> {
  const { reply } = exchange;
  const { alerts, admission } = options;
  const { kind, id, by } = call;
  switch (kind) {
    case 'listAlerts':
      reply.json(200, JSON.stringify(await alerts.list()));
      return;
    case 'setAlertChannel': {
      const bytes = await readCommandBody(exchange, admission);
      const set = bytes === null ? null : parseCommand(exchange, bytes, parseChannel);
      if (set !== null) answerSetting(exchange, await alerts.setChannel(set, by));
      return;
    }
    case 'setAlertRule': {
      const bytes = await readCommandBody(exchange, admission);
      const rule = bytes === null ? null : parseCommand(exchange, bytes, parseRule);
      if (rule !== null) answerSetting(exchange, await alerts.setRule(rule, by));
      return;
    }
    case 'removeAlertChannel':
      answerFound(exchange, id !== null && (await alerts.removeChannel(id, by)) ? SUCCESS : null);
      return;
    case 'removeAlertRule':
      answerFound(exchange, id !== null && (await alerts.removeRule(id, by)) ? SUCCESS : null);
      return;
    case 'testAlertChannel': {
      const tested = id === null ? null : await alerts.test(id);
      answerFound(exchange, tested === null ? null : JSON.stringify(tested));
      return;
    }
    default:
      assertNever(kind);
  }
}

function answerFound({ reply }: Exchange, json: string | null): void {
  if (json === null) reply.error('alert_not_found');
  else reply.json(200, json);
}

function answerSetting({ reply }: Exchange, setting: Setting): void {
  switch (setting.kind) {
    case 'set':
      reply.json(200, SUCCESS);
      return;
    case 'limit':
      reply.error('alert_limit');
      return;
    case 'fault':
      reply.error('validation_failed', {
        message: 'The setting cannot be used; see details.',
        details: [setting.fault],
      });
      return;
    default:
      assertNever(setting);
  }
}
