import type { ErrorChanges } from '../../../schemas/error-group.ts';
import { GROUP_NEWS, type GroupNews } from '../../../schemas/words.ts';
import { toCount } from '../ui/format.ts';

export type NewsCounts = Readonly<Record<GroupNews, number>>;

const WORDS: Readonly<Record<GroupNews, string>> = {
  new: 'new',
  regressed: 'came back',
  louder: 'louder',
};

/**
 * How many of the groups that something happened to have no row in the list. The latest are known by their ids; of the others the
 * list has no rows as far as anybody can tell. `waitingIds` are groups that the feed told of, which may be news to the daemon too.
 */
export function toUnseen(
  changes: ErrorChanges | undefined,
  { hasRow, waitingIds }: { readonly hasRow: (id: string) => boolean; readonly waitingIds: readonly string[] },
): NewsCounts {
  const named = changes?.groups ?? [];
  const counts = Object.fromEntries(
    GROUP_NEWS.map((kind) => {
      const ofKind = named.filter(({ change }) => change === kind);
      return [kind, (changes?.[kind] ?? 0) - ofKind.filter(({ id }) => hasRow(id)).length];
    }),
  ) as Record<GroupNews, number>;
  const known = new Set(named.map(({ id }) => id));
  const isWhole = changes === undefined || named.length === changes.new + changes.regressed + changes.louder;
  const others = waitingIds.filter((id) => !known.has(id)).length;
  // Where not all have a name, those that wait are among those that are counted.
  return { ...counts, new: isWhole ? counts.new + others : Math.max(counts.new, others) };
}

/** "3 new, 2 came back, 5 louder"; empty for nothing. */
export function toNewsWords(counts: NewsCounts): string {
  return GROUP_NEWS.filter((kind) => counts[kind] > 0)
    .map((kind) => `${toCount(counts[kind])} ${WORDS[kind]}`)
    .join(', ');
}
