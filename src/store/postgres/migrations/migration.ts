export interface Migration {
  /** Grows in tens. Never edited once released. */
  readonly version: number;
  readonly statements: readonly string[];
  /** Indexes for search, made where `pg_trgm` can be had. */
  readonly searchStatements?: readonly string[];
  /**
   * Daemons that do not know it would write or read wrongly beside it: they are refused from then on, and it waits until none
   * of them runs. A change that only adds what they need not know (a table, an index, a column with a default) is none.
   */
  readonly isBreaking?: true;
}
