import { openChoice } from '../preferences.ts';
import { openStore } from '../store.ts';
import { showToast } from '../ui/toasts.ts';

/** `denied`: the browser refuses them, and only its own settings change that. */
export type NotificationState = 'off' | 'on' | 'denied' | 'unsupported';

/** What was asked for; whether it holds is up to the browser. */
const choice = openChoice('notifications', ['off', 'on']);

/** Whether new errors are told on the desktop, as it is. */
export const notificationState = openStore<NotificationState>(read());

const refresh = (): void => notificationState.set(read());

choice.subscribe(refresh);
void followPermission();

/** Asks the browser for leave, and turns them on when it gives it. */
export async function turnOnNotifications(): Promise<void> {
  const permission = await Notification.requestPermission();
  choice.set(permission === 'granted' ? 'on' : 'off');
  refresh();
  // Neither given nor denied: the question was closed, and may be asked again.
  if (permission === 'default') {
    showToast({ key: 'notifications', tone: 'neutral', text: 'The browser was not told to allow them: they stay off' });
  }
}

/** Turns them off; the browser's leave stays. */
export function turnOffNotifications(): void {
  choice.set('off');
}

function read(): NotificationState {
  // Browsers have them on pages that nobody on the way can change: HTTPS, or this machine.
  if (!('Notification' in window) || !window.isSecureContext) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return choice.get() === 'on' && Notification.permission === 'granted' ? 'on' : 'off';
}

/** Leave may be taken back in the browser's settings while the page is open. */
async function followPermission(): Promise<void> {
  try {
    const permission = await navigator.permissions.query({ name: 'notifications' });
    permission.addEventListener('change', refresh);
  } catch {
    // A browser that cannot tell: the state is read anew with the next page load.
  }
}
