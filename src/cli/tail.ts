// `errord tail`: what is stored, as it is stored.

import type { ErrorGroup } from '../../schemas/error-group.js';
import { FeedMessage, FeedSkipped } from '../../schemas/feed.js';
import type { FlagValues } from '../config.js';
import { compileBody } from '../validate.js';
import { UsageError } from './command-error.js';
import { EXIT_CODES } from './exit-code.js';
import { type FeedNews, followFeed } from './feed.js';
import { type FeedFilter, isWanted, toFeedFilter, toFeedProject } from './feed-filter.js';
import { findDaemon } from './query-daemon.js';
import { toClockTime, toErrorParts, toLogParts, toRequestParts } from './rows.js';
import { openScreen, type Screen } from './screen.js';
import type { Line } from './styled-line.js';
import type { Terminal } from './terminal.js';
import { toTerminalText } from './terminal-text.js';
import { toCount } from './words.js';

/**
 * `errord tail`: a line for each message of the feed that passes the flags and, of logs, the query, until a signal, the reader of its
 * output or `--limit` ends it with 0.
 * A lost connection is made anew for as long as it takes; a daemon that is not there at the start, or refuses, is 1.
 */
export async function tail(flags: FlagValues, terminal: Terminal, query: string | null): Promise<number> {
  const filter = toFeedFilter(flags, query);
  const project = toFeedProject(flags.project);
  const limit = toLimit(flags.limit);
  const screen = openScreen({ wantsColours: flags['no-color'] !== true });
  const signal = AbortSignal.any([screen.closed, toStopSignal()]);
  const target = await findDaemon(flags, terminal);
  if (target === null) return EXIT_CODES.failed;
  const out: Out = { terminal, screen, filter, isJson: flags.json === true };
  let shownCount = 0;
  let hasConnected = false;
  for await (const news of followFeed({ target, project, signal })) {
    if (news.kind === 'refused') {
      terminal.complain(
        `The daemon refuses to be followed (HTTP ${news.status}); ERRORD_KEY must be a key that may read.`,
      );
      return EXIT_CODES.failed;
    }
    if (news.kind === 'message') shownCount += await showMessage(news.text, out);
    else terminal.complain(toNote(news, { place: target.base, hasConnected }));
    hasConnected ||= news.kind === 'connected';
    if (shownCount === limit) break;
  }
  return EXIT_CODES.ok;
}

interface Out {
  readonly terminal: Terminal;
  readonly screen: Screen;
  readonly filter: FeedFilter;
  readonly isJson: boolean;
}

const validateMessage = compileBody(FeedMessage);
const validateSkipped = compileBody(FeedSkipped);

/** Resolves to the number of messages shown, which is 1 or 0: a message of a later version is passed over. */
async function showMessage(text: string, { terminal, screen, filter, isJson }: Out): Promise<number> {
  const json = parseJson(text);
  const skipped = validateSkipped(json);
  if (skipped.ok) {
    terminal.complain(
      `${toCount(skipped.value.payload.count, 'message')} left out: they came faster than they were read.`,
    );
    return 0;
  }
  const message = validateMessage(json);
  if (!message.ok || !isWanted(message.value, filter)) return 0;
  if (isJson) await screen.printJson(message.value);
  else await screen.print([toLine(message.value)]);
  return 1;
}

const KIND_COLUMNS = 7;

function toLine(message: FeedMessage): Line {
  const line = (timestamp: string, kind: string, parts: Line): Line => [
    { text: toClockTime(timestamp), style: 'dim' },
    { text: kind, width: KIND_COLUMNS },
    ...parts,
  ];
  switch (message.type) {
    case 'new_error':
      return line(message.payload.lastSeen, 'error', toErrorParts(message.payload, 'new'));
    case 'new_event': {
      const { errorGroup, event } = message.payload;
      const parts = toErrorParts({ ...errorGroup, type: event.type, message: event.message }, `${errorGroup.count}×`);
      return line(event.timestamp, 'error', parts);
    }
    case 'status_change':
      return line(new Date().toISOString(), 'status', toErrorParts(message.payload, message.payload.status));
    case 'triage_change':
      return line(new Date().toISOString(), 'triage', toErrorParts(message.payload, toTriageWord(message.payload)));
    case 'new_request':
      return line(message.payload.timestamp, 'request', toRequestParts(message.payload));
    case 'new_log':
      return line(message.payload.timestamp, 'log', toLogParts(message.payload));
  }
}

/** A name is the sender's: the screen writes out what is no text. */
function toTriageWord({ assignee }: ErrorGroup): string {
  return `of ${assignee ?? 'nobody'}`;
}

function toNote(
  news: Extract<FeedNews, { kind: 'connected' | 'lost' }>,
  { place, hasConnected }: { readonly place: URL; readonly hasConnected: boolean },
): string {
  if (news.kind === 'lost') {
    return `Lost the daemon (${toTerminalText(news.cause)}); the next try is in ${news.waitMs / 1000} s.`;
  }
  const name = toTerminalText(place.href);
  return hasConnected
    ? `Connected again to ${name}; what came meanwhile is in errord errors and errord logs.`
    : `Following ${name}; Ctrl-C ends it.`;
}

function toLimit(text: FlagValues[string]): number | null {
  if (typeof text !== 'string') return null;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new UsageError(`--limit ${JSON.stringify(text)} must be a whole number from 1 on`);
}

/** Aborted by the first signal to stop; a second one ends the process as it does any other. */
function toStopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(name, () => {
      stop.abort();
    });
  }
  return stop.signal;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: no message of ours.
    return undefined;
  }
}
