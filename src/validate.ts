// The border: nothing from outside is looked at before a schema has passed it. Only this file imports ajv.

import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import type { Static, TSchema } from 'typebox';
import type { ErrorDetail } from '../schemas/error-reply.js';
import { ERROR_DETAILS_MAX } from './limits.js';

// allErrors stays off: collecting every fault of a hostile body is a denial of service.
const bodies = new Ajv({ strict: true, allErrors: false, allowUnionTypes: true });
// Query strings hold text only, so numbers are read out of it, and defaults are filled in.
const queries = new Ajv({ strict: true, allErrors: false, coerceTypes: true, useDefaults: true });
for (const ajv of [bodies, queries]) ajv.addFormat('date-time', fullFormats['date-time']);

export type Validation<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly details: readonly ErrorDetail[] };

export type Validator<T> = (input: unknown) => Validation<T>;

/** A validator for bodies: what it passes is the input itself, unchanged. */
export function compileBody<S extends TSchema>(schema: S): Validator<Static<S>> {
  return toValidator(bodies.compile<Static<S>>(schema));
}

/**
 * A validator for query parameters: reads numbers out of text and fills in defaults, in place. Compiled when it is first
 * used: queries can wait for a few milliseconds, the start of the daemon cannot.
 */
export function compileQuery<S extends TSchema>(schema: S): Validator<Static<S>> {
  let compiled: Validator<Static<S>> | undefined;
  return (input) => {
    compiled ??= toValidator(queries.compile<Static<S>>(schema));
    return compiled(input);
  };
}

function toValidator<T>(validate: ValidateFunction<T>): Validator<T> {
  return (input) =>
    validate(input) ? { ok: true, value: input } : { ok: false, details: toDetails(validate.errors ?? []) };
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
