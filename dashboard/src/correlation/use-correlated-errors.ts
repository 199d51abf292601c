import { useQueries } from '@tanstack/react-query';
import type { ErrorGroup, ErrorGroupDetail } from '../../../schemas/error-group.ts';
import type { EventRecord } from '../../../schemas/event.ts';
import { toErrorDetailQuery, useErrorGroups } from '../api/queries.ts';

/** Of each kind that a timeline shows. */
export const ITEMS_MAX = 100;
/** Groups whose events are read; of the others it is only known when they were last seen. */
const GROUPS_READ_MAX = 8;

const NONE: readonly CorrelatedError[] = [];

/** An error group with an event of the correlation id; null when the event is not among the group's newest. */
export interface CorrelatedError {
  readonly group: ErrorGroup;
  readonly event: EventRecord | null;
  /** Of the event in its group, counted from the oldest. */
  readonly seq: number | null;
}

/**
 * The errors that share a correlation id, each at the moment it happened; undefined while they are being read, none when
 * they cannot be.
 */
export function useCorrelatedErrors(correlationId: string | undefined): readonly CorrelatedError[] | undefined {
  const parameters = { correlationId: correlationId ?? '', pageSize: ITEMS_MAX };
  const isWanted = correlationId !== undefined;
  const { data, isPlaceholderData, isError } = useErrorGroups(parameters, { enabled: isWanted });
  const groups = data === undefined || isPlaceholderData ? undefined : data.errors;
  const details = useQueries({
    queries: (groups ?? []).slice(0, GROUPS_READ_MAX).map(({ id }) => toErrorDetailQuery(id, 1)),
  });
  if (!isWanted || isError) return NONE;
  if (groups === undefined || details.some(({ isPending }) => isPending)) return undefined;
  return groups.flatMap((group, index) => toErrors(group, details[index]?.data, correlationId));
}

function toErrors(
  group: ErrorGroup,
  detail: ErrorGroupDetail | undefined,
  correlationId: string | undefined,
): CorrelatedError[] {
  const found = (detail?.events ?? []).flatMap((event, index) =>
    event.correlationId === correlationId ? [{ group, event, seq: (detail?.total ?? 0) - index }] : [],
  );
  return found.length > 0 ? found : [{ group, event: null, seq: null }];
}
