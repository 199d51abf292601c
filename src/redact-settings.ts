// What the configuration may add to what is redacted, and the check of it: when the daemon starts, and in its threads.

import { REDACT_NAMES_MAX, REDACT_PATTERN_CHARS_MAX, REDACT_PATTERNS_MAX, REDACT_STEPS_MAX } from './limits.js';
import { toSafePattern } from './safe-pattern.js';

export interface RedactSettings {
  /** Names of fields, headers and parameters: whole name, case, `_` and `-` ignored. */
  readonly names: readonly string[];
  /** Regular expressions without delimiters; whatever one matches in a text is replaced. */
  readonly patterns: readonly string[];
}

export type RedactSettingsCheck =
  | { readonly ok: true; readonly expressions: readonly RegExp[] }
  /** A sentence, and which of the settings it is about. */
  | { readonly ok: false; readonly setting: keyof RedactSettings; readonly message: string };

/** The expressions of the patterns, each with a bounded cost; or what is wrong with the first name or pattern that is. */
export function checkRedactSettings({ names, patterns }: RedactSettings): RedactSettingsCheck {
  const fault = faultOfNames(names);
  if (fault !== null) return { ok: false, setting: 'names', message: fault };
  if (patterns.length > REDACT_PATTERNS_MAX)
    return refusePatterns(`There may be at most ${REDACT_PATTERNS_MAX} patterns to redact.`);
  const expressions: RegExp[] = [];
  let steps = 0;
  for (const pattern of patterns) {
    const safe = toSafePattern(pattern);
    if (!safe.ok) return refusePatterns(`The pattern ${excerpt(pattern)} to redact ${safe.message}.`);
    steps += safe.steps;
    if (steps > REDACT_STEPS_MAX) {
      const cost = `with it the patterns may take more than ${REDACT_STEPS_MAX} steps for each character of a text`;
      return refusePatterns(
        `The pattern ${excerpt(pattern)} to redact is too dear: ${cost}; use fewer alternatives or repetitions.`,
      );
    }
    expressions.push(safe.expression);
  }
  return { ok: true, expressions };
}

function faultOfNames(names: readonly string[]): string | null {
  if (names.length > REDACT_NAMES_MAX) return `There may be at most ${REDACT_NAMES_MAX} names to redact.`;
  for (const name of names) {
    if (/^[_-]*$/.test(name)) return `${excerpt(name)} is no name to redact: it has no letter or digit.`;
    if (name.length > REDACT_PATTERN_CHARS_MAX)
      return `The name ${excerpt(name)} to redact has more than ${REDACT_PATTERN_CHARS_MAX} characters.`;
  }
  return null;
}

function refusePatterns(message: string): RedactSettingsCheck {
  return { ok: false, setting: 'patterns', message };
}

function excerpt(text: string): string {
  return JSON.stringify(text.length > REDACT_PATTERN_CHARS_MAX ? `${text.slice(0, EXCERPT_CHARS)}…` : text);
}

const EXCERPT_CHARS = 40;
