// The limits of projects, where the order of items is total: in the transaction that stores them.

import { LIMIT_DAY_MS, LIMIT_MINUTE_MS } from '../../../answers/project-settings.js';
import { startOf } from '../../../answers/spans.js';
import { assertNever } from '../../../errors.js';
import type { ContentText, Digest, ReachedLimit } from '../../../messages.js';
import type { Rejection } from '../../../outcome.js';
import type { ProjectSettingsCommands, SettingsRow } from '../tables/project-settings.js';
import { ROW_BYTES } from './project-shares.js';

export type LimitRefusal = Rejection & { readonly projectName: string | null };

/** The limits during one transaction. Every item of it is of the same moment. */
export interface LimitRun {
  /**
   * Counts an item that is about to be stored, or answers why it must not be. The item that reaches a limit is still stored:
   * what a project has used up stays used up until the minute or the day is over, however small the next item is.
   */
  admit(digest: Digest): LimitRefusal | null;
  /** Why any item of the project is refused now; counts nothing. */
  refusalOf(projectName: string | null): LimitRefusal | null;
  /** Projects of which an item was refused, each once. */
  reached(): readonly ReachedLimit[];
  /** Writes what was counted. */
  finish(): void;
}

/** Where no project has settings, an item costs no look for them. */
const NO_LIMITS: LimitRun = { admit: () => null, refusalOf: () => null, reached: () => [], finish: () => undefined };

export function startLimits(
  settings: Pick<ProjectSettingsCommands, 'isEmpty' | 'find' | 'writeUsage'>,
  nowMs: number,
): LimitRun {
  if (settings.isEmpty()) return NO_LIMITS;
  const counted = new Set<SettingsRow>();
  const refused = new Map<string, { readonly refusal: LimitRefusal; readonly limit: ReachedLimit }>();
  const refuse = (row: SettingsRow, window: Window): LimitRefusal => {
    // One object for all items of the project: a message between threads holds each object once.
    const known = refused.get(row.name) ?? { refusal: toRefusal(row.name, window, nowMs), limit: toLimit(row, window) };
    refused.set(row.name, known);
    return known.refusal;
  };
  return {
    admit(digest) {
      const row = settings.find(digest.projectName);
      if (row === null || !hasLimit(row)) return null;
      const window = findUsedUp(row, nowMs);
      if (window !== null) return refuse(row, window);
      row.minuteItems += 1;
      row.dayBytes += toItemBytes(digest);
      counted.add(row);
      return null;
    },
    refusalOf(projectName) {
      const row = settings.find(projectName);
      const window = row === null ? null : findUsedUp(row, nowMs);
      return row === null || window === null ? null : refuse(row, window);
    },
    reached: () => [...refused.values()].map(({ limit }) => limit),
    finish() {
      for (const row of counted) settings.writeUsage(row);
    },
  };
}

/** A limit that is used up, and the span of time that it holds for. */
interface Window {
  readonly words: string;
  readonly startMs: number;
  readonly endMs: number;
}

function hasLimit({ eventsPerMinute, bytesPerDay }: SettingsRow): boolean {
  return eventsPerMinute !== null || bytesPerDay !== null;
}

/** The limit that lets go last of those that are used up. Starts the counts anew in a new minute or day. */
function findUsedUp(row: SettingsRow, nowMs: number): Window | null {
  const minuteStartMs = startOf(nowMs, LIMIT_MINUTE_MS);
  if (row.minuteStartMs !== minuteStartMs) Object.assign(row, { minuteStartMs, minuteItems: 0 });
  const dayStartMs = startOf(nowMs, LIMIT_DAY_MS);
  if (row.dayStartMs !== dayStartMs) Object.assign(row, { dayStartMs, dayBytes: 0 });
  const { bytesPerDay, eventsPerMinute } = row;
  if (bytesPerDay !== null && row.dayBytes >= bytesPerDay) {
    return { words: `${bytesPerDay} bytes a day`, startMs: dayStartMs, endMs: dayStartMs + LIMIT_DAY_MS };
  }
  if (eventsPerMinute !== null && row.minuteItems >= eventsPerMinute) {
    return {
      words: `${eventsPerMinute} items a minute`,
      startMs: minuteStartMs,
      endMs: minuteStartMs + LIMIT_MINUTE_MS,
    };
  }
  return null;
}

function toLimit({ name }: SettingsRow, { startMs, endMs }: Window): ReachedLimit {
  return { projectName: name, fromMs: startMs, untilMs: endMs };
}

function toRefusal(projectName: string, { words, endMs }: Window, nowMs: number): LimitRefusal {
  const retryAfterSeconds = Math.max(1, Math.ceil((endMs - nowMs) / 1000));
  const message = `The project has used up its limit of ${words}; try again in ${retryAfterSeconds} seconds.`;
  return { kind: 'rejected', reason: 'rate_limited', message, retryAfterSeconds, projectName };
}

/**
 * What an item takes: its texts in UTF-8, as they are stored, and `ROW_BYTES` for the rest. Texts that repeat count each
 * time, although they are stored once: what a project sends must not depend on what it has sent before.
 */
function toItemBytes(digest: Digest): number {
  switch (digest.kind) {
    case 'event': {
      const { site, context, details } = digest;
      return sumBytes([site.type, site.message, textOf(site.stack), textOf(context), details]);
    }
    case 'request': {
      const { url, headers, responseHeaders, requestBody, responseBody, spans } = digest;
      return sumBytes([url, textOf(headers), textOf(responseHeaders), requestBody?.text, responseBody?.text, spans]);
    }
    case 'log':
      return sumBytes([digest.message, textOf(digest.environment), digest.extra]);
    default:
      return assertNever(digest);
  }
}

function textOf(content: ContentText | null): string | null {
  return content === null ? null : content.text;
}

function sumBytes(texts: readonly (string | null | undefined)[]): number {
  let bytes = ROW_BYTES;
  for (const text of texts) if (text != null) bytes += Buffer.byteLength(text);
  return bytes;
}
