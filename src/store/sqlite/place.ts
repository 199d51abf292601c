/** The place of a row in a list that is ordered by a time and then by id. */
export interface Place {
  readonly sortMs: number;
  readonly id: number;
}
