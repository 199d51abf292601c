import { useEffect } from 'react';
import type { ErrorGroup } from '../../../schemas/error-group.ts';
import type { FeedMessage } from '../../../schemas/feed.ts';
import { toAddress } from '../base-path.ts';
import { onFeedMessages } from '../feed/feed.ts';
import { isNewError } from '../feed/is-new-error.ts';
import { openThrottle } from '../feed/throttle.ts';
import { navigate } from '../router/location.ts';
import { toPage } from '../router/project.ts';
import { toCount } from '../ui/format.ts';
import { toHeadline, toOneLine } from '../ui/hostile-text.ts';
import { notificationState } from './notifications.ts';

/** What comes within this time of a notification waits, and is told in one. */
const INTERVAL_MS = 10_000;
/** Each takes the place of the one before it, also of those of other tabs. */
const TAG = 'errord-new-errors';

let waiting: { readonly count: number; readonly latest: ErrorGroup } | null = null;

/** Tells of new error groups on the desktop, if that was asked for and nobody is looking at this page. */
export function useErrorNotifications(): void {
  useEffect(() => onFeedMessages(take), []);
}

function take(batch: readonly FeedMessage[]): void {
  if (notificationState.get() !== 'on' || document.hasFocus()) return;
  const groups = batch.filter(isNewError).map(({ payload }) => payload);
  const latest = groups.at(-1);
  if (latest === undefined) return;
  waiting = { count: (waiting?.count ?? 0) + groups.length, latest };
  tell();
}

const tell = openThrottle(INTERVAL_MS, () => {
  if (waiting === null) return;
  const { count, latest } = waiting;
  waiting = null;
  const where = latest.projectId === undefined ? '' : ` in ${toOneLine(latest.projectId)}`;
  show(latest, count === 1 ? `${toOneLine(latest.type)}${where}` : `${toCount(count)} new errors`);
});

function show(group: ErrorGroup, title: string): void {
  try {
    const notification = new Notification(title, {
      body: toHeadline(group.message),
      tag: TAG,
      icon: toAddress('/icon-alert.svg'),
    });
    notification.onclick = () => {
      window.focus();
      navigate(toPage(`/errors/${group.id}`));
      notification.close();
    };
  } catch {
    // Some mobile browsers have the name and refuse the call: the title of the tab still counts.
  }
}
