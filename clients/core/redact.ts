// The daemon's own redaction, run before a record leaves the process.

import { REDACTED } from '../../src/constants.js';
import { redactProse } from '../../src/workers/domain/redact-prose.js';
import { type RedactRules, scanText, type TextStyle } from '../../src/workers/domain/redact-text.js';
import { isSecretItem, LOOKS_LIKE_JSON, secretPairKey } from '../../src/workers/domain/redact-value.js';
import { isSecretHeaderName, isSecretName } from '../../src/workers/domain/secret-names.js';
import { toReadable } from './readable.js';

/** The contract's names; the daemon knows more, which every page would have to load. */
export const CLIENT_RULES: RedactRules = { isSecretName, isSecretHeaderName, finders: null };

/** Fields that are sentences and code: only what no sentence has is redacted there. */
const PROSE = new Set(['message', 'stack', 'componentStack', 'stackFrames', 'causes']);

/** A sentence as it may leave the process. */
export function redactSentence(text: string): string {
  return redactProse(text, CLIENT_RULES);
}

/** An address as it may leave the process. */
export function redactUrl(url: string): string {
  return scan(url, 'url');
}

/** The record as it may leave the process. Bodies are texts that were redacted and cut where they were read. */
export function redactRecord(record: object): object {
  return mapFields(record, (value, name) => {
    if (name === 'url') return scan(value as string, 'url');
    if (PROSE.has(name)) return redactAllProse(value);
    // What a callback of the application has put there may be anything.
    return typeof value === 'object' ? redactValue(toReadable(value)) : value;
  });
}

function redactAllProse(value: unknown): unknown {
  if (typeof value === 'string') return redactProse(value, CLIENT_RULES);
  if (Array.isArray(value)) return value.map(redactAllProse);
  return typeof value === 'object' && value !== null ? mapFields(value, redactAllProse) : value;
}

/** As the daemon's, which bounds the value too: here it is bounded already. */
function redactValue(value: unknown, isPair = false): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    return value.map((item, index) =>
      isSecretItem(value, { index, isPair, rules: CLIENT_RULES }) ? REDACTED : redactValue(item, true),
    );
  }
  const pairKey = secretPairKey(value as Readonly<Record<string, unknown>>, CLIENT_RULES);
  return mapFields(value, (field, name) => (isSecretName(name) || name === pairKey ? REDACTED : redactValue(field)));
}

function mapFields(fields: object, toField: (value: unknown, name: string) => unknown): object {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, toField(value, name)]));
}

function redactText(text: string): string {
  if (!LOOKS_LIKE_JSON.test(text)) return scan(text, 'text');
  try {
    const parsed: unknown = JSON.parse(text);
    const kept = JSON.stringify(redactValue(parsed));
    // Of two equal keys only the last is in the parsed value, so a text that looks clean is scanned as well.
    return kept === JSON.stringify(parsed) ? scan(text, 'text') : kept;
  } catch {
    // Not JSON, JSON that was cut, or nested deeper than any stack.
    return scan(text, 'broken_json');
  }
}

function scan(text: string, style: TextStyle): string {
  return scanText(text, style, { rules: CLIENT_RULES, outCharsMax: Number.POSITIVE_INFINITY });
}
