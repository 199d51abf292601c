// Bodies, which only servers see: with everything that the daemon looks for, because no page has to load it.

import { DEFAULT_RULES } from '../../src/workers/domain/redact-rules.js';
import { redactBody } from '../../src/workers/domain/redact-value.js';

/** The text of a body as it may leave the process. */
export function redactBodyText(body: string): string {
  return redactBody(body, DEFAULT_RULES).text;
}
