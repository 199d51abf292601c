import type { InfiniteData } from '@tanstack/react-query';
import type { ErrorGroup, ErrorGroupDetail, ErrorGroupList } from '../../../schemas/error-group.ts';
import type { FeedMessage } from '../../../schemas/feed.ts';
import type { ProjectList } from '../../../schemas/stats.ts';
import { queryKeys } from '../api/keys.ts';
import { queryClient } from '../api/query-client.ts';
import { noteStatus } from './regressions.ts';
import { openThrottle } from './throttle.ts';

/** Figures that change with every record are read again this often at most. */
const REFRESH_MS = 1000;
/** A sparkline hardly changes by one event, and costs a page of them. */
const TREND_REFRESH_MS = 15_000;

/** Puts what the feed told into the cache: groups in place, everything counted is read anew. */
export function applyMessages(batch: readonly FeedMessage[]): void {
  const groups = new Map<string, ErrorGroup>();
  const take = (group: ErrorGroup, cause: 'event' | 'person'): void => {
    groups.set(group.id, group);
    noteStatus(group, cause);
  };
  for (const { type, payload } of batch) {
    if (type === 'new_error') take(payload, 'event');
    else if (type === 'new_event') take(payload.errorGroup, 'event');
    else if (type === 'status_change') take(payload, 'person');
  }
  if (groups.size > 0) patchGroups(groups);
  const types = new Set(batch.map(({ type }) => type));
  if (groups.size > 0) refreshErrors(new Set(groups.keys()));
  if (types.has('new_request')) refreshRequests();
  if (types.has('new_log')) refreshLogs();
  refreshProjects(batch);
}

/** Reads everything on screen again: something was missed. What is just being read is not read twice. */
export function reloadAll(): void {
  void queryClient.invalidateQueries({}, { cancelRefetch: false });
}

/** Reads every list of groups again, the long one too: what it held may not be true any more. */
export function refreshLists(): void {
  void queryClient.invalidateQueries({ queryKey: queryKeys.allErrors });
}

/** Writes groups over what lists and pages have of them. The order of lists stays: what is being read does not move. */
export function patchGroups(groups: ReadonlyMap<string, ErrorGroup>): void {
  const patchList = (list: ErrorGroupList): ErrorGroupList =>
    list.errors.some(({ id }) => groups.has(id))
      ? { ...list, errors: list.errors.map((group) => groups.get(group.id) ?? group) }
      : list;
  queryClient.setQueriesData<ErrorGroupList | InfiniteData<ErrorGroupList>>(
    { queryKey: queryKeys.allErrors },
    (cached) => {
      if (cached === undefined) return undefined;
      return 'pages' in cached ? { ...cached, pages: cached.pages.map(patchList) } : patchList(cached);
    },
  );
  for (const [id, group] of groups) {
    queryClient.setQueriesData<ErrorGroupDetail>({ queryKey: queryKeys.error(id) }, (cached) =>
      cached === undefined ? undefined : { ...cached, error: { ...cached.error, ...group } },
    );
  }
}

/** Every project is some calls, and its figures are looked at side by side, not for the second. */
const PROJECT_REFRESH_MS = 3000;

let touchedProjects = new Set<string>();

const refreshTouchedProjects = openThrottle(PROJECT_REFRESH_MS, () => {
  const known = queryClient.getQueryData<ProjectList>(queryKeys.projects)?.projects.map(({ name }) => name) ?? [];
  if ([...touchedProjects].some((name) => !known.includes(name))) {
    void queryClient.invalidateQueries({ queryKey: queryKeys.projects });
  }
  for (const name of touchedProjects) void queryClient.invalidateQueries({ queryKey: queryKeys.project(name) });
  touchedProjects = new Set();
  void queryClient.invalidateQueries({ queryKey: queryKeys.status });
});

/** A record registers its project, and changes what is told of it and of the daemon. */
function refreshProjects(batch: readonly FeedMessage[]): void {
  for (const { type, payload } of batch) {
    const { projectId } = type === 'new_event' ? payload.errorGroup : payload;
    if (projectId !== undefined) touchedProjects.add(projectId);
  }
  refreshTouchedProjects();
}

let touched = new Set<string>();
let outdatedTrends = new Set<string>();

const refreshTrends = openThrottle(TREND_REFRESH_MS, () => {
  for (const id of outdatedTrends) void queryClient.invalidateQueries({ queryKey: queryKeys.trend(id) });
  outdatedTrends = new Set();
});

const refreshTouched = openThrottle(REFRESH_MS, () => {
  for (const id of touched) void queryClient.invalidateQueries({ queryKey: queryKeys.error(id) });
  touched = new Set();
  void queryClient.invalidateQueries({ queryKey: queryKeys.allStats });
  // Short lists are read again; the long list of the Errors page tells of new groups instead of moving.
  void queryClient.invalidateQueries({
    queryKey: queryKeys.allErrors,
    predicate: ({ state }) => !isInfinite(state.data),
  });
});

function refreshErrors(ids: ReadonlySet<string>): void {
  for (const id of ids) {
    touched.add(id);
    outdatedTrends.add(id);
  }
  refreshTouched();
  refreshTrends();
}

const refreshRequests = openThrottle(REFRESH_MS, () => {
  void queryClient.invalidateQueries({
    queryKey: queryKeys.allRequests,
    predicate: ({ state }) => !isInfinite(state.data),
  });
  void queryClient.invalidateQueries({ queryKey: queryKeys.allStats });
});

const refreshLogs = openThrottle(REFRESH_MS, () => {
  void queryClient.invalidateQueries({
    queryKey: queryKeys.allLogs,
    predicate: ({ state }) => !isInfinite(state.data),
  });
});

function isInfinite(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'pages' in data;
}
