// What a schema cannot say of a list of rules.

import type { GroupingRule } from '../../schemas/project-settings.js';
import type { Exchange } from './exchange.js';

/**
 * Whether each rule has a name of its own, since the page of an error tells by its name which one decided; else the answer says
 * so.
 */
export function haveOwnNames({ reply }: Exchange, rules: readonly GroupingRule[]): boolean {
  const names = rules.map(({ name }) => name);
  const index = names.findIndex((name, at) => names.indexOf(name) < at);
  if (index === -1) return true;
  reply.error('validation_failed', {
    message: `Two rules are called ${JSON.stringify(names[index])}; give each rule a name of its own.`,
    details: [{ path: `/groupingRules/${index}/name`, message: 'is the name of an earlier rule' }],
  });
  return false;
}
