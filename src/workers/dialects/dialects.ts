import type { DialectName } from '../../messages.js';
import type { Dialect } from './dialect.js';
import { ERRORD } from './errord.js';
import { OTLP_LOGS, OTLP_METRICS, OTLP_TRACES } from './otlp.js';

export const DIALECTS: Readonly<Record<DialectName, Dialect>> = {
  errord: ERRORD,
  otlpLogs: OTLP_LOGS,
  otlpTraces: OTLP_TRACES,
  otlpMetrics: OTLP_METRICS,
};
