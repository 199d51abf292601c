// What a thread remembers of built files, bounded in number and bytes.

import { SOURCE_MAPS_KEPT_BYTES_MAX, SOURCE_MAPS_KEPT_MAX } from '../../limits.js';
import type { BuiltFile } from './built-file.js';

export interface KeptFile {
  readonly key: string;
  /** Null for a file without a map that can be used. */
  readonly file: BuiltFile | null;
  /** Another one tells that it has changed. */
  readonly mark: string;
}

interface Entry extends KeptFile {
  lookedAtMs: number;
}

export interface KeptFiles {
  keep(kept: KeptFile): KeptFile;
  /** What is known of a key; it is asked for its mark where that was long ago. */
  recall(key: string, lookMs: number, markNow: () => string | null): KeptFile | null;
}

export function openKeptFiles(nowMs: () => number): KeptFiles {
  const entries = new Map<string, Entry>();
  let keptBytes = 0;
  const drop = (key: string): void => {
    const entry = entries.get(key);
    if (entry === undefined) return;
    keptBytes -= costOf(entry);
    entries.delete(key);
  };
  return {
    keep(kept) {
      drop(kept.key);
      entries.set(kept.key, { ...kept, lookedAtMs: nowMs() });
      keptBytes += costOf(kept);
      for (const oldest of entries.keys()) {
        if (entries.size <= SOURCE_MAPS_KEPT_MAX && keptBytes <= SOURCE_MAPS_KEPT_BYTES_MAX) break;
        if (oldest !== kept.key) drop(oldest);
      }
      return kept;
    },
    recall(key, lookMs, markNow) {
      const known = entries.get(key);
      if (known === undefined) return null;
      if (nowMs() - known.lookedAtMs >= lookMs) {
        if (markNow() !== known.mark) return null;
        known.lookedAtMs = nowMs();
      }
      // The one that was used longest ago goes first.
      entries.delete(key);
      entries.set(key, known);
      return known;
    },
  };
}

const costOf = ({ file }: KeptFile): number => file?.costBytes ?? 64;
