// Request records as JSON, written field by field: all that varies but numbers is quoted, and what is known to need no
// quotes inside of it is not looked through for them.

import type { RequestRecord, Source } from '../../core/types.js';

/** Fields that are undefined are not sent. All are there from the start, so that V8 makes all records alike. */
export type ServedRecord = {
  -readonly [Name in keyof Omit<RequestRecord, 'method' | 'url' | 'headers' | 'responseHeaders'>]:
    | RequestRecord[Name]
    | undefined;
} & {
  method: string;
  url: string;
  /** The client's own, filled in when it takes the record. */
  recordId: string | undefined;
  projectId: string | undefined;
  source: Source | undefined;
};

/** Both are JSON already, and redacted. */
interface HeaderJson {
  readonly headers: string;
  readonly responseHeaders: string | undefined;
}

/** The same as `JSON.stringify` of the record with its headers, in another order of the fields. */
export function toRecordJson(record: ServedRecord, { headers, responseHeaders }: HeaderJson): string {
  const { method, url, duration, statusCode, timestamp, recordId, source } = record;
  let json = `{"method":${JSON.stringify(method)},"url":${JSON.stringify(url)}`;
  if (statusCode !== undefined) json += `,"statusCode":${statusCode}`;
  if (duration !== undefined) json += `,"duration":${duration}`;
  // Made here, of digits and letters.
  if (timestamp !== undefined) json += `,"timestamp":"${timestamp}"`;
  if (recordId !== undefined) json += `,"recordId":"${recordId}"`;
  if (source !== undefined) json += `,"source":"${source}"`;
  json += toField('correlationId', record.correlationId);
  json += toField('projectId', record.projectId);
  json += toField('errorEventId', record.errorEventId);
  json += toField('requestBody', record.requestBody);
  json += toField('responseBody', record.responseBody);
  if (responseHeaders !== undefined) json += `,"responseHeaders":${responseHeaders}`;
  return `${json},"headers":${headers}}`;
}

function toField(name: string, value: string | undefined): string {
  return value === undefined ? '' : `,"${name}":${JSON.stringify(value)}`;
}
