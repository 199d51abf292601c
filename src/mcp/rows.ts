// Records on one line each: safe, and of so many bytes at most.

import type { ErrorGroup } from '../../schemas/error-group.js';
import type { LogRecord } from '../../schemas/log.js';
import type { RequestSummary } from '../../schemas/request.js';
import { toErrorText } from '../lookup/record-text.js';
import { toDataLine } from './fence.js';

export function toErrorRow(error: ErrorGroup, bytesMax: number): string {
  const { id, severity, status, count, lastSeen, type, message } = error;
  return toRow([id, severity, status, `${count}x`, `last ${lastSeen}`, ...toPlace(error)], {
    text: toErrorText(type, message),
    bytesMax,
  });
}

export function toRequestRow(request: RequestSummary, bytesMax: number): string {
  const { id, timestamp, statusCode, duration, method, url } = request;
  const took = duration === undefined ? [] : [`${Math.round(duration)} ms`];
  return toRow([id, timestamp, `status ${statusCode ?? '-'}`, ...took, ...toPlace(request)], {
    text: `${method} ${url}`,
    bytesMax,
  });
}

export function toLogRow(log: LogRecord, bytesMax: number): string {
  return toRow([log.timestamp, log.level, ...toPlace(log)], { text: log.message, bytesMax });
}

/** Where a record belongs; names take no more than a part of a row. */
function toPlace({ projectId, correlationId }: { readonly projectId?: string; readonly correlationId?: string }) {
  return [
    ...(projectId === undefined ? [] : [`project ${toDataLine(projectId, NAME_BYTES_MAX)}`]),
    ...(correlationId === undefined ? [] : [`correlation ${toDataLine(correlationId, NAME_BYTES_MAX)}`]),
  ];
}

const NAME_BYTES_MAX = 40;

function toRow(facts: readonly string[], { text, bytesMax }: { readonly text: string; readonly bytesMax: number }) {
  return toDataLine(`${facts.join('  ')}  ${text}`, bytesMax);
}
