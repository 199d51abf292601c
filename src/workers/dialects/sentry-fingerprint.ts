import { hash } from 'node:crypto';
import { FINGERPRINT_PART_CHARS_MAX, FINGERPRINT_PARTS_MAX } from '../../../schemas/limits.js';
import { toText } from './sentry-values.js';

/** What the variables of a fingerprint stand for. `{{ default }}` is not among them: grouping itself expands it. */
export type FingerprintVariables = Readonly<Record<string, string>>;

/**
 * The grouping that a sender asks for; `undefined` where it asks for the usual one: no list, an empty one (some SDKs
 * always send it), or the default alone. Parts that are too long or too many become hashes, so that what differs stays apart.
 */
export function toFingerprint(value: unknown, variables: FingerprintVariables): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const short = shorten(variables);
  const parts = value.map((part) => toPart(part, short)).filter((part) => part !== undefined);
  if (parts.every((part) => part === DEFAULT)) return undefined;
  if (parts.length <= FINGERPRINT_PARTS_MAX) return parts;
  const kept = parts.slice(0, FINGERPRINT_PARTS_MAX - 1);
  return [...kept, hash('sha256', JSON.stringify(parts.slice(kept.length)), 'hex')];
}

const DEFAULT = '{{ default }}';
const VARIABLE = /^\{\{\s{0,4}(\w{1,16})\s{0,4}\}\}$/;

function toPart(part: unknown, variables: FingerprintVariables): string | undefined {
  const text = toText(part);
  if (text === undefined) return undefined;
  const name = VARIABLE.exec(text)?.[1];
  if (name === 'default') return DEFAULT;
  return toShort(name !== undefined && Object.hasOwn(variables, name) ? (variables[name] ?? text) : text);
}

/** Once, not for each part that names one: a message may be megabytes long, and named 300,000 times. */
function shorten(variables: FingerprintVariables): FingerprintVariables {
  return Object.fromEntries(Object.entries(variables).map(([name, text]) => [name, toShort(text)]));
}

function toShort(text: string): string {
  return text.length <= FINGERPRINT_PART_CHARS_MAX ? text : hash('sha256', text, 'hex');
}
