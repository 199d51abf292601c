// A file beside the database that holds room for a deletion: on a full disk, even clearing writes before it frees.

import { randomFillSync } from 'node:crypto';
import { rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { RESERVE_BYTES, RESERVE_FREE_BYTES_MIN } from '../limits.js';
import type { Room } from './deletion-run.js';

export interface Reserve extends Room {
  /** Makes the file if it is missing and there is room enough. Never throws. */
  keep(): void;
}

/** Whether so much of the disk is free that the database is on. Not where its directory is gone. */
export function hasRoom(dbPath: string, bytes: number): boolean {
  try {
    return freeBytes(dbPath) >= bytes;
  } catch {
    return false;
  }
}

function freeBytes(dbPath: string): number {
  const { bavail, bsize } = statfsSync(dirname(dbPath));
  return bavail * bsize;
}

export function openReserve(dbPath: string): Reserve {
  const path = `${dbPath}-reserve`;
  const sizeNow = (): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  let isReleased = false;
  return {
    keep() {
      try {
        if (sizeNow() === RESERVE_BYTES || freeBytes(dbPath) < RESERVE_FREE_BYTES_MIN) return;
        // Random, so that a file system that compresses takes the room all the same.
        writeFileSync(path, randomFillSync(Buffer.allocUnsafe(RESERVE_BYTES)), { mode: 0o600 });
        isReleased = false;
      } catch {
        // The disk has filled up meanwhile, or is not ours to write to: a part of a reserve would only take room.
        rmSync(path, { force: true });
      }
    },
    release() {
      if (sizeNow() === 0) return false;
      rmSync(path, { force: true });
      isReleased = true;
      return true;
    },
    isTight() {
      if (isReleased && freeBytes(dbPath) >= RESERVE_BYTES) isReleased = false;
      return isReleased;
    },
  };
}
