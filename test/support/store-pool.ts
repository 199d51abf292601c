// Open stores that one test hands to the next, emptied.

import type { KeyList } from '../../schemas/keys.js';
import type { QueryName } from '../../schemas/queries.js';
import type { ProjectList } from '../../schemas/stats.js';
import type { ViewList } from '../../schemas/views.js';
import type { Store } from '../../src/store/store.js';
import {
  type Harness,
  type HarnessOptions,
  type ListenedStore,
  type MakePlace,
  openHarness,
  openListened,
  type StorePlace,
  toHarness,
  toQuery,
} from './store-harness.js';

export interface StorePool<P extends StorePlace> {
  /** A store that holds nothing; one of its own where the options ask for a place, or for one that outlives the test. */
  open(options?: HarnessOptions<P>): Promise<Harness<P>>;
  /** After each test: empties what it had for the next one. What cannot be emptied is closed. */
  takeBack(isPassed: boolean): Promise<void>;
  close(): Promise<void>;
}

/**
 * Hands open stores from test to test. An open starts threads, each with its modules, and costs many times what most tests
 * do with the store: a suite of hundreds of tests was nearly nothing but opens. A store is handed on only when its test
 * passed, it is open and sound, and it then says of everything that can be asked for that there is none of it, but for the
 * rows of the audit, which nothing deletes; so no test sees what another did, and one that fails takes nobody with it. Tests
 * that read the audit ask for a fresh one.
 */
export function openStorePool<P extends StorePlace>(makePlace: MakePlace<P>): StorePool<P> {
  const idle: ListenedStore<P>[] = [];
  const lent: ListenedStore<P>[] = [];
  /** Opened again by a test: `cleanUp` removes them, and to remove one twice would give its database to two stores. */
  const reopened = new Set<P>();
  return {
    async open(options = {}) {
      const { place, shared = false, fresh = false, feedClients = 0 } = options;
      if (place !== undefined) reopened.add(place);
      if (place !== undefined || shared || fresh) return openHarness(makePlace, options);
      const listened = idle.pop() ?? (await openListened(await makePlace()));
      lent.push(listened);
      return toHarness(listened, feedClients);
    },
    async takeBack(isPassed) {
      for (const listened of lent.splice(0)) {
        if (reopened.has(listened.place)) await listened.store.close();
        else if (isPassed && (await empty(listened))) idle.push(listened);
        else await remove(listened);
      }
      reopened.clear();
    },
    async close() {
      for (const listened of [...lent.splice(0), ...idle.splice(0)]) await remove(listened);
    },
  };
}

async function remove({ store, place }: ListenedStore): Promise<void> {
  await store.close();
  await place.remove();
}

/** Whether nothing is left but the audit. Some things stay whatever is done, as revoked keys do. */
async function empty(listened: ListenedStore): Promise<boolean> {
  const { store, heard, listenAnew } = listened;
  try {
    store.feed.setClientCount(0);
    store.feed.setRoom(ANY_ROOM);
    await deleteAll(store);
    const isEmpty = await holdsNothing(store);
    const isSound = heard().failures.length === 0 && heard().groupings().others.length === 0;
    listenAnew();
    return isEmpty && isSound;
  } catch {
    return false;
  }
}

/** What there is before anybody says how much. */
const ANY_ROOM = 2 ** 31 - 1;

async function deleteAll(store: Store): Promise<void> {
  await store.clear(null);
  const { withSettings = [] } = await ask<ProjectList>(store, 'listProjects');
  for (const name of withSettings) await store.deleteProject(name);
  const { views } = await ask<ViewList>(store, 'listViews');
  for (const { id } of views) await store.changeView({ kind: 'remove', id });
}

async function holdsNothing(store: Store): Promise<boolean> {
  const { projects, withSettings = [] } = await ask<ProjectList>(store, 'listProjects');
  const { errors, events, requests, logs } = await store.readStatus();
  const { views } = await ask<ViewList>(store, 'listViews');
  const { keys } = await ask<KeyList>(store, 'listKeys');
  const { sessions } = await store.access.read(0);
  const { settings, waiting } = await store.alerts.readSettings();
  const isRegrouped = (await store.regroup.step(null)) === null;
  const lists = [projects, withSettings, views, keys, sessions, settings];
  const counts = [errors, events, requests, logs, waiting, ...lists.map(({ length }) => length)];
  return isRegrouped && counts.every((count) => count === 0);
}

async function ask<T>(store: Store, name: QueryName, parameters = {}): Promise<T> {
  return JSON.parse(Buffer.from((await store.query(toQuery(name, parameters))) ?? []).toString()) as T;
}
