import type { DialectName } from '../../messages.js';
import type { Dialect } from './dialect.js';
import { ERRORD } from './errord.js';
import { OTLP_LOGS, OTLP_METRICS, OTLP_TRACES } from './otlp.js';
import { SENTRY } from './sentry.js';

export const DIALECTS: Readonly<Record<DialectName, Dialect>> = {
  errord: ERRORD,
  otlpLogs: OTLP_LOGS,
  otlpTraces: OTLP_TRACES,
  otlpMetrics: OTLP_METRICS,
  sentry: SENTRY,
  // The same envelopes, sent as copies to a tool beside the application.
  spotlight: SENTRY,
};
