// What counts as a secret: the contract's names, what a tool of this kind is expected to know besides, and what the
// configuration adds.

import { REDACTED } from '../../constants.js';
import { checkRedactSettings, type RedactSettings } from '../../redact-settings.js';
import type { RedactRules } from './redact-text.js';
import { toBareName, toLastPart } from './secret-names.js';
import { isDefaultSecretHeaderName, isDefaultSecretName } from './secret-phrases.js';
import { TEXT_FINDERS } from './text-finders.js';

/** What the daemon redacts when the configuration adds nothing. */
export const DEFAULT_RULES: RedactRules = {
  isSecretName: isDefaultSecretName,
  isSecretHeaderName: isDefaultSecretHeaderName,
  finders: TEXT_FINDERS,
};

export type RedactRulesResult =
  | { readonly ok: true; readonly rules: RedactRules }
  | { readonly ok: false; readonly message: string };

/** The default rules and what the settings add to them; a refusal says in one sentence which setting and why. */
export function toRedactRules(settings: RedactSettings): RedactRulesResult {
  const checked = checkRedactSettings(settings);
  return checked.ok
    ? { ok: true, rules: withSettings(new Set(settings.names.map(toBareName)), checked.expressions) }
    : checked;
}

function withSettings(names: ReadonlySet<string>, expressions: readonly RegExp[]): RedactRules {
  if (names.size === 0 && expressions.length === 0) return DEFAULT_RULES;
  const replaceForms = (text: string, rules: RedactRules): string => {
    let out = TEXT_FINDERS.replaceForms(text, rules);
    for (const expression of expressions) out = out.replace(expression, REDACTED);
    return out;
  };
  const isSecret = (name: string): boolean =>
    isDefaultSecretName(name) || names.has(toBareName(name)) || names.has(toBareName(toLastPart(name)));
  return {
    isSecretName: isSecret,
    isSecretHeaderName: (name) => isDefaultSecretHeaderName(name) || (name.includes('-') && isSecret(name)),
    finders: expressions.length === 0 ? TEXT_FINDERS : { ...TEXT_FINDERS, replaceForms, hasOwnPatterns: true },
  };
}
