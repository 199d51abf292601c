import type { EventDetail } from '../../../schemas/error-group.ts';
import { ApiError, callApi } from '../api/client.ts';

interface EventName {
  readonly eventId: string;
  /** Event ids are unique within a project only. */
  readonly projectId: string | undefined;
  readonly signal: AbortSignal;
}

/** The event that a request names, with its group; null when it never came or is not kept any more. */
export async function readEvent({ eventId, projectId, signal }: EventName): Promise<EventDetail | null> {
  try {
    const parameters = { projectId };
    return await callApi<EventDetail>(`/api/events/${encodeURIComponent(eventId)}`, { parameters, signal });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
