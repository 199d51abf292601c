import type { LogRecord } from '../../../schemas/log.ts';
import { toPlainText } from './ansi.ts';

/** An entry as a line of a log file. */
export function toText({ timestamp, level, message }: LogRecord): string {
  return `${timestamp} ${level.toUpperCase()} ${toPlainText(message)}`;
}

/** An entry as the API gives it. */
export function toJson(log: LogRecord): string {
  return JSON.stringify(log, null, 2);
}
