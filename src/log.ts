import { type Logger, pino } from '#pino';
import type { LOG_LEVEL_NAMES } from '../schemas/config.js';

export type { Logger } from '#pino';

export type LogLevelName = (typeof LOG_LEVEL_NAMES)[number];

/**
 * The daemon's own log: JSON lines on standard error, fixed messages, facts as fields. Never a payload, a header or a
 * text of an event. The redact list is the second line of defence.
 */
export function openLog(level: LogLevelName): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: ['authToken', '*.authToken', 'headers', '*.headers', 'payload', '*.payload'],
        censor: '[Redacted]',
      },
    },
    pino.destination({ dest: 2, sync: true }),
  );
}
