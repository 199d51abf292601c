// Stored events as they are put into answers.

import type { EventHead } from '../../../../schemas/event.js';
import { optional } from '../../../answers/feed-messages.js';
import { type EventTexts, type SharedText, toSharedText } from '../../../answers/json.js';
import { toIsoText } from '../../../timestamp.js';
import { receivedAtMsOf } from '../row-id.js';
import type { ContentQueries } from '../tables/contents.js';
import { rowToSeverity, rowToSource } from '../tables/enums.js';
import type { GroupRow } from '../tables/error-groups.js';
import type { EventRow } from '../tables/events.js';

/** What an event does not hold itself. */
export interface EventSurroundings {
  readonly group: Pick<GroupRow, 'type' | 'message'>;
  readonly projectName: string | undefined;
  readonly read: (id: number | null) => SharedText | null;
}

export function toEventTexts(event: EventRow, { group, projectName, read }: EventSurroundings): EventTexts {
  return {
    head: toEventHead(event, group, projectName),
    stack: read(event.stackId),
    context: read(event.contextId),
    details: event.details,
  };
}

/** The texts of one answer, each read once. Not kept for longer: an id can come back after a deletion. */
export function openTexts(contents: ContentQueries): (id: number | null) => SharedText | null {
  const texts = new Map<number, SharedText | null>();
  return (id) => {
    if (id === null) return null;
    let text = texts.get(id);
    if (text === undefined) {
      const stored = contents.read(id);
      text = stored === undefined ? null : toSharedText(stored);
      texts.set(id, text);
    }
    return text;
  };
}

function toEventHead(event: EventRow, group: EventSurroundings['group'], projectName: string | undefined): EventHead {
  return {
    eventId: event.eventId,
    timestamp: toIsoText(event.sentTimestampMs ?? event.timestampMs),
    receivedAt: toIsoText(receivedAtMsOf(event.id)),
    type: event.type ?? group.type,
    message: event.message ?? group.message,
    source: rowToSource(event.source),
    severity: rowToSeverity(event.severity),
    ...optional('projectId', projectName),
    ...optional('correlationId', event.correlationId),
  };
}
