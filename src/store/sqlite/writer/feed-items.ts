import type { FeedDemand } from '../../../feed-demand.js';
import type { FeedItem } from '../../../messages.js';

/** The feed messages of one transaction. */
export interface FeedItems {
  /** Made in any case: what it tells comes once. */
  say(projectName: string | null, toJson: () => string): void;
  /** Left out while there is no room, but for the last one of each project in the transaction. */
  sayIfRoom(projectName: string | null, toJson: () => string): void;
  /** In the order of the commit for each project; empty while nobody listens. */
  finish(): readonly FeedItem[];
}

/** What of the feed is wanted while a transaction runs. */
export type ItemDemand = Pick<FeedDemand, 'isListening' | 'hasRoom' | 'take'>;

interface Skipped {
  count: number;
  last: () => string;
}

/**
 * To make a message costs the writer as much as to store the event, and under load most would be skipped: the clients
 * together get what one thread can send. So no more are made than there is room for, and each project's newest.
 */
export function openFeedItems(demand: ItemDemand): FeedItems {
  if (!demand.isListening) return { say: () => undefined, sayIfRoom: () => undefined, finish: () => [] };
  const items: FeedItem[] = [];
  const skipped = new Map<string | null, Skipped>();
  const make = (projectName: string | null, toJson: () => string, skippedBefore: number): void => {
    const json = toJson();
    demand.take(json.length);
    items.push(skippedBefore > 0 ? { projectName, json, skippedBefore } : { projectName, json });
  };
  const say = (projectName: string | null, toJson: () => string): void => {
    const before = skipped.get(projectName)?.count ?? 0;
    skipped.delete(projectName);
    make(projectName, toJson, before);
  };
  return {
    say,
    sayIfRoom(projectName, toJson) {
      if (demand.hasRoom) {
        say(projectName, toJson);
        return;
      }
      const earlier = skipped.get(projectName);
      if (earlier === undefined) skipped.set(projectName, { count: 1, last: toJson });
      else {
        earlier.count += 1;
        earlier.last = toJson;
      }
    },
    finish() {
      for (const [projectName, { count, last }] of skipped) make(projectName, last, count - 1);
      skipped.clear();
      return items;
    },
  };
}
