import { type Static, Type } from 'typebox';
import { ErrorGroup } from './error-group.js';
import { EventRecord } from './event.js';
import { LogRecord } from './log.js';
import { RequestSummary } from './request.js';

/** What the feed pushes: after commit, in commit order. */
export const FeedMessage = Type.Union(
  [
    Type.Object({ type: Type.Literal('new_error'), payload: ErrorGroup }),
    Type.Object({
      type: Type.Literal('new_event'),
      payload: Type.Object({ errorGroup: ErrorGroup, event: EventRecord }),
    }),
    Type.Object({ type: Type.Literal('status_change'), payload: ErrorGroup }),
    /** Somebody assigned it, or noted something; `assignee` is who has it then. */
    Type.Object({ type: Type.Literal('triage_change'), payload: ErrorGroup }),
    Type.Object({ type: Type.Literal('new_request'), payload: RequestSummary }),
    Type.Object({ type: Type.Literal('new_log'), payload: LogRecord }),
  ],
  { $id: 'FeedMessage' },
);
export type FeedMessage = Static<typeof FeedMessage>;

/** Only for clients that ask for it: so many messages were left out here, because they came faster than they were read. */
export const FeedSkipped = Type.Object(
  { type: Type.Literal('skipped'), payload: Type.Object({ count: Type.Integer({ minimum: 1 }) }) },
  { $id: 'FeedSkipped' },
);
export type FeedSkipped = Static<typeof FeedSkipped>;
