import { ErrordError, type StoreErrorCode } from '../../src/errors.js';
import type { CommitReport, ItemResult } from '../../src/messages.js';
import type { FeedSource } from '../../src/store/feed-source.js';
import type { Store, StoreQuery } from '../../src/store/store.js';

/** A store that a test looks at, and whose calls it has fail. */
export interface WatchedStore extends Store {
  /** Every query that the gateway asked and that was not failed, in order. */
  readonly queries: readonly StoreQuery[];
  /** While set, calls and commits fail with it; `bug` stands for an error that no store says it throws. */
  failure: StoreErrorCode | 'bug' | null;
  /** The report as the gateway should hear it: that of the store, unless a failure is set. */
  toHeard(report: CommitReport): CommitReport;
}

/** Passes calls on to a store; its feed messages come from `feed`. */
export function watchStore(store: Store, feed: FeedSource): WatchedStore {
  const queries: StoreQuery[] = [];
  const failed = (): Promise<never> | null => {
    const { failure } = watched;
    if (failure === null) return null;
    return Promise.reject(
      failure === 'bug' ? new TypeError('secret internals') : new ErrordError(failure, 'the store failed'),
    );
  };
  const watched: WatchedStore = {
    ...store,
    feed,
    queries,
    failure: null,
    toHeard(report) {
      const { failure } = watched;
      if (failure === null || failure === 'bug') return report;
      const toItem = (item: ItemResult): ItemResult =>
        item.kind === 'rejected' ? item : { kind: 'dropped', reason: failure, projectName: item.projectName };
      return { results: report.results.map((result) => ({ ...result, items: result.items.map(toItem) })) };
    },
    setStatus: (...change) => failed() ?? store.setStatus(...change),
    setStatuses: (...change) => failed() ?? store.setStatuses(...change),
    undoStatuses: (...undo) => failed() ?? store.undoStatuses(...undo),
    clear: (...clearing) => failed() ?? store.clear(...clearing),
    clearLogs: (...clearing) => failed() ?? store.clearLogs(...clearing),
    query(query, onLag) {
      const failure = failed();
      if (failure !== null) return failure;
      queries.push(query);
      return store.query(query, onLag);
    },
  };
  return watched;
}
