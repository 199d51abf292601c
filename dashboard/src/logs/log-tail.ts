import type { FeedMessage } from '../../../schemas/feed.ts';
import type { LogRecord } from '../../../schemas/log.ts';
import { onFeedGap, onFeedMessages } from '../feed/feed.ts';
import { openStore, type Store } from '../store.ts';
import { isListed, type LogFilters, type LogView } from './filters.ts';
import { addArrivals, EMPTY_WINDOW, type LogWindow } from './log-window.ts';
import { openRunner } from './runner.ts';
import { type Slid, type Slide, slideBack, slideOn, slideToEnd, slideToStart, toSlideAround } from './slides.ts';
import type { Spot } from './spots.ts';
import { openWaitingLogs } from './waiting-logs.ts';

/** Where the list has to be once it was read from somewhere else. */
export type Place = 'start' | 'moment' | 'spot' | 'end';

export interface TailState {
  readonly window: LogWindow;
  /** False until the first entries are there, or are known not to be. */
  readonly isRead: boolean;
  /** Why the last reading brought nothing. */
  readonly error: Error | null;
  /** Entries that have come and are not shown, because somebody reads. */
  readonly waitingCount: number;
  /** All entries that pass the filters; null when they were not counted. */
  readonly total: number | null;
  /** `seq` counts up with each jump. */
  readonly landing: { readonly place: Place; readonly seq: number };
}

/** The log as one person looks at it: a window that slides over it, and grows with it unless it is held. */
export interface LogTail {
  readonly state: Store<TailState>;
  /** Follows the feed; returns the way to stop. */
  start(): () => void;
  /** While held, nothing that comes is put in; it waits. */
  hold(isHeld: boolean): void;
  readOlder(): void;
  readNewer(): void;
  /** Does again what failed. */
  retry(): void;
  toNewest(): void;
  toOldest(): void;
}

interface Job {
  readonly slide: Slide;
  /** Null when what is being read stays where it is. */
  readonly place: Place | null;
}

const FIRST_STATE: TailState = {
  window: EMPTY_WINDOW,
  isRead: false,
  error: null,
  waitingCount: 0,
  total: null,
  landing: { place: 'end', seq: 0 },
};

/** Whether it reads what was missed, for who follows. */
const isCatchUp = ({ place, slide }: Job): boolean => place === null && slide === slideToEnd;

/** For who has begun to read: what was missed is not put in. */
const toMissing = ({ window }: TailState): Slid => ({ window: { ...window, hasNewer: true } });

/** Opens the log at the newest entries, around the moment that is asked for, or where it was left. */
export function openLogTail(view: LogView, spot: Spot | null): LogTail {
  const { filters } = view;
  const state = openStore(FIRST_STATE);
  const patch = (change: Partial<TailState>): void => state.set({ ...state.get(), ...change });
  const waiting = openWaitingLogs();
  let isHeld = false;
  let lossesBefore = 0;

  const runner = openRunner<Job, Slid>({
    begin({ slide }) {
      lossesBefore = waiting.lossCount();
      if (state.get().error !== null) patch({ error: null });
      return slide(filters, () => state.get().window);
    },
    done({ place, slide }, slid) {
      const { window, total = state.get().total } =
        isHeld && isCatchUp({ place, slide }) ? toMissing(state.get()) : slid;
      const missesSome = waiting.lossCount() !== lossesBefore;
      const hasNewer = window.hasNewer || missesSome;
      const waitingCount = hasNewer ? state.get().waitingCount : waiting.drop(window.logs);
      const landing = toLanding(state.get(), place);
      patch({ window: { ...window, hasNewer }, waitingCount, total, landing, isRead: true });
      if (missesSome && slide === slideToEnd) runner.run(toEnd());
      else if (slide === slideToEnd || !isHeld) letIn();
    },
    fail: (error) => patch({ error }),
  });
  const letIn = (): void => {
    const { window, isRead, waitingCount } = state.get();
    if (waitingCount === 0 || !isRead || window.hasNewer || runner.isBusy()) return;
    patch({ window: addArrivals(window, waiting.takeAll(), Date.now()), waitingCount: 0 });
  };
  const take = (batch: readonly FeedMessage[]): void => {
    const listed = toListed(batch, filters);
    if (listed.length === 0) return;
    const { waitingCount, total, window } = state.get();
    const hasNewer = !waiting.put(listed) || window.hasNewer;
    patch({
      waitingCount: waitingCount + listed.length,
      total: total === null ? null : total + listed.length,
      window: { ...window, hasNewer },
    });
    if (!isHeld) letIn();
  };
  const miss = (): void => {
    waiting.lose();
    const { window, isRead } = state.get();
    if (isHeld || window.hasNewer) patch(toMissing(state.get()));
    // Whoever follows is at the end anyway; who has begun to scroll meanwhile is not taken back to it.
    else if (isRead) runner.run({ slide: slideToEnd, place: null });
  };
  return {
    state,
    start() {
      runner.run(toFirst(view, spot));
      return joined([runner.stop, onFeedMessages(take), onFeedGap(miss)]);
    },
    hold(nextHeld) {
      isHeld = nextHeld;
      if (!isHeld) letIn();
    },
    readOlder: () => runner.runIfFree({ slide: slideBack, place: null }),
    readNewer: () => runner.runIfFree({ slide: slideOn, place: null }),
    retry: runner.retry,
    toOldest: () => runner.run({ slide: slideToStart, place: 'start' }),
    toNewest() {
      letIn();
      if (state.get().window.hasNewer || runner.isBusy()) runner.run(toEnd());
      else patch({ landing: toLanding(state.get(), 'end') });
    },
  };
}

function toFirst({ atMs }: LogView, spot: Spot | null): Job {
  if (spot !== null) return { slide: toSlideAround(spot.atMs), place: 'spot' };
  return atMs === null ? toEnd() : { slide: toSlideAround(atMs), place: 'moment' };
}

function toListed(batch: readonly FeedMessage[], filters: LogFilters): readonly LogRecord[] {
  const logs = batch.flatMap((message) => (message.type === 'new_log' ? [message.payload] : []));
  return logs.filter((log) => isListed(log, filters));
}

function joined(stops: readonly (() => unknown)[]): () => void {
  return () => {
    for (const stop of stops) stop();
  };
}

function toEnd(): Job {
  return { slide: slideToEnd, place: 'end' };
}

function toLanding({ landing }: TailState, place: Place | null): TailState['landing'] {
  return place === null ? landing : { place, seq: landing.seq + 1 };
}
