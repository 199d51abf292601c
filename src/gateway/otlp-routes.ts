// The rows of the route table that speak OpenTelemetry's protocol. The API document shows its JSON form; the binary one says
// the same.

import { OtlpAnswer, OtlpLogs, OtlpMetrics, OtlpStatus, OtlpTraces } from '../../schemas/otlp.js';
import { ERROR_CODES } from '../errors.js';
import type { DialectName } from '../messages.js';
import type { Route, WireSchema } from './route.js';
import { success } from './route-answers.js';

function otlp(path: string, dialect: DialectName, rest: Pick<Route, 'summary'> & { body: WireSchema }): Route {
  return {
    method: 'POST',
    path,
    isSlashOptional: true,
    action: { kind: 'ingest', form: { dialect, kind: null, isBatch: true } },
    summary: rest.summary,
    query: null,
    body: { schema: rest.body, required: true },
    unknownId: null,
    successes: [success(200, OtlpAnswer)],
    errors: ['batch_too_long'],
    refusals: { schema: OtlpStatus, toStatus: (code) => ERROR_CODES[code].status },
  };
}

export const OTLP_ROUTES: readonly Route[] = [
  otlp('/v1/logs', 'otlpLogs', {
    summary: 'Store log records of OpenTelemetry, in JSON or protobuf; those with an exception become events.',
    body: OtlpLogs,
  }),
  otlp('/v1/traces', 'otlpTraces', {
    summary: 'Store what spans of OpenTelemetry tell of requests and exceptions, in JSON or protobuf.',
    body: OtlpTraces,
  }),
  otlp('/v1/metrics', 'otlpMetrics', {
    summary: 'Count metrics of OpenTelemetry as skipped; they are not kept.',
    body: OtlpMetrics,
  }),
];
