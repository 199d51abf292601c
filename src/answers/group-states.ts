// What `is:` means besides statuses, for any store: conditions on groups `g`.

import type { GroupState } from '../../schemas/group-query.js';
import { STATUSES, type Status } from '../../schemas/words.js';
import { toStatusRow } from './enums.js';
import { DAY_MS } from './spans.js';

/** A group is new for so long after it was first seen. */
export const NEW_MS = DAY_MS;

const IS_OPEN = `g.status <= ${toStatusRow('acknowledged')}`;

const TEXTS: Readonly<Record<Exclude<GroupState, Status>, (now: string) => string>> = {
  /** As the dashboard marks it: it came back, and nobody has looked at it since. */
  regressed: () => `g.reopened_at_ms IS NOT NULL AND g.status = ${toStatusRow('unresolved')}`,
  new: (now) => `${IS_OPEN} AND g.first_seen_at_ms > ${now} - ${NEW_MS}`,
  louder: (now) => `${IS_OPEN} AND g.louder_until_ms > ${now}`,
};

/** What the states are: numbers of statuses, a condition for each other state, and whether one of those needs the time. */
export interface WantedStates {
  readonly statuses: readonly number[];
  readonly conditions: readonly string[];
  readonly needsNow: boolean;
}

/** `now` is the parameter of the time that is now, with its colon. */
export function toWantedStates(states: readonly GroupState[], now: string): WantedStates {
  const statuses = states.filter(isStatus).map(toStatusRow);
  const others = states.filter((state) => !isStatus(state));
  return {
    statuses,
    // Some drivers bind every number as a floating one.
    conditions: others.map((state) => `(${TEXTS[state](`CAST(${now} AS bigint)`)})`),
    needsNow: others.some((state) => state !== 'regressed'),
  };
}

function isStatus(state: GroupState): state is Status {
  return (STATUSES as readonly string[]).includes(state);
}
