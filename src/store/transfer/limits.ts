// Limits of moving records between stores. See src/limits.ts.

/** Rows of a batch: some megabytes at most on both sides, and what a signal waits for. */
export const TRANSFER_ROWS = 1000;
/** Days back for which partitions are made: older records are few, and go where those without a partition go. */
export const TRANSFER_PARTITION_DAYS_MAX = 92;
