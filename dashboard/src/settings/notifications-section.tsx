import {
  type NotificationState,
  notificationState,
  turnOffNotifications,
  turnOnNotifications,
} from '../notifications/notifications.ts';
import { useStore } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { Section, Setting } from './section.tsx';

const TEXTS: Record<NotificationState, string> = {
  off: 'A notification when an error comes that was never seen before, while you look elsewhere. At most one in ten seconds, with the count of what came.',
  on: 'New errors are told while you look elsewhere: at most one notification in ten seconds. A click opens the error.',
  denied:
    'This browser refuses notifications from this address. Allow them in its settings for the site, beside the address; this page follows by itself.',
  unsupported:
    'This browser shows notifications only for pages that came over HTTPS or from this machine. Open the dashboard on localhost to have them.',
};

const LABELS: Record<NotificationState, string> = {
  off: 'Off',
  on: 'On',
  denied: 'Denied by the browser',
  unsupported: 'Not available here',
};

const TONES: Record<NotificationState, string | undefined> = {
  off: undefined,
  on: 'good',
  denied: 'bad',
  unsupported: 'warn',
};

/** Whether new errors are told on the desktop, and why not when they cannot be. */
export function NotificationsSection() {
  const state = useStore(notificationState);
  return (
    <Section title="Notifications">
      <Setting title="New errors on the desktop" text={TEXTS[state]}>
        <span className="badge" role="status" data-tone={TONES[state]}>
          {LABELS[state]}
        </span>
        {state === 'off' && <Button onClick={() => void turnOnNotifications()}>Turn on</Button>}
        {state === 'on' && <Button onClick={turnOffNotifications}>Turn off</Button>}
      </Setting>
    </Section>
  );
}
