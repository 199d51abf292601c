// What a schema cannot say of a list of rules.

import type { GroupingRule } from '../../schemas/project-settings.js';
import type { Exchange } from './exchange.js';

/**
 * Whether each rule has a condition, and a name of its own, since the page of an error tells by its name which one decided; else the
 * answer says what is wrong.
 */
export function areSoundRules({ reply }: Exchange, rules: readonly GroupingRule[]): boolean {
  const fault = findDouble(rules) ?? findBoundless(rules);
  if (fault === null) return true;
  const { index, field, message, detail } = fault;
  const path = `/groupingRules/${index}${field}`;
  reply.error('validation_failed', { message, details: [{ path, message: detail }] });
  return false;
}

interface RuleFault {
  readonly index: number;
  /** The end of its path. */
  readonly field: string;
  readonly message: string;
  readonly detail: string;
}

function findDouble(rules: readonly GroupingRule[]): RuleFault | null {
  const names = rules.map(({ name }) => name);
  const index = names.findIndex((name, at) => names.indexOf(name) < at);
  if (index === -1) return null;
  const message = `Two rules are called ${JSON.stringify(names[index])}; give each rule a name of its own.`;
  return { index, field: '/name', message, detail: 'is the name of an earlier rule' };
}

/** A rule without conditions would take every event. */
function findBoundless(rules: readonly GroupingRule[]): RuleFault | null {
  const index = rules.findIndex((rule) => [rule.type, rule.message, rule.file, rule.package].every(isAbsent));
  const rule = rules[index];
  if (rule === undefined) return null;
  const message = `The rule ${JSON.stringify(rule.name)} has no condition; say at least one of type, message, file and package.`;
  return { index, field: '', message, detail: 'has no condition' };
}

const isAbsent = (condition: string | undefined): boolean => condition === undefined;
