// Rules of a project's own: what they are tried on is the event as it is stored, so that people write them of what they see,
// and a preview of stored events tells what new ones will do.

import type { StackFrame } from '../../../../schemas/event.js';
import type { GroupingRule } from '../../../../schemas/project-settings.js';
import { type EventCondition, toEventCondition } from '../../../event-conditions.js';

/** Rules, ready to be tried; the same object as long as they are the same. */
export type GroupingRules = readonly ReadyRule[];

interface ReadyRule {
  readonly name: string;
  readonly fingerprint: string | null;
  readonly ignores: boolean;
  readonly condition: EventCondition;
}

/** Redacted and cut, as they are stored. */
export interface RuleFacts {
  readonly type: string;
  readonly message: string;
  readonly stackFrames: readonly StackFrame[];
}

/** The rule that decides an event. */
export interface MatchedRule {
  /** Among the rules. */
  readonly index: number;
  readonly name: string;
  /** What the event is grouped by, as if its client had sent that. Null for what it would be grouped by without a rule. */
  readonly fingerprint: string | null;
  /** Whether what nobody has decided about is ignored. */
  readonly ignores: boolean;
}

export function toGroupingRules(rules: readonly GroupingRule[]): GroupingRules {
  return rules.map((rule) => ({
    name: rule.name,
    // By the schema two braces stand in nothing but `{{ default }}`.
    fingerprint: rule.fingerprint.startsWith('{{') ? null : rule.fingerprint,
    ignores: rule.ignore === true,
    condition: toEventCondition(rule),
  }));
}

/** The first rule of which every condition holds. */
export function findRule(rules: GroupingRules, facts: RuleFacts): MatchedRule | null {
  for (const [index, rule] of rules.entries()) {
    if (!isOf(rule, facts)) continue;
    const { name, fingerprint, ignores } = rule;
    return { index, name, fingerprint: fingerprint?.replaceAll('{type}', () => facts.type) ?? null, ignores };
  }
  return null;
}

/** What is cheap to tell comes first. */
function isOf({ condition }: ReadyRule, facts: RuleFacts): boolean {
  const { ofTexts, ofFrames } = condition;
  return ofTexts(facts) && (ofFrames === null || ofFrames(facts.stackFrames));
}
