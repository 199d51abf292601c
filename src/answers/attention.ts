// How much an open group needs somebody, as points, for any store: see docs/triage.md. Of groups with as many points the one
// that was seen last comes first.

import { toSeverityRow, toStatusRow } from './enums.js';
import { DAY_MS, HOUR_MS } from './spans.js';

/** For each step of severity: `info` has none of it, `fatal` three. More than freshness gives, so that age alone hides no fatal. */
export const SEVERITY_POINTS = 40;
/** Came back after it was resolved, and nobody has looked at it since. */
export const REGRESSED_POINTS = 50;
/** Louder than usual: so many times at least, the loudest first. */
export const LOUDER_POINTS = [
  { min: 100, points: 30 },
  { min: 10, points: 20 },
  { min: 0, points: 10 },
] as const;
/** So many different users at least. */
export const USER_POINTS = [
  { min: 1000, points: 30 },
  { min: 100, points: 20 },
  { min: 10, points: 10 },
] as const;
/** Seen within so long. */
export const SEEN_POINTS = [
  { withinMs: HOUR_MS, points: 20 },
  { withinMs: DAY_MS, points: 10 },
] as const;
/** Seen for the first time within a day. */
export const NEW_POINTS = 10;
/** Groups that are resolved or ignored come behind all others. */
const CLOSED_POINTS = -1;

/** Points are in front of the time that it was last seen, in one number: times of milliseconds stay below this until 2039. */
const POINT = 2 ** 41;

// Some drivers bind every number as a floating one.
const NOW = 'CAST(:attentionAtMs AS bigint)';
const UNRESOLVED = toStatusRow('unresolved');
const ACKNOWLEDGED = toStatusRow('acknowledged');
const INFO = toSeverityRow('info');

/**
 * What groups `g` with the row `u` of their users are ordered by, the largest first. `:attentionAtMs` is now. A whole number that
 * a double holds exactly.
 */
export const ATTENTION_SQL = `(CASE WHEN g.status > ${ACKNOWLEDGED} THEN ${CLOSED_POINTS} ELSE
    (g.severity - ${INFO}) * ${SEVERITY_POINTS}
    + CASE WHEN g.status = ${UNRESOLVED} AND g.reopened_at_ms IS NOT NULL THEN ${REGRESSED_POINTS} ELSE 0 END
    + CASE WHEN g.louder_until_ms <= ${NOW} THEN 0 ${whenAtLeast('g.louder_factor', LOUDER_POINTS)} ELSE 0 END
    + CASE ${whenAtLeast('u.user_rows * (1 << u.user_shift)', USER_POINTS)} ELSE 0 END
    + CASE ${SEEN_POINTS.map(({ withinMs, points }) => `WHEN g.last_seen_at_ms > ${NOW} - ${withinMs} THEN ${points}`).join(' ')} ELSE 0 END
    + CASE WHEN g.first_seen_at_ms > ${NOW} - ${DAY_MS} THEN ${NEW_POINTS} ELSE 0 END
  END) * CAST(${POINT} AS bigint) + g.last_seen_at_ms`;

function whenAtLeast(sql: string, steps: readonly { readonly min: number; readonly points: number }[]): string {
  return steps.map(({ min, points }) => `WHEN ${sql} >= ${min} THEN ${points}`).join(' ');
}
