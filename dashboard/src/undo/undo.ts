// What Ctrl+Z takes back, whatever kind of change it was: the latest first.

import { showToast } from '../ui/toasts.ts';

/** More than anybody takes back one by one. */
const UNDOS_MAX = 20;

let undos: readonly (() => void)[] = [];

/** What is being taken back: one after the other, as a change is only taken back when what came after it is. */
let running: Promise<void> = Promise.resolve();

/** Returns what takes a change back, once: from its own toast, or as the latest by Ctrl+Z. */
export function keepUndo(undo: () => Promise<void>): () => void {
  const once = (): void => {
    if (!undos.includes(once)) return;
    undos = undos.filter((other) => other !== once);
    running = running.then(undo, undo);
  };
  undos = [...undos, once].slice(-UNDOS_MAX);
  return once;
}

/** A change that cannot be taken back: Ctrl+Z says so in its place, and goes on to the one before it when it is pressed again. */
export function keepDone(text: string): void {
  keepUndo(() => {
    showToast({ key: 'status', tone: 'neutral', text });
    return Promise.resolve();
  });
}

/** Takes the latest change back that has not been yet. */
export function undoLatest(): void {
  const latest = undos.at(-1);
  if (latest === undefined) showToast({ key: 'status', tone: 'neutral', text: 'Nothing to undo' });
  else latest();
}
