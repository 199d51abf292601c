// A request record as answers and feed messages show it.

import { RequestList, RequestSummary } from '../../schemas/request.js';
import type { RecordBodyText, RequestDigest } from '../messages.js';
import { compileStringify } from '../stringify.js';
import { toIsoText } from '../timestamp.js';
import { field, splice } from './json-text.js';
import { optional } from './optional.js';

/** What a store knows of a request besides its texts. `timestampMs` is as the client sent it. */
export type RequestFacts = Pick<
  RequestDigest,
  | 'method'
  | 'url'
  | 'timestampMs'
  | 'statusCode'
  | 'duration'
  | 'correlationId'
  | 'errorEventId'
  | 'spanCount'
  | 'source'
  | 'projectName'
>;

/** The route, JSON object texts of the headers, the bodies, and the JSON list text of the spans. */
export interface RequestTexts {
  readonly route: string | null;
  readonly headers: string | null;
  readonly responseHeaders: string | null;
  readonly requestBody: RecordBodyText | null;
  readonly responseBody: RecordBodyText | null;
  readonly spans: string | null;
}

export const stringifyRequestSummary = compileStringify(RequestSummary);
export const stringifyRequestList = compileStringify(RequestList);

export function toRequestSummary(id: string, facts: RequestFacts): RequestSummary {
  return {
    id,
    method: facts.method,
    url: facts.url,
    ...optional('statusCode', facts.statusCode),
    ...optional('duration', facts.duration),
    timestamp: toIsoText(facts.timestampMs),
    ...optional('correlationId', facts.correlationId),
    ...optional('errorEventId', facts.errorEventId),
    ...optional('spanCount', facts.spanCount),
    ...optional('source', facts.source),
    ...optional('projectId', facts.projectName),
  };
}

/** A summary without its URL. */
const REQUEST_HEAD_BYTES = 512;

/** Bytes that a request takes in a list, nearly. */
export function summaryBytes({ url }: Pick<RequestFacts, 'url'>): number {
  return REQUEST_HEAD_BYTES + Buffer.byteLength(url);
}

/** The answer `RequestRecord`. */
export function requestDetailJson(
  summary: RequestSummary,
  { route, headers, responseHeaders, requestBody, responseBody, spans }: RequestTexts,
): string {
  return splice(stringifyRequestSummary(summary), [
    field('route', route === null ? null : JSON.stringify(route)),
    field('headers', headers),
    field('responseHeaders', responseHeaders),
    field('requestBody', toBodyJson(requestBody)),
    requestBody?.truncated === true ? '{"requestBodyTruncated":true}' : null,
    field('responseBody', toBodyJson(responseBody)),
    responseBody?.truncated === true ? '{"responseBodyTruncated":true}' : null,
    field('spans', spans),
  ]);
}

/** JSON bodies are shown as what they are; any other text, or JSON that was cut, as a string. */
function toBodyJson(body: RecordBodyText | null): string | null {
  if (body === null) return null;
  const { text } = body;
  const first = text.trimStart()[0];
  if (first !== '{' && first !== '[') return JSON.stringify(text);
  try {
    JSON.parse(text);
    return text;
  } catch {
    // Not JSON after all: text it is.
    return JSON.stringify(text);
  }
}
