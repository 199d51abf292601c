// The daemon's own redaction, run before a record leaves the process.

import { REDACTED } from '../../src/constants.js';
import { redactFrame, redactProse } from '../../src/workers/domain/redact-site.js';
import { scanText } from '../../src/workers/domain/redact-text.js';
import { isSecretItem, LOOKS_LIKE_JSON, redactBodyText, secretPairKey } from '../../src/workers/domain/redact-value.js';
import { isSecretName } from '../../src/workers/domain/secret-names.js';
import { toReadable } from './readable.js';
import type { StackFrame } from './types.js';

/** The text of a body as it may leave the process. */
export { redactBodyText };

/** The record as it may leave the process. Bodies are texts that were redacted and cut where they were read. */
export function redactRecord(record: object): object {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, redactField(name, value)]));
}

function redactField(name: string, value: unknown): unknown {
  if (name === 'url') return scanText(value as string, 'url');
  if (name === 'message' || name === 'stack' || name === 'componentStack') return value && redactProse(value as string);
  if (name === 'stackFrames') return (value as StackFrame[] | undefined)?.map(redactFrame);
  // What a callback of the application has put there may be anything.
  return typeof value === 'object' ? redactValue(toReadable(value), false) : value;
}

/** As the daemon's, which bounds the value too: here it is bounded already. */
function redactValue(value: unknown, isPair: boolean): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    return value.map((item, index) => (isSecretItem(value, { index, isPair }) ? REDACTED : redactValue(item, true)));
  }
  const fields = value as Readonly<Record<string, unknown>>;
  const pairKey = secretPairKey(fields);
  const redact = (key: string): unknown =>
    isSecretName(key) || key === pairKey ? REDACTED : redactValue(fields[key], false);
  return Object.fromEntries(Object.keys(fields).map((key) => [key, redact(key)]));
}

function redactText(text: string): string {
  if (!LOOKS_LIKE_JSON.test(text)) return scanText(text, 'text');
  try {
    const parsed: unknown = JSON.parse(text);
    const kept = JSON.stringify(redactValue(parsed, false));
    // Of two equal keys only the last is in the parsed value, so a text that looks clean is scanned as well.
    return kept === JSON.stringify(parsed) ? scanText(text, 'text') : kept;
  } catch {
    // Not JSON, JSON that was cut, or nested deeper than any stack.
    return scanText(text, 'broken_json');
  }
}
