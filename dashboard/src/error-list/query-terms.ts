import type { ErrorGroup } from '../../../schemas/error-group.ts';
import { type Bound, type GroupState, type GroupTerm, parseGroupQuery } from '../../../schemas/group-query.ts';
import { hasText } from '../filters/matches.ts';
import { isLouder, isRegressed } from '../ui/badge.tsx';

/** The terms of a query; none for a text that is no query. */
export function toTerms(query: string | null): readonly GroupTerm[] {
  const parsed = parseGroupQuery(query ?? '');
  return parsed.ok ? parsed.terms : [];
}

/** Whether a term holds of a group; undefined where only the daemon knows. */
export function holds(group: ErrorGroup, term: GroupTerm): boolean | undefined {
  const is = holdsAny(group, term);
  return is === undefined ? undefined : is !== term.isNot;
}

function holdsAny(group: ErrorGroup, term: GroupTerm): boolean | undefined {
  switch (term.key) {
    case 'is':
      return term.values.some((state) => isIn(group, state));
    case 'severity':
      return term.values.includes(group.severity);
    case 'source':
      return term.values.includes(group.source);
    case 'type':
      return term.values.includes(group.type);
    case 'message':
      return term.values.some((text) => hasText(group.message, text));
    case 'file':
      return term.values.some((text) => hasText(group.culprit?.file ?? '', text));
    case 'count':
      return term.values.some((bound) => isWithin(group.count, bound));
    case 'seen':
      return term.values.some((bound) => isWithin(Date.now() - Date.parse(group.lastSeen), bound));
    case 'first':
      return term.values.some((bound) => isWithin(Date.now() - Date.parse(group.firstSeen), bound));
    default:
      return undefined;
  }
}

/** As the daemon tells them apart; what is new is so for a day. */
function isIn(group: ErrorGroup, state: GroupState): boolean {
  switch (state) {
    case 'regressed':
      return isRegressed(group);
    case 'louder':
      return isLouder(group, Date.now());
    case 'new':
      return isOpen(group) && Date.parse(group.firstSeen) > Date.now() - DAY_MS;
    default:
      return state === group.status;
  }
}

const DAY_MS = 86_400_000;
const isOpen = ({ status }: ErrorGroup): boolean => status === 'unresolved' || status === 'acknowledged';

function isWithin(value: number, { comparison, than }: Bound): boolean {
  switch (comparison) {
    case '<':
      return value < than;
    case '<=':
      return value <= than;
    case '>':
      return value > than;
    case '>=':
      return value >= than;
    default:
      return value === than;
  }
}
