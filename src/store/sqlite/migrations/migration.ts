import type { WritableDb } from '../connection.js';

export interface Migration {
  /** Grows in tens; stored as `user_version`. Never edited once released. */
  readonly version: number;
  up(db: WritableDb): void;
}
