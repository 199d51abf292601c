import type { FeedMessage } from '../../../schemas/feed.ts';

type NewError = Extract<FeedMessage, { type: 'new_error' }>;

/** Whether a new error has come that somebody may want to hear of: one that a rule of its project ignores is none. */
export function isNewError(message: FeedMessage): message is NewError {
  return message.type === 'new_error' && message.payload.status !== 'ignored';
}
