// What the API document says of answers, as functions that an answer is held against.

import assert from 'node:assert/strict';
import type { ValidateFunction } from 'ajv';
import { openAjv } from '../../src/ajv.js';
import type { Route } from '../../src/gateway/route.js';

export interface ApiDocument {
  readonly paths: Record<string, Record<string, { readonly responses: Record<string, DocumentedAnswer> }>>;
  readonly components: { readonly schemas: Record<string, object> };
}

interface DocumentedAnswer {
  readonly content?: Record<string, { readonly schema: object }>;
}

/** Gives what an answer of a route must be; null for one without a body. Fails where the document does not know the status. */
export type AnswerDescriber = (route: Pick<Route, 'method' | 'path'>, status: number) => ValidateFunction | null;

/** A field that the document does not name is one too many. */
export function compileAnswers({ paths, components }: ApiDocument): AnswerDescriber {
  const ajv = openAjv('body', { source: false });
  const local = <T>(value: T): T =>
    closed(JSON.parse(JSON.stringify(value).replaceAll('#/components/schemas/', 'schemas-')) as T);
  for (const [name, schema] of Object.entries(components.schemas)) ajv.addSchema(local(schema), `schemas-${name}`);
  return ({ method, path }, status) => {
    const answer = paths[path]?.[method.toLowerCase()]?.responses[status];
    assert.ok(answer, `the document does not know ${status} of ${method} ${path}`);
    if (answer.content === undefined) return null;
    const schema = (answer.content['application/json'] ?? answer.content['text/plain'])?.schema;
    assert.ok(schema);
    return ajv.compile(local(schema));
  };
}

/** The schema, and every one inside, with no other fields than it names. */
function closed<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(closed) as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value as unknown)]));
  return ('properties' in inner ? { additionalProperties: false, ...inner } : inner) as T;
}
