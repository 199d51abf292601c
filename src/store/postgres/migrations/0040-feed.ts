import type { Migration } from './migration.js';

/** What daemons tell each other of the feed; README.md says how. */
export const feed: Migration = {
  version: 40,
  statements: [
    'CREATE SEQUENCE feed_order',
    `CREATE TABLE feed_outbox (
      seq bigint NOT NULL,
      number bigint NOT NULL,
      written_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      project_id integer NOT NULL,
      message_count integer NOT NULL,
      chars integer NOT NULL,
      shard smallint NOT NULL,
      project_name text NOT NULL,
      body text NOT NULL,
      PRIMARY KEY (project_id, shard, number)
    ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)`,
    // Rows live for seconds: to compress them would cost more than to write them.
    'ALTER TABLE feed_outbox ALTER COLUMN body SET STORAGE EXTERNAL',
    'CREATE INDEX feed_outbox_shard ON feed_outbox (shard, number)',
    'CREATE TABLE feed_listeners (id text PRIMARY KEY, listening_until timestamptz NOT NULL)',
    'ALTER TABLE daemons ADD COLUMN feed_number bigint NOT NULL DEFAULT 0',
  ],
};
