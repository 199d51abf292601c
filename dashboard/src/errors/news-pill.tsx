import type { ErrorFilters } from '../error-list/filters.ts';
import type { RecordView } from '../lists/use-record-view.ts';
import { patchSearch } from '../router/location.ts';
import { WordsPill } from '../ui/new-pill.tsx';
import { toNewsWords, toUnseen } from './to-unseen.ts';
import type { News } from './use-news.ts';

interface NewsPillProps {
  readonly filters: ErrorFilters;
  readonly view: RecordView;
  readonly news: News;
}

/** "3 new, 2 came back, 5 louder": what the list has no rows for, at any length of it. One click brings just that. */
export function NewsPill({ filters, view, news }: NewsPillProps) {
  const { newRows, handle } = view;
  const counts = toUnseen(news.changes, { hasRow: news.hasRow, waitingIds: newRows.waitingIds });
  const words = toNewsWords(counts);
  if (words === '') return null;
  const show = (): void => {
    // What is new was seen last, so it stands on top of a list in that order.
    const isOnTop = filters.sort === null && filters.direction === null && counts.regressed + counts.louder === 0;
    if (!isOnTop && news.since !== null) {
      patchSearch({ changed: news.since });
      return;
    }
    newRows.show();
    news.reset();
    handle.current?.toTop();
  };
  return <WordsPill words={words} onShow={show} />;
}
