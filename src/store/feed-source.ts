// Where feed messages come from. Today that is the commits of this process; a store that several daemons share tells the
// commits of all of them the same way.

import type { FeedItem } from '../messages.js';

export interface FeedSource {
  /** From now on calls `listener` with the messages of each commit, in commit order. */
  subscribe(listener: (items: readonly FeedItem[]) => void): void;
  /** Says how many clients follow the feed. A source makes no messages while there are none. */
  setClientCount(count: number): void;
}
