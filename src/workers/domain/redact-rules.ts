// What counts as a secret: the contract's names, what a tool of this kind is expected to know besides, and what the
// configuration adds.

import { REDACTED } from '../../constants.js';
import { REDACT_NAMES_MAX, REDACT_PATTERN_CHARS_MAX, REDACT_PATTERNS_MAX } from '../../limits.js';
import type { RedactRules } from './redact-text.js';
import { toSafePattern } from './safe-pattern.js';
import { toBareName } from './secret-names.js';
import { isDefaultSecretHeaderName, isDefaultSecretName } from './secret-phrases.js';
import { TEXT_FINDERS } from './text-finders.js';

/** What the daemon redacts when the configuration adds nothing. */
export const DEFAULT_RULES: RedactRules = {
  isSecretName: isDefaultSecretName,
  isSecretHeaderName: isDefaultSecretHeaderName,
  finders: TEXT_FINDERS,
};

export interface RedactSettings {
  /** Names of fields, headers and parameters: whole name, case, `_` and `-` ignored. */
  readonly names: readonly string[];
  /** Regular expressions without delimiters; whatever one matches in a text is replaced. */
  readonly patterns: readonly string[];
}

export type RedactRulesResult =
  | { readonly ok: true; readonly rules: RedactRules }
  | { readonly ok: false; readonly message: string };

/** The default rules and what the settings add to them; a refusal says in one sentence which setting and why. */
export function toRedactRules({ names, patterns }: RedactSettings): RedactRulesResult {
  if (names.length > REDACT_NAMES_MAX) return refuse(`There may be at most ${REDACT_NAMES_MAX} names to redact.`);
  if (patterns.length > REDACT_PATTERNS_MAX)
    return refuse(`There may be at most ${REDACT_PATTERNS_MAX} patterns to redact.`);
  const added = new Set<string>();
  for (const name of names) {
    const bare = toBareName(name);
    if (bare === '') return refuse(`${JSON.stringify(name)} is no name to redact: it has no letter or digit.`);
    if (name.length > REDACT_PATTERN_CHARS_MAX)
      return refuse(`A name to redact may have at most ${REDACT_PATTERN_CHARS_MAX} characters.`);
    added.add(bare);
  }
  const expressions: RegExp[] = [];
  for (const pattern of patterns) {
    const safe = toSafePattern(pattern);
    if (!safe.ok) return refuse(`The pattern ${JSON.stringify(pattern)} to redact ${safe.message}.`);
    expressions.push(safe.expression);
  }
  return { ok: true, rules: withSettings(added, expressions) };
}

function withSettings(names: ReadonlySet<string>, expressions: readonly RegExp[]): RedactRules {
  if (names.size === 0 && expressions.length === 0) return DEFAULT_RULES;
  const replaceForms = (text: string, rules: RedactRules): string => {
    let out = TEXT_FINDERS.replaceForms(text, rules);
    for (const expression of expressions) out = out.replace(expression, REDACTED);
    return out;
  };
  const isSecret = (name: string): boolean => isDefaultSecretName(name) || names.has(toBareName(name));
  return {
    isSecretName: isSecret,
    isSecretHeaderName: (name) => isDefaultSecretHeaderName(name) || (name.includes('-') && isSecret(name)),
    finders: expressions.length === 0 ? TEXT_FINDERS : { ...TEXT_FINDERS, replaceForms },
  };
}

function refuse(message: string): RedactRulesResult {
  return { ok: false, message };
}
