// How validators are compiled. Loaded by the build and by tests, never by the daemon; only this file imports ajv.

import { _, Ajv } from 'ajv';
import { fullFormats } from 'ajv-formats/dist/formats.js';

/** `body`: values are taken as they are. `query`: defaults are filled in. */
export type ValidatorKind = 'body' | 'query';

/** With `source`, the compiled functions can be written to a file. */
export function openAjv(kind: ValidatorKind, { source }: { source: boolean }): Ajv {
  const ajv = new Ajv({
    strict: true,
    // Collecting every fault of a hostile body is a denial of service.
    allErrors: false,
    allowUnionTypes: true,
    ...(kind === 'query' && { useDefaults: true }),
    ...(source && { code: { source: true, formats: _`require("ajv-formats/dist/formats").fullFormats` } }),
  });
  ajv.addFormat('date-time', fullFormats['date-time']);
  return ajv;
}
