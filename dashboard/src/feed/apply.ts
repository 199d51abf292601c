import type { Query, QueryFilters } from '@tanstack/react-query';
import type { ErrorGroup, ErrorGroupDetail, ErrorGroupList } from '../../../schemas/error-group.ts';
import type { FeedMessage } from '../../../schemas/feed.ts';
import type { ProjectList } from '../../../schemas/stats.ts';
import { isListPage, queryKeys } from '../api/keys.ts';
import { queryClient } from '../api/query-client.ts';
import { openThrottle } from './throttle.ts';

/** What groups have become is written to the screen this often at most: more often nobody reads. */
const WRITE_MS = 250;
/** Figures that change with every record are read again this often at most. */
const REFRESH_MS = 1000;
/** A bar hardly grows by one entry, and some are counted from many rows. */
const HISTOGRAM_REFRESH_MS = 4000;
/** Of some events of an error each reading looks at thousands. */
const EVENTS_REFRESH_MS = 5000;
/** A sparkline hardly changes by one event. */
const TREND_REFRESH_MS = 2000;

/** Groups that the feed has told of, as it last told them, and that are not written yet. */
let told = new Map<string, ErrorGroup>();
let hasNewGroup = false;

/** Puts what the feed told into the cache: groups in place, everything counted is read anew. */
export function applyMessages(batch: readonly FeedMessage[]): void {
  const types = new Set(batch.map(({ type }) => type));
  for (const { type, payload } of batch) {
    if (type === 'new_event') told.set(payload.errorGroup.id, payload.errorGroup);
    else if (type !== 'new_request' && type !== 'new_log') told.set(payload.id, payload);
  }
  hasNewGroup ||= types.has('new_error');
  if (told.size > 0) writeTold();
  if (types.has('status_change') || types.has('triage_change')) refreshTriage();
  if (batch.some(isOfNobody)) refreshRows();
  if (types.has('new_request')) refreshRequests();
  if (types.has('new_log')) {
    refreshLogs();
    refreshLogHistograms();
  }
  refreshProjects(batch);
}

/** What is written over a row leaves it what it had: that nobody has it any more is read. */
function isOfNobody({ type, payload }: FeedMessage): boolean {
  return type === 'triage_change' && payload.assignee === undefined;
}

const refreshRows = openThrottle(REFRESH_MS, () => refreshLists());

/** Reads everything on screen again: something was missed. What is being read now may be of before, and follows. */
export function reloadAll(): void {
  for (const { queryHash, state } of queryClient.getQueryCache().getAll()) {
    if (state.fetchStatus !== 'idle') unread.add(queryHash);
  }
  readAgain({});
  if (unread.size > 0) reloadUnread();
}

/**
 * Reads everything on screen again because the feed is open from now on. A long list that is being read is shown as soon as it
 * has come, and asked for anew in that moment: read again a while later, it would move rows that somebody looks at by then.
 */
export async function reloadFromNow(): Promise<void> {
  const lists = queryClient.getQueryCache().findAll({ predicate: isListPage, fetchStatus: 'fetching' });
  reloadAll();
  for (const { queryHash } of lists) unread.delete(queryHash);
  await Promise.allSettled(lists.flatMap(({ promise }) => promise ?? []));
  readAgain({ predicate: (query) => lists.includes(query) });
}

/** Queries that were being read when something was missed. */
let unread = new Set<string>();

const reloadUnread = openThrottle(REFRESH_MS, () => {
  const due = unread;
  unread = new Set();
  readAgain({
    predicate: ({ queryHash, state }) => {
      if (!due.has(queryHash)) return false;
      if (state.fetchStatus !== 'idle') unread.add(queryHash);
      return true;
    },
  });
  if (unread.size > 0) reloadUnread();
});

/** Reads every list of groups again, the long one too: what it held may not be true any more. */
export function refreshLists(): void {
  void queryClient.invalidateQueries({ queryKey: queryKeys.allErrors });
}

/** Writes groups over what lists and pages have of them. The order of lists stays: what is being read does not move. */
export function patchGroups(groups: ReadonlyMap<string, ErrorGroup>): void {
  // What waits to be written is older.
  for (const id of groups.keys()) told.delete(id);
  writeGroups(groups);
}

/** Who has an error, its notes and its history. */
const refreshTriage = openThrottle(REFRESH_MS, () => {
  if (readAgain({ queryKey: queryKeys.allTriage })) refreshTriage();
});

/** Every project is some calls, and its figures are looked at side by side, not for the second. */
const PROJECT_REFRESH_MS = 3000;

let touchedProjects = new Set<string>();

const refreshTouchedProjects = openThrottle(PROJECT_REFRESH_MS, () => {
  const names = touchedProjects;
  const known = queryClient.getQueryData<ProjectList>(queryKeys.projects)?.projects.map(({ name }) => name) ?? [];
  const isLeft = [
    [...names].some((name) => !known.includes(name)) && readAgain({ queryKey: queryKeys.projects }),
    readAgain({ queryKey: queryKeys.allSummaries, predicate: ({ queryKey }) => names.has(String(queryKey[1])) }),
    readAgain({ queryKey: queryKeys.status }),
  ].includes(true);
  if (isLeft) refreshTouchedProjects();
  else touchedProjects = new Set();
});

