// Stored events as they are put into answers.

import { rowToSeverity, rowToSource } from '../../../answers/enums.js';
import {
  type EventFacts,
  type EventTexts,
  type SharedText,
  toEventHead,
  toSharedText,
} from '../../../answers/event.js';
import { correctedReceivedAtMs, type RowIdCorrection } from '../row-id.js';
import type { ContentQueries } from '../tables/contents.js';
import type { GroupRow } from '../tables/error-groups.js';
import type { EventRow } from '../tables/events.js';

/** What an event does not hold itself. */
export interface EventSurroundings {
  readonly group: Pick<GroupRow, 'type' | 'message'>;
  readonly projectName: string | null;
  readonly read: (id: number | null) => SharedText | null;
  readonly corrections: readonly RowIdCorrection[];
}

export function toEventTexts(event: EventRow, surroundings: EventSurroundings): EventTexts {
  const { read } = surroundings;
  return {
    head: toEventHead(toFacts(event, surroundings)),
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

function toFacts(event: EventRow, { group, projectName, corrections }: EventSurroundings): EventFacts {
  return {
    eventId: event.eventId,
    timestampMs: event.sentTimestampMs ?? event.timestampMs,
    receivedAtMs: correctedReceivedAtMs(event.id, corrections),
    type: event.type ?? group.type,
    message: event.message ?? group.message,
    source: rowToSource(event.source),
    severity: rowToSeverity(event.severity),
    projectName,
    correlationId: event.correlationId,
  };
}
