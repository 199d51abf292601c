import type { ErrorGroup, ErrorGroupList } from '../../../schemas/error-group.ts';

/** Groups in one call. */
export const PAGE_SIZE = 100;

export interface Rows {
  readonly total: number;
  readonly loaded: readonly ErrorGroup[];
  readonly at: (index: number) => ErrorGroup | undefined;
  readonly indexOf: (id: string) => number;
  readonly keyOf: (index: number) => string;
  /** By how many rows pages have become shorter since they were read, as groups were taken out of them. */
  readonly shift: number;
}

interface Run {
  readonly start: number;
  readonly page: number;
  readonly groups: readonly ErrorGroup[];
}

/** One list with gaps, of pages that were read at different moments. */
export function toRows(pages: readonly ErrorGroupList[]): Rows {
  const runs: Run[] = [];
  let shift = 0;
  for (const { page, errors, total } of [...pages].sort((a, b) => a.page - b.page)) {
    runs.push({ start: (page - 1) * PAGE_SIZE - shift, page, groups: errors });
    // The last page may be short by itself.
    if (page * PAGE_SIZE < total) shift += PAGE_SIZE - errors.length;
  }
  const find = (index: number): Run | undefined =>
    runs.find(({ start, groups }) => index >= start && index < start + groups.length);
  return {
    total: pages[0]?.total ?? 0,
    loaded: runs.flatMap(({ groups }) => groups),
    shift,
    at(index) {
      const run = find(index);
      return run?.groups[index - run.start];
    },
    indexOf(id) {
      for (const { start, groups } of runs) {
        const at = groups.findIndex((group) => group.id === id);
        if (at !== -1) return start + at;
      }
      return -1;
    },
    // Pages shift while groups come in, so that one may come twice: its page tells the two apart.
    keyOf(index) {
      const run = find(index);
      const id = run?.groups[index - run.start]?.id;
      return id === undefined ? String(index) : `${run?.page}:${id}`;
    },
  };
}

/** The pages that rows are on, beside the first one. */
export function pagesOf({ shift }: Rows, first: number, last: number): readonly number[] {
  const [from, to] = [toPage(first), toPage(last + shift)];
  return Array.from({ length: to - from + 1 }, (_, index) => from + index).filter((page) => page > 1);
}

function toPage(index: number): number {
  return Math.floor(index / PAGE_SIZE) + 1;
}
