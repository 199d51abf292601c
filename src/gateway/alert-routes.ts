// The rows of alerts in the route table.

import { AlertChannelSet, AlertList, AlertRule, AlertTested } from '../../schemas/alerts.js';
import { NoQuery, Success as SuccessReply } from '../../schemas/query.js';
import type { AlertKind, Route, WireSchema } from './route.js';
import { BODY_CODES, success } from './route-answers.js';
import { toRouteQuery } from './route-query.js';

const PATH = '/api/alerts';

export const ALERT_ROUTES: readonly Route[] = [
  alerts('GET', PATH, { alerts: 'listAlerts', summary: 'List the channels and rules of alerts.', answer: AlertList }),
  alerts('POST', `${PATH}/channels`, {
    alerts: 'setAlertChannel',
    summary: 'Add or replace a channel by its name; secrets that the body leaves out stay.',
    body: AlertChannelSet,
    answer: SuccessReply,
  }),
  alerts('POST', `${PATH}/channels/{name}/test`, {
    alerts: 'testAlertChannel',
    summary: 'Send a test message to a channel, and tell what became of it.',
    answer: AlertTested,
  }),
  alerts('POST', `${PATH}/rules`, {
    alerts: 'setAlertRule',
    summary: 'Add or replace a rule by its name.',
    body: AlertRule,
    answer: SuccessReply,
  }),
  alerts('DELETE', `${PATH}/rules/{name}`, {
    alerts: 'removeAlertRule',
    summary: 'Remove a rule.',
    answer: SuccessReply,
  }),
  alerts('DELETE', `${PATH}/channels/{name}`, {
    alerts: 'removeAlertChannel',
    summary: 'Remove a channel, with the messages that wait for it.',
    answer: SuccessReply,
  }),
];

function alerts(
  method: Route['method'],
  path: string,
  rest: { alerts: AlertKind; summary: string; body?: WireSchema; answer: WireSchema },
): Route {
  const { alerts: kind, summary, body, answer } = rest;
  return {
    method,
    path,
    action: { kind: 'alerts', alerts: kind },
    summary,
    query: toRouteQuery(NoQuery),
    body: body === undefined ? null : { schema: body, required: true },
    unknownId: path.includes('{') ? 'alert_not_found' : null,
    successes: [success(200, answer)],
    errors: body === undefined ? [] : [...BODY_CODES, 'alert_limit'],
  };
}
