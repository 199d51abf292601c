import { useEffect, useRef } from 'react';
import { openStore } from '../store.ts';

export interface Shortcut {
  /**
   * One key as `KeyboardEvent.key` has it (and `Space`), or two that follow each other: `g o`. `Shift+ArrowDown` for a key that
   * is the same with Shift, and `Ctrl+z`, which is Command where there is one.
   */
  readonly keys: string;
  /** What it does, for the help page. */
  readonly label: string;
  /** Heading it stands under in the help page. */
  readonly group: string;
  readonly run: (event: KeyboardEvent) => void;
}

/** A second key counts if it follows within this time. */
const SEQUENCE_MS = 900;

type Layer = readonly Shortcut[];

/** What works now; the layer that came last wins. */
export const shortcutLayers = openStore<readonly Layer[]>([]);

/** Keys that work while the component is there. The list may be made anew on each render. */
export function useShortcuts(shortcuts: Layer): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  const signature = shortcuts.map(({ keys, label }) => `${keys} ${label}`).join('\n');
  useEffect(() => {
    // The layer reads the latest list, so that it is registered once and not on each render.
    const layer = latest.current.map((shortcut, index) => ({
      ...shortcut,
      run: (event: KeyboardEvent) => latest.current[index]?.run(event),
    }));
    shortcutLayers.set([...shortcutLayers.get(), layer]);
    return () => shortcutLayers.set(shortcutLayers.get().filter((other) => other !== layer));
  }, [signature]);
}

let pendingKey: { readonly key: string; readonly atMs: number } | null = null;

/** Listens for the whole page; called once. */
export function listenForShortcuts(): void {
  window.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.altKey || isTyping(event)) return;
    const key = toKey(event);
    const isFollowUp = pendingKey !== null && event.timeStamp - pendingKey.atMs < SEQUENCE_MS;
    const sequence = isFollowUp && pendingKey !== null ? `${pendingKey.key} ${key}` : null;
    pendingKey = null;
    const found =
      (sequence === null ? undefined : find(sequence)) ?? find(key) ?? (isShifted(event) ? find(event.key) : undefined);
    if (found !== undefined) {
      event.preventDefault();
      found.run(event);
    } else if (hasSequenceFrom(key)) pendingKey = { key, atMs: event.timeStamp };
  });
}

function toKey(event: KeyboardEvent): string {
  if (event.metaKey || event.ctrlKey) return `Ctrl+${event.shiftKey ? 'Shift+' : ''}${event.key}`;
  const key = event.key === ' ' ? 'Space' : event.key;
  return isShifted(event) ? `Shift+${key}` : key;
}

/** Letters and signs are others with Shift by themselves. */
function isShifted({ key, shiftKey }: KeyboardEvent): boolean {
  return shiftKey && key.length > 1;
}

function find(keys: string): Shortcut | undefined {
  for (const layer of [...shortcutLayers.get()].reverse()) {
    const found = layer.find((shortcut) => shortcut.keys === keys);
    if (found !== undefined) return found;
  }
  return undefined;
}

function hasSequenceFrom(key: string): boolean {
  return shortcutLayers.get().some((layer) => layer.some(({ keys }) => keys.startsWith(`${key} `)));
}

/** Letters belong to the field, menu or dialog that has the focus; `Enter` to whatever button or link has it. */
function isTyping({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (document.querySelector('dialog[open]') !== null) return true;
  if (target.closest('input:not([type="checkbox"]), textarea, select, [role="menu"], [contenteditable]')) return true;
  return (key === 'Enter' || key === ' ') && target.closest('a, button, summary, [role="menuitem"]') !== null;
}
