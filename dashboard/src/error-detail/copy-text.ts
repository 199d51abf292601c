import { showToast } from '../ui/toasts.ts';

/** Copies a text and says so. Browsers refuse it on pages that came over plain HTTP from another machine. */
export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ key: 'copy', tone: 'good', text: `${what} is in the clipboard` });
  } catch {
    showToast({ key: 'copy', tone: 'bad', text: 'The browser does not let this page use the clipboard' });
  }
}
