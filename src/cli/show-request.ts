import type { RequestRecord } from '../../schemas/request.js';
import type { Related } from '../lookup/find.js';
import { type Fact, toSpanText } from '../lookup/record-text.js';
import { toBlock, toFieldLines, toParagraph } from './blocks.js';
import { toErrorRow, toLocalTime, toLogRow, toMilliseconds, toRequestRow } from './rows.js';
import type { Line } from './styled-line.js';

/** A whole request record: what was asked and answered. */
export function toRequestLines(request: RequestRecord): readonly Line[] {
  const { id, method, url, statusCode, duration, timestamp, requestBody, responseBody } = request;
  const fields: readonly Fact[] = [
    ['at', toLocalTime(timestamp)],
    ['status', statusCode],
    ['took', duration === undefined ? undefined : toMilliseconds(duration)],
    ['route', request.route],
    ['project', request.projectId],
    ['source', request.source],
    ['correlation', request.correlationId],
    ['error event', request.errorEventId],
  ];
  return [
    [{ text: `request ${id}`, style: 'bold' }],
    [{ text: `  ${method} ${url}` }],
    ...toFieldLines(fields),
    ...toBlock(
      'Spans, in the order in which they began',
      (request.spans ?? []).map((span): Line => [{ text: `  ${toSpanText(span)}` }]),
    ),
    ...toBlock('Request headers', toFieldLines(Object.entries(request.headers ?? {}))),
    ...toBlock(toBodyTitle('Request body', request.requestBodyTruncated), toParagraph(requestBody)),
    ...toBlock('Response headers', toFieldLines(Object.entries(request.responseHeaders ?? {}))),
    ...toBlock(toBodyTitle('Response body', request.responseBodyTruncated), toParagraph(responseBody)),
  ];
}

/** What has the same correlation id. */
export function toRelatedLines({ errors, requests, logs }: Related, nowMs: number): readonly Line[] {
  return [
    ...toBlock(
      'Errors with the same correlation id',
      errors.map((error) => toErrorRow(error, nowMs)),
    ),
    ...toBlock('Requests with the same correlation id', requests.map(toRequestRow)),
    ...toBlock('Logs with the same correlation id, newest first', logs.map(toLogRow)),
  ];
}

function toBodyTitle(title: string, isTruncated: boolean | undefined): string {
  return isTruncated === true ? `${title} (the first part, which is what is stored)` : title;
}
