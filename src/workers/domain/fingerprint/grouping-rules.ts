// Rules of a project's own: what they are tried on is the event as it is stored, so that people write them of what they see,
// and a preview of stored events tells what new ones will do.

import type { StackFrame } from '../../../../schemas/event.js';
import type { GroupingRule } from '../../../../schemas/project-settings.js';
import { GROUPING_RULE_FRAMES_MAX } from '../../../limits.js';
import { type Glob, toGlob } from '../glob.js';

/** Rules, ready to be tried; the same object as long as they are the same. */
export type GroupingRules = readonly ReadyRule[];

interface ReadyRule {
  readonly name: string;
  readonly fingerprint: string | null;
  readonly ignores: boolean;
  readonly type: Glob | null;
  readonly message: Glob | null;
  readonly file: Glob | null;
  readonly package: Glob | null;
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
  const toCondition = (pattern: string | undefined): Glob | null => (pattern === undefined ? null : toGlob(pattern));
  return rules.map((rule) => ({
    name: rule.name,
    // By the schema two braces stand in nothing but `{{ default }}`.
    fingerprint: rule.fingerprint.startsWith('{{') ? null : rule.fingerprint,
    ignores: rule.ignore === true,
    type: toCondition(rule.type),
    message: toCondition(rule.message),
    file: toCondition(rule.file),
    package: toCondition(rule.package),
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
function isOf(rule: ReadyRule, { type, message, stackFrames }: RuleFacts): boolean {
  if (rule.type !== null && !rule.type(type)) return false;
  if (rule.message !== null && !rule.message(message)) return false;
  const { file, package: ofPackage } = rule;
  if (file === null && ofPackage === null) return true;
  const frames = stackFrames.slice(0, GROUPING_RULE_FRAMES_MAX);
  if (file !== null && !frames.some(({ inApp, filename }) => inApp && filename !== undefined && file(filename)))
    return false;
  return ofPackage === null || frames.some((frame) => toPackages(frame).some((name) => ofPackage(name)));
}

/** The package that a file lies in, by the innermost `node_modules` around it, and what the client calls its module. */
function toPackages({ filename, module }: StackFrame): readonly string[] {
  const inModules = filename === undefined ? undefined : toNodePackage(filename);
  return [inModules, module].filter((name) => name !== undefined);
}

const NODE_MODULES = /(?:^|[/\\])node_modules[/\\]/g;

function toNodePackage(filename: string): string | undefined {
  let start = -1;
  for (const { index, 0: found } of filename.matchAll(NODE_MODULES)) start = index + found.length;
  if (start === -1) return undefined;
  const [scope = '', name] = filename.slice(start).split(/[/\\]/, 2);
  return scope.startsWith('@') && name !== undefined ? `${scope}/${name}` : scope;
}
