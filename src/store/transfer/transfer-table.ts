// What is said of a table that moves.

export type Value = string | number | null;
/** By the names of the columns. */
export type Row = Readonly<Record<string, Value>>;

/** `hex` is bytes, which move as the text of their digits. */
export type ColumnType = 'integer' | 'bigint' | 'smallint' | 'double precision' | 'text' | 'uuid' | 'hex';

export interface TransferTable {
  readonly name: string;
  readonly columns: Readonly<Record<string, ColumnType>>;
  /** What names a row in the database, in the order in which its index has it. */
  readonly key: readonly string[];
  /**
   * Reads rows of the file in the order of `place`, from behind `:after` on, `:limit` of them, with their columns by name.
   * `project_id` is that of the file.
   */
  readonly select: string;
  /** Columns that the file has in another form, or not at all. */
  readonly complete: (row: Row) => Row;
  /** The row as a file has it, where that is another form. */
  readonly toFile: (row: Row) => Row;
  /** Statements that write a row into a file, with its columns as parameters; none for what a file has in another form. */
  readonly into: readonly string[];
  /** What a row takes, as a project's size counts it. */
  readonly bytesOf?: (row: Row) => number;
}
