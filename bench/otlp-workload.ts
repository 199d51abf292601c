// The log entries of the workload as OpenTelemetry's SDK would send them: one resource, one scope, a trace id for each.

import { PbfWriter } from 'pbf';
import type { LogPayload } from '../schemas/log.js';
import { loadCompiled } from '../src/compiled.js';

const SEVERITIES = { log: 0, debug: 5, info: 9, warn: 13 } as const;

type Write = (message: unknown, writer: PbfWriter) => void;

/** A request in protobuf, of the same texts as in the JSON of the entries. Its times are those of now. */
export function toOtlpLogs(records: readonly string[]): Buffer {
  const entries = records.map((text) => JSON.parse(text) as LogPayload);
  const [first] = entries;
  const resource = {
    attributes: toAttributes({
      'service.name': first?.projectId ?? '',
      'telemetry.sdk.language': 'nodejs',
      ...first?.environment,
    }),
  };
  const request = {
    resourceLogs: [{ resource, scopeLogs: [{ scope: { name: 'shop' }, logRecords: entries.map(toRecord) }] }],
  };
  const { writeExportLogsServiceRequest } = loadCompiled('protobuf', 'otlp') as {
    writeExportLogsServiceRequest: Write;
  };
  const writer = new PbfWriter();
  writeExportLogsServiceRequest(request, writer);
  return Buffer.from(writer.finish());
}

function toRecord({ level, message, correlationId, extra }: LogPayload, index: number): object {
  const traceId = Buffer.alloc(16, index + 1);
  return {
    timeUnixNano: Date.now() * 1e6,
    observedTimeUnixNano: Date.now() * 1e6,
    severityNumber: SEVERITIES[level],
    severityText: level.toUpperCase(),
    body: { stringValue: message },
    attributes: toAttributes({ correlationId, ...extra }),
    traceId,
    spanId: traceId.subarray(8),
  };
}

function toAttributes(attributes: Readonly<Record<string, unknown>>): object[] {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: Math.round(value) } : { stringValue: String(value) },
  }));
}
