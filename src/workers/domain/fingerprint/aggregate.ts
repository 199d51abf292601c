// An error of several others that says nothing itself, as Node throws it where it tried more than one address of a host.

import type { Cause } from '../../../../schemas/event.js';
import { splitClass } from './class-name.js';
import type { GroupingFacts } from './grouping-facts.js';

/** Class and message by which it is compared: those of one of its errors, whichever order they are told in. */
export function withInnerError(facts: GroupingFacts): GroupingFacts {
  const { className, message } = splitClass(facts.type, facts.message);
  if (message.trim() !== '' || !(className === '' || className === 'AggregateError')) return facts;
  if (!facts.isAggregate && className === '') return facts;
  const inner = facts.causes.reduce<Cause | undefined>(first, undefined);
  if (inner?.message === undefined) return facts;
  return {
    ...facts,
    type: inner.type ?? '',
    message: inner.message,
    code: inner.code ?? facts.code,
    causes: [],
  };
}

function first(one: Cause | undefined, other: Cause): Cause | undefined {
  if ((other.message ?? '') === '') return one;
  return one?.message === undefined || (other.message ?? '') < one.message ? other : one;
}
