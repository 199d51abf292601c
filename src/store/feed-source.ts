// Where feed messages come from: the commits of this process; a store that several daemons share tells the commits of all of
// them the same way.

import type { FeedItem } from '../messages.js';

export interface FeedSource {
  /**
   * From now on calls `listener` with the messages of each commit, in commit order; of several daemons, in that of the commits
   * that changed one group.
   */
  subscribe(listener: (items: readonly FeedItem[]) => void): void;
  /** Says how many clients follow the feed. A source makes no messages while there are none. */
  setClientCount(count: number): void;
  /**
   * To be called before a client joins, where it is there: resolves when the source tells what any daemon commits from then on,
   * or cannot for now and will tell of a gap. Never rejects.
   */
  readonly follow?: () => Promise<void>;
  /**
   * Says how many characters of messages are of use until this is called again. Past them a source may leave messages out
   * and say how many with the next one of their project; a commit's last one of each project is never left out.
   */
  setRoom(charCount: number): void;
}
