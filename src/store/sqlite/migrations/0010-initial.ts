import type { Migration } from './migration.js';

/**
 * Times are milliseconds since the epoch. `project_id` 0 stands for "no project". `timestamp_ms` is the client's time,
 * but never later than the receipt, so that a client whose clock runs ahead does not stay on top of every list;
 * `sent_timestamp_ms` keeps what it sent where that differs. Enumerations are positions in the lists of
 * schemas/words.ts, which only ever grow at the end.
 */
export const initial: Migration = {
  version: 10,
  up(db) {
    db.exec(PROJECTS + CONTENTS + ERRORS + REQUESTS + LOGS + COUNTERS);
  },
};

const PROJECTS = `
  CREATE TABLE projects (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    created_at_ms INTEGER NOT NULL
  ) STRICT;
`;

// Texts that repeat between records (stacks, environments, headers), stored once per project.
const CONTENTS = `
  CREATE TABLE contents (
    id INTEGER PRIMARY KEY,
    project_id INTEGER NOT NULL,
    hash BLOB NOT NULL,
    body TEXT NOT NULL,
    last_used_at_ms INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX contents_hash ON contents (project_id, hash);
  CREATE INDEX contents_last_used ON contents (last_used_at_ms);
`;

// The texts of a group never change; apart from the counts, which change with every event, they are written once.
// `event_ids` and `group_events` are indexes of `events` that are written in parts: `index_marks` tells up to which event
// they are complete, and the events above the mark are few.
const ERRORS = `
  CREATE TABLE error_groups (
    id INTEGER PRIMARY KEY,
    project_id INTEGER NOT NULL,
    fingerprint BLOB NOT NULL,
    fingerprint_version INTEGER NOT NULL,
    type TEXT NOT NULL,
    message TEXT NOT NULL,
    source INTEGER NOT NULL,
    severity INTEGER NOT NULL,
    status INTEGER NOT NULL,
    first_seen_at_ms INTEGER NOT NULL,
    last_seen_at_ms INTEGER NOT NULL,
    event_count INTEGER NOT NULL,
    reopened_at_ms INTEGER
  ) STRICT;
  CREATE TABLE error_group_texts (
    id INTEGER PRIMARY KEY,
    explanation TEXT,
    explanation_title TEXT,
    suggestion TEXT,
    grouping TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX error_groups_fingerprint ON error_groups (project_id, fingerprint);
  CREATE INDEX error_groups_last_seen ON error_groups (last_seen_at_ms);
  CREATE INDEX error_groups_project_last_seen ON error_groups (project_id, last_seen_at_ms);
  CREATE INDEX error_groups_top ON error_groups (event_count) WHERE status < 2;
  CREATE INDEX error_groups_project_top ON error_groups (project_id, event_count) WHERE status < 2;
  CREATE VIRTUAL TABLE error_groups_search USING fts5 (
    message, content = '', contentless_delete = 1, tokenize = 'trigram', detail = 'none'
  );

  CREATE TABLE events (
    id INTEGER PRIMARY KEY,
    project_id INTEGER NOT NULL,
    group_id INTEGER NOT NULL,
    event_id TEXT NOT NULL,
    timestamp_ms INTEGER NOT NULL,
    sent_timestamp_ms INTEGER,
    severity INTEGER NOT NULL,
    source INTEGER NOT NULL,
    type TEXT,
    message TEXT,
    stack_id INTEGER,
    context_id INTEGER,
    correlation_id TEXT,
    details TEXT
  ) STRICT;
  CREATE TABLE event_ids (
    event_id TEXT NOT NULL,
    project_id INTEGER NOT NULL,
    id INTEGER NOT NULL,
    PRIMARY KEY (event_id, project_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE group_events (
    group_id INTEGER NOT NULL,
    timestamp_ms INTEGER NOT NULL,
    id INTEGER NOT NULL,
    PRIMARY KEY (group_id, timestamp_ms, id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE index_marks (
    name TEXT PRIMARY KEY,
    indexed_to INTEGER NOT NULL DEFAULT 0,
    merging_to INTEGER NOT NULL DEFAULT 0,
    merged_group INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;
  INSERT INTO index_marks (name) VALUES ('event_ids'), ('group_events');
  CREATE INDEX events_correlation ON events (correlation_id) WHERE correlation_id IS NOT NULL;
`;

// The indexes of failing requests hold the status too, without which SQLite would look into each row to check it.
const REQUESTS = `
  CREATE TABLE requests (
    id INTEGER PRIMARY KEY,
    project_id INTEGER NOT NULL,
    timestamp_ms INTEGER NOT NULL,
    sent_timestamp_ms INTEGER,
    method TEXT NOT NULL,
    url TEXT NOT NULL,
    status_code INTEGER,
    duration REAL,
    correlation_id TEXT,
    error_event_id TEXT,
    source INTEGER,
    headers_id INTEGER,
    response_headers_id INTEGER,
    request_body TEXT,
    request_body_truncated INTEGER NOT NULL,
    response_body TEXT,
    response_body_truncated INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX requests_time ON requests (timestamp_ms);
  CREATE INDEX requests_project_time ON requests (project_id, timestamp_ms);
  CREATE INDEX requests_failing_time ON requests (timestamp_ms, id, status_code) WHERE status_code >= 400;
  CREATE INDEX requests_project_failing_time ON requests (project_id, timestamp_ms, id, status_code)
    WHERE status_code >= 400;
  CREATE INDEX requests_correlation ON requests (correlation_id) WHERE correlation_id IS NOT NULL;
`;

const LOGS = `
  CREATE TABLE logs (
    id INTEGER PRIMARY KEY,
    project_id INTEGER NOT NULL,
    timestamp_ms INTEGER NOT NULL,
    sent_timestamp_ms INTEGER,
    level INTEGER NOT NULL,
    source INTEGER,
    message TEXT NOT NULL,
    environment_id INTEGER,
    correlation_id TEXT,
    extra TEXT
  ) STRICT;
  CREATE INDEX logs_time ON logs (timestamp_ms);
  CREATE INDEX logs_project_time ON logs (project_id, timestamp_ms);
  CREATE INDEX logs_level_time ON logs (level, timestamp_ms);
  CREATE INDEX logs_correlation ON logs (correlation_id) WHERE correlation_id IS NOT NULL;
  CREATE VIRTUAL TABLE logs_search USING fts5 (
    message, content = '', contentless_delete = 1, tokenize = 'trigram', detail = 'none'
  );
`;

// Statistics are read from here, so that their cost does not grow with the tables. span_ms 0 is all time; project_id -1
// is every project.
const COUNTERS = `
  CREATE TABLE event_counts (
    span_ms INTEGER NOT NULL,
    project_id INTEGER NOT NULL,
    start_ms INTEGER NOT NULL,
    type TEXT NOT NULL,
    source INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (span_ms, project_id, start_ms, type, source)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE group_counts (
    span_ms INTEGER NOT NULL,
    start_ms INTEGER NOT NULL,
    group_id INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (span_ms, start_ms, group_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE request_counts (
    span_ms INTEGER NOT NULL,
    project_id INTEGER NOT NULL,
    start_ms INTEGER NOT NULL,
    total INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    PRIMARY KEY (span_ms, project_id, start_ms)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE log_counts (
    span_ms INTEGER NOT NULL,
    project_id INTEGER NOT NULL,
    start_ms INTEGER NOT NULL,
    level INTEGER NOT NULL,
    source INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (span_ms, project_id, start_ms, level, source)
  ) STRICT, WITHOUT ROWID;
`;
