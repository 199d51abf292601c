/** What is kept by name, of the last few names only. */
export interface Memory<T> {
  get(name: string): T | undefined;
  /** Keeps a value; null forgets it. */
  set(name: string, value: T | null): void;
}

/** More places than somebody comes back to. */
const NAMES_MAX = 50;

/** Opens an empty memory, for where pages were left. It ends with the tab. */
export function openMemory<T>(): Memory<T> {
  const values = new Map<string, T>();
  return {
    get: (name) => values.get(name),
    set(name, value) {
      // Put in again, it is the last one to go.
      values.delete(name);
      if (value !== null) values.set(name, value);
      const [oldest] = values.keys();
      if (values.size > NAMES_MAX && oldest !== undefined) values.delete(oldest);
    },
  };
}
