// Texts in which `*` stands for any characters, as people write them in rules.

/** Whether a value is of the pattern. */
export type Glob = (value: string) => boolean;

/**
 * The whole value counts, case and all; `*` stands for any characters, or for none. A value is walked through once, whatever
 * the pattern is: of several places where a part may stand the first is as good as any, as only `*` lies between parts.
 */
export function toGlob(pattern: string): Glob {
  const parts = pattern.split('*');
  const start = parts[0] ?? '';
  const end = parts.at(-1) ?? '';
  if (parts.length === 1) return (value) => value === start;
  const between = parts.slice(1, -1).filter((part) => part !== '');
  return (value) => {
    const last = value.length - end.length;
    if (last < start.length || !value.startsWith(start) || !value.endsWith(end)) return false;
    let at = start.length;
    for (const part of between) {
      const found = value.indexOf(part, at);
      if (found === -1) return false;
      at = found + part.length;
    }
    return at <= last;
  };
}
