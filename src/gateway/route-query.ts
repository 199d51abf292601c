import type { Static, TSchema } from 'typebox';
import { compileQuery, type Validation } from '../validate.js';
import { parseQueryString, toQueryObject } from './query-string.js';

/** The query parameters of a route. */
export interface RouteQuery<T = unknown> {
  readonly schema: TSchema;
  /** Reads the part of a URL after `?`. What it passes matches the schema, with the defaults filled in. */
  readonly parse: (text: string, nowMs: number) => Validation<T>;
}

/** What a schema cannot say about parameters that match it. */
export type ParameterCheck<T> = (parameters: T, nowMs: number) => Validation<T>;

/** Compiles the schema. The token is no parameter of any route. */
export function toRouteQuery<S extends TSchema>(schema: S, check?: ParameterCheck<Static<S>>): RouteQuery<Static<S>> {
  const validate = compileQuery(schema);
  return {
    schema,
    parse(text, nowMs) {
      const parameters = parseQueryString(text);
      if (!parameters.ok) return parameters;
      const checked = validate(toQueryObject(parameters.value));
      return checked.ok && check !== undefined ? check(checked.value, nowMs) : checked;
    },
  };
}
