import { openStore, type Store } from './store.ts';

/** What every name is kept under; also read by public/theme.js, before anything else. */
const PREFIX = 'errord-';

interface Format<T> {
  /** Makes a valid choice of what is kept: null when there is nothing, else whatever somebody put there. */
  readonly parse: (text: string | null) => T;
  readonly toText: (value: T) => string;
}

/** One of a few words. What is kept and is none of them counts as the first. */
export function openChoice<T extends string>(name: string, known: readonly [T, ...T[]]): Store<T> {
  return openPreference(name, {
    parse: (text) => known.find((word) => word === text) ?? known[0],
    toText: (word) => word,
  });
}

/** A choice with parts, kept as JSON. `parse` gets null when there is none, or none that can be read. */
export function openJsonPreference<T>(name: string, parse: (value: unknown) => T): Store<T> {
  return openPreference(name, { parse: (text) => parse(fromJson(text)), toText: JSON.stringify });
}

/** A choice of whoever sits here: kept in this browser, and followed by its other tabs. */
function openPreference<T>(name: string, { parse, toText }: Format<T>): Store<T> {
  const key = PREFIX + name;
  const store = openStore(parse(read(key)));
  window.addEventListener('storage', (event) => {
    // A null key stands for all of them.
    if (event.key === key || event.key === null) store.set(parse(event.newValue));
  });
  return {
    ...store,
    set(next) {
      write(key, toText(next));
      store.set(next);
    },
  };
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Storage is barred: nothing has been chosen.
    return null;
  }
}

function write(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // Storage is barred or full: the choice holds until the page is left.
  }
}

function fromJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    // Damaged: as if nothing was there.
    return null;
  }
}
