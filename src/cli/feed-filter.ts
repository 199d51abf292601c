import type { FeedMessage } from '../../schemas/feed.js';
import { SEARCH_CHARS_MAX } from '../../schemas/limits.js';
import { type LogTerm, matchesLogQuery, parseLogQuery } from '../../schemas/log-query.js';
import { FeedQuery } from '../../schemas/query.js';
import { LOG_LEVELS, SEVERITIES, SOURCES } from '../../schemas/words.js';
import type { FlagValues } from '../config.js';
import { toErrorText } from '../lookup/record-text.js';
import { withoutTerminalCodes } from '../terminal-codes.js';
import { compileQuery } from '../validate.js';
import { UsageError } from './command-error.js';
import { readQuery } from './query-argument.js';

export const FEED_KINDS = ['errors', 'requests', 'logs'] as const;
export type FeedKind = (typeof FEED_KINDS)[number];

/** What of the feed is wanted. The project is not among it: the daemon sends no other. */
export interface FeedFilter {
  readonly kinds: ReadonlySet<FeedKind>;
  readonly severity: string | null;
  readonly level: string | null;
  readonly source: string | null;
  /** In lower case. */
  readonly search: string | null;
  /** What logs must match. */
  readonly logTerm: LogTerm | null;
}

/**
 * What the flags and the query for logs say. What only one kind has names this kind: `--level warn` alone, or a query, shows logs
 * and nothing else.
 */
export function toFeedFilter(flags: FlagValues, query: string | null): FeedFilter {
  const severity = toWord(flags, 'severity', SEVERITIES);
  const level = toWord(flags, 'level', LOG_LEVELS);
  const source = toWord(flags, 'source', SOURCES);
  const search = typeof flags.search === 'string' ? flags.search : null;
  if (search !== null && search.length > SEARCH_CHARS_MAX)
    throw new UsageError(`--search takes at most ${SEARCH_CHARS_MAX} characters`);
  const named = toKinds(flags.kind);
  const logTerm = query === null ? null : readQuery(query, parseLogQuery).term;
  const implied: readonly { readonly kind: FeedKind; readonly by: string }[] = [
    ...(severity === null ? [] : [{ kind: 'errors', by: '--severity' } as const]),
    ...(level === null ? [] : [{ kind: 'logs', by: '--level' } as const]),
    ...(query === null ? [] : [{ kind: 'logs', by: 'QUERY' } as const]),
  ];
  const missing = implied.find(({ kind }) => named.length > 0 && !named.includes(kind));
  if (missing !== undefined) throw new UsageError(`${missing.by} is of ${missing.kind}, which --kind leaves out`);
  const candidates = [named, implied.map(({ kind }) => kind), FEED_KINDS];
  const kinds = candidates.find((some) => some.length > 0) ?? FEED_KINDS;
  return { kinds: new Set(kinds), severity, level, source, search: search?.toLowerCase() ?? null, logTerm };
}

const validateFeed = compileQuery(FeedQuery);

/** The project that is followed alone; null for all of them. */
export function toFeedProject(name: FlagValues[string]): string | null {
  if (typeof name !== 'string') return null;
  const query = validateFeed({ projectId: name });
  if (query.ok) return query.value.projectId ?? null;
  throw new UsageError(`--project ${JSON.stringify(name)} is not the name of a project`);
}

/** Whether a message passes the filter. */
export function isWanted(message: FeedMessage, filter: FeedFilter): boolean {
  const { kinds, severity, level, source, search, logTerm } = filter;
  const facts = toFacts(message);
  return (
    kinds.has(facts.kind) &&
    (severity === null || facts.kind !== 'errors' || facts.word === severity) &&
    (level === null || facts.kind !== 'logs' || facts.word === level) &&
    (source === null || facts.source === source) &&
    (search === null || withoutTerminalCodes(facts.text).toLowerCase().includes(search)) &&
    (logTerm === null || message.type !== 'new_log' || matchesLogQuery(logTerm, message.payload))
  );
}

interface Facts {
  readonly kind: FeedKind;
  /** The severity, or the level. */
  readonly word: string | null;
  readonly source: string | undefined;
  /** What is searched. */
  readonly text: string;
}

function toFacts(message: FeedMessage): Facts {
  switch (message.type) {
    case 'new_error':
    case 'status_change':
    case 'triage_change': {
      const { severity, source, type, message: text } = message.payload;
      return { kind: 'errors', word: severity, source, text: toErrorText(type, text) };
    }
    case 'new_event': {
      const { severity, source, type, message: text } = message.payload.event;
      return { kind: 'errors', word: severity, source, text: toErrorText(type, text) };
    }
    case 'new_request': {
      const { method, url, source } = message.payload;
      return { kind: 'requests', word: null, source, text: `${method} ${url}` };
    }
    case 'new_log':
      return {
        kind: 'logs',
        word: message.payload.level,
        source: message.payload.source,
        text: message.payload.message,
      };
  }
}

function toKinds(values: FlagValues[string]): readonly FeedKind[] {
  const words = (Array.isArray(values) ? (values as readonly string[]) : []).flatMap((value) => value.split(','));
  return words.map((word) => {
    const kind = FEED_KINDS.find((candidate) => candidate === word);
    if (kind !== undefined) return kind;
    throw new UsageError(`--kind ${JSON.stringify(word)} must be one of ${FEED_KINDS.join(', ')}`);
  });
}

function toWord(flags: FlagValues, flag: string, words: readonly string[]): string | null {
  const value = flags[flag];
  if (typeof value !== 'string') return null;
  if (words.includes(value)) return value;
  throw new UsageError(`--${flag} ${JSON.stringify(value)} must be one of: ${words.join(', ')}`);
}
