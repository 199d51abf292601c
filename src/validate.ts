// The border: nothing from outside is looked at before a schema has passed it. The validators are
// compiled from the schemas when the daemon is built.

import type { ErrorObject } from 'ajv';
import type { Static, TSchema } from 'typebox';
import type { ErrorDetail } from '../schemas/error-reply.js';
import type { ValidatorKind } from './ajv.js';
import { loadCompiled } from './compiled.js';
import { ERROR_DETAILS_MAX } from './limits.js';

/** A compiled validator; the faults it found are on the function until its next call. */
interface ValidateFunction {
  (input: unknown): boolean;
  errors?: readonly ErrorObject[] | null;
}

export type Validation<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly details: readonly ErrorDetail[] };

export type Validator<T> = (input: unknown) => Validation<T>;

/** A validator for bodies: what it passes is the input itself, unchanged. The schema has an `$id`. */
export function compileBody<S extends TSchema>(schema: S): Validator<Static<S>> {
  return toValidator(compile('body', schema));
}

/** A validator for query parameters: reads whole numbers out of text and fills in defaults, in place. */
export function compileQuery<S extends TSchema>(schema: S): Validator<Static<S>> {
  const validate = toValidator<Static<S>>(compile('query', schema));
  const names = integerNames(schema);
  return (input) => {
    readIntegers(input, names);
    return validate(input);
  };
}

/** Ajv's own coercion takes `Infinity`, `0x10` and ` 1` for integers, and does not look at them again. */
const DECIMAL = /^-?\d{1,15}$/;

function readIntegers(input: unknown, names: readonly string[]): void {
  if (typeof input !== 'object' || input === null) return;
  for (const name of names) {
    const text: unknown = Reflect.get(input, name);
    if (typeof text === 'string' && DECIMAL.test(text)) Reflect.set(input, name, Number(text));
  }
}

function integerNames(schema: TSchema): readonly string[] {
  const { properties = {} } = schema as { readonly properties?: Readonly<Record<string, { readonly type?: string }>> };
  return Object.keys(properties).filter((name) => properties[name]?.type === 'integer');
}

function compile(kind: ValidatorKind, schema: TSchema & { readonly $id?: string }): ValidateFunction {
  return loadCompiled(kind, schema.$id ?? '') as ValidateFunction;
}

function toValidator<T>(validate: ValidateFunction): Validator<T> {
  return (input) =>
    validate(input) ? { ok: true, value: input as T } : { ok: false, details: toDetails(validate.errors ?? []) };
}

function toDetails(errors: readonly ErrorObject[]): readonly ErrorDetail[] {
  const telling = errors.filter((error) => !isNullBranch(error));
  return (telling.length > 0 ? telling : errors).slice(0, ERROR_DETAILS_MAX).map(toDetail);
}

/** Optional fields are unions with null; that they are not null either says nothing to the sender. */
function isNullBranch({ keyword, params }: ErrorObject): boolean {
  return keyword === 'anyOf' || (keyword === 'type' && params.type === 'null');
}

function toDetail({ keyword, params, instancePath, message }: ErrorObject): ErrorDetail {
  switch (keyword) {
    case 'required':
      return { path: `${instancePath}/${String(params.missingProperty)}`, message: 'is required' };
    case 'additionalProperties':
      return { path: `${instancePath}/${String(params.additionalProperty)}`, message: 'is not a known name' };
    case 'enum':
      return { path: instancePath, message: `must be one of: ${(params.allowedValues as unknown[]).join(', ')}` };
    case 'pattern':
      return { path: instancePath, message: 'has characters or a form that is not allowed' };
    default:
      return { path: instancePath, message: message ?? 'is not allowed' };
  }
}
