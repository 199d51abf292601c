// OpenTelemetry's protocol in JSON, as far as the API document shows it: records are read leniently, and unknown fields are
// left out. https://github.com/open-telemetry/opentelemetry-proto

import { Type } from 'typebox';
import { JsonObject } from './common.js';

const Resource = Type.Optional(Type.Object({ attributes: Type.Optional(Type.Array(JsonObject)) }));

export const OtlpLogs = Type.Object(
  {
    resourceLogs: Type.Optional(
      Type.Array(
        Type.Object({
          resource: Resource,
          scopeLogs: Type.Optional(Type.Array(Type.Object({ logRecords: Type.Optional(Type.Array(JsonObject)) }))),
        }),
      ),
    ),
  },
  { $id: 'OtlpLogs', title: 'ExportLogsServiceRequest' },
);

export const OtlpTraces = Type.Object(
  {
    resourceSpans: Type.Optional(
      Type.Array(
        Type.Object({
          resource: Resource,
          scopeSpans: Type.Optional(Type.Array(Type.Object({ spans: Type.Optional(Type.Array(JsonObject)) }))),
        }),
      ),
    ),
  },
  { $id: 'OtlpTraces', title: 'ExportTraceServiceRequest' },
);

export const OtlpMetrics = Type.Object(
  { resourceMetrics: Type.Optional(Type.Array(JsonObject)) },
  { $id: 'OtlpMetrics', title: 'ExportMetricsServiceRequest' },
);

/** Empty when everything was taken. Counts are decimal texts. */
export const OtlpAnswer = Type.Object(
  {
    partialSuccess: Type.Optional(
      Type.Object({
        rejectedLogRecords: Type.Optional(Type.String()),
        rejectedSpans: Type.Optional(Type.String()),
        rejectedDataPoints: Type.Optional(Type.String()),
        errorMessage: Type.String(),
      }),
    ),
  },
  { $id: 'OtlpAnswer' },
);

/** `google.rpc.Status` */
export const OtlpStatus = Type.Object({ code: Type.Integer(), message: Type.String() }, { $id: 'OtlpStatus' });
