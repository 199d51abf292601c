import type { Static, TSchema } from 'typebox';
import { isCompiled, loadCompiled } from './compiled.js';

const compiler = isCompiled ? null : (await import('fast-json-stringify')).default;

/** A function that writes values of the schema as JSON, compiled when the daemon is built. The schema has an `$id`. */
export function compileStringify<S extends TSchema>(
  schema: S & { readonly $id?: string },
): (value: Static<S>) => string {
  if (compiler === null) return loadCompiled('json', schema.$id ?? '') as (value: Static<S>) => string;
  return compiler(schema as unknown as Parameters<typeof compiler>[0]);
}
