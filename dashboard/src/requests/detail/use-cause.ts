import { useQuery } from '@tanstack/react-query';
import type { RequestRecord } from '../../../../schemas/request.ts';
import { queryKeys } from '../../api/keys.ts';
import { type CorrelatedError, useCorrelatedErrors } from '../../correlation/use-correlated-errors.ts';
import { readEvent } from '../read-event.ts';

/** The error that the request names, or else the first that happened with it: null for none, undefined while it is read. */
export function useCause(request: RequestRecord | undefined): CorrelatedError | null | undefined {
  const errors = useCorrelatedErrors(request?.correlationId);
  const eventId = request?.errorEventId;
  const named = errors?.find(({ event }) => event !== null && event.eventId === eventId);
  const isAsked = eventId !== undefined && errors !== undefined && named === undefined;
  const { data, isPending } = useQuery({
    queryKey: queryKeys.namedEvent(request?.projectId ?? '', eventId ?? ''),
    queryFn: ({ signal }) => readEvent({ eventId: eventId ?? '', projectId: request?.projectId, signal }),
    enabled: isAsked,
  });
  if (errors === undefined || (isAsked && isPending)) return undefined;
  if (named !== undefined) return named;
  if (isAsked && data != null) return { group: data.error, event: data.event, seq: null };
  return errors.toSorted((a, b) => toMs(a) - toMs(b))[0] ?? null;
}

function toMs({ event, group }: CorrelatedError): number {
  return Date.parse(event?.timestamp ?? group.lastSeen);
}
