// Groups that are remembered, found by what events have of them, and by their id.

import { LRUCache } from '#lru-cache';

export interface HeadCache<Head> {
  get(key: string): Head | undefined;
  findById(id: number): Head | undefined;
  set(key: string, head: Head): void;
  delete(key: string): void;
  clear(): void;
}

/** Of more than `max` heads, the one goes that has not been used for longest. */
export function openHeadCache<Head extends { readonly id: number }>(max: number): HeadCache<Head> {
  const byId = new Map<number, Head>();
  const dispose = (head: Head): void => {
    if (byId.get(head.id) === head) byId.delete(head.id);
  };
  const cache = new LRUCache<string, Head>({ max, dispose });
  return {
    get: (key) => cache.get(key),
    findById: (id) => byId.get(id),
    set(key, head) {
      cache.set(key, head);
      byId.set(head.id, head);
    },
    delete: (key) => void cache.delete(key),
    clear: () => cache.clear(),
  };
}
