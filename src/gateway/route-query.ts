import type { Static, TSchema } from 'typebox';
import { IGNORED_NAME_CHARS_MAX, IGNORED_NAMES_MAX } from '../limits.js';
import { sliceText } from '../slice-text.js';
import { compileQuery, type Validation } from '../validate.js';
import { parseQueryString, toQueryObject } from './query-string.js';

/** Parameters that match the schema, with the defaults filled in, and the names of those that nobody looked at. */
export type ParsedQuery<T> =
  | { readonly ok: true; readonly value: T; readonly ignored: readonly string[] }
  | Extract<Validation<T>, { ok: false }>;

/** The query parameters of a route. */
export interface RouteQuery<T = unknown> {
  readonly schema: TSchema;
  /** Reads the part of a URL after `?`. */
  readonly parse: (text: string, nowMs: number) => ParsedQuery<T>;
}

/** What a schema cannot say about parameters that match it; may put what it means in their place. */
export type ParameterCheck<T> = (parameters: T, nowMs: number) => Validation<T>;

export interface RouteQueryOptions<T> {
  readonly check?: ParameterCheck<T> | undefined;
  /** Takes parameters that the schema does not know, and does not look at them. */
  readonly ignoresUnknown?: boolean;
}

/** Compiles the schema. The token is no parameter of any route. */
export function toRouteQuery<S extends TSchema>(
  schema: S,
  { check, ignoresUnknown = false }: RouteQueryOptions<Static<S>> = {},
): RouteQuery<Static<S>> {
  const validate = compileQuery(schema);
  const { properties = {} } = schema as { readonly properties?: object };
  return {
    schema,
    parse(text, nowMs) {
      const parameters = parseQueryString(text);
      if (!parameters.ok) return parameters;
      const object = toQueryObject(parameters.value);
      const ignored = ignoresUnknown ? Object.keys(object).filter((name) => !Object.hasOwn(properties, name)) : [];
      for (const name of ignored) Reflect.deleteProperty(object, name);
      const matching = validate(object);
      const checked = matching.ok && check !== undefined ? check(matching.value, nowMs) : matching;
      return checked.ok ? { ...checked, ignored } : checked;
    },
  };
}

/** The names as a header tells them: a few, short, and without a character that means something there. */
export function toIgnoredText(names: readonly string[]): string {
  const told = names
    .slice(0, IGNORED_NAMES_MAX)
    .map((name) => encodeURIComponent(sliceText(name, IGNORED_NAME_CHARS_MAX)));
  const moreCount = names.length - told.length;
  return [...told, ...(moreCount > 0 ? [`and ${moreCount} more`] : [])].join(', ');
}
