import { openStore } from '../store.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Also read by public/theme.js, before anything else. */
const KEY = 'errord-theme';

/** The chosen theme, kept in the browser. */
export const theme = openStore<Theme>(read());

function read(): Theme {
  const { theme: chosen } = document.documentElement.dataset;
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
}

/** Chooses a theme, at once and for later visits. */
export function chooseTheme(next: Theme): void {
  if (next === 'system') {
    delete document.documentElement.dataset.theme;
    localStorage.removeItem(KEY);
  } else {
    document.documentElement.dataset.theme = next;
    localStorage.setItem(KEY, next);
  }
  theme.set(next);
}

/** Whether the page is dark now, by choice or by the system. */
export function isDark(): boolean {
  if (theme.get() !== 'system') return theme.get() === 'dark';
  return window.matchMedia('(prefers-color-scheme: dark)').matches;
}
