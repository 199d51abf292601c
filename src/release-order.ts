// Which of two releases of an application is the newer one. Pure.

export interface SeenRelease {
  readonly name: string;
  /** When an event of it was first seen. */
  readonly firstMs: number;
}

/**
 * Above 0 when the first is newer: by semantic versioning where both names are versions of one package (`v2.8.1`,
 * `shop@2.8.1`), else by when they were first seen. The order of two releases does not depend on others, so that of many of
 * both kinds may not be one.
 */
export function compareReleases(one: SeenRelease, other: SeenRelease): number {
  const versions = [toVersion(one.name), toVersion(other.name)];
  const [first, second] = versions;
  const byVersion = first == null || second == null || first.of !== second.of ? 0 : compareVersions(first, second);
  if (byVersion !== 0) return byVersion;
  return one.firstMs - other.firstMs || (one.name < other.name ? -1 : Number(one.name > other.name));
}

/** The newest first: by version where every name is one of the same package, else by first sight. */
export function sortReleases<R extends SeenRelease>(releases: readonly R[]): R[] {
  const packages = new Set(releases.map(({ name }) => toVersion(name)?.of));
  const isByVersion = packages.size === 1 && !packages.has(undefined);
  return releases.toSorted((one, other) =>
    isByVersion ? compareReleases(other, one) : other.firstMs - one.firstMs || (one.name < other.name ? 1 : -1),
  );
}

interface Version {
  /** The name before `@`. */
  readonly of: string;
  readonly numbers: readonly number[];
  /** What follows `-`; none for a release proper. */
  readonly before: readonly string[];
}

const VERSION = /^v?(\d{1,9})(?:\.(\d{1,9}))?(?:\.(\d{1,9}))?(?:-([0-9A-Za-z.-]{1,100}))?(?:\+[0-9A-Za-z.-]{1,100})?$/;

/** Null for what is none. One number alone is none either: it may be a count of builds, which is in order anyway, or a date. */
function toVersion(name: string): Version | null {
  const at = name.lastIndexOf('@');
  const found = VERSION.exec(name.slice(at + 1));
  if (found === null || found[2] === undefined) return null;
  const [, major, minor, patch = '0', before] = found;
  return {
    of: name.slice(0, Math.max(0, at)),
    numbers: [major, minor, patch].map(Number),
    before: before?.split('.') ?? [],
  };
}

/** https://semver.org/#spec-item-11 */
function compareVersions(one: Version, other: Version): number {
  for (const [index, number] of one.numbers.entries()) {
    const difference = number - (other.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  if (one.before.length === 0 || other.before.length === 0) return other.before.length - one.before.length;
  for (const [index, part] of one.before.entries()) {
    const against = other.before[index];
    if (against === undefined) return 1;
    const difference = comparePart(part, against);
    if (difference !== 0) return difference;
  }
  return one.before.length - other.before.length;
}

/** Numbers stand below words. */
function comparePart(one: string, other: string): number {
  const numbers = [one, other].map((part) => (/^\d+$/.test(part) ? Number(part) : null));
  const [first, second] = numbers;
  if (first != null && second != null) return first - second;
  if (first != null) return -1;
  if (second != null) return 1;
  return one < other ? -1 : Number(one > other);
}
