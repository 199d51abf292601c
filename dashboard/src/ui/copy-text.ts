import { showToast } from './toasts.ts';

/** Copies a text and says so. */
export async function copyText(text: string, what: string): Promise<void> {
  if (await tryCopy(text)) showToast({ key: 'copy', tone: 'good', text: `${what} is in the clipboard` });
}

/** Copies a text. Browsers refuse it on pages that came over plain HTTP from another machine: that is said here. */
export async function tryCopy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    showToast({ key: 'copy', tone: 'bad', text: 'The browser does not let this page use the clipboard' });
    return false;
  }
}
