// The API document, from the route table and the schemas. Pure.

import { ErrorReply } from '../../schemas/error-reply.js';
import { FeedMessage, FeedSkipped } from '../../schemas/feed.js';
import { CORRELATION_HEADER, PROJECT_HEADER } from '../constants.js';
import { assertNever, ERROR_CODES, type ErrorCode } from '../errors.js';
import type { IngestForm } from '../messages.js';
import { type Route, toSegmentName, type WireSchema } from './route.js';
import { toErrorCodes } from './route-codes.js';
import { ROUTES } from './routes.js';

type Json = Record<string, unknown>;

/** Named schemas met so far, by `$id`. */
type Components = Map<string, unknown>;

/** The OpenAPI 3.1 document of the whole API. */
export function toOpenApi(version: string): Json {
  const components: Components = new Map();
  const paths: Record<string, Json> = {};
  for (const route of ROUTES) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: toOperation(route, components) };
  }
  toRef(FeedMessage, components);
  toRef(FeedSkipped, components);
  return {
    openapi: '3.1.0',
    info: {
      title: 'errord',
      version,
      description: 'Local-first error monitoring: ingest, queries and a live feed. No version appears in paths.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    // As seen from `/api/openapi.json`: a proxy may serve the daemon below a path.
    servers: [{ url: '../' }],
    // An empty requirement first: a key is wanted only by a daemon that has an admin's.
    security: [{}, { bearer: [] }, { token: [] }, { session: [] }],
    paths,
    components: {
      schemas: Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        token: { type: 'apiKey', in: 'query', name: 'token' },
        session: { type: 'apiKey', in: 'cookie', name: 'errord_session' },
      },
    },
  };
}

function toOperation(route: Route, components: Components): Json {
  const parameters = [...toPathParameters(route), ...toQueryParameters(route), ...toHeaderParameters(route)];
  return {
    operationId: toOperationId(route),
    summary: route.summary,
    ...(route.isOpen === true ? { security: [] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.body === null ? {} : { requestBody: toRequestBody(route.body, components) }),
    responses: { ...toSuccesses(route, components), ...toErrors(route, components) },
  };
}

/** Names an operation to those who make clients from the document: stable, and no two rows share one. */
export function toOperationId({ action }: Pick<Route, 'action'>): string {
  switch (action.kind) {
    case 'ingest':
      return toIngestId(action.form);
    case 'query':
      return action.query;
    case 'command':
      return action.command;
    case 'access':
      return action.access;
    case 'alerts':
      return action.alerts;
    case 'own':
      return action.own;
    case 'mcp':
      return 'mcp';
    case 'feed':
      return 'feed';
    default:
      return assertNever(action);
  }
}

function toIngestId({ dialect, kind, isBatch }: IngestForm): string {
  const names = ['ingest', toForeignName(dialect), kind, isBatch ? 'batch' : null];
  return names
    .filter((name) => name !== null)
    .map((name, index) => (index === 0 ? name : toCapital(name)))
    .join('');
}

/** Our own dialect goes without its name. */
function toForeignName(dialect: string): string | null {
  return dialect === 'errord' ? null : dialect;
}

function toCapital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function toPathParameters({ path }: Route): readonly Json[] {
  const names = path.split('/').map(toSegmentName);
  return names.flatMap((name) =>
    name === null ? [] : [{ name, in: 'path', required: true, schema: { type: 'string' } }],
  );
}

function toQueryParameters({ query }: Route): readonly Json[] {
  if (query === null) return [];
  const { properties } = toPlain(query.schema);
  // Each has a default or may be left out.
  return Object.entries(toJson(properties)).map(([name, schema]) => ({ name, in: 'query', required: false, schema }));
}

function toHeaderParameters({ action }: Route): readonly Json[] {
  if (action.kind !== 'ingest') return [];
  const schema = { type: 'string' };
  return [
    { name: PROJECT_HEADER, in: 'header', required: false, schema, description: 'projectId of records without one.' },
    {
      name: CORRELATION_HEADER,
      in: 'header',
      required: false,
      schema,
      description: 'correlationId of records without one.',
    },
  ];
}

function toRequestBody(body: NonNullable<Route['body']>, components: Components): Json {
  const schema =
    body.item === undefined
      ? toRef(body.schema, components)
      : { ...toPlain(body.schema), $id: undefined, items: toRef(body.item, components) };
  return { required: body.required, content: { [body.contentType ?? 'application/json']: { schema } } };
}

function toSuccesses({ successes }: Route, components: Components): Json {
  const answers = successes.map(({ status, description, schema, contentType = 'application/json' }) => {
    const content = schema === null ? {} : { content: { [contentType]: { schema: toRef(schema, components) } } };
    return [status, { description, ...content }];
  });
  return Object.fromEntries(answers) as Json;
}

/** One answer per status; its description names the codes. */
function toErrors(route: Route, components: Components): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of toErrorCodes(route)) {
    const status = route.refusals?.toStatus(code) ?? ERROR_CODES[code].status;
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const content = toContent(toRef(route.refusals?.schema ?? ErrorReply, components));
  const answers = [...byStatus].map(([status, codes]) => {
    const header = toErrorHeader(status);
    return [status, { description: codes.join(', '), ...(header === null ? {} : { headers: header }), content }];
  });
  return Object.fromEntries(answers) as Json;
}

function toErrorHeader(status: number): Json | null {
  if (status === 503 || status === 429)
    return { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } };
  return status === 401 ? { 'WWW-Authenticate': { schema: { const: 'Bearer' } } } : null;
}

function toContent(schema: unknown): Json {
  return { 'application/json': { schema } };
}

/** A reference to a named schema, which is kept in the components; a nameless schema as it is, with references inside. */
function toRef(schema: WireSchema, components: Components): unknown {
  return replaceNamed(toPlain(schema), (id, plain) => {
    components.set(id, plain);
    return `#/components/schemas/${id}`;
  });
}

/**
 * Plain JSON in which every schema with an `$id` has become a `$ref`; `toAddress` is told of each, innermost first, and
 * answers where the reference points.
 */
export function replaceNamed(value: unknown, toAddress: (id: string, plain: Json) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => replaceNamed(item, toAddress));
  if (typeof value !== 'object' || value === null) return value;
  const { $id, ...rest } = toJson(value);
  const plain = Object.fromEntries(Object.entries(rest).map(([key, item]) => [key, replaceNamed(item, toAddress)]));
  return typeof $id === 'string' ? { $ref: toAddress($id, plain) } : plain;
}

/** Schema values carry symbols and accessors of their builder; what the wire sees is their JSON. */
function toPlain(schema: WireSchema): Json {
  return toJson(JSON.parse(JSON.stringify(schema)));
}

function toJson(value: unknown): Json {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
