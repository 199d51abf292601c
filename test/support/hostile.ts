import { readFileSync } from 'node:fs';

interface Repeat {
  readonly prefix: string;
  readonly unit: string;
  readonly count: number;
  readonly separator: string;
  readonly suffix: string;
}

interface HostileLine {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly endpoint: string;
  readonly contentType: string;
  readonly encoding: 'utf8' | 'base64' | 'repeat';
  readonly bodyOrBodyBase64: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly bodyRepeat?: Repeat;
  readonly bodyRepeat2?: Repeat;
}

/** One line of the corpus as a request to a route of ours. */
export interface HostileRequest {
  readonly name: string;
  readonly endpoint: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer | undefined;
}

const FILE = new URL('../../../test/fixtures/corpus/hostile.jsonl', import.meta.url);

/** Paths of the corpus are placeholders; the endpoint says which route is meant. Queries and ids are in the path. */
const PATHS: Readonly<Record<string, string>> = {
  'ingest-event': '/api/events',
  'ingest-request-log': '/api/events/request',
  'create-project': '/api/projects',
};

export function readHostileRequests(): readonly HostileRequest[] {
  const lines = readFileSync(FILE, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => toRequest(JSON.parse(line) as HostileLine));
}

function toRequest(line: HostileLine): HostileRequest {
  const { name, endpoint, method, contentType } = line;
  return {
    name,
    endpoint,
    method,
    path: PATHS[endpoint] ?? line.path,
    headers: { ...(contentType === '' ? {} : { 'content-type': contentType }), ...line.headers },
    body: method === 'GET' ? undefined : toBody(line),
  };
}

function toBody({ encoding, bodyOrBodyBase64, bodyRepeat, bodyRepeat2 }: HostileLine): Buffer {
  if (encoding === 'repeat') return Buffer.from(repeat(bodyRepeat) + repeat(bodyRepeat2));
  return Buffer.from(bodyOrBodyBase64 ?? '', encoding);
}

function repeat(text: Repeat | undefined): string {
  if (text === undefined) return '';
  if (text.separator === '' && !text.unit.includes('{i}')) {
    return text.prefix + text.unit.repeat(text.count) + text.suffix;
  }
  const units = Array.from({ length: text.count }, (_, index) => text.unit.replaceAll('{i}', String(index)));
  return text.prefix + units.join(text.separator) + text.suffix;
}

/**
 * The corpus leaves out what our contract requires of an event, its source, and calls its free-form part `context`. With
 * both as ours are, the hostile part of the line reaches the code it is meant for.
 */
export function toOurEvent(request: HostileRequest): HostileRequest {
  const { endpoint, body } = request;
  if (endpoint !== 'ingest-event' || body?.[0] !== '{'.charCodeAt(0) || body.byteLength > 20_000_000) return request;
  const text = body.toString().replace('{', '{"source":"backend",').replace('"context":{', '"extra":{');
  return { ...request, body: Buffer.from(text) };
}