/** A record registers its project, and changes what is told of it and of the daemon. */
function refreshProjects(batch: readonly FeedMessage[]): void {
  for (const { type, payload } of batch) {
    const { projectId } = type === 'new_event' ? payload.errorGroup : payload;
    if (projectId !== undefined) touchedProjects.add(projectId);
  }
  refreshTouchedProjects();
}

/**
 * Reads again what matches, but for what is being read at the moment: cancelling that each time would keep a slow answer
 * from ever coming. Tells whether something was left for later.
 */
export function readAgain(filters: QueryFilters & { readonly predicate?: (query: Query) => boolean }): boolean {
  let isLeft = false;
  void queryClient.invalidateQueries({
    ...filters,
    predicate: (query) => {
      if (filters.predicate?.(query) === false) return false;
      if (query.state.fetchStatus === 'idle') return true;
      isLeft = true;
      return false;
    },
  });
  return isLeft;
}

const writeTold = openThrottle(WRITE_MS, () => {
  const groups = told;
  told = new Map();
  writeGroups(groups);
  if (hasNewGroup) forgetFarRows();
  hasNewGroup = false;
  for (const id of groups.keys()) {
    outdated.add(id);
    outdatedTrends.add(id);
    outdatedEvents.add(id);
  }
  refreshGroups();
  refreshEvents();
  refreshTrends();
});

function writeGroups(groups: ReadonlyMap<string, ErrorGroup>): void {
  const cache = queryClient.getQueryCache();
  for (const { queryKey, state } of cache.findAll({ queryKey: queryKeys.allErrors })) {
    const list = state.data as ErrorGroupList | undefined;
    if (list?.errors.some(({ id }) => groups.has(id)) !== true) continue;
    // The feed does not tell whom a group affects.
    const errors = list.errors.map((group) => ({ ...group, ...groups.get(group.id) }));
    queryClient.setQueryData<ErrorGroupList>(queryKey, { ...list, errors });
  }
  for (const { queryKey, state } of cache.findAll({ queryKey: queryKeys.allDetails })) {
    const group = groups.get(toGroupId(queryKey));
    const detail = state.data as ErrorGroupDetail | undefined;
    if (group === undefined || detail === undefined) continue;
    queryClient.setQueryData<ErrorGroupDetail>(queryKey, { ...detail, error: { ...detail.error, ...group } });
  }
}

/** Pages of the long list that are not in view: a new group has moved what they hold. */
function forgetFarRows(): void {
  queryClient.removeQueries({ queryKey: queryKeys.allErrors, type: 'inactive', predicate: isListPage });
}

let outdated = new Set<string>();
let outdatedTrends = new Set<string>();
let outdatedEvents = new Set<string>();

const refreshGroups = openThrottle(REFRESH_MS, () => {
  const ids = outdated;
  const isOutdated = ({ queryKey }: Query): boolean => ids.has(toGroupId(queryKey));
  const isLeft = [
    readAgain({ queryKey: queryKeys.allDetails, predicate: isOutdated }),
    readAgain({ queryKey: queryKeys.allRecentEvents, predicate: isOutdated }),
    readAgain({ queryKey: queryKeys.allErrorFacets, predicate: isOutdated }),
    readAgain({ queryKey: queryKeys.allStats }),
    readAgain({ queryKey: queryKeys.allErrors, predicate: isShort }),
  ].includes(true);
  if (isLeft) refreshGroups();
  else outdated = new Set();
});

const refreshEvents = openThrottle(EVENTS_REFRESH_MS, () => {
  const ids = outdatedEvents;
  const isOutdated = ({ queryKey }: Query): boolean => ids.has(toGroupId(queryKey));
  if (readAgain({ queryKey: queryKeys.allErrorEvents, predicate: isOutdated })) refreshEvents();
  else outdatedEvents = new Set();
});

const refreshTrends = openThrottle(TREND_REFRESH_MS, () => {
  const ids = outdatedTrends;
  outdatedTrends = new Set();
  void queryClient.invalidateQueries({
    queryKey: queryKeys.allTrends,
    predicate: ({ queryKey }) => ids.has(toGroupId(queryKey)),
  });
});

const refreshRequests = openThrottle(REFRESH_MS, () => {
  const isLeft = [
    readAgain({ queryKey: queryKeys.allRequests, predicate: isShort }),
    readAgain({ queryKey: queryKeys.allStats }),
  ].includes(true);
  if (isLeft) refreshRequests();
});

const refreshLogs = openThrottle(REFRESH_MS, () => {
  if (readAgain({ queryKey: queryKeys.allLogs })) refreshLogs();
});

const refreshLogHistograms = openThrottle(HISTOGRAM_REFRESH_MS, () => {
  if (readAgain({ queryKey: queryKeys.allLogHistograms })) refreshLogHistograms();
});

/** A long list is read by somebody, and does not move under them. */
function isShort(query: Query): boolean {
  return !isListPage(query);
}

function toGroupId(queryKey: Query['queryKey']): string {
  return String(queryKey[1]);
}
