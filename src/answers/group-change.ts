// What an event did to its group besides being counted, as both stores tell it: to lists, to the history and to alerts.

import type { GroupNews } from '../../schemas/words.js';
import type { EventDigest } from '../messages.js';
import { CHANGE_BACK, CHANGE_NEW } from './alerts.js';
import type { HistoryFacts } from './triage.js';

/** What an event did to the group that it came into, besides being counted. */
export type Joined = 'counted' | 'reopened' | 'ignored';

export interface GroupChange {
  /** Null where nobody wants to hear of it. */
  readonly news: GroupNews | null;
  readonly history: Pick<HistoryFacts, 'kind' | 'text'> | null;
}

const NOTHING: GroupChange = { news: null, history: null };
const NEW: GroupChange = { news: 'new', history: null };
const BACK: GroupChange = { news: 'regressed', history: { kind: 'regressed', text: 'resolved' } };

/** A group that a rule ignores from the start is no news. */
export function toGroupChange({ ignoredBy }: Pick<EventDigest, 'ignoredBy'>, did: Joined | 'new'): GroupChange {
  if (did === 'counted') return NOTHING;
  if (ignoredBy !== undefined) return { news: null, history: { kind: 'ignored', text: ignoredBy } };
  return did === 'new' ? NEW : BACK;
}

/** As alerts note it. */
export function toChangeBits({ news }: GroupChange): number {
  if (news === null) return 0;
  return news === 'new' ? CHANGE_NEW : CHANGE_BACK;
}
