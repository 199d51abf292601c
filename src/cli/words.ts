import type { DaemonStatus } from '../../schemas/stats.js';

const MEGABYTE = 1024 * 1024;

/** `1 event`, `2 events`. */
export function toCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** `512 bytes`, `3.4 KB`, `12.0 MB`; multiples of 1024, as `maxDbSizeMb` counts. */
export function toSize(bytes: number): string {
  if (bytes < 1024) return toCount(bytes, 'byte');
  if (bytes < MEGABYTE) return `${(bytes / 1024).toFixed(1)} KB`;
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}

/** The two largest units of a duration: `3 days 4 h`, `2 h 13 min`, `5 s`. */
export function toDuration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (days > 0) return `${toCount(days, 'day')} ${hours % 24} h`;
  if (hours > 0) return `${hours} h ${minutes % 60} min`;
  if (minutes > 0) return `${minutes} min ${Math.floor(seconds) % 60} s`;
  return `${Math.floor(seconds)} s`;
}

/** What is kept, in words: `keeps 30 days, at most 2048 MB`. */
export function toRetention({ retentionDays, maxDbSizeMb }: DaemonStatus['retention']): string {
  const size = maxDbSizeMb === 0 ? 'without a size limit' : `at most ${maxDbSizeMb} MB`;
  return retentionDays === 0 ? `keeps everything, ${size}` : `keeps ${toCount(retentionDays, 'day')}, ${size}`;
}

/** `12 error groups, 340 events, 10 requests, 900 logs, 3 projects`. */
export function toHoldings({ errors, events, requests, logs, projects }: DaemonStatus['database']): string {
  return [
    toCount(errors, 'error group'),
    toCount(events, 'event'),
    toCount(requests, 'request'),
    toCount(logs, 'log'),
    toCount(projects, 'project'),
  ].join(', ');
}
