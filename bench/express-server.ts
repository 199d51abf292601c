// The ingest route as it is usually written: Express, better-sqlite3, one statement after the other. Runs as a process of
// its own; started by servers.ts. It is here to be compared with, and nowhere else.

import { createHash } from 'node:crypto';
import Database from 'better-sqlite3';
import express from 'express';
import type { EventPayload } from '../schemas/event.js';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS projects (name TEXT PRIMARY KEY, created_at TEXT);
  CREATE TABLE IF NOT EXISTS error_groups (id INTEGER PRIMARY KEY, project TEXT, fingerprint TEXT, type TEXT, message TEXT,
    source TEXT, severity TEXT, count INTEGER, first_seen TEXT, last_seen TEXT, UNIQUE (project, fingerprint));
  CREATE TABLE IF NOT EXISTS events (id TEXT PRIMARY KEY, group_id INTEGER, project TEXT, timestamp TEXT, payload TEXT);
  CREATE INDEX IF NOT EXISTS events_group ON events (group_id, timestamp);
`;

const [, , dbPath = ''] = process.argv;
const db = new Database(dbPath);
db.pragma('journal_mode = WAL');
// The same promise as errord's: what has been answered is on disk.
db.pragma('synchronous = FULL');
db.exec(SCHEMA);
const registerProject = db.prepare('INSERT OR IGNORE INTO projects (name, created_at) VALUES (?, ?)');
const findGroup = db
  .prepare<[string, string], number>('SELECT id FROM error_groups WHERE project = ? AND fingerprint = ?')
  .pluck();
const insertGroup = db.prepare(
  `INSERT INTO error_groups (project, fingerprint, type, message, source, severity, count, first_seen, last_seen)
   VALUES (:project, :fingerprint, :type, :message, :source, :severity, 1, :at, :at)`,
);
const joinGroup = db.prepare('UPDATE error_groups SET count = count + 1, last_seen = ? WHERE id = ?');
const insertEvent = db.prepare(
  'INSERT OR IGNORE INTO events (id, group_id, project, timestamp, payload) VALUES (?, ?, ?, ?, ?)',
);

interface Accepted {
  readonly id: string;
  readonly fingerprint: string;
  readonly isNew: boolean;
}

const SECRET = /^(authorization|cookie|password|secret|token|apikey|api_key)$/i;

function redact(key: string, value: unknown): unknown {
  return SECRET.test(key) ? '[Redacted]' : value;
}

function storeEvent(event: EventPayload): Accepted {
  const at = event.timestamp ?? new Date().toISOString();
  const id = event.eventId ?? '';
  const project = event.projectId ?? '';
  const fingerprint = toFingerprint(event);
  registerProject.run(project, at);
  const found = findGroup.get(project, fingerprint);
  const { type, message, source, severity } = event;
  const groupId =
    found ?? insertGroup.run({ project, fingerprint, type, message, source, severity, at }).lastInsertRowid;
  if (found !== undefined) joinGroup.run(at, found);
  insertEvent.run(id, groupId, project, at, JSON.stringify(event, redact));
  return { id, fingerprint, isNew: found === undefined };
}

function toFingerprint({ type, message, stackFrames }: EventPayload): string {
  const frames = (stackFrames ?? []).filter(({ inApp }) => inApp === true).slice(0, 3);
  const lines = frames.map(({ filename, function: name, lineno }) => `${filename ?? ''} ${name ?? ''} ${lineno ?? ''}`);
  const plain = message.replace(/\b[0-9a-f]{8}-[0-9a-f-]{27}\b|\b0x[0-9a-f]+\b|:\d+\b/gi, '#');
  return createHash('sha256')
    .update([type, plain, ...lines].join('\n'))
    .digest('hex');
}

const app = express();
app.use(express.json({ limit: '10mb' }));
app.get('/api/health', (_, response) => void response.json({ status: 'ok' }));
app.post('/api/events/batch', (request, response) => {
  const events = request.body as EventPayload[];
  response.status(201).json(events.map(storeEvent));
});
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  process.stdout.write(`express listens on http://127.0.0.1:${port}\n`);
});
process.once('SIGTERM', () => {
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
  process.exit(0);
});
