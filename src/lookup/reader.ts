import type { Validator } from '../validate.js';

/** A sentence, or several, that a person or an assistant can act on: nothing was read. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/**
 * Reads the API, whatever the way to it: over HTTP, or inside the daemon. Paths are those of `GET` routes, with their query
 * string. Both throw a sentence when the daemon refuses or is not there.
 */
export interface Reader {
  read<T>(path: string, validate: Validator<T>): Promise<T>;
  /** Null when there is nothing of the id that the path names. */
  readById<T>(path: string, validate: Validator<T>): Promise<T | null>;
}
