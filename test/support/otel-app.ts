// An application with OpenTelemetry's SDK, which knows the daemon by its environment alone. Its argument is how its exporters write:
// `json` or `protobuf`. It answers one request, fails at another, writes log records, and ends when all of it is sent.

import { once } from 'node:events';
import type Http from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { trace } from '@opentelemetry/api';
import { SeverityNumber } from '@opentelemetry/api-logs';
import { OTLPLogExporter as JsonLogExporter } from '@opentelemetry/exporter-logs-otlp-http';
import { OTLPLogExporter as ProtobufLogExporter } from '@opentelemetry/exporter-logs-otlp-proto';
import { OTLPTraceExporter as JsonTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  hostDetector,
  osDetector,
  processDetector,
} from '@opentelemetry/resources';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';

const isJson = process.argv[2] === 'json';
const resource = defaultResource().merge(
  detectResources({ detectors: [envDetector, hostDetector, osDetector, processDetector] }),
);
const logs = new LoggerProvider({
  resource,
  processors: [new BatchLogRecordProcessor({ exporter: isJson ? new JsonLogExporter() : new ProtobufLogExporter() })],
});
const traces = new NodeTracerProvider({
  resource,
  spanProcessors: [new BatchSpanProcessor(isJson ? new JsonTraceExporter() : new ProtobufTraceExporter())],
});
traces.register();
const instrumentation = new HttpInstrumentation({
  headersToSpanAttributes: { server: { requestHeaders: ['cookie'] } },
});
instrumentation.setTracerProvider(traces);
instrumentation.enable();

const logger = logs.getLogger('shop.orders');

function answer(request: IncomingMessage, response: ServerResponse): void {
  logger.emit({ severityNumber: SeverityNumber.INFO, severityText: 'INFO', body: 'order read', attributes: { id: 7 } });
  trace.getTracer('shop.orders').startActiveSpan('read the order', (span) => span.end());
  try {
    if (request.url === '/fails') throw new TypeError('cart is not iterable');
    response.end('ok');
  } catch (error) {
    trace.getActiveSpan()?.recordException(error as Error);
    response.writeHead(500).end();
  }
}

// What the instrumentation watches is what is required after it.
const http = createRequire(import.meta.url)('node:http') as typeof Http;
const server: Server = http.createServer(answer).listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
for (const path of ['/orders?id=7&token=t0ken', '/fails']) {
  const call = http.get({ port, host: '127.0.0.1', path, headers: { cookie: 'sid=s3cret' }, agent: false });
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
}
logger.emit({
  severityNumber: SeverityNumber.ERROR,
  body: 'could not pay',
  attributes: {
    'exception.type': 'PaymentError',
    'exception.message': 'card refused',
    'exception.stacktrace': 'at pay',
  },
});
server.close();
await traces.shutdown();
await logs.shutdown();
