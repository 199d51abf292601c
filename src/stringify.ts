import type { Static, TSchema } from 'typebox';
import { loadCompiled } from './compiled.js';

/** A function that writes values of the schema as JSON, compiled when the daemon is built. The schema has an `$id`. */
export function compileStringify<S extends TSchema>(
  schema: S & { readonly $id?: string },
): (value: Static<S>) => string {
  return loadCompiled('json', schema.$id ?? '') as (value: Static<S>) => string;
}
