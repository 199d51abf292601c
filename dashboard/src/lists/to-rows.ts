import type { ListPage } from './paged-list.ts';

/** Rows in one call. */
export const PAGE_SIZE = 100;

export interface Rows<Row> {
  readonly total: number;
  readonly loaded: readonly Row[];
  readonly at: (index: number) => Row | undefined;
  readonly indexOf: (id: string) => number;
  readonly keyOf: (index: number) => string;
  /** By how many rows pages have become shorter since they were read, as rows were taken out of them. */
  readonly shift: number;
}

/** One list with gaps, of pages that were read at different moments. */
export function toRows<Row extends { readonly id: string }, Page extends ListPage>(
  pages: readonly Page[],
  rowsOf: (page: Page) => readonly Row[],
): Rows<Row> {
  const runs: { readonly start: number; readonly page: number; readonly rows: readonly Row[] }[] = [];
  let shift = 0;
  for (const listPage of pages.toSorted((a, b) => a.page - b.page)) {
    const { page, total } = listPage;
    const rows = rowsOf(listPage);
    runs.push({ start: (page - 1) * PAGE_SIZE - shift, page, rows });
    // The last page may be short by itself.
    if (page * PAGE_SIZE < total) shift += PAGE_SIZE - rows.length;
  }
  const find = (index: number) => runs.find(({ start, rows }) => index >= start && index < start + rows.length);
  return {
    total: pages[0]?.total ?? 0,
    loaded: runs.flatMap(({ rows }) => rows),
    shift,
    at(index) {
      const run = find(index);
      return run?.rows[index - run.start];
    },
    indexOf(id) {
      for (const { start, rows } of runs) {
        const at = rows.findIndex((row) => row.id === id);
        if (at !== -1) return start + at;
      }
      return -1;
    },
    // Pages shift while records come in, so that one may come twice: its page tells the two apart.
    keyOf(index) {
      const run = find(index);
      const id = run?.rows[index - run.start]?.id;
      return id === undefined ? String(index) : `${run?.page}:${id}`;
    },
  };
}

/** The pages that rows are on, beside the first one. */
export function pagesOf({ shift }: Rows<unknown>, first: number, last: number): readonly number[] {
  const [from, to] = [toPage(first), toPage(last + shift)];
  return Array.from({ length: to - from + 1 }, (_, index) => from + index).filter((page) => page > 1);
}

/** The page that a row is on. */
export function toPage(index: number): number {
  return Math.floor(index / PAGE_SIZE) + 1;
}
