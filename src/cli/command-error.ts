/** Arguments that parse but make no sense. The message is a sentence without a full stop. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A query that is none, or is not for what was named; the help says nothing of either. The message is a sentence without a full stop. */
export class QueryError extends Error {
  override readonly name = 'QueryError';
}

/** Why a command could not do its work, for reasons that are no bug. The message is a sentence a person can act on. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
