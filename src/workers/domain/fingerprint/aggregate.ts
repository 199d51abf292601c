// An error of several others that says nothing itself, as Node throws it where it tried more than one address of a host.

import type { Cause } from '../../../../schemas/event.js';
import { splitClass } from './class-name.js';
import type { GroupingFacts } from './grouping-facts.js';

/** Class and message by which such an error is compared: those of one of the errors in it. */
export function withInnerError(facts: GroupingFacts): GroupingFacts {
  const { className, message } = splitClass(facts.type, facts.message);
  const isNameless = message.trim() === '' && (className === AGGREGATE || (className === '' && facts.isAggregate));
  const inner = isNameless ? oneOf(facts.causes) : undefined;
  if (inner?.message === undefined) return facts;
  return { ...facts, type: inner.type ?? '', message: inner.message, code: inner.code ?? facts.code, causes: [] };
}

const AGGREGATE = 'AggregateError';

/** The innermost that says something; of the errors in an AggregateError that says nothing one of them. */
export function innermost(causes: readonly Cause[]): Cause | undefined {
  const aggregate = causes.findIndex(({ type, message = '' }) => type === AGGREGATE && message === '');
  const inner = aggregate === -1 ? undefined : oneOf(causes.slice(aggregate + 1));
  return inner ?? causes.findLast(({ type, message }) => (message ?? '') !== '' || (type ?? '') !== '');
}

const IPV4 = /\d{1,3}(?:\.\d{1,3}){3}/;

/** Whichever order they are told in: one of IPv4, where a host has one address of it and many others; the first by its text. */
function oneOf(causes: readonly Cause[]): Cause | undefined {
  const telling = causes.filter(({ message = '' }) => message !== '');
  const ofIpv4 = telling.filter(({ message = '' }) => IPV4.test(message));
  const [first, ...others] = ofIpv4.length > 0 ? ofIpv4 : telling;
  if (first === undefined) return undefined;
  return others.reduce((one, other) => ((other.message ?? '') < (one.message ?? '') ? other : one), first);
}
